/* SPDX-License-Identifier: MIT */
#include "tool/convert/iwer/iwer_sink.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profiles/bindings.h"
#include "tool/convert/base/pairing.h"
#include "tool/convert/iwer/schema.h"
#include "tool/convert/table/cells.h"

enum {
    FRAME_MOST = 1 << 16, /* bytes of a frame, which has four input sources at most */
    BUFFER_SIZE = 4 * FRAME_MOST,
    PALM = 0,
    WRIST = 1,
    MENU = 7 /* a button that browsers mostly keep to themselves */
};

/* Milliseconds with all nanoseconds are written as seconds of a thousandth. */
#define TIME_MOST_NS INT64_C(9000000000000000)

/* An input source of the file. WebXR makes a new one when any of this changes. */
struct source {
    unsigned hand, profile; /* 1 + its place in the recording's table; 0: none */
    bool has_grip, has_hand;
    unsigned buttons, axes;
    struct tool_iwer_slot slots[TOOL_IWER_BUTTONS_MOST];
    int vectors[TOOL_IWER_AXES_MOST / 2];
};

/* An input source in a frame. */
struct seen {
    struct source key; /* the first four */
    struct us_pose ray, grip;
    float pinch[3]; /* of a hand: pressed, touched, value */
};

struct iwer_sink {
    struct tool_convert_sink base; /* the first member */
    const struct tool_edit_outline *outline;
    int file;
    bool is_writing;
    struct tool_convert_pairing pairing;
    struct source sources[TOOL_IWER_INPUTS_MOST];
    unsigned count;
    bool has_reference; /* the first frame says what it is */
    struct tool_iwer_reference reference;
    uint64_t headless, grip_rays, joint_rays, palms;
    size_t size; /* of what waits in `bytes` */
    char bytes[BUFFER_SIZE];
};

/* ---- Text ---- */

static void put(struct iwer_sink *sink, const char *text)
{
    const size_t length = strlen(text);
    memcpy(sink->bytes + sink->size, text, length);
    sink->size += length;
}

/* The places behind the first number get a comma. */
static void put_number(struct iwer_sink *sink, float value, bool is_first)
{
    char text[TOOL_TABLE_NUMBER_SIZE];
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

static enum us_result flush(struct iwer_sink *sink, struct us_error *error)
{
    enum us_result result =
        tool_convert_sink_append(&sink->base, sink->file, sink->bytes, sink->size, error);
    sink->size = 0;
    return result;
}

/* ---- Poses ---- */

static bool is_pose(const struct us_pose *pose, uint8_t flags)
{
    return (flags & TOOL_IWER_VALID) == TOOL_IWER_VALID && isfinite(pose->position_m.x) &&
           isfinite(pose->position_m.y) && isfinite(pose->position_m.z) &&
           fabsf(us_quat_norm(pose->rotation) - 1.0f) < 0.01f;
}

static bool is_there(const struct us_session_location *location)
{
    return location->is_recorded && location->is_active &&
           is_pose(&location->pose, location->flags);
}

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
    if (!floor->is_recorded || !is_pose(&floor->pose, floor->flags))
        return;
    sink->reference.is_floor = true;
    sink->reference.is_moved = memcmp(&floor->pose, &us_pose_identity, sizeof floor->pose) != 0;
    sink->reference.T_local_it = floor->pose;
}

/* Whether all joints of WebXR are there. */
static bool has_joints(const struct us_session_hand_joints *hand)
{
    bool has_all = hand->is_recorded && hand->is_active;
    for (unsigned i = WRIST; i < US_SESSION_JOINTS && has_all; i++)
        has_all = is_pose(&hand->joints[i].pose, hand->joints[i].flags);
    return has_all;
}

/* ---- Input sources ---- */

static const char *profile_path(const struct iwer_sink *sink, unsigned profile)
{
    const struct us_session_components *components = &sink->outline->components;
    return profile > 0 && profile <= components->profile_count ? components->profiles[profile - 1]
                                                               : "";
}

static unsigned profile_of(const struct iwer_sink *sink, unsigned hand)
{
    return sink->pairing.has_input ? sink->pairing.input.profiles[hand] : 0;
}

