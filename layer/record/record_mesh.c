/* SPDX-License-Identifier: MIT */
#include "layer/record/record_session.h"

#include "session/codec/session_mesh.h"

/* A value of a mesh that is recorded, by its place in an array. */
typedef union us_session_mesh_value read_value(const void *mesh, enum us_session_mesh_array array,
                                               uint32_t index);

/* Puts the parts of a mesh, or checks them: false if one is not valid. */
static bool cut(struct us_recorder *recorder, const struct us_session_mesh_head *head,
                read_value *read, const void *mesh, bool checks)
{
    struct us_session_mesh_part part = {
        .time_ns = us_recorder_sync_time(recorder), .head = *head, .array = US_SESSION_MESH_ARRAYS};
    while (us_session_mesh_next(&part)) {
        for (uint32_t i = 0; i < part.count; i++)
            part.values[i] = read(mesh, part.array, part.first + i);
        if (checks && !us_session_mesh_part_is_valid(&part))
            return false;
        if (!checks)
            us_recorder_put_mesh(recorder, &part);
    }
    return true;
}

/* A mesh is recorded as a whole or not at all. */
static void record(struct us_record_session *recorded, const struct us_session_mesh_head *head,
                   read_value *read, const void *mesh)
{
    if (us_session_mesh_head_is_valid(head) && cut(recorded->recorder, head, read, mesh, true) &&
        atomic_fetch_add(&recorded->mesh_count, 1) < US_RECORD_MESHES_MOST)
        (void)cut(recorded->recorder, head, read, mesh, false);
}

static union us_session_mesh_value of_mask(const void *mesh, enum us_session_mesh_array array,
                                           uint32_t index)
{
    const struct us_session_mask *mask = mesh;
    if (array == US_SESSION_MESH_INDICES)
        return (union us_session_mesh_value){.integer = mask->indices[index]};
    return (union us_session_mesh_value){.number = mask->vertices[index]};
}

void us_record_mesh_masks(struct us_record_session *recorded, uint32_t view)
{
    struct us_session_mask mask;
    for (uint32_t type = XR_VISIBILITY_MASK_TYPE_HIDDEN_TRIANGLE_MESH_KHR;
         type <= XR_VISIBILITY_MASK_TYPE_LINE_LOOP_KHR; type++) {
        if (!us_record_session_ask_mask(recorded, view, type, &mask))
            continue;
        const struct us_session_mesh_head head = {.kind = US_SESSION_MESH_MASK,
                                                  .owner = view,
                                                  .type = type,
                                                  .vertex_count = mask.vertex_count,
                                                  .index_count = mask.index_count};
        record(recorded, &head, of_mask, &mask);
    }
}
