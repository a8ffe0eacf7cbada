/* SPDX-License-Identifier: MIT */
/* XR_KHR_visibility_mask: the runtime's masks, or those of a session with --recorded views. A mask
 * belongs to the field of view and to the lens. */
#include "layer/hooks/hooks.h"

#include "layer/answer/playback.h"
#include "layer/state/recorded_mask.h"
#include "layer/state/session.h"

static bool has_arrays(const XrVisibilityMaskKHR *mask)
{
    return mask != NULL && (mask->vertexCapacityInput == 0 || mask->vertices != NULL) &&
           (mask->indexCapacityInput == 0 || mask->indices != NULL);
}

/* The recorded mask at the newest frame. */
static struct us_recorded_mask find_recorded(const struct us_session *session,
                                             XrViewConfigurationType configuration, uint32_t view,
                                             XrVisibilityMaskTypeKHR type)
{
    if (session == NULL || session->instance->settings.views != US_VIEWS_RECORDED ||
        us_playback_is_live(session))
        return (struct us_recorded_mask){NULL, NULL};
    const struct us_clock_time at =
        us_playback_time(session, atomic_load_explicit(&session->latest_ns, memory_order_relaxed));
    return us_recorded_mask_find(session->instance, configuration, view, type, at.recording_s);
}

/* The chain below is asked for the counts of its own mask: it says what is wrong with the call, but
 * its arrays may be longer than the app's. */
static XRAPI_ATTR XrResult XRAPI_CALL
hook_xrGetVisibilityMaskKHR(XrSession handle, XrViewConfigurationType configuration, uint32_t view,
                            XrVisibilityMaskTypeKHR type, XrVisibilityMaskKHR *mask)
{
    struct us_session *session;
    struct us_instance *instance = us_session_find_instance(handle, &session);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    const struct us_recorded_mask recorded = find_recorded(session, configuration, view, type);
    if (!us_recorded_mask_is_there(&recorded) || !has_arrays(mask))
        return instance->next.xrGetVisibilityMaskKHR(handle, configuration, view, type, mask);
    XrVisibilityMaskKHR counts = {.type = mask->type, .next = mask->next};
    XrResult result =
        instance->next.xrGetVisibilityMaskKHR(handle, configuration, view, type, &counts);
    return XR_SUCCEEDED(result) ? us_recorded_mask_write(&recorded, result, mask) : result;
}

const struct us_handler us_hooks_visibility_mask[] = {
    US_HANDLER(xrGetVisibilityMaskKHR, hook_xrGetVisibilityMaskKHR),
    US_HANDLERS_END,
};
