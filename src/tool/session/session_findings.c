/* SPDX-License-Identifier: MIT */
#include "tool/session/session_findings.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "core/base/seconds.h"
#include "tool/cli/json.h"
#include "tool/session/recording_words.h"

struct visitor {
    const struct tool_session_survey *survey;
    tool_session_finding_visit *visit;
    void *context;
};

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static void
find(const struct visitor *visitor, struct tool_session_finding finding, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding.text, sizeof finding.text, format, arguments);
    va_end(arguments);
    visitor->visit(&finding, visitor->context);
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static double seconds(const struct visitor *visitor, int64_t time_ns)
{
    return tool_session_survey_seconds(visitor->survey, time_ns);
}

static void find_end(const struct visitor *visitor)
{
    const struct us_session_summary *summary = visitor->survey->summary;
    const uint64_t rest = summary->file_bytes - summary->whole_bytes;
    if (rest > 0)
        find(visitor,
             (struct tool_session_finding){"cut", US_REPAIR_REMAINS, rest, summary->whole_bytes,
                                           seconds(visitor, summary->last_ns), ""},
             "the file is cut or damaged at byte %" PRIu64 ": it is whole up to %s, and the last "
             "%" PRIu64 " byte%s are not read",
             summary->whole_bytes, us_seconds_words(seconds(visitor, summary->last_ns)).text, rest,
             plural(rest));
    if (!summary->is_finished)
        find(visitor,
             (struct tool_session_finding){"unfinished", US_REPAIR_REPAIRED, 1,
                                           summary->whole_bytes, (double)NAN, ""},
             "the recording was not finished: the file has no summary and no end; 'understudy "
             "recover' writes a finished file");
}

static void find_messages(const struct visitor *visitor)
{
    const struct tool_session_facts *facts = &visitor->survey->facts;
    const struct us_session_damage *damage = us_session_reader_damage(visitor->survey->reader);
    const struct us_session_summary *summary = visitor->survey->summary;
    if (facts->dropped > 0)
        find(visitor,
             (struct tool_session_finding){"dropped", US_REPAIR_REMAINS, facts->dropped, US_NO_BYTE,
                                           seconds(visitor, facts->first_dropped_ns), ""},
             "%" PRIu64 " message%s lost while recording, because the disk was slower than the "
             "app; the first before %s",
             facts->dropped, facts->dropped == 1 ? " was" : "s were",
             us_seconds_words(seconds(visitor, facts->first_dropped_ns)).text);
    if (damage->messages > 0)
        find(visitor,
             (struct tool_session_finding){"undecodable", US_REPAIR_REMAINS, damage->messages,
                                           US_NO_BYTE, (double)NAN, ""},
             "%" PRIu64 " message%s cannot be decoded", damage->messages, plural(damage->messages));
    if (facts->not_numbers > 0)
        find(visitor,
             (struct tool_session_finding){"not-a-number", US_REPAIR_REPAIRED, facts->not_numbers,
                                           US_NO_BYTE, seconds(visitor, facts->first_not_number_ns),
                                           ""},
             "%" PRIu64
             " frame%s a pose that is not a number and plays as not tracked, the first at %s",
             facts->not_numbers, facts->not_numbers == 1 ? " holds" : "s hold",
             us_seconds_words(seconds(visitor, facts->first_not_number_ns)).text);
    if (!summary->has_info)
        find(visitor,
             (struct tool_session_finding){"no-session", US_REPAIR_REMAINS, 1, US_NO_BYTE,
                                           (double)NAN, ""},
             "the message /session is missing: the app and the runtime are not known");
    if (summary->other_messages > 0)
        find(visitor,
             (struct tool_session_finding){"other-topics", US_REPAIR_NOTE, summary->other_messages,
                                           US_NO_BYTE, (double)NAN, ""},
             "%" PRIu64 " message%s of topics that this version does not know",
             summary->other_messages, plural(summary->other_messages));
}

static void find_chunks(const struct visitor *visitor)
{
    uint64_t count;
    const struct us_session_chunk *chunks =
        us_session_reader_chunks(visitor->survey->reader, &count);
    for (uint64_t i = 0; i < count; i++) {
        const struct us_session_chunk *chunk = &chunks[i];
        if (!chunk->is_damaged)
            continue;
        find(visitor,
             (struct tool_session_finding){"damaged-chunk", US_REPAIR_REMAINS, chunk->messages,
                                           chunk->offset, seconds(visitor, chunk->first_ns), ""},
             "the chunk at byte %" PRIu64 ", from %s to %s, is damaged and does not play: %" PRIu64
             " message%s",
             chunk->offset, us_seconds_words(seconds(visitor, chunk->first_ns)).text,
             us_seconds_words(seconds(visitor, chunk->last_ns)).text, chunk->messages,
             plural(chunk->messages));
    }
}

void tool_session_findings_visit(const struct tool_session_survey *survey,
                                 tool_session_finding_visit *visit, void *context)
{
    const struct visitor visitor = {survey, visit, context};
    find_end(&visitor);
    find_messages(&visitor);
    find_chunks(&visitor);
}

static void weigh(const struct tool_session_finding *finding, void *context)
{
    enum us_repair_weight *heaviest = context;
    *heaviest = finding->weight > *heaviest ? finding->weight : *heaviest;
}

enum us_repair_weight tool_session_findings_heaviest(const struct tool_session_survey *survey)
{
    enum us_repair_weight heaviest = US_REPAIR_NOTE;
    tool_session_findings_visit(survey, weigh, &heaviest);
    return heaviest;
}

static void print(const struct tool_session_finding *finding, void *context)
{
    (void)context;
    printf("  %-8s %s\n", tool_report_weight(finding->weight), finding->text);
}

void tool_session_findings_print(const struct tool_session_survey *survey)
{
    tool_session_findings_visit(survey, print, NULL);
}

static void add(const struct tool_session_finding *finding, void *context)
{
    cJSON *out = cJSON_CreateObject();
    cJSON_AddStringToObject(out, "kind", finding->kind);
    cJSON_AddStringToObject(out, "weight", tool_report_weight(finding->weight));
    cJSON_AddNumberToObject(out, "count", (double)finding->count);
    if (finding->byte != US_NO_BYTE)
        cJSON_AddNumberToObject(out, "byte", (double)finding->byte);
    else
        cJSON_AddNullToObject(out, "byte");
    tool_json_add_number(out, "time_s", finding->time_s);
    cJSON_AddStringToObject(out, "text", finding->text);
    cJSON_AddItemToArray(context, out);
}

void tool_session_findings_add(cJSON *object, const struct tool_session_survey *survey)
{
    tool_session_findings_visit(survey, add, cJSON_AddArrayToObject(object, "items"));
}
