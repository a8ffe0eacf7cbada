/* SPDX-License-Identifier: MIT */
#include "probe.h"
#include "vulkan.h"

bool us_session_create(struct us_probe *probe)
{
    XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO, .systemId = probe->system};
    if (probe->options.graphics == US_GRAPHICS_VULKAN2) {
        if (!us_vulkan_create(probe, &probe->vulkan))
            return false;
        info.next = us_vulkan_binding(probe->vulkan);
    }
    XrResult result = xrCreateSession(probe->instance, &info, &probe->session);
    if (!us_probe_check(probe, result, "xrCreateSession"))
        return false;
    return !probe->vulkan || us_vulkan_create_swapchains(probe, probe->vulkan);
}

static bool begin(struct us_probe *probe)
{
    XrSessionBeginInfo info = {.type = XR_TYPE_SESSION_BEGIN_INFO,
                               .primaryViewConfigurationType = probe->views};
    if (!us_probe_check(probe, xrBeginSession(probe->session, &info), "xrBeginSession"))
        return false;
    probe->running = true;
    return true;
}

static bool change_state(struct us_probe *probe, const XrEventDataSessionStateChanged *event)
{
    probe->state = event->state;
    us_report_session_state(&probe->log, event->state, event->time);
    switch (event->state) {
    case XR_SESSION_STATE_READY:
        return begin(probe);
    case XR_SESSION_STATE_STOPPING:
        probe->running = false;
        return us_probe_check(probe, xrEndSession(probe->session), "xrEndSession");
    case XR_SESSION_STATE_EXITING:
    case XR_SESSION_STATE_LOSS_PENDING:
        probe->running = false;
        probe->ended = true;
        return true;
    default:
        return true;
    }
}

bool us_session_poll(struct us_probe *probe)
{
    for (;;) {
        XrEventDataBuffer buffer = {.type = XR_TYPE_EVENT_DATA_BUFFER};
        XrResult result = xrPollEvent(probe->instance, &buffer);
        if (!us_probe_check(probe, result, "xrPollEvent"))
            return false;
        if (result == XR_EVENT_UNAVAILABLE)
            return true;
        switch (buffer.type) {
        case XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED:
            if (!change_state(probe, (const XrEventDataSessionStateChanged *)(void *)&buffer))
                return false;
            break;
        case XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED:
            probe->profiles_dirty = true;
            break;
        case XR_TYPE_EVENT_DATA_INSTANCE_LOSS_PENDING:
            probe->ended = true;
            break;
        default:
            break;
        }
    }
}
