/* SPDX-License-Identifier: MIT */
#include "session/session_changes.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/base/search.h"

/* Times that are nearer to each other are the same: a clock that counts frames rounds. */
#define SAME_S 2e-6

enum { SPACE_STAGE = 3 }; /* XrReferenceSpaceType */

/* Each owner of a mesh has one whose parts come: masks of three types for each view, and hands. */
enum { MASKS = US_SESSION_MASKS_MAX, OWNERS = MASKS + US_SESSION_HANDS };

struct open_mesh {
    struct us_session_mesh mesh; /* without values: none is open */
    int64_t time_ns;
    struct us_session_mesh_part next; /* that is to come */
};

/* What is being read. */
struct reading {
    struct us_session_changes *changes;
    int64_t origin_ns, begin_ns;
    struct open_mesh open[OWNERS];
};

static bool are_told(const struct us_session_event *event)
{
    return event->kind == US_SESSION_EVENT_REFERENCE_SPACE && event->value == SPACE_STAGE &&
           event->order > 0 && event->number != 0.0f;
}

/* Before the first frame the app was told at the beginning. */
static struct us_session_told_bounds told_bounds(const struct reading *reading,
                                                 const struct us_session_event *event)
{
    int64_t at_ns = event->frame_time_ns > 0 ? event->frame_time_ns : reading->begin_ns;
    return (struct us_session_told_bounds){us_session_seconds_between(reading->origin_ns, at_ns),
                                           us_session_has_extent(event->number, event->number2),
                                           event->number, event->number2};
}

static enum us_result take_event(const struct reading *reading,
                                 const struct us_session_event *event, struct us_error *error)
{
    struct us_session_changes *changes = reading->changes;
    uint32_t at = changes->bounds_count;
    if (!are_told(event) || at >= US_SESSION_CHANGES_MOST)
        return US_OK;
    if (!US_GROW(changes->bounds, at))
        return us_result_no_memory(error);
    const struct us_session_told_bounds told = told_bounds(reading, event);
    for (; at > 0 && changes->bounds[at - 1].at_s > told.at_s; at--)
        changes->bounds[at] = changes->bounds[at - 1];
    changes->bounds[at] = told;
    changes->bounds_count++;
    return US_OK;
}

/* ---- Meshes ---- */

static void close_mesh(struct open_mesh *open)
{
    free(open->mesh.values[0]);
    open->mesh = (struct us_session_mesh){0};
}

/* The first part of a mesh makes room for all of its values. */
static enum us_result open_mesh(struct open_mesh *open, const struct us_session_mesh_part *part,
                                struct us_error *error)
{
    size_t total = 0;
    close_mesh(open);
    for (int i = 0; i < US_SESSION_MESH_ARRAYS; i++)
        total += us_session_mesh_length(&part->head, (enum us_session_mesh_array)i);
    union us_session_mesh_value *values = calloc(total + 1, sizeof *values);
    if (values == NULL)
        return us_result_no_memory(error);
    open->time_ns = part->time_ns;
    open->mesh.head = part->head;
    for (int i = 0; i < US_SESSION_MESH_ARRAYS; i++) {
        open->mesh.values[i] = values;
        values += us_session_mesh_length(&part->head, (enum us_session_mesh_array)i);
    }
    return US_OK;
}

static bool is_same_head(const struct us_session_mesh_head *a, const struct us_session_mesh_head *b)
{
    return a->kind == b->kind && a->owner == b->owner && a->type == b->type &&
           a->vertex_count == b->vertex_count && a->index_count == b->index_count &&
           a->joint_count == b->joint_count;
}

static bool is_place(const struct us_session_mesh_part *a, const struct us_session_mesh_part *b)
{
    return a->array == b->array && a->first == b->first && a->count == b->count;
}

static enum us_result keep_mesh(struct us_session_changes *changes, struct open_mesh *open,
                                double at_s, struct us_error *error)
{
    uint32_t at = changes->mesh_count;
    if (at >= US_SESSION_CHANGES_MOST) {
        close_mesh(open);
        return US_OK;
    }
    if (!US_GROW(changes->meshes, at))
        return us_result_no_memory(error);
    open->mesh.at_s = at_s;
    for (; at > 0 && changes->meshes[at - 1].at_s > at_s; at--)
        changes->meshes[at] = changes->meshes[at - 1];
    changes->meshes[at] = open->mesh;
    changes->mesh_count++;
    open->mesh = (struct us_session_mesh){0};
    return US_OK;
}

