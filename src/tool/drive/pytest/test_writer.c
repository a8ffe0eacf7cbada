/* SPDX-License-Identifier: MIT */
#include "tool/drive/pytest/test_writer.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "platform/path.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/output/part_file.h"

#define INDENT "    "

void tool_test_writer_begin(struct tool_test_writer *writer, const char *path)
{
    *writer = (struct tool_test_writer){.path = path, .picture_frame = -1.0};
}

static void add(struct tool_test_writer *writer, const char *text)
{
    us_writer_text(&writer->text, text);
}

/* The name of the file without folder and end. */
static void get_stem(const struct tool_test_writer *writer, char out[256])
{
    snprintf(out, 256, "%s", us_path_name(writer->path));
    char *dot = strrchr(out, '.');
    if (dot != NULL && dot != out)
        *dot = '\0';
}

/* The folder of the file. */
static void get_folder(const char *path, char out[PATH_MAX])
{
    snprintf(out, PATH_MAX, "%s", path);
    char *slash = strrchr(out, '/');
    if (slash == NULL)
        snprintf(out, PATH_MAX, ".");
    else
        slash[slash == out] = '\0';
}

/* A file that the drive read: the test finds it from its own folder. */
static void add_file(struct tool_test_writer *writer, const cJSON *path)
{
    char folder[PATH_MAX], relative[PATH_MAX];
    get_folder(writer->path, folder);
    if (cJSON_IsString(path) && tool_file_path_from(path->valuestring, folder, relative))
        tool_python_add_string(&writer->text, relative);
    else
        tool_python_add_value(&writer->text, path);
}

/* ---- What lets frames come ---- */

/* Any request, as the module sends it. */
static void add_request(struct tool_test_writer *writer, const char *method, const cJSON *params)
{
    const bool has_params = params != NULL && params->child != NULL;
    add(writer, INDENT "app.ask(");
    tool_python_add_string(&writer->text, method);
    add(writer, has_params ? ", **" : "");
    if (has_params)
        tool_python_add_value(&writer->text, params);
    add(writer, ")\n");
}

/* ", within=0.5)" */
static void add_limit(struct tool_test_writer *writer, const cJSON *params)
{
    const cJSON *seconds = tool_json_get(params, "within_seconds"),
                *frames = tool_json_get(params, "within_frames");
    add(writer, seconds != NULL ? ", within=" : ", frames=");
    tool_python_add_value(&writer->text, seconds != NULL ? seconds : frames);
    add(writer, ")\n");
}

/* An event that came, or that did not. */
static void add_event(struct tool_test_writer *writer, const cJSON *params, bool met)
{
    const cJSON *until = tool_json_get(params, "until"), *where = tool_json_get(until, "where");
    bool counts_frames = tool_json_get(params, "within_frames") != NULL;
    add(writer, counts_frames ? "app.wait(event="
                : met         ? "app.expect.event("
                              : "app.expect.no_event(");
    tool_python_add_value(&writer->text, tool_json_get(until, "event"));
    if (where != NULL) {
        add(writer, counts_frames ? ", where=" : ", ");
        tool_python_add_value(&writer->text, where);
    }
    add_limit(writer, params);
}

static void add_haptic(struct tool_test_writer *writer, const cJSON *params)
{
    add(writer,
        tool_json_get(params, "within_frames") != NULL ? "app.wait(haptic=" : "app.expect.haptic(");
    tool_python_add_value(&writer->text, tool_json_get(tool_json_get(params, "until"), "haptic"));
    add_limit(writer, params);
}

/* `comment` is free of line ends; NULL: none. */
static void add_frames(struct tool_test_writer *writer, uint64_t frames, const char *comment)
{
    if (frames == 0)
        return;
    tool_text_put(&writer->text, INDENT "app.advance(frames=%llu)", (unsigned long long)frames);
    add(writer, comment != NULL ? "  # " : "");
    add(writer, comment != NULL ? comment : "");
    add(writer, "\n");
}

