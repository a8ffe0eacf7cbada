/* SPDX-License-Identifier: MIT */
/*
 * record_location: the reference of a recording, and OpenXR's answers in it.
 *
 * reference: the recording's reference, which is LOCAL as it was when the session began.
 *
 * LOCAL moved if STAGE has another pose in it, unless the runtime said that STAGE moves. If there
 * is no STAGE, the runtime's events about LOCAL say where it moved. Only the thread in xrWaitFrame
 * calls the functions, except us_record_reference_note.
 */
#ifndef US_RECORD_LOCATION_H
#define US_RECORD_LOCATION_H

#include <stdatomic.h>
#include <stdbool.h>

#include "core/base/pose.h"
#include "layer/pose/convert.h"
#include "openxr/xr.h"
#include "session/codec/session_message.h"

struct us_record_reference {
    bool is_moved;                    /* false: LOCAL is still the reference, exactly */
    struct us_pose T_reference_local; /* identity unless it is moved */
    bool has_stage;
    struct us_pose T_local_stage; /* the newest */
    atomic_bool stage_changes;    /* the runtime said that STAGE moves */
    atomic_bool has_change;       /* the runtime said that LOCAL moves; sets the next members */
    XrTime change_time;
    struct us_pose T_before_after;
};

/* Takes the newest answer of xrLocateSpace for STAGE in LOCAL, and updates T_reference_local. */
void us_record_reference_follow(struct us_record_reference *reference, struct us_pose T_local_stage,
                                bool is_valid);
/* The runtime said that LOCAL or STAGE changes. Any thread. */
void us_record_reference_note(struct us_record_reference *reference,
                              const XrEventDataReferenceSpaceChangePending *changed);
/* Call this before anything is located for the frame at `time`. */
void us_record_reference_advance(struct us_record_reference *reference, XrTime time);

/* Copies a pose bit for bit; does not normalise the quaternion. */
static inline struct us_pose us_record_pose(XrPosef pose)
{
    struct us_pose out = {
        {pose.orientation.x, pose.orientation.y, pose.orientation.z, pose.orientation.w},
        us_convert_from_vector3f(pose.position)};
    return out;
}

/*
 * record_location: transforms OpenXR's answers into the recording's reference. Pure computations;
 * any thread.
 */

/* The base space of a locate call, in the reference. */
struct us_record_base {
    bool is_identity; /* it is the reference: values are copied bit for bit */
    struct us_pose T_reference_base;
};

struct us_record_base us_record_base_local(const struct us_record_reference *reference);

/*
 * The base space of a locate call of the app, in the frame's reference. False if the frame does not
 * know where the space is: it is an action space, VIEW, or a reference space that was not located.
 */
bool us_record_base_of_space(const struct us_session_frame *frame, XrSpace space,
                             struct us_record_base *out);

struct us_pose us_record_base_pose(const struct us_record_base *base, XrPosef pose);

/* Whether two poses differ by no more than float rounding. */
bool us_record_pose_is_near(struct us_pose a, struct us_pose b);

/* `velocity` may be NULL. */
void us_record_location_fill(struct us_session_location *out, const struct us_record_base *base,
                             const XrSpaceLocation *location, const XrSpaceVelocity *velocity);
/* Also reads the structs that are chained to `locations`. */
void us_record_hand_fill(struct us_session_hand_joints *out, const struct us_record_base *base,
                         const XrHandJointLocationsEXT *locations);
void us_record_aim_fill(struct us_session_hand_aim *out, const struct us_record_base *base,
                        const XrHandTrackingAimStateFB *aim);
struct us_session_fov us_record_fov(XrFovf fov);

#endif
