/* SPDX-License-Identifier: MIT */
/*
 * detect_rotation: finds the defects of a rotation key by key, and says how to edit each key.
 * Private to repair and inspect.
 *
 * The keys of a rotation are the times at which any of X, Y, Z and W has a key. A rotation's
 * components usually have keys at the same times ("shared"). Of keys at one time only the last one
 * counts.
 */
#ifndef US_DETECT_ROTATION_H
#define US_DETECT_ROTATION_H

#include "core/repair/detect_w.h"

enum { US_ROTATION_COMPONENTS = 4 };

/* What the repair does with a key: it keeps it, changes its sign, or replaces it because it carries
 * no data. */
enum us_rotation_edit { US_ROTATION_KEEP, US_ROTATION_FLIP, US_ROTATION_REPLACE };

struct us_rotation_found {
    bool shared;           /* all components have keys at the same times */
    uint32_t count;        /* keys, and so edits */
    uint64_t judged;       /* keys that count */
    uint64_t flips, zeros; /* keys with each edit */
    uint64_t not_unit;     /* rotations whose norm is off by more than 1e-3 */
    bool can_be_repaired;  /* there are flips or zeros, and applying the edits removes them */
    float first_s, last_s; /* of the keys, where times are not shared */
};

/*
 * Judges the rotation whose X curve is `curve_index`, and adds what it finds to the report. `w` is
 * NULL where W was not lost. Where a rotation is not `expected`, one without any data is no defect.
 *
 * `edits` may be NULL. Otherwise it has room for us_detect_rotation_room bytes, and gets an enum
 * us_rotation_edit for each key. US_OK, US_ERROR_MEMORY or, for a file, US_ERROR_FILE.
 */
enum us_result us_detect_rotation(const struct us_detect *detect, unsigned curve_index,
                                  bool expected, const struct us_lost_w *w, uint8_t *edits,
                                  struct us_rotation_found *out);

/* The most keys that the rotation can have. */
size_t us_detect_rotation_room(const struct us_key_source *source, unsigned curve_index);

#endif
