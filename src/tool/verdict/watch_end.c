/* SPDX-License-Identifier: MIT */
#include "tool/verdict/watch.h"

#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>

#include "tool/log/log_reader.h"
#include "tool/verdict/event_match.h"

static bool is_lossy(const struct tool_verdict *verdict)
{
    return verdict->dropped > 0 || verdict->incomplete[0] != '\0';
}

static const char unknown[] = "lines of the log were lost, so the result is unknown";

static void judge_end_of_app(const struct tool_judge *judge, struct tool_watch *watch)
{
    const struct tool_verdict_end *end = judge->end;
    const int wanted = watch->expectation->exit_code;
    watch->item->is_left_out = !end->is_known && judge->verdict->is_complete;
    if (watch->item->is_left_out)
        tool_watch_fail(judge, watch, NULL,
                        "the log does not tell how the app ended; only 'run' knows");
    else if (!end->is_known)
        tool_watch_fail(judge, watch, NULL,
                        "the log has no last line: the app did not end its instance");
    else if (end->is_signal || end->code != wanted)
        tool_watch_fail(judge, watch, NULL, "the app ended with %s %d, and not with %s%d",
                        end->is_signal ? "signal" : "exit code", end->code,
                        end->is_signal ? "exit code " : "", wanted);
    else
        tool_watch_pass(judge, watch, NULL);
}

static void judge_order(const struct tool_judge *judge, struct tool_watch *watch)
{
    const struct tool_expectation *expectation = watch->expectation;
    char what[128];
    tool_event_match_describe(&expectation->order[watch->order_index], what, sizeof what);
    tool_watch_fail(judge, watch, NULL, "step %zu of %zu did not follow: %s",
                    watch->order_index + 1, expectation->order_count, what);
}

static void judge_count(const struct tool_judge *judge, struct tool_watch *watch)
{
    const struct tool_expectation *expectation = watch->expectation;
    bool needs_all = expectation->at_most != UINT64_MAX;
    bool enough = watch->item->seen >= expectation->at_least;
    const char *nearest = watch->item->seen > 0 || expectation->what.kind == TOOL_EXPECT_FRAMES ? ""
                          : watch->nearest.rank > 0 ? watch->nearest.text
                                                    : "; nothing like it was seen";
    if (!enough && expectation->unmet != NULL && !isnan(judge->reached_s))
        tool_watch_fail(judge, watch, NULL, "%s, at %.3f s", expectation->unmet, judge->reached_s);
    else if (!enough && expectation->unmet != NULL)
        tool_watch_fail(judge, watch, NULL, "%s", expectation->unmet);
    else if (!enough)
        tool_watch_fail(judge, watch, NULL, "seen %llu times, at least %llu are expected%s",
                        (unsigned long long)watch->item->seen,
                        (unsigned long long)expectation->at_least, nearest);
    else if (needs_all && is_lossy(judge->verdict))
        tool_watch_fail(judge, watch, NULL, unknown);
    else
        tool_watch_pass(judge, watch, NULL);
}

static void place_at(struct tool_verdict_item *item, const struct tool_verdict_item *place)
{
    item->frame = place->frame;
    item->at_s = place->at_s;
    item->wall_s = place->wall_s;
    item->line = place->line;
    snprintf(item->call, sizeof item->call, "%s", place->call);
}

static void judge_pace(const struct tool_judge *judge, struct tool_watch *watch)
{
    char reason[TOOL_PACE_TEXT];
    bool is_met = tool_pace_judge(&watch->pace, watch->expectation, watch->item->measured, reason);
    if (is_met && !is_lossy(judge->verdict)) {
        tool_watch_pass(judge, watch, NULL);
        return;
    }
    tool_watch_fail(judge, watch, NULL, "%s", is_met ? unknown : reason);
    if (watch->worst.line > 0)
        place_at(watch->item, &watch->worst);
}

