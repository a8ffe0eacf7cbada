/* SPDX-License-Identifier: MIT */
/*
 * virtual_spaces: the virtual world (UNDERSTUDY_WORLD=virtual), in which LOCAL, LOCAL_FLOOR and
 * STAGE are the recording's and not the runtime's, so that an app that uses core spaces alone is
 * told the same in every run.
 *
 * W is the frame of the space that the recording's origin is put on: STAGE for a recording that
 * stands on the floor (its head starts more than 0.8 m up, us_loaded_recording_is_floor_based),
 * else LOCAL; UNDERSTUDY_ANCHOR decides otherwise. In it, all unturned, in metres:
 *
 *   the origin is on      STAGE            LOCAL_FLOOR      LOCAL
 *   STAGE, LOCAL_FLOOR    (0, 0, 0)        (0, 0, 0)        (0, h, 0)
 *   LOCAL                 (0, -1.5, 0)     (0, -1.5, 0)     (0, 0, 0)
 *
 * h is the head's height where playback starts, or 1.5 without a recorded head. So LOCAL_FLOOR
 * shares x, z and orientation with LOCAL and its height with STAGE (OpenXR 1.1, 7.1).
 *
 * The world is placed in the real one once, when the session is made: on the runtime's space of the
 * same kind, or LOCAL on LOCAL where there is none. What only the runtime knows (controllers,
 * anchors, spaces of other extensions, a head that is not played) is seen through that. If the
 * runtime recentres its own spaces later, the app is not told, and what only the runtime knows
 * moves.
 *
 * Constant after the session was made; any thread.
 */
#ifndef US_VIRTUAL_SPACES_H
#define US_VIRTUAL_SPACES_H

#include <stdbool.h>

#include "core/base/pose.h"
#include "openxr/xr.h"

struct us_virtual_spaces {
    bool is_virtual;               /* otherwise nothing below counts */
    float local_y_m, floor_y_m;    /* in W */
    struct us_pose T_virtual_real; /* from the layer's anchor space below to W */
};

/* `on_floor`: the recording's origin is; `real_on_floor`: so is the layer's anchor space below. */
void us_virtual_spaces_init(struct us_virtual_spaces *spaces, bool on_floor, float head_height_m,
                            bool real_on_floor);

/* Where the world has a reference space; false if it has not: then it is the runtime's. */
bool us_virtual_spaces_find(const struct us_virtual_spaces *spaces, XrReferenceSpaceType type,
                            struct us_pose *out_T_virtual_space);

/* From the layer's anchor space below to W. */
void us_virtual_spaces_from_real(const struct us_virtual_spaces *spaces, struct us_motion *motion);

#endif
