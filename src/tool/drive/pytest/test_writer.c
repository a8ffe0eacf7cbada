/* SPDX-License-Identifier: MIT */
#include "tool/drive/pytest/test_writer.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/base/text.h"
#include "platform/path.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/output/part_file.h"

#define INDENT "    "

/* The text of the test while it is written. */
struct writing {
    const struct tool_test_writer *writer;
    struct us_writer *out;
    struct tool_python_person person;
    uint64_t granted;     /* frames that the statements let come */
    double picture_frame; /* of the newest picture; below 0: there is none */
};

static void add(struct writing *to, const char *text)
{
    us_writer_text(to->out, text);
}

/* The name of the file without folder and end. */
static void get_stem(const struct tool_test_writer *writer, char out[256])
{
    snprintf(out, 256, "%s", us_path_name(writer->path));
    char *dot = strrchr(out, '.');
    if (dot != NULL && dot != out)
        *dot = '\0';
}

/* A file that the drive read: the test finds it from its own folder. */
static void add_file(struct writing *to, const cJSON *path)
{
    char folder[PATH_MAX], relative[PATH_MAX];
    const char *here = tool_file_path_folder(to->writer->path, folder);
    if (cJSON_IsString(path) && here != NULL &&
        tool_file_path_from(path->valuestring, here, relative))
        tool_python_add_string(to->out, relative);
    else
        tool_python_add_value(to->out, path);
}

/* ---- What lets frames come ---- */

/* Any request, as the module sends it. */
static void add_request(struct writing *to, const char *method, const cJSON *params)
{
    const bool has_params = params != NULL && params->child != NULL;
    add(to, INDENT "app.ask(");
    tool_python_add_string(to->out, method);
    add(to, has_params ? ", **" : "");
    if (has_params)
        tool_python_add_value(to->out, params);
    add(to, ")\n");
}

/* `comment` is free of line ends; NULL: none. */
static void add_frames(struct writing *to, uint64_t frames, const char *comment)
{
    if (frames == 0)
        return;
    tool_text_put(to->out, INDENT "app.advance(frames=%llu)", (unsigned long long)frames);
    add(to, comment != NULL ? "  # " : "");
    add(to, comment != NULL ? comment : "");
    add(to, "\n");
}

/* Not what was waited for; NULL: no picture. */
static void add_unmet(struct writing *to, const cJSON *until, uint64_t frames)
{
    char comment[256];
    char *text = until != NULL ? cJSON_PrintUnformatted(until) : NULL;
    snprintf(comment, sizeof comment, "this did not come: %.200s",
             text != NULL ? text : "a picture");
    add_frames(to, frames, comment);
    cJSON_free(text);
}

/* A file that the drive read, or any other member of a condition. */
static void add_member(struct writing *to, const cJSON *member)
{
    if (strcmp(member->string, "picture") == 0)
        add_file(to, member);
    else
        tool_python_add_value(to->out, member);
}

/* What was waited for, or an event that did not come: a vibration and an event have words of their
 * own where seconds are the limit, and all others are members of wait(). */
static void add_wait(struct writing *to, const cJSON *params, bool met)
{
    const cJSON *until = tool_json_get(params, "until"), *member;
    const cJSON *seconds = tool_json_get(params, "within_seconds"),
                *frames = tool_json_get(params, "within_frames");
    const cJSON *event = tool_json_get(until, "event"), *haptic = tool_json_get(until, "haptic");
    const cJSON *first = frames != NULL ? NULL : event != NULL ? event : haptic;
    const cJSON *where = tool_json_get(until, "where");
    const cJSON *members = first == NULL ? until : NULL;
    const char *before = "";
    add(to, INDENT);
    add(to, first == NULL   ? "app.wait("
            : event == NULL ? "app.expect.haptic("
            : met           ? "app.expect.event("
                            : "app.expect.no_event(");
    if (first != NULL)
        tool_python_add_value(to->out, first);
    add(to, first != NULL && where != NULL ? ", " : "");
    if (first != NULL && where != NULL)
        tool_python_add_value(to->out, where);
    cJSON_ArrayForEach(member, members) {
        tool_text_put(to->out, "%s%s=", before, member->string);
        add_member(to, member);
        before = ", ";
    }
    add(to, seconds != NULL ? ", within=" : ", frames=");
    tool_python_add_value(to->out, seconds != NULL ? seconds : frames);
    add(to, ")\n");
}

