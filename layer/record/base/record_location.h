/* SPDX-License-Identifier: MIT */
/*
 * record_location: OpenXR's answers brought into the recording's reference. Pure computations; any
 * thread.
 */
#ifndef US_RECORD_LOCATION_H
#define US_RECORD_LOCATION_H

#include "layer/record/base/reference.h"
#include "session/session_message.h"

#define US_RECORD_ALL_VALID ((unsigned)US_SESSION_ORIENTATION_VALID | US_SESSION_POSITION_VALID)
#define US_RECORD_ALL_TRACKED                                                                      \
    ((unsigned)US_SESSION_ORIENTATION_TRACKED | US_SESSION_POSITION_TRACKED)

/* A space that something was located in, in the reference. */
struct us_record_base {
    bool is_identity; /* it is the reference: values are copied bit for bit */
    struct us_pose T_reference_base;
};

struct us_record_base us_record_base_local(const struct us_record_reference *reference);

/*
 * The space that an app located something in, in the frame's reference. False if it is none that
 * the frame knows: an action space, VIEW, or a reference space that was not located.
 */
bool us_record_base_of_space(const struct us_session_frame *frame, XrSpace space,
                             struct us_record_base *out);

struct us_pose us_record_base_pose(const struct us_record_base *base, XrPosef pose);

/* Whether the position and the orientation are valid. */
bool us_record_location_is_valid(XrSpaceLocationFlags flags);
/* Whether two poses differ by no more than float rounding. */
bool us_record_pose_is_near(struct us_pose a, struct us_pose b);

/* `velocity` may be NULL. */
void us_record_location_fill(struct us_session_location *out, const struct us_record_base *base,
                             const XrSpaceLocation *location, const XrSpaceVelocity *velocity);
/* With what is chained to it. */
void us_record_hand_fill(struct us_session_hand_joints *out, const struct us_record_base *base,
                         const XrHandJointLocationsEXT *locations);
void us_record_aim_fill(struct us_session_hand_aim *out, const struct us_record_base *base,
                        const XrHandTrackingAimStateFB *aim);
struct us_session_fov us_record_fov(XrFovf fov);

#endif
