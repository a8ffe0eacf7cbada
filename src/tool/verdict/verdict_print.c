/* SPDX-License-Identifier: MIT */
#include "tool/verdict/verdict.h"

#include <math.h>
#include <stdlib.h>

#include "tool/log/log_reader.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/output/junit.h"
#include "tool/output/part_file.h"

/* "frame 12 (0.133 s), xrEndFrame, line 80"; "the end of the log" */
static void describe_place(const struct tool_verdict_item *item, char *out, size_t size)
{
    char at[64] = "";
    if (item->line == 0) {
        snprintf(out, size, "the end of the log");
        return;
    }
    if (item->frame != TOOL_LOG_READER_BEFORE && isfinite(item->at_s))
        snprintf(at, sizeof at, "frame %lld (%.3f s)", (long long)item->frame, item->at_s);
    else if (item->frame != TOOL_LOG_READER_BEFORE)
        snprintf(at, sizeof at, "frame %lld", (long long)item->frame);
    else
        snprintf(at, sizeof at, "before playback (%.3f s after the log began)", item->wall_s);
    snprintf(out, size, "%s, %s, line %llu", at, item->call, (unsigned long long)item->line);
}

static size_t count_left_out(const struct tool_verdict *verdict)
{
    size_t left_out = 0;
    for (size_t i = 0; i < verdict->count; i++)
        left_out += verdict->items[i].is_left_out;
    return left_out;
}

static size_t count_failed(const struct tool_verdict *verdict)
{
    size_t failed = 0;
    for (size_t i = 0; i < verdict->count; i++)
        failed += !verdict->items[i].passed && !verdict->items[i].is_left_out;
    return failed;
}

/* "passed  frames: frame 4 (0.067 s), xrWaitFrame, line 19" */
static void print_item(FILE *out, const struct tool_expectation *expectation,
                       const struct tool_verdict_item *item)
{
    char place[512];
    describe_place(item, place, sizeof place);
    if (item->is_left_out)
        tool_text_print_line(out, "left out  %s: %s", expectation->name, item->reason);
    else if (item->passed)
        tool_text_print_line(out, "passed  %s: %s", expectation->name, place);
    else
        tool_text_print_line(out, "FAILED  %s: %s; %s", expectation->name, item->reason, place);
    if (item->measured[0] != '\0')
        tool_text_print_line(out, "        %s", item->measured);
}

static void print_frames(FILE *out, const struct tool_verdict *verdict)
{
    fprintf(out, "%llu frames", (unsigned long long)verdict->frames);
    if (verdict->playbacks > 1 && verdict->session > 0)
        fprintf(out, " of session %u (playback started in %u sessions)", verdict->session,
                verdict->playbacks);
}

void tool_verdict_print(FILE *out, const struct tool_verdict *verdict,
                        const struct tool_expect *expect)
{
    for (size_t i = 0; i < verdict->count; i++)
        print_item(out, &expect->list[i], &verdict->items[i]);
    if (verdict->unplayed[0] != '\0')
        tool_text_print_line(out, "FAILED  %s", verdict->unplayed);
    if (verdict->faults[0] != '\0')
        tool_text_print_line(out, "FAILED  faults on purpose: %s", verdict->faults);
    if (verdict->missing_screenshots[0] != '\0')
        tool_text_print_line(out, "FAILED  screenshots: %s", verdict->missing_screenshots);
    if (verdict->has_times)
        tool_text_print_line(out, "the frame times are those of this machine: %s",
                             verdict->machine[0] != '\0' ? verdict->machine
                                                         : "the log does not name it");
    size_t failed = count_failed(verdict), left_out = count_left_out(verdict);
    fprintf(out, "%s: %zu of %zu expectations met", verdict->passed ? "PASSED" : "FAILED",
            verdict->count - failed - left_out, verdict->count);
    if (left_out > 0)
        fprintf(out, ", %zu left out,", left_out);
    fprintf(out, " in ");
    print_frames(out, verdict);
    if (verdict->incomplete[0] != '\0')
        tool_text_print_line(out, "; the log is incomplete: %s", verdict->incomplete);
    else
        fprintf(out, "%s\n",
                verdict->is_complete
                    ? ""
                    : "; the log has no last line: the app did not end its instance");
}

static void add_item(cJSON *list, const struct tool_expectation *expectation,
                     const struct tool_verdict_item *item)
{
    cJSON *object = cJSON_CreateObject();
    tool_json_add_text(object, "name", expectation->name);
    cJSON_AddStringToObject(object, "kind", tool_expect_kind_names[expectation->what.kind]);
    tool_json_add_number(object, "line", (double)expectation->line);
    cJSON_AddBoolToObject(object, "passed", item->passed);
    cJSON_AddBoolToObject(object, "left_out", item->is_left_out);
    tool_json_add_number(object, "seen", (double)item->seen);
    if (item->passed)
        cJSON_AddNullToObject(object, "reason");
    else
        tool_json_add_text(object, "reason", item->reason);
    tool_json_add_text_or_null(object, "measured", item->measured);
    bool playing = item->line > 0 && item->frame != TOOL_LOG_READER_BEFORE;
    tool_json_add_number(object, "frame", playing ? (double)item->frame : (double)NAN);
    tool_json_add_number(object, "at_s", item->line > 0 ? item->at_s : (double)NAN);
    tool_json_add_number(object, "wall_s", item->wall_s);
    if (item->line > 0)
        tool_json_add_text(object, "call", item->call);
    else
        cJSON_AddNullToObject(object, "call");
    tool_json_add_number(object, "log_line", item->line > 0 ? (double)item->line : (double)NAN);
    cJSON_AddItemToArray(list, object);
}

