/* SPDX-License-Identifier: MIT */
#include "tool/convert/whole_hands.h"

#include <math.h>
#include <string.h>

#include "core/base/pose.h"
#include "core/base/text.h"
#include "person/geometry.h"

enum { PLACE = US_SESSION_POSITION_VALID, TURN = US_SESSION_ORIENTATION_VALID };
/* Of XrHandJointEXT. */
enum { PALM, WRIST, THUMB, THUMB_TIP = 5, FINGER = 5, BONES_MOST = 5 };

/* A finger that is longer by less is straight. */
#define STRETCH 1.001

/* A hand while its joints are found. */
struct solving {
    const struct tool_hand_solver *solver;
    struct us_session_joint *joints;
    uint8_t has[US_SESSION_JOINTS]; /* PLACE and TURN, where they are given or found */
};

static struct us_vec3 unit(struct us_vec3 v)
{
    const float norm = us_vec3_norm(v);
    return norm > 1e-6f ? us_vec3_scale(v, 1.0f / norm) : (struct us_vec3){0.0f, 0.0f, 0.0f};
}

/* The smallest rotation that takes one direction to another; both of length 1, or 0. */
static struct us_quat turn_to(struct us_vec3 from, struct us_vec3 to)
{
    const struct us_vec3 axis = us_vec3_cross(from, to);
    const float w = 1.0f + us_vec3_dot(from, to);
    if (w > 1e-6f)
        return us_quat_normalize((struct us_quat){axis.x, axis.y, axis.z, w});
    const struct us_vec3 other = fabsf(from.x) < 0.7f ? (struct us_vec3){1.0f, 0.0f, 0.0f}
                                                      : (struct us_vec3){0.0f, 1.0f, 0.0f};
    const struct us_vec3 half = unit(us_vec3_cross(from, other));
    return (struct us_quat){half.x, half.y, half.z, 0.0f};
}

static void init_solver(struct tool_hand_solver *solver, enum us_session_hand hand)
{
    *solver = (struct tool_hand_solver){.wrist = us_pose_identity.rotation};
    for (unsigned i = 0; i < US_SESSION_JOINTS; i++) {
        const enum us_hand side = hand == US_SESSION_LEFT ? US_HAND_LEFT : US_HAND_RIGHT;
        const struct rt_vector to = rt_geometry_joint_offset(side, (XrHandJointEXT)i);
        const struct rt_vector from =
            rt_geometry_joint_offset(side, (XrHandJointEXT)us_joint_openxr_before(i));
        solver->bones[i] = (struct us_vec3){(float)(to.x - from.x), (float)(to.y - from.y),
                                            (float)(to.z - from.z)};
        solver->turns[i] = us_pose_identity.rotation;
    }
}

/* ---- What is given ---- */

static void look(struct solving *solving, const struct us_session_hand_joints *hand)
{
    for (unsigned i = 0; i < US_SESSION_JOINTS; i++) {
        const struct us_session_joint *joint = &hand->joints[i];
        const uint8_t flags = us_session_playable(joint->flags, &joint->pose, &joint->linear_m_s,
                                                  &joint->angular_rad_s);
        solving->has[i] = (uint8_t)(flags & (PLACE | TURN));
    }
}

/* In the wrist that was found. */
static void learn(struct tool_hand_solver *solver, const struct solving *solving)
{
    const struct us_quat back = us_quat_conjugate(solver->wrist);
    for (unsigned i = 0; i < US_SESSION_JOINTS; i++) {
        const struct us_pose *from = &solving->joints[us_joint_openxr_before(i)].pose;
        const struct us_pose *to = &solving->joints[i].pose;
        if (i != WRIST && (solving->has[i] & solving->has[us_joint_openxr_before(i)] & PLACE) != 0)
            solver->bones[i] = us_quat_rotate(back, us_vec3_sub(to->position_m, from->position_m));
        if (i != WRIST && (solving->has[i] & TURN) != 0)
            solver->turns[i] = us_quat_normalize(us_quat_multiply(back, to->rotation));
    }
}

/* ---- The wrist ---- */

/* The palm, if it has it, or the first joint that does; US_SESSION_JOINTS: none. */
static unsigned first_with(const struct solving *solving, uint8_t what)
{
    unsigned joint = PALM;
    while (joint < US_SESSION_JOINTS && (solving->has[joint] & what) == 0)
        joint++;
    return joint;
}

static struct us_vec3 rest(const struct tool_hand_solver *solver, unsigned joint)
{
    struct us_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (; joint != WRIST; joint = us_joint_openxr_before(joint))
        sum = us_vec3_add(sum, solver->bones[joint]);
    return sum;
}

