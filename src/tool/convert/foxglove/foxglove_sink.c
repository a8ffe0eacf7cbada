/* SPDX-License-Identifier: MIT */
/*
 * foxglove_sink: the last stage of a conversion to a file for Foxglove and Rerun: transforms of all
 * frames of reference, poses of the head, the hands and the controllers, the values of controls,
 * and markers and events as lines of a log (docs/formats.md). It is not read again.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/codec/session_message.h"
#include "tool/convert/base/format.h"
#include "tool/convert/base/loss.h"
#include "tool/convert/foxglove/foxglove_controls.h"
#include "tool/convert/foxglove/foxglove_file.h"
#include "tool/convert/table/row.h"
#include "tool/edit/stage/stage.h"
#include "tool/recording/session_survey.h"

/* ---- What the messages cannot hold, counted ---- */

struct losses {
    uint64_t velocities, halves, lost, untracked, not_numbers; /* of poses */
    uint64_t partial_hands, radii, aims;
    uint64_t frames, views, bounds, gaze_times; /* of frames */
    uint64_t syncs, haptics, unknown, meshes;   /* of messages */
    uint64_t early;                             /* messages and markers before time 0 */
    uint32_t controls;
};

/* A pose that is written if it is whole. `valid` are its flags without what is no number, `flags`
 * those that were recorded; `is_lost`: it was whole in the frame before. */
static void count_pose(struct losses *losses, uint8_t valid, uint8_t flags, bool is_lost)
{
    const bool is_whole = us_session_is_placed(valid);
    losses->velocities += (valid & US_SESSION_LINEAR_VALID) != 0;
    losses->velocities += (valid & US_SESSION_ANGULAR_VALID) != 0;
    losses->halves += (valid & US_SESSION_BOTH_VALID) != 0 && !is_whole;
    losses->untracked += is_whole && (flags & US_SESSION_BOTH_TRACKED) != US_SESSION_BOTH_TRACKED;
    losses->lost += is_lost;
}

static void count_frame(struct losses *losses, const struct us_session_frame *frame)
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
            losses->radii += (frame->hands[hand].joints[i].flags & US_SESSION_BOTH_VALID) != 0;
    }
}

static void count_message(struct losses *losses, const struct us_session_message *message)
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

static void report_losses(const struct losses *losses, const struct us_session_info *info,
                          struct tool_loss *loss)
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
    tool_loss_count(loss, TOOL_LOSS_NOTE, losses->not_numbers, "pose",
                    "# that are not finite or no rotation are left out; they would not have been "
                    "played");
    if (info->wall_ns != 0)
        tool_loss_add(loss, TOOL_LOSS_NOTE, 1,
                      "log_time is XrTime, whose 0 is %" PRId64 ".%09" PRId64 " s since 1970",
                      (info->wall_ns - info->time_ns) / INT64_C(1000000000),
                      (info->wall_ns - info->time_ns) % INT64_C(1000000000));
    else
        tool_loss_add(loss, TOOL_LOSS_NOTE, 1,
                      "log_time is XrTime; no date is known of it: viewers show one near 1970");
}

/* ---- The sink ---- */

/* A hand's poses in one frame. */
struct hand {
    unsigned count; /* of valid joints */
    struct us_pose poses[US_SESSION_JOINTS];
};

struct foxglove_sink {
    struct tool_convert_sink base; /* the first member */
    struct tool_foxglove_file *file;
    struct tool_table_columns columns; /* its groups are the frames of reference */
    int places[US_SESSION_COMPONENTS_MAX];
    struct tool_table_row row;
    struct tool_table_writing writing; /* which poses of the row are numbers */
    struct tool_foxglove_controls controls;
    struct losses losses;
    uint16_t transforms_channel, log_channel;
    uint16_t channels[TOOL_TABLE_GROUPS_MOST]; /* of poses; 0: not yet */
    bool is_shown[TOOL_TABLE_GROUPS_MOST];     /* the newest message of poses has some */
    bool has_transform[TOOL_TABLE_GROUPS_MOST];
    struct hand hands[US_SESSION_HANDS];
    struct tool_foxglove_transform list[TOOL_FOXGLOVE_TRANSFORMS_MOST];
    unsigned count;                                       /* of the list */
    struct us_vec3 points[TOOL_FOXGLOVE_TRANSFORMS_MOST]; /* of the list, without spaces */
    unsigned point_count;
    uint16_t points_channel; /* 0: not yet */
    uint32_t marker;
};

/* ---- Poses ---- */

