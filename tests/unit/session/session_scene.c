/* SPDX-License-Identifier: MIT */
#include "session_scene.h"

#include <stdio.h>
#include <string.h>

static uint64_t next(uint64_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return *random;
}

static bool chance(uint64_t *random)
{
    return (next(random) >> 20 & 1) != 0;
}

/* Any bits. */
static void fill(uint64_t *random, void *out, size_t size)
{
    uint8_t *bytes = out;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(next(random) >> 24);
}

static void text(uint64_t *random, char *out, size_t size)
{
    size_t length = (size_t)(next(random) % size);
    for (size_t i = 0; i < length; i++)
        out[i] = (char)('!' + next(random) % 90);
}

static uint8_t flags(uint64_t *random, bool all)
{
    return all ? 63 : (uint8_t)(next(random) >> 10 & 63);
}

static void location(uint64_t *random, bool all, bool velocity, struct us_session_location *out)
{
    if (!all && chance(random))
        return;
    out->is_recorded = true;
    out->is_active = all || chance(random);
    out->flags = flags(random, all);
    if (!velocity)
        out->flags &= 15;
    if ((out->flags & 3) != 0)
        fill(random, &out->pose, sizeof out->pose);
    if ((out->flags & US_SESSION_LINEAR_VALID) != 0)
        fill(random, &out->linear_m_s, sizeof out->linear_m_s);
    if ((out->flags & US_SESSION_ANGULAR_VALID) != 0)
        fill(random, &out->angular_rad_s, sizeof out->angular_rad_s);
}

static void mask(uint64_t *random, uint32_t number, struct us_session_mask *out)
{
    out->view = number / 3;
    out->type = 1 + number % 3;
    out->vertex_count = US_SESSION_MASK_VERTICES_MAX - number;
    out->index_count = US_SESSION_MASK_INDICES_MAX - number;
    for (uint32_t i = 0; i < 2 * out->vertex_count; i++)
        out->vertices[i] = (float)(int32_t)next(random) / 1e9f;
    for (uint32_t i = 0; i < out->index_count; i++)
        out->indices[i] = (uint16_t)(next(random) % out->vertex_count);
}

void scene_info(uint64_t *random, struct us_session_info *out)
{
    memset(out, 0, sizeof *out);
    out->time_ns = 1000000000;
    out->monotonic_ns = (int64_t)(next(random) >> 2);
    out->wall_ns = (int64_t)(next(random) >> 2);
    text(random, out->app_name, sizeof out->app_name);
    text(random, out->engine_name, sizeof out->engine_name);
    text(random, out->runtime_name, sizeof out->runtime_name);
    text(random, out->system_name, sizeof out->system_name);
    out->app_version = (uint32_t)next(random);
    out->engine_version = (uint32_t)next(random);
    out->api_version = next(random);
    out->runtime_version = next(random);
    out->system_id = next(random);
    out->vendor_id = (uint32_t)next(random);
    out->orientation_tracking = chance(random);
    out->position_tracking = chance(random);
    out->hand_tracking = chance(random);
    out->eye_gaze = chance(random);
    out->is_driven = chance(random);
    out->form_factor = 1;
    out->view_configuration = 2;
    out->blend_mode = 3;
    out->view_count = US_SESSION_VIEWS_MAX;
    fill(random, out->views, sizeof out->views);
    out->extension_count = US_SESSION_EXTENSIONS_MAX;
    for (uint32_t i = 0; i < out->extension_count; i++) {
        text(random, out->extensions[i].name, sizeof out->extensions[i].name);
        out->extensions[i].added = chance(random);
    }
    out->mask_count = US_SESSION_MASKS_MAX;
    for (uint32_t i = 0; i < out->mask_count; i++)
        mask(random, i, &out->masks[i]);
}

void scene_components(uint64_t *random, struct us_session_components *out)
{
    memset(out, 0, sizeof *out);
    out->profile_count = US_SESSION_PROFILES_MAX;
    for (uint32_t i = 0; i < out->profile_count; i++)
        text(random, out->profiles[i], sizeof out->profiles[i]);
    out->count = US_SESSION_COMPONENTS_MAX;
    for (uint32_t i = 0; i < out->count; i++) {
        snprintf(out->components[i].path, sizeof out->components[i].path, "%s/input/%u/value",
                 us_session_user_path((enum us_session_user)(i % US_SESSION_USERS)), i);
        out->components[i].type =
            (enum us_session_component_type)(next(random) % US_SESSION_COMPONENT_TYPES);
    }
}