/* The rotation with -Z in a direction, and +Y up. False: there is no direction. */
static bool aim(struct us_vec3 ahead, struct us_quat *out)
{
    const float level = hypotf(ahead.x, ahead.z);
    if (!(us_vec3_norm(ahead) > 1e-6f))
        return false;
    const struct rt_quaternion q = rt_geometry_yaw_pitch(
        level > 1e-6f ? (double)atan2f(-ahead.x, -ahead.z) : 0.0, (double)atan2f(ahead.y, level));
    *out = (struct us_quat){(float)q.x, (float)q.y, (float)q.z, (float)q.w};
    return true;
}

/* Turns the hand so that its joints are in the direction of those that have a place. */
static struct us_quat aim_at_others(const struct solving *solving)
{
    const struct tool_hand_solver *solver = solving->solver;
    const bool has_wrist = (solving->has[WRIST] & PLACE) != 0;
    const unsigned from = has_wrist ? WRIST : first_with(solving, PLACE);
    struct us_vec3 given = {0.0f, 0.0f, 0.0f}, own = given;
    struct us_quat there, here;
    for (unsigned i = 0; i < US_SESSION_JOINTS; i++) {
        if ((solving->has[i] & PLACE) == 0)
            continue;
        given = us_vec3_add(given, us_vec3_sub(solving->joints[i].pose.position_m,
                                               solving->joints[from].pose.position_m));
        own = us_vec3_add(own, us_vec3_sub(rest(solver, i), rest(solver, from)));
    }
    if (!aim(given, &there) || !aim(own, &here))
        return solver->wrist;
    return us_quat_normalize(us_quat_multiply(there, us_quat_conjugate(here)));
}

/* By its own rotation, or that of the first joint that has one. */
static void turn_wrist(struct tool_hand_solver *solver, const struct solving *solving)
{
    const unsigned turned = (solving->has[WRIST] & TURN) != 0 ? WRIST : first_with(solving, TURN);
    if (turned < US_SESSION_JOINTS) {
        const struct us_quat rotation = solving->joints[turned].pose.rotation;
        solver->wrist = turned == WRIST ? rotation
                                        : us_quat_normalize(us_quat_multiply(
                                              rotation, us_quat_conjugate(solver->turns[turned])));
        solver->has_wrist = true;
    } else if (!solver->has_wrist) {
        solver->wrist = aim_at_others(solving);
    }
}

static void place_wrist(struct solving *solving)
{
    const struct tool_hand_solver *solver = solving->solver;
    struct us_pose *wrist = &solving->joints[WRIST].pose;
    const unsigned placed = first_with(solving, PLACE);
    wrist->rotation = solver->wrist;
    if ((solving->has[WRIST] & PLACE) == 0)
        wrist->position_m = us_vec3_sub(solving->joints[placed].pose.position_m,
                                        us_quat_rotate(wrist->rotation, rest(solver, placed)));
    solving->has[WRIST] = PLACE | TURN;
}

/* ---- A finger ---- */

static void place_next(struct solving *solving, unsigned from, unsigned to)
{
    const struct us_vec3 bone =
        us_quat_rotate(solving->joints[WRIST].pose.rotation, solving->solver->bones[to]);
    solving->joints[to].pose.position_m = us_vec3_add(solving->joints[from].pose.position_m, bone);
}

/* Bones on a plane, each turned by the same angle against the one before: where they end. */
static void chain_end(const double *lengths_m, unsigned count, double angle_rad, double *out_x,
                      double *out_y)
{
    *out_x = *out_y = 0.0;
    for (unsigned i = 0; i < count; i++) {
        *out_x += lengths_m[i] * cos(angle_rad * i);
        *out_y += lengths_m[i] * sin(angle_rad * i);
    }
}

/* The angle at which the chain ends so far from its begin; negative: there is none. */
static double find_angle(const double *lengths_m, unsigned count, double far_m)
{
    double low_rad = 0.0, high_rad = 2.0 * US_POSE_PI / count, x, y;
    chain_end(lengths_m, count, high_rad, &x, &y);
    if (hypot(x, y) > far_m)
        return -1.0;
    for (unsigned i = 0; i < 50; i++) {
        const double middle_rad = (low_rad + high_rad) / 2.0;
        chain_end(lengths_m, count, middle_rad, &x, &y);
        if (hypot(x, y) > far_m)
            low_rad = middle_rad;
        else
            high_rad = middle_rad;
    }
    return low_rad;
}

