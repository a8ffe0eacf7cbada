/* SPDX-License-Identifier: MIT */
#include "tool/verdict/watch.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tool/cli/json.h"

/* Notes where and when in the run an expectation was last seen. */
static void place(const struct tool_judge *judge, struct tool_watch *watch,
                  const struct tool_log_event *event)
{
    struct tool_verdict_item *item = watch->item;
    item->frame = event->frame;
    item->at_s = tool_event_words_at(&judge->words, event);
    item->wall_s = tool_log_event_number(event, "wall_ms", (double)NAN) / 1e3;
    item->line = event->line;
    tool_event_words_describe(&judge->words, event, item->call, sizeof item->call);
}

/* The item of the expectation as it would be at this line. */
static struct tool_verdict_item item_at(const struct tool_judge *judge, struct tool_watch *watch,
                                        const struct tool_log_event *event)
{
    const struct tool_verdict_item kept = *watch->item;
    place(judge, watch, event);
    struct tool_verdict_item there = *watch->item;
    *watch->item = kept;
    return there;
}

/* A failure of what is measured shows at its worst line, which a later one may exceed. */
static void watch_pace(const struct tool_judge *judge, struct tool_watch *watch,
                       const struct tool_log_event *event)
{
    if (tool_pace_watch(&watch->pace, watch->expectation, event))
        watch->worst = item_at(judge, watch, event);
}

static void watch_time(const struct tool_judge *judge, struct tool_watch *watch,
                       const struct tool_log_event *event, bool in_span)
{
    if (tool_pace_watch_time(&watch->pace, watch->expectation, event, in_span))
        watch->worst = watch->timed;
    if (strcmp(event->name, "wait") == 0)
        watch->timed = item_at(judge, watch, event);
}

void tool_watch_pass(const struct tool_judge *judge, struct tool_watch *watch,
                     const struct tool_log_event *event)
{
    if (watch->item->is_decided)
        return;
    watch->item->is_decided = watch->item->passed = true;
    if (event != NULL)
        place(judge, watch, event);
}

void tool_watch_fail(const struct tool_judge *judge, struct tool_watch *watch,
                     const struct tool_log_event *event, const char *reason, ...)
{
    va_list words;
    if (watch->item->is_decided)
        return;
    watch->item->is_decided = true;
    va_start(words, reason);
    vsnprintf(watch->item->reason, sizeof watch->item->reason, reason, words);
    va_end(words);
    if (event != NULL)
        place(judge, watch, event);
}

unsigned tool_watch_session(const struct tool_log_event *event)
{
    double session = tool_log_event_number(event, "session", 0.0);
    return session >= 1.0 && session < (double)UINT_MAX ? (unsigned)session : 0;
}

/* Of the playback that is followed; where it is not known whose that is, any line. */
bool tool_watch_is_followed(const struct tool_judge *judge, const struct tool_log_event *event)
{
    return judge->session == 0 || tool_watch_session(event) == judge->session;
}

static bool passes(const struct tool_log_event *event, const struct tool_expect_edge *edge)
{
    return edge->marker != NULL && tool_log_event_is_marker(event, edge->marker);
}

static bool is_begun(const struct tool_watch *watch, double at_s)
{
    const struct tool_expect_edge *from = &watch->expectation->from;
    return !from->is_set || (from->marker != NULL ? watch->from_passed : at_s >= from->at_s);
}

static bool is_before_end(const struct tool_watch *watch, double at_s)
{
    const struct tool_expect_edge *to = &watch->expectation->to;
    return !to->is_set || (to->marker != NULL ? !watch->to_passed : at_s <= to->at_s);
}

/* Whether the part of the recording that an expectation is about was played, also if no line of the
 * log is in it. Playback has reached the time at which it starts. */
static void note_part(struct tool_watch *watch, const struct tool_log_event *event, double at_s)
{
    if (tool_log_event_says(event, "play", "start"))
        at_s = tool_log_event_number(event, "from_s", at_s);
    watch->has_begun |= is_begun(watch, at_s);
    /* Of two times it does not matter whether a line is between them. */
    const bool has_markers =
        watch->expectation->from.marker != NULL || watch->expectation->to.marker != NULL;
    watch->has_room |= is_before_end(watch, at_s) && (!has_markers || watch->has_begun);
}

static bool is_in_span(const struct tool_judge *judge, struct tool_watch *watch,
                       const struct tool_log_event *event)
{
    const struct tool_expect_edge *from = &watch->expectation->from, *to = &watch->expectation->to;
    double at_s = tool_event_words_at(&judge->words, event);
    watch->from_passed |= passes(event, from);
    watch->to_passed |= watch->from_passed == (from->marker != NULL) && passes(event, to);
    watch->has_ended |= watch->to_passed;
    note_part(watch, event, at_s);
    bool in_time =
        !(tool_log_event_number(event, "wall_ms", 0.0) / 1e3 > watch->expectation->within_s);
    return is_begun(watch, at_s) && is_before_end(watch, at_s) && in_time;
}

