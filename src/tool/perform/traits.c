/* SPDX-License-Identifier: MIT */
#include "tool/perform/traits.h"

#include <math.h>

#include "core/base/bytes.h"
#include "core/faults/fault_frame.h"
#include "tool/drive/person/live_person.h"
#include "tool/edit/stage/frame_tracks.h"

enum { BODIES = US_SESSION_HANDS + 1, HEAD = US_SESSION_HANDS };

/* The body that a track belongs to; BODIES: none. */
static unsigned body_of(unsigned track)
{
    if (track == TOOL_EDIT_TRACK_HEAD || track == TOOL_EDIT_TRACK_GAZE)
        return HEAD;
    if (track < TOOL_EDIT_TRACK_AIMS)
        return (track - TOOL_EDIT_TRACK_POSES) / US_SESSION_POSES;
    if (track < TOOL_EDIT_TRACK_JOINTS)
        return track - TOOL_EDIT_TRACK_AIMS;
    return (track - TOOL_EDIT_TRACK_JOINTS) / US_SESSION_JOINTS;
}

/* ---- How far the arms reach ---- */

/* A rounding is no stretch. */
#define LEAST_M 1e-6
#define GRIP_TO_WRIST_M 0.05f

enum { WRIST = 1 }; /* XrHandJointEXT */

struct reach {
    struct tool_edit_stage stage;
    double size; /* of the body, relative to the script's person */
    struct tool_perform_reach *out;
};

/* The side that the head turns to, without its tilt. */
static struct us_vec3 side_of(struct us_quat head)
{
    struct us_vec3 side = us_quat_rotate(head, (struct us_vec3){1.0f, 0.0f, 0.0f});
    const float level = hypotf(side.x, side.z);
    if (level < 1e-3f)
        return side;
    return (struct us_vec3){side.x / level, 0.0f, side.z / level};
}

static struct us_vec3 shoulder_of(const struct reach *reach, const struct us_pose *head,
                                  unsigned hand)
{
    const float aside_m = (float)(reach->size * TOOL_PERFORM_SHOULDER_ASIDE_M);
    struct us_vec3 at =
        us_vec3_add(head->position_m, us_vec3_scale(side_of(head->rotation),
                                                    hand == US_SESSION_LEFT ? -aside_m : aside_m));
    at.y -= (float)(reach->size * TOOL_PERFORM_SHOULDER_DOWN_M);
    return at;
}

/* The wrist and its velocity. False: there is no hand. */
static bool find_wrist(const struct us_session_frame *frame, unsigned hand,
                       struct us_vec3 *out_at_m, struct us_vec3 *out_m_s)
{
    const struct us_session_joint *wrist = &frame->hands[hand].joints[WRIST];
    const struct us_session_location *grip = &frame->poses[hand][US_SESSION_POSE_GRIP];
    const struct us_vec3 behind = {0.0f, 0.0f, GRIP_TO_WRIST_M};
    if (frame->hands[hand].is_active && (wrist->flags & US_SESSION_POSITION_VALID) != 0) {
        *out_at_m = wrist->pose.position_m;
        *out_m_s = wrist->linear_m_s;
        return true;
    }
    *out_at_m = us_vec3_add(grip->pose.position_m, us_quat_rotate(grip->pose.rotation, behind));
    *out_m_s = grip->linear_m_s;
    return grip->is_active && (grip->flags & US_SESSION_POSITION_VALID) != 0;
}

static void move_hand(struct us_session_frame *frame, unsigned hand, struct us_vec3 by_m,
                      struct us_vec3 by_m_s)
{
    struct tool_edit_track track;
    for (unsigned i = 0; i < TOOL_EDIT_TRACKS; i++) {
        if (body_of(i) != hand || !tool_edit_track(frame, i, &track))
            continue;
        track.pose->position_m = us_vec3_add(track.pose->position_m, by_m);
        if (track.flags != NULL && (*track.flags & US_SESSION_LINEAR_VALID) != 0)
            *track.linear = us_vec3_add(*track.linear, by_m_s);
    }
}

