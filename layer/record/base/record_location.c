/* SPDX-License-Identifier: MIT */
#include "layer/record/base/record_location.h"

#include <string.h>

#include "layer/answer/space.h"

/* A smaller difference is the runtime's rounding. */
static bool is_same(struct us_pose a, struct us_pose b)
{
    return us_pose_is_near(a, b, 1e-4f, 1e-4f);
}

void us_record_reference_follow(struct us_record_reference *reference, struct us_pose T_local_stage,
                                bool is_valid)
{
    if (!is_valid)
        return;
    bool stage_moved = atomic_exchange(&reference->stage_changes, false);
    if (reference->has_stage && !stage_moved && is_same(reference->T_local_stage, T_local_stage))
        return;
    if (reference->has_stage && !stage_moved) {
        /* STAGE is where it was in the reference. */
        struct us_pose T_reference_stage =
            us_pose_multiply(reference->T_reference_local, reference->T_local_stage);
        reference->T_reference_local =
            us_pose_multiply(T_reference_stage, us_pose_inverse(T_local_stage));
        reference->is_moved = !is_same(reference->T_reference_local, us_pose_identity);
        if (!reference->is_moved)
            reference->T_reference_local = us_pose_identity;
    }
    reference->has_stage = true;
    reference->T_local_stage = T_local_stage;
}

void us_record_reference_note(struct us_record_reference *reference,
                              const XrEventDataReferenceSpaceChangePending *changed)
{
    if (changed->referenceSpaceType == XR_REFERENCE_SPACE_TYPE_STAGE)
        atomic_store(&reference->stage_changes, true);
    if (changed->referenceSpaceType != XR_REFERENCE_SPACE_TYPE_LOCAL || !changed->poseValid ||
        atomic_load(&reference->has_change))
        return;
    reference->change_time = changed->changeTime;
    reference->T_before_after = us_record_pose(changed->poseInPreviousSpace);
    atomic_store(&reference->has_change, true);
}

void us_record_reference_advance(struct us_record_reference *reference, XrTime time)
{
    if (!atomic_load(&reference->has_change) || time < reference->change_time)
        return;
    if (!reference->has_stage) {
        reference->T_reference_local =
            us_pose_multiply(reference->T_reference_local, reference->T_before_after);
        reference->is_moved = true;
    }
    atomic_store(&reference->has_change, false);
}

struct us_record_base us_record_base_local(const struct us_record_reference *reference)
{
    return (struct us_record_base){!reference->is_moved, reference->T_reference_local};
}

static const struct us_session_location *find_reference(const struct us_session_frame *frame,
                                                        XrReferenceSpaceType type)
{
    if (type == XR_REFERENCE_SPACE_TYPE_LOCAL)
        return &frame->spaces[US_SESSION_SPACE_LOCAL];
    if (type == XR_REFERENCE_SPACE_TYPE_STAGE)
        return &frame->spaces[US_SESSION_SPACE_STAGE];
    return type == XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR
               ? &frame->spaces[US_SESSION_SPACE_LOCAL_FLOOR]
               : NULL;
}

bool us_record_base_of_space(const struct us_session_frame *frame, XrSpace handle,
                             struct us_record_base *out)
{
    const struct us_space *space = us_space_find(handle);
    const struct us_session_location *location =
        space != NULL && space->is_reference ? find_reference(frame, space->reference) : NULL;
    if (location == NULL || !us_session_is_placed(location->flags))
        return false;
    out->T_reference_base = location->pose;
    if (space->has_offset)
        out->T_reference_base = us_pose_multiply(location->pose, space->T_entity_space);
    out->is_identity =
        memcmp(&out->T_reference_base, &us_pose_identity, sizeof us_pose_identity) == 0;
    return true;
}

struct us_pose us_record_base_pose(const struct us_record_base *base, XrPosef pose)
{
    struct us_pose in_base = us_record_pose(pose);
    return base->is_identity ? in_base : us_pose_multiply(base->T_reference_base, in_base);
}

static struct us_vec3 base_vector(const struct us_record_base *base, XrVector3f vector)
{
    struct us_vec3 in_base = us_convert_from_vector3f(vector);
    return base->is_identity ? in_base : us_quat_rotate(base->T_reference_base.rotation, in_base);
}

