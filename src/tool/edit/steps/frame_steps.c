/* SPDX-License-Identifier: MIT */
/* move, turn, scale-hands, only, without and repair: each frame by itself. */
#include <string.h>

#include "core/recording/channels.h"
#include "tool/edit/stage/frame_tracks.h"
#include "tool/edit/steps/steps.h"

/* ---- move and turn ---- */

struct place {
    struct tool_edit_stage stage;
    struct us_pose T_new_old;
    bool turns;
};

static void place_pose(const struct place *place, const struct tool_edit_track *track)
{
    const struct us_pose *by = &place->T_new_old;
    if (!place->turns) {
        track->pose->position_m = us_vec3_add(track->pose->position_m, by->position_m);
        return;
    }
    track->pose->position_m = us_quat_rotate(by->rotation, track->pose->position_m);
    track->pose->rotation = us_quat_multiply(by->rotation, track->pose->rotation);
    if (track->flags == NULL)
        return;
    *track->linear = us_quat_rotate(by->rotation, *track->linear);
    *track->angular = us_quat_rotate(by->rotation, *track->angular);
}

static enum us_result take_placed(struct tool_edit_stage *stage, struct us_session_message *message,
                                  struct us_error *error)
{
    struct tool_edit_track track;
    for (unsigned i = 0; message->topic == US_SESSION_TOPIC_FRAME && i < TOOL_EDIT_TRACKS; i++)
        if (tool_edit_track(&message->of.frame, i, &track))
            place_pose((const struct place *)stage, &track);
    return tool_edit_pass(stage, message, error);
}

enum us_result tool_edit_make_move(struct tool_edit_making *making)
{
    struct place *place = tool_edit_add(making, sizeof *place, take_placed, NULL, NULL);
    const double *by_m = making->numbers;
    if (place == NULL)
        return US_ERROR_MEMORY;
    place->T_new_old.position_m = (struct us_vec3){(float)by_m[0], (float)by_m[1], (float)by_m[2]};
    tool_edit_say(&place->stage, "every pose by %g m right, %g m up and %g m back", by_m[0],
                  by_m[1], by_m[2]);
    return US_OK;
}

enum us_result tool_edit_make_turn(struct tool_edit_making *making)
{
    struct place *place = tool_edit_add(making, sizeof *place, take_placed, NULL, NULL);
    const double yaw = making->numbers[0], half_rad = yaw * US_POSE_RAD_IN_DEGREE / 2.0;
    if (place == NULL)
        return US_ERROR_MEMORY;
    place->turns = true;
    place->T_new_old.rotation =
        (struct us_quat){0.0f, (float)sin(half_rad), 0.0f, (float)cos(half_rad)};
    tool_edit_say(&place->stage, "every pose by %g degrees to the left, about the origin", yaw);
    return US_OK;
}

/* ---- scale-hands ---- */

struct scale {
    struct tool_edit_stage stage;
    float factor;
};

enum { WRIST = 1 }; /* XrHandJointEXT */

static void scale_hand(struct us_session_hand_joints *hand, float factor)
{
    const struct us_session_joint wrist = hand->joints[WRIST];
    for (unsigned i = 0; i < US_SESSION_JOINTS; i++) {
        struct us_session_joint *joint = &hand->joints[i];
        joint->radius_m *= factor;
        if (i == WRIST || (wrist.flags & joint->flags & US_SESSION_POSITION_VALID) == 0)
            continue;
        struct us_vec3 *at = &joint->pose.position_m, *moving = &joint->linear_m_s;
        *at = us_vec3_add(wrist.pose.position_m,
                          us_vec3_scale(us_vec3_sub(*at, wrist.pose.position_m), factor));
        if ((wrist.flags & joint->flags & US_SESSION_LINEAR_VALID) != 0)
            *moving = us_vec3_add(wrist.linear_m_s,
                                  us_vec3_scale(us_vec3_sub(*moving, wrist.linear_m_s), factor));
    }
}

