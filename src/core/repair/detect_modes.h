/* SPDX-License-Identifier: MIT */
/*
 * detect_modes: finds wrap modes and weighted modes that do not exist. Private to repair and
 * inspect.
 */
#ifndef US_DETECT_MODES_H
#define US_DETECT_MODES_H

#include "core/repair/detect.h"

/* How many of the keys from `first` on have an unknown weighted mode. `curve` has its keys in
 * memory: all of them, or those that a window holds. */
uint64_t us_detect_count_unknown_modes(const struct us_curve *curve, uint32_t first);

/* Adds one item for all curves with an unknown wrap mode, at the first of them. US_OK or
 * US_ERROR_MEMORY. */
enum us_result us_detect_unknown_wraps(const struct us_detect *detect);

#endif
