/* SPDX-License-Identifier: MIT */
#include "tool/verdict/verdict.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/verdict/watch.h"
#include "tool/cli/text.h"
#include "tool/log/log_reader.h"

static void begin_item(struct tool_verdict_item *item)
{
    *item = (struct tool_verdict_item){
        .frame = TOOL_LOG_READER_BEFORE, .at_s = (double)NAN, .wall_s = (double)NAN};
}

/* The playback that was followed is over: what is said of frames is said of the longest one. */
static void leave_playback(struct tool_judge *judge)
{
    struct tool_verdict *verdict = judge->verdict;
    bool is_longest = judge->frames > verdict->frames;
    for (size_t i = 0; i < verdict->count; i++) {
        struct tool_watch *watch = &judge->watches[i];
        watch->from_passed = watch->to_passed = false;
        if (!tool_watch_is_of_playback(watch))
            continue;
        if (is_longest) {
            tool_watch_end(judge, watch);
            watch->longest = *watch->item;
        }
        watch->has_begun = watch->has_room = watch->has_ended = false;
        begin_item(watch->item);
        tool_pace_reset(&watch->pace);
        watch->worst.line = 0;
        watch->last_frame = TOOL_WATCH_NO_FRAME;
    }
    if (is_longest) {
        verdict->frames = judge->frames;
        verdict->session = judge->session;
    }
    judge->frames = 0;
    judge->words.at_s = (double)NAN;
}

/* At the end of the log. */
static void leave_last_playback(struct tool_judge *judge)
{
    struct tool_verdict *verdict = judge->verdict;
    leave_playback(judge);
    for (size_t i = 0; i < verdict->count; i++)
        if (tool_watch_is_of_playback(&judge->watches[i]) && verdict->frames > 0)
            *judge->watches[i].item = judge->watches[i].longest;
}

static void follow_sessions(struct tool_judge *judge, const struct tool_log_event *event)
{
    struct tool_verdict *verdict = judge->verdict;
    bool is_own = tool_watch_session(event) == judge->session;
    bool starts = tool_log_event_says(event, "play", "start");
    judge->is_over |= is_own && tool_log_event_says(event, "session", "destroyed");
    if (starts || (judge->is_over && tool_log_event_says(event, "session", "created")) ||
        (is_own && tool_log_event_says(event, "session", "begun"))) {
        leave_playback(judge);
        judge->is_over = false;
    }
    unsigned own = tool_watch_session(event);
    bool plays = strcmp(event->name, "wait") == 0 && event->frame != TOOL_LOG_READER_BEFORE;
    if (plays && own > 0 && judge->session > 0 && own != judge->session &&
        judge->process_count > 1 && verdict->incomplete[0] == '\0')
        snprintf(
            verdict->incomplete, sizeof verdict->incomplete,
            "processes played at the same time, in sessions %u and %u; only one playback after "
            "another can be judged",
            judge->session, own);
    if (!starts)
        return;
    judge->session = tool_watch_session(event);
    verdict->playbacks++;
}

/* Of several processes, one that crashed shows by its missing last line alone: the exit code is
 * that of the one that started them. */
static void find_crash(const struct tool_judge *judge)
{
    struct tool_verdict *verdict = judge->verdict;
    unsigned crashed = 0;
    for (unsigned i = 0; i < judge->process_count; i++)
        crashed += !judge->processes[i].has_ended;
    if (judge->process_count > 1 && crashed > 0 && verdict->incomplete[0] == '\0')
        snprintf(verdict->incomplete, sizeof verdict->incomplete,
                 "%u of %u processes with a session crashed, or ended without xrDestroyInstance",
                 crashed, judge->process_count);
}

/* The first line of a session and the last one of an instance name their process. */
static void note_process(struct tool_judge *judge, const struct tool_log_event *event)
{
    double id = tool_log_event_number(event, "wall_process", (double)NAN);
    unsigned place = 0;
    while (place < judge->process_count && judge->processes[place].id != id)
        place++;
    if (isnan(id) || place == TOOL_WATCH_PROCESSES)
        return;
    judge->processes[place].id = id;
    judge->processes[place].has_ended |= strcmp(event->name, "end") == 0;
    judge->process_count += place == judge->process_count;
}