/* Parts that are missing before a part make the mesh useless. */
static enum us_result take_part(struct reading *reading, const struct us_session_mesh_part *part,
                                struct us_error *error)
{
    const struct us_session_mesh_head *head = &part->head;
    const uint32_t owner = head->kind == US_SESSION_MESH_HAND
                               ? MASKS + head->owner
                               : US_SESSION_MASK_TYPES * head->owner + head->type - 1;
    struct open_mesh *open = &reading->open[owner];
    struct us_session_mesh_part first = {.head = *head, .array = US_SESSION_MESH_ARRAYS};
    enum us_result result = US_OK;
    if (us_session_mesh_next(&first) && is_place(part, &first)) {
        open->next = first;
        result = open_mesh(open, part, error);
    }
    if (result != US_OK || open->mesh.values[0] == NULL)
        return result;
    if (!is_same_head(head, &open->mesh.head) || part->time_ns != open->time_ns ||
        !is_place(part, &open->next)) {
        close_mesh(open);
        return US_OK;
    }
    memcpy(open->mesh.values[part->array] + part->first, part->values,
           part->count * sizeof *part->values);
    if (us_session_mesh_next(&open->next))
        return US_OK;
    return keep_mesh(reading->changes, open,
                     us_session_seconds_between(reading->origin_ns, part->time_ns), error);
}

static enum us_result read_topic(struct reading *reading, struct us_session_reader *reader,
                                 enum us_session_topic topic, struct us_error *error)
{
    const struct us_session_message *message;
    enum us_result result = US_OK;
    if (us_session_reader_summary(reader)->counts[topic] == 0)
        return US_OK;
    us_session_reader_seek_topic(reader, topic);
    while (result == US_OK && (result = us_session_reader_next(reader, &message, error)) == US_OK &&
           message != NULL)
        result = topic == US_SESSION_TOPIC_EVENT ? take_event(reading, &message->of.event, error)
                                                 : take_part(reading, &message->of.mesh, error);
    return result;
}

enum us_result us_session_changes_read(struct us_session_reader *reader, int64_t origin_ns,
                                       struct us_session_changes *out, struct us_error *error)
{
    struct reading *reading = calloc(1, sizeof *reading);
    *out = (struct us_session_changes){0};
    if (reading == NULL)
        return us_result_no_memory(error);
    reading->changes = out;
    reading->origin_ns = origin_ns;
    reading->begin_ns = us_session_reader_summary(reader)->info.time_ns;
    enum us_result result = read_topic(reading, reader, US_SESSION_TOPIC_EVENT, error);
    if (result == US_OK)
        result = read_topic(reading, reader, US_SESSION_TOPIC_MESH, error);
    for (int i = 0; i < OWNERS; i++)
        close_mesh(&reading->open[i]);
    free(reading);
    return result;
}

void us_session_changes_finish(struct us_session_changes *changes)
{
    for (uint32_t i = 0; i < changes->mesh_count; i++)
        free(changes->meshes[i].values[0]);
    free(changes->meshes);
    free(changes->bounds);
    *changes = (struct us_session_changes){0};
}

const struct us_session_told_bounds *
us_session_changes_bounds(const struct us_session_changes *changes, double from_s, double to_s)
{
    struct us_search search = {.high = changes != NULL ? changes->bounds_count : 0};
    while (us_search_next(&search))
        us_search_narrow(&search, changes->bounds[search.middle].at_s <= to_s + SAME_S);
    const struct us_session_told_bounds *last =
        search.low > 0 ? &changes->bounds[search.low - 1] : NULL;
    return last != NULL && last->at_s >= from_s - SAME_S ? last : NULL;
}

const struct us_session_mesh *us_session_changes_mesh(const struct us_session_changes *changes,
                                                      enum us_session_mesh_kind kind,
                                                      uint32_t owner, uint32_t type, double to_s)
{
    for (uint32_t i = changes != NULL ? changes->mesh_count : 0; i > 0; i--) {
        const struct us_session_mesh *mesh = &changes->meshes[i - 1];
        if (mesh->head.kind == kind && mesh->head.owner == owner && mesh->head.type == type &&
            mesh->at_s <= to_s + SAME_S)
            return mesh;
    }
    return NULL;
}
