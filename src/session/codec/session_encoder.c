/* SPDX-License-Identifier: MIT */
#include "session/codec/session_codec.h"

#include <pb_encode.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "session/codec/session_wire.h"

enum { BUFFER_SIZE = 128 * 1024 };

struct us_session_encoder {
    struct us_session_frame_encoder frame;
    bool has_input; /* the chunk has one; `input` is the last */
    struct us_session_input input;
    const struct us_session_components *components;
    union us_session_wire of;
    understudy_Mask mask;
    uint8_t buffer[BUFFER_SIZE];
};

struct us_session_encoder *us_session_encoder_create(void)
{
    return calloc(1, sizeof(struct us_session_encoder));
}

void us_session_encoder_destroy(struct us_session_encoder *encoder)
{
    free(encoder);
}

void us_session_encoder_begin_chunk(struct us_session_encoder *encoder)
{
    memset(&encoder->frame, 0, sizeof encoder->frame);
    encoder->has_input = false;
}

static struct us_session_bytes encode(struct us_session_encoder *encoder, const pb_msgdesc_t *what)
{
    pb_ostream_t stream = pb_ostream_from_buffer(encoder->buffer, sizeof encoder->buffer);
    if (!pb_encode(&stream, what, &encoder->of))
        return (struct us_session_bytes){NULL, 0};
    return (struct us_session_bytes){encoder->buffer, (uint32_t)stream.bytes_written};
}

#define COPY_TEXT(to, from) us_utf8_copy(to, sizeof to, from, sizeof from)
#define TEXT(member) COPY_TEXT(to->member, from->member);

static void fill_info(understudy_Session *to, const struct us_session_info *from)
{
    US_SESSION_WIRE_INFO(TEXT, US_SESSION_WIRE_SAME)
    to->driven = from->is_driven;
    for (uint32_t i = 0; i < from->view_count && i < US_SESSION_VIEWS_MAX; i++) {
        to->views[i].width = from->views[i].width;
        to->views[i].height = from->views[i].height;
        to->views[i].samples = from->views[i].samples;
        to->views_count++;
    }
    for (uint32_t i = 0; i < from->extension_count && i < US_SESSION_EXTENSIONS_MAX; i++) {
        COPY_TEXT(to->extensions[i].name, from->extensions[i].name);
        to->extensions[i].added = from->extensions[i].added;
        to->extensions_count++;
    }
}

static void fill_mask(understudy_Mask *to, const struct us_session_mask *from)
{
    memset(to, 0, sizeof *to);
    to->view = from->view;
    to->type = from->type;
    for (uint32_t i = 0; i < from->vertex_count && i < US_SESSION_MASK_VERTICES_MAX; i++) {
        to->vertices[to->vertices_count++] = from->vertices[2 * i];
        to->vertices[to->vertices_count++] = from->vertices[2 * i + 1];
    }
    for (uint32_t i = 0; i < from->index_count && i < US_SESSION_MASK_INDICES_MAX; i++)
        to->indices[to->indices_count++] = from->indices[i];
}

/* What nanopb calls for the masks, which are too large for the struct of the whole message. It
 * calls it twice, the first time for the size. */
struct masks {
    const struct us_session_info *from;
    understudy_Mask *one;
};

static bool encode_masks(pb_ostream_t *stream, const pb_field_t *field, void *const *data)
{
    const struct masks *masks = *data;
    for (uint32_t i = 0; i < masks->from->mask_count && i < US_SESSION_MASKS_MAX; i++) {
        fill_mask(masks->one, &masks->from->masks[i]);
        if (!pb_encode_tag_for_field(stream, field) ||
            !pb_encode_submessage(stream, understudy_Mask_fields, masks->one))
            return false;
    }
    return true;
}

struct us_session_bytes us_session_encoder_session(struct us_session_encoder *encoder,
                                                   const struct us_session_info *info)
{
    understudy_Session *to = &encoder->of.session;
    memset(to, 0, sizeof *to);
    fill_info(to, info);
    struct masks masks = {info, &encoder->mask};
    to->masks.funcs.encode = encode_masks;
    to->masks.arg = &masks;
    return encode(encoder, understudy_Session_fields);
}

struct us_session_bytes
us_session_encoder_components(struct us_session_encoder *encoder,
                              const struct us_session_components *components)
{
    understudy_Components *to = &encoder->of.components;
    memset(to, 0, sizeof *to);
    encoder->components = components;
    for (uint32_t i = 0; i < components->profile_count && i < US_SESSION_PROFILES_MAX; i++) {
        COPY_TEXT(to->profiles[i], components->profiles[i]);
        to->profiles_count++;
    }
    for (uint32_t i = 0; i < components->count && i < US_SESSION_COMPONENTS_MAX; i++) {
        COPY_TEXT(to->components[i].path, components->components[i].path);
        to->components[i].type = (understudy_Component_Type)components->components[i].type;
        to->components_count++;
    }
    return encode(encoder, understudy_Components_fields);
}

static bool same_value(const struct us_session_input *a, const struct us_session_input *b,
                       uint32_t i)
{
    return a->active[i] == b->active[i] && a->truths[i] == b->truths[i] &&
           memcmp(&a->values[i], &b->values[i], sizeof a->values[i]) == 0;
}

static void add_value(understudy_Input *to, const struct us_session_encoder *encoder,
                      const struct us_session_input *from, uint32_t i)
{
    to->indexes[to->indexes_count++] = i;
    to->active.bytes[to->active.size++] = from->active[i] != 0;
    to->truths.bytes[to->indexes_count - 1] = from->truths[i];
    if (from->truths[i] != US_SESSION_TRUTH_UNKNOWN)
        to->truths.size = 1; /* there is one; the list gets its length at the end */
    to->values[to->values_count++] = from->values[i].x;
    if (encoder->components->components[i].type == US_SESSION_COMPONENT_VECTOR2)
        to->values[to->values_count++] = from->values[i].y;
}

