/* SPDX-License-Identifier: MIT */
#include "session/codec/session_message.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "openxr/xr.h"

int64_t us_session_time_add(int64_t time_ns, int64_t span_ns)
{
    if (span_ns > 0 && time_ns > INT64_MAX - span_ns)
        return INT64_MAX;
    if (span_ns < 0 && time_ns < INT64_MIN - span_ns)
        return INT64_MIN;
    return time_ns + span_ns;
}

double us_session_seconds_between(int64_t from_ns, int64_t to_ns)
{
    bool fits = from_ns >= 0 ? to_ns >= INT64_MIN + from_ns : to_ns <= INT64_MAX + from_ns;
    return (fits ? (double)(to_ns - from_ns) : (double)to_ns - (double)from_ns) * 1e-9;
}

bool us_session_has_extent(float width_m, float depth_m)
{
    return isfinite(width_m) && width_m > 0.0f && isfinite(depth_m) && depth_m > 0.0f;
}

const char *us_session_user_path(enum us_session_user user)
{
    static const char *const paths[US_SESSION_USERS] = {
        [US_SESSION_USER_LEFT] = "/user/hand/left",
        [US_SESSION_USER_RIGHT] = "/user/hand/right",
        [US_SESSION_USER_HEAD] = "/user/head",
        [US_SESSION_USER_GAMEPAD] = "/user/gamepad",
        [US_SESSION_USER_TREADMILL] = "/user/treadmill",
        [US_SESSION_USER_EYES] = "/user/eyes_ext",
    };
    return (unsigned)user < US_SESSION_USERS ? paths[user] : "";
}

enum us_session_user us_session_path_user(const char *path, const char **out_rest)
{
    for (unsigned user = 0; user < US_SESSION_USERS; user++) {
        const char *rest = us_text_below(path, us_session_user_path((enum us_session_user)user));
        if (rest != NULL) {
            *out_rest = rest;
            return (enum us_session_user)user;
        }
    }
    return US_SESSION_USERS;
}

uint32_t us_session_component_find(const struct us_session_components *table, const char *path,
                                   uint32_t hint)
{
    for (uint32_t i = 0; i < table->count; i++) {
        const uint32_t place = (hint + i) % table->count;
        if (strcmp(table->components[place].path, path) == 0)
            return place;
    }
    return table->count;
}

enum us_session_component_type us_session_component_type_of(int action_type)
{
    return action_type == XR_ACTION_TYPE_BOOLEAN_INPUT ? US_SESSION_COMPONENT_BOOLEAN
           : action_type == XR_ACTION_TYPE_FLOAT_INPUT ? US_SESSION_COMPONENT_FLOAT
                                                       : US_SESSION_COMPONENT_VECTOR2;
}

bool us_session_component_is_axis(const struct us_session_component *component)
{
    return component->type == US_SESSION_COMPONENT_FLOAT &&
           (us_text_ends_in(component->path, "/x") || us_text_ends_in(component->path, "/y"));
}

uint32_t us_session_component_vector(const struct us_session_components *table, uint32_t axis)
{
    const struct us_session_component *component = &table->components[axis];
    char path[US_SESSION_PATH_SIZE];
    if (!us_session_component_is_axis(component))
        return table->count;
    snprintf(path, sizeof path, "%.*s", (int)strlen(component->path) - 2, component->path);
    const uint32_t place = us_session_component_find(table, path, axis);
    return place < table->count && table->components[place].type == US_SESSION_COMPONENT_VECTOR2
               ? place
               : table->count;
}

const char *us_session_profile_path(const struct us_session_components *table, unsigned number)
{
    return number > 0 && number <= table->profile_count ? table->profiles[number - 1] : "";
}

static bool is_finite(const struct us_vec3 *v)
{
    return isfinite(v->x) && isfinite(v->y) && isfinite(v->z);
}

uint8_t us_session_playable(uint8_t flags, const struct us_pose *pose,
                            const struct us_vec3 *linear_m_s, const struct us_vec3 *angular_rad_s)
{
    const float square = us_quat_dot(pose->rotation, pose->rotation);
    if (!(fabsf(square - 1.0f) < 0.02f))
        flags &= (uint8_t) ~(US_SESSION_ORIENTATION_VALID | US_SESSION_ORIENTATION_TRACKED);
    if (!is_finite(&pose->position_m))
        flags &= (uint8_t) ~(US_SESSION_POSITION_VALID | US_SESSION_POSITION_TRACKED);
    if (!is_finite(linear_m_s))
        flags &= (uint8_t)~US_SESSION_LINEAR_VALID;
    if (!is_finite(angular_rad_s))
        flags &= (uint8_t)~US_SESSION_ANGULAR_VALID;
    return flags;
}

