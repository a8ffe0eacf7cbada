/* SPDX-License-Identifier: MIT */
#include "tool/verdict/verdict.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/verdict/event_match.h"
#include "tool/verdict/fault_watch.h"
#include "tool/verdict/pace.h"
#include "tool/verdict/pictures.h"
#include "tool/log/event_words.h"
#include "tool/log/log_reader.h"
#include "tool/cli/text.h"

/* One expectation while the log is read. */
struct watch {
    const struct tool_expectation *expectation;
    struct tool_verdict_item *item;
    bool from_passed, to_passed;     /* of markers, in this playback */
    bool from_known;                 /* in any playback */
    bool at_passed;                  /* of same_as and sees: the moment is passed */
    struct tool_log_event near_shot; /* the last screenshot before it; json NULL: none */
    size_t order_index;              /* of order: what comes next */
    int64_t last_frame;    /* of no_gap: the newest frame that had the layer; or NO_FRAME */
    struct tool_pace pace; /* of frame_time, missed, balance and memory */
    struct tool_verdict_item longest; /* of what is said of frames: in the longest playback before
                                       */
};

#define NO_FRAME INT64_MIN

struct judge {
    const struct tool_expect *expect;
    const struct tool_verdict_end *end;
    struct tool_verdict *verdict;
    struct watch *watches;
    struct tool_fault_watch faults;
    struct tool_event_words words;
    unsigned session; /* of the playback that is followed; 0: none yet, or not known */
    bool is_over;     /* that session was destroyed */
    uint64_t frames;  /* of that playback */
};

static void place(const struct judge *judge, struct watch *watch,
                  const struct tool_log_event *event)
{
    struct tool_verdict_item *item = watch->item;
    item->frame = event->frame;
    item->at_s = tool_event_words_at(&judge->words, event);
    item->wall_s = tool_event_number(event, "wall_ms", (double)NAN) / 1e3;
    item->line = event->line;
    tool_event_words_describe(&judge->words, event, item->call, sizeof item->call);
}

static void decide(const struct judge *judge, struct watch *watch, bool passed,
                   const struct tool_log_event *event, const char *reason)
{
    if (watch->item->is_decided)
        return;
    watch->item->is_decided = true;
    watch->item->passed = passed;
    snprintf(watch->item->reason, sizeof watch->item->reason, "%s", reason);
    if (event != NULL)
        place(judge, watch, event);
}

static bool passes(const struct tool_log_event *event, const struct tool_expect_edge *edge)
{
    const char *name = tool_event_text(event, "name");
    return edge->marker != NULL && strcmp(event->name, "marker") == 0 && name != NULL &&
           strcmp(name, edge->marker) == 0;
}

static bool is_in_span(const struct judge *judge, struct watch *watch,
                       const struct tool_log_event *event)
{
    const struct tool_expect_edge *from = &watch->expectation->from, *to = &watch->expectation->to;
    double at_s = tool_event_words_at(&judge->words, event);
    watch->from_passed |= passes(event, from);
    watch->from_known |= watch->from_passed;
    watch->to_passed |= watch->from_passed == (from->marker != NULL) && passes(event, to);
    bool begun = !from->is_set || (from->marker != NULL ? watch->from_passed : at_s >= from->at_s);
    bool over = to->is_set && (to->marker != NULL ? watch->to_passed : !(at_s <= to->at_s));
    bool in_time = !(tool_event_number(event, "wall_ms", 0.0) / 1e3 > watch->expectation->within_s);
    return begun && !over && in_time;
}

static void watch_occurrence(const struct judge *judge, struct watch *watch,
                             const struct tool_log_event *event)
{
    const struct tool_expectation *expectation = watch->expectation;
    if (!tool_event_matches(&judge->words, event, &expectation->what))
        return;
    watch->item->seen++;
    if (watch->item->seen > expectation->at_most) {
        char reason[128];
        snprintf(reason, sizeof reason, "seen %llu times, at most %llu are expected",
                 (unsigned long long)watch->item->seen, (unsigned long long)expectation->at_most);
        decide(judge, watch, false, event, expectation->at_most == 0 ? "not expected" : reason);
    } else if (watch->item->seen == expectation->at_least && expectation->at_most == UINT64_MAX) {
        decide(judge, watch, true, event, "");
    }
}

