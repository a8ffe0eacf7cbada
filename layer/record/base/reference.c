/* SPDX-License-Identifier: MIT */
#include "layer/record/base/reference.h"

/* Below this a difference is the runtime's rounding. */
static const float same_m = 1e-4f, same_rad = 1e-4f;

static bool is_same(struct us_pose a, struct us_pose b)
{
    struct us_vec3 between = us_vec3_sub(a.position_m, b.position_m);
    struct us_quat turn = us_quat_multiply(us_quat_conjugate(a.rotation), b.rotation);
    struct us_vec3 axis = {turn.x, turn.y, turn.z};
    return us_vec3_norm(between) < same_m && 2.0f * us_vec3_norm(axis) < same_rad;
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

struct us_pose us_record_reference_from_local(const struct us_record_reference *reference,
                                              struct us_pose pose)
{
    return reference->is_moved ? us_pose_multiply(reference->T_reference_local, pose) : pose;
}

struct us_vec3 us_record_reference_turn(const struct us_record_reference *reference,
                                        struct us_vec3 vector)
{
    return reference->is_moved ? us_quat_rotate(reference->T_reference_local.rotation, vector)
                               : vector;
}
