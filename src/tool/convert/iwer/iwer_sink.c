/* SPDX-License-Identifier: MIT */
/* iwer_sink: messages of a session as a recording that IWER's ActionPlayer plays. */
#include <math.h>
#include <string.h>

#include "tool/convert/base/format.h"
#include "tool/convert/base/pairing.h"
#include "tool/convert/iwer/sources.h"
#include "tool/convert/table/cells.h"

enum { WRIST = 1 };

/* Milliseconds with all nanoseconds are written as seconds of a thousandth. */
#define TIME_MOST_NS INT64_C(9000000000000000)

struct iwer_sink {
    struct tool_convert_sink base; /* the first member */
    struct tool_convert_pairing pairing;
    struct tool_iwer_sources sources;
    bool has_reference; /* the first frame says what it is */
    struct tool_iwer_reference reference;
    uint64_t headless;
};

static const struct us_session_input *input_of(const struct iwer_sink *sink)
{
    static const struct us_session_input none = {0};
    return sink->pairing.has_input ? &sink->pairing.input : &none;
}

/* ---- Text ---- */

static void put(struct iwer_sink *sink, const char *text)
{
    tool_convert_sink_put(&sink->base, text);
}

/* null stands for what is no number. */
static void put_number(struct iwer_sink *sink, float value, bool is_first)
{
    char text[TOOL_TABLE_NUMBER_SIZE] = "null";
    if (isfinite(value))
        tool_table_write_float(value, text);
    put(sink, is_first ? "" : ",");
    put(sink, text);
}

static void put_pose(struct iwer_sink *sink, struct us_pose pose, bool is_first)
{
    const float numbers[TOOL_IWER_NUMBERS] = {
        pose.position_m.x, pose.position_m.y, pose.position_m.z, pose.rotation.x,
        pose.rotation.y,   pose.rotation.z,   pose.rotation.w};
    for (unsigned i = 0; i < TOOL_IWER_NUMBERS; i++)
        put_number(sink, numbers[i], is_first && i == 0);
}

/* ---- Poses ---- */

static struct us_pose to_file(const struct iwer_sink *sink, struct us_pose T_local_it)
{
    return sink->reference.is_moved
               ? us_pose_multiply(us_pose_inverse(sink->reference.T_local_it), T_local_it)
               : T_local_it;
}

/* The floor of the first frame, if it has one; LOCAL otherwise. */
static void find_reference(struct iwer_sink *sink, const struct us_session_frame *frame)
{
    const struct us_session_location *floor = &frame->spaces[US_SESSION_SPACE_LOCAL_FLOOR];
    if (sink->has_reference)
        return;
    sink->has_reference = true;
    sink->reference.T_local_it = us_pose_identity;
    if (!floor->is_recorded || !tool_iwer_is_pose(&floor->pose, floor->flags))
        return;
    sink->reference.is_floor = true;
    sink->reference.is_moved = memcmp(&floor->pose, &us_pose_identity, sizeof floor->pose) != 0;
    sink->reference.T_local_it = floor->pose;
}

/* ---- The schema ---- */

static void put_profiles(struct iwer_sink *sink, const struct tool_iwer_source *source)
{
    const struct us_session_components *components = &sink->sources.outline->components;
    const char *path = us_session_profile_path(components, source->profile), *generic;
    const char *name =
        tool_iwer_name_of(source->has_hand ? TOOL_IWER_HAND_PROFILE : path, &generic);
    put(sink, ",\"targetRayMode\":\"tracked-pointer\",\"profiles\":[");
    if (source->profile != 0)
        tool_convert_sink_print(&sink->base, "\"%s\"", name);
    if (source->profile != 0 && strcmp(name, generic) != 0)
        tool_convert_sink_print(&sink->base, ",\"%s\"", generic);
    put(sink, "]");
}

static void put_joints(struct iwer_sink *sink)
{
    put(sink, ",\"jointSequence\":[");
    for (unsigned i = WRIST; i < US_SESSION_JOINTS; i++)
        tool_convert_sink_print(&sink->base, "%s\"%s\"", i == WRIST ? "" : ",",
                                tool_iwer_joint_name(i));
    put(sink, "]");
}

static const char *truth(bool is_true)
{
    return is_true ? "true" : "false";
}

