/* SPDX-License-Identifier: MIT */
/*
 * fake_mesh: meshes of hands whose values are closed forms, for XR_FB_hand_tracking_mesh.
 *
 * Component k of element n of array a is `seed` + 100 a + 10 n + k. A vertex is blended from the
 * joints (n + k) modulo their number, index n is n modulo the number of vertices, and each joint
 * hangs on joint 0, which hangs on none.
 */
#ifndef FAKE_MESH_H
#define FAKE_MESH_H

#include "openxr/xr.h"
#include "session/codec/session_message.h"

enum { FAKE_MESH_ROOM = 8 };

struct fake_mesh_counts {
    uint32_t joints, vertices, indices; /* at most FAKE_MESH_ROOM */
};

/* The mesh of the fake runtime, and its seed. */
extern const struct fake_mesh_counts fake_mesh_own;
#define FAKE_MESH_SEED 5000.0f

/* An app's room for a mesh. */
struct fake_mesh {
    XrHandTrackingMeshFB mesh;
    XrPosef poses[FAKE_MESH_ROOM];
    float radii[FAKE_MESH_ROOM];
    XrHandJointEXT parents[FAKE_MESH_ROOM];
    XrVector3f positions[FAKE_MESH_ROOM], normals[FAKE_MESH_ROOM];
    XrVector2f uvs[FAKE_MESH_ROOM];
    XrVector4sFB blended[FAKE_MESH_ROOM];
    XrVector4f weights[FAKE_MESH_ROOM];
    int16_t indices[FAKE_MESH_ROOM];
};

/* Offers all of the room. */
void fake_mesh_offer(struct fake_mesh *out);
/* Fills arrays that are large enough; the counts are set in any case. */
void fake_mesh_fill(XrHandTrackingMeshFB *mesh, struct fake_mesh_counts counts, float seed);
/* Fails unless the mesh is this one. */
void fake_mesh_check(const XrHandTrackingMeshFB *mesh, struct fake_mesh_counts counts, float seed);

/* The same mesh as a recording has it: value `index` of an array. */
union us_session_mesh_value fake_mesh_value(enum us_session_mesh_array array, uint32_t index,
                                            struct fake_mesh_counts counts, float seed);

#endif
