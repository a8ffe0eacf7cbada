/* SPDX-License-Identifier: MIT */
#include "status/summary.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "platform/path.h"

/* Vibrations that are closer to each other are one burst. */
#define BURST_GAP_S 0.25

static void add(_Atomic uint64_t *count, uint64_t more)
{
    atomic_fetch_add_explicit(count, more, memory_order_relaxed);
}

static double seconds(const _Atomic double *value)
{
    return atomic_load_explicit(value, memory_order_relaxed);
}

static void set_seconds(_Atomic double *value, double to)
{
    atomic_store_explicit(value, to, memory_order_relaxed);
}

void us_status_summary_begin(struct us_summary *summary, const char *path, double from_s,
                             double to_s, unsigned played)
{
    memset(summary, 0, sizeof *summary);
    snprintf(summary->name, sizeof summary->name, "%s", us_path_name(path));
    summary->from_s = from_s;
    summary->to_s = to_s;
    summary->played = played;
    set_seconds(&summary->at_s, from_s);
}

void us_status_summary_note_step(struct us_summary *summary, unsigned steps)
{
    if ((atomic_load_explicit(&summary->steps, memory_order_relaxed) & steps) != steps)
        atomic_fetch_or_explicit(&summary->steps, steps, memory_order_relaxed);
}

void us_status_summary_note_frame(struct us_summary *summary)
{
    add(&summary->frames, 1);
}

void us_status_summary_note_question(struct us_summary *summary,
                                     enum us_status_summary_question question, bool found)
{
    struct us_status_summary_count *count = &summary->questions[question];
    uint64_t frame = us_summary_get(&summary->frames) + 1;
    add(&count->times, 1);
    if (found)
        add(&count->found, 1);
    if (us_summary_get(&count->newest) != frame &&
        atomic_exchange_explicit(&count->newest, frame, memory_order_relaxed) != frame)
        add(&count->frames, 1);
}

void us_status_summary_note_time(struct us_summary *summary, double recording_s, double pass,
                                 bool ended)
{
    set_seconds(&summary->at_s, recording_s);
    set_seconds(&summary->pass, pass);
    if (ended)
        atomic_store_explicit(&summary->ended, true, memory_order_relaxed);
}

void us_status_summary_note_late(struct us_summary *summary, uint64_t answers)
{
    uint64_t before =
        atomic_exchange_explicit(&summary->late_answers, answers, memory_order_relaxed);
    if (answers > before)
        add(&summary->late_frames, 1);
}

void us_status_summary_note_skipped(struct us_summary *summary, int64_t before_ns, int64_t time_ns,
                                    int64_t period_ns)
{
    if (period_ns <= 0 || time_ns <= before_ns)
        return;
    add(&summary->skipped, (uint64_t)((time_ns - before_ns - period_ns / 2) / period_ns));
}

static bool try_lock_hand(struct us_status_summary_hand *hand)
{
    return !atomic_exchange_explicit(&hand->busy, true, memory_order_acquire);
}

static void unlock_hand(struct us_status_summary_hand *hand)
{
    atomic_store_explicit(&hand->busy, false, memory_order_release);
}

static void open_span(struct us_status_summary_spans *spans, double recording_s)
{
    uint64_t index = us_summary_get(&spans->count);
    if (index < US_SUMMARY_SPANS) {
        set_seconds(&spans->list[index].from_s, recording_s);
        set_seconds(&spans->list[index].to_s, recording_s);
    }
    add(&spans->count, 1);
}

/* The last span, if there is room for it in the list. */
static struct us_status_summary_span *last_span(struct us_status_summary_spans *spans)
{
    uint64_t count = us_summary_get(&spans->count);
    return count > 0 && count <= US_SUMMARY_SPANS ? &spans->list[count - 1] : NULL;
}

static void extend_span(struct us_status_summary_spans *spans, double recording_s,
                        uint64_t vibrations)
{
    struct us_status_summary_span *span = last_span(spans);
    if (span == NULL)
        return;
    set_seconds(&span->to_s, recording_s);
    add(&span->vibrations, vibrations);
}

static void change_pinch(struct us_status_summary_hand *hand, double recording_s, double pass,
                         bool pinching)
{
    bool before = atomic_load_explicit(&hand->pinching, memory_order_relaxed);
    bool goes_on = before && seconds(&hand->pass) == pass;
    if (pinching && goes_on)
        extend_span(&hand->pinches, recording_s, 0);
    else if (pinching)
        open_span(&hand->pinches, recording_s);
    set_seconds(&hand->pass, pass);
    atomic_store_explicit(&hand->pinching, pinching, memory_order_relaxed);
}

void us_status_summary_note_pinch(struct us_summary *summary, int which, int64_t time_ns,
                                  double recording_s, double pass, bool pinching)
{
    struct us_status_summary_hand *hand = &summary->hands[which];
    if (!try_lock_hand(hand))
        return;
    if (time_ns > atomic_load_explicit(&hand->noted_ns, memory_order_relaxed)) {
        atomic_store_explicit(&hand->noted_ns, time_ns, memory_order_relaxed);
        change_pinch(hand, recording_s, pass, pinching);
    }
    unlock_hand(hand);
}

void us_status_summary_end_pinches(struct us_summary *summary)
{
    for (int i = 0; i < US_SUMMARY_HANDS; i++)
        atomic_store_explicit(&summary->hands[i].pinching, false, memory_order_relaxed);
}

static void add_to_burst(struct us_status_summary_hand *hand, double recording_s)
{
    bool goes_on = us_summary_get(&hand->bursts.count) > 0 &&
                   fabs(recording_s - seconds(&hand->felt_s)) <= BURST_GAP_S;
    if (!goes_on)
        open_span(&hand->bursts, recording_s);
    extend_span(&hand->bursts, recording_s, 1);
    set_seconds(&hand->felt_s, recording_s);
}

static void vibrate(struct us_status_summary_hand *hand, double recording_s)
{
    bool pinching = atomic_load_explicit(&hand->pinching, memory_order_relaxed);
    struct us_status_summary_span *pinch = last_span(&hand->pinches);
    if (pinching && pinch != NULL)
        add(&pinch->vibrations, 1);
    add(pinching ? &hand->vibrations_inside : &hand->vibrations_outside, 1);
    if (pinching)
        return;
    if (try_lock_hand(hand)) {
        add_to_burst(hand, recording_s);
        unlock_hand(hand);
    }
}

/* Counts a vibration before playback. */
static bool is_early(struct us_summary *summary)
{
    bool is_started = atomic_load_explicit(&summary->started, memory_order_relaxed);
    add(&summary->vibrations_early, is_started ? 0 : 1);
    return !is_started;
}

void us_status_summary_note_vibration(struct us_summary *summary, unsigned hands,
                                      double recording_s)
{
    if (is_early(summary))
        return;
    for (unsigned i = 0; i < US_SUMMARY_HANDS; i++) {
        if ((hands & 1u << i) != 0)
            vibrate(&summary->hands[i], recording_s);
    }
}

void us_status_summary_note_live_vibration(struct us_summary *summary, unsigned hands)
{
    if (is_early(summary))
        return;
    for (unsigned i = 0; i < US_SUMMARY_HANDS; i++)
        add(&summary->hands[i].vibrations_live, (hands & 1u << i) != 0 ? 1 : 0);
    if (hands == 0)
        add(&summary->vibrations_else, 1);
}
