/* SPDX-License-Identifier: MIT */
#include "tool/convert/base/frame_losses.h"

#include <string.h>

#include "tool/edit/stage/frame_tracks.h"

#define STATE_FOCUSED 5u /* XR_SESSION_STATE_FOCUSED */
/* Tracked flags are twice to the left of valid flags. */
static bool is_untracked(const struct tool_edit_track *track)
{
    const unsigned valid = track->valid & US_SESSION_BOTH_VALID;
    return track->flags != NULL && (valid & ~((unsigned)*track->flags >> 2)) != 0;
}

static void add_tracks(struct tool_frame_losses *losses, struct us_session_frame *frame)
{
    bool moves = false;
    for (unsigned i = 0; i < TOOL_EDIT_TRACKS; i++) {
        struct tool_edit_track track;
        if (!tool_edit_track(frame, i, &track))
            continue;
        moves |= (track.valid & US_SESSION_BOTH_MOVING) != 0;
        losses->untracked += is_untracked(&track);
    }
    losses->velocities += moves;
}

void tool_frame_losses_count(struct tool_frame_losses *losses, struct us_session_frame *frame)
{
    bool has_space = false, has_radius = false, has_aim = false, has_source = false;
    for (unsigned i = 0; i < US_SESSION_SPACES; i++)
        has_space |= frame->spaces[i].is_recorded;
    for (unsigned i = 0; i < US_SESSION_HANDS; i++) {
        has_radius |= frame->hands[i].is_recorded && frame->hands[i].is_active;
        has_aim |= frame->aims[i].is_recorded;
        has_source |= frame->hands[i].is_recorded && frame->hands[i].data_source != 0;
    }
    losses->views += frame->view_count > 0;
    losses->spaces += has_space;
    losses->bounds += frame->has_stage_bounds;
    losses->radii += has_radius;
    losses->aims += has_aim;
    losses->sources += has_source;
    losses->gaze_times += frame->gaze_time_ns != 0;
    losses->presences += frame->presence != US_SESSION_PRESENCE_UNKNOWN;
    losses->rates += frame->refresh_rate_hz > 0.0f;
    losses->unfocused += frame->session_state != 0 && frame->session_state != STATE_FOCUSED;
    losses->hidden += frame->session_state != 0 && !frame->should_render;
    add_tracks(losses, frame);
}

