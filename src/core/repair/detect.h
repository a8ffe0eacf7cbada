/* SPDX-License-Identifier: MIT */
/*
 * detect: declarations that the detectors of defects share. Private to repair and inspect.
 *
 * Each kind of defect has one detector (detect_*.h). It reads the recording through a key_source,
 * in the order of time and in bounded memory, and adds what it finds to the report. us_repair runs
 * the detectors on a recording in memory and applies the edits that they yield; us_inspect_run runs
 * them on a file and only counts.
 */
#ifndef US_DETECT_H
#define US_DETECT_H

#include "core/keys/key_source.h"
#include "core/repair/repair_report.h"

/* Belongs to one thread. */
struct us_detect {
    struct us_key_source source;     /* of a file: with US_DETECT_SLOTS windows */
    struct us_repair_report *report; /* NULL: not wanted */
    struct us_error *error;          /* may be NULL */
    /* Called with the number of bytes of keys that are done, where a detector takes long; may be
     * NULL. */
    void (*progress)(void *context, uint64_t bytes);
    void *context;
};

enum { US_DETECT_SLOTS = 16 };

/* Adds an item to the report. US_OK, or US_ERROR_MEMORY with its message. */
enum us_result us_detect_note(const struct us_detect *detect, enum us_repair_kind kind,
                              unsigned curve_index, uint64_t count, double seconds);

/* US_ERROR_MEMORY, with its message. */
enum us_result us_detect_out_of_memory(const struct us_detect *detect);

/* US_OK, or US_ERROR_FILE with its message if one of the `count` curves could not be read. */
enum us_result us_detect_was_read(const struct us_detect *detect,
                                  const struct us_curve_reader *readers, unsigned count);

/*
 * detect_modes: finds wrap modes and weighted modes that do not exist. Private to repair and
 * inspect.
 */

/* How many of the keys from `first` on have an unknown weighted mode. `curve` has its keys in
 * memory: all of them, or those that a window holds. */
uint64_t us_detect_count_unknown_modes(const struct us_curve *curve, uint32_t first);

/* Adds one item for all curves with an unknown wrap mode, at the first of them. US_OK or
 * US_ERROR_MEMORY. */
enum us_result us_detect_unknown_wraps(const struct us_detect *detect);

/*
 * detect_flags: finds tracking gaps, a lost tail and a gaze without a direction. Private to repair
 * and inspect.
 *
 * Each function adds at most one item to the report. It returns US_OK, US_ERROR_MEMORY or, for a
 * file, US_ERROR_FILE.
 */

/* Tracking gaps of the hand whose `tracked` curve is `curve_index`, in the time that is played. A
 * hand that is never tracked has no gaps. */
enum us_result us_detect_gaps(const struct us_detect *detect, unsigned curve_index);

/* Pose keys that end before the keys of the hands' flags, which a writer of version 1.1 causes. A
 * recording without a camera may end its poses when tracking ends. */
enum us_result us_detect_lost_tail(const struct us_detect *detect);

/* Gaze keys whose direction is shorter than US_REPAIR_ZERO_NORM. */
enum us_result us_detect_zero_gaze(const struct us_detect *detect);

/* The length of the direction at `time_s`, with both ends of its curves clamped. `direction`: three
 * readers, on X, Y and Z. */
double us_detect_direction_norm(struct us_curve_reader direction[3], double time_s);

#endif
