/* SPDX-License-Identifier: MIT */
/*
 * record_told: what the app is told replaces what the recorder sampled.
 *
 * Runtimes predict, so that a later answer for the same time may differ. An answer counts if it is
 * of the display time of a pending frame and in LOCAL, LOCAL_FLOOR or STAGE. One that differs from
 * the sample by no more than float rounding leaves the sample as it is. The last answer counts.
 * Any thread; no allocation, lock or system call.
 */
#ifndef US_RECORD_TOLD_H
#define US_RECORD_TOLD_H

#include "layer/record/record_session.h"

struct us_hand_tracker;

void us_record_told_views(struct us_record_session *recorded, const XrViewLocateInfo *info,
                          const XrViewState *state, uint32_t count, const XrView *views);
void us_record_told_space(struct us_record_session *recorded, XrSpace handle, XrSpace base,
                          XrTime time, const XrSpaceLocation *location);
void us_record_told_spaces(struct us_record_session *recorded, const XrSpacesLocateInfo *info,
                           const XrSpaceLocations *locations);
void us_record_told_hand(struct us_record_session *recorded, const struct us_hand_tracker *tracker,
                         const XrHandJointsLocateInfoEXT *info,
                         const XrHandJointLocationsEXT *locations);

#endif