static void watch_error(const struct judge *judge, struct watch *watch,
                        const struct tool_log_event *event)
{
    const struct tool_expect_what any = {.kind = TOOL_EXPECT_ERROR};
    if (!tool_event_matches(&judge->words, event, &any))
        return;
    const char *call = tool_event_text(event, "call"), *result = tool_event_text(event, "result");
    const cJSON *except = watch->expectation->except;
    for (const cJSON *item = except != NULL ? except->child : NULL; item != NULL; item = item->next)
        if (call != NULL && strcmp(item->valuestring, call) == 0)
            return;
    char reason[128];
    snprintf(reason, sizeof reason, "it returned %.100s", result != NULL ? result : "an error");
    watch->item->seen++;
    decide(judge, watch, false, event, reason);
}

/* A frame that is not yet submitted is no gap: a pipelined app has two of them. */
enum { FRAMES_IN_FLIGHT = 2 };

static void watch_gap(const struct judge *judge, struct watch *watch,
                      const struct tool_log_event *event)
{
    bool is_submit = strcmp(event->name, "submit") == 0;
    if (event->frame == TOOL_LOG_READER_BEFORE || (!is_submit && strcmp(event->name, "wait") != 0))
        return;
    struct tool_expect_what what = {.kind = TOOL_EXPECT_LAYER,
                                    .layer = watch->expectation->what.layer};
    if (watch->last_frame == NO_FRAME)
        watch->last_frame = event->frame - 1;
    watch->item->seen++;
    if (is_submit && tool_event_matches(&judge->words, event, &what)) {
        watch->last_frame = event->frame;
        return;
    }
    int64_t gap = event->frame - watch->last_frame - (is_submit ? 0 : FRAMES_IN_FLIGHT);
    if (gap <= (int64_t)watch->expectation->gap_frames)
        return;
    char reason[192];
    snprintf(reason, sizeof reason, "more than %llu frames without %s%s, since frame %lld",
             (unsigned long long)watch->expectation->gap_frames,
             what.layer != NULL ? "a layer of the kind " : "any layer",
             what.layer != NULL ? what.layer : "", (long long)watch->last_frame + 1);
    decide(judge, watch, false, event, reason);
}

static void watch_order(const struct judge *judge, struct watch *watch,
                        const struct tool_log_event *event)
{
    const struct tool_expectation *expectation = watch->expectation;
    if (!tool_event_matches(&judge->words, event, &expectation->order[watch->order_index]))
        return;
    watch->item->seen = ++watch->order_index;
    if (watch->order_index == expectation->order_count)
        decide(judge, watch, true, event, "");
    else
        place(judge, watch, event);
}

static void watch_frames(const struct judge *judge, struct watch *watch,
                         const struct tool_log_event *event)
{
    if (event->frame == TOOL_LOG_READER_BEFORE || strcmp(event->name, "wait") != 0)
        return;
    const struct tool_expectation *expectation = watch->expectation;
    watch->item->seen++;
    if (watch->item->seen > expectation->at_most)
        decide(judge, watch, false, event, "there are more frames than expected");
    else if (watch->item->seen == expectation->at_least && expectation->at_most == UINT64_MAX)
        decide(judge, watch, true, event, "");
}

static unsigned session_of(const struct tool_log_event *event)
{
    double session = tool_event_number(event, "session", 0.0);
    return session >= 1.0 && session < (double)UINT_MAX ? (unsigned)session : 0;
}

/* Of the playback that is followed; where it is not known whose that is, any line. */
static bool is_followed(const struct judge *judge, const struct tool_log_event *event)
{
    return judge->session == 0 || session_of(event) == judge->session;
}

/* How far a screenshot may be before a moment and still be of it, s: markers are floats. */
#define MOMENT_TOLERANCE_S 1e-4

/* Judges the picture of a `shot` line; other lines say nothing. */
static void judge_picture(const struct judge *judge, struct watch *watch,
                          const struct tool_log_event *event)
{
    const struct tool_pictures pictures = {judge->end->shots, judge->expect->path};
    char reason[TOOL_PICTURES_TEXT] = "";
    enum tool_pictures_result result =
        tool_pictures_judge(&pictures, watch->expectation, event, reason);
    if (result == TOOL_PICTURES_OTHER)
        return;
    watch->item->seen++;
    place(judge, watch, event);
    if (result == TOOL_PICTURES_FAILED || watch->expectation->picture.at.is_set)
        decide(judge, watch, result == TOOL_PICTURES_PASSED, event, reason);
}

