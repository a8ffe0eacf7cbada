/* SPDX-License-Identifier: MIT */
/*
 * walk: reads forward through a file through a small window. Private to curve_index and markers.
 */
#ifndef US_WALK_H
#define US_WALK_H

#include "core/base/file.h"
#include "core/base/result.h"

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

#endif
