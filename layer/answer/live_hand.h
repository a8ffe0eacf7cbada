/* SPDX-License-Identifier: MIT */
/*
 * live_hand: a hand that is not played, as seen from a space that the layer places: a recorded head
 * or hand, or the virtual world. The chain below takes such a space for its own, which is
 * elsewhere; so it is asked in the layer's anchor space, and its answer is moved. No allocation,
 * lock or system call.
 */
#ifndef US_LIVE_HAND_H
#define US_LIVE_HAND_H

#include "layer/answer/answer.h"
#include "layer/state/instance.h"
#include "openxr/xr.h"

/* xrLocateHandJointsEXT of the chain below: joints, velocities and XR_FB_hand_tracking_aim's pose
 * as seen from `info->baseSpace`. Inactive where that cannot be located. `out_answer` as in
 * us_answer_hooks. */
XrResult us_live_hand_locate(const struct us_instance *instance, XrHandTrackerEXT tracker,
                             const XrHandJointsLocateInfoEXT *info,
                             XrHandJointLocationsEXT *locations, struct us_answer *out_answer);

#endif
