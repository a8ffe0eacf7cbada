/* SPDX-License-Identifier: MIT */
#include "tool/sheet/drawing.h"

#include <stdlib.h>

static const float elevation_rad = 0.261799f; /* 15 degrees */

static struct us_vec3 heading_of(struct us_pose head)
{
    struct us_vec3 forward = us_quat_rotate(head.rotation, (struct us_vec3){0.0f, 0.0f, -1.0f});
    float length = sqrtf(forward.x * forward.x + forward.z * forward.z);
    if (!(length > 1e-3f))
        return (struct us_vec3){0.0f, 0.0f, -1.0f};
    return (struct us_vec3){forward.x / length, 0.0f, forward.z / length};
}

struct tool_figure_camera tool_figure_camera_make(struct us_pose head, enum tool_figure_side side,
                                                  struct us_vec3 centre, double x, double y,
                                                  double scale)
{
    const struct us_vec3 up = {0.0f, 1.0f, 0.0f};
    struct us_vec3 ahead = heading_of(head);
    struct us_vec3 from = side == TOOL_FIGURE_FRONT ? ahead : us_vec3_cross(ahead, up);
    struct tool_figure_camera camera = {.centre = centre, .x = x, .y = y, .scale = scale};
    camera.toward = us_vec3_add(us_vec3_scale(from, cosf(elevation_rad)),
                                us_vec3_scale(up, sinf(elevation_rad)));
    camera.right = us_vec3_cross(up, from);
    camera.up = us_vec3_cross(camera.toward, camera.right);
    return camera;
}

struct tool_figure_point tool_figure_camera_project(const struct tool_figure_camera *camera,
                                                    struct us_vec3 point)
{
    struct us_vec3 at = us_vec3_sub(point, camera->centre);
    return (struct tool_figure_point){
        camera->x + camera->scale * (double)us_vec3_dot(at, camera->right),
        camera->y - camera->scale * (double)us_vec3_dot(at, camera->up),
        (double)us_vec3_dot(at, camera->toward)};
}

static struct tool_solid *add(struct tool_solids *solids, struct tool_colour colour, double alpha)
{
    if (solids->count == TOOL_SOLIDS_MOST)
        return NULL;
    struct tool_solid *solid = &solids->list[solids->count++];
    *solid = (struct tool_solid){.colour = colour, .alpha = alpha};
    return solid;
}

/* A capsule is what is nearer to a segment than its radius; a ball has the same point twice. What
 * does not fit into the list is left out. */
static void add_capsule(struct tool_solids *solids, struct us_vec3 from, struct us_vec3 to,
                        double radius_m, struct tool_colour colour, double alpha)
{
    struct tool_solid *solid = add(solids, colour, alpha);
    if (solid == NULL)
        return;
    solid->corners[0] = tool_figure_camera_project(solids->camera, from);
    solid->corners[1] = tool_figure_camera_project(solids->camera, to);
    solid->radius = radius_m * solids->camera->scale;
    solid->depth = (solid->corners[0].depth + solid->corners[1].depth) / 2.0;
}

static void add_face(struct tool_solids *solids, const struct us_vec3 corners[TOOL_FACE_CORNERS],
                     struct tool_colour colour, double alpha)
{
    struct tool_solid *solid = add(solids, colour, alpha);
    for (unsigned i = 0; solid != NULL && i < TOOL_FACE_CORNERS; i++) {
        solid->corners[i] = tool_figure_camera_project(solids->camera, corners[i]);
        solid->depth += solid->corners[i].depth / TOOL_FACE_CORNERS;
    }
}

static int by_depth(const void *a, const void *b)
{
    double first = ((const struct tool_solid *)a)->depth;
    double second = ((const struct tool_solid *)b)->depth;
    return (first > second) - (first < second);
}

/* The colour on a white page, darker (factor < 1) or as it is. Opaque, so that capsules that
 * overlap do not show through each other. */
static void set_colour(const struct tool_drawing *drawing, const struct tool_solid *solid,
                       double factor)
{
    double white = 1.0 - solid->alpha, share = solid->alpha * factor;
    struct tool_colour colour = {white + share * solid->colour.red,
                                 white + share * solid->colour.green,
                                 white + share * solid->colour.blue};
    tool_drawing_colour(drawing, colour, 1.0);
}

static void draw_capsule(const struct tool_drawing *drawing, const struct tool_solid *solid)
{
    const struct tool_figure_point *a = &solid->corners[0], *b = &solid->corners[1];
    /* A line of no length would draw nothing. */
    double x = b->x, y = a->x == b->x && a->y == b->y ? b->y + 0.01 : b->y;
    set_colour(drawing, solid, 0.6);
    tool_drawing_line(drawing, a->x, a->y, x, y, 2.0 * solid->radius + 1.2);
    set_colour(drawing, solid, 1.0);
    tool_drawing_line(drawing, a->x, a->y, x, y, 2.0 * solid->radius);
}

