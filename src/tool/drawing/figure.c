/* SPDX-License-Identifier: MIT */
#include "tool/drawing/figure.h"

static const struct tool_colour pinch_colour = {0.941, 0.894, 0.259};

static const double pale = 0.35;       /* of what is not tracked */
static const float hand_size_m = 0.4f; /* joints that are further from the wrist are no joints */
enum { GRIP, AIM };                    /* the first of the poses of a controller */

static struct us_vec3 joint_at(const struct us_hand_sample *hand, enum us_joint joint)
{
    return hand->joints[joint].pose.position_m;
}

static bool is_shown(const struct us_hand_sample *hand, enum us_joint joint)
{
    struct us_vec3 to_wrist = us_vec3_sub(joint_at(hand, joint), joint_at(hand, US_JOINT_WRIST));
    return joint != US_JOINT_NONE &&
           (!hand->has_details || (hand->flags[joint] & US_POSE_POSITION_VALID)) &&
           us_vec3_norm(to_wrist) < hand_size_m;
}

bool tool_figure_shows_hand(const struct us_hand_sample *hand)
{
    return hand->how != US_HOW_ABSENT && hand->tracked;
}

static bool is_shown_pose(const struct us_controller_sample *controller, int pose)
{
    return controller->how != US_HOW_ABSENT && controller->poses[pose].is_recorded &&
           controller->poses[pose].is_active &&
           (controller->poses[pose].flags & US_POSE_POSITION_VALID) != 0;
}

bool tool_figure_shows_controller(const struct us_controller_sample *controller)
{
    return is_shown_pose(controller, GRIP) || is_shown_pose(controller, AIM);
}

static void widen(struct tool_figure_box *box, const struct tool_view_camera *camera,
                  struct us_vec3 point, double radius_m)
{
    struct tool_view_point at = tool_view_camera_project(camera, point);
    double radius = radius_m * camera->scale;
    box->left = fmin(box->left, at.x - radius);
    box->right = fmax(box->right, at.x + radius);
    box->top = fmin(box->top, at.y - radius);
    box->bottom = fmax(box->bottom, at.y + radius);
}

struct tool_figure_box tool_figure_bounds(const struct us_frame_sample *frame,
                                          const struct tool_view_camera *camera)
{
    struct tool_figure_box box = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    widen(&box, camera, frame->head.motion.pose.position_m, 0.2);
    for (unsigned i = 0; i < US_HAND_COUNT; i++) {
        const struct us_hand_sample *hand = &frame->hands[i];
        for (int joint = 0; joint < US_JOINT_COUNT && tool_figure_shows_hand(hand); joint++)
            if (is_shown(hand, (enum us_joint)joint))
                widen(&box, camera, joint_at(hand, (enum us_joint)joint), 0.015);
        for (int pose = GRIP; pose <= AIM; pose++)
            if (is_shown_pose(&frame->controllers[i], pose))
                widen(&box, camera, frame->controllers[i].poses[pose].motion.pose.position_m, 0.1);
    }
    return box;
}

static double radius_of(const struct us_hand_sample *hand, enum us_joint joint)
{
    bool is_recorded = hand->has_details && hand->radius_m[joint] > 0.0f;
    return (double)(is_recorded ? hand->radius_m[joint] : us_joint_radius_m(joint));
}

static void add_bone(struct tool_solids *solids, const struct us_hand_sample *hand,
                     enum us_joint from, enum us_joint to, struct tool_colour colour)
{
    if (!is_shown(hand, from) || !is_shown(hand, to))
        return;
    bool is_tracked = !hand->has_details || (hand->flags[to] & US_POSE_POSITION_TRACKED);
    tool_solids_add_capsule(solids, joint_at(hand, from), joint_at(hand, to), radius_of(hand, to),
                            colour, is_tracked ? 1.0 : pale);
}

static bool is_metacarpal(enum us_joint joint)
{
    return joint == US_JOINT_THUMB_METACARPAL || joint == US_JOINT_INDEX_METACARPAL ||
           joint == US_JOINT_MIDDLE_METACARPAL || joint == US_JOINT_RING_METACARPAL ||
           joint == US_JOINT_PINKY_METACARPAL;
}

