/* SPDX-License-Identifier: MIT */
#include "faults.h"
#include "pipeline.h"
#include "probe.h"
#include "graphics/drawing.h"

bool probe_session_create(struct probe *probe)
{
    XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO, .systemId = probe->system};
    if (probe->options.graphics != PROBE_GRAPHICS_HEADLESS) {
        if (!probe_drawing_create(probe, &probe->drawing))
            return false;
        info.next = probe_drawing_binding(probe->drawing);
    }
    if (probe->options.has_temporary && !probe_temporary_run(probe, &info))
        return false;
    XrResult result = xrCreateSession(probe->instance, &info, &probe->session);
    if (!probe_check(probe, result, "xrCreateSession"))
        return false;
    probe_report_session_created(&probe->log);
    return !probe->drawing || probe_drawing_create_swapchains(probe, probe->drawing);
}

static bool begin(struct probe *probe)
{
    XrSessionBeginInfo info = {.type = XR_TYPE_SESSION_BEGIN_INFO,
                               .primaryViewConfigurationType = probe->views};
    XrSecondaryViewConfigurationSessionBeginInfoMSFT observer = {
        .type = XR_TYPE_SECONDARY_VIEW_CONFIGURATION_SESSION_BEGIN_INFO_MSFT,
        .viewConfigurationCount = 1,
        .enabledViewConfigurationTypes = &(XrViewConfigurationType){PROBE_OBSERVER}};
    if (probe->options.layers & PROBE_LAYER_OBSERVER)
        info.next = &observer;
    if (!probe_check(probe, xrBeginSession(probe->session, &info), "xrBeginSession"))
        return false;
    probe->running = true;
    return true;
}

static bool change_state(struct probe *probe, const XrEventDataSessionStateChanged *event)
{
    probe->state = event->state;
    probe_report_session_state(&probe->log, event->state, event->time);
    switch (event->state) {
    case XR_SESSION_STATE_READY:
        return begin(probe);
    case XR_SESSION_STATE_STOPPING:
        probe->running = false;
        probe_pipeline_drain(probe);
        return probe_check(probe, xrEndSession(probe->session), "xrEndSession");
    case XR_SESSION_STATE_EXITING:
    case XR_SESSION_STATE_LOSS_PENDING:
        probe->running = false;
        probe->ended = true;
        return true;
    default:
        return true;
    }
}

static void report_recentre(struct probe *probe,
                            const XrEventDataReferenceSpaceChangePending *event)
{
    struct us_json_text *text = probe_report_begin(&probe->log, "space_change");
    us_json_text_string(text, "type", probe_report_reference_name(event->referenceSpaceType));
    us_json_text_integer(text, "wall_time_ns", event->changeTime);
    if (event->poseValid)
        probe_report_pose(text, "pose", &event->poseInPreviousSpace);
    probe_report_end(&probe->log);
}

static void report_presence(struct probe *probe, const XrEventDataUserPresenceChangedEXT *event)
{
    struct us_json_text *text = probe_report_begin(&probe->log, "presence");
    us_json_text_bool(text, "present", event->isUserPresent == XR_TRUE);
    probe_report_end(&probe->log);
}

bool probe_session_poll(struct probe *probe)
{
    if (probe_fault(probe, PROBE_FAULT_DEAF))
        return true;
    for (;;) {
        XrEventDataBuffer buffer = {.type = XR_TYPE_EVENT_DATA_BUFFER};
        XrResult result = xrPollEvent(probe->instance, &buffer);
        if (!probe_check(probe, result, "xrPollEvent"))
            return false;
        if (result == XR_EVENT_UNAVAILABLE)
            return true;
        switch ((int64_t)buffer.type) {
        case XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED:
            if (!change_state(probe, (const XrEventDataSessionStateChanged *)(void *)&buffer))
                return false;
            break;
        case XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED:
            probe->profiles_dirty = true;
            break;
        case XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING:
            report_recentre(probe, (const XrEventDataReferenceSpaceChangePending *)(void *)&buffer);
            break;
        case XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT:
            report_presence(probe, (const XrEventDataUserPresenceChangedEXT *)(void *)&buffer);
            break;
        case XR_TYPE_EVENT_DATA_DISPLAY_REFRESH_RATE_CHANGED_FB:
            probe_rates_report_change(
                probe, (const XrEventDataDisplayRefreshRateChangedFB *)(void *)&buffer);
            break;
        case XR_TYPE_EVENT_DATA_INSTANCE_LOSS_PENDING:
            probe->ended = true;
            break;
        default:
            break;
        }
    }
}
