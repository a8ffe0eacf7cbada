/* SPDX-License-Identifier: MIT */
/*
 * rebase: the reference spaces that the recording defines, and the way of its joints into a base
 * space.
 *
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
 * A session recording that is placed in LOCAL may know where STAGE and LOCAL_FLOOR were when it
 * began. They are then there, STAGE with its recorded x, z and rotation. If the recording knows
 * only one of them, the other one has the same height.
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
#ifndef US_REBASE_H
#define US_REBASE_H

#include <stdbool.h>

#include "core/base/pose.h"
#include "core/playback/loaded_recording.h"
#include "openxr/xr.h"

/* The height of LOCAL above the floor if it is not known. */
#define US_VIRTUAL_SPACES_USUAL_HEIGHT_M 1.5f

struct us_virtual_spaces {
    bool is_virtual; /* false: the other members are unused */
    struct us_pose T_virtual_local, T_virtual_floor, T_virtual_stage; /* floor: LOCAL_FLOOR */
    struct us_pose T_virtual_real; /* pose of the runtime's anchor space in W */
    bool is_stage_recorded;        /* STAGE is that of a session, which says how large it is */
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

/*
 * rebase: transforms the joints of a recorded hand to the base space of xrLocateHandJointsEXT.
 *
 * Three steps lead from a recorded joint to the base space: convert (the axes), the pose of the
 * recording in the anchor space, and the inverse of the base space's pose. They are the same for
 * all 26 joints, so us_rebase_init combines them to one linear map per call. The results differ
 * from the three steps only by rounding. Pure; any thread.
 */

/* T_base_recording, including the change of handedness, as matrices by columns. */
struct us_rebase {
    bool is_parallel;     /* no rotation: only signs and the origin differ; no matrix is set */
    float rotation[4][4]; /* column c: the image of component c of a recorded quaternion */
    float vector[3][4];   /* column c: the image of component c of a vector; element 3 is 0 */
    float origin_m[4];    /* the recording's origin in the base space; element 3 is 0 */
    struct us_vec3 base_linear_m_s, base_angular_rad_s; /* velocity of the base, in its axes */
    float rate;                                         /* recorded seconds per second of the app */
};

/* `base` is the pose of the base space in the anchor space, with its velocity. T_anchor_recording
 * is in OpenXR's axes. */
void us_rebase_init(struct us_rebase *out, const struct us_motion *base,
                    struct us_pose T_anchor_recording, double rate);

/* Transforms a motion in b to a, in which b rests: such as from the recording's space, in OpenXR's
 * axes and the app's seconds, to the anchor space. If the axes are parallel, only the position
 * changes. */
struct us_motion us_rebase_motion(struct us_pose T_a_b, struct us_motion in_b);

/* Writes the pose of each joint, in the order of XrHandJointEXT, and keeps flags and radii.
 * `recorded` is the array of a us_hand_sample, in the file's order. */
void us_rebase_poses(const struct us_rebase *rebase,
                     const struct us_motion recorded[US_JOINT_COUNT],
                     XrHandJointLocationEXT out[XR_HAND_JOINT_COUNT_EXT]);

/* Writes the velocities of the joints and keeps the flags. `poses` is the output of
 * us_rebase_poses. */
void us_rebase_velocities(const struct us_rebase *rebase,
                          const struct us_motion recorded[US_JOINT_COUNT],
                          const XrHandJointLocationEXT poses[XR_HAND_JOINT_COUNT_EXT],
                          XrHandJointVelocityEXT out[XR_HAND_JOINT_COUNT_EXT]);

#endif