bool us_record_pose_is_near(struct us_pose a, struct us_pose b)
{
    return us_pose_is_near(a, b, 2e-6f * (1.0f + us_vec3_norm(a.position_m)), 4e-6f);
}

static uint8_t merge_flags(XrSpaceLocationFlags location, XrSpaceVelocityFlags velocity)
{
    unsigned flags = (unsigned)location & (US_SESSION_BOTH_VALID | US_SESSION_BOTH_TRACKED);
    if (velocity & XR_SPACE_VELOCITY_LINEAR_VALID_BIT)
        flags |= US_SESSION_LINEAR_VALID;
    if (velocity & XR_SPACE_VELOCITY_ANGULAR_VALID_BIT)
        flags |= US_SESSION_ANGULAR_VALID;
    return (uint8_t)flags;
}

void us_record_location_fill(struct us_session_location *out, const struct us_record_base *base,
                             const XrSpaceLocation *location, const XrSpaceVelocity *velocity)
{
    out->is_recorded = out->is_active = true;
    out->flags =
        merge_flags(location->locationFlags, velocity != NULL ? velocity->velocityFlags : 0);
    out->pose = us_record_base_pose(base, location->pose);
    if (velocity != NULL && (out->flags & US_SESSION_LINEAR_VALID))
        out->linear_m_s = base_vector(base, velocity->linearVelocity);
    if (velocity != NULL && (out->flags & US_SESSION_ANGULAR_VALID))
        out->angular_rad_s = base_vector(base, velocity->angularVelocity);
}

static void fill_joint(struct us_session_joint *out, const struct us_record_base *base,
                       const XrHandJointLocationEXT *location,
                       const XrHandJointVelocityEXT *velocity)
{
    out->flags =
        merge_flags(location->locationFlags, velocity != NULL ? velocity->velocityFlags : 0);
    out->pose = us_record_base_pose(base, location->pose);
    out->radius_m = location->radius;
    if (velocity != NULL && (out->flags & US_SESSION_LINEAR_VALID))
        out->linear_m_s = base_vector(base, velocity->linearVelocity);
    if (velocity != NULL && (out->flags & US_SESSION_ANGULAR_VALID))
        out->angular_rad_s = base_vector(base, velocity->angularVelocity);
}

void us_record_hand_fill(struct us_session_hand_joints *out, const struct us_record_base *base,
                         const XrHandJointLocationsEXT *locations)
{
    const XrHandJointVelocitiesEXT *velocities =
        us_xr_find_output(locations->next, XR_TYPE_HAND_JOINT_VELOCITIES_EXT);
    const XrHandTrackingDataSourceStateEXT *source =
        us_xr_find_output(locations->next, XR_TYPE_HAND_TRACKING_DATA_SOURCE_STATE_EXT);
    if (velocities != NULL && velocities->jointCount < US_SESSION_JOINTS)
        velocities = NULL;
    out->is_recorded = true;
    out->is_active = locations->isActive == XR_TRUE;
    if (source != NULL)
        out->data_source = source->isActive == XR_TRUE ? (uint32_t)source->dataSource : 0;
    for (int i = 0; i < US_SESSION_JOINTS; i++)
        fill_joint(&out->joints[i], base, &locations->jointLocations[i],
                   velocities != NULL ? &velocities->jointVelocities[i] : NULL);
}

void us_record_aim_fill(struct us_session_hand_aim *out, const struct us_record_base *base,
                        const XrHandTrackingAimStateFB *aim)
{
    out->is_recorded = true;
    out->status = aim->status;
    out->pose = us_record_base_pose(base, aim->aimPose);
    out->pinch_index = aim->pinchStrengthIndex;
    out->pinch_middle = aim->pinchStrengthMiddle;
    out->pinch_ring = aim->pinchStrengthRing;
    out->pinch_little = aim->pinchStrengthLittle;
}

struct us_session_fov us_record_fov(XrFovf fov)
{
    return (struct us_session_fov){fov.angleLeft, fov.angleRight, fov.angleUp, fov.angleDown};
}