void tool_frame_losses_report(const struct tool_frame_losses *losses, struct tool_loss *loss)
{
    const struct {
        uint64_t count;
        const char *what;
    } list[] = {
        {losses->views, "frames with views of the eyes, #"},
        {losses->spaces, "frames with LOCAL, LOCAL_FLOOR or STAGE, #"},
        {losses->bounds, "frames with the bounds of STAGE, #"},
        {losses->aims, "frames with aim states of hands: pinches and their rays, #"},
        {losses->sources, "frames with the source of hands, #"},
        {losses->radii, "frames with radii of joints, #"},
        {losses->velocities, "frames with velocities, #"},
        {losses->gaze_times, "frames with the time of the gaze, #"},
        {losses->presences, "frames with the presence of the person, #"},
        {losses->rates, "frames with the refresh rate, #"},
        {losses->unfocused, "frames without the focus: that they lack it, #"},
        {losses->hidden, "frames that were not to be drawn: that they were not, #"},
        {losses->untracked, "poses that are valid and not tracked: that they are not tracked, #"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        tool_loss_count(loss, TOOL_LOSS_DROPPED, list[i].count, NULL, list[i].what);
}

/* ---- Two frames ---- */

static bool is_other_motion(uint8_t a_flags, const struct us_vec3 *a_linear,
                            const struct us_vec3 *a_angular, uint8_t b_flags,
                            const struct us_vec3 *b_linear, const struct us_vec3 *b_angular)
{
    return a_flags != b_flags ||
           ((a_flags & US_SESSION_LINEAR_VALID) != 0 &&
            memcmp(a_linear, b_linear, sizeof *a_linear) != 0) ||
           ((a_flags & US_SESSION_ANGULAR_VALID) != 0 &&
            memcmp(a_angular, b_angular, sizeof *a_angular) != 0);
}

/* `is_space`: with the pose. */
static bool is_other_place(const struct us_session_location *a, const struct us_session_location *b,
                           bool is_space)
{
    if (!a->is_recorded || !b->is_recorded)
        return a->is_recorded != b->is_recorded;
    return a->is_active != b->is_active ||
           is_other_motion(a->flags, &a->linear_m_s, &a->angular_rad_s, b->flags, &b->linear_m_s,
                           &b->angular_rad_s) ||
           (is_space && us_session_is_placed(a->flags) &&
            memcmp(&a->pose, &b->pose, sizeof a->pose) != 0);
}

static bool is_other_hand(const struct us_session_hand_joints *a,
                          const struct us_session_hand_joints *b)
{
    bool is_other = a->is_recorded != b->is_recorded || a->is_active != b->is_active ||
                    a->data_source != b->data_source;
    for (unsigned i = 0; i < US_SESSION_JOINTS && a->is_active && !is_other; i++) {
        const struct us_session_joint *in = &a->joints[i], *out = &b->joints[i];
        is_other = memcmp(&in->radius_m, &out->radius_m, sizeof in->radius_m) != 0 ||
                   is_other_motion(in->flags, &in->linear_m_s, &in->angular_rad_s, out->flags,
                                   &out->linear_m_s, &out->angular_rad_s);
    }
    return is_other;
}

static bool is_other_aim(const struct us_session_hand_aim *a, const struct us_session_hand_aim *b)
{
    const float in[] = {a->pinch_index, a->pinch_middle, a->pinch_ring, a->pinch_little};
    const float out[] = {b->pinch_index, b->pinch_middle, b->pinch_ring, b->pinch_little};
    return a->is_recorded != b->is_recorded ||
           (a->is_recorded && (a->status != b->status || memcmp(in, out, sizeof in) != 0));
}

/* A period that is not known is made up, and a note says so. */
bool tool_frame_losses_is_other(const struct us_session_frame *a, const struct us_session_frame *b)
{
    bool is_other =
        a->session_state != b->session_state || a->presence != b->presence ||
        a->should_render != b->should_render || a->view_count != b->view_count ||
        (a->period_ns != 0 && a->period_ns != b->period_ns) ||
        (a->view_count > 0 && a->view_flags != b->view_flags) ||
        (a->gaze_time_ns != 0) != (b->gaze_time_ns != 0) ||
        a->refresh_rate_hz != b->refresh_rate_hz || a->has_stage_bounds != b->has_stage_bounds ||
        (a->has_stage_bounds &&
         (memcmp(&a->stage_width_m, &b->stage_width_m, sizeof a->stage_width_m) != 0 ||
          memcmp(&a->stage_depth_m, &b->stage_depth_m, sizeof a->stage_depth_m) != 0)) ||
        memcmp(a->views, b->views, a->view_count * sizeof a->views[0]) != 0 ||
        is_other_place(&a->head, &b->head, false) || is_other_place(&a->gaze, &b->gaze, false);
    for (unsigned i = 0; i < US_SESSION_SPACES; i++)
        is_other |= is_other_place(&a->spaces[i], &b->spaces[i], true);
    for (unsigned i = 0; i < US_SESSION_HANDS; i++)
        is_other |=
            is_other_hand(&a->hands[i], &b->hands[i]) || is_other_aim(&a->aims[i], &b->aims[i]);
    for (unsigned i = 0; i < US_SESSION_HANDS * US_SESSION_POSES; i++)
        is_other |= is_other_place(&a->poses[i / US_SESSION_POSES][i % US_SESSION_POSES],
                                   &b->poses[i / US_SESSION_POSES][i % US_SESSION_POSES], false);
    return is_other;
}