static void judge_pictures(const struct tool_judge *judge, struct tool_watch *watch)
{
    const struct tool_expect_edge *at = &watch->expectation->picture.at;
    if (at->marker != NULL)
        tool_watch_fail(
            judge, watch, NULL,
            "no screenshot was taken at the marker '%.60s' or later; pass --shoot marker:%.60s",
            at->marker, at->marker);
    else if (at->is_set)
        tool_watch_fail(judge, watch, NULL,
                        "no screenshot was taken at %g s or later; pass --shoot %gs", at->at_s,
                        at->at_s);
    else if (watch->item->seen == 0)
        tool_watch_fail(judge, watch, NULL, "no screenshot was taken; pass --shoot MOMENTS");
    else
        tool_watch_pass(judge, watch, NULL);
}

/* Looks for the line; returns its number, or 0. `out` takes it. */
static uint64_t find_line(const struct tool_expect_output *wanted, const char *path,
                          const regex_t *pattern, char out[128])
{
    struct tool_log_text_reader reader;
    uint64_t line = 0;
    bool is_open = tool_log_text_reader_open(&reader, path);
    while (is_open && line == 0 && tool_log_text_reader_next(&reader)) {
        bool is_it = wanted->is_pattern ? regexec(pattern, reader.text, 0, NULL, 0) == 0
                                        : strstr(reader.text, wanted->text) != NULL;
        line = is_it ? reader.line : 0;
        if (is_it)
            snprintf(out, 128, "%.127s", reader.text);
    }
    tool_log_text_reader_close(&reader);
    return line;
}

static void judge_output(const struct tool_judge *judge, struct tool_watch *watch)
{
    static const char *const names[2] = {"standard output", "standard error"};
    const struct tool_expect_output *wanted = &watch->expectation->output;
    const char *const *paths = judge->end->output;
    char found[128];
    regex_t pattern;
    watch->item->is_left_out = paths[0] == NULL || paths[1] == NULL;
    if (watch->item->is_left_out) {
        tool_watch_fail(judge, watch, NULL,
                        "the log does not tell what the app wrote; only 'run' knows");
        return;
    }
    /* The pattern was checked when the expectations were read. */
    bool is_ready =
        !wanted->is_pattern || regcomp(&pattern, wanted->text, REG_EXTENDED | REG_NOSUB) == 0;
    for (int i = 0; is_ready && watch->item->seen == 0 && i < 2; i++) {
        uint64_t line = wanted->stream < 0 || wanted->stream == i
                            ? find_line(wanted, paths[i], &pattern, found)
                            : 0;
        watch->item->seen += line > 0;
        if (line > 0 && wanted->is_refused)
            tool_watch_fail(judge, watch, NULL, "%s, line %llu: %s", names[i],
                            (unsigned long long)line, found);
    }
    if (is_ready && wanted->is_pattern)
        regfree(&pattern);
    if (!is_ready)
        tool_watch_fail(judge, watch, NULL, "out of memory");
    if (watch->item->seen == 0 && !wanted->is_refused)
        tool_watch_fail(judge, watch, NULL, "no line of %s %s '%.100s'",
                        wanted->stream >= 0 ? names[wanted->stream] : "the app's output",
                        wanted->is_pattern ? "matches" : "has", wanted->text);
    tool_watch_pass(judge, watch, NULL);
}

/* What must not be was not seen; `seen` counts frames. */
static void judge_none(const struct tool_judge *judge, struct tool_watch *watch)
{
    if (watch->expectation->what.kind == TOOL_EXPECT_NO_GAP && watch->item->seen == 0)
        tool_watch_fail(judge, watch, NULL, "there was no frame");
    else if (is_lossy(judge->verdict))
        tool_watch_fail(judge, watch, NULL, "lines of the log were lost");
    else
        tool_watch_pass(judge, watch, NULL);
}

static int max_level(int a, int b)
{
    return a > b ? a : b;
}