static enum us_result take_scaled(struct tool_edit_stage *stage, struct us_session_message *message,
                                  struct us_error *error)
{
    const struct scale *scale = (const struct scale *)stage;
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++)
        if (message->topic == US_SESSION_TOPIC_FRAME && message->of.frame.hands[hand].is_active)
            scale_hand(&message->of.frame.hands[hand], scale->factor);
    return tool_edit_pass(stage, message, error);
}

enum us_result tool_edit_make_scale_hands(struct tool_edit_making *making)
{
    struct scale *scale = tool_edit_add(making, sizeof *scale, take_scaled, NULL, NULL);
    if (scale == NULL)
        return US_ERROR_MEMORY;
    scale->factor = (float)making->numbers[0];
    tool_edit_say(&scale->stage, "bones and radii are %g times as long; the wrists stay",
                  making->numbers[0]);
    return US_OK;
}

/* ---- only and without ---- */

struct filter {
    struct tool_edit_stage stage;
    unsigned kept; /* bits of enum us_channel */
    bool is_session;
};

static void drop_hands(struct us_session_frame *frame, const struct filter *filter)
{
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        /* In an input animation file a pinch belongs to a hand, which may be untracked. */
        const bool is_bare = !filter->is_session && (filter->kept & US_CHANNEL_PINCH) != 0;
        const bool is_recorded = is_bare && frame->hands[hand].is_recorded;
        if ((filter->kept & US_CHANNEL_HANDS) == 0)
            frame->hands[hand] = (struct us_session_hand_joints){.is_recorded = is_recorded};
        if ((filter->kept & US_CHANNEL_PINCH) == 0)
            frame->aims[hand] = (struct us_session_hand_aim){
                .is_recorded = frame->hands[hand].is_recorded,
                .pose = frame->aims[hand].pose,
                .status = frame->aims[hand].status & US_SESSION_AIM_VALID};
    }
}

static enum us_result take_filtered(struct tool_edit_stage *stage,
                                    struct us_session_message *message, struct us_error *error)
{
    const struct filter *filter = (const struct filter *)stage;
    struct us_session_frame *frame = &message->of.frame;
    const bool has_controllers = (filter->kept & US_CHANNEL_CONTROLLERS) != 0;
    if (message->topic == US_SESSION_TOPIC_INPUT && !has_controllers)
        return US_OK;
    if (message->topic != US_SESSION_TOPIC_FRAME)
        return tool_edit_pass(stage, message, error);
    if ((filter->kept & US_CHANNEL_HEAD) == 0)
        frame->head = (struct us_session_location){0};
    if ((filter->kept & US_CHANNEL_GAZE) == 0)
        frame->gaze = (struct us_session_location){0};
    if (!has_controllers)
        memset(frame->poses, 0, sizeof frame->poses);
    drop_hands(frame, filter);
    return tool_edit_pass(stage, message, error);
}

static enum us_result make_filter(struct tool_edit_making *making, bool is_without)
{
    struct tool_edit_outline *outline = &making->steps->outline;
    const char *word;
    char names[64];
    int length;
    unsigned channels = us_channels_parse(making->words->words[0], &word, &length);
    if (channels == 0)
        return us_result_fail(making->error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "'%.*s' is no channel; write some of head, hands, gaze, pinch and "
                              "controllers, with commas between them",
                              length, word);
    channels = is_without ? US_CHANNEL_ALL & ~channels : channels;
    if (channels == 0)
        return us_result_fail(making->error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "nothing would be left of the recording");
    struct filter *filter = tool_edit_add(making, sizeof *filter, take_filtered, NULL, NULL);
    if (filter == NULL)
        return US_ERROR_MEMORY;
    filter->kept = channels;
    filter->is_session = outline->is_session;
    if ((channels & US_CHANNEL_CONTROLLERS) == 0) {
        outline->has_components = false;
        memset(&outline->components, 0, sizeof outline->components);
    }
    us_channels_names((US_CHANNEL_ALL & ~channels) &
                          (filter->is_session ? US_CHANNEL_ALL : ~(unsigned)US_CHANNEL_CONTROLLERS),
                      names, sizeof names);
    tool_edit_say(&filter->stage, "left out: %s", names);
    return US_OK;
}

