/* SPDX-License-Identifier: MIT */
#include "session/codec/session_wire.h"

#include <string.h>

struct us_pose us_session_take_pose(const float *values)
{
    struct us_pose pose;
    memcpy(&pose.position_m, values, sizeof pose.position_m);
    memcpy(&pose.rotation, values + 3, sizeof pose.rotation);
    return pose;
}

enum {
    KNOWN_FLAGS = 63, /* a later version may have more */
};

static bool take_location(const understudy_Location *from, bool is_there,
                          struct us_session_location *out)
{
    if (!is_there)
        return true;
    out->is_recorded = true;
    out->is_active = !from->inactive;
    out->flags = (uint8_t)(from->flags & KNOWN_FLAGS);
    bool linear = (out->flags & US_SESSION_LINEAR_VALID) != 0;
    bool angular = (out->flags & US_SESSION_ANGULAR_VALID) != 0;
    if (from->pose_count != ((out->flags & US_SESSION_BOTH_VALID) != 0 ? 7 : 0) ||
        from->velocity_count != (linear ? 3 : 0) + (angular ? 3 : 0))
        return false;
    if (from->pose_count == 7)
        out->pose = us_session_take_pose(from->pose);
    if (linear)
        memcpy(&out->linear_m_s, from->velocity, sizeof out->linear_m_s);
    if (angular)
        memcpy(&out->angular_rad_s, from->velocity + (linear ? 3 : 0), sizeof out->angular_rad_s);
    return true;
}

static bool take_views(const understudy_Views *from, struct us_session_frame *out)
{
    memset(out->views, 0, sizeof out->views);
    out->view_count = from->views_count;
    out->view_flags = out->view_count > 0 ? from->flags : 0; /* flags need a view */
    for (uint32_t i = 0; i < out->view_count; i++) {
        if (from->views[i].pose_count != 7 || from->views[i].fov_count != 4)
            return false;
        out->views[i].pose = us_session_take_pose(from->views[i].pose);
        memcpy(&out->views[i].fov, from->views[i].fov, sizeof out->views[i].fov);
    }
    return true;
}

static bool take_spaces(const understudy_Spaces *from, struct us_session_frame *out)
{
    memset(out->spaces, 0, sizeof out->spaces);
    out->has_stage_bounds = from->stage_bounds_count == 2;
    out->stage_width_m = out->has_stage_bounds ? from->stage_bounds[0] : 0.0f;
    out->stage_depth_m = out->has_stage_bounds ? from->stage_bounds[1] : 0.0f;
    return (from->stage_bounds_count == 0 || out->has_stage_bounds) &&
           take_location(&from->local, from->has_local, &out->spaces[US_SESSION_SPACE_LOCAL]) &&
           take_location(&from->local_floor, from->has_local_floor,
                         &out->spaces[US_SESSION_SPACE_LOCAL_FLOOR]) &&
           take_location(&from->stage, from->has_stage, &out->spaces[US_SESSION_SPACE_STAGE]);
}

/* Each array is whole or left out. */
static bool has_sound_lengths(const understudy_Hand *hand)
{
    return hand->poses_count == (hand->active ? 7 * US_SESSION_JOINTS : 0) &&
           (hand->flags.size == 0 || hand->flags.size == US_SESSION_JOINTS) &&
           (hand->radii_count == 0 || hand->radii_count == US_SESSION_JOINTS) &&
           (hand->linear_count == 0 || hand->linear_count == 3 * US_SESSION_JOINTS) &&
           (hand->angular_count == 0 || hand->angular_count == 3 * US_SESSION_JOINTS);
}

static bool take_hand(const understudy_Hand *from, bool is_there,
                      const struct us_session_frame_state *state, enum us_session_hand side,
                      struct us_session_hand_joints *out)
{
    if (!is_there)
        return true;
    if (!has_sound_lengths(from))
        return false;
    out->is_recorded = true;
    out->is_active = from->active;
    out->data_source = from->data_source;
    const uint8_t *flags = from->flags.size > 0 ? from->flags.bytes : state->joint_flags[side];
    const float *radii = from->radii_count > 0 ? from->radii : state->joint_radii_m[side];
    for (int i = 0; from->active && i < US_SESSION_JOINTS; i++) {
        struct us_session_joint *joint = &out->joints[i];
        joint->flags = (uint8_t)(flags[i] & KNOWN_FLAGS);
        joint->radius_m = radii[i];
        joint->pose = us_session_take_pose(from->poses + 7 * i);
        if ((joint->flags & US_SESSION_LINEAR_VALID) != 0)
            memcpy(&joint->linear_m_s, from->linear + 3 * i, sizeof joint->linear_m_s);
        if ((joint->flags & US_SESSION_ANGULAR_VALID) != 0)
            memcpy(&joint->angular_rad_s, from->angular + 3 * i, sizeof joint->angular_rad_s);
    }
    return true;
}

