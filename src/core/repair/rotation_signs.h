/* SPDX-License-Identifier: MIT */
/*
 * rotation_signs: finds the defects of a rotation key by key, in the order of time. The repair and
 * the inspection both use it: one in memory, the other while it reads a file. Pure.
 */
#ifndef US_ROTATION_SIGNS_H
#define US_ROTATION_SIGNS_H

#include <stdbool.h>
#include <stdint.h>

enum { US_ROTATION_COMPONENTS = 4 };

/* What the repair does with a key: it keeps it, changes its sign, or replaces it because it carries
 * no data. */
enum us_rotation_edit { US_ROTATION_KEEP, US_ROTATION_FLIP, US_ROTATION_REPLACE };

/* Begins zeroed. */
struct us_rotation_signs {
    double before[US_ROTATION_COMPONENTS]; /* the key before, with the sign that it was given */
    uint64_t seen, flips, zeros, not_unit;
};

/* Judges the next key, X Y Z W. `on_keys`: every component has a key of its own at this time; a
 * value between the keys of a linear curve is not expected to be unit. */
enum us_rotation_edit us_rotation_signs_next(struct us_rotation_signs *signs,
                                             const double here[US_ROTATION_COMPONENTS],
                                             bool on_keys);

#endif
