/* SPDX-License-Identifier: MIT */
#include "layer/state/recorded_meshes.h"

#include <math.h>
#include <string.h>

#include "layer/pose/hand.h"
#include "session/session_changes.h"

static const struct us_session_mask *find_first(const struct us_session_info *info, uint32_t view,
                                                XrVisibilityMaskTypeKHR type)
{
    for (uint32_t i = 0; i < info->mask_count; i++) {
        if (info->masks[i].view == view && info->masks[i].type == (uint32_t)type)
            return &info->masks[i];
    }
    return NULL;
}

struct us_recorded_mask us_recorded_mask_find(const struct us_instance *instance,
                                              XrViewConfigurationType configuration, uint32_t view,
                                              XrVisibilityMaskTypeKHR type, double recording_s)
{
    struct us_recorded_mask found = {NULL, NULL};
    if (instance->loaded.session == NULL ||
        instance->loaded.session->info.view_configuration != (uint32_t)configuration)
        return found;
    found.changed = us_session_changes_mesh(instance->loaded.session_changes, US_SESSION_MESH_MASK,
                                            view, (uint32_t)type, recording_s);
    if (found.changed == NULL)
        found.first = find_first(&instance->loaded.session->info, view, type);
    return found;
}

static void write_first(const struct us_session_mask *from, XrVisibilityMaskKHR *out)
{
    for (uint32_t i = 0; i < from->vertex_count; i++)
        out->vertices[i] = (XrVector2f){from->vertices[2 * i], from->vertices[2 * i + 1]};
    for (uint32_t i = 0; i < from->index_count; i++)
        out->indices[i] = from->indices[i];
}

static void write_changed(const struct us_session_mesh *from, XrVisibilityMaskKHR *out)
{
    const union us_session_mesh_value *vertices = from->values[US_SESSION_MESH_POSITIONS];
    const union us_session_mesh_value *indices = from->values[US_SESSION_MESH_INDICES];
    for (uint32_t i = 0; i < from->head.vertex_count; i++)
        out->vertices[i] = (XrVector2f){vertices[2 * i].number, vertices[2 * i + 1].number};
    for (uint32_t i = 0; i < from->head.index_count; i++)
        out->indices[i] = (uint32_t)indices[i].integer;
}

XrResult us_recorded_mask_write(const struct us_recorded_mask *recorded, XrResult success,
                                XrVisibilityMaskKHR *out)
{
    const struct us_session_mask *first = recorded->first;
    const struct us_session_mesh *changed = recorded->changed;
    const bool wants_counts = out->vertexCapacityInput == 0 || out->indexCapacityInput == 0;
    out->vertexCountOutput = changed != NULL ? changed->head.vertex_count : first->vertex_count;
    out->indexCountOutput = changed != NULL ? changed->head.index_count : first->index_count;
    if (wants_counts)
        return success;
    if (out->vertexCapacityInput < out->vertexCountOutput ||
        out->indexCapacityInput < out->indexCountOutput)
        return XR_ERROR_SIZE_INSUFFICIENT;
    if (changed != NULL)
        write_changed(changed, out);
    else
        write_first(first, out);
    return success;
}

/* XrVector3f and the like are floats, one after the other. */
static void write_floats(const struct us_session_mesh *from, enum us_session_mesh_array array,
                         void *out)
{
    memcpy(out, from->values[array],
           us_session_mesh_length(&from->head, array) * sizeof *from->values[array]);
}

static void write_vertices(const struct us_session_mesh *from, XrHandTrackingMeshFB *mesh)
{
    const union us_session_mesh_value *joints = from->values[US_SESSION_MESH_BLEND_INDICES];
    write_floats(from, US_SESSION_MESH_POSITIONS, mesh->vertexPositions);
    write_floats(from, US_SESSION_MESH_NORMALS, mesh->vertexNormals);
    write_floats(from, US_SESSION_MESH_UVS, mesh->vertexUVs);
    write_floats(from, US_SESSION_MESH_BLEND_WEIGHTS, mesh->vertexBlendWeights);
    for (uint32_t i = 0; i < from->head.vertex_count; i++, joints += 4)
        mesh->vertexBlendIndices[i] =
            (XrVector4sFB){(int16_t)joints[0].integer, (int16_t)joints[1].integer,
                           (int16_t)joints[2].integer, (int16_t)joints[3].integer};
    for (uint32_t i = 0; i < from->head.index_count; i++)
        mesh->indices[i] = (int16_t)from->values[US_SESSION_MESH_INDICES][i].integer;
}

static void write_joints(const struct us_session_mesh *from, XrHandTrackingMeshFB *mesh)
{
    const union us_session_mesh_value *pose = from->values[US_SESSION_MESH_JOINT_POSES];
    write_floats(from, US_SESSION_MESH_JOINT_RADII, mesh->jointRadii);
    for (uint32_t i = 0; i < from->head.joint_count; i++, pose += 7) {
        mesh->jointBindPoses[i] =
            (XrPosef){{pose[3].number, pose[4].number, pose[5].number, pose[6].number},
                      {pose[0].number, pose[1].number, pose[2].number}};
        mesh->jointParents[i] =
            (XrHandJointEXT)from->values[US_SESSION_MESH_JOINT_PARENTS][i].integer;
    }
}

const struct us_session_mesh *us_recorded_hand_mesh_find(const struct us_instance *instance,
                                                         enum us_hand hand)
{
    return us_session_changes_mesh(instance->loaded.session_changes, US_SESSION_MESH_HAND,
                                   hand == US_HAND_LEFT ? US_SESSION_LEFT : US_SESSION_RIGHT, 0,
                                   INFINITY);
}

XrResult us_recorded_hand_mesh_write(const struct us_session_mesh *recorded,
                                     XrHandTrackingMeshFB *mesh)
{
    const struct us_session_mesh_head *head = &recorded->head;
    bool fills;
    XrResult result =
        us_hand_mesh_count(mesh, head->joint_count, head->vertex_count, head->index_count, &fills);
    if (fills) {
        write_vertices(recorded, mesh);
        write_joints(recorded, mesh);
    }
    return result;
}
