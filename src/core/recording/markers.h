/* SPDX-License-Identifier: MIT */
/*
 * markers: reads the list of markers at the end of a file. Private to curve_index.
 *
 * Bytes of a name that are not UTF-8 become U+FFFD.
 */
#ifndef US_MARKERS_H
#define US_MARKERS_H

#include "core/recording/recording.h"
#include "core/recording/walk.h"

/* Read from the end of the last curve to the end of the file. After a failure `recording` owns the
 * markers that were read before it. */
enum us_result us_markers_read(struct us_walk *walk, struct us_recording *recording);

#endif
