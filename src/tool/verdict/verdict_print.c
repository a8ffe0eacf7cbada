/* SPDX-License-Identifier: MIT */
#include "tool/verdict/verdict_print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "platform/machine.h"
#include "tool/log/log_reader.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
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
                             const struct tool_expect *expect, const struct tool_verdict_end *end)
{
    cJSON *object = tool_verdict_to_json(verdict, expect, end);
    char *text = cJSON_Print(object);
    cJSON_Delete(object);
    bool is_written = tool_part_file_write_line(path, text);
    cJSON_free(text);
    return is_written;
}

static void begin_case(struct us_writer *out, const char *suite, const char *name, double wall_s)
{
    tool_text_put(out, "    <testcase classname=\"");
    tool_text_put_xml(out, suite);
    tool_text_put(out, "\" name=\"");
    tool_text_put_xml(out, name);
    tool_text_put(out, "\" time=\"%.3f\"", isfinite(wall_s) ? wall_s : 0.0);
}

/* The body of a failure says where it was seen, and what was measured. */
static void write_case(struct us_writer *out, const char *suite,
                       const struct tool_expectation *expectation,
                       const struct tool_verdict_item *item)
{
    char place[512];
    describe_place(item, place, sizeof place);
    begin_case(out, suite, expectation->name, item->wall_s);
    if (item->passed && item->measured[0] == '\0') {
        tool_text_put(out, "/>\n");
        return;
    }
    const char *element = item->passed ? "system-out" : item->is_left_out ? "skipped" : "failure";
    tool_text_put(out, ">\n      <%s", element);
    if (!item->passed) {
        tool_text_put(out, " message=\"");
        tool_text_put_xml(out, item->reason);
        tool_text_put(out, "%s", item->is_left_out ? "\"/>" : "\">");
    } else {
        tool_text_put(out, ">");
    }
    if (!item->passed && !item->is_left_out)
        tool_text_put_xml(out, place);
    if (item->measured[0] != '\0' && !item->is_left_out) {
        tool_text_put(out, "%s", item->passed ? "" : "\n");
        tool_text_put_xml(out, item->measured);
    }
    if (!item->is_left_out)
        tool_text_put(out, "</%s>", element);
    tool_text_put(out, "\n    </testcase>\n");
}

/* Nothing of it has a place in the log. */
static void write_other_case(struct us_writer *out, const char *suite,
                             const struct tool_verdict_case *other)
{
    begin_case(out, suite, other->name, (double)NAN);
    tool_text_put(out, "%s", other->failure == NULL ? "/>\n" : ">\n      <failure message=\"");
    if (other->failure == NULL)
        return;
    tool_text_put_xml(out, other->failure);
    tool_text_put(out, "\"/>\n    </testcase>\n");
}

enum { WHOLE_CASES = 4 };

/* What keeps the whole verdict from passing. Returns how many there are. */
static size_t find_whole_cases(const struct tool_verdict *verdict,
                               struct tool_verdict_case out[WHOLE_CASES])
{
    const struct tool_verdict_case all[WHOLE_CASES] = {
        {"the recording was played", verdict->unplayed},
        {"the app ended well", verdict->app_failed},
        {"the event log is complete", verdict->incomplete},
        {"the faults on purpose were made", verdict->faults}};
    size_t count = 0;
    for (size_t i = 0; i < WHOLE_CASES; i++)
        if (all[i].failure[0] != '\0')
            out[count++] = all[i];
    return count;
}

static size_t count_failures(const struct tool_verdict_case *cases, size_t count)
{
    size_t failures = 0;
    for (size_t i = 0; i < count; i++)
        failures += cases[i].failure != NULL;
    return failures;
}

/* The attributes that the schemas of CI systems ask for. */
static void write_suite(struct us_writer *out, const char *suite, size_t tests, size_t failures,
                        size_t skipped)
{
    char host[256], stamp[32] = "";
    time_t now = time(NULL);
    struct tm utc;
    us_machine_name(host, sizeof host);
    if (gmtime_r(&now, &utc) != NULL)
        strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &utc);
    char counts[96];
    snprintf(counts, sizeof counts, "tests=\"%zu\" failures=\"%zu\" errors=\"0\"", tests, failures);
    tool_text_put(out, "<testsuites %s>\n  <testsuite name=\"", counts);
    tool_text_put_xml(out, suite);
    tool_text_put(out, "\" %s skipped=\"%zu\" timestamp=\"%s\" hostname=\"", counts, skipped,
                  stamp);
    tool_text_put_xml(out, host);
    tool_text_put(out, "\">\n");
}

bool tool_verdict_write_junit(const char *path, const char *suite,
                              const struct tool_verdict *verdict, const struct tool_expect *expect,
                              const struct tool_verdict_case *cases, size_t case_count)
{
    struct us_writer text = {0};
    struct tool_verdict_case whole[WHOLE_CASES];
    size_t whole_count = find_whole_cases(verdict, whole);
    tool_text_put(&text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    write_suite(&text, suite, verdict->count + whole_count + case_count,
                count_failed(verdict) + whole_count + count_failures(cases, case_count),
                count_left_out(verdict));
    for (size_t i = 0; i < verdict->count; i++)
        write_case(&text, suite, &expect->list[i], &verdict->items[i]);
    for (size_t i = 0; i < whole_count; i++)
        write_other_case(&text, suite, &whole[i]);
    for (size_t i = 0; i < case_count; i++)
        write_other_case(&text, suite, &cases[i]);
    tool_text_put(&text, "  </testsuite>\n</testsuites>\n");
    bool is_written = tool_part_file_write(path, text.failed ? NULL : text.bytes, text.size);
    us_writer_finish(&text);
    return is_written;
}
