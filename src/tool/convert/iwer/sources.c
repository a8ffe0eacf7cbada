/* SPDX-License-Identifier: MIT */
#include "tool/convert/iwer/sources.h"

#include <math.h>
#include <stdio.h>

#include "profiles/bindings.h"
#include "tool/convert/base/stage_space.h"

enum {
    PALM = 0,
    WRIST = 1,
    MENU = 7 /* a button that browsers mostly keep to themselves */
};

/* What a frame is seen with. */
struct view {
    struct tool_iwer_sources *sources;
    const struct us_session_frame *frame;
    const struct us_session_input *input;
};

/* ---- Poses ---- */

bool tool_iwer_is_pose(const struct us_pose *pose, uint8_t flags)
{
    return us_session_is_placed(flags) && tool_convert_pose_flags(pose) != 0;
}

bool tool_iwer_is_there(const struct us_session_location *location)
{
    return location->is_recorded && location->is_active &&
           tool_iwer_is_pose(&location->pose, location->flags);
}

/* Whether all joints of WebXR are there. */
static bool has_joints(const struct us_session_hand_joints *hand)
{
    bool has_all = hand->is_recorded && hand->is_active;
    for (unsigned i = WRIST; i < US_SESSION_JOINTS && has_all; i++)
        has_all = tool_iwer_is_pose(&hand->joints[i].pose, hand->joints[i].flags);
    return has_all;
}

/* ---- Input sources ---- */

static int find_component(const struct tool_iwer_sources *sources, enum us_session_hand hand,
                          const struct us_component *component)
{
    const struct us_session_components *components = &sources->outline->components;
    char path[US_SESSION_PATH_SIZE];
    if (component == NULL)
        return TOOL_IWER_NONE;
    snprintf(path, sizeof path, "%s%s", us_session_user_path((enum us_session_user)hand),
             component->path);
    const uint32_t place = us_session_component_find(components, path, 0);
    return place < components->count ? (int)place : TOOL_IWER_NONE;
}

/* The gamepad of a controller. A hand has one button, whose values come with the hand. */
static void find_gamepad(const struct tool_iwer_sources *sources, struct tool_iwer_source *source)
{
    const struct us_profile *profile = us_bindings_profile(
        us_session_profile_path(&sources->outline->components, source->profile));
    const enum us_session_hand hand = source->hand;
    struct tool_iwer_control control;
    source->buttons = source->has_hand;
    for (unsigned i = 0; i < TOOL_IWER_BUTTONS_MOST && profile != NULL && !source->has_hand; i++) {
        const bool is_button = tool_iwer_button(profile, hand, i, &control);
        struct tool_iwer_slot *slot = &source->slots[i];
        slot->value = find_component(sources, hand, control.value);
        slot->click = find_component(sources, hand, control.click);
        slot->touch = find_component(sources, hand, control.touch);
        if (is_button && (i < MENU || slot->click != TOOL_IWER_NONE))
            source->buttons = i + 1;
    }
    for (unsigned i = 0; i < TOOL_IWER_AXES_MOST && profile != NULL && !source->has_hand; i += 2) {
        const struct us_component *vector = tool_iwer_axes(profile, hand, i);
        source->vectors[i / 2] = find_component(sources, hand, vector);
        source->axes = vector != NULL ? i + 2 : source->axes;
    }
}

int tool_iwer_sources_find(struct tool_iwer_sources *sources, const struct tool_iwer_source *key)
{
    for (unsigned i = 0; i < sources->count; i++) {
        const struct tool_iwer_source *source = &sources->list[i];
        if (source->hand == key->hand && source->profile == key->profile &&
            source->has_grip == key->has_grip && source->has_hand == key->has_hand)
            return (int)i;
    }
    if (sources->count == TOOL_IWER_INPUTS_MOST)
        return TOOL_IWER_NONE;
    sources->list[sources->count] = *key;
    find_gamepad(sources, &sources->list[sources->count]);
    return (int)sources->count++;
}

/* What a hand pinches: its aim state, or the value of the hand's profile. */
static void find_pinch(const struct view *view, enum us_session_hand hand,
                       float out[TOOL_IWER_BUTTON_NUMBERS])
{
    static const struct us_component pinch = {.path = "/input/pinch_ext/value"};
    const struct us_session_hand_aim *aim = &view->frame->aims[hand];
    const struct us_session_input *input = view->input;
    const int place = find_component(view->sources, hand, &pinch);
    bool is_pressed = false;
    float value = 0.0f;
    if (aim->is_recorded) {
        is_pressed = (aim->status & TOOL_IWER_AIM_INDEX_PINCHING) != 0;
        value = aim->pinch_index > 0.0f || !is_pressed ? aim->pinch_index : 1.0f;
    } else if (place != TOOL_IWER_NONE && input->active[place] != 0) {
        value = input->values[place].x;
        is_pressed = input->truths[place] == US_SESSION_TRUTH_TRUE ||
                     (input->truths[place] == US_SESSION_TRUTH_UNKNOWN && value > 0.0f);
    }
    out[0] = out[1] = is_pressed ? 1.0f : 0.0f;
    out[2] = isfinite(value) ? value : 0.0f;
}

