/* SPDX-License-Identifier: MIT */
/* A session before the real one, as translations of other interfaces to OpenXR make it: it begins,
 * has a few frames with nothing in them, and ends. */
#include "probe.h"

#define IDLE_SLEEP_S 0.01

static bool run_empty_frame(struct probe *probe)
{
    XrFrameState state = {.type = XR_TYPE_FRAME_STATE};
    if (!probe_check(probe, xrWaitFrame(probe->session, NULL, &state), "xrWaitFrame") ||
        !probe_check(probe, xrBeginFrame(probe->session, NULL), "xrBeginFrame"))
        return false;
    XrFrameEndInfo info = {.type = XR_TYPE_FRAME_END_INFO,
                           .displayTime = state.predictedDisplayTime,
                           .environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE};
    return probe_check(probe, xrEndFrame(probe->session, &info), "xrEndFrame");
}

static bool run(struct probe *probe)
{
    double deadline_s = probe_clock_s() + probe->options.wait_s;
    int64_t frames = 0;
    bool asked = false;
    while (!probe->ended) {
        if (!probe_session_poll(probe))
            return false;
        if (probe_clock_s() > deadline_s)
            return probe_lack(probe, "an end of the temporary session");
        if (probe->running && !asked && frames >= probe->options.temporary_frames) {
            asked = true;
            if (!probe_check(probe, xrRequestExitSession(probe->session), "xrRequestExitSession"))
                return false;
        }
        if (!probe->running)
            probe_sleep_s(IDLE_SLEEP_S);
        else if (!run_empty_frame(probe))
            return false;
        frames += probe->state == XR_SESSION_STATE_FOCUSED;
    }
    return true;
}

bool probe_temporary_run(struct probe *probe, const XrSessionCreateInfo *info)
{
    if (!probe_check(probe, xrCreateSession(probe->instance, info, &probe->session),
                     "xrCreateSession"))
        return false;
    bool ran = run(probe);
    XrResult result = xrDestroySession(probe->session);
    probe->session = XR_NULL_HANDLE;
    probe->state = XR_SESSION_STATE_UNKNOWN;
    probe->running = probe->ended = false;
    return ran && probe_check(probe, result, "xrDestroySession");
}
