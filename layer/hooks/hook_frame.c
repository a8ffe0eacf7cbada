/* SPDX-License-Identifier: MIT */
#include "layer/state/session.h"
#include "layer/hooks/hooks.h"

#include "layer/answer/playback.h"
#include "layer/answer/scripted.h"
#include "layer/screenshots/screenshots.h"

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrWaitFrame(XrSession handle,
                                                       const XrFrameWaitInfo *info,
                                                       XrFrameState *state)
{
    US_SESSION_OF_CALL(handle, session, instance);
    if (session == NULL)
        return instance->next.xrWaitFrame(handle, info, state);
    XrResult result = instance->wait_frame != NULL ? instance->wait_frame(session, info, state)
                                                   : us_playback_wait(session, info, state);
    if (XR_FAILED(result))
        return result;
    us_status_summary_note_frame(instance->summary);
    if (instance->settings.force_focus) {
        us_focus_on_frame(&session->focus);
        if (us_focus_is_ahead(&session->focus))
            state->shouldRender = XR_TRUE;
    }
    us_playback_on_frame(session, state);
    if (!us_answer_scripted_renders(session, state->predictedDisplayTime))
        state->shouldRender = XR_FALSE;
    if (session->screenshots != NULL)
        us_screenshots_on_frame(session->screenshots, state);
    return result;
}

const struct us_handler us_hooks_frame[] = {
    US_HANDLER(xrWaitFrame, hook_xrWaitFrame),
    US_HANDLERS_END,
};