static bool take_aim(const understudy_HandAim *from, bool is_there, struct us_session_hand_aim *out)
{
    if (!is_there)
        return true;
    if (from->pose_count != 7 || from->strength_count != 4)
        return false;
    out->is_recorded = true;
    out->status = from->status;
    out->pose = us_session_take_pose(from->pose);
    out->pinch_index = from->strength[0];
    out->pinch_middle = from->strength[1];
    out->pinch_ring = from->strength[2];
    out->pinch_little = from->strength[3];
    return true;
}

static bool take_poses(const understudy_HandPoses *from, bool is_there,
                       struct us_session_location *out)
{
    return !is_there ||
           (take_location(&from->grip, from->has_grip, &out[US_SESSION_POSE_GRIP]) &&
            take_location(&from->aim, from->has_aim, &out[US_SESSION_POSE_AIM]) &&
            take_location(&from->palm, from->has_palm, &out[US_SESSION_POSE_PALM]) &&
            take_location(&from->pinch, from->has_pinch, &out[US_SESSION_POSE_PINCH]) &&
            take_location(&from->poke, from->has_poke, &out[US_SESSION_POSE_POKE]));
}

/* These values are the same in most frames. */
static bool take_changes(const understudy_Frame *from, const struct us_session_frame *last,
                         struct us_session_frame *out)
{
    if (!from->complete) {
        out->view_flags = last->view_flags;
        out->view_count = last->view_count;
        memcpy(out->views, last->views, sizeof out->views);
        memcpy(out->spaces, last->spaces, sizeof out->spaces);
        out->has_stage_bounds = last->has_stage_bounds;
        out->stage_width_m = last->stage_width_m;
        out->stage_depth_m = last->stage_depth_m;
        out->presence = last->presence;
        out->refresh_rate_hz = last->refresh_rate_hz;
    }
    if (from->has_presence)
        out->presence = (enum us_session_presence)from->presence;
    if (from->has_refresh_rate_hz)
        out->refresh_rate_hz = from->refresh_rate_hz;
    return (!from->has_views || take_views(&from->views, out)) &&
           (!from->has_spaces || take_spaces(&from->spaces, out));
}

static void keep_joints(struct us_session_frame_state *state, enum us_session_hand side,
                        const struct us_session_hand_joints *hand)
{
    for (int i = 0; hand->is_active && i < US_SESSION_JOINTS; i++) {
        state->joint_flags[side][i] = hand->joints[i].flags;
        state->joint_radii_m[side][i] = hand->joints[i].radius_m;
    }
}

bool us_session_take_frame(const understudy_Frame *from, struct us_session_frame_state *state,
                           struct us_session_frame *to)
{
    US_SESSION_WIRE_FRAME(US_SESSION_WIRE_SAME)
    struct us_session_hand_joints *hands = to->hands;
    if (!take_location(&from->head, from->has_head, &to->head) ||
        !take_location(&from->gaze, from->has_gaze, &to->gaze) ||
        !take_changes(from, &state->newest, to) ||
        !take_hand(&from->left_hand, from->has_left_hand, state, US_SESSION_LEFT, &hands[0]) ||
        !take_hand(&from->right_hand, from->has_right_hand, state, US_SESSION_RIGHT, &hands[1]) ||
        !take_aim(&from->left_aim, from->has_left_aim, &to->aims[US_SESSION_LEFT]) ||
        !take_aim(&from->right_aim, from->has_right_aim, &to->aims[US_SESSION_RIGHT]) ||
        !take_poses(&from->left_poses, from->has_left_poses, to->poses[US_SESSION_LEFT]) ||
        !take_poses(&from->right_poses, from->has_right_poses, to->poses[US_SESSION_RIGHT]))
        return false;
    keep_joints(state, US_SESSION_LEFT, &hands[US_SESSION_LEFT]);
    keep_joints(state, US_SESSION_RIGHT, &hands[US_SESSION_RIGHT]);
    state->is_known = state->is_known || from->complete;
    return true;
}