static void hand(uint64_t *random, bool all, struct us_session_hand_joints *out)
{
    out->is_recorded = all || chance(random);
    out->is_active = out->is_recorded && (all || chance(random));
    out->data_source = out->is_recorded ? (uint32_t)next(random) % 3 : 0;
    for (int i = 0; out->is_active && i < US_SESSION_JOINTS; i++) {
        struct us_session_joint *joint = &out->joints[i];
        joint->flags = all ? 63 : 15;
        if (!all && next(random) % 100 == 0)
            joint->flags = flags(random, false);
        joint->radius_m = 0.01f;
        if (all || next(random) % 100 == 0)
            fill(random, &joint->radius_m, sizeof joint->radius_m);
        fill(random, &joint->pose, sizeof joint->pose);
        if ((joint->flags & US_SESSION_LINEAR_VALID) != 0)
            fill(random, &joint->linear_m_s, sizeof joint->linear_m_s);
        if ((joint->flags & US_SESSION_ANGULAR_VALID) != 0)
            fill(random, &joint->angular_rad_s, sizeof joint->angular_rad_s);
    }
}

static void aim(uint64_t *random, bool all, struct us_session_hand_aim *out)
{
    if (!all && chance(random))
        return;
    out->is_recorded = true;
    out->status = next(random);
    fill(random, &out->pose, sizeof out->pose);
    fill(random, &out->pinch_index, sizeof out->pinch_index);
    fill(random, &out->pinch_middle, sizeof out->pinch_middle);
    fill(random, &out->pinch_ring, sizeof out->pinch_ring);
    fill(random, &out->pinch_little, sizeof out->pinch_little);
}

static void changes(uint64_t *random, bool all, struct us_session_frame *out)
{
    out->view_count = all ? 2 : (uint32_t)next(random) % (US_SESSION_VIEWS_MAX + 1);
    out->view_flags = out->view_count > 0 ? (uint32_t)next(random) % 16 : 0;
    fill(random, out->views, out->view_count * sizeof out->views[0]);
    for (int i = 0; i < US_SESSION_SPACES; i++)
        location(random, all, false, &out->spaces[i]);
    out->has_stage_bounds = all || chance(random);
    if (out->has_stage_bounds) {
        fill(random, &out->stage_width_m, sizeof out->stage_width_m);
        fill(random, &out->stage_depth_m, sizeof out->stage_depth_m);
    }
    out->presence = (enum us_session_presence)(next(random) % 3);
    out->refresh_rate_hz = chance(random) ? 90.0f : 72.0f;
}

void scene_frame(uint64_t *random, bool all, struct us_session_frame *out)
{
    memset(out, 0, sizeof *out);
    out->period_ns = 11111111;
    out->number = next(random) % 1000000;
    out->should_render = chance(random);
    out->session_state = (uint32_t)next(random) % 9;
    location(random, all, true, &out->head);
    /* Mostly as in the frame before: the seed is that of ten frames. */
    uint64_t slow = all ? next(random) : UINT64_C(0x9e3779b97f4a7c15) * (1 + next(random) % 3);
    changes(&slow, all, out);
    for (int side = 0; side < US_SESSION_HANDS; side++) {
        hand(random, all, &out->hands[side]);
        aim(random, all, &out->aims[side]);
        for (int pose = 0; pose < US_SESSION_POSES; pose++)
            location(random, all, true, &out->poses[side][pose]);
    }
    location(random, all, true, &out->gaze);
    out->gaze_time_ns = out->gaze.is_recorded ? (int64_t)(next(random) >> 4) : 0;
}

void scene_input(uint64_t *random, const struct us_session_components *components,
                 const struct us_session_input *last, struct us_session_input *out)
{
    if (last != NULL)
        *out = *last;
    else
        memset(out, 0, sizeof *out);
    out->count = components->count;
    out->result = (int32_t)(next(random) % 9);
    if (next(random) % 8 == 0)
        for (int i = 0; i < US_SESSION_USERS; i++)
            out->profiles[i] = (uint8_t)(next(random) % (components->profile_count + 1));
    for (uint32_t i = 0; i < out->count; i++) {
        if (next(random) % 4 != 0)
            continue;
        out->active[i] = chance(random);
        fill(random, &out->values[i].x, sizeof out->values[i].x);
        if (components->components[i].type == US_SESSION_COMPONENT_VECTOR2)
            fill(random, &out->values[i].y, sizeof out->values[i].y);
        out->truths[i] = (uint8_t)(next(random) % (US_SESSION_TRUTH_TRUE + 1));
    }
}

