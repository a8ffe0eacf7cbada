/* SPDX-License-Identifier: MIT */
/*
 * generate: a performance -> a recording, with the keys that a recorder would have written.
 *
 * Boolean curves have a key at the start and at every change. Joints have keys only while their
 * hand is tracked, and None has none. Curves wrap by clamping for ever.
 */
#ifndef US_GENERATE_H
#define US_GENERATE_H

#include <stdbool.h>
#include <stdint.h>

#include "performance.h"
#include "core/recording/recording.h"
#include "core/base/result.h"

struct us_generate_marker {
    double time_s;
    const char *name; /* UTF-8; borrowed */
};

struct us_generate_settings {
    struct us_performance performance;
    double rate_hz; /* frames per second, > 0 */
    double start_s; /* the time of the first frame; 1.0 recordings begin before 0, those of 2019
                       anywhere */
    struct us_layout layout; /* the sections that it has are made */
    bool reduce;             /* thin the keys */
    unsigned hermite_percent,
        weighted_percent; /* of 28-byte keys; the others are linear as the toolkit writes them */
    const struct us_generate_marker *markers; /* borrowed */
    uint32_t marker_count;
};

/* 10 s of everything at 60 Hz in the layout that the toolkit writes today: 1.1, 8-byte keys, an
 * empty marker list. */
struct us_generate_settings us_generate_default(void);

/* The recording owns what it needs; us_recording_finish frees it. `out` is zeroed on failure. */
enum us_result us_generate(const struct us_generate_settings *settings, struct us_recording *out,
                           struct us_error *error);

#endif