static void add_until(struct writing *to, const struct tool_test_request *request)
{
    const cJSON *until = tool_json_get(request->params, "until");
    const bool met = cJSON_IsTrue(tool_json_get(request->result, "met"));
    const bool is_event = tool_json_get(until, "event") != NULL &&
                          tool_json_get(request->params, "within_frames") == NULL;
    uint64_t frames = request->after - request->before;
    /* launch() has waited for the focus. */
    if (tool_json_get(until, "focused") != NULL && frames == 0)
        return;
    if (met || is_event)
        add_wait(to, request->params, met);
    else
        add_unmet(to, until, frames);
}

static void add_advance(struct writing *to, const struct tool_test_request *request)
{
    const cJSON *seconds = tool_json_get(request->params, "seconds"),
                *frames = tool_json_get(request->params, "frames");
    /* Of an app that ended meanwhile nobody knows whether it would have happened. */
    if (tool_json_get(request->params, "until") != NULL && request->error != TOOL_DRIVE_ENDED) {
        add_until(to, request);
        return;
    }
    add(to, seconds != NULL ? INDENT "app.advance(seconds=" : INDENT "app.advance(frames=");
    if (seconds != NULL || frames != NULL)
        tool_python_add_value(to->out, seconds != NULL ? seconds : frames);
    else
        tool_text_put(to->out, "%llu", (unsigned long long)(request->after - request->before));
    add(to, ")\n");
}

/* ---- What is seen ---- */

/* A request that was refused or not met. */
static bool has_failed(const struct tool_test_request *request)
{
    return request->error != 0 && request->error != TOOL_DRIVE_ENDED;
}

/* Whether something is looked for in the picture of a request before the next one is taken. */
static bool is_used(const struct tool_test_writer *writer, size_t picture)
{
    for (size_t i = picture + 1; i < writer->count; i++) {
        if (has_failed(&writer->requests[i]))
            continue;
        if (strcmp(writer->requests[i].method, "locate") == 0)
            return true;
        if (strcmp(writer->requests[i].method, "picture") == 0)
            return false;
    }
    return false;
}

static void add_picture(struct writing *to, size_t index)
{
    const struct tool_test_request *request = &to->writer->requests[index];
    char stem[256], name[320];
    get_stem(to->writer, stem);
    to->picture_frame = tool_json_number(request->result, "frame", -1.0);
    if (to->picture_frame < 0.0) {
        add(to, INDENT "app.picture()\n"); /* the app ended */
        return;
    }
    snprintf(name, sizeof name, "%s-%06.0f.png", stem, to->picture_frame);
    add(to, INDENT);
    add(to, is_used(to->writer, index) ? "picture = " : "");
    add(to, "app.expect.picture(");
    tool_python_add_string(to->out, name);
    add(to, ")\n");
}

/* "target = picture.at(0.6, 0.4)", where it was about the newest picture; one of an older picture
 * was only looked at. */
