/* SPDX-License-Identifier: MIT */
/*
 * recorded_mask: the visibility masks of a session recording (XR_KHR_visibility_mask), which the
 * recorded app could get: when its session began, and when an event told it that they changed. Any
 * thread; no allocation, lock or system call.
 */
#ifndef US_RECORDED_MESHES_H
#define US_RECORDED_MESHES_H

#include "layer/state/instance.h"
#include "openxr/xr.h"

struct us_session_mask;
struct us_session_mesh;

/* At most one of the two is there; both NULL: the recording has no mask. Valid as long as the
 * instance. */
struct us_recorded_mask {
    const struct us_session_mask *first;   /* with which the session began */
    const struct us_session_mesh *changed; /* that came later */
};

static inline bool us_recorded_mask_is_there(const struct us_recorded_mask *mask)
{
    return mask->first != NULL || mask->changed != NULL;
}

/* The mask of a view and type at a time of the recording. There is none for another view
 * configuration than the recorded one. */
struct us_recorded_mask us_recorded_mask_find(const struct us_instance *instance,
                                              XrViewConfigurationType configuration, uint32_t view,
                                              XrVisibilityMaskTypeKHR type, double recording_s);

/* Writes a mask with OpenXR's two-call idiom; one capacity of 0 means that all are. Returns
 * `success`, or XR_ERROR_SIZE_INSUFFICIENT. An array whose capacity is not 0 must be there. */
XrResult us_recorded_mask_write(const struct us_recorded_mask *recorded, XrResult success,
                                XrVisibilityMaskKHR *out);

/*
 * recorded_hand_mesh: the meshes of hands of a session recording (XR_FB_hand_tracking_mesh), as the
 * recorded app got them. Any thread; no allocation, lock or system call.
 */

/* NULL: the recording has none of this hand. Valid as long as the instance. */
const struct us_session_mesh *us_recorded_hand_mesh_find(const struct us_instance *instance,
                                                         enum us_hand hand);
/* xrGetHandMeshFB; the results are those of us_hand_mesh_write (layer/pose/hand.h). */
XrResult us_recorded_hand_mesh_write(const struct us_session_mesh *recorded,
                                     XrHandTrackingMeshFB *mesh);

#endif
