/* SPDX-License-Identifier: MIT */
#include "tool/verdict/verdict_print.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "tool/log/log_reader.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"

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
    char name[512], reason[512], place[512], safe[1024];
    describe_place(item, place, sizeof place);
    tool_text_escape(expectation->name, name, sizeof name);
    tool_text_escape(place, safe, sizeof safe);
    tool_text_escape(item->reason, reason, sizeof reason);
    if (item->is_left_out)
        fprintf(out, "left out  %s: %s\n", name, reason);
    else if (item->passed)
        fprintf(out, "passed  %s: %s\n", name, safe);
    else
        fprintf(out, "FAILED  %s: %s; %s\n", name, reason, safe);
    tool_text_escape(item->measured, reason, sizeof reason);
    if (reason[0] != '\0')
        fprintf(out, "        %s\n", reason);
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
    char machine[512], faults[512];
    tool_text_escape(verdict->faults, faults, sizeof faults);
    if (faults[0] != '\0')
        fprintf(out, "FAILED  faults on purpose: %s\n", faults);
    tool_text_escape(verdict->machine, machine, sizeof machine);
    if (verdict->has_times)
        fprintf(out, "the frame times are those of this machine: %s\n",
                machine[0] != '\0' ? machine : "the log does not name it");
    size_t failed = count_failed(verdict), left_out = count_left_out(verdict);
    fprintf(out, "%s: %zu of %zu expectations met", verdict->passed ? "PASSED" : "FAILED",
            verdict->count - failed - left_out, verdict->count);
    if (left_out > 0)
        fprintf(out, ", %zu left out,", left_out);
    fprintf(out, " in ");
    print_frames(out, verdict);
    char incomplete[512];
    tool_text_escape(verdict->incomplete, incomplete, sizeof incomplete);
    if (incomplete[0] != '\0')
        fprintf(out, "; the log is incomplete: %s\n", incomplete);
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
    cJSON_AddStringToObject(object, "kind", tool_expect_kind_name(expectation->what.kind));
    tool_json_add_number(object, "line", (double)expectation->line);
    cJSON_AddBoolToObject(object, "passed", item->passed);
    cJSON_AddBoolToObject(object, "left_out", item->is_left_out);
    tool_json_add_number(object, "seen", (double)item->seen);
    if (item->passed)
        cJSON_AddNullToObject(object, "reason");
    else
        tool_json_add_text(object, "reason", item->reason);
    if (item->measured[0] != '\0')
        tool_json_add_text(object, "measured", item->measured);
    else
        cJSON_AddNullToObject(object, "measured");
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
    if (verdict->incomplete[0] != '\0')
        tool_json_add_text(object, "incomplete", verdict->incomplete);
    else
        cJSON_AddNullToObject(object, "incomplete");
    if (verdict->faults[0] != '\0')
        tool_json_add_text(object, "faults_missing", verdict->faults);
    else
        cJSON_AddNullToObject(object, "faults_missing");
    tool_json_add_number(object, "dropped", (double)verdict->dropped);
    if (verdict->machine[0] != '\0')
        tool_json_add_text(object, "machine", verdict->machine);
    else
        cJSON_AddNullToObject(object, "machine");
    if (end->is_known) {
        cJSON *app = cJSON_AddObjectToObject(object, "app");
        tool_json_add_number(app, end->is_signal ? "signal" : "exit_code", (double)end->code);
    }
    cJSON *list = cJSON_AddArrayToObject(object, "expectations");
    for (size_t i = 0; i < verdict->count; i++)
        add_item(list, &expect->list[i], &verdict->items[i]);
    return object;
}

static bool finish(FILE *file, const char *path)
{
    bool failed = file == NULL || ferror(file) != 0;
    int reason = errno;
    if (file != NULL && fclose(file) != 0) {
        failed = true;
        reason = errno;
    }
    if (failed)
        tool_text_complain("%s could not be written: %s", path, strerror(reason));
    return !failed;
}

bool tool_verdict_write_json(const char *path, const struct tool_verdict *verdict,
                             const struct tool_expect *expect, const struct tool_verdict_end *end)
{
    cJSON *object = tool_verdict_to_json(verdict, expect, end);
    char *text = cJSON_Print(object);
    cJSON_Delete(object);
    FILE *file = text != NULL ? fopen(path, "we") : NULL;
    if (file != NULL)
        fprintf(file, "%s\n", text);
    cJSON_free(text);
    return finish(file, path);
}