/* False if nothing changed. */
static bool fill_input(struct us_session_encoder *encoder, const struct us_session_input *from)
{
    understudy_Input *to = &encoder->of.input;
    const struct us_session_input *last = encoder->has_input ? &encoder->input : NULL;
    if (encoder->components == NULL)
        return false;
    memset(to, 0, sizeof *to);
    to->complete = last == NULL;
    to->result = from->result;
    bool same_profiles =
        last != NULL && memcmp(from->profiles, last->profiles, sizeof from->profiles) == 0;
    if (!same_profiles) {
        to->profiles.size = sizeof from->profiles;
        memcpy(to->profiles.bytes, from->profiles, sizeof from->profiles);
    }
    for (uint32_t i = 0; i < encoder->components->count; i++)
        if (last == NULL || !same_value(from, last, i))
            add_value(to, encoder, from, i);
    to->truths.size = to->truths.size > 0 ? (pb_size_t)to->indexes_count : 0;
    if (same_profiles && to->indexes_count == 0 && from->result == last->result)
        return false;
    encoder->input = *from;
    encoder->has_input = true;
    return true;
}

static void fill_event(understudy_Event *to, const struct us_session_event *from)
{
    *to = (understudy_Event)understudy_Event_init_zero;
    to->kind = (understudy_Event_Kind)from->kind;
    to->user = from->user;
    US_SESSION_WIRE_EVENT(TEXT, US_SESSION_WIRE_SAME)
    if (from->has_pose)
        to->pose_count = us_session_put_pose(to->pose, &from->pose);
}

static void fill_haptic(understudy_Haptic *to, const struct us_session_haptic *from)
{
    *to = (understudy_Haptic)understudy_Haptic_init_zero;
    US_SESSION_WIRE_HAPTIC(TEXT, US_SESSION_WIRE_SAME)
}

static void fill_marker(understudy_Marker *to, const struct us_session_marker *from)
{
    *to = (understudy_Marker)understudy_Marker_init_zero;
    COPY_TEXT(to->name, from->name);
    to->source = (understudy_Marker_Source)from->source;
}

static void fill_struct(understudy_Struct *to, const struct us_session_struct *from)
{
    memset(to, 0, sizeof *to);
    US_SESSION_WIRE_STRUCT(TEXT, US_SESSION_WIRE_SAME)
    to->data.size = (pb_size_t)(from->size < sizeof from->bytes ? from->size : sizeof from->bytes);
    memcpy(to->data.bytes, from->bytes, to->data.size);
}

static void fill_mesh(understudy_Mesh *to, const struct us_session_mesh_part *from)
{
    *to = (understudy_Mesh)understudy_Mesh_init_zero;
    to->kind = (understudy_Mesh_Kind)from->head.kind;
    to->owner = from->head.owner;
    to->type = from->head.type;
    to->vertex_count = from->head.vertex_count;
    to->index_count = from->head.index_count;
    to->joint_count = from->head.joint_count;
    to->array = (understudy_Mesh_Array)from->array;
    to->first = from->first;
    const bool is_integer = us_session_mesh_is_integer(from->array);
    const uint32_t count = from->count <= US_SESSION_MESH_VALUES ? from->count : 0;
    to->integers_count = (pb_size_t)(is_integer ? count : 0);
    to->values_count = (pb_size_t)(is_integer ? 0 : count);
    for (uint32_t i = 0; i < count; i++) {
        if (is_integer)
            to->integers[i] = from->values[i].integer;
        else
            to->values[i] = from->values[i].number;
    }
}

bool us_session_encoder_message(struct us_session_encoder *encoder,
                                const struct us_session_message *message,
                                struct us_session_bytes *out)
{
    union us_session_wire *to = &encoder->of;
    const pb_msgdesc_t *fields = us_session_wire_fields(message->topic);
    *out = (struct us_session_bytes){NULL, 0};
    if (fields == NULL)
        return false;
    switch (message->topic) {
    case US_SESSION_TOPIC_FRAME:
        us_session_frame_encoder_fill(&encoder->frame, &message->of.frame, &to->frame);
        break;
    case US_SESSION_TOPIC_INPUT:
        if (!fill_input(encoder, &message->of.input))
            return false;
        break;
    case US_SESSION_TOPIC_EVENT:
        fill_event(&to->event, &message->of.event);
        break;
    case US_SESSION_TOPIC_HAPTIC:
        fill_haptic(&to->haptic, &message->of.haptic);
        break;
    case US_SESSION_TOPIC_MARKER:
        fill_marker(&to->marker, &message->of.marker);
        break;
    case US_SESSION_TOPIC_STRUCT:
        fill_struct(&to->unknown, &message->of.unknown);
        break;
    case US_SESSION_TOPIC_MESH:
        fill_mesh(&to->mesh, &message->of.mesh);
        break;
    case US_SESSION_TOPIC_SESSION:
    case US_SESSION_TOPIC_COMPONENTS:
    case US_SESSION_TOPICS:
        break; /* they have no fields */
    }
    *out = encode(encoder, fields);
    return true;
}

/* The build makes it from understudy_session.proto. */
static const uint8_t schema[] = {
#include <understudy_session_schema.inc>
};

const uint8_t *us_session_schema(uint32_t *out_size)
{
    *out_size = sizeof schema;
    return schema;
}
