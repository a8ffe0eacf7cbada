/* SPDX-License-Identifier: MIT */
#include "tool/expect/expect.h"

#include <limits.h>
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "platform/path.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/expect/expect_keys.h"

static bool read_what(struct tool_json_place *reader, const cJSON *object, bool in_order,
                      struct tool_expect_what *out)
{
    if (!tool_expect_keys_find_kind(reader, object, &out->kind))
        return false;
    tool_expect_keys_check(reader, object, out->kind, in_order);
    out->state = tool_json_text(object, "state", NULL);
    out->hand = tool_json_text(object, "hand", NULL);
    out->action = tool_json_text(object, "action", NULL);
    out->space = tool_json_text(object, "space", NULL);
    out->layer = tool_json_text(object, "layer", NULL);
    out->call = tool_json_text(object, "call", NULL);
    out->event = tool_json_text(object, "event", NULL);
    out->value = tool_json_get(object, "value");
    out->where = tool_json_get(object, "where");
    return true;
}

static struct tool_expect_edge read_edge(const cJSON *object, const char *key)
{
    const cJSON *item = tool_json_get(object, key);
    if (item == NULL)
        return (struct tool_expect_edge){0};
    return (struct tool_expect_edge){true, cJSON_GetStringValue(item),
                                     cJSON_IsNumber(item) ? item->valuedouble : 0.0};
}

static void read_order(struct tool_json_place *reader, const cJSON *object,
                       struct tool_expectation *out)
{
    const cJSON *list = tool_json_get(object, "of");
    int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    if (count == 0)
        return;
    out->order = calloc((size_t)count, sizeof *out->order);
    if (out->order == NULL) {
        tool_json_place_complain(reader, object, "out of memory", "");
        return;
    }
    for (const cJSON *item = list->child; item != NULL; item = item->next)
        (void)read_what(reader, item, true, &out->order[out->order_count++]);
}

/* What is no count has been said; `most` of those that are stand for all above. */
static uint64_t count_of(const cJSON *object, const char *key, uint64_t otherwise, uint64_t most)
{
    const cJSON *item = tool_json_get(object, key);
    if (!tool_expect_keys_is_count(item))
        return otherwise;
    return (uint64_t)fmin(item->valuedouble, (double)most);
}

static void read_times(struct tool_json_place *reader, const cJSON *object,
                       struct tool_expect_times *out)
{
    const char *clock = tool_json_text(object, "clock", NULL);
    out->is_processor = clock != NULL && strcmp(clock, "processor") == 0;
    out->median_ms = tool_json_number(object, "median_ms", (double)INFINITY);
    out->p95_ms = tool_json_number(object, "p95_ms", (double)INFINITY);
    out->p99_ms = tool_json_number(object, "p99_ms", (double)INFINITY);
    out->longest_ms = tool_json_number(object, "longest_ms", (double)INFINITY);
    if (isinf(out->median_ms) && isinf(out->p95_ms) && isinf(out->p99_ms) && isinf(out->longest_ms))
        tool_json_place_complain(
            reader, object,
            "this expectation needs one of 'median_ms', 'p95_ms', 'p99_ms' and 'longest_ms'", "");
}

static void read_memory(struct tool_json_place *reader, const cJSON *object,
                        struct tool_expectation *out)
{
    out->most_mb = tool_json_number(object, "at_most_mb", (double)INFINITY);
    static const char *const edges[] = {"from", "to"};
    for (int i = 0; i < 2; i++) {
        const cJSON *edge = tool_json_get(object, edges[i]);
        if (cJSON_IsNumber(edge))
            tool_json_place_complain(reader, edge, "needs the name of a marker", "");
    }
}

static void read_picture(const cJSON *object, struct tool_expect_picture *out)
{
    out->at = read_edge(object, "at");
    out->view = tool_json_number(object, "view", (double)NAN);
    out->file = tool_json_text(object, "file", NULL);
    out->threshold = tool_json_number(object, "threshold", 0.02);
    out->share = tool_json_number(object, "allow", 0.0);
    out->ssim = tool_json_number(object, "ssim", (double)NAN);
}

/* The handles that the log counts. */
static void read_handles(struct tool_json_place *reader, const cJSON *object,
                         struct tool_expectation *out)
{
    static const char *const known[] = {"sessions", "spaces",        "swapchains", "action_sets",
                                        "actions",  "hand_trackers", NULL};
    out->handles = tool_json_get(object, "handles");
    const cJSON *first = cJSON_IsArray(out->handles) ? out->handles->child : NULL;
    if (cJSON_IsArray(out->handles) && first == NULL)
        tool_json_place_complain(reader, out->handles, "is empty, so no handle is counted", "");
    for (const cJSON *item = first; item != NULL; item = item->next)
        if (us_text_find(known, cJSON_GetStringValue(item)) < 0)
            tool_json_place_complain(
                reader, item,
                "'handles' holds any of sessions, spaces, swapchains, action_sets, actions and "
                "hand_trackers",
                "");
}