/* Text for XML 1.0, which has no way to hold control characters. */
static void write_xml(FILE *file, const char *text)
{
    char safe[2048];
    tool_text_escape(text, safe, sizeof safe);
    for (const char *at = safe; *at != '\0'; at++) {
        switch (*at) {
        case '&':
            fputs("&amp;", file);
            break;
        case '<':
            fputs("&lt;", file);
            break;
        case '>':
            fputs("&gt;", file);
            break;
        case '"':
            fputs("&quot;", file);
            break;
        default:
            fputc(*at, file);
        }
    }
}

static void write_case(FILE *file, const char *suite, const struct tool_expectation *expectation,
                       const struct tool_verdict_item *item)
{
    char place[512];
    describe_place(item, place, sizeof place);
    fputs("    <testcase classname=\"", file);
    write_xml(file, suite);
    fputs("\" name=\"", file);
    write_xml(file, expectation->name);
    fprintf(file, "\" time=\"%.3f\"", isfinite(item->wall_s) ? item->wall_s : 0.0);
    if (item->passed) {
        fputs("/>\n", file);
        return;
    }
    fputs(item->is_left_out ? ">\n      <skipped message=\"" : ">\n      <failure message=\"",
          file);
    write_xml(file, item->reason);
    fputs(item->is_left_out ? "\"/>" : "\">", file);
    if (!item->is_left_out) {
        write_xml(file, place);
        fputs("</failure>", file);
    }
    fputs("\n    </testcase>\n", file);
}

/* What keeps the whole verdict from passing. */
static void write_whole_case(FILE *file, const char *suite, const char *name, const char *reason)
{
    const struct tool_expectation expectation = {.name = name};
    struct tool_verdict_item item = {.wall_s = (double)NAN};
    if (reason[0] == '\0')
        return;
    snprintf(item.reason, sizeof item.reason, "%s", reason);
    write_case(file, suite, &expectation, &item);
}

/* Nothing of it has a place in the log. */
static void write_other_case(FILE *file, const char *suite, const struct tool_verdict_case *other)
{
    fputs("    <testcase classname=\"", file);
    write_xml(file, suite);
    fputs("\" name=\"", file);
    write_xml(file, other->name);
    fputs(other->failure == NULL ? "\"/>\n" : "\">\n      <failure message=\"", file);
    if (other->failure == NULL)
        return;
    write_xml(file, other->failure);
    fputs("\"/>\n    </testcase>\n", file);
}

static size_t count_failures(const struct tool_verdict_case *cases, size_t count)
{
    size_t failures = 0;
    for (size_t i = 0; i < count; i++)
        failures += cases[i].failure != NULL;
    return failures;
}

bool tool_verdict_write_junit(const char *path, const char *suite,
                              const struct tool_verdict *verdict, const struct tool_expect *expect,
                              const struct tool_verdict_case *cases, size_t case_count)
{
    FILE *file = fopen(path, "we");
    if (file == NULL)
        return finish(file, path);
    bool is_cut = verdict->incomplete[0] != '\0', lacks_faults = verdict->faults[0] != '\0';
    size_t whole = (size_t)is_cut + (size_t)lacks_faults;
    size_t failed = count_failed(verdict) + whole + count_failures(cases, case_count);
    size_t count = verdict->count + whole + case_count;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", file);
    char counts[96];
    size_t left_out = count_left_out(verdict);
    snprintf(counts, sizeof counts, "tests=\"%zu\" failures=\"%zu\"", count, failed);
    if (left_out > 0)
        snprintf(counts, sizeof counts, "tests=\"%zu\" failures=\"%zu\" skipped=\"%zu\"", count,
                 failed, left_out);
    fprintf(file, "<testsuites %s>\n  <testsuite name=\"", counts);
    write_xml(file, suite);
    fprintf(file, "\" %s>\n", counts);
    for (size_t i = 0; i < verdict->count; i++)
        write_case(file, suite, &expect->list[i], &verdict->items[i]);
    write_whole_case(file, suite, "the event log is complete", verdict->incomplete);
    write_whole_case(file, suite, "the faults on purpose were made", verdict->faults);
    for (size_t i = 0; i < case_count; i++)
        write_other_case(file, suite, &cases[i]);
    fputs("  </testsuite>\n</testsuites>\n", file);
    return finish(file, path);
}
