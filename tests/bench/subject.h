/* SPDX-License-Identifier: MIT */
/*
 * subject: a recording in our sampler and in the plain port, asked for the same poses: 52 joints.
 *
 * Nothing here knows how a recording is loaded: it may lie whole in memory or come from a worker.
 * Where a worker is at it, a thread that asks for ten minutes in a millisecond overtakes it, which
 * no app does; so playing is done in bursts of a recorded second with a pause between them, and
 * only the bursts are timed; one with a late answer in it does not count and is played again.
 * Whether the answers kept up is found out from the port.
 */
#ifndef US_BENCH_SUBJECT_H
#define US_BENCH_SUBJECT_H

#include "oracle_plain_port.h"
#include "core/playback/loaded_recording.h"

enum { SUBJECT_RATE_HZ = 90 };

/* The pause that stands for the rest of a second: a worker decodes a recorded second in less. */
#define SUBJECT_PAUSE_NS 1000000

struct subject {
    struct us_loaded_recording loaded;
    struct plain_port *port; /* NULL if it was not asked for */
    double start_s, length_s;
    bool still;     /* sample without velocities */
    float sink;     /* keeps the work from being left out */
    uint64_t asked; /* poses that were compared with the port's ... */
    uint64_t late;  /* ... and were another time's: the sampler held an older one */
};

enum subject_with { SUBJECT_ALONE, SUBJECT_WITH_PORT };

/* Ends the program if the file cannot be opened. */
void subject_open(struct subject *subject, const char *path, enum subject_with with);
void subject_close(struct subject *subject);

/* A loaded recording alone, and the span that is played of it. */
void subject_open_recording(const char *path, struct us_loaded_recording *out);
void subject_span(const struct us_loaded_recording *loaded, double *out_start_s,
                  double *out_length_s);

void subject_pose(struct subject *subject, double time_s);
void subject_pose_by_port(struct subject *subject, double time_s);
/* The same pose from both; counts in asked and late. */
void subject_compare(struct subject *subject, double time_s);

/* Wait until poses at this time are there, where a worker makes them. */
void subject_settle(struct subject *subject, double time_s);

/* Nanoseconds of this thread that a pose of `seconds` of recording from `from_s` on takes, at 90
 * Hz. It wraps at the end. */
double subject_play(struct subject *subject, double from_s, double seconds);
double subject_play_by_port(struct subject *subject, double from_s, double seconds);

#endif