static int find_component(const struct iwer_sink *sink, unsigned hand,
                          const struct us_component *component)
{
    const struct us_session_components *components = &sink->outline->components;
    char path[US_SESSION_PATH_SIZE];
    if (component == NULL)
        return TOOL_IWER_NONE;
    snprintf(path, sizeof path, "%s%s", us_session_user_path((enum us_session_user)hand),
             component->path);
    for (uint32_t i = 0; i < components->count; i++)
        if (strcmp(components->components[i].path, path) == 0)
            return (int)i;
    return TOOL_IWER_NONE;
}

/* The gamepad of a controller. A hand has one button, whose values come with the hand. */
static void find_gamepad(const struct iwer_sink *sink, struct source *source)
{
    const struct us_profile *profile = us_bindings_profile(profile_path(sink, source->profile));
    const enum us_session_hand hand = (enum us_session_hand)source->hand;
    struct tool_iwer_control control;
    source->buttons = source->has_hand;
    for (unsigned i = 0; i < TOOL_IWER_BUTTONS_MOST && profile != NULL && !source->has_hand; i++) {
        const bool is_button = tool_iwer_button(profile, hand, i, &control);
        struct tool_iwer_slot *slot = &source->slots[i];
        slot->value = find_component(sink, hand, control.value);
        slot->click = find_component(sink, hand, control.click);
        slot->touch = find_component(sink, hand, control.touch);
        if (is_button && (i < MENU || slot->click != TOOL_IWER_NONE))
            source->buttons = i + 1;
    }
    for (unsigned i = 0; i < TOOL_IWER_AXES_MOST && profile != NULL && !source->has_hand; i += 2) {
        const struct us_component *vector = tool_iwer_axes(profile, hand, i);
        source->vectors[i / 2] = find_component(sink, hand, vector);
        source->axes = vector != NULL ? i + 2 : source->axes;
    }
}

/* The place of an input source, which the first pass adds; TOOL_IWER_NONE: there are too many. */
static int find_source(struct iwer_sink *sink, const struct source *key)
{
    for (unsigned i = 0; i < sink->count; i++) {
        const struct source *source = &sink->sources[i];
        if (source->hand == key->hand && source->profile == key->profile &&
            source->has_grip == key->has_grip && source->has_hand == key->has_hand)
            return (int)i;
    }
    if (sink->count == TOOL_IWER_INPUTS_MOST)
        return TOOL_IWER_NONE;
    sink->sources[sink->count] = *key;
    find_gamepad(sink, &sink->sources[sink->count]);
    return (int)sink->count++;
}

/* What a hand pinches: its aim state, or the value of the hand's profile. */
static void find_pinch(const struct iwer_sink *sink, unsigned hand, float out[3])
{
    static const struct us_component pinch = {.path = "/input/pinch_ext/value"};
    const struct us_session_hand_aim *aim = &sink->pairing.frame.aims[hand];
    const struct us_session_input *input = &sink->pairing.input;
    const int place = find_component(sink, hand, &pinch);
    bool is_pressed = false;
    float value = 0.0f;
    if (aim->is_recorded) {
        is_pressed = (aim->status & TOOL_IWER_AIM_INDEX_PINCHING) != 0;
        value = aim->pinch_index > 0.0f || !is_pressed ? aim->pinch_index : 1.0f;
    } else if (place != TOOL_IWER_NONE && sink->pairing.has_input && input->active[place] != 0) {
        value = input->values[place].x;
        is_pressed = input->truths[place] == US_SESSION_TRUTH_TRUE ||
                     (input->truths[place] == US_SESSION_TRUTH_UNKNOWN && value > 0.0f);
    }
    out[0] = out[1] = is_pressed ? 1.0f : 0.0f;
    out[2] = isfinite(value) ? value : 0.0f;
}

