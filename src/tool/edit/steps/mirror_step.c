/* SPDX-License-Identifier: MIT */
/*
 * mirror: the world as a mirror in the plane x = 0 shows it. The left hand does what the right one
 * did. A component has its counterpart on the other hand, by the table of interaction profiles:
 * the same name where the other hand has it, otherwise x for a and y for b and the reverse. One
 * without a counterpart, such as the menu button that only one hand has, stays where it is. Where
 * the hands have different profiles, and that of the component's hand has no counterpart, the other
 * hand's may have one: so mirroring twice gives every component its values again.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/faults/fault_list.h"
#include "profiles/bindings.h"
#include "session/codec/session_message.h"
#include "tool/edit/stage/frame_tracks.h"
#include "tool/edit/steps/steps.h"

/* ---- A fault of a drive ---- */

struct output {
    char text[US_SESSION_TEXT_SIZE];
    size_t length;
    bool is_full;
};

static void put(struct output *out, const char *text, size_t length)
{
    out->is_full |= length >= sizeof out->text - out->length;
    if (out->is_full)
        return;
    memcpy(out->text + out->length, text, length);
    out->length += length;
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

static void put_argument(struct output *out, const char *text, size_t length, bool is_drift)
{
    const bool is_number = length > 0 && strchr("-.0123456789", text[0]) != NULL;
    if (is_word(text, length, "left"))
        put(out, "right", strlen("right"));
    else if (is_word(text, length, "right"))
        put(out, "left", strlen("left"));
    else if (is_drift && is_number && text[0] == '-')
        put(out, text + 1, length - 1);
    else {
        put(out, "-", is_drift && is_number);
        put(out, text, length);
    }
}

/*
 * Mirrors the text of an event US_SESSION_EVENT_FAULT, [end ]KIND[:ARGUMENT...][+LENGTH], in place.
 * `left` and `right` are exchanged, and `drift` goes the other way: both of its numbers get the
 * other sign. Mirroring twice gives the same text. US_ERROR_USAGE, and the text as it was, if the
 * new text does not fit. Any thread.
 */
static enum us_result mirror_fault(char text[US_SESSION_TEXT_SIZE], struct us_error *error)
{
    struct output out = {.length = 0};
    const size_t end = strlen(US_FAULT_END);
    size_t at = strncmp(text, US_FAULT_END, end) == 0 ? end : 0;
    const size_t kind = strcspn(text + at, ":+");
    const bool is_drift = is_word(text + at, kind, us_fault_kind_name(US_FAULT_DRIFT));
    at += kind;
    put(&out, text, at);
    while (text[at] == ':' || text[at] == ',') {
        const size_t length = strcspn(text + at + 1, ":,+");
        put(&out, text + at, 1);
        put_argument(&out, text + at + 1, length, is_drift);
        at += 1 + length;
    }
    put(&out, text + at, strlen(text + at));
    if (out.is_full)
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "the fault '%.60s...' is too long to be mirrored", text);
    memcpy(text, out.text, sizeof out.text);
    return US_OK;
}

/* ---- The step ---- */

struct mirror {
    struct tool_edit_stage stage;
    struct us_session_components components;  /* with the counterparts */
    uint8_t stays[US_SESSION_COMPONENTS_MAX]; /* of those that were active: no counterpart */
    uint64_t meshes;                          /* messages that are left out */
    /* The counterpart of a component while its hand has a profile; by 1 + the profile's index. */
    uint8_t to[US_SESSION_PROFILES_MAX + 1][US_SESSION_COMPONENTS_MAX];
};

/* ---- Components ---- */

/* The hand of a path and the rest of it; US_SESSION_HANDS if it is of no hand. */
static unsigned hand_of(const char *path, const char **out_rest)
{
    const unsigned user = us_session_path_user(path, out_rest);
    return user <= US_SESSION_USER_RIGHT ? user : (unsigned)US_SESSION_HANDS;
}

/* Writes the path behind a hand. False if it is too long. */
static bool put_path(unsigned hand, const char *rest, char out[US_SESSION_PATH_SIZE])
{
    return snprintf(out, US_SESSION_PATH_SIZE, "%s%s",
                    us_session_user_path((enum us_session_user)hand), rest) < US_SESSION_PATH_SIZE;
}

/* Whether a profile has a component on a hand. */
static bool has(const struct us_profile *profile, unsigned hand, const char *rest)
{
    return us_bindings_component(profile, hand, rest) != NULL;
}

/* "/input/x/click" and "/input/a/click" are counterparts, and so are y and b. */
static bool exchange_letter(const char *rest, char *out, size_t size)
{
    static const char pairs[] = "xayb";
    static const char prefix[] = "/input/";
    const size_t at = sizeof prefix - 1;
    if (strncmp(rest, prefix, at) != 0 || rest[at] == '\0' || rest[at + 1] != '/')
        return false;
    const char *found = strchr(pairs, rest[at]);
    if (found == NULL || strlen(rest) >= size)
        return false;
    memcpy(out, rest, strlen(rest) + 1);
    out[at] = pairs[(found - pairs) ^ 1];
    return true;
}