static void read_output(struct tool_json_place *reader, const cJSON *object,
                        struct tool_expect_output *out)
{
    static const char *const keys[] = {"has", "has_not", "matches", "matches_not"};
    const char *stream = tool_json_text(object, "stream", NULL);
    regex_t compiled;
    out->stream = stream == NULL ? -1 : strcmp(stream, "stderr") == 0;
    for (int i = 0; i < 4; i++) {
        const char *text = tool_json_text(object, keys[i], NULL);
        if (text == NULL)
            continue;
        if (out->text != NULL)
            tool_json_place_complain(reader, object, "one of 'has' and the like is enough", "");
        *out = (struct tool_expect_output){out->stream, text, i >= 2, i % 2 == 1};
    }
    if (out->text == NULL)
        tool_json_place_complain(
            reader, object,
            "this expectation needs one of 'has', 'has_not', 'matches' and 'matches_not'", "");
    if (!out->is_pattern)
        return;
    if (regcomp(&compiled, out->text, REG_EXTENDED | REG_NOSUB) == 0)
        regfree(&compiled);
    else
        tool_json_place_complain(reader, object,
                                 "this is no extended regular expression: ", out->text);
}

static void read_resources(struct tool_json_place *reader, const cJSON *object,
                           struct tool_expectation *out)
{
    if (out->what.kind == TOOL_EXPECT_FRAME_TIME)
        read_times(reader, object, &out->times);
    else if (out->what.kind == TOOL_EXPECT_MEMORY)
        read_memory(reader, object, out);
    else if (out->what.kind == TOOL_EXPECT_BALANCE)
        read_handles(reader, object, out);
    else if (out->what.kind == TOOL_EXPECT_SAME_AS || out->what.kind == TOOL_EXPECT_SEES)
        read_picture(object, &out->picture);
    else if (out->what.kind == TOOL_EXPECT_OUTPUT)
        read_output(reader, object, &out->output);
}

bool tool_expect_needs_processor(const struct tool_expect *expect)
{
    for (size_t i = 0; i < expect->count; i++)
        if (expect->list[i].what.kind == TOOL_EXPECT_FRAME_TIME &&
            expect->list[i].times.is_processor)
            return true;
    return false;
}

bool tool_expect_has(const struct tool_expect *expect, enum tool_expect_kind kind)
{
    for (size_t i = 0; i < expect->count; i++)
        if (expect->list[i].what.kind == kind)
            return true;
    return false;
}

static void read_one(struct tool_json_place *reader, const cJSON *object,
                     struct tool_expectation *out)
{
    if (!read_what(reader, object, false, &out->what))
        return;
    const char *name = tool_json_text(object, "name", NULL);
    out->name = name != NULL ? name : tool_expect_kind_names[out->what.kind];
    out->line = tool_json_place_line(reader->text, reader->root, object);
    out->from = read_edge(object, "from");
    out->to = read_edge(object, "to");
    if (tool_expect_edge_is_time(&out->from) && tool_expect_edge_is_time(&out->to) &&
        out->to.at_s < out->from.at_s)
        tool_json_place_complain(reader, object, "'to' is before 'from'", "");
    out->within_s = tool_json_number(object, "within_s", (double)INFINITY);
    bool bounded = tool_json_get(object, "at_most") != NULL;
    out->at_least = count_of(object, "at_least", bounded ? 0 : 1, TOOL_EXPECT_COUNT_MOST);
    out->at_most = bounded ? count_of(object, "at_most", 0, TOOL_EXPECT_COUNT_MOST) : UINT64_MAX;
    if (!bounded && out->at_least == 0)
        tool_json_place_complain(reader, object,
                                 "'at_least' 0 is always met; 'at_most' 0 means never", "");
    if (out->at_most < out->at_least)
        tool_json_place_complain(reader, object, "'at_most' is less than 'at_least'", "");
    out->gap_frames = count_of(object, "frames", 0, TOOL_EXPECT_COUNT_MOST);
    out->except = tool_json_get(object, "except");
    out->exit_code = (int)count_of(object, "exit_code", 0, INT_MAX);
    read_order(reader, object, out);
    read_resources(reader, object, out);
}

