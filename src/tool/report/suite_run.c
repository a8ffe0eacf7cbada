/* SPDX-License-Identifier: MIT */
#include "tool/report/suite_run.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "platform/path.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/report/run_data.h"
#include "tool/run_folder/run_folder.h"

const char *tool_suite_state_name(enum tool_suite_state state)
{
    static const char *const names[TOOL_SUITE_STATES] = {
        [TOOL_SUITE_PASSED] = "passed",
        [TOOL_SUITE_FAILED] = "failed",
        [TOOL_SUITE_UNFINISHED] = "unfinished",
        [TOOL_SUITE_BROKEN] = "broken",
    };
    return names[state];
}

static void copy(char *out, size_t size, const char *text)
{
    snprintf(out, size, "%.*s", (int)(size - 1), text != NULL ? text : "");
}

static void set(struct tool_suite_run *run, enum tool_suite_state state, const char *reason)
{
    run->state = state;
    copy(run->reason, sizeof run->reason, reason);
}

static void read_app(struct tool_suite_run *run, const cJSON *facts)
{
    const cJSON *word;
    cJSON_ArrayForEach(word, tool_json_get(tool_json_get(facts, "app"), "arguments"))
        us_text_add(run->app, sizeof run->app, " ", cJSON_IsString(word) ? word->valuestring : "?");
}

static void read_facts(struct tool_suite_run *run, const cJSON *facts)
{
    const cJSON *recording = tool_json_get(facts, "recording");
    const cJSON *versions = tool_json_get(facts, "versions");
    const cJSON *device = cJSON_GetArrayItem(tool_json_get(versions, "vulkan"), 0);
    read_app(run, facts);
    copy(run->recording, sizeof run->recording, tool_json_text(recording, "name", ""));
    copy(run->sha256, sizeof run->sha256, tool_json_text(recording, "sha256", ""));
    copy(run->began, sizeof run->began, tool_json_text(facts, "began", ""));
    copy(run->driver, sizeof run->driver, tool_json_text(device, "driver_info", ""));
    run->wall_s = tool_json_number(facts, "wall_s", 0.0);
}

/* ---- Why it failed ---- */

static bool has_expectation(struct tool_suite_run *run, const cJSON *verdict)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, tool_json_get(verdict, "expectations")) {
        if (!cJSON_IsFalse(tool_json_get(item, "passed")) ||
            cJSON_IsTrue(tool_json_get(item, "left_out")))
            continue;
        snprintf(run->reason, sizeof run->reason, "%.400s: %.600s",
                 tool_json_text(item, "name", "an expectation"),
                 tool_json_text(item, "reason", "not met"));
        run->frame = (int64_t)tool_json_number(item, "frame", -1.0);
        return true;
    }
    return false;
}

/* What keeps a verdict from passing, without an expectation. */
static bool has_whole(struct tool_suite_run *run, const cJSON *verdict)
{
    static const char *const keys[] = {"not_played", "app_failed", "incomplete", "faults_missing",
                                       "shots_missing"};
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *text = tool_json_text(verdict, keys[i], NULL);
        if (text != NULL) {
            copy(run->reason, sizeof run->reason, text);
            return true;
        }
    }
    return false;
}

static bool has_difference(struct tool_suite_run *run, const cJSON *comparison, const char *other)
{
    const cJSON *side = tool_json_get(comparison, other);
    const char *kind = tool_json_text(side, "first", NULL);
    if (kind == NULL)
        return false;
    bool is_event = strcmp(kind, "event") == 0, is_picture = strcmp(kind, "picture") == 0;
    const cJSON *where = tool_json_get(tool_json_get(side, is_event     ? "events"
                                                           : is_picture ? "pictures"
                                                                        : "output"),
                                       "first");
    const char *what = tool_json_text(where, is_picture ? "file" : is_event ? "what" : "text", "");
    run->frame = (int64_t)tool_json_number(where, "frame", -1.0);
    snprintf(run->reason, sizeof run->reason,
             "the run differs from %s: the first difference is of the %s%s%.600s%s%.200s",
             strcmp(other, "baseline") == 0 ? "the baseline" : "its repetition", kind,
             what[0] != '\0' ? ": " : "", what, is_event ? " " : "",
             is_event ? tool_json_text(where, "field", "") : "");
    return true;
}