/* Where a finger bulges while it bends: to the back of the hand, across the line to its end. */
static struct us_vec3 find_bulge(const struct solving *solving, struct us_vec3 ahead)
{
    const struct us_quat wrist = solving->joints[WRIST].pose.rotation;
    const struct us_vec3 back = us_quat_rotate(wrist, (struct us_vec3){0.0f, 1.0f, 0.0f});
    const struct us_vec3 front = us_quat_rotate(wrist, (struct us_vec3){0.0f, 0.0f, -1.0f});
    const float along = us_vec3_dot(back, ahead);
    const struct us_vec3 wanted = fabsf(along) < 0.999f ? back : front;
    return unit(us_vec3_sub(wanted, us_vec3_scale(ahead, us_vec3_dot(wanted, ahead))));
}

/*
 * Places the joints between two of a finger that have their places. False, unless `anyhow`: the
 * second one is out of reach. Then the bones become longer, or the last one does not fit.
 */
static bool bend(struct solving *solving, const unsigned *finger, unsigned from, unsigned to,
                 bool anyhow)
{
    const struct us_vec3 begin = solving->joints[finger[from]].pose.position_m;
    const struct us_vec3 way = us_vec3_sub(solving->joints[finger[to]].pose.position_m, begin);
    const struct us_vec3 ahead = unit(way), bulge = find_bulge(solving, ahead);
    const unsigned count = to - from;
    double lengths_m[BONES_MOST], sum_m = 0.0, far_m = (double)us_vec3_norm(way), x, y;
    for (unsigned i = 0; i < count; i++) {
        lengths_m[i] = (double)us_vec3_norm(solving->solver->bones[finger[from + 1 + i]]);
        sum_m += lengths_m[i];
    }
    for (unsigned i = 0; i < count && !(sum_m > 1e-6); i++)
        lengths_m[i] = far_m / count; /* it was given with all joints at one place */
    const double stretch = sum_m > 1e-6 && far_m > sum_m ? far_m / sum_m : 1.0;
    double angle_rad = find_angle(lengths_m, count, far_m);
    if (!anyhow && (stretch > STRETCH || angle_rad < 0.0))
        return false;
    if (angle_rad < 0.0)
        angle_rad = 2.0 * US_POSE_PI / count;
    chain_end(lengths_m, count, angle_rad, &x, &y);
    const double turn_rad = atan2(y, x);
    for (unsigned i = 1; i < count; i++) {
        chain_end(lengths_m, i, angle_rad, &x, &y);
        const double along_m = (x * cos(turn_rad) + y * sin(turn_rad)) * stretch;
        const double across_m = (x * sin(turn_rad) - y * cos(turn_rad)) * stretch;
        solving->joints[finger[from + i]].pose.position_m =
            us_vec3_add(begin, us_vec3_add(us_vec3_scale(ahead, (float)along_m),
                                           us_vec3_scale(bulge, (float)across_m)));
    }
    return true;
}

/* The palm is stiff: of a finger three bones bend, and more only if they do not reach. */
static void place_between(struct solving *solving, const unsigned *finger, unsigned count,
                          unsigned from, unsigned to)
{
    unsigned root = count - 3 < to - 2 ? count - 3 : to - 2;
    if (root < from)
        root = from;
    for (unsigned i = from + 1; i <= root; i++)
        place_next(solving, finger[i - 1], finger[i]);
    while (!bend(solving, finger, root, to, root == from))
        root--;
}

static void place_finger(struct solving *solving, unsigned first, unsigned count)
{
    unsigned finger[1 + BONES_MOST] = {WRIST}, last = 0;
    for (unsigned i = 1; i <= count; i++)
        finger[i] = first + i - 1;
    for (unsigned i = 1; i <= count; i++) {
        if ((solving->has[finger[i]] & PLACE) == 0)
            continue;
        if (i > last + 1)
            place_between(solving, finger, count, last, i);
        last = i;
    }
    for (unsigned i = last + 1; i <= count; i++)
        place_next(solving, finger[i - 1], finger[i]);
}

/* ---- The rotations ---- */

/* As it last was in the wrist, turned by as much as its bone turned. */
static void turn_joint(struct solving *solving, unsigned joint)
{
    const struct tool_hand_solver *solver = solving->solver;
    const struct us_quat wrist = solving->joints[WRIST].pose.rotation;
    const unsigned to = us_joint_openxr_is_end(joint) ? joint : joint + 1,
                   from = us_joint_openxr_before(to);
    struct us_quat turn = us_pose_identity.rotation;
    if (joint != PALM)
        turn = turn_to(unit(us_quat_rotate(wrist, solver->bones[to])),
                       unit(us_vec3_sub(solving->joints[to].pose.position_m,
                                        solving->joints[from].pose.position_m)));
    solving->joints[joint].pose.rotation =
        us_quat_normalize(us_quat_multiply(turn, us_quat_multiply(wrist, solver->turns[joint])));
}