static void note_nearest(const struct tool_judge *judge, struct tool_watch *watch,
                         const struct tool_log_event *event)
{
    if (watch->item->seen == 0)
        tool_nearest_note(&watch->nearest, &judge->words, event, &watch->expectation->what);
}

static void watch_occurrence(const struct tool_judge *judge, struct tool_watch *watch,
                             const struct tool_log_event *event)
{
    const struct tool_expectation *expectation = watch->expectation;
    if (!tool_event_matches(&judge->words, event, &expectation->what)) {
        note_nearest(judge, watch, event);
        return;
    }
    watch->item->seen++;
    if (watch->item->seen == expectation->at_least && expectation->at_most == UINT64_MAX)
        tool_watch_pass(judge, watch, event);
    else if (expectation->at_most == 0)
        tool_watch_fail(judge, watch, event, "not expected");
    else if (watch->item->seen > expectation->at_most)
        tool_watch_fail(judge, watch, event, "seen %llu times, at most %llu are expected",
                        (unsigned long long)watch->item->seen,
                        (unsigned long long)expectation->at_most);
}

static void watch_error(const struct tool_judge *judge, struct tool_watch *watch,
                        const struct tool_log_event *event)
{
    const struct tool_expect_what any = {.kind = TOOL_EXPECT_ERROR};
    if (!tool_event_matches(&judge->words, event, &any))
        return;
    const cJSON *item;
    cJSON_ArrayForEach(item, watch->expectation->except) {
        if (tool_json_is_text(event->json, "call", item->valuestring))
            return;
    }
    watch->item->seen++;
    tool_watch_fail(judge, watch, event, "it returned %.100s",
                    tool_json_text(event->json, "result", "an error"));
}

/* A frame that is not yet submitted is no gap: a pipelined app has two of them. */
enum { FRAMES_IN_FLIGHT = 2 };

static void watch_gap(const struct tool_judge *judge, struct tool_watch *watch,
                      const struct tool_log_event *event)
{
    bool is_submit = strcmp(event->name, "submit") == 0;
    if (event->frame == TOOL_LOG_READER_BEFORE || (!is_submit && strcmp(event->name, "wait") != 0))
        return;
    struct tool_expect_what what = {.kind = TOOL_EXPECT_LAYER,
                                    .layer = watch->expectation->what.layer};
    if (watch->last_frame == TOOL_WATCH_NO_FRAME)
        watch->last_frame = event->frame - 1;
    watch->item->seen++;
    if (is_submit && tool_event_matches(&judge->words, event, &what)) {
        watch->last_frame = event->frame;
        return;
    }
    int64_t gap = event->frame - watch->last_frame - (is_submit ? 0 : FRAMES_IN_FLIGHT);
    if (gap <= (int64_t)watch->expectation->gap_frames)
        return;
    tool_watch_fail(judge, watch, event, "more than %llu frames without %s%s, since frame %lld",
                    (unsigned long long)watch->expectation->gap_frames,
                    what.layer != NULL ? "a layer of the kind " : "any layer",
                    what.layer != NULL ? what.layer : "", (long long)watch->last_frame + 1);
}

static void watch_order(const struct tool_judge *judge, struct tool_watch *watch,
                        const struct tool_log_event *event)
{
    const struct tool_expectation *expectation = watch->expectation;
    if (!tool_event_matches(&judge->words, event, &expectation->order[watch->order_index]))
        return;
    watch->item->seen = ++watch->order_index;
    if (watch->order_index == expectation->order_count)
        tool_watch_pass(judge, watch, event);
    else
        place(judge, watch, event);
}

static void watch_frames(const struct tool_judge *judge, struct tool_watch *watch,
                         const struct tool_log_event *event)
{
    if (event->frame == TOOL_LOG_READER_BEFORE || strcmp(event->name, "wait") != 0)
        return;
    const struct tool_expectation *expectation = watch->expectation;
    watch->item->seen++;
    if (watch->item->seen > expectation->at_most)
        tool_watch_fail(judge, watch, event, "there are more frames than expected");
    else if (watch->item->seen == expectation->at_least && expectation->at_most == UINT64_MAX)
        tool_watch_pass(judge, watch, event);
}

/* How far a screenshot may be before a moment and still be of it, s: markers are floats. */
#define MOMENT_TOLERANCE_S 1e-4