/* The tracked hand; `owns`: the aim and the grip are its own, and no controller's. */
static bool see_hand(struct iwer_sink *sink, unsigned hand, bool owns, struct seen *out)
{
    const struct us_session_frame *frame = &sink->pairing.frame;
    const struct us_session_location *poses = frame->poses[hand];
    const struct us_session_joint *joints = frame->hands[hand].joints;
    const struct us_session_hand_aim *aim = &frame->aims[hand];
    const bool is_aim = owns && is_there(&poses[US_SESSION_POSE_AIM]);
    const bool is_state = aim->is_recorded && (aim->status & TOOL_IWER_AIM_VALID) != 0 &&
                          is_pose(&aim->pose, TOOL_IWER_VALID);
    if (!has_joints(&frame->hands[hand]))
        return false;
    const bool has_palm = is_pose(&joints[PALM].pose, joints[PALM].flags);
    *out = (struct seen){.key = {.hand = hand,
                                 .profile = owns ? profile_of(sink, hand) : 0,
                                 .has_hand = true,
                                 .has_grip = owns && is_there(&poses[US_SESSION_POSE_GRIP])}};
    out->ray = is_aim     ? poses[US_SESSION_POSE_AIM].pose
               : is_state ? aim->pose
                          : joints[has_palm ? PALM : WRIST].pose;
    out->grip = poses[US_SESSION_POSE_GRIP].pose;
    find_pinch(sink, hand, out->pinch);
    sink->joint_rays += !sink->is_writing && !is_aim && !is_state;
    sink->palms += !sink->is_writing && has_palm;
    return true;
}

static bool see_controller(struct iwer_sink *sink, unsigned hand, struct seen *out)
{
    const struct us_session_location *poses = sink->pairing.frame.poses[hand];
    const bool is_aim = is_there(&poses[US_SESSION_POSE_AIM]);
    const bool is_grip = is_there(&poses[US_SESSION_POSE_GRIP]);
    if (!is_aim && !is_grip)
        return false;
    *out =
        (struct seen){.key = {.hand = hand, .profile = profile_of(sink, hand), .has_grip = is_grip},
                      .ray = poses[is_aim ? US_SESSION_POSE_AIM : US_SESSION_POSE_GRIP].pose,
                      .grip = poses[US_SESSION_POSE_GRIP].pose};
    sink->grip_rays += !sink->is_writing && !is_aim;
    return true;
}

/* The input sources of a frame, four at most. */
static unsigned see_all(struct iwer_sink *sink, struct seen out[2 * US_SESSION_HANDS])
{
    unsigned count = 0;
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        const unsigned profile = profile_of(sink, hand);
        const bool owns = profile == 0 || tool_iwer_is_hand_profile(profile_path(sink, profile));
        const bool is_hand = see_hand(sink, hand, owns, &out[count]);
        count += is_hand;
        if (!(is_hand && owns) && see_controller(sink, hand, &out[count]))
            count++;
    }
    return count;
}

/* ---- The schema ---- */

static void put_profiles(struct iwer_sink *sink, const struct source *source)
{
    const char *generic, *path = profile_path(sink, source->profile);
    const char *name =
        tool_iwer_name_of(source->has_hand ? TOOL_IWER_HAND_PROFILE : path, &generic);
    put(sink, ",\"targetRayMode\":\"tracked-pointer\",\"profiles\":[");
    if (source->profile != 0) {
        put(sink, "\"");
        put(sink, name);
        put(sink, strcmp(name, generic) != 0 ? "\",\"" : "");
        put(sink, strcmp(name, generic) != 0 ? generic : "");
        put(sink, "\"");
    }
    put(sink, "]");
}

static void put_joints(struct iwer_sink *sink)
{
    put(sink, ",\"jointSequence\":[");
    for (unsigned i = WRIST; i < US_SESSION_JOINTS; i++) {
        put(sink, i == WRIST ? "\"" : ",\"");
        put(sink, tool_iwer_joint_name(i));
        put(sink, "\"");
    }
    put(sink, "]");
}

static void put_source(struct iwer_sink *sink, unsigned index)
{
    const struct source *source = &sink->sources[index];
    char text[160];
    snprintf(text, sizeof text, "%s\n[%u,{\"handedness\":\"%s\"", index > 0 ? "," : "", index,
             us_hand_name((enum us_hand)source->hand));
    put(sink, text);
    put_profiles(sink, source);
    snprintf(text, sizeof text, ",\"hasGrip\":%s,\"hasHand\":%s,\"hasGamepad\":%s",
             source->has_grip ? "true" : "false", source->has_hand ? "true" : "false",
             source->buttons + source->axes > 0 ? "true" : "false");
    put(sink, text);
    if (source->has_hand)
        put_joints(sink);
    snprintf(text, sizeof text, ",\"mapping\":\"xr-standard\",\"numButtons\":%u,\"numAxes\":%u",
             source->buttons, source->axes);
    put(sink, source->buttons + source->axes > 0 ? text : "");
    put(sink, "}]");
}