enum us_result tool_edit_make_only(struct tool_edit_making *making)
{
    return make_filter(making, false);
}

enum us_result tool_edit_make_without(struct tool_edit_making *making)
{
    return make_filter(making, true);
}

/* ---- repair ---- */

struct repair {
    struct tool_edit_stage stage;
    struct us_quat last[TOOL_EDIT_TRACKS];
    bool has_last[TOOL_EDIT_TRACKS];
    uint64_t no_numbers, lengths, signs;
};

/* As playback takes them: a value that it cannot play becomes one that is not valid. */
static void repair_pose(struct repair *repair, unsigned index, const struct tool_edit_track *track)
{
    const uint8_t all = US_SESSION_BOTH_VALID | US_SESSION_BOTH_MOVING;
    const uint8_t lost = track->flags != NULL ? *track->flags & all & ~track->valid : 0;
    struct us_quat *rotation = &track->pose->rotation;
    const float norm = us_quat_norm(*rotation);
    if ((lost & US_SESSION_ORIENTATION_VALID) != 0 && norm > 0.5f && norm < 2.0f) {
        *rotation = us_quat_normalize(*rotation);
        repair->lengths++;
    } else if (lost != 0) {
        *track->flags = (uint8_t)(*track->flags & ~lost);
        if ((lost & US_SESSION_ORIENTATION_VALID) != 0)
            *track->flags = (uint8_t)(*track->flags & ~US_SESSION_ORIENTATION_TRACKED);
        if ((lost & US_SESSION_POSITION_VALID) != 0)
            *track->flags = (uint8_t)(*track->flags & ~US_SESSION_POSITION_TRACKED);
        repair->no_numbers++;
    }
    if ((track->valid & US_SESSION_ORIENTATION_VALID) == 0)
        return;
    if (repair->has_last[index] && us_quat_dot(*rotation, repair->last[index]) < 0.0f) {
        *rotation = (struct us_quat){-rotation->x, -rotation->y, -rotation->z, -rotation->w};
        repair->signs++;
    }
    repair->last[index] = *rotation;
    repair->has_last[index] = true;
}

static enum us_result take_repaired(struct tool_edit_stage *stage,
                                    struct us_session_message *message, struct us_error *error)
{
    struct tool_edit_track track;
    for (unsigned i = 0; message->topic == US_SESSION_TOPIC_FRAME && i < TOOL_EDIT_TRACKS; i++)
        if (tool_edit_track(&message->of.frame, i, &track) && track.is_active)
            repair_pose((struct repair *)stage, i, &track);
    return tool_edit_pass(stage, message, error);
}

static enum us_result end_repair(struct tool_edit_stage *stage, struct us_error *error)
{
    const struct repair *repair = (const struct repair *)stage;
    (void)error;
    tool_edit_say(stage,
                  "%s that cannot be played marked as not valid, %s of a wrong length, %s of "
                  "the other sign",
                  tool_edit_count(repair->no_numbers, "pose").text,
                  tool_edit_count(repair->lengths, "rotation").text,
                  tool_edit_count(repair->signs, "rotation").text);
    return US_OK;
}

enum us_result tool_edit_make_repair(struct tool_edit_making *making)
{
    const bool is_session = making->steps->outline.is_session;
    struct repair *repair = tool_edit_add(making, sizeof *repair, is_session ? take_repaired : NULL,
                                          is_session ? end_repair : NULL, NULL);
    if (repair != NULL && !is_session)
        tool_edit_say(&repair->stage, "as playback does: what `understudy check` calls repaired "
                                      "is repaired in the new file");
    return repair != NULL ? US_OK : US_ERROR_MEMORY;
}
