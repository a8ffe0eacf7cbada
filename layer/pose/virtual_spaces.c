/* SPDX-License-Identifier: MIT */
#include "layer/pose/virtual_spaces.h"

/* The height of LOCAL above STAGE if the origin of the recording is in LOCAL. */
static const float usual_height_m = 1.5f;

static struct us_pose raised(float y_m)
{
    struct us_pose pose = us_pose_identity;
    pose.position_m.y = y_m;
    return pose;
}

void us_virtual_spaces_init(struct us_virtual_spaces *spaces, bool on_floor, float head_height_m,
                            bool real_on_floor)
{
    spaces->is_virtual = true;
    spaces->local_y_m = on_floor ? head_height_m : 0.0f;
    spaces->floor_y_m = on_floor ? 0.0f : -usual_height_m;
    spaces->T_virtual_real = raised(real_on_floor ? spaces->floor_y_m : spaces->local_y_m);
}

void us_virtual_spaces_set_floor(struct us_virtual_spaces *spaces, float floor_y_m,
                                 bool real_on_floor)
{
    spaces->floor_y_m = floor_y_m;
    spaces->T_virtual_real = raised(real_on_floor ? spaces->floor_y_m : spaces->local_y_m);
}

bool us_virtual_spaces_find(const struct us_virtual_spaces *spaces, XrReferenceSpaceType type,
                            struct us_pose *out_T_virtual_space)
{
    bool is_local = type == XR_REFERENCE_SPACE_TYPE_LOCAL;
    bool is_floor =
        type == XR_REFERENCE_SPACE_TYPE_STAGE || type == XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR;
    if (!spaces->is_virtual || !(is_local || is_floor))
        return false;
    *out_T_virtual_space = raised(is_local ? spaces->local_y_m : spaces->floor_y_m);
    return true;
}

void us_virtual_spaces_from_real(const struct us_virtual_spaces *spaces, struct us_motion *motion)
{
    struct us_quat turn = spaces->T_virtual_real.rotation;
    motion->pose = us_pose_multiply(spaces->T_virtual_real, motion->pose);
    motion->linear_m_s = us_quat_rotate(turn, motion->linear_m_s);
    motion->angular_rad_s = us_quat_rotate(turn, motion->angular_rad_s);
}