static enum us_result put_head(struct iwer_sink *sink, struct us_error *error)
{
    enum us_result result = US_OK;
    put(sink, "{\"schema\":[");
    for (unsigned i = 0; i < sink->count && result == US_OK; i++) {
        put_source(sink, i);
        if (sink->size > BUFFER_SIZE - FRAME_MOST)
            result = flush(sink, error);
    }
    put(sink, "],\n\"understudy\":{\"referenceSpace\":\"");
    put(sink, sink->reference.is_floor ? "local-floor" : "local");
    put(sink, "\",\"origin\":[");
    put_pose(sink, sink->reference.T_local_it, true);
    put(sink, "]},\n\"frames\":[");
    return result;
}

/* ---- Frames ---- */

static bool is_active(const struct us_session_input *input, int place)
{
    return place != TOOL_IWER_NONE && input->active[place] != 0 &&
           isfinite(input->values[place].x) && isfinite(input->values[place].y);
}

static void put_button(struct iwer_sink *sink, const float numbers[3], bool is_first)
{
    put(sink, is_first ? "[" : ",[");
    for (unsigned i = 0; i < 3; i++)
        put_number(sink, numbers[i], i == 0);
    put(sink, "]");
}

/* Pressed, touched, value. What is not active is not pressed. */
static void find_button(const struct us_session_input *input, const struct tool_iwer_slot *slot,
                        float out[3])
{
    const bool has_value = is_active(input, slot->value), has_click = is_active(input, slot->click);
    const float click = has_click && input->values[slot->click].x > 0.0f ? 1.0f : 0.0f;
    const uint8_t truth = has_value ? input->truths[slot->value] : US_SESSION_TRUTH_UNKNOWN;
    out[2] = has_value ? input->values[slot->value].x : click;
    out[0] = has_click                           ? click
             : truth != US_SESSION_TRUTH_UNKNOWN ? (truth == US_SESSION_TRUTH_TRUE ? 1.0f : 0.0f)
                                                 : (out[2] > 0.0f ? 1.0f : 0.0f);
    out[1] = !is_active(input, slot->touch)        ? out[0]
             : input->values[slot->touch].x > 0.0f ? 1.0f
                                                   : 0.0f;
}

static void put_gamepad(struct iwer_sink *sink, const struct source *source)
{
    const struct us_session_input *input = &sink->pairing.input;
    put(sink, ",[");
    for (unsigned i = 0; i < source->buttons; i++) {
        float numbers[3];
        find_button(input, &source->slots[i], numbers);
        put_button(sink, numbers, i == 0);
    }
    for (unsigned i = 0; i < source->axes; i += 2) {
        const int place = source->vectors[i / 2];
        const struct us_session_value value =
            is_active(input, place) ? input->values[place] : (struct us_session_value){0.0f, 0.0f};
        put_number(sink, value.x, source->buttons == 0 && i == 0);
        put_number(sink, 0.0f - value.y, false);
    }
    put(sink, "]");
}

/* In the space of the target ray. */
static void put_hand(struct iwer_sink *sink, const struct seen *seen)
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