/* The screenshot of a marker may come in the frame before the marker. */
static void watch_marker(const struct judge *judge, struct watch *watch,
                         const struct tool_log_event *event)
{
    bool passes_now = passes(event, &watch->expectation->picture.at);
    struct tool_log_event *near = &watch->near_shot;
    watch->at_passed |= passes_now;
    if (passes_now && near->json != NULL &&
        tool_event_number(event, "at_s", (double)NAN) - tool_event_words_at(&judge->words, near) <=
            MOMENT_TOLERANCE_S)
        judge_picture(judge, watch, near);
    if (watch->at_passed || !tool_pictures_is_wanted(watch->expectation, event))
        return;
    tool_event_free(near);
    *near = *event;
    near->json = cJSON_Duplicate(event->json, true);
    near->name = near->json != NULL ? "shot" : "";
}

/* The first picture from a moment on decides same_as. Of sees, every picture counts. */
static void watch_picture(const struct judge *judge, struct watch *watch,
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

static bool is_of_memory(const struct watch *watch)
{
    enum tool_expect_kind kind = watch->expectation->what.kind;
    return kind == TOOL_EXPECT_MEMORY || kind == TOOL_EXPECT_BALANCE;
}

static void watch_event(const struct judge *judge, struct watch *watch,
                        const struct tool_log_event *event)
{
    if (is_of_memory(watch)) {
        tool_pace_watch(&watch->pace, watch->expectation, event);
        return;
    }
    if (!is_in_span(judge, watch, event) || watch->item->is_decided)
        return;
    switch (watch->expectation->what.kind) {
    case TOOL_EXPECT_FRAMES:
        if (is_followed(judge, event))
            watch_frames(judge, watch, event);
        break;
    case TOOL_EXPECT_NO_GAP:
        if (is_followed(judge, event))
            watch_gap(judge, watch, event);
        break;
    case TOOL_EXPECT_NO_ERRORS:
        watch_error(judge, watch, event);
        break;
    case TOOL_EXPECT_ORDER:
        watch_order(judge, watch, event);
        break;
    case TOOL_EXPECT_ENDS:
        break;
    case TOOL_EXPECT_FRAME_TIME:
    case TOOL_EXPECT_MISSED:
        if (is_followed(judge, event))
            tool_pace_watch(&watch->pace, watch->expectation, event);
        break;
    case TOOL_EXPECT_SAME_AS:
    case TOOL_EXPECT_SEES:
        watch_picture(judge, watch, event);
        break;
    default:
        watch_occurrence(judge, watch, event);
        break;
    }
}

static bool is_lossy(const struct tool_verdict *verdict)
{
    return verdict->dropped > 0 || verdict->incomplete[0] != '\0';
}

static void judge_end_of_app(const struct judge *judge, struct watch *watch)
{
    const struct tool_verdict_end *end = judge->end;
    char reason[128] = "";
    bool passed = end->is_known && !end->is_signal && end->code == watch->expectation->exit_code;
    watch->item->is_left_out = !end->is_known && judge->verdict->is_complete;
    if (watch->item->is_left_out)
        snprintf(reason, sizeof reason,
                 "the log does not tell how the app ended; only 'run' knows");
    else if (!end->is_known)
        snprintf(reason, sizeof reason,
                 "the log has no last line: the app did not end its instance");
    else if (!passed)
        snprintf(reason, sizeof reason, "the app ended with %s %d",
                 end->is_signal ? "signal" : "exit code", end->code);
    decide(judge, watch, passed, NULL, reason);
}

static void judge_order(const struct judge *judge, struct watch *watch)
{
    const struct tool_expectation *expectation = watch->expectation;
    char what[128], reason[256];
    tool_event_match_describe(&expectation->order[watch->order_index], what, sizeof what);
    snprintf(reason, sizeof reason, "step %zu of %zu did not follow: %s", watch->order_index + 1,
             expectation->order_count, what);
    decide(judge, watch, false, NULL, reason);
}

static void judge_count(const struct judge *judge, struct watch *watch)
{
    const struct tool_expectation *expectation = watch->expectation;
    bool needs_all = expectation->at_most != UINT64_MAX;
    bool enough = watch->item->seen >= expectation->at_least;
    char reason[200] = "";
    const char *missed = NULL;
    if (expectation->from.marker != NULL && !watch->from_known)
        missed = expectation->from.marker;
    if (missed != NULL)
        snprintf(reason, sizeof reason, "the marker '%.100s' was not passed", missed);
    else if (!enough)
        snprintf(reason, sizeof reason, "seen %llu times, at least %llu are expected",
                 (unsigned long long)watch->item->seen, (unsigned long long)expectation->at_least);
    else if (needs_all && is_lossy(judge->verdict))
        snprintf(reason, sizeof reason, "lines of the log were lost, so the result is unknown");
    decide(judge, watch, reason[0] == '\0', NULL, reason);
}

static void judge_pace(const struct judge *judge, struct watch *watch)
{
    char reason[TOOL_PACE_TEXT];
    bool passed = tool_pace_judge(&watch->pace, watch->expectation, watch->item->measured, reason);
    if (passed && is_lossy(judge->verdict)) {
        snprintf(reason, sizeof reason, "lines of the log were lost, so the result is unknown");
        passed = false;
    }
    decide(judge, watch, passed, NULL, reason);
}

static void judge_pictures(const struct judge *judge, struct watch *watch)
{
    const struct tool_expect_edge *at = &watch->expectation->picture.at;
    char reason[200] = "";
    bool passed = !at->is_set && watch->item->seen > 0;
    if (!passed && at->marker != NULL)
        snprintf(
            reason, sizeof reason,
            "no screenshot was taken at the marker '%.60s' or later; pass --shoot marker:%.60s",
            at->marker, at->marker);
    else if (!passed && at->is_set)
        snprintf(reason, sizeof reason,
                 "no screenshot was taken at %g s or later; pass --shoot %gs", at->at_s, at->at_s);
    else if (!passed)
        snprintf(reason, sizeof reason, "no screenshot was taken; pass --shoot MOMENTS");
    decide(judge, watch, passed, NULL, reason);
}

/* What only the end of the log tells. */
static void judge_rest(const struct judge *judge, struct watch *watch)
{
    if (watch->item->is_decided)
        return;
    bool lost = is_lossy(judge->verdict);
    switch (watch->expectation->what.kind) {
    case TOOL_EXPECT_ENDS:
        judge_end_of_app(judge, watch);
        break;
    case TOOL_EXPECT_ORDER:
        judge_order(judge, watch);
        break;
    case TOOL_EXPECT_NO_ERRORS:
        decide(judge, watch, !lost, NULL, lost ? "lines of the log were lost" : "");
        break;
    case TOOL_EXPECT_NO_GAP:
        decide(judge, watch, watch->item->seen > 0 && !lost, NULL,
               watch->item->seen == 0 ? "there was no frame"
               : lost                 ? "lines of the log were lost"
                                      : "");
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

static bool is_of_playback(const struct watch *watch)
{
    enum tool_expect_kind kind = watch->expectation->what.kind;
    return kind == TOOL_EXPECT_FRAMES || kind == TOOL_EXPECT_NO_GAP ||
           kind == TOOL_EXPECT_FRAME_TIME || kind == TOOL_EXPECT_MISSED;
}

static void begin_item(struct tool_verdict_item *item)
{
    *item = (struct tool_verdict_item){
        .frame = TOOL_LOG_READER_BEFORE, .at_s = (double)NAN, .wall_s = (double)NAN};
}

/* The playback that was followed is over: what is said of frames is said of the longest one. */
static void leave_playback(struct judge *judge)
{
    struct tool_verdict *verdict = judge->verdict;
    bool is_longest = judge->frames > verdict->frames;
    for (size_t i = 0; i < verdict->count; i++) {
        struct watch *watch = &judge->watches[i];
        watch->from_passed = watch->to_passed = false;
        if (!is_of_playback(watch))
            continue;
        if (is_longest) {
            judge_rest(judge, watch);
            watch->longest = *watch->item;
        }
        begin_item(watch->item);
        tool_pace_reset(&watch->pace);
        watch->last_frame = NO_FRAME;
    }
    if (is_longest) {
        verdict->frames = judge->frames;
        verdict->session = judge->session;
    }
    judge->frames = 0;
    judge->words.at_s = (double)NAN;
}

/* At the end of the log. */
static void leave_last_playback(struct judge *judge)
{
    struct tool_verdict *verdict = judge->verdict;
    leave_playback(judge);
    for (size_t i = 0; i < verdict->count; i++)
        if (is_of_playback(&judge->watches[i]) && verdict->frames > 0)
            *judge->watches[i].item = judge->watches[i].longest;
}

static bool says(const struct tool_log_event *event, const char *name, const char *what)
{
    const char *text = tool_event_text(event, "what");
    return strcmp(event->name, name) == 0 && text != NULL && strcmp(text, what) == 0;
}

static void follow_sessions(struct judge *judge, const struct tool_log_event *event)
{
    bool is_own = session_of(event) == judge->session;
    bool starts = says(event, "play", "start");
    judge->is_over |= is_own && says(event, "session", "destroyed");
    if (starts || (judge->is_over && says(event, "session", "created")) ||
        (is_own && says(event, "session", "begun"))) {
        leave_playback(judge);
        judge->is_over = false;
    }
    if (!starts)
        return;
    judge->session = session_of(event);
    judge->verdict->playbacks++;
}

static void judge_event(struct judge *judge, const struct tool_log_event *event)
{
    struct tool_verdict *verdict = judge->verdict;
    follow_sessions(judge, event);
    tool_fault_watch_event(&judge->faults, event);
    tool_event_words_note(&judge->words, event);
    judge->frames += strcmp(event->name, "wait") == 0 && event->frame != TOOL_LOG_READER_BEFORE &&
                     is_followed(judge, event);
    for (size_t i = 0; i < verdict->count; i++)
        watch_event(judge, &judge->watches[i], event);
    const char *machine = tool_event_text(event, "wall_machine");
    if (machine != NULL)
        snprintf(verdict->machine, sizeof verdict->machine, "%s", machine);
    if (strcmp(event->name, "dropped") == 0)
        verdict->dropped += (uint64_t)tool_event_number(event, "count", 1.0);
    verdict->is_complete |= strcmp(event->name, "end") == 0;
}

static void watch_all(struct judge *judge)
{
    for (size_t i = 0; i < judge->verdict->count; i++) {
        struct tool_verdict_item *item = &judge->verdict->items[i];
        begin_item(item);
        judge->verdict->has_times |= judge->expect->list[i].what.kind == TOOL_EXPECT_FRAME_TIME;
        judge->watches[i] = (struct watch){
            .expectation = &judge->expect->list[i], .item = item, .last_frame = NO_FRAME};
    }
}

static void leave_watch(struct watch *watch)
{
    tool_pace_reset(&watch->pace);
    tool_event_free(&watch->near_shot);
}

bool tool_verdict_judge(struct tool_verdict *verdict, const struct tool_expect *expect,
                        const char *log_path, const struct tool_verdict_end *end)
{
    struct tool_log_reader events;
    struct tool_log_event event;
    struct judge judge = {.expect = expect, .end = end, .verdict = verdict};
    *verdict = (struct tool_verdict){.count = expect->count};
    if (!tool_fault_watch_init(&judge.faults, expect->faults) ||
        !tool_log_reader_open(&events, log_path, &event))
        return false;
    tool_event_free(&event);
    verdict->items = calloc(expect->count + 1, sizeof *verdict->items);
    judge.watches = calloc(expect->count + 1, sizeof *judge.watches);
    tool_event_words_init(&judge.words);
    bool ready = verdict->items != NULL && judge.watches != NULL;
    if (ready)
        watch_all(&judge);
    else
        tool_text_complain("out of memory");
    while (ready && tool_log_reader_next(&events, &event)) {
        judge_event(&judge, &event);
        tool_event_free(&event);
    }
    ready &= !events.is_broken;
    if (ready)
        leave_last_playback(&judge);
    bool is_early = events.is_incomplete || events.is_cut;
    if (is_early)
        snprintf(verdict->incomplete, sizeof verdict->incomplete, "%s", events.why);
    verdict->passed =
        tool_fault_watch_judge(&judge.faults, verdict->faults, sizeof verdict->faults) && ready &&
        !is_early;
    for (size_t i = 0; ready && i < verdict->count; i++) {
        judge_rest(&judge, &judge.watches[i]);
        verdict->passed &= verdict->items[i].passed || verdict->items[i].is_left_out;
    }
    tool_event_words_finish(&judge.words);
    for (size_t i = 0; judge.watches != NULL && i < expect->count; i++)
        leave_watch(&judge.watches[i]);
    free(judge.watches);
    tool_log_reader_close(&events);
    if (!ready)
        tool_verdict_free(verdict);
    return ready;
}

void tool_verdict_free(struct tool_verdict *verdict)
{
    free(verdict->items);
    *verdict = (struct tool_verdict){0};
}