static void put_source(struct iwer_sink *sink, unsigned index)
{
    const struct tool_iwer_source *source = &sink->sources.list[index];
    const bool has_gamepad = source->buttons + source->axes > 0;
    tool_convert_sink_print(&sink->base, "%s\n[%u,{\"handedness\":\"%s\"", index > 0 ? "," : "",
                            index, us_hand_name((enum us_hand)source->hand));
    put_profiles(sink, source);
    tool_convert_sink_print(&sink->base, ",\"hasGrip\":%s,\"hasHand\":%s,\"hasGamepad\":%s",
                            truth(source->has_grip), truth(source->has_hand), truth(has_gamepad));
    if (source->has_hand)
        put_joints(sink);
    if (has_gamepad)
        tool_convert_sink_print(&sink->base,
                                ",\"mapping\":\"xr-standard\",\"numButtons\":%u,\"numAxes\":%u",
                                source->buttons, source->axes);
    put(sink, "}]");
}

static void put_head(struct iwer_sink *sink)
{
    put(sink, "{\"schema\":[");
    for (unsigned i = 0; i < sink->sources.count; i++)
        put_source(sink, i);
    tool_convert_sink_print(&sink->base,
                            "],\n\"understudy\":{\"referenceSpace\":\"%s\",\"origin\":[",
                            sink->reference.is_floor ? "local-floor" : "local");
    put_pose(sink, sink->reference.T_local_it, true);
    put(sink, "]},\n\"frames\":[");
}

/* ---- Frames ---- */

static void put_button(struct iwer_sink *sink, const float numbers[TOOL_IWER_BUTTON_NUMBERS],
                       bool is_first)
{
    put(sink, is_first ? "[" : ",[");
    for (unsigned i = 0; i < TOOL_IWER_BUTTON_NUMBERS; i++)
        put_number(sink, numbers[i], i == 0);
    put(sink, "]");
}

static void put_gamepad(struct iwer_sink *sink, const struct tool_iwer_source *source)
{
    put(sink, ",[");
    for (unsigned i = 0; i < source->buttons; i++) {
        float numbers[TOOL_IWER_BUTTON_NUMBERS];
        tool_iwer_sources_button(input_of(sink), &source->slots[i], numbers);
        put_button(sink, numbers, i == 0);
    }
    for (unsigned i = 0; i < source->axes; i += 2) {
        const struct us_session_value value =
            tool_iwer_sources_axes(input_of(sink), source->vectors[i / 2]);
        put_number(sink, value.x, source->buttons == 0 && i == 0);
        put_number(sink, value.y, false);
    }
    put(sink, "]");
}

/* In the space of the target ray. */
static void put_hand(struct iwer_sink *sink, const struct tool_iwer_seen *seen)
{
    const struct us_session_joint *joints = sink->pairing.frame.hands[seen->key.hand].joints;
    const struct us_pose T_ray_local = us_pose_inverse(seen->ray);
    put(sink, ",[");
    for (unsigned i = WRIST; i < US_SESSION_JOINTS; i++) {
        const float radius_m = joints[i].radius_m;
        put_pose(sink, us_pose_multiply(T_ray_local, joints[i].pose), i == WRIST);
        put_number(sink, isfinite(radius_m) ? radius_m : 0.0f, false);
    }
    put(sink, "]");
}

static void put_seen(struct iwer_sink *sink, const struct tool_iwer_seen *seen)
{
    const int index = tool_iwer_sources_find(&sink->sources, &seen->key);
    const struct tool_iwer_source *source = &sink->sources.list[index];
    tool_convert_sink_print(&sink->base, ",[%d", index);
    put_pose(sink, to_file(sink, seen->ray), false);
    if (source->has_grip) {
        put(sink, ",[");
        put_pose(sink, to_file(sink, seen->grip), true);
        put(sink, "]");
    }
    if (source->has_hand) {
        put_hand(sink, seen);
        put(sink, ",[");
        put_button(sink, seen->pinch, true);
        put(sink, "]");
    } else if (source->buttons + source->axes > 0) {
        put_gamepad(sink, source);
    }
    put(sink, "]");
}

static void put_row(struct iwer_sink *sink, const struct tool_iwer_seen *seen, unsigned count)
{
    const struct us_session_frame *frame = &sink->pairing.frame;
    char text[TOOL_TABLE_NUMBER_SIZE];
    tool_table_write_seconds((frame->time_ns - sink->base.outline->origin_ns) * 1000, text);
    tool_convert_sink_print(&sink->base, "%s\n[%s", sink->base.frames > 0 ? "," : "", text);
    put_pose(sink, to_file(sink, frame->head.pose), false);
    for (unsigned i = 0; i < count; i++)
        put_seen(sink, &seen[i]);
    put(sink, "]");
    sink->base.frames++;
    tool_convert_sink_flush(&sink->base);
}