static bool is_location(const struct tool_table_group *group)
{
    return group->shape == TOOL_TABLE_PLACE || group->shape == TOOL_TABLE_POSE;
}

static bool is_space(const struct tool_table_group *group)
{
    const size_t first = offsetof(struct tool_table_row, frame.spaces);
    return group->offset >= first &&
           group->offset < first + sizeof((struct us_session_frame *)NULL)->spaces;
}

/* The group's pose in the row, and its flags as they were recorded. */
static struct us_pose pose_of(const struct foxglove_sink *sink,
                              const struct tool_table_group *group, uint8_t *out_flags)
{
    const void *at = (const char *)&sink->row + group->offset;
    if (is_location(group)) {
        const struct us_session_location *location = at;
        *out_flags = location->flags;
        return location->pose;
    }
    const struct us_session_joint *joint = at;
    *out_flags = joint->flags;
    return joint->pose;
}

/* The message of a group's topic, which is made for the first pose. Without poses, once: viewers
 * keep the last message. */
static void put_poses(struct foxglove_sink *sink, int group, const struct us_pose *list,
                      unsigned count)
{
    char topic[sizeof sink->columns.groups[group].name + 1];
    if (count == 0 && !sink->is_shown[group])
        return;
    sink->is_shown[group] = count > 0;
    if (sink->channels[group] == 0) {
        snprintf(topic, sizeof topic, "/%s", sink->columns.groups[group].name);
        for (char *at = topic; *at != '\0'; at++)
            *at = *at == '.' ? '/' : *at;
        sink->channels[group] =
            tool_foxglove_file_add(sink->file, TOOL_FOXGLOVE_POSES, topic, NULL, NULL);
    }
    tool_foxglove_file_put_poses(sink->file, sink->channels[group], sink->row.frame.time_ns, list,
                                 count);
}

/* The frame of reference of a group. LOCAL as it is now must not be taken for LOCAL as it was. */
static void add_transform(struct foxglove_sink *sink, const struct tool_table_group *group,
                          const struct us_pose *pose)
{
    struct tool_foxglove_transform *to = &sink->list[sink->count++];
    const bool is_local = strcmp(group->name, TOOL_FOXGLOVE_LOCAL) == 0;
    memcpy(to->frame, group->name, sizeof to->frame);
    if (is_local)
        snprintf(to->frame, sizeof to->frame, "%s_now", TOOL_FOXGLOVE_LOCAL);
    to->pose = *pose;
}

static void take_group(struct foxglove_sink *sink, int place)
{
    const struct tool_table_group *group = &sink->columns.groups[place];
    const uint8_t valid = sink->writing.valid[place];
    uint8_t flags = 0;
    if (!is_location(group) && group->shape != TOOL_TABLE_JOINT)
        return;
    const struct us_pose pose = pose_of(sink, group, &flags);
    const bool is_whole = us_session_is_placed(valid);
    count_pose(&sink->losses, valid, flags, sink->has_transform[place] && !is_whole);
    sink->has_transform[place] = is_whole;
    if (is_whole)
        add_transform(sink, group, &pose);
    if (is_whole && !is_space(group))
        sink->points[sink->point_count++] = pose.position_m;
    if (is_whole && group->shape == TOOL_TABLE_JOINT) {
        struct hand *hand = &sink->hands[group->hand];
        hand->poses[hand->count++] = pose;
    }
    if (is_location(group) && !is_space(group))
        put_poses(sink, place, &pose, is_whole);
}

/* A hand whose joints are not all there is empty: the order of the poses is what says which is
 * which. */
static void put_hands(struct foxglove_sink *sink)
{
    for (int i = 0; i < sink->columns.group_count; i++) {
        const struct tool_table_group *group = &sink->columns.groups[i];
        if (group->shape != TOOL_TABLE_HAND)
            continue;
        const struct hand *hand = &sink->hands[group->hand];
        const bool is_whole = hand->count == US_SESSION_JOINTS;
        sink->losses.partial_hands += hand->count > 0 && !is_whole;
        put_poses(sink, i, hand->poses, is_whole ? hand->count : 0);
    }
}

static void put_points(struct foxglove_sink *sink)
{
    if (sink->points_channel == 0 && sink->point_count == 0)
        return;
    if (sink->points_channel == 0)
        sink->points_channel =
            tool_foxglove_file_add(sink->file, TOOL_FOXGLOVE_POINTS, "/points", NULL, NULL);
    tool_foxglove_file_put_points(sink->file, sink->points_channel, sink->row.frame.time_ns,
                                  sink->points, sink->point_count);
}

