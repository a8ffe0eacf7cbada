/* SPDX-License-Identifier: MIT */
#include "tool/convert/motion/motion_sink.h"

#include "core/base/file.h"

/* ---- What the file cannot hold ---- */

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
        tool_frame_losses_count(&counts->of_frames, &message->of.frame);
}

static void report_counts(const struct tool_motion_counts *counts, struct tool_loss *loss)
{
    const struct {
        uint64_t count;
        const char *what;
    } list[] = {
        {counts->before, "frames before the app had the focus, #"},
        {counts->topics[US_SESSION_TOPIC_INPUT],
         "changes of buttons, other controls and interaction profiles, #"},
        {counts->topics[US_SESSION_TOPIC_EVENT], "events, #"},
        {counts->topics[US_SESSION_TOPIC_HAPTIC], "haptic calls, #"},
        {counts->topics[US_SESSION_TOPIC_STRUCT], "structs of unknown extensions, #"},
        {counts->topics[US_SESSION_TOPIC_MESH], "parts of visibility masks and hand meshes, #"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        tool_loss_count(loss, TOOL_LOSS_DROPPED, list[i].count, NULL, list[i].what);
    tool_frame_losses_report(&counts->of_frames, loss);
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
