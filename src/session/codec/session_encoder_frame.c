/* SPDX-License-Identifier: MIT */
#include "session/codec/session_wire.h"

#include <string.h>

pb_size_t us_session_put_pose(float *out, const struct us_pose *pose)
{
    memcpy(out, &pose->position_m, sizeof pose->position_m);
    memcpy(out + 3, &pose->rotation, sizeof pose->rotation);
    return 7;
}

static bool is_valid(uint8_t flags)
{
    return (flags & US_SESSION_BOTH_VALID) != 0;
}

/* Returns whether there is one. */
static bool fill_location(understudy_Location *to, const struct us_session_location *from)
{
    if (!from->is_recorded)
        return false;
    to->flags = from->flags;
    to->inactive = !from->is_active;
    if (is_valid(from->flags))
        to->pose_count = us_session_put_pose(to->pose, &from->pose);
    if ((from->flags & US_SESSION_LINEAR_VALID) != 0) {
        memcpy(to->velocity, &from->linear_m_s, sizeof from->linear_m_s);
        to->velocity_count = 3;
    }
    if ((from->flags & US_SESSION_ANGULAR_VALID) != 0) {
        memcpy(to->velocity + to->velocity_count, &from->angular_rad_s, sizeof from->angular_rad_s);
        to->velocity_count = (pb_size_t)(to->velocity_count + 3);
    }
    return true;
}

static void fill_views(understudy_Views *to, const struct us_session_frame *from)
{
    memset(to, 0, sizeof *to);
    to->flags = from->view_count > 0 ? from->view_flags : 0;
    for (uint32_t i = 0; i < from->view_count && i < US_SESSION_VIEWS_MAX; i++) {
        to->views[i].pose_count = us_session_put_pose(to->views[i].pose, &from->views[i].pose);
        memcpy(to->views[i].fov, &from->views[i].fov, sizeof from->views[i].fov);
        to->views[i].fov_count = 4;
        to->views_count++;
    }
}

static void fill_spaces(understudy_Spaces *to, const struct us_session_frame *from)
{
    memset(to, 0, sizeof *to);
    to->has_local = fill_location(&to->local, &from->spaces[US_SESSION_SPACE_LOCAL]);
    to->has_local_floor =
        fill_location(&to->local_floor, &from->spaces[US_SESSION_SPACE_LOCAL_FLOOR]);
    to->has_stage = fill_location(&to->stage, &from->spaces[US_SESSION_SPACE_STAGE]);
    if (!from->has_stage_bounds)
        return;
    to->stage_bounds[0] = from->stage_width_m;
    to->stage_bounds[1] = from->stage_depth_m;
    to->stage_bounds_count = 2;
}

static void fill_joint_velocities(understudy_Hand *to, const struct us_session_hand_joints *from)
{
    unsigned any = 0;
    for (int i = 0; i < US_SESSION_JOINTS; i++)
        any |= from->joints[i].flags;
    for (int i = 0; i < US_SESSION_JOINTS; i++) {
        const struct us_session_joint *joint = &from->joints[i];
        if ((joint->flags & US_SESSION_LINEAR_VALID) != 0)
            memcpy(to->linear + 3 * i, &joint->linear_m_s, sizeof joint->linear_m_s);
        if ((joint->flags & US_SESSION_ANGULAR_VALID) != 0)
            memcpy(to->angular + 3 * i, &joint->angular_rad_s, sizeof joint->angular_rad_s);
    }
    to->linear_count = (any & US_SESSION_LINEAR_VALID) != 0 ? 3 * US_SESSION_JOINTS : 0;
    to->angular_count = (any & US_SESSION_ANGULAR_VALID) != 0 ? 3 * US_SESSION_JOINTS : 0;
}

/* Flags and radii seldom differ from those in the frame before. */
static void fill_joint_state(understudy_Hand *to, const struct us_session_hand_joints *from,
                             struct us_session_hand_state *last)
{
    struct us_session_hand_state now = {.is_known = true};
    for (int i = 0; i < US_SESSION_JOINTS; i++) {
        now.flags[i] = from->joints[i].flags;
        now.radii_m[i] = from->joints[i].radius_m;
    }
    if (!last->is_known || memcmp(now.flags, last->flags, sizeof now.flags) != 0) {
        to->flags.size = US_SESSION_JOINTS;
        memcpy(to->flags.bytes, now.flags, sizeof now.flags);
    }
    if (!last->is_known || memcmp(now.radii_m, last->radii_m, sizeof now.radii_m) != 0) {
        to->radii_count = US_SESSION_JOINTS;
        memcpy(to->radii, now.radii_m, sizeof now.radii_m);
    }
    *last = now;
}

