/* SPDX-License-Identifier: MIT */
#include "tool/perform/reach.h"

#include <math.h>

#include "tool/drive/person/live_person.h"
#include "tool/edit/stage/frame_tracks.h"

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

static bool is_of_hand(unsigned track, unsigned hand)
{
    if (track < TOOL_EDIT_TRACK_POSES)
        return false;
    if (track < TOOL_EDIT_TRACK_AIMS)
        return (track - TOOL_EDIT_TRACK_POSES) / US_SESSION_POSES == hand;
    if (track < TOOL_EDIT_TRACK_JOINTS)
        return track - TOOL_EDIT_TRACK_AIMS == hand;
    return (track - TOOL_EDIT_TRACK_JOINTS) / US_SESSION_JOINTS == hand;
}

static void move_hand(struct us_session_frame *frame, unsigned hand, struct us_vec3 by_m,
                      struct us_vec3 by_m_s)
{
    struct tool_edit_track track;
    for (unsigned i = 0; i < TOOL_EDIT_TRACKS; i++) {
        if (!is_of_hand(i, hand) || !tool_edit_track(frame, i, &track))
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

static enum us_result take(struct tool_edit_stage *stage, struct us_session_message *message,
                           struct us_error *error)
{
    struct reach *reach = (struct reach *)stage;
    for (unsigned hand = 0; tool_edit_is_frame(message) && hand < US_SESSION_HANDS; hand++)
        hold(reach, &message->of.frame, hand);
    return tool_edit_pass(stage, message, error);
}

enum us_result tool_perform_reach_add(struct tool_edit_chain *chain,
                                      const struct tool_perform_person *person,
                                      struct tool_perform_reach *out, struct us_error *error)
{
    const struct tool_edit_words words = {.name = "reach"};
    struct reach *reach = tool_edit_chain_add(chain, &words, sizeof *reach, error);
    if (reach == NULL)
        return US_ERROR_MEMORY;
    reach->stage.take = take;
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
                      hand == US_SESSION_LEFT ? "left" : "right", reach->beyond_m[hand],
                      reach->at_s[hand]);
}