static void event(uint64_t *random, struct us_session_event *out)
{
    out->kind = (enum us_session_event_kind)(1 + next(random) % (US_SESSION_EVENT_KINDS - 1));
    out->user = (enum us_session_user)(next(random) % US_SESSION_USERS);
    out->value = (int64_t)next(random);
    out->value2 = (int64_t)next(random);
    fill(random, &out->number, sizeof out->number);
    fill(random, &out->number2, sizeof out->number2);
    out->change_time_ns = (int64_t)next(random);
    out->has_pose = chance(random);
    if (out->has_pose)
        fill(random, &out->pose, sizeof out->pose);
    text(random, out->text, sizeof out->text);
}

static void haptic(uint64_t *random, struct us_session_haptic *out)
{
    text(random, out->action, sizeof out->action);
    text(random, out->subaction, sizeof out->subaction);
    out->structure_type = (uint32_t)next(random);
    out->is_stop = chance(random);
    out->duration_ns = chance(random) ? -1 : (int64_t)next(random);
    fill(random, &out->frequency_hz, sizeof out->frequency_hz);
    fill(random, &out->amplitude, sizeof out->amplitude);
    out->result = (int32_t)next(random);
}

/* Any part of the mesh of a hand; the integers are of joints that each of them has. */
static void mesh(uint64_t *random, struct us_session_mesh_part *out)
{
    out->head = (struct us_session_mesh_head){.kind = US_SESSION_MESH_HAND,
                                              .owner = (uint32_t)(next(random) % 2),
                                              .vertex_count = 1000,
                                              .index_count = 3000,
                                              .joint_count = 26};
    const bool is_integer = chance(random);
    out->array = is_integer ? US_SESSION_MESH_BLEND_INDICES : US_SESSION_MESH_NORMALS;
    out->first = (uint32_t)(next(random) % 2000);
    out->count = (uint32_t)(next(random) % (US_SESSION_MESH_VALUES + 1));
    for (uint32_t i = 0; i < out->count; i++) {
        if (is_integer)
            out->values[i].integer = (int32_t)(next(random) % 27) - 1;
        else
            fill(random, &out->values[i].number, sizeof out->values[i].number);
    }
}

void scene_other(uint64_t *random, struct us_session_message *out)
{
    static const enum us_session_topic topics[] = {
        US_SESSION_TOPIC_EVENT,  US_SESSION_TOPIC_HAPTIC, US_SESSION_TOPIC_MARKER,
        US_SESSION_TOPIC_STRUCT, US_SESSION_TOPIC_MESH,
    };
    memset(out, 0, sizeof *out);
    out->topic = topics[next(random) % 5];
    if (out->topic == US_SESSION_TOPIC_EVENT)
        event(random, &out->of.event);
    if (out->topic == US_SESSION_TOPIC_HAPTIC)
        haptic(random, &out->of.haptic);
    if (out->topic == US_SESSION_TOPIC_MARKER) {
        text(random, out->of.marker.name, sizeof out->of.marker.name);
        out->of.marker.source = US_SESSION_MARKER_SIGNAL;
    }
    if (out->topic == US_SESSION_TOPIC_MESH)
        mesh(random, &out->of.mesh);
    if (out->topic == US_SESSION_TOPIC_STRUCT) {
        text(random, out->of.unknown.name, sizeof out->of.unknown.name);
        text(random, out->of.unknown.call, sizeof out->of.unknown.call);
        out->of.unknown.structure_type = (uint32_t)next(random);
        out->of.unknown.size = (uint32_t)(next(random) % (US_SESSION_BYTES_MAX + 1));
        fill(random, out->of.unknown.bytes, out->of.unknown.size);
    }
}

bool scene_put(struct us_session_recorder *recorder, const struct us_session_message *message)
{
    switch (message->topic) {
    case US_SESSION_TOPIC_FRAME:
        return us_session_recorder_put_frame(recorder, &message->of.frame);
    case US_SESSION_TOPIC_INPUT:
        return us_session_recorder_put_input(recorder, &message->of.input);
    case US_SESSION_TOPIC_EVENT:
        return us_session_recorder_put_event(recorder, &message->of.event);
    case US_SESSION_TOPIC_HAPTIC:
        return us_session_recorder_put_haptic(recorder, &message->of.haptic);
    case US_SESSION_TOPIC_MARKER:
        return us_session_recorder_put_marker(recorder, &message->of.marker);
    case US_SESSION_TOPIC_STRUCT:
        return us_session_recorder_put_struct(recorder, &message->of.unknown);
    case US_SESSION_TOPIC_MESH:
        return us_session_recorder_put_mesh(recorder, &message->of.mesh);
    case US_SESSION_TOPIC_SESSION:
    case US_SESSION_TOPIC_COMPONENTS:
    case US_SESSION_TOPICS:
        break;
    }
    return false;
}
