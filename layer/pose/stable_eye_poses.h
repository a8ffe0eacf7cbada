/* SPDX-License-Identifier: MIT */
/*
 * stable_eye_poses: eye poses in the head that are the same in every frame and in every run.
 *
 * A runtime may not know its head's pose at a given time exactly; for example, Monado's simulated
 * head moves with the wall clock. On a busy machine it then sometimes reports eyes that are some
 * millimetres off. With the frame clock, this would be the only difference between two runs. So the
 * layer measures the eyes of a session once and keeps them: it asks the runtime until two
 * consecutive answers agree. It rounds the result to 0.01 mm (and the rotation to 1e-5), because
 * the last bits still differ between runs.
 */
#ifndef US_STABLE_EYE_POSES_H
#define US_STABLE_EYE_POSES_H

#include <stdatomic.h>

#include "openxr/xr.h"

enum { US_STABLE_EYE_POSES_MAX = 8 };

/* Starts zeroed, which means not measured. The first thread that locates views measures and writes
 * it; then it is constant. */
struct us_stable_eye_poses {
    atomic_int state;
    XrViewConfigurationType type;
    uint32_t count;
    XrPosef poses[US_STABLE_EYE_POSES_MAX];
};

/*
 * Writes the measured poses to `views`. The runtime has just located `views` in its VIEW space, as
 * `info` asks, through `locate`. If nothing is measured yet, this call measures: it calls `locate`
 * again, up to eight times. Views of another view configuration, or more than
 * US_STABLE_EYE_POSES_MAX, stay unchanged. No allocation, no lock.
 */
void us_stable_eye_poses_apply(struct us_stable_eye_poses *eyes, XrSession session,
                               PFN_xrLocateViews locate, const XrViewLocateInfo *info,
                               uint32_t count, XrView *views);

#endif
