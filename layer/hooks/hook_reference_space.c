/* SPDX-License-Identifier: MIT */
#include "layer/state/session.h"
#include "layer/hooks/hooks.h"

#include "layer/answer/scripted.h"

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

/* Whether the app gets a space of this type where the runtime has none. */
static bool has_own(const struct us_session *session, XrReferenceSpaceType type)
{
    struct us_pose pose;
    return type == XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR
               ? us_instance_has_local_floor(session->instance)
               : us_virtual_spaces_find(&session->virtual_spaces, type, &pose);
}

/* Lists the runtime's types, followed by those of the layer that it lacks. `types` has room for
 * all. */
static XrResult list_types(const struct us_session *session, XrReferenceSpaceType types[],
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
    for (uint32_t i = 0; i < OWN_TYPES; i++) {
        if (has_own(session, own[i]) && !contains(types, count, own[i]))
            types[count++] = own[i];
    }
    *out_count = count;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrEnumerateReferenceSpaces(XrSession handle,
                                                                      uint32_t capacity,
                                                                      uint32_t *out_count,
                                                                      XrReferenceSpaceType *types)
{
    US_SESSION_OF_CALL(handle, session, instance);
    XrReferenceSpaceType all[ALL_TYPES];
    uint32_t count = 0;
    if (session == NULL || out_count == NULL || (capacity > 0 && types == NULL) ||
        (!session->virtual_spaces.is_virtual && !us_instance_has_local_floor(instance)))
        return instance->next.xrEnumerateReferenceSpaces(handle, capacity, out_count, types);
    XrResult result = list_types(session, all, &count);
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

/* The call for LOCAL reports errors of the session. */
static XrResult get_bounds_of_fault(const struct us_session *session, const struct us_fault *fault,
                                    XrExtent2Df *bounds)
{
    XrResult result = session->instance->next.xrGetReferenceSpaceBoundsRect(
        session->handle, XR_REFERENCE_SPACE_TYPE_LOCAL, bounds);
    if (XR_FAILED(result))
        return result;
    *bounds = (XrExtent2Df){(float)fault->numbers[0], (float)fault->numbers[1]};
    return fault->numbers[0] > 0.0 && fault->numbers[1] > 0.0 ? XR_SUCCESS
                                                              : XR_SPACE_BOUNDS_UNAVAILABLE;
}

/* A recorded STAGE is as large as it was at the newest frame. */
static bool find_recorded_bounds(const struct us_session *session, XrExtent2Df *out_bounds)
{
    const struct us_virtual_spaces *spaces = &session->virtual_spaces;
    if (!spaces->is_virtual || !spaces->is_stage_recorded)
        return false;
    const struct us_playback_moment moment =
        us_playback_moment(session, us_session_latest_ns(session));
    return us_playback_stage_bounds(session, &moment, out_bounds);
}

/* Spaces of the layer have no measured bounds but those of a recorded STAGE: they are
 * unavailable, and the extents are 0 (OpenXR 1.0, 7.1, xrGetReferenceSpaceBoundsRect). The call
 * for LOCAL, which every runtime has, reports errors of the session. */
static XrResult get_own_bounds(const struct us_session *session, XrReferenceSpaceType type,
                               XrExtent2Df *bounds)
{
    XrResult result = session->instance->next.xrGetReferenceSpaceBoundsRect(
        session->handle, XR_REFERENCE_SPACE_TYPE_LOCAL, bounds);
    if (XR_FAILED(result))
        return result;
    if (type == XR_REFERENCE_SPACE_TYPE_STAGE && find_recorded_bounds(session, bounds))
        return result == XR_SPACE_BOUNDS_UNAVAILABLE ? XR_SUCCESS : result;
    *bounds = (XrExtent2Df){0.0f, 0.0f};
    return result == XR_SUCCESS ? XR_SPACE_BOUNDS_UNAVAILABLE : result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrGetReferenceSpaceBoundsRect(XrSession handle,
                                                                         XrReferenceSpaceType type,
                                                                         XrExtent2Df *bounds)
{
    US_SESSION_OF_CALL(handle, session, instance);
    const struct us_fault *fault = session != NULL && type == XR_REFERENCE_SPACE_TYPE_STAGE
                                       ? us_answer_scripted_fault(session, US_FAULT_BOUNDS)
                                       : NULL;
    if (fault != NULL)
        return get_bounds_of_fault(session, fault, bounds);
    bool is_ours = session != NULL && has_own(session, type);
    XrResult result = XR_ERROR_REFERENCE_SPACE_UNSUPPORTED;
    if (!is_ours || !session->virtual_spaces.is_virtual)
        result = instance->next.xrGetReferenceSpaceBoundsRect(handle, type, bounds);
    return is_ours && result == XR_ERROR_REFERENCE_SPACE_UNSUPPORTED
               ? get_own_bounds(session, type, bounds)
               : result;
}

const struct us_handler us_hooks_reference_space[] = {
    US_HANDLER(xrEnumerateReferenceSpaces, hook_xrEnumerateReferenceSpaces),
    US_HANDLER(xrGetReferenceSpaceBoundsRect, hook_xrGetReferenceSpaceBoundsRect),
    US_HANDLERS_END,
};
