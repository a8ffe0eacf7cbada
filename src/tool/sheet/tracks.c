/* SPDX-License-Identifier: MIT */
#include "tool/sheet/plots.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tool/recording/samples.h"
#include "tool/sheet/drawing.h"

/* To the left and up, in degrees. */
static void angles_of(struct us_vec3 direction, float *out_left, float *out_up)
{
    *out_left = (float)(atan2(-(double)direction.x, -(double)direction.z) * US_POSE_DEGREES_IN_RAD);
    *out_up = (float)(asin(fmax(-1.0, fmin(1.0, (double)direction.y))) * US_POSE_DEGREES_IN_RAD);
}

static void fill_head(const struct us_head_sample *head, unsigned column, struct tool_tracks *out)
{
    const struct us_vec3 ahead = {0.0f, 0.0f, -1.0f};
    struct us_vec3 at = head->motion.pose.position_m;
    bool is_there = head->how != US_HOW_ABSENT;
    out->has_head |= is_there;
    out->head_m[0][column] = is_there ? at.x : NAN;
    out->head_m[1][column] = is_there ? at.y : NAN;
    out->head_m[2][column] = is_there ? at.z : NAN;
    float *left = &out->head_degrees[0][column];
    angles_of(us_quat_rotate(head->motion.pose.rotation, ahead), left,
              &out->head_degrees[1][column]);
    if (column > 0 && is_there)
        *left -= 360.0f * roundf((*left - left[-1]) / 360.0f);
    if (!is_there)
        *left = out->head_degrees[1][column] = NAN;
}

static void fill_hand(const struct us_frame_sample *frame, unsigned hand, unsigned column,
                      struct tool_tracks *out)
{
    const struct us_hand_sample *joints = &frame->hands[hand];
    const struct us_controller_sample *controller = &frame->controllers[hand];
    bool is_hand = tool_figure_shows_hand(joints);
    bool is_there = is_hand || tool_figure_shows_controller(controller);
    float y = is_hand ? joints->joints[US_JOINT_PALM].pose.position_m.y
                      : controller->poses[0].motion.pose.position_m.y;
    out->has_hand[hand] |= is_there;
    out->has_joints |= is_hand;
    out->has_controllers |= is_there && !is_hand;
    out->is_tracked[hand][column] = is_there;
    out->hand_m[hand][column] = is_there ? y - frame->head.motion.pose.position_m.y : NAN;
}

static void fill_gaze(const struct us_frame_sample *frame, unsigned column, struct tool_tracks *out)
{
    bool is_there = frame->gaze.how != US_HOW_ABSENT && frame->gaze.valid;
    out->has_gaze |= is_there;
    angles_of(
        us_quat_rotate(us_quat_conjugate(frame->head.motion.pose.rotation), frame->gaze.direction),
        &out->gaze_degrees[0][column], &out->gaze_degrees[1][column]);
    if (!is_there)
        out->gaze_degrees[0][column] = out->gaze_degrees[1][column] = NAN;
}

/* The place of what a hand selects with in the list of components; -1: the session has none. */
static int find_trigger(const struct us_loaded_recording *loaded, unsigned hand)
{
    static const char *const inputs[] = {"trigger/value", "trigger/click", "select/click"};
    for (unsigned i = 0; loaded->session != NULL && i < sizeof inputs / sizeof inputs[0]; i++) {
        char path[64];
        const struct us_session_components *table = &loaded->session->components;
        snprintf(path, sizeof path, "/user/hand/%s/input/%s", us_hand_name((enum us_hand)hand),
                 inputs[i]);
        const uint32_t place = us_session_component_find(table, path, 0);
        if (place < table->count && place < US_INPUTS_MAX)
            return (int)place;
    }
    return -1;
}

static void fill_triggers(const struct us_loaded_recording *loaded, struct tool_tracks *out)
{
    int place[US_HAND_COUNT];
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++)
        place[hand] = find_trigger(loaded, hand);
    double step_s = (out->to_s - out->from_s) / (TOOL_TRACKS_COLUMNS - 1);
    for (unsigned column = 0; column < TOOL_TRACKS_COLUMNS; column++) {
        struct us_input_sample inputs = {.how = US_HOW_ABSENT};
        if (place[0] >= 0 || place[1] >= 0)
            us_sampler_inputs(loaded->sampler, out->from_s + step_s * column, &inputs);
        for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
            int at = place[hand];
            bool is_there = at >= 0 && inputs.how != US_HOW_ABSENT &&
                            inputs.how != US_HOW_BEFORE_START && (uint32_t)at < inputs.count &&
                            inputs.active[at] != 0;
            out->has_trigger |= is_there;
            out->trigger[hand][column] = is_there ? inputs.values[at].x : NAN;
        }
    }
}

void tool_tracks_fill(const struct us_loaded_recording *loaded, struct tool_tracks *out)
{
    memset(out, 0, sizeof *out);
    out->from_s = us_recording_start_s(&loaded->recording);
    out->to_s = fmax(loaded->recording.last_key_s, out->from_s);
    double step_s = (out->to_s - out->from_s) / (TOOL_TRACKS_COLUMNS - 1);
    for (unsigned column = 0; column < TOOL_TRACKS_COLUMNS; column++) {
        struct us_frame_sample frame;
        double time_s = out->from_s + step_s * column;
        tool_sample_still(loaded, time_s, &frame);
        fill_head(&frame.head, column, out);
        fill_gaze(&frame, column, out);
        for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
            fill_hand(&frame, hand, column, out);
            out->is_pinching[hand][column] =
                out->is_tracked[hand][column] &&
                us_sampler_pinched(loaded->sampler, (enum us_hand)hand,
                                   column > 0 ? time_s - step_s : time_s, time_s);
        }
    }
    fill_triggers(loaded, out);
}
