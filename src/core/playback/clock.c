/* SPDX-License-Identifier: MIT */
#include "core/playback/clock.h"

#include <math.h>

static struct us_clock_time stopped_at(double recording_s, enum us_clock_phase phase)
{
    return (struct us_clock_time){recording_s, 0.0, phase, 0.0};
}

/* How many spans a time contains, if it is a multiple of the span but for rounding. */
static double count_spans(double time_s, double span_s)
{
    return floor(time_s / span_s + 0.5);
}

/* Playing backwards, a ping-pong has already paused at both ends. */
static bool is_pause_of_pass(const struct us_clock *clock, const struct us_clock_pause *pause,
                             bool back)
{
    return back ? pause->at_s > clock->from_s && pause->at_s < clock->to_s
                : pause->at_s >= clock->from_s && pause->at_s <= clock->to_s;
}

/* How many seconds of recording a pass would play if it did not stop during its pauses. */
static double pass_length_s(const struct us_clock *clock, bool back)
{
    double length_s = clock->to_s - clock->from_s;
    for (unsigned i = 0; i < clock->pauses.count; i++) {
        const struct us_clock_pause *pause = &clock->pauses.list[i];
        if (is_pause_of_pass(clock, pause, back))
            length_s += pause->for_s * clock->speed;
    }
    return length_s;
}

/* The recording time `played_s` after a pass began, or before it ends if it plays backwards. Pauses
 * count into `played_s`. */
static struct us_clock_time map_in_pass(const struct us_clock *clock, double played_s, bool back)
{
    double paused_s = 0.0, speed = back ? -clock->speed : clock->speed;
    for (unsigned i = 0; i < clock->pauses.count; i++) {
        const struct us_clock_pause *pause = &clock->pauses.list[i];
        if (!is_pause_of_pass(clock, pause, back))
            continue;
        double into_pause_s = played_s - paused_s - (pause->at_s - clock->from_s);
        if (into_pause_s < 0.0)
            break;
        if (into_pause_s < pause->for_s * clock->speed)
            return stopped_at(pause->at_s, US_CLOCK_PLAYING);
        paused_s += pause->for_s * clock->speed;
    }
    double recording_s = clock->from_s + (played_s - paused_s);
    if (!(recording_s > clock->from_s))
        recording_s = clock->from_s;
    if (recording_s > clock->to_s)
        recording_s = clock->to_s;
    return (struct us_clock_time){recording_s, speed, US_CLOCK_PLAYING, 0.0};
}

static struct us_clock_time with_pass(struct us_clock_time at, double pass)
{
    at.pass = pass;
    return at;
}

static struct us_clock_time map_repeating(const struct us_clock *clock, double played_s,
                                          double there_s)
{
    if (clock->end_mode == US_END_LOOP) {
        double phase_s = fmod(played_s, there_s);
        return with_pass(map_in_pass(clock, phase_s, false),
                         count_spans(played_s - phase_s, there_s));
    }
    double back_s = pass_length_s(clock, true), both_s = there_s + back_s;
    double phase_s = fmod(played_s, both_s);
    double pass = 2.0 * count_spans(played_s - phase_s, both_s);
    if (phase_s < there_s)
        return with_pass(map_in_pass(clock, phase_s, false), pass);
    return with_pass(map_in_pass(clock, back_s - (phase_s - there_s), true), pass + 1.0);
}

struct us_clock_time us_clock_map(const struct us_clock *clock, int64_t elapsed_ns)
{
    if (elapsed_ns < 0)
        return stopped_at(clock->from_s, US_CLOCK_WAITING);
    double length_s = pass_length_s(clock, false);
    if (!(clock->to_s > clock->from_s))
        return stopped_at(clock->from_s, US_CLOCK_ENDED);

    /* Convert whole seconds and the remainder separately: a double holds each of them exactly. */
    double elapsed_s = (double)(elapsed_ns / 1000000000) + (double)(elapsed_ns % 1000000000) * 1e-9;
    double played_s = elapsed_s * clock->speed;
    if (played_s < length_s)
        return map_in_pass(clock, played_s, false);

    switch (clock->end_mode) {
    case US_END_LOOP:
    case US_END_PINGPONG:
        return map_repeating(clock, played_s, length_s);
    case US_END_RESET:
        return (struct us_clock_time){clock->from_s, 0.0, US_CLOCK_ENDED, 1.0};
    case US_END_HOLD:
    case US_END_RELEASE:
    case US_END_QUIT:
        break;
    }
    return stopped_at(clock->to_s, US_CLOCK_ENDED);
}

int64_t us_clock_frame_ns(double frame, double hz)
{
    double ns = frame * 1e9 / hz;
    /* Beyond these limits the conversion to int64_t is undefined. */
    if (!(ns > -9.2e18))
        return INT64_MIN;
    return ns < 9.2e18 ? (int64_t)llround(ns) : INT64_MAX;
}