static void add_locate(struct writing *to, const struct tool_test_request *request)
{
    static const char *const more[] = {"view", "distance"};
    const cJSON *params = request->params, *point = tool_json_get(request->result, "point");
    const cJSON *at = tool_json_get(params, "at"), *patch = tool_json_get(params, "patch"),
                *layer = tool_json_get(params, "layer");
    to->person.has_target =
        to->picture_frame >= 0.0 &&
        tool_json_number(params, "frame", to->picture_frame) == to->picture_frame;
    for (int i = 0; i < 3; i++) {
        const cJSON *value = cJSON_GetArrayItem(point, i);
        /* json.h prints numbers with the digits of a float. */
        to->person.target[i] = cJSON_IsRaw(value)      ? strtod(value->valuestring, NULL)
                               : cJSON_IsNumber(value) ? value->valuedouble
                                                       : 0.0;
    }
    if (!to->person.has_target)
        return;
    add(to, layer != NULL   ? INDENT "target = picture.on_layer("
            : patch != NULL ? INDENT "target = picture.find("
                            : INDENT "target = picture.at(");
    if (layer != NULL)
        tool_python_add_value(to->out, layer);
    if (patch != NULL)
        add_file(to, patch);
    for (int i = 0; patch == NULL && i < 2; i++) {
        add(to, i > 0 || layer != NULL ? ", " : "");
        tool_python_add_value(to->out, cJSON_GetArrayItem(at, i));
    }
    for (int i = 0; i < 2; i++)
        if (tool_json_get(params, more[i]) != NULL) {
            tool_text_put(to->out, ", %s=", more[i]);
            tool_python_add_value(to->out, tool_json_get(params, more[i]));
        }
    add(to, ")\n");
}

/* ---- Requests ---- */

static void add_do(struct writing *to, const cJSON *params)
{
    const cJSON *command;
    cJSON_ArrayForEach(command, tool_json_get(params, "commands")) {
        add(to, INDENT);
        tool_python_add_command(to->out, &to->person, command);
    }
}

static void add_mark(struct writing *to, const cJSON *params)
{
    add(to, INDENT "app.mark(");
    tool_python_add_value(to->out, tool_json_get(params, "name"));
    add(to, ")\n");
}

static void add_one(struct writing *to, size_t index)
{
    const struct tool_test_request *request = &to->writer->requests[index];
    /* Frames of which no request told: those of a client that left, or up to where an undo went. */
    if (request->before > to->granted)
        add_frames(to, request->before - to->granted, NULL);
    to->granted = request->after;
    if (has_failed(request))
        add_unmet(to, tool_json_get(request->params, "until"), request->after - request->before);
    else if (strcmp(request->method, "do") == 0)
        add_do(to, request->params);
    else if (strcmp(request->method, "advance") == 0)
        add_advance(to, request);
    else if (strcmp(request->method, "picture") == 0)
        add_picture(to, index);
    else if (strcmp(request->method, "locate") == 0)
        add_locate(to, request);
    else if (strcmp(request->method, "mark") == 0)
        add_mark(to, request->params);
    else if (request->drives && strcmp(request->method, "stop") != 0)
        add_request(to, request->method, request->params);
    add(to, request->error == TOOL_DRIVE_ENDED ? INDENT "# the app ended here\n" : "");
}

/* ---- What is kept ---- */

/* How many requests stay: those up to the newest mark of the name, or those before the frames that
 * go away. */
static size_t find_kept(const struct tool_test_writer *writer, const char *mark, uint64_t granted)
{
    const struct tool_test_request *requests = writer->requests;
    for (size_t i = writer->count; mark != NULL && i-- > 0;)
        if (strcmp(requests[i].method, "mark") == 0 && requests[i].error == 0 &&
            tool_json_is_text(requests[i].params, "name", mark))
            return i + 1;
    size_t kept = 0;
    while (kept < writer->count && requests[kept].before < granted &&
           requests[kept].after <= granted)
        kept++;
    return kept;
}

static void forget_requests(struct tool_test_writer *writer, size_t kept)
{
    while (writer->count > kept) {
        cJSON_Delete(writer->requests[--writer->count].params);
        cJSON_Delete(writer->requests[writer->count].result);
    }
}

