/* SPDX-License-Identifier: MIT */
#include "session/codec/session_codec.h"

#include <math.h>
#include <pb_decode.h>
#include <stdlib.h>
#include <string.h>

#include "session/codec/session_wire.h"

struct us_session_decoder {
    union us_session_wire of;
    understudy_Mask mask;
};

struct us_session_decoder *us_session_decoder_create(void)
{
    return calloc(1, sizeof(struct us_session_decoder));
}

void us_session_decoder_destroy(struct us_session_decoder *decoder)
{
    free(decoder);
}

/* Fields that the caller has set are callbacks. */
static bool decode_into(struct us_session_decoder *decoder, const pb_msgdesc_t *what,
                        const uint8_t *bytes, uint64_t size)
{
    if (size > SIZE_MAX)
        return false;
    pb_istream_t stream = pb_istream_from_buffer(bytes, (size_t)size);
    return pb_decode(&stream, what, &decoder->of);
}

static bool decode(struct us_session_decoder *decoder, const pb_msgdesc_t *what,
                   const uint8_t *bytes, uint64_t size)
{
    memset(&decoder->of, 0, sizeof decoder->of);
    return decode_into(decoder, what, bytes, size);
}

/* Both arrays have the same size, and nanopb has terminated the text. */
#define COPY_TEXT(to, from)                                                                        \
    do {                                                                                           \
        _Static_assert(sizeof to == sizeof from, "the schema's options have other sizes");         \
        memcpy(to, from, sizeof to);                                                               \
    } while (0)

#define TEXT(member) COPY_TEXT(to->member, from->member);

/* All but the masks, which are there already. */
static void take_info(struct us_session_info *to, const understudy_Session *from)
{
    US_SESSION_WIRE_INFO(TEXT, US_SESSION_WIRE_SAME)
    to->is_driven = from->driven;
    to->view_count = from->views_count;
    for (uint32_t i = 0; i < to->view_count; i++)
        to->views[i] = (struct us_session_view_size){from->views[i].width, from->views[i].height,
                                                     from->views[i].samples};
    to->extension_count = from->extensions_count;
    for (uint32_t i = 0; i < to->extension_count; i++) {
        COPY_TEXT(to->extensions[i].name, from->extensions[i].name);
        to->extensions[i].added = from->extensions[i].added;
    }
}

/* False if an app could not use it. */
static bool take_mask(struct us_session_mask *to, const understudy_Mask *from)
{
    to->view = from->view;
    to->type = from->type;
    to->vertex_count = from->vertices_count / 2;
    to->index_count = from->indices_count;
    for (uint32_t i = 0; i < from->vertices_count; i++) {
        to->vertices[i] = from->vertices[i];
        if (!isfinite(from->vertices[i]))
            return false;
    }
    for (uint32_t i = 0; i < from->indices_count; i++) {
        to->indices[i] = (uint16_t)from->indices[i];
        if (from->indices[i] >= to->vertex_count)
            return false;
    }
    return from->vertices_count % 2 == 0;
}

/* What nanopb calls for each mask: they are too large for the struct of the whole message. */
struct masks {
    struct us_session_info *to;
    understudy_Mask *one;
};

static bool decode_mask(pb_istream_t *stream, const pb_field_t *field, void **data)
{
    const struct masks *masks = *data;
    (void)field;
    memset(masks->one, 0, sizeof *masks->one);
    if (!pb_decode(stream, understudy_Mask_fields, masks->one))
        return false;
    if (masks->to->mask_count >= US_SESSION_MASKS_MAX)
        return true;
    struct us_session_mask *mask = &masks->to->masks[masks->to->mask_count];
    if (take_mask(mask, masks->one))
        masks->to->mask_count++;
    else
        memset(mask, 0, sizeof *mask);
    return true;
}

bool us_session_decoder_session(struct us_session_decoder *decoder, const uint8_t *bytes,
                                uint64_t size, struct us_session_info *out)
{
    understudy_Session *from = &decoder->of.session;
    struct masks masks = {out, &decoder->mask};
    memset(out, 0, sizeof *out);
    memset(from, 0, sizeof *from);
    from->masks.funcs.decode = decode_mask;
    from->masks.arg = &masks;
    if (!decode_into(decoder, understudy_Session_fields, bytes, size)) {
        memset(out, 0, sizeof *out);
        return false;
    }
    take_info(out, from);
    return true;
}

