/* SPDX-License-Identifier: MIT */
#include "layer/state/recorded_hand_mesh.h"

#include <math.h>
#include <string.h>

#include "layer/pose/hand_mesh.h"
#include "session/session_changes.h"

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
