/* SPDX-License-Identifier: MIT */
#include "tool/convert/motion/motion_sink.h"

#include "core/base/file.h"
#include "tool/edit/stage/frame_tracks.h"

/* ---- What the file cannot hold ---- */

#define STATE_FOCUSED 5u /* XR_SESSION_STATE_FOCUSED */
/* Tracked flags are twice to the left of valid flags. */
static bool is_untracked(const struct tool_edit_track *track)
{
    const unsigned valid = track->valid & US_SESSION_BOTH_VALID;
    return track->flags != NULL && (valid & ~((unsigned)*track->flags >> 2)) != 0;
}

static void add_tracks(struct tool_motion_counts *counts, struct us_session_frame *frame)
{
    bool moves = false;
    for (unsigned i = 0; i < TOOL_EDIT_TRACKS; i++) {
        struct tool_edit_track track;
        if (!tool_edit_track(frame, i, &track))
            continue;
        moves |= (track.valid & US_SESSION_BOTH_MOVING) != 0;
        counts->untracked += is_untracked(&track);
    }
    counts->velocities += moves;
}

static void add_frame(struct tool_motion_counts *counts, struct us_session_frame *frame)
{
    bool has_space = false, has_radius = false, has_aim = false;
    for (unsigned i = 0; i < US_SESSION_SPACES; i++)
        has_space |= frame->spaces[i].is_recorded;
    for (unsigned i = 0; i < US_SESSION_HANDS; i++) {
        has_radius |= frame->hands[i].is_recorded && frame->hands[i].is_active;
        has_aim |= frame->aims[i].is_recorded;
    }
    counts->views += frame->view_count > 0;
    counts->spaces += has_space;
    counts->bounds += frame->has_stage_bounds;
    counts->radii += has_radius;
    counts->aims += has_aim;
    counts->gaze_times += frame->gaze_time_ns != 0;
    counts->presences += frame->presence != US_SESSION_PRESENCE_UNKNOWN;
    counts->rates += frame->refresh_rate_hz > 0.0f;
    counts->unfocused += frame->session_state != 0 && frame->session_state != STATE_FOCUSED;
    counts->hidden += frame->session_state != 0 && !frame->should_render;
    add_tracks(counts, frame);
}

void tool_motion_sink_count(struct tool_motion_sink *sink, struct us_session_message *message)
{
    struct tool_motion_counts *counts = &sink->counts;
    if (sink->base.is_writing)
        return;
    counts->topics[message->topic]++;
    if (message->topic != US_SESSION_TOPIC_FRAME)
        return;
    if (message->time_ns < sink->base.outline->start_ns)
        counts->before++;
    else
        add_frame(counts, &message->of.frame);
}

static void report_counts(const struct tool_motion_counts *counts, struct tool_loss *loss)
{
    const struct {
        uint64_t count;
        const char *what;
    } list[] = {
        {counts->before, "frames before the app had the focus"},
        {counts->topics[US_SESSION_TOPIC_INPUT],
         "changes of buttons, other controls and interaction profiles"},
        {counts->topics[US_SESSION_TOPIC_EVENT], "events"},
        {counts->topics[US_SESSION_TOPIC_HAPTIC], "haptic calls"},
        {counts->topics[US_SESSION_TOPIC_STRUCT], "structs of unknown extensions"},
        {counts->topics[US_SESSION_TOPIC_MESH], "parts of visibility masks and hand meshes"},
        {counts->views, "frames with views of the eyes"},
        {counts->spaces, "frames with LOCAL, LOCAL_FLOOR or STAGE"},
        {counts->bounds, "frames with the bounds of STAGE"},
        {counts->aims, "frames with aim states of hands: pinches and their rays"},
        {counts->radii, "frames with radii of joints"},
        {counts->velocities, "frames with velocities"},
        {counts->gaze_times, "frames with the time of the gaze"},
        {counts->presences, "frames with the presence of the person"},
        {counts->rates, "frames with the refresh rate"},
        {counts->unfocused, "frames without the focus: that they lack it"},
        {counts->hidden, "frames that were not to be drawn: that they were not"},
        {counts->untracked, "poses that are valid and not tracked: that they are not tracked"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        tool_loss_add(loss, TOOL_LOSS_DROPPED, list[i].count, "%s, %llu", list[i].what,
                      (unsigned long long)list[i].count);
}

/* ---- The sink ---- */

void tool_motion_sink_open(struct tool_convert_sink *sink)
{
    tool_skeleton_init(&((struct tool_motion_sink *)sink)->skeleton);
}

void tool_motion_sink_put(struct tool_motion_sink *sink, const void *bytes, uint64_t size,
                          uint64_t offset)
{
    struct tool_convert_sink *base = &sink->base;
    if (base->result != US_OK)
        return;
    base->result = us_file_put(base->file, bytes, size, offset, base->error);
    base->in_output = base->result != US_OK;
}

void tool_motion_sink_report(const struct tool_motion_sink *sink, uint64_t frames,
                             struct tool_loss *loss)
{
    loss->is_measured = true;
    loss->frames = frames;
    loss->worst = sink->worst;
    tool_skeleton_report(&sink->skeleton, loss);
    report_counts(&sink->counts, loss);
}
