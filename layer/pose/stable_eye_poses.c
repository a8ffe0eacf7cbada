/* SPDX-License-Identifier: MIT */
#include "layer/pose/stable_eye_poses.h"

#include <math.h>
#include <stdbool.h>

enum { UNKNOWN, MEASURING, KNOWN };
enum { TRIES = 8 };

/* Two answers agree within this distance in metres, or difference of a quaternion's component.
 * Exact runtimes differ by less, from rounding. */
#define AGREE 1e-5f

static bool agree(const XrPosef *a, const XrPosef *b)
{
    const float of_a[7] = {a->position.x,    a->position.y,    a->position.z,   a->orientation.x,
                           a->orientation.y, a->orientation.z, a->orientation.w};
    const float of_b[7] = {b->position.x,    b->position.y,    b->position.z,   b->orientation.x,
                           b->orientation.y, b->orientation.z, b->orientation.w};
    for (int i = 0; i < 7; i++)
        if (!(fabsf(of_a[i] - of_b[i]) <= AGREE))
            return false;
    return true;
}

/* Rounds to 1e-5, and -0 to +0, so that two runs get the same bits. */
static float snap(float value)
{
    float rounded = (float)(round((double)value * 1e5) / 1e5);
    return rounded != 0.0f ? rounded : 0.0f;
}

static XrPosef snap_pose(XrPosef pose)
{
    XrQuaternionf q = pose.orientation;
    XrVector3f p = pose.position;
    return (XrPosef){{snap(q.x), snap(q.y), snap(q.z), snap(q.w)},
                     {snap(p.x), snap(p.y), snap(p.z)}};
}

/* Asks until two consecutive answers agree. eyes->poses holds the newest answer. */
static bool measure(struct us_stable_eye_poses *eyes, XrSession session, PFN_xrLocateViews locate,
                    const XrViewLocateInfo *info, uint32_t count)
{
    for (int i = 0; i < TRIES; i++) {
        XrView views[US_STABLE_EYE_POSES_MAX];
        XrViewState state = {.type = XR_TYPE_VIEW_STATE};
        XrViewLocateInfo again = *info;
        again.next = NULL;
        for (uint32_t k = 0; k < count; k++)
            views[k] = (XrView){.type = XR_TYPE_VIEW};
        uint32_t got = 0;
        if (XR_FAILED(locate(session, &again, &state, count, &got, views)) || got != count)
            return false;
        bool same = true;
        for (uint32_t k = 0; k < count; k++) {
            same &= agree(&eyes->poses[k], &views[k].pose);
            eyes->poses[k] = views[k].pose;
        }
        if (same)
            return true;
    }
    return false;
}

/* One thread measures. Another thread that comes meanwhile returns false and keeps the runtime's
 * answer, so that no frame thread waits. */
static bool become_known(struct us_stable_eye_poses *eyes, XrSession session,
                         PFN_xrLocateViews locate, const XrViewLocateInfo *info, uint32_t count,
                         const XrView *views)
{
    int expected = UNKNOWN;
    if (!atomic_compare_exchange_strong(&eyes->state, &expected, MEASURING))
        return expected == KNOWN;
    eyes->type = info->viewConfigurationType;
    eyes->count = count;
    for (uint32_t i = 0; i < count; i++)
        eyes->poses[i] = views[i].pose;
    bool known = measure(eyes, session, locate, info, count);
    for (uint32_t i = 0; i < count; i++)
        eyes->poses[i] = snap_pose(eyes->poses[i]);
    atomic_store_explicit(&eyes->state, known ? KNOWN : UNKNOWN, memory_order_release);
    return known;
}

void us_stable_eye_poses_apply(struct us_stable_eye_poses *eyes, XrSession session,
                               PFN_xrLocateViews locate, const XrViewLocateInfo *info,
                               uint32_t count, XrView *views)
{
    if (count > US_STABLE_EYE_POSES_MAX)
        return;
    if (atomic_load_explicit(&eyes->state, memory_order_acquire) != KNOWN &&
        !become_known(eyes, session, locate, info, count, views))
        return;
    if (eyes->type != info->viewConfigurationType || eyes->count != count)
        return;
    for (uint32_t i = 0; i < count; i++)
        views[i].pose = eyes->poses[i];
}
