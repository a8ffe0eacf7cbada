/* SPDX-License-Identifier: MIT */
/*
 * facts: what `understudy info` counts in a recording.
 */
#ifndef US_TOOL_FACTS_H
#define US_TOOL_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "take.h"

/* The wrap modes in the order of the names that us_facts_wrap_name gives; the last stands for all
 * that do not exist. */
enum { US_FACTS_WRAPS = 6 };

struct us_facts_hand {
    unsigned joints_with_keys; /* None counts, if it has some */
    double tracked_share;      /* of the time that is played, 0 to 1 */
    uint64_t pinches;          /* spans in which the hand is tracked and pinches */
};

struct us_facts {
    unsigned curve_count, curves_with_keys;
    /* Pieces between two neighbouring keys of the float curves, as they stand in the file. */
    uint64_t linear, hermite, weighted, stepped;
    uint64_t
        wraps[US_FACTS_WRAPS]; /* of curves with keys, before and after the keys counted alike */
    double
        rate_hz; /* from the median distance of distinct key times; 0 if there are fewer than 2 */
    struct us_facts_hand hands[US_HAND_COUNT];
    double gaze_valid_share; /* of the time that is played, 0 to 1 */
};

const char *us_facts_wrap_name(unsigned wrap);

/* What the file says: to be called before the repair changes keys. False if memory runs out. */
bool us_facts_of_recording(const struct us_recording *recording, struct us_facts *facts);

/* What is played: hands and gaze. False if memory runs out. */
bool us_facts_of_take(const struct us_take *take, struct us_facts *facts);

#endif
