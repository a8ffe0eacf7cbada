/* SPDX-License-Identifier: MIT */
/*
 * markers: what reads a file from one end to the other: the walk, and the list of markers.
 * Private to curve_index.
 */
#ifndef US_MARKERS_H
#define US_MARKERS_H

#include "core/base/file.h"
#include "core/base/result.h"
#include "core/recording/recording.h"

/* walk: reads forward through a file through a small window. Private to curve_index and markers. */

enum { US_WALK_WINDOW = 4096 };

struct us_walk {
    const struct us_file *file;
    struct us_error *error; /* may be NULL */
    uint64_t offset;
    uint8_t window[US_WALK_WINDOW];
    uint64_t window_begin, window_end;
};

uint64_t us_walk_left(const struct us_walk *walk);

/* Returns the next `count` bytes, at most US_WALK_WINDOW, and moves behind them. Reads up to
 * `ahead` bytes more in the same call. NULL past the end of the file, or if reading fails. Valid
 * until the next call. */
const uint8_t *us_walk_read(struct us_walk *walk, uint64_t count, uint64_t ahead);

enum us_result us_walk_read_failed(struct us_walk *walk);

/*
 * markers: reads the list of markers at the end of a file. Private to curve_index.
 *
 * Bytes of a name that are not UTF-8 become U+FFFD.
 */

/* Read from the end of the last curve to the end of the file. After a failure `recording` owns the
 * markers that were read before it. */
enum us_result us_markers_read(struct us_walk *walk, struct us_recording *recording);

#endif
