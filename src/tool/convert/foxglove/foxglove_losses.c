/* SPDX-License-Identifier: MIT */
#include "tool/convert/foxglove/foxglove_losses.h"

#include <inttypes.h>

#include "tool/edit/stage/stage.h"

enum {
    POSE_VALID = US_SESSION_ORIENTATION_VALID | US_SESSION_POSITION_VALID,
    POSE_TRACKED = US_SESSION_ORIENTATION_TRACKED | US_SESSION_POSITION_TRACKED
};

void tool_foxglove_losses_pose(struct tool_foxglove_losses *losses, uint8_t valid, uint8_t flags,
                               bool is_lost)
{
    const bool is_whole = (valid & POSE_VALID) == POSE_VALID;
    losses->velocities += (valid & US_SESSION_LINEAR_VALID) != 0;
    losses->velocities += (valid & US_SESSION_ANGULAR_VALID) != 0;
    losses->halves += (valid & POSE_VALID) != 0 && !is_whole;
    losses->untracked += is_whole && (flags & POSE_TRACKED) != POSE_TRACKED;
    losses->lost += is_lost;
}

void tool_foxglove_losses_frame(struct tool_foxglove_losses *losses,
                                const struct us_session_frame *frame)
{
    losses->frames++;
    losses->views += frame->view_count > 0;
    losses->bounds += frame->has_stage_bounds;
    losses->gaze_times += frame->gaze_time_ns != 0;
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        losses->aims += frame->aims[hand].is_recorded;
        if (!frame->hands[hand].is_recorded || !frame->hands[hand].is_active)
            continue;
        for (unsigned i = 0; i < US_SESSION_JOINTS; i++)
            losses->radii += (frame->hands[hand].joints[i].flags & POSE_VALID) != 0;
    }
}

void tool_foxglove_losses_message(struct tool_foxglove_losses *losses,
                                  const struct us_session_message *message)
{
    losses->haptics += message->topic == US_SESSION_TOPIC_HAPTIC;
    losses->unknown += message->topic == US_SESSION_TOPIC_STRUCT;
    losses->meshes += message->topic == US_SESSION_TOPIC_MESH;
    losses->syncs += message->topic == US_SESSION_TOPIC_INPUT && message->of.input.result != 0;
}

/* "the views of ..., 3 frames" */
static void add(struct tool_loss *loss, uint64_t count, const char *what, const char *noun)
{
    tool_loss_add(loss, TOOL_LOSS_DROPPED, count, "%s, %s", what,
                  tool_edit_count(count, noun).text);
}

void tool_foxglove_losses_report(const struct tool_foxglove_losses *losses,
                                 const struct us_session_info *info, struct tool_loss *loss)
{
    add(loss, losses->velocities, "velocities: the messages have none", "value");
    add(loss, losses->halves, "poses with a rotation or a position alone", "pose");
    add(loss, losses->lost, "the end of poses in /tf, whose last transform stays", "pose");
    add(loss, losses->untracked, "that poses are not tracked", "pose");
    add(loss, losses->partial_hands,
        "hands without all joints, whose joints are in /tf and /points alone", "hand");
    add(loss, losses->radii, "radii", "joint");
    add(loss, losses->aims, "aim states of hands, with pinches and their rays", "state");
    add(loss, losses->views, "views", "frame");
    add(loss, losses->bounds, "the size of STAGE", "frame");
    add(loss, losses->gaze_times, "the times of gaze samples", "frame");
    add(loss, losses->frames,
        "numbers, periods, session states, should_render, presence, refresh rates and sources of "
        "hands",
        "frame");
    add(loss, losses->syncs, "results of xrSyncActions other than XR_SUCCESS", "input");
    add(loss, losses->controls, "controls that no column of a table can name", "control");
    add(loss, losses->haptics, "haptic calls", "call");
    add(loss, losses->unknown, "structs of unknown extensions", "message");
    add(loss, losses->meshes, "visibility masks and hand meshes", "message");
    add(loss, losses->early, "what has a time before 0", "message");
    tool_loss_add(loss, TOOL_LOSS_NOTE, losses->not_numbers,
                  "%s that are not finite or no rotation are left out; they would not have been "
                  "played",
                  tool_edit_count(losses->not_numbers, "pose").text);
    if (info->wall_ns != 0)
        tool_loss_add(loss, TOOL_LOSS_NOTE, 1,
                      "log_time is XrTime, whose 0 is %" PRId64 ".%09" PRId64 " s since 1970",
                      (info->wall_ns - info->time_ns) / INT64_C(1000000000),
                      (info->wall_ns - info->time_ns) % INT64_C(1000000000));
    else
        tool_loss_add(loss, TOOL_LOSS_NOTE, 1,
                      "log_time is XrTime; no date is known of it: viewers show one near 1970");
}
