/* SPDX-License-Identifier: MIT */
/* Taps of xrWaitFrame, xrBeginFrame and xrEndFrame. */
#include <math.h>

#include "layer/answer/playback.h"
#include "layer/eventlog/event_log.h"

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrWaitFrame(XrSession handle, const XrFrameWaitInfo *info,
                                                      XrFrameState *state)
{
    struct us_session *session = us_session_find(handle);
    struct us_event_log *log = us_event_log_of_session(session);
    if (log == NULL)
        return XR_ERROR_HANDLE_INVALID;
    /* With the frame clock, logs are compared, so no event may be dropped. This call waits until
     * the ring has room for a frame. */
    if (log->instance->clock.kind == US_CLOCK_FRAME)
        us_journal_make_room(log->journal);
    if (session != NULL)
        us_event_log_enter_wait_frame(session);
    XrResult result = log->next.xrWaitFrame(handle, info, state);
    us_event_log_result(log, session, US_TAP_xrWaitFrame, result);
    if (XR_SUCCEEDED(result) && session != NULL)
        us_event_log_wait(log, session, state);
    return result;
}

/* Stores the frame on entry, because another thread may wait for the next frame as soon as this
 * call returns. */
static XRAPI_ATTR XrResult XRAPI_CALL tap_xrBeginFrame(XrSession handle,
                                                       const XrFrameBeginInfo *info)
{
    struct us_session *session = us_session_find(handle);
    struct us_event_log *log = us_event_log_of_session(session);
    if (log == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (session != NULL)
        us_event_log_enter_begin_frame(session);
    XrResult result = log->next.xrBeginFrame(handle, info);
    us_event_log_result(log, session, US_TAP_xrBeginFrame, result);
    return result;
}

static struct us_log_event_layer read_layer(const XrCompositionLayerBaseHeader *layer)
{
    const struct us_space *space = layer != NULL ? us_space_find(layer->space) : NULL;
    return (struct us_log_event_layer){layer != NULL ? layer->type : XR_TYPE_UNKNOWN,
                                       space != NULL ? space->number : 0, 0};
}

static void read_layers(struct us_log_event *event, const XrFrameEndInfo *info)
{
    event->of.submit.layer_count = info->layers != NULL ? info->layerCount : 0;
    for (uint32_t i = 0; i < event->of.submit.layer_count && i < US_LOG_EVENT_LAYERS_MAX; i++)
        event->of.submit.layers[i] = read_layer(info->layers[i]);
}

/* Copies the poses of a layer, at most `room`. Only layers of known types have poses. */
static uint8_t read_poses(const XrCompositionLayerBaseHeader *layer, XrPosef *out, uint32_t room)
{
    if (layer == NULL || room == 0)
        return 0;
    switch ((int64_t)layer->type) {
    case XR_TYPE_COMPOSITION_LAYER_PROJECTION: {
        const XrCompositionLayerProjection *projection = (const void *)layer;
        uint32_t count = projection->views != NULL ? projection->viewCount : 0;
        for (uint32_t i = 0; i < count && i < room; i++)
            out[i] = projection->views[i].pose;
        return (uint8_t)(count < room ? count : room);
    }
    case XR_TYPE_COMPOSITION_LAYER_QUAD:
        *out = ((const XrCompositionLayerQuad *)(const void *)layer)->pose;
        return 1;
    case XR_TYPE_COMPOSITION_LAYER_CYLINDER_KHR:
        *out = ((const XrCompositionLayerCylinderKHR *)(const void *)layer)->pose;
        return 1;
    case XR_TYPE_COMPOSITION_LAYER_EQUIRECT_KHR:
        *out = ((const XrCompositionLayerEquirectKHR *)(const void *)layer)->pose;
        return 1;
    case XR_TYPE_COMPOSITION_LAYER_EQUIRECT2_KHR:
        *out = ((const XrCompositionLayerEquirect2KHR *)(const void *)layer)->pose;
        return 1;
    case XR_TYPE_COMPOSITION_LAYER_CUBE_KHR:
        *out = (XrPosef){((const XrCompositionLayerCubeKHR *)(const void *)layer)->orientation,
                         {0.0f, 0.0f, 0.0f}};
        return 1;
    default:
        return 0;
    }
}

static uint64_t hash_layer_types(const XrFrameEndInfo *info)
{
    uint64_t hash = 1469598103934665603u;
    uint32_t count = info->layers != NULL ? info->layerCount : 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t type = info->layers[i] != NULL ? (uint32_t)info->layers[i]->type : 0;
        hash = (hash ^ (type + 1u)) * 1099511628211u;
    }
    return hash | 1;
}