static int level_of_what(const struct tool_expect_what *what)
{
    switch (what->kind) {
    case TOOL_EXPECT_LAYER:
    case TOOL_EXPECT_FRAMES:
    case TOOL_EXPECT_NO_GAP:
    case TOOL_EXPECT_FRAME_TIME:
    case TOOL_EXPECT_MISSED:
        return tool_event_level("wait");
    case TOOL_EXPECT_LOCATED:
        return tool_event_level("locate");
    case TOOL_EXPECT_EVENT:
        return tool_event_level(what->event);
    default:
        return 1;
    }
}

static bool has_times(const struct tool_expectation *expectation)
{
    return tool_expect_edge_is_time(&expectation->from) ||
           tool_expect_edge_is_time(&expectation->to);
}

/* Of what the log does not have at its level, nothing is known. Of few lines of the lowest level
 * the time in the recording is known. */
static void judge_level(const struct tool_judge *judge, struct tool_watch *watch)
{
    const struct tool_expectation *expectation = watch->expectation;
    int level = max_level(level_of_what(&expectation->what),
                          has_times(expectation) ? tool_event_level("wait") : 1);
    for (size_t i = 0; i < expectation->order_count; i++)
        level = max_level(level, level_of_what(&expectation->order[i]));
    if (level > judge->level)
        tool_watch_fail(judge, watch, NULL,
                        "the log has the level %s, which does not tell it; write it with --log "
                        "FILE,%s",
                        tool_event_level_name(judge->level), tool_event_level_name(level));
}

/* Of a part of the recording that was not played, nothing is known: also not that something did not
 * happen. What memory needs of its markers, pace.c knows. */
static void judge_part(const struct tool_judge *judge, struct tool_watch *watch)
{
    const struct tool_expect_edge *from = &watch->expectation->from, *to = &watch->expectation->to;
    if (watch->expectation->what.kind == TOOL_EXPECT_MEMORY || (!from->is_set && !to->is_set))
        return;
    if (!watch->has_begun && from->marker != NULL)
        tool_watch_fail(judge, watch, NULL, "the marker '%.100s' was not passed", from->marker);
    else if (has_times(watch->expectation) && isnan(judge->furthest_s))
        tool_watch_fail(judge, watch, NULL, "the log has no time of playback");
    else if (!watch->has_begun)
        tool_watch_fail(judge, watch, NULL, "playback came to %.9g s, and not to %.9g s",
                        judge->furthest_s, from->at_s);
    else if (!watch->has_room && to->marker == NULL && from->marker == NULL)
        tool_watch_fail(judge, watch, NULL, "playback started behind %.9g s", to->at_s);
    else if (!watch->has_room)
        tool_watch_fail(judge, watch, NULL, "the part ends before it begins");
    else if (!watch->has_ended && to->marker != NULL)
        tool_watch_fail(judge, watch, NULL, "the marker '%.100s' was not passed", to->marker);
}

void tool_watch_end(const struct tool_judge *judge, struct tool_watch *watch)
{
    judge_level(judge, watch);
    judge_part(judge, watch);
    if (watch->item->is_decided)
        return;
    switch (watch->expectation->what.kind) {
    case TOOL_EXPECT_ENDS:
        judge_end_of_app(judge, watch);
        break;
    case TOOL_EXPECT_ORDER:
        judge_order(judge, watch);
        break;
    case TOOL_EXPECT_OUTPUT:
        judge_output(judge, watch);
        break;
    case TOOL_EXPECT_NO_ERRORS:
    case TOOL_EXPECT_NO_GAP:
        judge_none(judge, watch);
        break;
    case TOOL_EXPECT_FRAME_TIME:
    case TOOL_EXPECT_MISSED:
    case TOOL_EXPECT_BALANCE:
    case TOOL_EXPECT_MEMORY:
        judge_pace(judge, watch);
        break;
    case TOOL_EXPECT_SAME_AS:
    case TOOL_EXPECT_SEES:
        judge_pictures(judge, watch);
        break;
    default:
        judge_count(judge, watch);
        break;
    }
}