bool us_session_decoder_components(struct us_session_decoder *decoder, const uint8_t *bytes,
                                   uint64_t size, struct us_session_components *out)
{
    const understudy_Components *from = &decoder->of.components;
    memset(out, 0, sizeof *out);
    if (!decode(decoder, understudy_Components_fields, bytes, size))
        return false;
    out->profile_count = from->profiles_count;
    for (uint32_t i = 0; i < out->profile_count; i++)
        COPY_TEXT(out->profiles[i], from->profiles[i]);
    out->count = from->components_count;
    for (uint32_t i = 0; i < out->count; i++) {
        unsigned type = (unsigned)from->components[i].type;
        if (type >= US_SESSION_COMPONENT_TYPES)
            return false;
        COPY_TEXT(out->components[i].path, from->components[i].path);
        out->components[i].type = (enum us_session_component_type)type;
    }
    return true;
}

static bool take_values(struct us_session_input *to, const understudy_Input *from,
                        const struct us_session_components *components)
{
    uint32_t next = 0;
    bool has_truths = from->truths.size > 0;
    if (from->active.size != from->indexes_count ||
        (has_truths && from->truths.size != from->indexes_count))
        return false;
    for (uint32_t i = 0; i < from->indexes_count; i++) {
        uint32_t index = from->indexes[i];
        if (index >= components->count)
            return false;
        bool is_vector = components->components[index].type == US_SESSION_COMPONENT_VECTOR2;
        if (from->values_count - next < (is_vector ? 2u : 1u))
            return false;
        if (has_truths && from->truths.bytes[i] > US_SESSION_TRUTH_TRUE)
            return false;
        to->active[index] = from->active.bytes[i] != 0;
        to->truths[index] = has_truths ? from->truths.bytes[i] : US_SESSION_TRUTH_UNKNOWN;
        to->values[index].x = from->values[next++];
        to->values[index].y = is_vector ? from->values[next++] : 0.0f;
    }
    return next == from->values_count;
}

static bool take_input(const understudy_Input *from, const struct us_session_components *components,
                       struct us_session_decoder_state *state, struct us_session_input *out)
{
    if (components == NULL)
        return false;
    if (from->complete)
        memset(out, 0, sizeof *out);
    else
        *out = state->inputs.newest;
    out->count = components->count;
    out->result = from->result;
    uint32_t users =
        from->profiles.size < US_SESSION_USERS ? from->profiles.size : US_SESSION_USERS;
    for (uint32_t i = 0; i < users; i++) {
        if (from->profiles.bytes[i] > components->profile_count)
            return false;
        out->profiles[i] = from->profiles.bytes[i];
    }
    if (!take_values(out, from, components))
        return false;
    state->inputs.is_known = state->inputs.is_known || from->complete;
    return true;
}

static bool take_event(const understudy_Event *from, struct us_session_event *to)
{
    unsigned kind = (unsigned)from->kind;
    if (kind == 0 || from->user >= US_SESSION_USERS ||
        (from->pose_count != 0 && from->pose_count != 7))
        return false;
    /* A later version defines this kind. */
    to->kind =
        kind < US_SESSION_EVENT_KINDS ? (enum us_session_event_kind)kind : US_SESSION_EVENT_OTHER;
    to->user = (enum us_session_user)from->user;
    US_SESSION_WIRE_EVENT(TEXT, US_SESSION_WIRE_SAME)
    to->has_pose = from->pose_count == 7;
    if (to->has_pose)
        to->pose = us_session_take_pose(from->pose);
    return true;
}

static bool take_haptic(const understudy_Haptic *from, struct us_session_haptic *to)
{
    US_SESSION_WIRE_HAPTIC(TEXT, US_SESSION_WIRE_SAME)
    return true;
}

