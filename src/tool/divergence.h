/* SPDX-License-Identifier: MIT */
/*
 * divergence: where two event logs first differ in meaning.
 *
 * Lines are compared frame by frame, counted from the start of playback. Within a frame, the n-th
 * line of one log about a thing (this event, call, space and base; this hand; this action) is
 * compared with the n-th line of the other about the same, so that what different threads do may
 * come in any order. Line numbers, wall-clock fields, how long the app waited for playback to
 * start, and how often something happened by the clock do not count.
 */
#ifndef US_TOOL_DIVERGENCE_H
#define US_TOOL_DIVERGENCE_H

#include <stdbool.h>
#include <stdint.h>

struct us_divergence_options {
    double position_m; /* how far two poses may be apart */
    double angle_rad;
    double number;      /* how far any other two numbers may be apart */
    const char *ignore; /* names of events, with commas between; may be NULL */
    bool common;        /* only the frames that both logs have; what the last frame of
                           the shorter lacks, and how it ended, does not count */
};

enum us_divergence_result {
    US_DIVERGENCE_NONE,
    US_DIVERGENCE_FOUND,
    US_DIVERGENCE_UNKNOWN, /* a log cannot be read, or lines were lost when it was written: said */
};

struct us_divergence {
    int64_t frame;                     /* US_EVENTS_BEFORE: before playback */
    double at_s;                       /* the recording's time there; NaN if not known */
    char what[256];                    /* the question or the event, in words */
    char field[64];                    /* the field that differs; empty: the whole line */
    char a[512], b[512];               /* what each log says; empty: nothing */
    uint64_t a_line, b_line;           /* 0: there is none */
    uint64_t frames, frames_differing; /* from the start of playback to the end of the shorter */
};

enum us_divergence_result us_divergence_find(const char *a_path, const char *b_path,
                                             const struct us_divergence_options *options,
                                             struct us_divergence *out);

#endif