/* Writes the counterpart's path. False if there is none. A profile that the table does not have is
 * taken for one whose hands are alike. */
static bool counterpart(const char *path, const char *profile_path, char out[US_SESSION_PATH_SIZE])
{
    const char *rest;
    char other[US_SESSION_PATH_SIZE];
    const unsigned hand = hand_of(path, &rest);
    const struct us_profile *profile = us_bindings_profile(profile_path);
    if (hand == US_SESSION_HANDS)
        return false;
    const unsigned to = US_SESSION_HANDS - 1 - hand;
    if (profile != NULL && !has(profile, to, rest)) {
        if (!has(profile, hand, rest) || !exchange_letter(rest, other, sizeof other) ||
            !has(profile, to, other))
            return false;
        rest = other;
    }
    return put_path(to, rest, out);
}

/* Whether the profile has the component at all: another profile's component is not active. */
static bool may_be_active(const char *path, const char *profile_path)
{
    const char *rest;
    const struct us_profile *profile = us_bindings_profile(profile_path);
    const unsigned hand = hand_of(path, &rest);
    return hand < US_SESSION_HANDS && (profile == NULL || has(profile, hand, rest));
}

/* Adds the counterparts, and notes who is whose. */
static enum us_result fill_table(struct mirror *mirror, struct tool_edit_outline *outline,
                                 struct us_error *error)
{
    struct us_session_components *table = &outline->components;
    const uint32_t count = table->count;
    enum us_result result = US_OK;
    for (unsigned p = 0; p <= US_SESSION_PROFILES_MAX; p++)
        for (unsigned i = 0; i < US_SESSION_COMPONENTS_MAX; i++)
            mirror->to[p][i] = (uint8_t)i;
    for (uint32_t p = 0; p < table->profile_count; p++)
        for (uint32_t i = 0; i < count && result == US_OK; i++) {
            struct us_session_component other = table->components[i];
            uint32_t index = i;
            if (!may_be_active(table->components[i].path, table->profiles[p]) ||
                !counterpart(table->components[i].path, table->profiles[p], other.path))
                continue;
            result = tool_edit_component_add(table, &other, &index, error);
            mirror->to[p + 1][i] = (uint8_t)index;
            mirror->to[p + 1][index] = (uint8_t)i;
        }
    /* A hand without a profile has the first one's counterparts. */
    for (uint32_t p = 1; p <= table->profile_count; p++)
        for (uint32_t i = 0; i < table->count; i++) {
            const uint8_t other = mirror->to[p][i];
            if (mirror->to[0][i] != i || mirror->to[0][other] != other)
                continue;
            mirror->to[0][i] = other;
            mirror->to[0][other] = (uint8_t)i;
        }
    mirror->components = *table;
    return result;
}

/* A stick or a pad, or its X alone. */
static bool points_right(const struct us_session_component *component)
{
    return component->type == US_SESSION_COMPONENT_VECTOR2 ||
           (component->type == US_SESSION_COMPONENT_FLOAT &&
            us_text_ends_in(component->path, "/x"));
}

/* The counterpart of a component; itself if there is none. */
static uint8_t target_of(const struct mirror *mirror, const struct us_session_input *input,
                         unsigned component)
{
    const char *rest;
    const unsigned hand = hand_of(mirror->components.components[component].path, &rest);
    if (hand == US_SESSION_HANDS)
        return (uint8_t)component;
    const uint8_t own = mirror->to[input->profiles[hand]][component];
    const uint8_t others = input->profiles[US_SESSION_HANDS - 1 - hand];
    return own != component ? own : mirror->to[others][component];
}

static void mirror_input(struct mirror *mirror, struct us_session_input *input)
{
    const struct us_session_input old = *input;
    const char *rest;
    memset(input->active, 0, sizeof input->active);
    memset(input->values, 0, sizeof input->values);
    memset(input->truths, 0, sizeof input->truths);
    for (uint32_t i = 0; i < mirror->components.count; i++) {
        const unsigned hand = hand_of(mirror->components.components[i].path, &rest);
        const uint8_t to = target_of(mirror, &old, i);
        if (old.active[i] == 0)
            continue;
        mirror->stays[i] |= hand < US_SESSION_HANDS && to == i;
        input->active[to] = old.active[i];
        input->truths[to] = old.truths[i];
        input->values[to] = old.values[i];
        if (points_right(&mirror->components.components[i]))
            input->values[to].x = 0.0f - old.values[i].x; /* 0, and not -0, of 0 */
    }
    input->profiles[US_SESSION_USER_LEFT] = old.profiles[US_SESSION_USER_RIGHT];
    input->profiles[US_SESSION_USER_RIGHT] = old.profiles[US_SESSION_USER_LEFT];
}

/* ---- Poses ---- */

static struct us_vec3 reflect(struct us_vec3 v)
{
    return (struct us_vec3){-v.x, v.y, v.z};
}