/* Not what was waited for; NULL: no picture. */
static void add_unmet(struct tool_test_writer *writer, const cJSON *until, uint64_t frames)
{
    char comment[256];
    char *text = until != NULL ? cJSON_PrintUnformatted(until) : NULL;
    snprintf(comment, sizeof comment, "this did not come: %.200s",
             text != NULL ? text : "a picture");
    add_frames(writer, frames, comment);
    cJSON_free(text);
}

/* Any other condition: its members are those of wait(). */
static void add_wait(struct tool_test_writer *writer, const cJSON *params)
{
    const char *before = "app.wait(";
    const cJSON *member;
    cJSON_ArrayForEach(member, tool_json_get(params, "until"))
    {
        add(writer, before);
        tool_text_put(&writer->text, "%s=", member->string);
        if (strcmp(member->string, "picture") == 0)
            add_file(writer, member);
        else
            tool_python_add_value(&writer->text, member);
        before = ", ";
    }
    add_limit(writer, params);
}

static void add_until(struct tool_test_writer *writer, const struct tool_drive_told *told, bool met)
{
    const cJSON *until = tool_json_get(told->params, "until");
    uint64_t frames = told->after - told->before;
    bool is_event = tool_json_get(until, "event") != NULL,
         is_haptic = tool_json_get(until, "haptic") != NULL;
    bool counts_frames = tool_json_get(told->params, "within_frames") != NULL;
    /* launch() has waited for the focus. */
    if (tool_json_get(until, "focused") != NULL && frames == 0)
        return;
    if (!met && !(is_event && !counts_frames)) {
        add_unmet(writer, until, frames);
        return;
    }
    add(writer, INDENT);
    if (is_event) {
        add_event(writer, told->params, met);
    } else if (is_haptic) {
        add_haptic(writer, told->params);
    } else {
        add_wait(writer, told->params);
    }
}

static void add_advance(struct tool_test_writer *writer, const struct tool_drive_told *told)
{
    const cJSON *seconds = tool_json_get(told->params, "seconds");
    const cJSON *met = tool_json_get(told->reply->result, "met");
    /* Of an app that ended meanwhile nobody knows whether it would have happened. */
    if (tool_json_get(told->params, "until") != NULL && told->reply->error != TOOL_DRIVE_ENDED) {
        add_until(writer, told, cJSON_IsTrue(met));
        return;
    }
    if (seconds != NULL)
        add(writer, INDENT "app.advance(seconds=");
    else
        add(writer, INDENT "app.advance(frames=");
    if (seconds == NULL && tool_json_get(told->params, "frames") == NULL)
        tool_text_put(&writer->text, "%llu", (unsigned long long)(told->after - told->before));
    else
        tool_python_add_value(&writer->text,
                              seconds != NULL ? seconds : tool_json_get(told->params, "frames"));
    add(writer, ")\n");
}

/* ---- What is seen ---- */

static void add_picture(struct tool_test_writer *writer, const struct tool_drive_told *told)
{
    const cJSON *frame = tool_json_get(told->reply->result, "frame");
    char stem[256], name[320];
    get_stem(writer, stem);
    writer->picture_frame = cJSON_IsNumber(frame) ? frame->valuedouble : -1.0;
    writer->picture = writer->text.size;
    writer->is_picture_named = false;
    if (writer->picture_frame < 0.0) {
        add(writer, INDENT "app.picture()\n"); /* the app ended */
        return;
    }
    snprintf(name, sizeof name, "%s-%06.0f.png", stem, writer->picture_frame);
    add(writer, INDENT "app.expect.picture(");
    tool_python_add_string(&writer->text, name);
    add(writer, ")\n");
}

/* The picture's statement gets the name that is needed now. */
static void name_picture(struct tool_test_writer *writer)
{
    static const char name[] = "picture = ";
    struct us_writer *text = &writer->text;
    size_t at = writer->picture + strlen(INDENT), length = strlen(name);
    if (writer->is_picture_named)
        return;
    us_writer_text(text, name);
    if (text->failed)
        return;
    memmove(text->bytes + at + length, text->bytes + at, text->size - length - at);
    memcpy(text->bytes + at, name, length);
    for (size_t i = 0; i < writer->statement_count; i++)
        if (writer->statements[i].at > writer->picture)
            writer->statements[i].at += length;
    writer->is_picture_named = true;
}

