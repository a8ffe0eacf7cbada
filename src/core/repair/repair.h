/* SPDX-License-Identifier: MIT */
/*
 * repair: finds the defects of a recording, repairs those that can be repaired, and reports all of
 * them.
 *
 * It repairs the recording in memory, and never changes the file. Definitions:
 * - W defect: the toolkit of 2.6 and 2.7 lost the keys of rotation W. |w| comes from X, Y and Z;
 * the sign of a joint's W comes from the bone that its +Z runs along. The sign of the camera's W
 * comes from continuity alone, and the report warns of that.
 * - Sign flips: q and -q are the same rotation, but interpolating from one to the other turns the
 * wrong way. The repair gives neighbours the same sign.
 * - Zero rotations: such a key carries no data. The last good rotation before it holds, or the
 * first good one after it.
 * - Not unit: the repair counts these rotations; playback normalises them.
 * - Gaps: spans in which a hand is not tracked. Playback reports the hand as not tracked.
 * - Zero gaze: such a key carries no data. Playback reports no gaze.
 * - Lost tail: a writer of version 1.1 kept pose keys at multiples of 32 frames only. The repair
 * cannot restore the missing ones.
 */
#ifndef US_REPAIR_H
#define US_REPAIR_H

#include "core/base/result.h"
#include "core/recording/curve_index.h"
#include "core/recording/recording.h"
#include "core/repair/repair_report.h"

/*
 * Repair `recording` in place, and report what was found. The recording owns its new keys. A sound
 * recording is not changed; its report holds notes at most. `report` and `error` may be NULL; the
 * caller finishes the report. Memory is a small multiple of the rotations' keys. US_OK or
 * US_ERROR_MEMORY.
 */
enum us_result us_repair(struct us_recording *recording, struct us_repair_report *report,
                         struct us_error *error);

/*
 * Repair the rotations of a span of a recording for playback: signs, and keys without data. A lost
 * W needs the whole recording and is left alone; nothing is reported. US_OK or US_ERROR_MEMORY.
 */
enum us_result us_repair_window(struct us_recording *window, struct us_error *error);

/*
 * True if a span of the recording cannot be played without the rest: where a curve repeats by
 * itself, or a rotation has lost its W, whose signs follow from one another. Reads a few keys of
 * `file`, which `index` was read from. False if they cannot be read: playing then says so.
 */
bool us_repair_needs_whole(const struct us_curve_index *index, const struct us_file *file);

#endif
