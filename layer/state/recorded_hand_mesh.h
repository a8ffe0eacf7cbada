/* SPDX-License-Identifier: MIT */
/*
 * recorded_hand_mesh: the meshes of hands of a session recording (XR_FB_hand_tracking_mesh), as the
 * recorded app got them. Any thread; no allocation, lock or system call.
 */
#ifndef US_RECORDED_HAND_MESH_H
#define US_RECORDED_HAND_MESH_H

#include "layer/state/instance.h"
#include "openxr/xr.h"

struct us_session_mesh;

/* NULL: the recording has none of this hand. Valid as long as the instance. */
const struct us_session_mesh *us_recorded_hand_mesh_find(const struct us_instance *instance,
                                                         enum us_hand hand);
/* xrGetHandMeshFB; the results are those of us_hand_mesh_write (layer/pose/hand_mesh.h). */
XrResult us_recorded_hand_mesh_write(const struct us_session_mesh *recorded,
                                     XrHandTrackingMeshFB *mesh);

#endif
