/* SPDX-License-Identifier: MIT */
#include "tool/convert/base/frame_losses.h"

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
