/* SPDX-License-Identifier: MIT */
#include "clock.h"

#include <math.h>

static struct us_clock_time held(double recording_s, enum us_clock_phase phase)
{
    return (struct us_clock_time){recording_s, 0.0, phase, 0.0};
}

/* How many spans there are in a time that is made of whole ones. */
static double whole(double time_s, double span_s)
{
    return floor(time_s / span_s + 0.5);
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
        return (struct us_clock_time){clock->from_s + played_s, clock->speed, US_CLOCK_PLAYING,
                                      0.0};

    switch (clock->end_mode) {
    case US_END_LOOP: {
        double phase_s = fmod(played_s, span_s);
        return (struct us_clock_time){clock->from_s + phase_s, clock->speed, US_CLOCK_PLAYING,
                                      whole(played_s - phase_s, span_s)};
    }
    case US_END_PINGPONG: {
        double phase_s = fmod(played_s, 2.0 * span_s);
        double pass = 2.0 * whole(played_s - phase_s, 2.0 * span_s);
        if (phase_s < span_s)
            return (struct us_clock_time){clock->from_s + phase_s, clock->speed, US_CLOCK_PLAYING,
                                          pass};
        return (struct us_clock_time){clock->to_s - (phase_s - span_s), -clock->speed,
                                      US_CLOCK_PLAYING, pass + 1.0};
    }
    case US_END_RESET:
        return (struct us_clock_time){clock->from_s, 0.0, US_CLOCK_ENDED, 1.0};
    case US_END_HOLD:
        break;
    }
    return held(clock->to_s, US_CLOCK_ENDED);
}