/* "target = picture.at(0.6, 0.4)", where it was about the newest picture. */
static bool add_of_picture(struct tool_test_writer *writer, const cJSON *params)
{
    static const char *const more[] = {"view", "distance"};
    const cJSON *at = tool_json_get(params, "at"), *patch = tool_json_get(params, "patch"),
                *layer = tool_json_get(params, "layer");
    const cJSON *frame = tool_json_get(params, "frame");
    if (writer->picture_frame < 0.0 ||
        (frame != NULL && frame->valuedouble != writer->picture_frame))
        return false;
    name_picture(writer);
    add(writer, layer != NULL   ? "picture.on_layer("
                : patch != NULL ? "picture.find("
                                : "picture.at(");
    if (layer != NULL)
        tool_python_add_value(&writer->text, layer);
    if (patch != NULL)
        add_file(writer, patch);
    for (int i = 0; patch == NULL && i < 2; i++) {
        add(writer, i > 0 || layer != NULL ? ", " : "");
        tool_python_add_value(&writer->text, cJSON_GetArrayItem(at, i));
    }
    for (int i = 0; i < 2; i++)
        if (tool_json_get(params, more[i]) != NULL) {
            tool_text_put(&writer->text, ", %s=", more[i]);
            tool_python_add_value(&writer->text, tool_json_get(params, more[i]));
        }
    add(writer, ")\n");
    return true;
}

static void add_locate(struct tool_test_writer *writer, const struct tool_drive_told *told)
{
    const cJSON *point = tool_json_get(told->reply->result, "point");
    if (writer->picture_frame >= 0.0)
        name_picture(writer);
    size_t from = writer->text.size;
    add(writer, INDENT "target = ");
    writer->person.has_target = add_of_picture(writer, told->params);
    for (int i = 0; i < 3; i++) {
        const cJSON *value = cJSON_GetArrayItem(point, i);
        /* json.h prints numbers with the digits of a float. */
        writer->person.target[i] = cJSON_IsRaw(value)      ? strtod(value->valuestring, NULL)
                                   : cJSON_IsNumber(value) ? value->valuedouble
                                                           : 0.0;
    }
    if (!writer->person.has_target && !writer->text.failed)
        writer->text.size = from; /* of an older picture: only looked at */
}

/* ---- Requests ---- */

static void add_do(struct tool_test_writer *writer, const cJSON *params)
{
    const cJSON *command;
    cJSON_ArrayForEach(command, tool_json_get(params, "commands"))
    {
        add(writer, INDENT);
        tool_python_add_command(&writer->text, &writer->person, command);
    }
}

static void add_mark(struct tool_test_writer *writer, const cJSON *params)
{
    add(writer, INDENT "app.mark(");
    tool_python_add_value(&writer->text, tool_json_get(params, "name"));
    add(writer, ")\n");
}

/* ---- What an undo takes back ---- */

static void note_statement(struct tool_test_writer *writer, const struct tool_drive_told *told)
{
    if (!US_GROW(writer->statements, writer->statement_count)) {
        writer->text.failed = true;
        return;
    }
    const char *mark = strcmp(told->method, "mark") == 0 && told->reply->error == 0
                           ? tool_json_text(told->params, "name", NULL)
                           : NULL;
    writer->statements[writer->statement_count++] =
        (struct tool_test_statement){.at = writer->text.size,
                                     .from = writer->granted,
                                     .before = told->before,
                                     .after = told->after,
                                     .mark = mark != NULL ? strdup(mark) : NULL};
}

/* How many statements stay: those up to the newest mark of the name, or those before the frames
 * that go away. */