static void put_seen(struct iwer_sink *sink, const struct seen *seen)
{
    const int index = find_source(sink, &seen->key);
    const struct source *source = &sink->sources[index];
    char text[16];
    snprintf(text, sizeof text, ",[%d", index);
    put(sink, text);
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

static enum us_result put_row(struct iwer_sink *sink, const struct seen *seen, unsigned count,
                              struct us_error *error)
{
    const struct us_session_frame *frame = &sink->pairing.frame;
    char text[TOOL_TABLE_NUMBER_SIZE];
    tool_table_write_seconds((frame->time_ns - sink->outline->origin_ns) * 1000, text);
    put(sink, sink->base.frames > 0 ? ",\n[" : "\n[");
    put(sink, text);
    put_pose(sink, to_file(sink, frame->head.pose), false);
    for (unsigned i = 0; i < count; i++)
        put_seen(sink, &seen[i]);
    put(sink, "]");
    sink->base.frames++;
    return sink->size > BUFFER_SIZE - FRAME_MOST ? flush(sink, error) : US_OK;
}

static enum us_result put_frame(struct tool_convert_pairing *pairing, struct us_error *error)
{
    struct iwer_sink *sink = pairing->data;
    const struct us_session_frame *frame = &pairing->frame;
    struct seen seen[2 * US_SESSION_HANDS];
    if (frame->time_ns < sink->outline->origin_ns)
        return US_OK;
    if (frame->time_ns - sink->outline->origin_ns > TIME_MOST_NS)
        return us_result_fail(error, US_ERROR_COUNT, US_NO_BYTE, NULL,
                              "it is longer than the 104 days that milliseconds hold; cut it with "
                              "'understudy edit'");
    if (!is_there(&frame->head)) {
        sink->headless += !sink->is_writing;
        return US_OK;
    }
    find_reference(sink, frame);
    const unsigned count = see_all(sink, seen);
    if (sink->is_writing)
        return put_row(sink, seen, count, error);
    sink->base.frames++;
    for (unsigned i = 0; i < count; i++)
        if (find_source(sink, &seen[i].key) == TOOL_IWER_NONE)
            return us_result_fail(error, US_ERROR_COUNT, US_NO_BYTE, NULL,
                                  "it has more than %d input sources; cut it with 'understudy "
                                  "edit'",
                                  TOOL_IWER_INPUTS_MOST);
    return US_OK;
}

/* ---- The stage ---- */

static enum us_result take(struct tool_edit_stage *stage, struct us_session_message *message,
                           struct us_error *error)
{
    return tool_convert_pairing_take(&((struct iwer_sink *)stage)->pairing, message, error);
}

static enum us_result end(struct tool_edit_stage *stage, struct us_error *error)
{
    struct iwer_sink *sink = (struct iwer_sink *)stage;
    enum us_result result = tool_convert_pairing_end(&sink->pairing, error);
    if (result == US_OK && sink->is_writing) {
        put(sink, "\n]}\n");
        return flush(sink, error);
    }
    if (result == US_OK && sink->base.frames == 0)
        return us_result_fail(error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
                              "no frame has a head, and IWER records no other");
    sink->is_writing = true;
    sink->base.frames = 0;
    return result == US_OK ? put_head(sink, error) : result;
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
    tool_loss_add(loss, TOOL_LOSS_NOTE, sink->headless,
                  "%s without a head: IWER records no such frame",
                  tool_edit_count(sink->headless, "frame").text);
    tool_loss_add(loss, TOOL_LOSS_INVENTED, sink->grip_rays,
                  "the target rays of %s, which are the grip poses: there is no aim pose",
                  tool_edit_count(sink->grip_rays, "controller pose").text);
    tool_loss_add(loss, TOOL_LOSS_INVENTED, sink->joint_rays,
                  "the target rays of %s, which are those of the palm or the wrist: there is no "
                  "aim pose",
                  tool_edit_count(sink->joint_rays, "hand pose").text);
    tool_loss_add(loss, TOOL_LOSS_DROPPED, sink->palms,
                  "%s: WebXR has no such joint, and a reader makes it up",
                  tool_edit_count(sink->palms, "palm").text);
    tool_convert_pairing_report(&sink->pairing, loss);
}

static void close_sink(struct tool_convert_sink *base)
{
    free(base);
}

enum us_result tool_iwer_sink_create(const struct tool_convert_output *output,
                                     struct tool_convert_sink **out, struct us_error *error)
{
    struct iwer_sink *sink = calloc(1, sizeof *sink);
    *out = NULL;
    if (sink == NULL)
        return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL, "out of memory");
    sink->base.stage = (struct tool_edit_stage){.take = take, .end = end};
    sink->base.passes = 2;
    sink->base.report = report;
    sink->base.close = close_sink;
    sink->outline = output->outline;
    sink->file = output->file;
    sink->pairing.put = put_frame;
    sink->pairing.data = sink;
    *out = &sink->base;
    return US_OK;
}
