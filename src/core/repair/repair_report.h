/* SPDX-License-Identifier: MIT */
/*
 * repair_report: the kinds of defects, and a list of those that a recording has.
 */
#ifndef US_REPAIR_REPORT_H
#define US_REPAIR_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/recording/recording.h"

/* A rotation or a direction below this norm carries no data. */
#define US_REPAIR_ZERO_NORM 1e-3

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
    US_REPAIR_LOST_TAIL,   /* seconds of poses missing at the end; cannot be repaired (warning) */
    US_REPAIR_KIND_COUNT
};

/* A defect at one place: the camera, a joint, the gaze, or a curve. */
struct us_repair_item {
    enum us_repair_kind kind;
    unsigned curve_index; /* the first of the curves concerned; US_CURVE_COUNT for markers */
    uint64_t count;       /* keys or spans */
    double seconds;       /* the length of a tail, or of all gaps; otherwise 0 */
};

struct us_repair_report {
    struct us_repair_item *items; /* in file order */
    uint32_t item_count;
};

/* The name of each kind, and its weight: only worth knowing, repaired, or a defect that remains. */
enum us_repair_weight { US_REPAIR_NOTE, US_REPAIR_REPAIRED, US_REPAIR_REMAINS };
const char *us_repair_name(enum us_repair_kind kind);
enum us_repair_weight us_repair_weight(enum us_repair_kind kind);
/* Writes one sentence about an item for the user. */
void us_repair_describe(const struct us_repair_item *item, char *out, unsigned out_size);

/* Adds an item at its place in file order. False if memory runs out. `report` may be NULL. */
bool us_repair_report_add(struct us_repair_report *report, enum us_repair_kind kind,
                          unsigned curve_index, uint64_t count, double seconds);
/* Adds what was repaired while the file was read: names of markers, and the order of keys. */
bool us_repair_report_add_reading(struct us_repair_report *report,
                                  const struct us_recording *recording);
void us_repair_report_finish(struct us_repair_report *report);

#endif
