/* SPDX-License-Identifier: MIT */
#include "layer/hooks/hook_call.h"
#include "layer/hooks/hooks.h"

#include "layer/state/session.h"

/* How many types a runtime may have, and the layer may add. */
enum { TYPES = 32, OWN_TYPES = 3, ALL_TYPES = TYPES + OWN_TYPES };

static bool contains(const XrReferenceSpaceType *types, uint32_t count, XrReferenceSpaceType wanted)
{
    for (uint32_t i = 0; i < count; i++) {
        if (types[i] == wanted)
            return true;
    }
    return false;
}

/* Lists the runtime's types, followed by the virtual types that it lacks. `types` has room for
 * all. */
static XrResult list_virtual(const struct us_session *session, XrReferenceSpaceType types[],
                             uint32_t *out_count)
{
    const struct us_instance *instance = session->instance;
    static const XrReferenceSpaceType own[OWN_TYPES] = {XR_REFERENCE_SPACE_TYPE_LOCAL,
                                                        XR_REFERENCE_SPACE_TYPE_STAGE,
                                                        XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR};
    uint32_t count = 0;
    XrResult result =
        instance->next.xrEnumerateReferenceSpaces(session->handle, TYPES, &count, types);
    if (XR_FAILED(result))
        return result;
    uint32_t own_count = us_instance_has_local_floor(instance) ? OWN_TYPES : 2;
    for (uint32_t i = 0; i < own_count; i++) {
        if (!contains(types, count, own[i]))
            types[count++] = own[i];
    }
    *out_count = count;
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrEnumerateReferenceSpaces(XrSession handle,
                                                                  uint32_t capacity,
                                                                  uint32_t *out_count,
                                                                  XrReferenceSpaceType *types)
{
    struct us_session *session;
    struct us_instance *instance = us_hook_call_session(handle, &session);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    XrReferenceSpaceType all[ALL_TYPES];
    uint32_t count = 0;
    if (session == NULL || !session->virtual_spaces.is_virtual || out_count == NULL ||
        (capacity > 0 && types == NULL))
        return instance->next.xrEnumerateReferenceSpaces(handle, capacity, out_count, types);
    XrResult result = list_virtual(session, all, &count);
    if (XR_FAILED(result))
        return result;
    *out_count = count;
    if (capacity == 0)
        return result;
    if (capacity < count)
        return XR_ERROR_SIZE_INSUFFICIENT;
    for (uint32_t i = 0; i < count; i++)
        types[i] = all[i];
    return result;
}

/* A virtual space has no measured bounds: they are unavailable, and the extents are 0 (OpenXR 1.0,
 * 7.1, xrGetReferenceSpaceBoundsRect). The call for LOCAL, which every runtime has, reports errors
 * of the session. */
XRAPI_ATTR XrResult XRAPI_CALL us_hook_xrGetReferenceSpaceBoundsRect(XrSession handle,
                                                                     XrReferenceSpaceType type,
                                                                     XrExtent2Df *bounds)
{
    struct us_session *session;
    struct us_instance *instance = us_hook_call_session(handle, &session);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    struct us_pose pose;
    bool is_ours =
        session != NULL && us_virtual_spaces_find(&session->virtual_spaces, type, &pose) &&
        (type != XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR || us_instance_has_local_floor(instance));
    if (!is_ours)
        return instance->next.xrGetReferenceSpaceBoundsRect(handle, type, bounds);
    XrResult result =
        instance->next.xrGetReferenceSpaceBoundsRect(handle, XR_REFERENCE_SPACE_TYPE_LOCAL, bounds);
    if (XR_FAILED(result))
        return result;
    *bounds = (XrExtent2Df){0.0f, 0.0f};
    return result == XR_SUCCESS ? XR_SPACE_BOUNDS_UNAVAILABLE : result;
}
