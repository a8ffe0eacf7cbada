/* SPDX-License-Identifier: MIT */
/*
 * markers: the list of markers at the end of a file. Private to index.
 *
 * A name that is not UTF-8 is repaired: what is no text becomes U+FFFD.
 */
#ifndef US_MARKERS_H
#define US_MARKERS_H

#include "core/recording/recording.h"
#include "core/recording/walk.h"

/* Read what is behind the last curve, to the end of the file. What was read stays in `recording`,
 * also on failure. */
enum us_result us_markers_read(struct us_walk *walk, struct us_recording *recording);

#endif
