/* SPDX-License-Identifier: MIT */
/*
 * repair: find the defects that real files carry, mend what can be mended, and say so.
 *
 * What is mended is what is played; the file is not touched. Definitions:
 * - W defect: the toolkit of 2.6 and 2.7 lost the keys of rotation W. |w| comes from X, Y and Z;
 * its sign, for a joint, from the bone that the joint's +Z runs along, and for the camera from
 * continuity alone, with a warning.
 * - Sign flips: q and -q are one rotation, but not when interpolated. Neighbours are given the same
 * sign.
 * - Zero rotations: no data; the last good rotation before holds, or the first good one after.
 * - Not unit: normalised when played, counted here.
 * - Gaps: spans in which a hand is not tracked; played as not tracked.
 * - Zero gaze: no data there; played as no gaze.
 * - Lost tail: a 1.1 writer kept pose keys at multiples of 32 frames only. Cannot be mended.
 */
#ifndef US_REPAIR_H
#define US_REPAIR_H

#include <stdbool.h>
#include <stdint.h>

#include "core/recording/recording.h"
#include "core/base/result.h"

enum us_repair_kind {
    US_REPAIR_W_DEFECT,  /* count: rotations whose W was rebuilt */
    US_REPAIR_W_CAMERA,  /* the camera's W was rebuilt by continuity alone: its sign may be wrong
                            (warning) */
    US_REPAIR_SIGN_FLIP, /* count: keys given the other sign */
    US_REPAIR_ZERO_ROTATION, /* count: keys with no rotation, replaced by a neighbour's */
    US_REPAIR_NO_ROTATION,  /* a rotation that is zero in every key: played as identity (warning) */
    US_REPAIR_NOT_UNIT,     /* count: rotations off by more than 1e-3, normalised when played */
    US_REPAIR_TRACKING_GAP, /* count: spans of what is played in which a hand with joints is not
                               tracked (not a defect) */
    US_REPAIR_ZERO_GAZE,    /* count: gaze keys with no direction, played as no gaze */
    US_REPAIR_UNKNOWN_WRAP, /* a wrap mode outside the five: clamped */
    US_REPAIR_UNKNOWN_WEIGHTED, /* a weighted mode outside 0..3: its two low bits count */
    US_REPAIR_SPLIT_TIMES, /* the rotation's curves have keys at different times and are not all
                              linear: signs left alone (warning) */
    US_REPAIR_UNSORTED,    /* count: curves whose keys were not sorted by time; sorted */
    US_REPAIR_MARKER_NAME, /* count: markers whose names are not UTF-8; what is no text is U+FFFD */
    US_REPAIR_LOST_TAIL,   /* seconds of poses missing at the end; cannot be mended (warning) */
    US_REPAIR_KIND_COUNT
};

/* What was found in one place: the camera, one hand's joint, the gaze, or one curve. */
struct us_repair_item {
    enum us_repair_kind kind;
    unsigned curve_index; /* the first of the curves concerned; US_CURVE_COUNT for markers */
    uint64_t count;       /* keys or spans */
    double seconds;       /* for tails and gaps: how long; otherwise 0 */
};

struct us_repair_report {
    struct us_repair_item *items; /* in file order */
    uint32_t item_count;
    uint32_t item_capacity;
};

/* What each kind is called, and whether it was mended, cannot be (a defect remains), or is only
 * worth knowing. */
enum us_repair_weight { US_REPAIR_NOTE, US_REPAIR_MENDED, US_REPAIR_REMAINS };
const char *us_repair_name(enum us_repair_kind kind);
enum us_repair_weight us_repair_weight(enum us_repair_kind kind);
/* One sentence about an item, for a person. */
void us_repair_describe(const struct us_repair_item *item, char *out, unsigned out_size);

/*
 * Mend `recording` in place (its replaced keys are owned by it) and report. Sound recordings are
 * not changed and give an empty report, but for notes. `report` may be NULL. Memory used is a small
 * multiple of the rotations' keys.
 */
enum us_result us_repair(struct us_recording *recording, struct us_repair_report *report,
                         struct us_error *error);

/*
 * Mend the rotations of a span of a recording for playing: signs, and keys without data. What needs
 * the whole (the W defect) and what is only told is left out.
 */
enum us_result us_repair_window(struct us_recording *window, struct us_error *error);

void us_repair_report_finish(struct us_repair_report *report);

#endif
