/* SPDX-License-Identifier: MIT */
#include "tool/edit/stage/frame_tracks.h"

#include <math.h>
#include <string.h>

/* ---- The list ---- */

static bool of_location(struct us_session_location *location, struct tool_edit_track *out)
{
    *out = (struct tool_edit_track){.pose = &location->pose,
                                    .flags = &location->flags,
                                    .linear = &location->linear_m_s,
                                    .angular = &location->angular_rad_s,
                                    .is_active = location->is_active};
    return location->is_recorded;
}

static bool of_aim(struct us_session_hand_aim *aim, struct tool_edit_track *out)
{
    *out = (struct tool_edit_track){.pose = &aim->pose,
                                    .is_active = (aim->status & US_SESSION_AIM_VALID) != 0};
    return aim->is_recorded;
}

static bool of_joint(struct us_session_hand_joints *hand, unsigned index,
                     struct tool_edit_track *out)
{
    struct us_session_joint *joint = &hand->joints[index];
    *out = (struct tool_edit_track){.pose = &joint->pose,
                                    .flags = &joint->flags,
                                    .linear = &joint->linear_m_s,
                                    .angular = &joint->angular_rad_s,
                                    .is_active = hand->is_active};
    return hand->is_recorded;
}

static bool find(struct us_session_frame *frame, unsigned index, struct tool_edit_track *out)
{
    if (index == TOOL_EDIT_TRACK_HEAD)
        return of_location(&frame->head, out);
    if (index == TOOL_EDIT_TRACK_GAZE)
        return of_location(&frame->gaze, out);
    if (index < TOOL_EDIT_TRACK_AIMS) {
        index -= TOOL_EDIT_TRACK_POSES;
        return of_location(&frame->poses[index / US_SESSION_POSES][index % US_SESSION_POSES], out);
    }
    if (index < TOOL_EDIT_TRACK_JOINTS)
        return of_aim(&frame->aims[index - TOOL_EDIT_TRACK_AIMS], out);
    index -= TOOL_EDIT_TRACK_JOINTS;
    return of_joint(&frame->hands[index / US_SESSION_JOINTS], index % US_SESSION_JOINTS, out);
}

bool tool_edit_track(struct us_session_frame *frame, unsigned index, struct tool_edit_track *out)
{
    static const struct us_vec3 still;
    bool is_recorded = find(frame, index, out);
    if (out->is_active)
        out->valid = out->flags != NULL
                         ? us_session_playable(*out->flags, out->pose, out->linear, out->angular)
                         : us_session_playable(US_SESSION_BOTH_VALID, out->pose, &still, &still);
    return is_recorded;
}

/* ---- Between two frames ---- */

struct us_pose tool_edit_between(const struct us_pose *a, const struct us_pose *b, float share)
{
    return (struct us_pose){us_quat_mix(a->rotation, b->rotation, share),
                            us_vec3_mix(a->position_m, b->position_m, share)};
}

static void mix_track(struct tool_edit_track *out, const struct tool_edit_track *b, float share)
{
    const uint8_t both = out->valid & b->valid;
    if ((both & US_SESSION_ORIENTATION_VALID) != 0)
        out->pose->rotation = us_quat_mix(out->pose->rotation, b->pose->rotation, share);
    if ((both & US_SESSION_POSITION_VALID) != 0)
        out->pose->position_m = us_vec3_mix(out->pose->position_m, b->pose->position_m, share);
    if (out->flags == NULL)
        return;
    *out->flags = (uint8_t)(*out->flags & ~(US_SESSION_BOTH_MOVING & ~both));
    if ((both & US_SESSION_LINEAR_VALID) != 0)
        *out->linear = us_vec3_mix(*out->linear, *b->linear, share);
    if ((both & US_SESSION_ANGULAR_VALID) != 0)
        *out->angular = us_vec3_mix(*out->angular, *b->angular, share);
}

void tool_edit_mix(struct us_session_frame *out, const struct us_session_frame *b, float share)
{
    struct us_session_frame next = *b;
    struct tool_edit_track mixed, second;
    for (unsigned i = 0; i < TOOL_EDIT_TRACKS; i++) {
        if (!tool_edit_track(out, i, &mixed))
            continue;
        if (!tool_edit_track(&next, i, &second))
            second.valid = 0;
        mix_track(&mixed, &second, share);
    }
}

/* The angle between the directions ahead, -Z. */
static double ray_angle(struct us_quat a, struct us_quat b)
{
    const struct us_vec3 ahead = {0.0f, 0.0f, -1.0f};
    const struct us_vec3 apart = us_vec3_sub(us_quat_rotate(a, ahead), us_quat_rotate(b, ahead));
    return 2.0 * asin(fmin((double)us_vec3_norm(apart) / 2.0, 1.0));
}

void tool_edit_track_distance(const struct tool_edit_track *a, const struct tool_edit_track *b,
                              bool is_ray, struct tool_edit_distance *worst)
{
    const uint8_t both = a->valid & b->valid;
    if ((both & US_SESSION_POSITION_VALID) != 0)
        worst->metres =
            fmax(worst->metres,
                 (double)us_vec3_norm(us_vec3_sub(a->pose->position_m, b->pose->position_m)));
    if ((both & US_SESSION_ORIENTATION_VALID) != 0)
        worst->radians =
            fmax(worst->radians,
                 is_ray ? ray_angle(a->pose->rotation, b->pose->rotation)
                        : (double)us_quat_angle_rad(a->pose->rotation, b->pose->rotation));
}