static void describe_end(struct tool_suite_run *run, const cJSON *facts, double code)
{
    const cJSON *end = tool_json_get(facts, "end");
    const char *how = tool_json_text(end, "how", "");
    if (strcmp(how, "signal") == 0)
        snprintf(run->reason, sizeof run->reason, "the app was ended by signal %.0f",
                 tool_json_number(end, "signal", 0.0));
    else if (strcmp(how, "limit") == 0 || strcmp(how, "stall") == 0)
        snprintf(run->reason, sizeof run->reason, "the app was terminated: --%s", how);
    else if (tool_json_text(end, "why", NULL) != NULL)
        copy(run->reason, sizeof run->reason, tool_json_text(end, "why", ""));
    else if (code == 5)
        copy(run->reason, sizeof run->reason, "nothing was played");
    else
        snprintf(run->reason, sizeof run->reason, "exit code %.0f", code);
}

/* ---- Its picture ---- */

enum { NAME_SIZE = 256 };

/* The frame in the name of a first view's screenshot, frame-000090-view-0.png; -1 of others. */
static int64_t frame_of(const char *name)
{
    static const char begin[] = "frame-", end[] = "-view-0.png";
    char *rest;
    if (strncmp(name, begin, sizeof begin - 1) != 0)
        return -1;
    long long frame = strtoll(name + sizeof begin - 1, &rest, 10);
    return strcmp(rest, end) == 0 ? frame : -1;
}

/* Writes the name of the newest screenshot that is not after the frame; of the last one if the
 * frame is -1, and of the first one if all are later. */
static bool find_nearest(const char *pictures, int64_t frame, char *out, size_t size)
{
    struct us_path_list *listing = us_path_list_begin(pictures);
    const char *name;
    int64_t best = -1;
    if (listing == NULL)
        return false;
    while ((name = us_path_list_next(listing)) != NULL) {
        int64_t at = frame_of(name);
        bool fits = frame < 0 || at <= frame, best_fits = frame < 0 || best <= frame;
        bool is_better = best < 0 || (fits != best_fits ? fits : fits ? at > best : at < best);
        if (at < 0 || !is_better)
            continue;
        best = at;
        snprintf(out, size, "%s", name);
    }
    us_path_list_end(listing);
    return best >= 0;
}

/* FOLDER/pictures/NAME, if it can be read; otherwise "". */
static void set_path(char out[PATH_MAX], const char *folder, const char *name)
{
    char pictures[PATH_MAX];
    if (!tool_run_folder_part(folder, TOOL_RUN_PICTURES, pictures) ||
        !tool_run_folder_join(pictures, name, out) || !us_path_is_readable(out))
        out[0] = '\0';
}

/* The first screenshot that differs from the baseline's, or the newest one that is not after
 * `frame`, or the last one if that is -1. `verdict` may be NULL. */
static void find_pictures(struct tool_suite_pictures *out, const char *folder, const cJSON *verdict,
                          int64_t frame)
{
    char name[NAME_SIZE], pictures[PATH_MAX], baseline[PATH_MAX];
    const cJSON *compared =
        tool_json_get(tool_json_get(tool_json_get(verdict, "comparison"), "baseline"), "pictures");
    const char *first = tool_json_text(tool_json_get(compared, "first"), "file", NULL);
    /* The name comes from a file: it must not lead out of the folder. */
    bool is_named = first != NULL && us_path_name(first) == first && strlen(first) < sizeof name;
    if (is_named)
        snprintf(name, sizeof name, "%s", first);
    else if (!tool_run_folder_part(folder, TOOL_RUN_PICTURES, pictures) ||
             !find_nearest(pictures, frame, name, sizeof name))
        return;
    set_path(out->got, folder, name);
    if (tool_run_data_baseline_find(verdict, "report", baseline))
        set_path(out->expected, baseline, name);
}