static void write_layer_types(struct us_event_log *log, struct us_session *session, int64_t frame,
                              const XrFrameEndInfo *info)
{
    uint64_t types = hash_layer_types(info);
    if (atomic_exchange_explicit(&session->log_state.layers, types, memory_order_relaxed) == types)
        return;
    struct us_log_event *event =
        us_event_log_begin(log, session, US_LOG_EVENT_LEVEL_EVENTS, US_LOG_EVENT_LAYERS);
    if (event == NULL)
        return;
    event->frame = frame;
    read_layers(event, info);
    us_journal_commit(event);
}

/* The frame that xrEndFrame belongs to: the frame whose display time it passes. If no frame has
 * that time, it is the frame of the last xrBeginFrame, and the submission is stray. */
struct owner {
    int64_t frame;
    bool is_stray;
};

static struct owner find_owner(const struct us_session *session, XrTime time)
{
    double position = 0.0;
    bool known = us_frame_history_position(&session->frame_history, time, &position);
    uint64_t count = atomic_load_explicit(&session->frame_history.count, memory_order_relaxed);
    if (known && position == floor(position) && position >= 0.0 && position < (double)count)
        return (struct owner){us_log_frame_at(session, time), false};
    return (struct owner){atomic_load_explicit(&session->log_state.begun, memory_order_relaxed),
                          known};
}

/* Written once, because an app that does this does it in every frame. */
static void write_stray(struct us_event_log *log, struct us_session *session, int64_t frame)
{
    struct us_event_log_line line;
    if (atomic_exchange_explicit(&session->log_state.stray_written, true, memory_order_relaxed) ||
        !us_event_log_line_begin(&line, log, session, "odd"))
        return;
    line.event->frame = frame;
    us_json_text_string(&line.text, "what",
                        "xrEndFrame: displayTime is the time of no frame that the app waited for");
    us_event_log_line_end(&line);
}

static void write_submit(struct us_event_log *log, const struct us_session *session,
                         struct owner owner, const XrFrameEndInfo *info, XrResult result)
{
    struct us_log_event *event =
        us_event_log_begin(log, session, US_LOG_EVENT_LEVEL_FRAMES, US_LOG_EVENT_SUBMIT);
    if (event == NULL)
        return;
    event->frame = owner.frame;
    event->of.submit.ask = us_playback_ask(session, info != NULL ? info->displayTime : 0);
    event->of.submit.at_s = us_event_log_time_played(session, info != NULL ? info->displayTime : 0);
    event->of.submit.is_stray = owner.is_stray;
    event->of.submit.result = result;
    event->of.submit.layer_count = 0;
    /* If the call failed, the layers may not be readable. */
    if (info != NULL && XR_SUCCEEDED(result))
        read_layers(event, info);
    uint32_t used = 0;
    for (uint32_t i = 0; i < event->of.submit.layer_count && i < US_LOG_EVENT_LAYERS_MAX; i++) {
        uint8_t count = read_poses(info->layers[i], event->of.submit.poses + used,
                                   US_LOG_EVENT_POSES_MAX - used);
        event->of.submit.layers[i].pose_count = count;
        used += count;
    }
    us_journal_commit(event);
}

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrEndFrame(XrSession handle, const XrFrameEndInfo *info)
{
    struct us_session *session = us_session_find(handle);
    struct us_event_log *log = us_event_log_of_session(session);
    if (log == NULL)
        return XR_ERROR_HANDLE_INVALID;
    XrResult result = log->next.xrEndFrame(handle, info);
    if (session == NULL) {
        us_event_log_result(log, NULL, US_TAP_xrEndFrame, result);
        return result;
    }
    struct owner owner = find_owner(session, info != NULL ? info->displayTime : 0);
    us_event_log_result_in(log, session, US_TAP_xrEndFrame, result, owner.frame);
    if (owner.is_stray)
        write_stray(log, session, owner.frame);
    if (info != NULL && XR_SUCCEEDED(result))
        write_layer_types(log, session, owner.frame, info);
    write_submit(log, session, owner, info, result);
    return result;
}

const struct us_tap_function us_tap_frame[] = {
    US_TAP_FUNCTION(xrWaitFrame),
    US_TAP_FUNCTION(xrBeginFrame),
    US_TAP_FUNCTION(xrEndFrame),
    US_TAP_FUNCTIONS_END,
};
