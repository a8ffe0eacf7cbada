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

#include "core/base/result.h"
#include "core/recording/recording.h"
#include "core/repair/repair_report.h"

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

#endif