static size_t find_kept(const struct tool_test_writer *writer, const char *mark, uint64_t granted)
{
    for (size_t i = writer->statement_count; mark != NULL && i-- > 0;)
        if (writer->statements[i].mark != NULL && strcmp(writer->statements[i].mark, mark) == 0)
            return i + 1;
    size_t kept = 0;
    while (kept < writer->statement_count && writer->statements[kept].before < granted &&
           writer->statements[kept].after <= granted)
        kept++;
    return kept;
}

static void forget_statements(struct tool_test_writer *writer, size_t kept)
{
    while (writer->statement_count > kept)
        free(writer->statements[--writer->statement_count].mark);
}

/* Drops the statements whose effect was undone. */
static void take_back(struct tool_test_writer *writer, const struct tool_drive_told *told)
{
    size_t kept = find_kept(writer, tool_json_text(told->params, "mark", NULL), told->after);
    if (kept == writer->statement_count)
        return;
    const struct tool_test_statement first = writer->statements[kept];
    if (!writer->text.failed)
        writer->text.size = first.at;
    if (writer->picture >= first.at)
        writer->picture_frame = -1.0;
    writer->person.has_target = false;
    forget_statements(writer, kept);
    if (told->after > first.from)
        add_frames(writer, told->after - first.from, NULL);
}

void tool_test_writer_take(void *data, const struct tool_drive_told *told)
{
    struct tool_test_writer *writer = data;
    if (strcmp(told->method, "undo") == 0) {
        if (told->reply->error == 0 || told->after < told->before)
            take_back(writer, told);
        writer->granted = told->after;
        return;
    }
    note_statement(writer, told);
    /* Frames of which no request told: those of a client that left. */
    if (told->before > writer->granted)
        add_frames(writer, told->before - writer->granted, NULL);
    writer->granted = told->after;
    bool has_ended = told->reply->error == TOOL_DRIVE_ENDED;
    if (told->reply->error != 0 && !has_ended) {
        add_unmet(writer, tool_json_get(told->params, "until"), told->after - told->before);
        return;
    }
    if (strcmp(told->method, "do") == 0)
        add_do(writer, told->params);
    else if (strcmp(told->method, "advance") == 0)
        add_advance(writer, told);
    else if (strcmp(told->method, "picture") == 0)
        add_picture(writer, told);
    else if (strcmp(told->method, "locate") == 0)
        add_locate(writer, told);
    else if (strcmp(told->method, "mark") == 0)
        add_mark(writer, told->params);
    else if (told->drives && strcmp(told->method, "stop") != 0)
        add_request(writer, told->method, told->params);
    if (has_ended)
        add(writer, INDENT "# the app ended here\n");
}

/* ---- The file ---- */

/* A function's name, of the file's: what cannot be in one becomes "_". */
static void add_name(struct us_writer *out, const struct tool_test_writer *writer)
{
    char stem[256];
    get_stem(writer, stem);
    for (char *at = stem; *at != '\0'; at++)
        if (!isalnum((unsigned char)*at))
            *at = '_';
    us_writer_text(out, strncmp(stem, "test_", 5) == 0 ? "" : "test_");
    us_writer_text(out, stem);
}

/* Whether the file is in the working folder, where the app runs: then the test finds all there. */
static bool is_here(const char *path)
{
    char folder[PATH_MAX];
    get_folder(path, folder);
    return us_path_is_same_file(folder, ".");
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
    if (granted > writer->granted)
        add_frames(writer, granted - writer->granted, NULL);
    us_writer_text(
        &all,
        "\"\"\"Written by 'understudy drive --write-test'. The page docs/pytest.md of Understudy "
        "says how pytest runs it.\"\"\"\n\n\ndef ");
    add_name(&all, writer);
    us_writer_text(&all, "(xr):\n");
    add_launch(&all, launch, is_here(writer->path));
    if (writer->text.size > 0)
        us_writer_put(&all, writer->text.bytes, writer->text.size);
    bool is_whole = !all.failed && !writer->text.failed;
    bool is_written = tool_part_file_write(writer->path, is_whole ? all.bytes : NULL, all.size);
    us_writer_finish(&all);
    us_writer_finish(&writer->text);
    forget_statements(writer, 0);
    free(writer->statements);
    return is_written;
}
