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
    US_END_RELEASE,  /* the last values, until the caller gives the input back */
    US_END_QUIT,     /* the last values, until the caller ends the app */
};

enum { US_CLOCK_PAUSES_MAX = 16 };

struct us_clock_pause {
    double at_s;  /* recording time */
    double for_s; /* of the caller's time; >= 0 */
};

struct us_clock_pauses {
    unsigned count;
    struct us_clock_pause list[US_CLOCK_PAUSES_MAX]; /* sorted by at_s */
};

enum us_clock_kind {
    US_CLOCK_WALL,  /* the caller's time */
    US_CLOCK_FRAME, /* frame n is n / frame_hz seconds after the start */
};

struct us_clock {
    double from_s, to_s; /* the span of recording time that is played, from_s <= to_s */
    double speed;        /* seconds of recording per second of the caller's; > 0 */
    enum us_end_mode end_mode;
    /* Each pass over the span rests at them; those outside of it do not count. A ping-pong turns
     * at an end, so it rests there once. */
    struct us_clock_pauses pauses;
    enum us_clock_kind kind;
    double frame_hz; /* of the frame clock; 0 for the wall clock */
};

enum us_clock_phase { US_CLOCK_WAITING, US_CLOCK_PLAYING, US_CLOCK_ENDED };

struct us_clock_time {
    double recording_s; /* in [from_s, to_s] */
    double rate;        /* d(recording)/d(caller's time): 0 while waiting, paused or ended, negative
                           on a ping-pong's way back */
    enum us_clock_phase phase;
    double pass; /* how often playback reached an end and went on from one: two times of one pass
                    have all that is between them in the recording between them as well */
};

/*
 * `elapsed_ns` is the caller's time since playback started; negative is before the start and gives
 * from_s. Integer time keeps its full precision for as long as a session can last.
 */
struct us_clock_time us_clock_map(const struct us_clock *clock, int64_t elapsed_ns);

/* The caller's time at which frame `frame` is, of `hz` a second: the nearest nanosecond. Fractions
 * of frames and negative ones are fine. */
int64_t us_clock_frame_ns(double frame, double hz);

#endif