static void note(struct reach *reach, unsigned hand, double beyond_m, int64_t time_ns)
{
    struct tool_perform_reach *out = reach->out;
    if (out == NULL || beyond_m <= out->beyond_m[hand])
        return;
    out->beyond_m[hand] = beyond_m;
    out->at_s[hand] = us_session_seconds_between(US_LIVE_PERSON_ORIGIN_NS, time_ns);
}

static void hold(struct reach *reach, struct us_session_frame *frame, unsigned hand)
{
    const double arm_m = reach->size * TOOL_PERFORM_ARM_M;
    struct us_vec3 at_m, moves_m_s;
    if (!find_wrist(frame, hand, &at_m, &moves_m_s))
        return;
    const struct us_vec3 arm = us_vec3_sub(at_m, shoulder_of(reach, &frame->head.pose, hand));
    const double length_m = (double)us_vec3_norm(arm);
    if (!(length_m > arm_m + LEAST_M))
        return;
    /* What is left of the movement along the arm is the shoulder's, and across it is smaller. */
    const float share = (float)(arm_m / length_m);
    const struct us_vec3 along = us_vec3_scale(arm, (float)(1.0 / length_m));
    const struct us_vec3 moves = us_vec3_sub(moves_m_s, frame->head.linear_m_s);
    const struct us_vec3 across = us_vec3_sub(
        moves, us_vec3_scale(along, moves.x * along.x + moves.y * along.y + moves.z * along.z));
    note(reach, hand, length_m - arm_m, frame->time_ns);
    move_hand(frame, hand, us_vec3_scale(arm, share - 1.0f),
              us_vec3_sub(us_vec3_scale(across, share), moves));
}

static enum us_result take_reach(struct tool_edit_stage *stage, struct us_session_message *message,
                                 struct us_error *error)
{
    struct reach *reach = (struct reach *)stage;
    for (unsigned hand = 0; tool_edit_is_frame(message) && hand < US_SESSION_HANDS; hand++)
        hold(reach, &message->of.frame, hand);
    return tool_edit_pass(stage, message, error);
}

enum us_result tool_perform_reach_add(struct tool_edit_steps *chain,
                                      const struct tool_perform_person *person,
                                      struct tool_perform_reach *out, struct us_error *error)
{
    const struct tool_edit_words words = {.name = "reach"};
    const struct tool_edit_making making = {.steps = chain, .words = &words, .error = error};
    struct reach *reach = tool_edit_add(&making, sizeof *reach, take_reach, NULL, NULL);
    if (reach == NULL)
        return US_ERROR_MEMORY;
    reach->size = person->reach;
    reach->out = out;
    return US_OK;
}

void tool_perform_reach_report(const struct tool_perform_reach *reach, struct tool_loss *loss)
{
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++)
        tool_loss_add(loss, TOOL_LOSS_NOTE, reach->beyond_m[hand] > 0.0,
                      "the %s hand was asked to be %.2f m beyond reach at %.1f s; it stays at the "
                      "arm's length",
                      us_hand_name((enum us_hand)hand), reach->beyond_m[hand], reach->at_s[hand]);
}

/* ---- How the hands tremble and the head sways ---- */

/* A hand turns by so much where it moves by 1 mm, and the head sways by so much more. */
#define TURN_RAD_PER_MM 0.004
#define SWAY 6.0

enum { SINES = 4, AXES = 6 };

/* A displacement along an axis, or about it. */
struct axis {
    double amplitude[SINES], rad_s[SINES], phase[SINES];
};

struct tremor {
    struct tool_edit_stage stage;
    struct axis axes[BODIES][AXES]; /* first those along x, y and z */
};

/* Frequencies are spread over the band, so that no two are alike. */
static void fill_axis(struct axis *axis, uint64_t seed, double rms, double low_hz, double high_hz)
{
    for (unsigned i = 0; i < SINES; i++) {
        const double place = 0.5 + 0.5 * us_random_of(us_random_mix(seed + 2 * i));
        axis->amplitude[i] = rms * sqrt(2.0 / SINES);
        axis->rad_s[i] = 2.0 * US_POSE_PI * (low_hz + (high_hz - low_hz) * (i + place) / SINES);
        axis->phase[i] = 2.0 * US_POSE_PI * us_random_of(us_random_mix(seed + 2 * i + 1));
    }
}