static bool fill_hand(understudy_Hand *to, const struct us_session_hand_joints *from,
                      struct us_session_hand_state *last)
{
    if (!from->is_recorded)
        return false;
    to->active = from->is_active;
    to->data_source = from->data_source;
    if (!from->is_active)
        return true;
    for (int i = 0; i < US_SESSION_JOINTS; i++)
        us_session_put_pose(to->poses + 7 * i, &from->joints[i].pose);
    to->poses_count = 7 * US_SESSION_JOINTS;
    fill_joint_velocities(to, from);
    fill_joint_state(to, from, last);
    return true;
}

static bool fill_aim(understudy_HandAim *to, const struct us_session_hand_aim *from)
{
    if (!from->is_recorded)
        return false;
    to->status = from->status;
    to->pose_count = us_session_put_pose(to->pose, &from->pose);
    to->strength[0] = from->pinch_index;
    to->strength[1] = from->pinch_middle;
    to->strength[2] = from->pinch_ring;
    to->strength[3] = from->pinch_little;
    to->strength_count = 4;
    return true;
}

static bool fill_poses(understudy_HandPoses *to, const struct us_session_location *from)
{
    to->has_grip = fill_location(&to->grip, &from[US_SESSION_POSE_GRIP]);
    to->has_aim = fill_location(&to->aim, &from[US_SESSION_POSE_AIM]);
    to->has_palm = fill_location(&to->palm, &from[US_SESSION_POSE_PALM]);
    to->has_pinch = fill_location(&to->pinch, &from[US_SESSION_POSE_PINCH]);
    to->has_poke = fill_location(&to->poke, &from[US_SESSION_POSE_POKE]);
    return to->has_grip || to->has_aim || to->has_palm || to->has_pinch || to->has_poke;
}

/* These values are the same in most frames. */
static void fill_changes(struct us_session_frame_encoder *encoder,
                         const struct us_session_frame *from, understudy_Frame *to)
{
    fill_views(&to->views, from);
    fill_spaces(&to->spaces, from);
    to->presence = (understudy_Presence)from->presence;
    to->refresh_rate_hz = from->refresh_rate_hz;
    bool first = !encoder->has_frame;
    to->has_views = first || memcmp(&to->views, &encoder->views, sizeof to->views) != 0;
    to->has_spaces = first || memcmp(&to->spaces, &encoder->spaces, sizeof to->spaces) != 0;
    to->has_presence = first || from->presence != encoder->presence;
    to->has_refresh_rate_hz = first || memcmp(&from->refresh_rate_hz, &encoder->refresh_rate_hz,
                                              sizeof from->refresh_rate_hz) != 0;
    encoder->views = to->views;
    encoder->spaces = to->spaces;
    encoder->presence = from->presence;
    encoder->refresh_rate_hz = from->refresh_rate_hz;
}

void us_session_frame_encoder_fill(struct us_session_frame_encoder *encoder,
                                   const struct us_session_frame *from, understudy_Frame *to)
{
    memset(to, 0, sizeof *to);
    to->complete = !encoder->has_frame;
    US_SESSION_WIRE_FRAME(US_SESSION_WIRE_SAME)
    to->has_head = fill_location(&to->head, &from->head);
    fill_changes(encoder, from, to);
    struct us_session_hand_state *hands = encoder->hands;
    to->has_left_hand =
        fill_hand(&to->left_hand, &from->hands[US_SESSION_LEFT], &hands[US_SESSION_LEFT]);
    to->has_right_hand =
        fill_hand(&to->right_hand, &from->hands[US_SESSION_RIGHT], &hands[US_SESSION_RIGHT]);
    to->has_left_aim = fill_aim(&to->left_aim, &from->aims[US_SESSION_LEFT]);
    to->has_right_aim = fill_aim(&to->right_aim, &from->aims[US_SESSION_RIGHT]);
    to->has_gaze = fill_location(&to->gaze, &from->gaze);
    to->has_left_poses = fill_poses(&to->left_poses, from->poses[US_SESSION_LEFT]);
    to->has_right_poses = fill_poses(&to->right_poses, from->poses[US_SESSION_RIGHT]);
    encoder->has_frame = true;
}