static void draw_face(const struct tool_drawing *drawing, const struct tool_solid *solid)
{
    cairo_move_to(drawing->cairo, solid->corners[0].x, solid->corners[0].y);
    for (unsigned i = 1; i < TOOL_FACE_CORNERS; i++)
        cairo_line_to(drawing->cairo, solid->corners[i].x, solid->corners[i].y);
    cairo_close_path(drawing->cairo);
    tool_drawing_colour(drawing, solid->colour, solid->alpha);
    cairo_fill_preserve(drawing->cairo);
    cairo_set_line_width(drawing->cairo, 0.8);
    tool_drawing_colour(drawing, solid->colour, 1.0);
    cairo_stroke(drawing->cairo);
}

void tool_solids_draw(struct tool_solids *solids, const struct tool_drawing *drawing)
{
    qsort(solids->list, solids->count, sizeof solids->list[0], by_depth);
    for (unsigned i = 0; i < solids->count; i++) {
        if (solids->list[i].radius > 0.0)
            draw_capsule(drawing, &solids->list[i]);
        else
            draw_face(drawing, &solids->list[i]);
    }
}

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

static void widen(struct tool_figure_box *box, const struct tool_figure_camera *camera,
                  struct us_vec3 point, double radius_m)
{
    struct tool_figure_point at = tool_figure_camera_project(camera, point);
    double radius = radius_m * camera->scale;
    box->left = fmin(box->left, at.x - radius);
    box->right = fmax(box->right, at.x + radius);
    box->top = fmin(box->top, at.y - radius);
    box->bottom = fmax(box->bottom, at.y + radius);
}

struct tool_figure_box tool_figure_bounds(const struct us_frame_sample *frame,
                                          const struct tool_figure_camera *camera)
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
    add_capsule(solids, joint_at(hand, from), joint_at(hand, to), radius_of(hand, to), colour,
                is_tracked ? 1.0 : pale);
}

static void add_hand(struct tool_solids *solids, const struct us_hand_sample *hand,
                     struct tool_colour colour)
{
    for (unsigned i = 2; i < US_JOINT_OPENXR; i++)
        add_bone(solids, hand, us_joint_from_openxr((int)us_joint_openxr_before(i)),
                 us_joint_from_openxr((int)i), colour);
    if (!hand->pinching)
        return;
    struct us_vec3 between = us_vec3_scale(
        us_vec3_add(joint_at(hand, US_JOINT_THUMB_TIP), joint_at(hand, US_JOINT_INDEX_TIP)), 0.5f);
    add_capsule(solids, between, between, 0.015, pinch_colour, 1.0);
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
    add_capsule(solids, at(head, 0.0f, 0.0f, 0.09f), at(head, 0.0f, 0.0f, 0.1f), 0.09, skin, 1.0);
    add_capsule(solids, at(head, -0.06f, 0.0f, -0.005f), at(head, 0.06f, 0.0f, -0.005f), 0.035,
                tool_colour_head, 1.0);
    const struct us_vec3 corners[TOOL_FACE_CORNERS] = {
        at(head, -0.15f, -0.13f, -0.18f), at(head, 0.15f, -0.13f, -0.18f),
        at(head, 0.15f, 0.13f, -0.18f), at(head, -0.15f, 0.13f, -0.18f)};
    add_face(solids, corners, tool_colour_faint, 0.08);
    for (unsigned i = 0; i < TOOL_FACE_CORNERS; i++)
        add_capsule(solids, head.position_m, corners[i], 0.0015, tool_colour_faint, 0.7);
}

/* A handle along the grip pose, and a ray along the aim pose. */
static void add_controller(struct tool_solids *solids,
                           const struct us_controller_sample *controller, struct tool_colour colour)
{
    struct us_pose grip = controller->poses[GRIP].motion.pose;
    struct us_pose aim = controller->poses[AIM].motion.pose;
    if (is_shown_pose(controller, GRIP)) {
        add_capsule(solids, at(grip, 0.0f, 0.0f, 0.05f), at(grip, 0.0f, 0.0f, -0.05f), 0.018,
                    colour, 1.0);
        add_capsule(solids, at(grip, 0.0f, 0.0f, -0.065f), at(grip, 0.0f, 0.0f, -0.066f), 0.032,
                    colour, 0.7);
    }
    if (is_shown_pose(controller, AIM))
        add_capsule(solids, aim.position_m, at(aim, 0.0f, 0.0f, -0.3f), 0.003, colour, 0.8);
}

void tool_figure_add(struct tool_solids *solids, const struct us_frame_sample *frame)
{
    const struct tool_colour colours[US_HAND_COUNT] = {tool_colour_left, tool_colour_right};
    if (frame->head.how != US_HOW_ABSENT)
        add_head(solids, frame->head.motion.pose);
    if (frame->gaze.how != US_HOW_ABSENT && frame->gaze.valid)
        add_capsule(solids, frame->gaze.origin_m,
                    us_vec3_add(frame->gaze.origin_m, us_vec3_scale(frame->gaze.direction, 0.8f)),
                    0.005, tool_colour_gaze, 1.0);
    for (unsigned i = 0; i < US_HAND_COUNT; i++) {
        if (tool_figure_shows_hand(&frame->hands[i]))
            add_hand(solids, &frame->hands[i], colours[i]);
        add_controller(solids, &frame->controllers[i], colours[i]);
    }
}