/* The tracked hand; `owns`: the aim and the grip are its own, and no controller's. */
static bool see_hand(const struct view *view, enum us_session_hand hand, bool owns,
                     struct tool_iwer_seen *out)
{
    const struct us_session_frame *frame = view->frame;
    const struct us_session_location *poses = frame->poses[hand];
    const struct us_session_joint *joints = frame->hands[hand].joints;
    const struct us_session_hand_aim *aim = &frame->aims[hand];
    const bool is_aim = owns && tool_iwer_is_there(&poses[US_SESSION_POSE_AIM]);
    const bool is_state = aim->is_recorded && (aim->status & TOOL_IWER_AIM_VALID) != 0 &&
                          tool_iwer_is_pose(&aim->pose, US_SESSION_BOTH_VALID);
    if (!has_joints(&frame->hands[hand]))
        return false;
    const bool has_palm = tool_iwer_is_pose(&joints[PALM].pose, joints[PALM].flags);
    *out = (struct tool_iwer_seen){
        .key = {.hand = hand,
                .profile = owns ? view->input->profiles[hand] : 0,
                .has_hand = true,
                .has_grip = owns && tool_iwer_is_there(&poses[US_SESSION_POSE_GRIP])}};
    out->ray = is_aim     ? poses[US_SESSION_POSE_AIM].pose
               : is_state ? aim->pose
                          : joints[has_palm ? PALM : WRIST].pose;
    out->grip = poses[US_SESSION_POSE_GRIP].pose;
    find_pinch(view, hand, out->pinch);
    view->sources->joint_rays += !is_aim && !is_state;
    view->sources->palms += has_palm;
    return true;
}

static bool see_controller(const struct view *view, enum us_session_hand hand,
                           struct tool_iwer_seen *out)
{
    const struct us_session_location *poses = view->frame->poses[hand];
    const bool is_aim = tool_iwer_is_there(&poses[US_SESSION_POSE_AIM]);
    const bool is_grip = tool_iwer_is_there(&poses[US_SESSION_POSE_GRIP]);
    if (!is_aim && !is_grip)
        return false;
    *out = (struct tool_iwer_seen){
        .key = {.hand = hand, .profile = view->input->profiles[hand], .has_grip = is_grip},
        .ray = poses[is_aim ? US_SESSION_POSE_AIM : US_SESSION_POSE_GRIP].pose,
        .grip = poses[US_SESSION_POSE_GRIP].pose};
    view->sources->grip_rays += !is_aim;
    return true;
}

unsigned tool_iwer_sources_see(struct tool_iwer_sources *sources,
                               const struct us_session_frame *frame,
                               const struct us_session_input *input,
                               struct tool_iwer_seen out[TOOL_IWER_SEEN_MOST])
{
    const struct view view = {sources, frame, input};
    unsigned count = 0;
    for (unsigned i = 0; i < US_SESSION_HANDS; i++) {
        const enum us_session_hand hand = (enum us_session_hand)i;
        const unsigned profile = input->profiles[hand];
        const bool owns = profile == 0 || tool_iwer_is_hand_profile(us_session_profile_path(
                                              &sources->outline->components, profile));
        const bool is_hand = see_hand(&view, hand, owns, &out[count]);
        count += is_hand;
        if (!(is_hand && owns) && see_controller(&view, hand, &out[count]))
            count++;
    }
    return count;
}

/* ---- Values ---- */

static bool is_active(const struct us_session_input *input, int place)
{
    return place != TOOL_IWER_NONE && input->active[place] != 0 &&
           isfinite(input->values[place].x) && isfinite(input->values[place].y);
}

void tool_iwer_sources_button(const struct us_session_input *input,
                              const struct tool_iwer_slot *slot,
                              float out[TOOL_IWER_BUTTON_NUMBERS])
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

struct us_session_value tool_iwer_sources_axes(const struct us_session_input *input, int place)
{
    const struct us_session_value none = {0.0f, 0.0f};
    if (!is_active(input, place))
        return none;
    return (struct us_session_value){input->values[place].x, 0.0f - input->values[place].y};
}
