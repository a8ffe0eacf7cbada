/* SPDX-License-Identifier: MIT */
/*
 * clock: maps the time since playback started to recording time.
 *
 * Pure: the functions keep no state, allocate nothing and cannot fail. Any thread may call them.
 */
#ifndef US_CLOCK_H
#define US_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

enum us_end_mode {
    US_END_HOLD,     /* hold the last values */
    US_END_LOOP,     /* play again from the beginning */
    US_END_PINGPONG, /* play backwards, then forwards again */
    US_END_RESET,    /* return to the beginning and hold it (the file format's Once) */
    US_END_RELEASE,  /* hold the last values; the caller then returns to live input */
    US_END_QUIT,     /* hold the last values; the caller then ends the app */
};

enum { US_CLOCK_PAUSES_MAX = 16 };

struct us_clock_pause {
    double at_s;  /* recording time */
    double for_s; /* time of the caller; >= 0 */
};

struct us_clock_pauses {
    unsigned count;
    struct us_clock_pause list[US_CLOCK_PAUSES_MAX]; /* sorted by at_s */
};

enum us_clock_kind {
    US_CLOCK_WALL,  /* playback follows the caller's time */
    US_CLOCK_FRAME, /* frame n plays n / frame_hz seconds after the start */
};

struct us_clock {
    double from_s, to_s; /* the played range, in recording time; from_s <= to_s */
    double speed;        /* seconds of recording per second of the caller; > 0 */
    enum us_end_mode end_mode;
    /* Each pass pauses at all of them that are inside the range. A ping-pong pauses once at an end,
     * because it turns there. */
    struct us_clock_pauses pauses;
    enum us_clock_kind kind;
    double frame_hz; /* of US_CLOCK_FRAME; 0 for US_CLOCK_WALL */
};

enum us_clock_phase { US_CLOCK_WAITING, US_CLOCK_PLAYING, US_CLOCK_ENDED };

struct us_clock_time {
    double recording_s; /* in [from_s, to_s] */
    double rate;        /* d(recording time)/d(caller's time): 0 while waiting, paused or ended,
                           negative while a ping-pong plays backwards */
    enum us_clock_phase phase;
    double pass; /* how often playback reached an end and continued. Between two times of the same
                    pass, playback passes exactly the recording times between theirs. */
};

/*
 * Maps the caller's time since playback started, in nanoseconds, to recording time. A negative time
 * is before the start and gives from_s. An integer keeps full precision for as long as a session
 * can last.
 */
struct us_clock_time us_clock_map(const struct us_clock *clock, int64_t elapsed_ns);

/* The time of frame `frame` after frame 0 at `hz` frames per second, rounded to nanoseconds and
 * limited to what int64_t holds. `frame` may be negative or a fraction. */
int64_t us_clock_frame_ns(double frame, double hz);

#endif
