/* SPDX-License-Identifier: MIT */
#include "clock.h"

#include <math.h>

static struct us_clock_time held(double recording_s, enum us_clock_phase phase)
{
    return (struct us_clock_time){recording_s, 0.0, phase};
}

struct us_clock_time us_clock_map(const struct us_clock *clock, int64_t elapsed_ns)
{
    double span_s = clock->to_s - clock->from_s;
    if (elapsed_ns < 0)
        return held(clock->from_s, US_CLOCK_WAITING);
    if (!(span_s > 0.0))
        return held(clock->from_s, US_CLOCK_ENDED);

    /* Whole seconds and the rest apart: a double holds either exactly. */
    double elapsed_s = (double)(elapsed_ns / 1000000000) + (double)(elapsed_ns % 1000000000) * 1e-9;
    double played_s = elapsed_s * clock->speed;
    if (played_s < span_s)
        return (struct us_clock_time){clock->from_s + played_s, clock->speed, US_CLOCK_PLAYING};

    switch (clock->end_mode) {
    case US_END_LOOP:
        return (struct us_clock_time){clock->from_s + fmod(played_s, span_s), clock->speed,
                                      US_CLOCK_PLAYING};
    case US_END_PINGPONG: {
        double phase_s = fmod(played_s, 2.0 * span_s);
        if (phase_s < span_s)
            return (struct us_clock_time){clock->from_s + phase_s, clock->speed, US_CLOCK_PLAYING};
        return (struct us_clock_time){clock->to_s - (phase_s - span_s), -clock->speed,
                                      US_CLOCK_PLAYING};
    }
    case US_END_RESET:
        return held(clock->from_s, US_CLOCK_ENDED);
    case US_END_HOLD:
        break;
    }
    return held(clock->to_s, US_CLOCK_ENDED);
}