static void read_failure(struct tool_suite_run *run, const char *folder, const cJSON *facts,
                         double code)
{
    cJSON *verdict = tool_run_data_baseline_read_verdict(folder);
    const cJSON *comparison = tool_json_get(verdict, "comparison");
    if (!has_expectation(run, verdict) && !has_whole(run, verdict) &&
        !has_difference(run, comparison, "baseline") && !has_difference(run, comparison, "again"))
        describe_end(run, facts, code);
    find_pictures(&run->pictures, folder, verdict, run->frame);
    cJSON_Delete(verdict);
}

/* ---- The folder ---- */

/* The page of a run: beside the folder, as the plug-in of pytest and the GitHub Action put it, or
 * as `understudy report` names it. */
static void find_page(struct tool_suite_run *run, const char *folder)
{
    static const char *const formats[] = {"%s/../report.html", "%s.html"};
    for (unsigned i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        int length = snprintf(run->page, sizeof run->page, formats[i], folder);
        if (length > 0 && (size_t)length < sizeof run->page && us_path_is_readable(run->page))
            return;
    }
    run->page[0] = '\0';
}

/* The hash by which a copy of a complete run is known. */
static void hash_facts(struct tool_suite_run *run, const char *folder)
{
    char path[PATH_MAX];
    uint64_t size;
    if (!tool_run_folder_part(folder, TOOL_RUN_FACTS, path) ||
        !tool_sha256_file(path, run->hash, &size))
        run->hash[0] = '\0';
}

static void read_run(struct tool_suite_run *run, const char *folder)
{
    const char *why;
    cJSON *facts = tool_run_folder_find_facts(folder, &why);
    if (facts == NULL) {
        set(run, TOOL_SUITE_BROKEN, why);
        return;
    }
    read_facts(run, facts);
    const char *state = tool_json_text(facts, "state", "");
    double code = tool_json_number(facts, "exit_code", -1.0);
    if (strcmp(state, "complete") != 0 || code < 0.0) {
        set(run, TOOL_SUITE_UNFINISHED,
            "the run did not end: it was killed, or the app still runs");
    } else {
        run->state = code == 0.0 ? TOOL_SUITE_PASSED : TOOL_SUITE_FAILED;
        if (run->state == TOOL_SUITE_FAILED)
            read_failure(run, folder, facts, code);
        hash_facts(run, folder);
        find_page(run, folder);
    }
    cJSON_Delete(facts);
}

/* The last line that the tool said is why no run began. */
static void read_messages(struct tool_suite_run *run, const char *folder)
{
    static const char ours[] = "understudy: ";
    char path[PATH_MAX];
    set(run, TOOL_SUITE_BROKEN, "no run began");
    const bool has_path = tool_run_folder_join(folder, "messages.txt", path);
    char *text = has_path ? tool_text_read(path, SIZE_MAX) : NULL, *rest = text;
    for (char *line = text != NULL ? strtok_r(rest, "\n", &rest) : NULL; line != NULL;
         line = strtok_r(NULL, "\n", &rest))
        if (strncmp(line, ours, sizeof ours - 1) == 0)
            snprintf(run->reason, sizeof run->reason, "no run began: %.900s",
                     line + sizeof ours - 1);
    free(text);
}

void tool_suite_run_read(struct tool_suite_run *run, const struct tool_suite_place *place)
{
    *run = (struct tool_suite_run){.frame = -1};
    if (place->kind == TOOL_SUITE_RUN)
        read_run(run, place->folder);
    else if (place->kind == TOOL_SUITE_NOT_BEGUN)
        read_messages(run, place->folder);
    else
        snprintf(run->reason, sizeof run->reason, "the folder cannot be read: %s",
                 strerror(place->why));
    if (place->kind == TOOL_SUITE_UNREADABLE)
        run->state = TOOL_SUITE_BROKEN;
}
