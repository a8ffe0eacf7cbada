/* SPDX-License-Identifier: MIT */
/*
 * virtual_spaces: reference spaces that the recording defines (UNDERSTUDY_WORLD=virtual).
 *
 * In this mode LOCAL, LOCAL_FLOOR and STAGE follow from the recording, and not from the runtime. An
 * app that uses only these spaces gets the same poses in every run.
 *
 * W is the frame of the space in which the recording's origin is placed. For a recording that
 * stands on the floor (us_loaded_recording_is_floor_based: its head starts more than 0.8 m above
 * the origin) that is STAGE, for others LOCAL; UNDERSTUDY_ANCHOR overrides the choice. The origins
 * of the spaces in W, in metres, all without rotation:
 *
 *   origin placed in      STAGE            LOCAL_FLOOR      LOCAL
 *   STAGE, LOCAL_FLOOR    (0, 0, 0)        (0, 0, 0)        (0, h, 0)
 *   LOCAL                 (0, -1.5, 0)     (0, -1.5, 0)     (0, 0, 0)
 *
 * A session recording that is placed in LOCAL and knows where STAGE and LOCAL_FLOOR were when it
 * began has them there, STAGE with its own x, z and rotation; of one that knows only one of them,
 * the other one has the same height.
 *
 * h is the height of the head where playback starts, or 1.5 without a recorded head. LOCAL_FLOOR
 * has the height of STAGE, and x, z and orientation of LOCAL, as OpenXR 1.1, 7.1 requires.
 *
 * When the session is created, W is placed once on the runtime's space of the same kind, or on the
 * runtime's LOCAL if it has no such space. Everything that only the runtime knows (controllers,
 * anchors, spaces of other extensions, a live head) is transformed by this placement. If the
 * runtime recentres its spaces later, the app gets no event for the virtual spaces, and the things
 * that only the runtime knows move.
 *
 * Constant after the session was created; any thread may read it.
 */
#ifndef US_VIRTUAL_SPACES_H
#define US_VIRTUAL_SPACES_H

#include <stdbool.h>

#include "core/base/pose.h"
#include "core/playback/loaded_recording.h"
#include "openxr/xr.h"

struct us_virtual_spaces {
    bool is_virtual; /* false: the other members are unused */
    struct us_pose T_virtual_local, T_virtual_floor, T_virtual_stage; /* floor: LOCAL_FLOOR */
    struct us_pose T_virtual_real; /* pose of the runtime's anchor space in W */
};

/* `on_floor`: the recording's origin is on the floor. `real_on_floor`: the origin of the runtime's
 * anchor space is on the floor. `head_height_m` is h. */
void us_virtual_spaces_init(struct us_virtual_spaces *spaces, bool on_floor, float head_height_m,
                            bool real_on_floor);

/* Puts STAGE and LOCAL_FLOOR where a session recorded them, after us_virtual_spaces_init for a
 * recording whose origin is in LOCAL, on a runtime's LOCAL. Without recorded ones nothing changes.
 */
void us_virtual_spaces_set_recorded(struct us_virtual_spaces *spaces,
                                    const struct us_recorded_spaces *recorded);

/* How far LOCAL is above STAGE. */
float us_virtual_spaces_height_m(const struct us_virtual_spaces *spaces);

/* Returns the pose of a reference space in W. False if the space is not virtual: then the runtime
 * defines it. */
bool us_virtual_spaces_find(const struct us_virtual_spaces *spaces, XrReferenceSpaceType type,
                            struct us_pose *out_T_virtual_space);

/* Transforms a motion from the runtime's anchor space to W. */
void us_virtual_spaces_from_real(const struct us_virtual_spaces *spaces, struct us_motion *motion);

#endif