cJSON *tool_verdict_to_json(const struct tool_verdict *verdict, const struct tool_expect *expect,
                            const struct tool_verdict_end *end)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "result", verdict->passed ? "passed" : "failed");
    tool_json_add_number(object, "frames", (double)verdict->frames);
    tool_json_add_number(object, "session",
                         verdict->session > 0 ? (double)verdict->session : (double)NAN);
    cJSON_AddBoolToObject(object, "complete", verdict->is_complete);
    tool_json_add_text_or_null(object, "incomplete", verdict->incomplete);
    tool_json_add_text_or_null(object, "faults_missing", verdict->faults);
    tool_json_add_text_or_null(object, "not_played", verdict->unplayed);
    tool_json_add_text_or_null(object, "app_failed", verdict->app_failed);
    tool_json_add_text_or_null(object, "shots_missing", verdict->missing_screenshots);
    tool_json_add_number(object, "dropped", (double)verdict->dropped);
    tool_json_add_text_or_null(object, "machine", verdict->machine);
    if (end->is_known) {
        cJSON *app = cJSON_AddObjectToObject(object, "app");
        tool_json_add_number(app, end->is_signal ? "signal" : "exit_code", (double)end->code);
    }
    cJSON *list = cJSON_AddArrayToObject(object, "expectations");
    for (size_t i = 0; i < verdict->count; i++)
        add_item(list, &expect->list[i], &verdict->items[i]);
    return object;
}

bool tool_verdict_write_json(const char *path, const struct tool_verdict *verdict,
                             const struct tool_expect *expect, const struct tool_verdict_end *end,
                             cJSON *comparison)
{
    cJSON *object = tool_verdict_to_json(verdict, expect, end);
    if (comparison != NULL)
        cJSON_AddItemToObject(object, "comparison", comparison);
    char *text = cJSON_Print(object);
    cJSON_Delete(object);
    bool is_written = tool_part_file_write_line(path, text);
    cJSON_free(text);
    return is_written;
}

static void add_case(struct tool_junit *junit, const char *suite,
                     const struct tool_expectation *expectation,
                     const struct tool_verdict_item *item)
{
    char place[512];
    describe_place(item, place, sizeof place);
    struct tool_junit_case one = {.of = suite,
                                  .name = expectation->name,
                                  .wall_s = item->wall_s,
                                  .outcome = item->passed        ? TOOL_JUNIT_PASSED
                                             : item->is_left_out ? TOOL_JUNIT_SKIPPED
                                                                 : TOOL_JUNIT_FAILED,
                                  .message = item->reason};
    if (one.outcome == TOOL_JUNIT_FAILED)
        one.lines[0] = place;
    if (one.outcome != TOOL_JUNIT_SKIPPED)
        one.lines[1] = item->measured;
    tool_junit_add(junit, &one);
}

/* Nothing of it has a place in the log. */
static void add_other(struct tool_junit *junit, const char *suite,
                      const struct tool_verdict_case *other)
{
    tool_junit_add(junit,
                   &(struct tool_junit_case){.of = suite,
                                             .name = other->name,
                                             .wall_s = (double)NAN,
                                             .outcome = other->failure != NULL ? TOOL_JUNIT_FAILED
                                                                               : TOOL_JUNIT_PASSED,
                                             .message = other->failure});
}

bool tool_verdict_write_junit(const char *path, const char *suite,
                              const struct tool_verdict *verdict, const struct tool_expect *expect,
                              const struct tool_verdict_case *cases, size_t case_count)
{
    /* What keeps the whole verdict from passing. */
    const struct tool_verdict_case whole[] = {
        {"the recording was played", verdict->unplayed},
        {"the app ended well", verdict->app_failed},
        {"the screenshots were taken", verdict->missing_screenshots},
        {"the event log is complete", verdict->incomplete},
        {"the faults on purpose were made", verdict->faults}};
    struct tool_junit junit = {.tests = 0};
    for (size_t i = 0; i < verdict->count; i++)
        add_case(&junit, suite, &expect->list[i], &verdict->items[i]);
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        if (whole[i].failure[0] != '\0')
            add_other(&junit, suite, &whole[i]);
    for (size_t i = 0; i < case_count; i++)
        add_other(&junit, suite, &cases[i]);
    return tool_junit_write(&junit, path, suite, (double)NAN);
}
