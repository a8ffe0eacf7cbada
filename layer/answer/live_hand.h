/* SPDX-License-Identifier: MIT */
/*
 * live_hand: locates a live hand as seen from a space whose pose the layer defines: a recorded head
 * or hand, or a virtual reference space.
 *
 * The chain below would use the real pose of that space, which is elsewhere. The layer therefore
 * asks for the hand in its anchor space, and transforms the answer into the space that the app
 * gave. No allocation, lock or system call of its own.
 */
#ifndef US_LIVE_HAND_H
#define US_LIVE_HAND_H

#include "layer/answer/answer.h"
#include "layer/state/instance.h"
#include "openxr/xr.h"

/* Calls xrLocateHandJointsEXT of the chain below. Transforms joints, velocities and the pose of
 * XR_FB_hand_tracking_aim to `info->baseSpace`. Sets isActive to XR_FALSE if that space cannot be
 * located. `out_answer` is as in us_answer_hooks. */
XrResult us_live_hand_locate(const struct us_instance *instance, XrHandTrackerEXT tracker,
                             const XrHandJointsLocateInfoEXT *info,
                             XrHandJointLocationsEXT *locations, struct us_answer *out_answer);

#endif
