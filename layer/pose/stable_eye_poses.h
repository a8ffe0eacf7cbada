/* SPDX-License-Identifier: MIT */
/*
 * stable_eye_poses: where the eyes are in the head, the same in every frame.
 *
 * A runtime that does not know its head's pose at a time exactly (Monado's simulated head moves by
 * the wall clock) may put the eyes some millimetres off their head now and then, when the machine
 * is busy. With the frame clock that would be told to the app as the only thing that differs from
 * run to run. There the eyes of a session are measured once, and stay: they are what two answers of
 * the runtime agree on. What is left of rounding differs from run to run as well, so the measured
 * numbers go to the nearest hundredth of a millimetre, and those of the rotation likewise.
 */
#ifndef US_STABLE_EYE_POSES_H
#define US_STABLE_EYE_POSES_H

#include <stdatomic.h>

#include "core/base/pose.h"
#include "openxr/xr.h"

enum { US_STABLE_EYE_POSES_MAX = 8 };

/* Zeroed: not measured. Written once, by the first thread that locates views. */
struct us_stable_eye_poses {
    atomic_int state;
    XrViewConfigurationType type;
    uint32_t count;
    XrPosef poses[US_STABLE_EYE_POSES_MAX];
};

/*
 * Put the measured poses into `views`, which the runtime has just located in its head as `info`
 * asks, by `locate`; if there are none yet, measure by asking again. Views of another type, or more
 * than there is room for, stay as they are. No allocation or lock.
 */
void us_stable_eye_poses_apply(struct us_stable_eye_poses *eyes, XrSession session,
                               PFN_xrLocateViews locate, const XrViewLocateInfo *info,
                               uint32_t count, XrView *views);

#endif