static void reflect_pose(struct us_pose *pose)
{
    pose->position_m = reflect(pose->position_m);
    pose->rotation =
        (struct us_quat){pose->rotation.x, -pose->rotation.y, -pose->rotation.z, pose->rotation.w};
}

static void reflect_views(struct us_session_frame *frame)
{
    if (frame->view_count == 2) {
        const struct us_session_view left = frame->views[0];
        frame->views[0] = frame->views[1];
        frame->views[1] = left;
    }
    for (uint32_t i = 0; i < frame->view_count; i++) {
        struct us_session_fov *fov = &frame->views[i].fov;
        const float left_rad = fov->left_rad;
        reflect_pose(&frame->views[i].pose);
        fov->left_rad = -fov->right_rad;
        fov->right_rad = -left_rad;
    }
}

static void exchange(void *a, void *b, void *between, size_t size)
{
    memcpy(between, a, size);
    memcpy(a, b, size);
    memcpy(b, between, size);
}

static void exchange_hands(struct us_session_frame *frame)
{
    struct us_session_hand_joints hand;
    struct us_session_hand_aim aim;
    struct us_session_location poses[US_SESSION_POSES];
    exchange(&frame->hands[0], &frame->hands[1], &hand, sizeof hand);
    exchange(&frame->aims[0], &frame->aims[1], &aim, sizeof aim);
    exchange(frame->poses[0], frame->poses[1], poses, sizeof poses);
}

/* An angular velocity is a pseudovector. */
static void mirror_frame(struct us_session_frame *frame)
{
    struct tool_edit_track track;
    for (unsigned i = 0; i < TOOL_EDIT_TRACKS; i++) {
        if (!tool_edit_track(frame, i, &track))
            continue;
        reflect_pose(track.pose);
        if (track.flags == NULL)
            continue;
        *track.linear = reflect(*track.linear);
        *track.angular = us_vec3_scale(reflect(*track.angular), -1.0f);
    }
    for (unsigned i = 0; i < US_SESSION_SPACES; i++)
        reflect_pose(&frame->spaces[i].pose);
    reflect_views(frame);
    exchange_hands(frame);
}

/* ---- Other messages ---- */

static enum us_result mirror_event(struct us_session_event *event, struct us_error *error)
{
    if (event->kind == US_SESSION_EVENT_PROFILE && event->user <= US_SESSION_USER_RIGHT)
        event->user =
            event->user == US_SESSION_USER_LEFT ? US_SESSION_USER_RIGHT : US_SESSION_USER_LEFT;
    if (event->kind == US_SESSION_EVENT_REFERENCE_SPACE)
        reflect_pose(&event->pose);
    if (event->kind == US_SESSION_EVENT_VISIBILITY && (event->value2 == 0 || event->value2 == 1))
        event->value2 = 1 - event->value2;
    return event->kind == US_SESSION_EVENT_FAULT ? mirror_fault(event->text, error) : US_OK;
}

static void mirror_haptic(struct us_session_haptic *haptic)
{
    const char *rest;
    char path[US_SESSION_PATH_SIZE];
    const unsigned hand = hand_of(haptic->subaction, &rest);
    if (hand < US_SESSION_HANDS && put_path(US_SESSION_HANDS - 1 - hand, rest, path))
        memcpy(haptic->subaction, path, sizeof path);
}

static enum us_result take(struct tool_edit_stage *stage, struct us_session_message *message,
                           struct us_error *error)
{
    struct mirror *mirror = (struct mirror *)stage;
    enum us_result result = US_OK;
    if (message->topic == US_SESSION_TOPIC_MESH) {
        mirror->meshes++;
        return US_OK;
    }
    if (message->topic == US_SESSION_TOPIC_FRAME)
        mirror_frame(&message->of.frame);
    if (message->topic == US_SESSION_TOPIC_INPUT)
        mirror_input(mirror, &message->of.input);
    if (message->topic == US_SESSION_TOPIC_HAPTIC)
        mirror_haptic(&message->of.haptic);
    if (message->topic == US_SESSION_TOPIC_EVENT)
        result = mirror_event(&message->of.event, error);
    return result == US_OK ? tool_edit_pass(stage, message, error) : result;
}

static enum us_result end(struct tool_edit_stage *stage, struct us_error *error)
{
    const struct mirror *mirror = (const struct mirror *)stage;
    (void)error;
    if (mirror->meshes > 0)
        tool_edit_say(stage,
                      "left out, because a mesh has a side: visibility masks and hand meshes");
    tool_edit_say_components(stage, "without a counterpart, and left where they are: ",
                             &mirror->components, mirror->stays);
    return US_OK;
}

enum us_result tool_edit_make_mirror(struct tool_edit_making *making)
{
    struct mirror *mirror = tool_edit_add(making, sizeof *mirror, take, end, NULL);
    if (mirror == NULL)
        return US_ERROR_MEMORY;
    tool_edit_say(&mirror->stage, "left and right are exchanged");
    return fill_table(mirror, &making->steps->outline, making->error);
}