bool tool_edit_frame_distance(struct us_session_frame *a, struct us_session_frame *b,
                              bool gaze_is_ray, struct tool_edit_distance *out)
{
    struct tool_edit_track first, second;
    *out = (struct tool_edit_distance){0.0, 0.0};
    for (unsigned i = 0; i < TOOL_EDIT_TRACKS; i++) {
        const uint8_t has_first =
            tool_edit_track(a, i, &first) ? first.valid & US_SESSION_BOTH_VALID : 0;
        const uint8_t has_second =
            tool_edit_track(b, i, &second) ? second.valid & US_SESSION_BOTH_VALID : 0;
        if (has_first != has_second)
            return false;
        if (has_first != 0)
            tool_edit_track_distance(&first, &second, i == TOOL_EDIT_TRACK_GAZE && gaze_is_ray,
                                     out);
    }
    return true;
}

/* ---- Of a sample ---- */

static struct us_pose pose_of(const struct us_pose *pose)
{
    return (struct us_pose){us_quat_mirror(pose->rotation), us_vec3_mirror(pose->position_m)};
}

static void take_location(struct us_session_location *out, bool is_recorded, bool is_active,
                          uint8_t flags, const struct us_pose *pose)
{
    *out = (struct us_session_location){
        .is_recorded = is_recorded,
        .is_active = is_active,
        .flags = flags & (uint8_t)(US_SESSION_BOTH_VALID | US_SESSION_BOTH_TRACKED),
        .pose = pose_of(pose)};
}

static void take_hand(struct us_session_hand_joints *out, struct us_session_hand_aim *aim,
                      const struct us_hand_sample *hand)
{
    memset(out, 0, sizeof *out);
    memset(aim, 0, sizeof *aim);
    out->is_recorded = hand->how != US_HOW_ABSENT;
    out->is_active = out->is_recorded && hand->tracked;
    for (int i = 0; i < US_SESSION_JOINTS && out->is_active; i++) {
        const enum us_joint joint = us_joint_from_openxr(i);
        out->joints[i] = (struct us_session_joint){
            .flags = hand->has_details ? hand->flags[joint] & (uint8_t)(US_SESSION_BOTH_VALID |
                                                                        US_SESSION_BOTH_TRACKED)
                                       : (uint8_t)(US_SESSION_BOTH_VALID | US_SESSION_BOTH_TRACKED),
            .pose = pose_of(&hand->joints[joint].pose),
            .radius_m = hand->has_details ? hand->radius_m[joint] : us_joint_radius_m(joint)};
    }
    aim->is_recorded = hand->has_details ? hand->aim.is_recorded : out->is_recorded;
    aim->status = hand->has_details ? hand->aim.status
                  : hand->pinching  ? US_SESSION_AIM_INDEX_PINCHING
                                    : 0;
    aim->pose = hand->has_details ? pose_of(&hand->aim.pose) : us_pose_identity;
}

/* The rotation, without a roll, whose -Z is a direction in OpenXR's axes. */
static struct us_quat look(struct us_vec3 ahead)
{
    const double back[3] = {-(double)ahead.x, -(double)ahead.y, -(double)ahead.z};
    double right[3] = {back[2], 0.0, -back[0]}; /* Y cross back */
    double norm = sqrt(right[0] * right[0] + right[2] * right[2]);
    if (!(norm > 1e-9)) { /* straight up or down */
        right[0] = norm = 1.0;
        right[2] = 0.0;
    }
    right[0] /= norm;
    right[2] /= norm;
    const double up[3] = {back[1] * right[2] - back[2] * right[1],
                          back[2] * right[0] - back[0] * right[2],
                          back[0] * right[1] - back[1] * right[0]};
    return us_quat_from_axes(right, up, back);
}

static void take_gaze(struct us_session_location *out, const struct us_gaze_sample *gaze)
{
    struct us_pose pose = gaze->motion.pose;
    uint8_t flags = gaze->flags;
    if (!gaze->has_pose) {
        pose =
            (struct us_pose){us_quat_mirror(look(us_vec3_mirror(gaze->direction))), gaze->origin_m};
        flags = gaze->valid ? US_SESSION_BOTH_VALID | US_SESSION_BOTH_TRACKED : 0;
    }
    take_location(out, gaze->how != US_HOW_ABSENT, gaze->is_active, flags, &pose);
}

enum us_result tool_edit_frame_at(const struct us_sampler *sampler, double at_s, bool controllers,
                                  struct us_session_frame *out, struct us_error *error)
{
    const unsigned more = controllers ? US_SAMPLE_LEFT_CONTROLLER | US_SAMPLE_RIGHT_CONTROLLER : 0;
    struct us_frame_sample sample = {0};
    const struct us_head_sample *head = &sample.head;
    us_sampler_frame(sampler, at_s, US_SAMPLE_ALL | US_SAMPLE_STILL | more, &sample);
    memset(out, 0, sizeof *out);
    take_location(&out->head, head->how != US_HOW_ABSENT, true, head->flags, &head->motion.pose);
    take_gaze(&out->gaze, &sample.gaze);
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        take_hand(&out->hands[hand], &out->aims[hand], &sample.hands[hand]);
        for (unsigned i = 0; i < US_SESSION_POSES; i++) {
            const struct us_controller_pose *pose = &sample.controllers[hand].poses[i];
            take_location(&out->poses[hand][i], pose->is_recorded, pose->is_active, pose->flags,
                          &pose->motion.pose);
        }
    }
    return us_sampler_error(sampler, error) ? US_ERROR_FILE : US_OK;
}