static const struct {
    const char *name, *schema;
    size_t size;
} topics[US_SESSION_TOPICS] = {
    [US_SESSION_TOPIC_SESSION] = {"/session", "understudy.Session", sizeof(struct us_session_info)},
    [US_SESSION_TOPIC_COMPONENTS] = {"/components", "understudy.Components",
                                     sizeof(struct us_session_components)},
    [US_SESSION_TOPIC_FRAME] = {"/frame", "understudy.Frame", sizeof(struct us_session_frame)},
    [US_SESSION_TOPIC_INPUT] = {"/input", "understudy.Input", sizeof(struct us_session_input)},
    [US_SESSION_TOPIC_EVENT] = {"/event", "understudy.Event", sizeof(struct us_session_event)},
    [US_SESSION_TOPIC_HAPTIC] = {"/haptic", "understudy.Haptic", sizeof(struct us_session_haptic)},
    [US_SESSION_TOPIC_MARKER] = {"/marker", "understudy.Marker", sizeof(struct us_session_marker)},
    [US_SESSION_TOPIC_STRUCT] = {"/struct", "understudy.Struct", sizeof(struct us_session_struct)},
    [US_SESSION_TOPIC_MESH] = {"/mesh", "understudy.Mesh", sizeof(struct us_session_mesh_part)},
};

const char *us_session_topic_name(enum us_session_topic topic)
{
    return (unsigned)topic < US_SESSION_TOPICS ? topics[topic].name : "";
}

const char *us_session_topic_schema(enum us_session_topic topic)
{
    return (unsigned)topic < US_SESSION_TOPICS ? topics[topic].schema : "";
}

size_t us_session_topic_size(enum us_session_topic topic)
{
    return (unsigned)topic < US_SESSION_TOPICS ? topics[topic].size : 0;
}

static bool is_shown(const struct us_session_location *location, unsigned valid)
{
    return location->is_recorded && location->is_active &&
           (us_session_playable(location->flags, &location->pose, &location->linear_m_s,
                                &location->angular_rad_s) &
            valid) != 0;
}

static bool is_hand_shown(const struct us_session_hand_joints *hand)
{
    for (int i = 0; hand->is_recorded && hand->is_active && i < US_SESSION_JOINTS; i++) {
        const struct us_session_joint *joint = &hand->joints[i];
        if (us_session_playable(joint->flags, &joint->pose, &joint->linear_m_s,
                                &joint->angular_rad_s) &
            US_SESSION_BOTH_VALID)
            return true;
    }
    return false;
}

static unsigned parts_of_frame(const struct us_session_frame *frame)
{
    unsigned parts = is_shown(&frame->head, US_SESSION_BOTH_VALID) ? US_SESSION_PART_HEAD : 0;
    if (is_hand_shown(&frame->hands[US_SESSION_LEFT]))
        parts |= US_SESSION_PART_LEFT;
    if (is_hand_shown(&frame->hands[US_SESSION_RIGHT]))
        parts |= US_SESSION_PART_RIGHT;
    if (is_shown(&frame->gaze, US_SESSION_ORIENTATION_VALID))
        parts |= US_SESSION_PART_GAZE;
    for (int i = 0; i < US_SESSION_HANDS * US_SESSION_POSES; i++)
        if (is_shown(&frame->poses[i / US_SESSION_POSES][i % US_SESSION_POSES],
                     US_SESSION_BOTH_VALID))
            parts |= US_SESSION_PART_CONTROLLERS;
    return parts;
}

static unsigned parts_of_input(const struct us_session_input *input)
{
    for (uint32_t i = 0; i < input->count && i < US_SESSION_COMPONENTS_MAX; i++)
        if (input->active[i] != 0)
            return US_SESSION_PART_CONTROLLERS;
    return 0;
}

unsigned us_session_parts_of(const struct us_session_message *message)
{
    if (message->topic == US_SESSION_TOPIC_FRAME)
        return parts_of_frame(&message->of.frame);
    return message->topic == US_SESSION_TOPIC_INPUT ? parts_of_input(&message->of.input) : 0;
}
