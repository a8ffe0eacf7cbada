/* SPDX-License-Identifier: MIT */
/*
 * stream_plan: decides which block a stream makes next, in which slot, and when it looks again.
 * Private to stream.c. It only computes: it knows no thread, and changes nothing but what it
 * returns. Times are recording times in seconds.
 */
#ifndef US_STREAM_PLAN_H
#define US_STREAM_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/sampler/block.h"

enum { US_STREAM_RING_SLOTS = 4 };
/* For blocks that are asked for in each frame beside those of the time that plays: faults may
 * freeze or delay the head, the hands and the gaze, each at another time; and each may be about to
 * go on to its next block. */
enum { US_STREAM_SLOTS = US_STREAM_RING_SLOTS + 8 };
/* The shortest interval between two looks: at first, and after a jump. */
enum { US_STREAM_POLL_NS = 5000000 };

/* A slot as the worker sees it. */
struct us_stream_seen_slot {
    bool is_ready;
    struct us_span span; /* if it is ready: of its block, also if making that failed */
    unsigned asked_ago;  /* frames since a thread asked for a time in it; UINT_MAX: none did */
    double asked_s;      /* that time */
};

/* The stream as the worker sees it. */
struct us_stream_look {
    const struct us_block_source *source;
    struct us_stream_seen_slot slots[US_STREAM_SLOTS];
    unsigned slot_count;
    bool misses;
    double missed_s; /* with `misses`: a thread asked for it, and its block was not there */
};

/* The position and speed of playback when the worker last looked. */
struct us_stream_pace {
    double at_s;
    double clock_s; /* of the system's clock */
    double speed;   /* recorded seconds per second, never negative */
    bool backward;
    uint64_t late; /* answers so far */
    long pause_ns; /* until the next look */
};

/* What the worker does next. */
struct us_stream_step {
    int slot;   /* becomes empty; -1: there is nothing to do */
    bool makes; /* then the block of `time_s` is made in it */
    double time_s;
};

static inline bool us_span_covers(struct us_span span, double time_s)
{
    return time_s >= span.from_s && time_s < span.to_s;
}

static inline double us_span_distance(struct us_span span, double time_s)
{
    double before_s = span.from_s - time_s, behind_s = time_s - span.to_s;
    return before_s > 0.0 ? before_s : behind_s > 0.0 ? behind_s : 0.0;
}

/* The most urgent block that is missing. If none is missing, a block that was asked for in other
 * frames and is no longer: that slot becomes empty. */
struct us_stream_step us_stream_next_step(const struct us_stream_look *look,
                                          const struct us_stream_pace *pace);
/* Playback is at `now_s` when the clock shows `clock_s`, and so many answers were late so far. True
 * if it jumped, or if answers were late since the last look. */
bool us_stream_pace_update(struct us_stream_pace *pace, const struct us_recording *recording,
                           double now_s, double clock_s, uint64_t late);
/* The pause until the next look: twice the last one, but not beyond the end of the block that
 * plays, when the worker has to make the next one. */
long us_stream_pause_ns(const struct us_stream_look *look, const struct us_stream_pace *pace);

#endif