static bool read_list(struct tool_json_place *reader, struct tool_expect *expect)
{
    const cJSON *version = tool_json_get(reader->root, "version");
    const cJSON *list = tool_json_get(reader->root, "expect");
    if (!cJSON_IsNumber(version) || version->valuedouble != 1.0)
        tool_json_place_complain(reader, version != NULL ? version : reader->root,
                                 version != NULL ? "must be 1" : "the file needs \"version\": 1",
                                 "");
    const cJSON *faults = tool_json_get(reader->root, "fault");
    for (const cJSON *item = reader->root->child; item != NULL; item = item->next)
        if (item->string != NULL && item != version && item != list && item != faults &&
            strcmp(item->string, "comment") != 0)
            tool_json_place_complain(
                reader, item,
                "is not a key here; the keys are 'version', 'expect', 'fault' and 'comment'", "");
    if (faults != NULL && !(cJSON_IsString(faults) && faults->valuestring[0] != '\0'))
        tool_json_place_complain(reader, faults, "needs a list of faults as --fault has it, a text",
                                 "");
    expect->faults = cJSON_GetStringValue(faults);
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) == 0) {
        tool_json_place_complain(reader, list != NULL ? list : reader->root,
                                 list != NULL ? "must be a list that is not empty"
                                              : "the file needs a list \"expect\": [...]",
                                 "");
        return false;
    }
    expect->list = calloc((size_t)cJSON_GetArraySize(list), sizeof *expect->list);
    if (expect->list == NULL) {
        tool_json_place_complain(reader, list, "out of memory", "");
        return false;
    }
    for (const cJSON *item = list->child; item != NULL; item = item->next)
        read_one(reader, item, &expect->list[expect->count++]);
    return !reader->failed;
}

static bool read_expect(struct tool_expect *expect, const char *path, char *text, cJSON *json)
{
    *expect = (struct tool_expect){.text = text, .path = path, .json = json};
    if (json == NULL) {
        tool_expect_free(expect);
        return false;
    }
    struct tool_json_place reader = {path, expect->text, expect->json, false};
    if (read_list(&reader, expect))
        return true;
    tool_expect_free(expect);
    return false;
}

bool tool_expect_read(struct tool_expect *expect, const char *path)
{
    char *text = NULL;
    cJSON *json =
        tool_json_place_read(path, "a file of expectations, understudy-expect(5),", &text);
    return read_expect(expect, path, text, json);
}

bool tool_expect_play(struct tool_expect *expect, const char *what, const char *name,
                      const char *unmet)
{
    char text[256];
    snprintf(text, sizeof text,
             "{\"version\": 1, \"expect\": [{\"kind\": \"event\", \"event\": \"play\", "
             "\"where\": {\"what\": \"%s\"}, \"name\": \"%s\"}]}",
             what, name);
    bool is_read = read_expect(expect, "run", strdup(text), tool_json_place_parse("run", text));
    if (is_read)
        expect->list[0].unmet = unmet;
    return is_read;
}

void tool_expect_free(struct tool_expect *expect)
{
    for (size_t i = 0; i < expect->count; i++)
        free(expect->list[i].order);
    free(expect->list);
    cJSON_Delete(expect->json);
    free(expect->text);
    *expect = (struct tool_expect){0};
}

bool tool_expect_check_files(const struct tool_expect *expect, const char *command,
                             const struct tool_file_role *roles, size_t count)
{
    for (size_t i = 0; i < expect->count; i++) {
        const char *file = expect->list[i].picture.file;
        char path[PATH_MAX];
        const struct tool_file_role input = {"a picture that the expectations name", path, false};
        if (file != NULL && tool_file_path_beside(expect->path, file, path) &&
            !tool_file_roles_check_input(command, &input, roles, count))
            return false;
    }
    return true;
}

/* Whether a run that writes its screenshots into the folder replaces this file. */
static bool is_screenshot_in(const char *folder, const char *path)
{
    char of_path[PATH_MAX];
    const char *name = us_path_name(path), *holder = tool_file_path_folder(path, of_path);
    return tool_file_path_is_screenshot(name) && holder != NULL &&
           us_path_is_same_file(holder, folder);
}

bool tool_expect_check_screenshots(const struct tool_expect *expect, const char *command,
                                   const char *option, const char *folder)
{
    for (size_t i = 0; i < expect->count; i++) {
        const char *file = expect->list[i].picture.file;
        char path[PATH_MAX], real[PATH_MAX];
        if (file == NULL || !tool_file_path_beside(expect->path, file, path))
            continue;
        if (!is_screenshot_in(folder, path) &&
            !(us_path_real(path, real, sizeof real) && is_screenshot_in(folder, real)))
            continue;
        tool_text_complain("%s: %s: %s is a picture that the expectations name and would be "
                           "overwritten; choose another folder",
                           command, option, path);
        return false;
    }
    return true;
}