static void take_frame(struct foxglove_sink *sink, const struct us_session_frame *frame)
{
    tool_foxglove_controls_frame(&sink->controls, sink->file, frame->time_ns);
    sink->row.frame = *frame;
    sink->count = sink->point_count = 0;
    sink->hands[US_SESSION_LEFT].count = sink->hands[US_SESSION_RIGHT].count = 0;
    tool_table_writing_begin(&sink->writing, &sink->columns, &sink->row);
    count_frame(&sink->losses, frame);
    for (int i = 0; i < sink->columns.group_count; i++)
        take_group(sink, i);
    put_hands(sink);
    put_points(sink);
    if (sink->count > 0)
        tool_foxglove_file_put_transforms(sink->file, sink->transforms_channel, frame->time_ns,
                                          sink->list, sink->count);
    sink->base.frames++;
}

/* ---- The log ---- */

static void put_markers(struct foxglove_sink *sink, int64_t up_to_ns)
{
    const struct tool_edit_marker *marker;
    while ((marker = tool_edit_marker_next(sink->base.outline, up_to_ns, &sink->marker)) != NULL) {
        if (marker->time_ns < 0)
            sink->losses.early++;
        else
            tool_foxglove_file_put_log(sink->file, sink->log_channel, marker->time_ns, false,
                                       "marker", marker->name);
    }
}

static void put_event(struct foxglove_sink *sink, const struct us_session_event *event)
{
    char text[TOOL_SESSION_EVENT_TEXT_SIZE];
    const bool is_warning =
        event->kind == US_SESSION_EVENT_DROPPED || event->kind == US_SESSION_EVENT_FAULT;
    tool_session_event_describe(event, text);
    tool_foxglove_file_put_log(sink->file, sink->log_channel, event->time_ns, is_warning, "event",
                               text);
}

/* ---- The stage ---- */

static void take(struct tool_convert_sink *base, struct us_session_message *message)
{
    struct foxglove_sink *sink = (struct foxglove_sink *)base;
    put_markers(sink, message->time_ns);
    if (message->time_ns < 0)
        sink->losses.early++;
    else if (message->topic == US_SESSION_TOPIC_FRAME)
        take_frame(sink, &message->of.frame);
    else if (message->topic == US_SESSION_TOPIC_INPUT)
        tool_foxglove_controls_input(&sink->controls, sink->file, &message->of.input);
    else if (message->topic == US_SESSION_TOPIC_EVENT)
        put_event(sink, &message->of.event);
    count_message(&sink->losses, message);
}

static void end(struct tool_convert_sink *base)
{
    struct foxglove_sink *sink = (struct foxglove_sink *)base;
    tool_foxglove_controls_settle(&sink->controls, sink->file);
    put_markers(sink, INT64_MAX);
    tool_foxglove_file_end(sink->file);
}

/* ---- The file ---- */

static void report(const struct tool_convert_sink *base, struct tool_loss *loss)
{
    const struct foxglove_sink *sink = (const struct foxglove_sink *)base;
    struct losses losses = sink->losses;
    losses.not_numbers = sink->writing.not_numbers;
    report_losses(&losses, &sink->base.outline->info, loss);
}

static void open_sink(struct tool_convert_sink *base)
{
    struct foxglove_sink *sink = (struct foxglove_sink *)base;
    const struct us_session_components *components = &base->outline->components;
    sink->file = tool_foxglove_file_create(base);
    if (sink->file == NULL) {
        tool_convert_sink_no_memory(base);
        return;
    }
    tool_table_columns_init(&sink->columns);
    sink->losses.controls = tool_table_columns_place_all(&sink->columns, components, sink->places);
    sink->controls.columns = &sink->columns;
    sink->controls.from = components;
    sink->controls.places = sink->places;
    sink->transforms_channel =
        tool_foxglove_file_add(sink->file, TOOL_FOXGLOVE_TRANSFORMS, "/tf", NULL, NULL);
    sink->log_channel = tool_foxglove_file_add(sink->file, TOOL_FOXGLOVE_LOG, "/log", NULL, NULL);
    tool_foxglove_controls_begin(&sink->controls, sink->file);
}

static void close_sink(struct tool_convert_sink *base)
{
    tool_foxglove_file_destroy(((struct foxglove_sink *)base)->file);
}

const struct tool_convert_sink_kind tool_foxglove_sink = {.size = sizeof(struct foxglove_sink),
                                                          .passes = 1,
                                                          .open = open_sink,
                                                          .take = take,
                                                          .end = end,
                                                          .report = report,
                                                          .close = close_sink};
