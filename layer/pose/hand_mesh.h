/* SPDX-License-Identifier: MIT */
/*
 * hand_mesh: a mesh of a hand, for apps that draw the mesh of XR_FB_hand_tracking_mesh.
 *
 * The mesh is made of capsules: one along each bone, from a joint's parent to the joint, with the
 * radius of the joint. It is a flat hand in its bind pose: the wrist at the origin, the fingers
 * along -Z, the back of the hand along +Y, in metres. The two ends of a capsule follow one joint
 * each, so that the capsule joins them whatever the size of the hand that is drawn; the ring in the
 * middle follows both by half. Triangles are counter-clockwise seen from outside, and each capsule
 * is closed. A texture coordinate u goes around the bone, from 0 on the back of the hand to 1 on
 * the opposite side, the same way on both sides; v goes along the bone in equal steps, from 0 at
 * the near pole to 1 at the far one. Constant data and pure functions; any thread; no memory is
 * allocated.
 */
#ifndef US_HAND_MESH_H
#define US_HAND_MESH_H

#include "core/base/pose.h"
#include "openxr/xr.h"

#define US_HAND_MESH_AROUND 12 /* vertices of a ring */
#define US_HAND_MESH_RINGS 7   /* of a capsule: three at each end, and one in the middle */
#define US_HAND_MESH_CAPSULES (XR_HAND_JOINT_COUNT_EXT - 1)
/* A capsule has its rings and two poles. */
#define US_HAND_MESH_CAPSULE_VERTICES (US_HAND_MESH_AROUND * US_HAND_MESH_RINGS + 2)
#define US_HAND_MESH_CAPSULE_INDICES (US_HAND_MESH_AROUND * US_HAND_MESH_RINGS * 6)
#define US_HAND_MESH_VERTICES (US_HAND_MESH_CAPSULES * US_HAND_MESH_CAPSULE_VERTICES)
#define US_HAND_MESH_INDICES (US_HAND_MESH_CAPSULES * US_HAND_MESH_CAPSULE_INDICES)

/*
 * xrGetHandMeshFB, with OpenXR's two-call idiom for joints, vertices and indices: writes the
 * counts, and fills the arrays whose capacity is not 0. XR_ERROR_SIZE_INSUFFICIENT, without filling
 * any array, if one of these is too small; XR_ERROR_VALIDATION_FAILURE for a wrong type or a
 * missing array.
 */
XrResult us_hand_mesh_write(enum us_hand hand, XrHandTrackingMeshFB *mesh);

/* The same for another mesh with these counts, up to its arrays: `*out_fills` says whether the
 * caller is to fill them. */
XrResult us_hand_mesh_count(XrHandTrackingMeshFB *mesh, uint32_t joints, uint32_t vertices,
                            uint32_t indices, bool *out_fills);

#endif