/* Judges the picture of a `shot` line; other lines say nothing. */
static void judge_picture(const struct tool_judge *judge, struct tool_watch *watch,
                          const struct tool_log_event *event)
{
    char reason[256];
    if (!tool_pictures_is_wanted(watch->expectation, event))
        return;
    watch->item->seen++;
    place(judge, watch, event);
    if (!tool_pictures_judge(judge, watch->expectation, event, reason))
        tool_watch_fail(judge, watch, event, "%s", reason);
    else if (watch->expectation->picture.at.is_set)
        tool_watch_pass(judge, watch, event);
}

/* The screenshot of a marker may come in the frame before the marker. */
static void watch_marker(const struct tool_judge *judge, struct tool_watch *watch,
                         const struct tool_log_event *event)
{
    bool passes_now = passes(event, &watch->expectation->picture.at);
    struct tool_log_event *near = &watch->near_shot;
    watch->at_passed |= passes_now;
    if (passes_now && near->json != NULL &&
        tool_log_event_number(event, "at_s", (double)NAN) -
                tool_event_words_at(&judge->words, near) <=
            MOMENT_TOLERANCE_S)
        judge_picture(judge, watch, near);
    if (watch->at_passed || !tool_pictures_is_wanted(watch->expectation, event))
        return;
    tool_log_event_free(near);
    *near = *event;
    near->json = cJSON_Duplicate(event->json, true);
    near->name = near->json != NULL ? "shot" : "";
}

/* The first picture from a moment on decides same_as. Of sees, every picture counts. */
static void watch_picture(const struct tool_judge *judge, struct tool_watch *watch,
                          const struct tool_log_event *event)
{
    const struct tool_expect_edge *at = &watch->expectation->picture.at;
    if (at->marker != NULL)
        watch_marker(judge, watch, event);
    else if (at->is_set)
        watch->at_passed =
            tool_event_words_at(&judge->words, event) >= at->at_s - MOMENT_TOLERANCE_S;
    if ((!at->is_set || watch->at_passed) && !watch->item->is_decided)
        judge_picture(judge, watch, event);
}

/* What lines of the log say about kinds of expectations: those in the span, of those that are
 * `of_playback` in the playback that is followed. */
static const struct {
    void (*watch)(const struct tool_judge *, struct tool_watch *, const struct tool_log_event *);
    bool of_playback;
} kinds[TOOL_EXPECT_KINDS] = {
    [TOOL_EXPECT_STATE] = {watch_occurrence, false},
    [TOOL_EXPECT_HAPTIC] = {watch_occurrence, false},
    [TOOL_EXPECT_LOCATED] = {watch_occurrence, false},
    [TOOL_EXPECT_ACTION] = {watch_occurrence, false},
    [TOOL_EXPECT_LAYER] = {watch_occurrence, false},
    [TOOL_EXPECT_ERROR] = {watch_occurrence, false},
    [TOOL_EXPECT_EVENT] = {watch_occurrence, false},
    [TOOL_EXPECT_FRAMES] = {watch_frames, true},
    [TOOL_EXPECT_NO_GAP] = {watch_gap, true},
    [TOOL_EXPECT_NO_ERRORS] = {watch_error, false},
    [TOOL_EXPECT_ORDER] = {watch_order, false},
    [TOOL_EXPECT_FRAME_TIME] = {NULL, true},
    [TOOL_EXPECT_MISSED] = {watch_pace, true},
    [TOOL_EXPECT_SAME_AS] = {watch_picture, false},
    [TOOL_EXPECT_SEES] = {watch_picture, false},
};

bool tool_watch_is_of_playback(const struct tool_watch *watch)
{
    return kinds[watch->expectation->what.kind].of_playback;
}

void tool_watch_event(const struct tool_judge *judge, struct tool_watch *watch,
                      const struct tool_log_event *event)
{
    enum tool_expect_kind kind = watch->expectation->what.kind;
    if (kind == TOOL_EXPECT_MEMORY || kind == TOOL_EXPECT_BALANCE) {
        watch_pace(judge, watch, event);
        return;
    }
    bool in_span = is_in_span(judge, watch, event);
    bool is_meant = !kinds[kind].of_playback || tool_watch_is_followed(judge, event);
    if (kind == TOOL_EXPECT_FRAME_TIME && is_meant)
        watch_time(judge, watch, event, in_span);
    if (!in_span || watch->item->is_decided)
        note_nearest(judge, watch, event);
    else if (is_meant && kinds[kind].watch != NULL)
        kinds[kind].watch(judge, watch, event);
}

void tool_watch_free(struct tool_watch *watch)
{
    tool_pace_reset(&watch->pace);
    tool_log_event_free(&watch->near_shot);
}
