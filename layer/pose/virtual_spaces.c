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
    spaces->T_virtual_local = raised(on_floor ? head_height_m : 0.0f);
    spaces->T_virtual_floor = raised(on_floor ? 0.0f : -usual_height_m);
    spaces->T_virtual_stage = spaces->T_virtual_floor;
    spaces->T_virtual_real = real_on_floor ? spaces->T_virtual_floor : spaces->T_virtual_local;
}

void us_virtual_spaces_set_recorded(struct us_virtual_spaces *spaces,
                                    const struct us_recorded_spaces *recorded)
{
    if (recorded->has_stage) {
        spaces->T_virtual_stage = recorded->T_local_stage;
        spaces->T_virtual_floor = raised(recorded->T_local_stage.position_m.y);
    }
    if (recorded->has_local_floor)
        spaces->T_virtual_floor = recorded->T_local_floor;
    if (!recorded->has_stage)
        spaces->T_virtual_stage = raised(spaces->T_virtual_floor.position_m.y);
}

float us_virtual_spaces_height_m(const struct us_virtual_spaces *spaces)
{
    return spaces->T_virtual_local.position_m.y - spaces->T_virtual_stage.position_m.y;
}

bool us_virtual_spaces_find(const struct us_virtual_spaces *spaces, XrReferenceSpaceType type,
                            struct us_pose *out_T_virtual_space)
{
    if (!spaces->is_virtual)
        return false;
    if (type == XR_REFERENCE_SPACE_TYPE_LOCAL)
        *out_T_virtual_space = spaces->T_virtual_local;
    else if (type == XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR)
        *out_T_virtual_space = spaces->T_virtual_floor;
    else if (type == XR_REFERENCE_SPACE_TYPE_STAGE)
        *out_T_virtual_space = spaces->T_virtual_stage;
    else
        return false;
    return true;
}

void us_virtual_spaces_from_real(const struct us_virtual_spaces *spaces, struct us_motion *motion)
{
    struct us_quat turn = spaces->T_virtual_real.rotation;
    motion->pose = us_pose_multiply(spaces->T_virtual_real, motion->pose);
    motion->linear_m_s = us_quat_rotate(turn, motion->linear_m_s);
    motion->angular_rad_s = us_quat_rotate(turn, motion->angular_rad_s);
}
