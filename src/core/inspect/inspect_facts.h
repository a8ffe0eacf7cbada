/* SPDX-License-Identifier: MIT */
/*
 * inspect_facts: facts about a recording other than its defects.
 */
#ifndef US_INSPECT_FACTS_H
#define US_INSPECT_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/pose.h"
#include "core/curve/curve.h"

/* Wrap modes are counted by their us_wrap_place. */
enum { US_INSPECT_WRAPS = US_WRAP_PLACES };

struct us_inspect_hand {
    unsigned joints_with_keys; /* including None, if it has keys */
    double tracked_share;      /* of the time that is played, 0 to 1 */
    uint64_t pinches;          /* spans in which the hand is tracked and pinches */
};

struct us_inspect_facts {
    unsigned curve_count, curves_with_keys;
    /* Segments of the float curves, as they are in the file. */
    uint64_t linear, hermite, weighted, stepped;
    uint64_t wraps[US_INSPECT_WRAPS]; /* each curve with keys counts twice: before and after */
    double rate_hz; /* from the median distance of distinct key times; 0 if there are under 2 */
    struct us_inspect_hand hands[US_HAND_COUNT];
    double gaze_valid_share; /* of the time that is played, 0 to 1 */
    bool floor_based;        /* as us_loaded_recording_is_floor_based */
};

/* Called about a hundred times, on the calling thread. `done` rises to `total`, which is above 0.
 * Both count bytes. */
typedef void us_inspect_progress_func_t(void *context, uint64_t done, uint64_t total);

#endif