static void put_frame(struct tool_convert_pairing *pairing)
{
    struct iwer_sink *sink = pairing->data;
    const struct us_session_frame *frame = &pairing->frame;
    const int64_t origin_ns = sink->base.outline->origin_ns;
    struct tool_iwer_seen seen[TOOL_IWER_SEEN_MOST];
    if (frame->time_ns < origin_ns)
        return;
    if (frame->time_ns - origin_ns > TIME_MOST_NS)
        tool_convert_sink_fail(&sink->base, US_ERROR_COUNT,
                               "it is longer than the 104 days that milliseconds hold; cut it with "
                               "'understudy edit'");
    if (!tool_iwer_is_there(&frame->head)) {
        sink->headless += !sink->base.is_writing;
        return;
    }
    find_reference(sink, frame);
    const unsigned count = tool_iwer_sources_see(&sink->sources, frame, input_of(sink), seen);
    if (sink->base.is_writing) {
        put_row(sink, seen, count);
        return;
    }
    sink->base.frames++;
    for (unsigned i = 0; i < count; i++)
        if (tool_iwer_sources_find(&sink->sources, &seen[i].key) == TOOL_IWER_NONE)
            tool_convert_sink_fail(
                &sink->base, US_ERROR_COUNT,
                "it has more than %d input sources; cut it with 'understudy edit'",
                TOOL_IWER_INPUTS_MOST);
}

/* ---- The stage ---- */

static void take(struct tool_convert_sink *base, struct us_session_message *message)
{
    tool_convert_pairing_take(&((struct iwer_sink *)base)->pairing, message);
}

static void begin(struct tool_convert_sink *base)
{
    struct iwer_sink *sink = (struct iwer_sink *)base;
    tool_convert_pairing_end(&sink->pairing);
    if (base->frames == 0)
        tool_convert_sink_fail(base, US_ERROR_NOTHING,
                               "no frame has a head with both a position and an orientation, and "
                               "IWER records no other");
    base->frames = 0;
    sink->sources.grip_rays = sink->sources.joint_rays = sink->sources.palms = 0;
    put_head(sink);
}

static void end(struct tool_convert_sink *base)
{
    struct iwer_sink *sink = (struct iwer_sink *)base;
    tool_convert_pairing_end(&sink->pairing);
    put(sink, "\n]}\n");
}

/* ---- The file ---- */

static void report(const struct tool_convert_sink *base, struct tool_loss *loss)
{
    const struct iwer_sink *sink = (const struct iwer_sink *)base;
    const bool is_floor = sink->reference.is_floor;
    tool_loss_add(loss, TOOL_LOSS_NOTE, 1,
                  "the poses are in %s: give the ActionPlayer a reference space of this type%s",
                  is_floor ? "local-floor" : "local",
                  is_floor ? "" : ", because the recording does not say where the floor is");
    tool_loss_count(loss, TOOL_LOSS_NOTE, sink->headless, "frame",
                    "# without a head: IWER records no such frame");
    tool_loss_count(loss, TOOL_LOSS_INVENTED, sink->sources.grip_rays, "controller pose",
                    "the target rays of #, which are the grip poses: there is no aim pose");
    tool_loss_count(loss, TOOL_LOSS_INVENTED, sink->sources.joint_rays, "hand pose",
                    "the target rays of #, which are those of the palm or the wrist: there is no "
                    "aim pose");
    tool_loss_count(loss, TOOL_LOSS_DROPPED, sink->sources.palms, "palm",
                    "#: WebXR has no such joint, and a reader makes it up");
    tool_convert_pairing_report(&sink->pairing, loss);
}

static void open_sink(struct tool_convert_sink *base)
{
    struct iwer_sink *sink = (struct iwer_sink *)base;
    sink->sources.outline = base->outline;
    sink->pairing.put = put_frame;
    sink->pairing.data = sink;
}

const struct tool_convert_sink_kind tool_iwer_sink = {.size = sizeof(struct iwer_sink),
                                                      .passes = 2,
                                                      .lacks_markers = true,
                                                      .open = open_sink,
                                                      .take = take,
                                                      .begin = begin,
                                                      .end = end,
                                                      .report = report};