static void add_hand(struct tool_solids *solids, const struct us_hand_sample *hand,
                     struct tool_colour colour)
{
    for (enum us_joint joint = US_JOINT_THUMB_METACARPAL; joint < US_JOINT_COUNT; joint++)
        add_bone(solids, hand, is_metacarpal(joint) ? US_JOINT_WRIST : joint - 1, joint, colour);
    if (!hand->pinching)
        return;
    struct us_vec3 between = us_vec3_scale(
        us_vec3_add(joint_at(hand, US_JOINT_THUMB_TIP), joint_at(hand, US_JOINT_INDEX_TIP)), 0.5f);
    tool_solids_add_capsule(solids, between, between, 0.015, pinch_colour, 1.0);
}

static struct us_vec3 at(struct us_pose pose, float x, float y, float z)
{
    return us_pose_transform(pose, (struct us_vec3){x, y, z});
}

/* A ball for the head, a dark bar for the headset, and what it sees, 0.18 m ahead. The pose is
 * between the eyes. */
static void add_head(struct tool_solids *solids, struct us_pose head)
{
    static const struct tool_colour skin = {0.85, 0.83, 0.8};
    tool_solids_add_capsule(solids, at(head, 0.0f, 0.0f, 0.09f), at(head, 0.0f, 0.0f, 0.1f), 0.09,
                            skin, 1.0);
    tool_solids_add_capsule(solids, at(head, -0.06f, 0.0f, -0.005f), at(head, 0.06f, 0.0f, -0.005f),
                            0.035, tool_colour_head, 1.0);
    const struct us_vec3 corners[TOOL_FACE_CORNERS] = {
        at(head, -0.15f, -0.13f, -0.18f), at(head, 0.15f, -0.13f, -0.18f),
        at(head, 0.15f, 0.13f, -0.18f), at(head, -0.15f, 0.13f, -0.18f)};
    tool_solids_add_face(solids, corners, tool_colour_faint, 0.08);
    for (unsigned i = 0; i < TOOL_FACE_CORNERS; i++)
        tool_solids_add_capsule(solids, head.position_m, corners[i], 0.0015, tool_colour_faint,
                                0.7);
}

/* A handle along the grip pose, and a ray along the aim pose. */
static void add_controller(struct tool_solids *solids,
                           const struct us_controller_sample *controller, struct tool_colour colour)
{
    struct us_pose grip = controller->poses[GRIP].motion.pose;
    struct us_pose aim = controller->poses[AIM].motion.pose;
    if (is_shown_pose(controller, GRIP)) {
        tool_solids_add_capsule(solids, at(grip, 0.0f, 0.0f, 0.05f), at(grip, 0.0f, 0.0f, -0.05f),
                                0.018, colour, 1.0);
        tool_solids_add_capsule(solids, at(grip, 0.0f, 0.0f, -0.065f),
                                at(grip, 0.0f, 0.0f, -0.066f), 0.032, colour, 0.7);
    }
    if (is_shown_pose(controller, AIM))
        tool_solids_add_capsule(solids, aim.position_m, at(aim, 0.0f, 0.0f, -0.3f), 0.003, colour,
                                0.8);
}

void tool_figure_add(struct tool_solids *solids, const struct us_frame_sample *frame)
{
    const struct tool_colour colours[US_HAND_COUNT] = {tool_colour_left, tool_colour_right};
    if (frame->head.how != US_HOW_ABSENT)
        add_head(solids, frame->head.motion.pose);
    if (frame->gaze.how != US_HOW_ABSENT && frame->gaze.valid)
        tool_solids_add_capsule(
            solids, frame->gaze.origin_m,
            us_vec3_add(frame->gaze.origin_m, us_vec3_scale(frame->gaze.direction, 0.8f)), 0.005,
            tool_colour_gaze, 1.0);
    for (unsigned i = 0; i < US_HAND_COUNT; i++) {
        if (tool_figure_shows_hand(&frame->hands[i]))
            add_hand(solids, &frame->hands[i], colours[i]);
        add_controller(solids, &frame->controllers[i], colours[i]);
    }
}
