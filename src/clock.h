/* SPDX-License-Identifier: MIT */
/*
 * clock: the caller's time -> recording time. Pure: no state but what is passed in.
 */
#ifndef US_CLOCK_H
#define US_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

enum us_end_mode {
    US_END_HOLD,     /* the last values stay */
    US_END_LOOP,     /* from the beginning again */
    US_END_PINGPONG, /* back and forth */
    US_END_RESET,    /* back to the beginning and stay there (the file specification's Once) */
};

struct us_clock {
    double from_s, to_s; /* the span of recording time that is played, from_s <= to_s */
    double speed;        /* seconds of recording per second of the caller's; > 0 */
    enum us_end_mode end_mode;
};

enum us_clock_phase { US_CLOCK_WAITING, US_CLOCK_PLAYING, US_CLOCK_ENDED };

struct us_clock_time {
    double recording_s; /* in [from_s, to_s] */
    double rate;        /* d(recording)/d(caller's time): 0 while waiting or ended, negative on a
                           ping-pong's way back */
    enum us_clock_phase phase;
    double pass; /* how often playback reached an end and went on from one: two times of one pass
                    have all that is between them in the recording between them as well */
};

/*
 * `elapsed_ns` is the caller's time since playback started; negative is before the start and gives
 * from_s. Integer time keeps its full precision for as long as a session can last.
 */
struct us_clock_time us_clock_map(const struct us_clock *clock, int64_t elapsed_ns);

#endif