static void judge_event(struct tool_judge *judge, const struct tool_log_event *event)
{
    struct tool_verdict *verdict = judge->verdict;
    follow_sessions(judge, event);
    tool_fault_watch_event(&judge->faults, event);
    tool_event_words_note(&judge->words, event);
    if (!isnan(judge->words.at_s)) {
        judge->reached_s = judge->words.at_s;
        judge->furthest_s = fmax(judge->furthest_s, judge->reached_s);
    }
    judge->frames += strcmp(event->name, "wait") == 0 && event->frame != TOOL_LOG_READER_BEFORE &&
                     tool_watch_is_followed(judge, event);
    for (size_t i = 0; i < verdict->count; i++)
        tool_watch_event(judge, &judge->watches[i], event);
    const char *to_play =
        strcmp(event->name, "instance") == 0 ? tool_log_event_text(event, "play") : NULL;
    if (to_play != NULL)
        snprintf(verdict->to_play, sizeof verdict->to_play, "%s", to_play);
    const char *machine = tool_log_event_text(event, "wall_machine");
    if (machine != NULL)
        snprintf(verdict->machine, sizeof verdict->machine, "%s", machine);
    if (strcmp(event->name, "dropped") == 0)
        verdict->dropped += (uint64_t)tool_log_event_number(event, "count", 1.0);
    verdict->is_complete |= strcmp(event->name, "end") == 0;
    note_process(judge, event);
}

static void watch_all(struct tool_judge *judge)
{
    for (size_t i = 0; i < judge->verdict->count; i++) {
        struct tool_verdict_item *item = &judge->verdict->items[i];
        begin_item(item);
        judge->verdict->has_times |= judge->expect->list[i].what.kind == TOOL_EXPECT_FRAME_TIME;
        judge->watches[i] = (struct tool_watch){.expectation = &judge->expect->list[i],
                                                .item = item,
                                                .last_frame = TOOL_WATCH_NO_FRAME};
    }
}

bool tool_verdict_of_log(struct tool_verdict *verdict, const struct tool_expect *expect,
                         const char *log_path, const struct tool_verdict_end *end)
{
    struct tool_log_reader events;
    struct tool_log_event event;
    struct tool_judge judge = {.expect = expect,
                               .end = end,
                               .verdict = verdict,
                               .reached_s = (double)NAN,
                               .furthest_s = (double)NAN};
    *verdict = (struct tool_verdict){.count = expect->count};
    if (!tool_fault_watch_init(&judge.faults, expect->faults) ||
        !tool_log_reader_open(&events, log_path, &event))
        return false;
    judge.level = tool_event_level_of(tool_log_event_text(&event, "level"));
    tool_log_event_free(&event);
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
        tool_log_event_free(&event);
    }
    ready &= !events.is_broken;
    if (ready)
        leave_last_playback(&judge);
    if (events.is_incomplete || events.is_cut)
        snprintf(verdict->incomplete, sizeof verdict->incomplete, "%s", events.why);
    find_crash(&judge);
    verdict->passed =
        tool_fault_watch_judge(&judge.faults, verdict->faults, sizeof verdict->faults) && ready &&
        verdict->incomplete[0] == '\0';
    for (size_t i = 0; ready && i < verdict->count; i++) {
        tool_watch_end(&judge, &judge.watches[i]);
        verdict->passed &= verdict->items[i].passed || verdict->items[i].is_left_out;
    }
    tool_event_words_finish(&judge.words);
    for (size_t i = 0; judge.watches != NULL && i < expect->count; i++)
        tool_watch_free(&judge.watches[i]);
    free(judge.watches);
    tool_log_reader_close(&events);
    if (!ready)
        tool_verdict_free(verdict);
    return ready;
}

bool tool_verdict_unplayed(struct tool_verdict *verdict, const struct tool_expect *expect,
                           const char *reason)
{
    *verdict = (struct tool_verdict){.count = expect->count};
    verdict->items = calloc(expect->count + 1, sizeof *verdict->items);
    if (verdict->items == NULL)
        return false;
    snprintf(verdict->unplayed, sizeof verdict->unplayed, "%s", reason);
    for (size_t i = 0; i < expect->count; i++) {
        begin_item(&verdict->items[i]);
        verdict->items[i].is_left_out = true;
        snprintf(verdict->items[i].reason, sizeof verdict->items[i].reason,
                 "the run was not played to its end");
    }
    return true;
}

void tool_verdict_free(struct tool_verdict *verdict)
{
    free(verdict->items);
    *verdict = (struct tool_verdict){0};
}