static bool take_marker(const understudy_Marker *from, struct us_session_marker *out)
{
    COPY_TEXT(out->name, from->name);
    out->source = (enum us_session_marker_source)from->source;
    return true;
}

static bool take_struct(const understudy_Struct *from, struct us_session_struct *to)
{
    US_SESSION_WIRE_STRUCT(TEXT, US_SESSION_WIRE_SAME)
    to->size = from->data.size;
    memcpy(to->bytes, from->data.bytes, from->data.size);
    return true;
}

static bool take_mesh(const understudy_Mesh *from, struct us_session_mesh_part *out)
{
    out->head = (struct us_session_mesh_head){(enum us_session_mesh_kind)from->kind,
                                              from->owner,
                                              from->type,
                                              from->vertex_count,
                                              from->index_count,
                                              from->joint_count};
    out->array = (enum us_session_mesh_array)from->array;
    out->first = from->first;
    const bool is_integer = us_session_mesh_is_integer(out->array);
    out->count = is_integer ? from->integers_count : from->values_count;
    for (uint32_t i = 0; i < out->count; i++) {
        if (is_integer)
            out->values[i].integer = from->integers[i];
        else
            out->values[i].number = from->values[i];
    }
    return us_session_mesh_part_is_valid(out);
}

const pb_msgdesc_t *us_session_wire_fields(enum us_session_topic topic)
{
    static const pb_msgdesc_t *const fields[US_SESSION_TOPICS] = {
        [US_SESSION_TOPIC_FRAME] = understudy_Frame_fields,
        [US_SESSION_TOPIC_INPUT] = understudy_Input_fields,
        [US_SESSION_TOPIC_EVENT] = understudy_Event_fields,
        [US_SESSION_TOPIC_HAPTIC] = understudy_Haptic_fields,
        [US_SESSION_TOPIC_MARKER] = understudy_Marker_fields,
        [US_SESSION_TOPIC_STRUCT] = understudy_Struct_fields,
        [US_SESSION_TOPIC_MESH] = understudy_Mesh_fields,
    };
    return topic < US_SESSION_TOPICS ? fields[topic] : NULL;
}

static bool take(const struct us_session_decoder *decoder,
                 const struct us_session_components *components,
                 struct us_session_decoder_state *state, struct us_session_message *out)
{
    switch (out->topic) {
    case US_SESSION_TOPIC_FRAME:
        return us_session_take_frame(&decoder->of.frame, &state->frames, &out->of.frame);
    case US_SESSION_TOPIC_INPUT:
        return take_input(&decoder->of.input, components, state, &out->of.input);
    case US_SESSION_TOPIC_EVENT:
        return take_event(&decoder->of.event, &out->of.event);
    case US_SESSION_TOPIC_HAPTIC:
        return take_haptic(&decoder->of.haptic, &out->of.haptic);
    case US_SESSION_TOPIC_MARKER:
        return take_marker(&decoder->of.marker, &out->of.marker);
    case US_SESSION_TOPIC_STRUCT:
        return take_struct(&decoder->of.unknown, &out->of.unknown);
    case US_SESSION_TOPIC_MESH:
        return take_mesh(&decoder->of.mesh, &out->of.mesh);
    case US_SESSION_TOPIC_SESSION:
    case US_SESSION_TOPIC_COMPONENTS:
    case US_SESSION_TOPICS:
        break;
    }
    return false;
}

bool us_session_decoder_message(struct us_session_decoder *decoder, const uint8_t *bytes,
                                uint64_t size, const struct us_session_components *components,
                                struct us_session_decoder_state *state,
                                struct us_session_message *out)
{
    const pb_msgdesc_t *fields = us_session_wire_fields(out->topic);
    memset(&out->of, 0, sizeof out->of);
    if (fields == NULL || !decode(decoder, fields, bytes, size) ||
        !take(decoder, components, state, out))
        return false;
    memcpy(&out->of, &out->time_ns, sizeof out->time_ns); /* the first member of each */
    if (out->topic == US_SESSION_TOPIC_FRAME)
        state->frames.newest = out->of.frame;
    if (out->topic == US_SESSION_TOPIC_INPUT)
        state->inputs.newest = out->of.input;
    return true;
}