static double value_at(const struct axis *axis, double time_s, double *out_rate)
{
    double value = 0.0;
    *out_rate = 0.0;
    for (unsigned i = 0; i < SINES; i++) {
        const double angle_rad = axis->rad_s[i] * time_s + axis->phase[i];
        value += axis->amplitude[i] * sin(angle_rad);
        *out_rate += axis->amplitude[i] * axis->rad_s[i] * cos(angle_rad);
    }
    return value;
}

/* Angles are so small that the rate of the angles is the angular velocity. */
static struct us_displacement displacement_at(const struct axis axes[AXES], double time_s)
{
    double at[AXES], rate[AXES];
    for (unsigned i = 0; i < AXES; i++)
        at[i] = value_at(&axes[i], time_s, &rate[i]);
    return (struct us_displacement){
        .turn = us_quat_normalize(
            (struct us_quat){(float)(at[3] / 2), (float)(at[4] / 2), (float)(at[5] / 2), 1.0f}),
        .move_m = {(float)at[0], (float)at[1], (float)at[2]},
        .turn_rad_s = {(float)rate[3], (float)rate[4], (float)rate[5]},
        .move_m_s = {(float)rate[0], (float)rate[1], (float)rate[2]}};
}

static struct us_motion motion_of(const struct us_session_location *location)
{
    return (struct us_motion){location->pose, location->linear_m_s, location->angular_rad_s};
}

static void displace(const struct tool_edit_track *track, const struct us_displacement *by,
                     const struct us_motion *pivot)
{
    struct us_motion motion = {.pose = *track->pose};
    if (track->flags != NULL) {
        motion.linear_m_s = *track->linear;
        motion.angular_rad_s = *track->angular;
    }
    motion = us_fault_motion_displace(by, pivot, motion);
    *track->pose = motion.pose;
    if (track->flags == NULL)
        return;
    *track->linear = motion.linear_m_s;
    *track->angular = motion.angular_rad_s;
}

static enum us_result take_tremor(struct tool_edit_stage *stage, struct us_session_message *message,
                                  struct us_error *error)
{
    struct tremor *tremor = (struct tremor *)stage;
    struct us_session_frame *frame = &message->of.frame;
    if (!tool_edit_is_frame(message))
        return tool_edit_pass(stage, message, error);
    const double time_s = us_session_seconds_between(0, message->time_ns);
    struct us_displacement by[BODIES];
    const struct us_motion pivots[BODIES] = {motion_of(&frame->poses[0][US_SESSION_POSE_GRIP]),
                                             motion_of(&frame->poses[1][US_SESSION_POSE_GRIP]),
                                             motion_of(&frame->head)};
    for (unsigned i = 0; i < BODIES; i++)
        by[i] = displacement_at(tremor->axes[i], time_s);
    for (unsigned i = 0; i < TOOL_EDIT_TRACKS; i++) {
        struct tool_edit_track track;
        if (tool_edit_track(frame, i, &track))
            displace(&track, &by[body_of(i)], &pivots[body_of(i)]);
    }
    return tool_edit_pass(stage, message, error);
}

enum us_result tool_perform_tremor_add(struct tool_edit_steps *chain,
                                       const struct tool_perform_person *person,
                                       struct us_error *error)
{
    const struct tool_edit_words words = {.name = "tremor"};
    const struct tool_edit_making making = {.steps = chain, .words = &words, .error = error};
    struct tremor *tremor = tool_edit_add(&making, sizeof *tremor, take_tremor, NULL, NULL);
    if (tremor == NULL)
        return US_ERROR_MEMORY;
    for (unsigned body = 0; body < BODIES; body++)
        for (unsigned axis = 0; axis < AXES; axis++) {
            const double unit = axis < 3 ? 1e-3 : TURN_RAD_PER_MM;
            const double rms = person->tremor_mm * unit * (body == HEAD && axis < 3 ? SWAY : 1.0);
            const bool is_head = body == HEAD;
            fill_axis(&tremor->axes[body][axis], us_random_mix(person->noise + body * AXES + axis),
                      rms, is_head ? 0.2 : 4.0, is_head ? 1.0 : 12.0);
        }
    return US_OK;
}