void tool_test_writer_take(void *data, const struct tool_drive_told *told)
{
    static const char *const kept[] = {"advance", "picture", "locate", NULL};
    struct tool_test_writer *writer = data;
    if (strcmp(told->method, "undo") == 0) {
        if (told->reply->error == 0 || told->after < told->before)
            forget_requests(
                writer, find_kept(writer, tool_json_text(told->params, "mark", NULL), told->after));
        return;
    }
    if (!US_GROW(writer->requests, writer->count)) {
        writer->has_failed = true;
        return;
    }
    const cJSON *result = us_text_find(kept, told->method) >= 0 ? told->reply->result : NULL;
    writer->requests[writer->count++] =
        (struct tool_test_request){.method = told->method,
                                   .drives = told->drives,
                                   .params = cJSON_Duplicate(told->params, true),
                                   .result = cJSON_Duplicate(result, true),
                                   .error = told->reply->error,
                                   .before = told->before,
                                   .after = told->after};
}

/* ---- The file ---- */

/* A function's name, of the file's. */
static void add_name(struct us_writer *out, const struct tool_test_writer *writer)
{
    char stem[256];
    get_stem(writer, stem);
    us_writer_text(out, strncmp(stem, "test_", 5) == 0 ? "" : "test_");
    tool_python_add_name(out, stem);
}

/* Whether the file is in the working folder, where the app runs: then the test finds all there. */
static bool is_here(const char *path)
{
    char folder[PATH_MAX];
    const char *of = tool_file_path_folder(path, folder);
    return of != NULL && us_path_is_same_file(of, ".");
}

static void add_app(struct us_writer *out, char *const *app, bool is_test_here)
{
    char absolute[PATH_MAX];
    for (unsigned i = 0; app[i] != NULL; i++) {
        const char *word = app[i];
        if (i == 0 && !is_test_here && strchr(word, '/') != NULL &&
            tool_file_path_make_absolute(word, absolute))
            word = absolute;
        us_writer_text(out, i > 0 ? ", " : "");
        tool_python_add_string(out, word);
    }
}

static void add_launch(struct us_writer *out, const struct tool_test_launch *launch,
                       bool is_test_here)
{
    char folder[PATH_MAX];
    us_writer_text(out, INDENT "app = xr.launch(");
    add_app(out, launch->app, is_test_here);
    for (unsigned i = 0; launch->options[i] != NULL; i++) {
        us_writer_text(out, i == 0 ? ", options=[" : ", ");
        tool_python_add_string(out, launch->options[i]);
        us_writer_text(out, launch->options[i + 1] == NULL ? "]" : "");
    }
    us_writer_text(out, launch->is_headless ? "" : ", headless=False");
    if (launch->hz != 60.0) {
        us_writer_text(out, ", rate=");
        tool_python_add_number(out, launch->hz);
    }
    if (!is_test_here && us_path_here(folder, sizeof folder)) {
        us_writer_text(out, ", folder=");
        tool_python_add_string(out, folder);
    }
    us_writer_text(out, ")\n");
}

bool tool_test_writer_end(struct tool_test_writer *writer, const struct tool_test_launch *launch,
                          uint64_t granted)
{
    struct us_writer all = {0};
    struct writing to = {.writer = writer, .out = &all, .picture_frame = -1.0};
    us_writer_text(
        &all,
        "\"\"\"Written by 'understudy drive --write-test'. The page docs/pytest.md of Understudy "
        "says how pytest runs it.\"\"\"\n\n\ndef ");
    add_name(&all, writer);
    us_writer_text(&all, "(xr):\n");
    add_launch(&all, launch, is_here(writer->path));
    for (size_t i = 0; i < writer->count; i++)
        add_one(&to, i);
    if (granted > to.granted)
        add_frames(&to, granted - to.granted, NULL);
    bool is_whole = !all.failed && !writer->has_failed;
    bool is_written = tool_part_file_write(writer->path, is_whole ? all.bytes : NULL, all.size);
    us_writer_finish(&all);
    forget_requests(writer, 0);
    free(writer->requests);
    return is_written;
}
