/* SPDX-License-Identifier: MIT */
/*
 * inspect_flags: tracking gaps, the lost tail, and what is played of hands and gaze. Private to the
 * inspection.
 */
#ifndef US_INSPECT_FLAGS_H
#define US_INSPECT_FLAGS_H

#include "core/inspect/inspect_work.h"

enum us_result us_inspect_gaps(struct us_inspect_work *work, unsigned curve_index);
enum us_result us_inspect_lost_tail(struct us_inspect_work *work);
enum us_result us_inspect_zero_gaze(struct us_inspect_work *work);
/* Fills in the facts about hands and gaze. */
enum us_result us_inspect_played(struct us_inspect_work *work);

#endif