/* ---- The hand ---- */

static bool is_sound(const struct us_session_joint *joint)
{
    return us_session_playable(PLACE | TURN, &joint->pose, &joint->linear_m_s,
                               &joint->angular_rad_s) == (PLACE | TURN);
}

static void find_joints(struct solving *solving)
{
    place_wrist(solving);
    if ((solving->has[PALM] & PLACE) == 0)
        place_next(solving, WRIST, PALM);
    place_finger(solving, THUMB, THUMB_TIP - THUMB + 1);
    for (unsigned first = THUMB_TIP + 1; first < US_SESSION_JOINTS; first += FINGER)
        place_finger(solving, first, FINGER);
    for (unsigned i = 0; i < US_SESSION_JOINTS; i++)
        if ((solving->has[i] & TURN) == 0)
            turn_joint(solving, i);
}

/*
 * Completes the hand: every joint gets a valid place and rotation, those that are made up without
 * "tracked". Returns them, a bit for each. 0, and nothing changes: nothing is missing, or the hand
 * is not active, or no joint has a place.
 */
static uint32_t complete_hand(struct tool_hand_solver *solver, struct us_session_hand_joints *hand)
{
    struct solving solving = {.solver = solver, .joints = hand->joints};
    uint32_t made_up = 0;
    uint8_t any = 0;
    if (!hand->is_recorded || !hand->is_active)
        return 0;
    look(&solving, hand);
    for (unsigned i = 0; i < US_SESSION_JOINTS; i++) {
        made_up |= solving.has[i] != (PLACE | TURN) ? UINT32_C(1) << i : 0;
        any |= solving.has[i];
    }
    turn_wrist(solver, &solving);
    learn(solver, &solving);
    if (made_up == 0 || (any & PLACE) == 0)
        return 0;
    find_joints(&solving);
    for (unsigned i = 0; i < US_SESSION_JOINTS; i++) {
        struct us_session_joint *joint = &hand->joints[i];
        if ((made_up & UINT32_C(1) << i) == 0)
            continue;
        /* Beyond what float32 tells apart, nothing is far from the wrist. */
        if (!is_sound(joint))
            joint->pose =
                is_sound(&hand->joints[WRIST]) ? hand->joints[WRIST].pose : us_pose_identity;
        joint->flags |= PLACE | TURN;
    }
    return made_up;
}

/* ---- Both hands ---- */

void tool_whole_hands_begin(struct tool_whole_hands *hands)
{
    for (unsigned i = 0; i < US_SESSION_HANDS; i++) {
        init_solver(&hands->solvers[i], (enum us_session_hand)i);
        hands->poses[i] = hands->joints[i] = 0;
    }
}

/* Completes the hands of a frame. */
static void complete(struct tool_whole_hands *hands, struct us_session_frame *frame)
{
    for (unsigned i = 0; i < US_SESSION_HANDS; i++) {
        uint32_t made_up = complete_hand(&hands->solvers[i], &frame->hands[i]);
        hands->joints[i] |= made_up;
        for (; made_up != 0; made_up &= made_up - 1)
            hands->poses[i]++;
    }
}

static enum us_result take(struct tool_edit_stage *stage, struct us_session_message *message,
                           struct us_error *error)
{
    if (tool_edit_is_frame(message))
        complete((struct tool_whole_hands *)stage, &message->of.frame);
    return tool_edit_pass(stage, message, error);
}

void tool_whole_hands_init(struct tool_whole_hands *hands)
{
    memset(hands, 0, sizeof *hands);
    hands->stage.take = take;
}

void tool_whole_hands_report(const struct tool_whole_hands *hands, struct tool_loss *loss)
{
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        char names[TOOL_LOSS_TEXT] = "";
        unsigned count = 0;
        for (unsigned i = 0; i < US_SESSION_JOINTS; i++) {
            if ((hands->joints[hand] & UINT32_C(1) << i) == 0)
                continue;
            us_text_add_word(names, sizeof names, us_joint_openxr_names[i]);
            count++;
        }
        tool_loss_add(loss, TOOL_LOSS_INVENTED, hands->poses[hand],
                      "made up: %s of the %s hand (%s)", tool_edit_count(count, "joint").text,
                      us_hand_name((enum us_hand)hand), names);
    }
}
