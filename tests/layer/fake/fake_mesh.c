/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include "fake_mesh.h"

#include <string.h>

/* More than one of each, so that a wrong place in an array is noticed. */
const struct fake_mesh_counts fake_mesh_own = {2, 3, 4};

static float form(enum us_session_mesh_array array, uint32_t element, uint32_t component,
                  float seed)
{
    return seed + (float)(100 * (uint32_t)array + 10 * element + component);
}

static int32_t parent(uint32_t joint)
{
    return joint == 0 ? (int32_t)XR_HAND_JOINT_MAX_ENUM_EXT : 0;
}

union us_session_mesh_value fake_mesh_value(enum us_session_mesh_array array, uint32_t index,
                                            struct fake_mesh_counts counts, float seed)
{
    static const uint32_t components[US_SESSION_MESH_ARRAYS] = {3, 3, 2, 4, 4, 1, 7, 1, 1};
    const uint32_t element = index / components[array], component = index % components[array];
    union us_session_mesh_value value = {.number = form(array, element, component, seed)};
    if (array == US_SESSION_MESH_BLEND_INDICES)
        value.integer = (int32_t)((element + component) % counts.joints);
    if (array == US_SESSION_MESH_INDICES)
        value.integer = (int32_t)(element % counts.vertices);
    if (array == US_SESSION_MESH_JOINT_PARENTS)
        value.integer = parent(element);
    return value;
}

void fake_mesh_offer(struct fake_mesh *out)
{
    memset(out, 0, sizeof *out);
    out->mesh = (XrHandTrackingMeshFB){.type = XR_TYPE_HAND_TRACKING_MESH_FB,
                                       .jointCapacityInput = FAKE_MESH_ROOM,
                                       .jointBindPoses = out->poses,
                                       .jointRadii = out->radii,
                                       .jointParents = out->parents,
                                       .vertexCapacityInput = FAKE_MESH_ROOM,
                                       .vertexPositions = out->positions,
                                       .vertexNormals = out->normals,
                                       .vertexUVs = out->uvs,
                                       .vertexBlendIndices = out->blended,
                                       .vertexBlendWeights = out->weights,
                                       .indexCapacityInput = FAKE_MESH_ROOM,
                                       .indices = out->indices};
}

static void fill_vertex(XrHandTrackingMeshFB *mesh, uint32_t i, uint32_t joints, float seed)
{
    mesh->vertexPositions[i] = (XrVector3f){form(US_SESSION_MESH_POSITIONS, i, 0, seed),
                                            form(US_SESSION_MESH_POSITIONS, i, 1, seed),
                                            form(US_SESSION_MESH_POSITIONS, i, 2, seed)};
    mesh->vertexNormals[i] = (XrVector3f){form(US_SESSION_MESH_NORMALS, i, 0, seed),
                                          form(US_SESSION_MESH_NORMALS, i, 1, seed),
                                          form(US_SESSION_MESH_NORMALS, i, 2, seed)};
    mesh->vertexUVs[i] =
        (XrVector2f){form(US_SESSION_MESH_UVS, i, 0, seed), form(US_SESSION_MESH_UVS, i, 1, seed)};
    mesh->vertexBlendIndices[i] =
        (XrVector4sFB){(int16_t)(i % joints), (int16_t)((i + 1) % joints),
                       (int16_t)((i + 2) % joints), (int16_t)((i + 3) % joints)};
    mesh->vertexBlendWeights[i] = (XrVector4f){form(US_SESSION_MESH_BLEND_WEIGHTS, i, 0, seed),
                                               form(US_SESSION_MESH_BLEND_WEIGHTS, i, 1, seed),
                                               form(US_SESSION_MESH_BLEND_WEIGHTS, i, 2, seed),
                                               form(US_SESSION_MESH_BLEND_WEIGHTS, i, 3, seed)};
}

static void fill_joint(XrHandTrackingMeshFB *mesh, uint32_t i, float seed)
{
    XrPosef *pose = &mesh->jointBindPoses[i];
    pose->position = (XrVector3f){form(US_SESSION_MESH_JOINT_POSES, i, 0, seed),
                                  form(US_SESSION_MESH_JOINT_POSES, i, 1, seed),
                                  form(US_SESSION_MESH_JOINT_POSES, i, 2, seed)};
    pose->orientation = (XrQuaternionf){form(US_SESSION_MESH_JOINT_POSES, i, 3, seed),
                                        form(US_SESSION_MESH_JOINT_POSES, i, 4, seed),
                                        form(US_SESSION_MESH_JOINT_POSES, i, 5, seed),
                                        form(US_SESSION_MESH_JOINT_POSES, i, 6, seed)};
    mesh->jointRadii[i] = form(US_SESSION_MESH_JOINT_RADII, i, 0, seed);
    mesh->jointParents[i] = (XrHandJointEXT)parent(i);
}

void fake_mesh_fill(XrHandTrackingMeshFB *mesh, struct fake_mesh_counts counts, float seed)
{
    mesh->jointCountOutput = counts.joints;
    mesh->vertexCountOutput = counts.vertices;
    mesh->indexCountOutput = counts.indices;
    if (mesh->jointCapacityInput < counts.joints || mesh->vertexCapacityInput < counts.vertices ||
        mesh->indexCapacityInput < counts.indices)
        return;
    for (uint32_t i = 0; i < counts.vertices; i++)
        fill_vertex(mesh, i, counts.joints, seed);
    for (uint32_t i = 0; i < counts.joints; i++)
        fill_joint(mesh, i, seed);
    for (uint32_t i = 0; i < counts.indices; i++)
        mesh->indices[i] = (int16_t)(i % counts.vertices);
}

void fake_mesh_check(const XrHandTrackingMeshFB *mesh, struct fake_mesh_counts counts, float seed)
{
    struct fake_mesh wanted;
    fake_mesh_offer(&wanted);
    fake_mesh_fill(&wanted.mesh, counts, seed);
    assert_int_equal(mesh->jointCountOutput, counts.joints);
    assert_int_equal(mesh->vertexCountOutput, counts.vertices);
    assert_int_equal(mesh->indexCountOutput, counts.indices);
    assert_memory_equal(mesh->jointBindPoses, wanted.poses, counts.joints * sizeof(XrPosef));
    assert_memory_equal(mesh->jointRadii, wanted.radii, counts.joints * sizeof(float));
    assert_memory_equal(mesh->jointParents, wanted.parents, counts.joints * sizeof(XrHandJointEXT));
    assert_memory_equal(mesh->vertexPositions, wanted.positions,
                        counts.vertices * sizeof(XrVector3f));
    assert_memory_equal(mesh->vertexNormals, wanted.normals, counts.vertices * sizeof(XrVector3f));
    assert_memory_equal(mesh->vertexUVs, wanted.uvs, counts.vertices * sizeof(XrVector2f));
    assert_memory_equal(mesh->vertexBlendIndices, wanted.blended,
                        counts.vertices * sizeof(XrVector4sFB));
    assert_memory_equal(mesh->vertexBlendWeights, wanted.weights,
                        counts.vertices * sizeof(XrVector4f));
    assert_memory_equal(mesh->indices, wanted.indices, counts.indices * sizeof(int16_t));
}
