/* SPDX-License-Identifier: MIT */
#include "layer/record/record_session.h"

#include <stdlib.h>
#include <string.h>

#include "session/codec/session_codec.h"

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

/* ---- Hands ---- */

/* XrVector3f and the like are floats, one after the other. */
static float float_at(const void *floats, uint32_t index)
{
    float value;
    memcpy(&value, (const char *)floats + index * sizeof value, sizeof value);
    return value;
}

static int32_t of_integers(const XrHandTrackingMeshFB *mesh, enum us_session_mesh_array array,
                           uint32_t index)
{
    if (array == US_SESSION_MESH_BLEND_INDICES) {
        const XrVector4sFB *joints = &mesh->vertexBlendIndices[index / 4];
        return (const int16_t[]){joints->x, joints->y, joints->z, joints->w}[index % 4];
    }
    return array == US_SESSION_MESH_INDICES ? mesh->indices[index]
                                            : (int32_t)mesh->jointParents[index];
}

static float of_floats(const XrHandTrackingMeshFB *mesh, enum us_session_mesh_array array,
                       uint32_t index)
{
    switch ((int)array) {
    case US_SESSION_MESH_POSITIONS:
        return float_at(mesh->vertexPositions, index);
    case US_SESSION_MESH_NORMALS:
        return float_at(mesh->vertexNormals, index);
    case US_SESSION_MESH_UVS:
        return float_at(mesh->vertexUVs, index);
    case US_SESSION_MESH_BLEND_WEIGHTS:
        return float_at(mesh->vertexBlendWeights, index);
    case US_SESSION_MESH_JOINT_POSES: /* XrPosef has the orientation first */
        return float_at(&mesh->jointBindPoses[index / 7], (index % 7 + 4) % 7);
    default:
        return mesh->jointRadii[index];
    }
}

static union us_session_mesh_value of_hand(const void *mesh, enum us_session_mesh_array array,
                                           uint32_t index)
{
    if (us_session_mesh_is_integer(array))
        return (union us_session_mesh_value){.integer = of_integers(mesh, array, index)};
    return (union us_session_mesh_value){.number = of_floats(mesh, array, index)};
}

void us_record_mesh_hand(struct us_record_session *recorded, enum us_session_hand hand,
                         const XrHandTrackingMeshFB *mesh)
{
    const struct us_session_mesh_head head = {.kind = US_SESSION_MESH_HAND,
                                              .owner = (uint32_t)hand,
                                              .vertex_count = mesh->vertexCountOutput,
                                              .index_count = mesh->indexCountOutput,
                                              .joint_count = mesh->jointCountOutput};
    if (!atomic_load(&recorded->recorder->is_open))
        atomic_store(&recorded->wants_hand_mesh[hand], true);
    else if (!atomic_exchange(&recorded->has_hand_mesh[hand], true))
        record(recorded, &head, of_hand, mesh);
}

/* Room for the largest mesh that is recorded. */
struct hand_arrays {
    XrPosef poses[US_SESSION_MESH_JOINTS_MAX];
    float radii[US_SESSION_MESH_JOINTS_MAX];
    XrHandJointEXT parents[US_SESSION_MESH_JOINTS_MAX];
    XrVector3f positions[US_SESSION_MESH_VERTICES_MAX], normals[US_SESSION_MESH_VERTICES_MAX];
    XrVector2f uvs[US_SESSION_MESH_VERTICES_MAX];
    XrVector4sFB joints[US_SESSION_MESH_VERTICES_MAX];
    XrVector4f weights[US_SESSION_MESH_VERTICES_MAX];
    int16_t indices[US_SESSION_MESH_INDICES_MAX];
};

static void ask_hand(struct us_record_session *recorded, enum us_session_hand hand,
                     struct hand_arrays *arrays)
{
    XrHandTrackingMeshFB mesh = {.type = XR_TYPE_HAND_TRACKING_MESH_FB,
                                 .jointCapacityInput = US_SESSION_MESH_JOINTS_MAX,
                                 .jointBindPoses = arrays->poses,
                                 .jointRadii = arrays->radii,
                                 .jointParents = arrays->parents,
                                 .vertexCapacityInput = US_SESSION_MESH_VERTICES_MAX,
                                 .vertexPositions = arrays->positions,
                                 .vertexNormals = arrays->normals,
                                 .vertexUVs = arrays->uvs,
                                 .vertexBlendIndices = arrays->joints,
                                 .vertexBlendWeights = arrays->weights,
                                 .indexCapacityInput = US_SESSION_MESH_INDICES_MAX,
                                 .indices = arrays->indices};
    if (XR_SUCCEEDED(recorded->recorder->own->xrGetHandMeshFB(recorded->trackers[hand], &mesh)))
        us_record_mesh_hand(recorded, hand, &mesh);
}

void us_record_mesh_begin(struct us_record_session *recorded)
{
    for (int hand = 0; hand < US_SESSION_HANDS; hand++) {
        if (!atomic_exchange(&recorded->wants_hand_mesh[hand], false) ||
            recorded->trackers[hand] == XR_NULL_HANDLE ||
            recorded->recorder->own->xrGetHandMeshFB == NULL)
            continue;
        struct hand_arrays *arrays = calloc(1, sizeof *arrays);
        if (arrays == NULL)
            return;
        ask_hand(recorded, (enum us_session_hand)hand, arrays);
        free(arrays);
    }
}
