/* SPDX-License-Identifier: MIT */
/* xrGetHandMeshFB: the mesh of the chain below, or the layer's own where that has none. */
#include "layer/hooks/hook_call.h"
#include "layer/hooks/hooks.h"

#include "layer/pose/hand_mesh.h"
#include "layer/state/hand_tracker.h"

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrGetHandMeshFB(XrHandTrackerEXT handle,
                                                       XrHandTrackingMeshFB *mesh)
{
    struct us_hand_tracker *tracker = us_hand_tracker_find(handle);
    struct us_instance *instance = us_hook_call_of(tracker != NULL ? tracker->session : NULL);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    bool is_supplied =
        us_extensions_is_supplied(instance->bindings.extensions, US_EXTENSION_MESH_FB);
    if (!is_supplied && (tracker == NULL || !tracker->is_ours))
        return instance->next.xrGetHandMeshFB != NULL ? instance->next.xrGetHandMeshFB(handle, mesh)
                                                      : XR_ERROR_FUNCTION_UNSUPPORTED;
    return tracker == NULL ? XR_ERROR_HANDLE_INVALID : us_hand_mesh_write(tracker->hand, mesh);
}
