/* SPDX-License-Identifier: MIT */
#include "layer/hooks/hooks.h"

#include "layer/base/next_chain.h"
#include "layer/state/instance.h"
#include "layer/state/session.h"
#include "layer/screenshots/screenshots.h"
#include "layer/answer/playback.h"
#include "layer/answer/scripted.h"

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrDestroyInstance(XrInstance handle)
{
    struct us_instance *instance = us_instance_find(handle);
    if (instance == NULL || instance->destroy_below == NULL)
        return XR_ERROR_HANDLE_INVALID;
    us_playback_stop_waiting(instance);
    struct us_node *list = us_handle_table_detach(&instance->node);
    us_screenshots_stop_list(list);
    XrResult result = instance->destroy_below(handle);
    if (XR_FAILED(result)) {
        us_handle_table_restore(list);
        return result;
    }
    if (atomic_load(&instance->counts.ended))
        us_run_status_add_exit(instance->run_status);
    us_screenshots_report_missing(instance);
    us_not_started_keep_list(list);
    if (instance->observer != NULL)
        instance->observer->on_instance_end(instance);
    us_not_started_log(instance);
    us_instance_log_summary(instance);
    us_handle_table_free(list);
    return result;
}

/* What a chained struct says of an extension, if the app enabled it: support where something plays
 * for it, and none where only the layer has it. */
static void overlay_support(const struct us_instance *instance, void *chain, XrStructureType type,
                            enum us_extension extension, bool plays)
{
    struct us_extensions extensions = instance->bindings.extensions;
    XrBool32 *supports = us_next_chain_find_support(chain, type);
    if (supports != NULL && us_extensions_is_enabled(extensions, extension) &&
        (plays || us_extensions_is_supplied(extensions, extension)))
        *supports = plays ? XR_TRUE : XR_FALSE;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrGetSystemProperties(XrInstance handle,
                                                                 XrSystemId system,
                                                                 XrSystemProperties *properties)
{
    struct us_instance *instance = us_instance_find(handle);
    US_RETURN_IF_INVALID(instance);
    XrResult result = instance->next.xrGetSystemProperties(handle, system, properties);
    if (XR_FAILED(result))
        return result;
    overlay_support(instance, properties->next, XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT,
                    US_EXTENSION_HAND_TRACKING, instance->bindings.plays.hands);
    overlay_support(instance, properties->next, XR_TYPE_SYSTEM_EYE_GAZE_INTERACTION_PROPERTIES_EXT,
                    US_EXTENSION_EYE_GAZE, instance->bindings.plays.gaze);
    overlay_support(instance, properties->next, XR_TYPE_SYSTEM_USER_PRESENCE_PROPERTIES_EXT,
                    US_EXTENSION_USER_PRESENCE,
                    us_session_scripts_tell_presence(&instance->scripts));
    if (instance->bindings.plays.head) {
        properties->trackingProperties.orientationTracking = XR_TRUE;
        properties->trackingProperties.positionTracking = XR_TRUE;
    }
    return result;
}

/* The chain below, or --start force-focus, gives a session state. False if the app is not told;
 * otherwise it is told `*out_state`. Under the lock of the handle table. */
static bool give_state(struct us_session *session, XrSessionState given, XrSessionState *out_state)
{
    atomic_store_explicit(&session->focused, given == XR_SESSION_STATE_FOCUSED,
                          memory_order_release);
    if (!us_script_state_report(&session->events.states, given, out_state))
        return false;
    us_session_on_state_told(session, *out_state);
    return true;
}

/* Handles a session state event. False if the app must not get it. */
static bool observe_state(const struct us_instance *instance,
                          XrEventDataSessionStateChanged *changed)
{
    bool pass_on = true;
    XrSessionState state = changed->state;
    /* Another thread may be destroying that session, so the lock is held. */
    us_handle_table_lock();
    struct us_session *session = us_session_find(changed->session);
    if (session != NULL) {
        us_runtime_time_note(&session->runtime_time, changed->time);
        pass_on =
            us_focus_on_event(&session->focus, changed->state, changed->time, &changed->state) &&
            give_state(session, changed->state, &changed->state);
    }
    us_handle_table_unlock();
    us_message_log(&instance->log, US_MESSAGE_LOG_DEBUG, "session state %d%s", (int)state,
                   pass_on ? "" : ": not passed on now");
    return pass_on;
}

/* Handles a change of a reference space. False if the app must not get it: virtual spaces do not
 * change with the runtime's. */
static bool observe_change(const struct us_instance *instance,
                           const XrEventDataReferenceSpaceChangePending *changed)
{
    struct us_pose pose;
    us_handle_table_lock();
    const struct us_session *session = us_session_find(changed->session);
    bool is_ours = session != NULL && us_virtual_spaces_find(&session->virtual_spaces,
                                                             changed->referenceSpaceType, &pose);
    us_handle_table_unlock();
    us_message_log(&instance->log, US_MESSAGE_LOG_DEBUG,
                   "the runtime's reference space %d changes%s", (int)changed->referenceSpaceType,
                   is_ours ? ": not passed on, because virtual spaces do not change" : "");
    return !is_ours;
}

/* False if the session plays input: then the layer sends these events itself
 * (current_profile.h). */
static bool observe_profile(const XrEventDataInteractionProfileChanged *changed)
{
    us_handle_table_lock();
    struct us_session *session = us_session_find(changed->session);
    bool is_ours = session != NULL && atomic_load(&session->profiles) != NULL;
    us_handle_table_unlock();
    return !is_ours;
}

struct new_rate {
    const struct us_instance *instance;
    float rate_hz;
    bool pass_on;
};

static void visit_rate(struct us_node *node, void *data)
{
    struct new_rate *rate = data;
    struct us_session *session = (struct us_session *)node;
    if (session->instance != rate->instance)
        return;
    atomic_store(&session->display_rate_hz, rate->rate_hz);
    if (us_playback_refresh_hz(session, us_session_latest_ns(session)) > 0.0f)
        rate->pass_on = false;
    else
        us_session_events_on_rate(&session->events, rate->rate_hz);
}

/* Handles a new refresh rate of the display. False if the app must not get it, because a fault sets
 * another one; the app is told when that ends. */
static bool observe_rate(const struct us_instance *instance,
                         const XrEventDataDisplayRefreshRateChangedFB *changed)
{
    struct new_rate rate = {instance, changed->toDisplayRefreshRate, true};
    /* While an app is driven, such a fault may come. */
    if (instance->drive != NULL || us_faults_has(&instance->faults, US_FAULT_REFRESH))
        us_handle_table_each(US_HANDLE_SESSION, visit_rate, &rate);
    return rate.pass_on;
}

static bool observe_event(const struct us_instance *instance, XrEventDataBuffer *event)
{
    if (event->type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED)
        return observe_state(instance, (XrEventDataSessionStateChanged *)event);
    if (event->type == XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING)
        return observe_change(instance, (const XrEventDataReferenceSpaceChangePending *)event);
    if (event->type == XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED)
        return observe_profile((const XrEventDataInteractionProfileChanged *)event);
    if (event->type == XR_TYPE_EVENT_DATA_DISPLAY_REFRESH_RATE_CHANGED_FB)
        return observe_rate(instance, (const XrEventDataDisplayRefreshRateChangedFB *)event);
    /* A script that tells presence tells all of it. */
    if (event->type == XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT)
        return !us_session_scripts_tell_presence(&instance->scripts);
    return true;
}

struct forced_state {
    const struct us_instance *instance;
    XrEventDataSessionStateChanged *out;
    bool idle, taken;
};

static void visit_forced(struct us_node *node, void *data)
{
    struct forced_state *wanted = data;
    struct us_session *session = (struct us_session *)node;
    XrSessionState state;
    if (wanted->taken || session->instance != wanted->instance ||
        !us_focus_next(&session->focus, wanted->idle, &state) ||
        !give_state(session, state, &state))
        return;
    int64_t latest = us_session_latest_ns(session);
    wanted->taken = true;
    wanted->out->type = XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED;
    wanted->out->next = NULL;
    wanted->out->session = session->handle;
    wanted->out->state = state;
    wanted->out->time = session->focus.time > latest ? session->focus.time : latest;
}

/* Writes a state event of --start force-focus. `idle`: the chain below has no event. */
static bool take_forced_state(const struct us_instance *instance, bool idle,
                              XrEventDataBuffer *event)
{
    if (!instance->settings.force_focus || event == NULL)
        return false;
    struct forced_state wanted = {instance, (XrEventDataSessionStateChanged *)event, idle, false};
    us_handle_table_each(US_HANDLE_SESSION, visit_forced, &wanted);
    if (wanted.taken && idle)
        us_message_log(&instance->log, US_MESSAGE_LOG_WARN,
                       "the runtime does not report %s: --start force-focus "
                       "(UNDERSTUDY_FORCE_FOCUS=1) reports it "
                       "to the app",
                       wanted.out->state == XR_SESSION_STATE_FOCUSED ? "FOCUSED" : "VISIBLE");
    return wanted.taken;
}

struct scripted_event {
    const struct us_instance *instance;
    XrEventDataBuffer *out;
    bool taken;
    XrSession exiting; /* the chain below is to be asked to end this session */
};

static void visit_scripted(struct us_node *node, void *data)
{
    struct scripted_event *wanted = data;
    struct us_session *session = (struct us_session *)node;
    if (wanted->taken || session->instance != wanted->instance)
        return;
    struct us_session_events *events = &session->events;
    struct us_script_now now = us_answer_scripted_now(session);
    wanted->taken = us_session_events_next(events, session->handle, &now, wanted->out);
    if (events->wants_exit && us_session_claim_exit(session))
        wanted->exiting = session->handle;
    if (events->fault_ends)
        us_playback_carry(session);
    events->wants_exit = events->fault_ends = false;
    if (!wanted->taken || wanted->out->type != XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED)
        return;
    const XrEventDataSessionStateChanged *changed =
        (const XrEventDataSessionStateChanged *)wanted->out;
    us_session_on_state_told(session, changed->state);
}

/* Writes an event that a script tells (session_events.h). */
static bool take_scripted_event(const struct us_instance *instance, XrEventDataBuffer *event)
{
    struct scripted_event wanted = {instance, event, false, XR_NULL_HANDLE};
    if (!us_session_scripts_any(&instance->scripts))
        return false;
    us_handle_table_each(US_HANDLE_SESSION, visit_scripted, &wanted);
    if (wanted.exiting == XR_NULL_HANDLE || instance->next.xrRequestExitSession == NULL)
        return wanted.taken;
    XrResult result = instance->next.xrRequestExitSession(wanted.exiting);
    if (XR_FAILED(result))
        us_message_log(&instance->log, US_MESSAGE_LOG_WARN,
                       "the session cannot be ended as the script says: xrRequestExitSession "
                       "fails with %d; end the app yourself",
                       (int)result);
    return wanted.taken;
}

/* Writes an event of the layer's own. The chain below has no event at that time, so the order of
 * its state events is kept. */
static bool take_own_event(struct us_instance *instance, XrEventDataBuffer *event)
{
    XrSession session;
    while (us_instance_pop_event(instance, &session)) {
        us_handle_table_lock();
        const struct us_session *found = us_session_find(session);
        bool running = found != NULL && atomic_load(&found->running);
        us_handle_table_unlock();
        if (!running)
            continue;
        XrEventDataInteractionProfileChanged *changed =
            (XrEventDataInteractionProfileChanged *)event;
        changed->type = XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED;
        changed->next = NULL;
        changed->session = session;
        return true;
    }
    return false;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrPollEvent(XrInstance handle, XrEventDataBuffer *event)
{
    struct us_instance *instance = us_instance_find(handle);
    US_RETURN_IF_INVALID(instance);
    if (event == NULL)
        return instance->next.xrPollEvent(handle, event);
    us_not_started_poll(instance);
    if (take_scripted_event(instance, event) || take_forced_state(instance, false, event))
        return XR_SUCCESS;
    for (;;) {
        XrStructureType type = event->type;
        XrResult result = instance->next.xrPollEvent(handle, event);
        if (result == XR_EVENT_UNAVAILABLE)
            return take_forced_state(instance, true, event) || take_own_event(instance, event)
                       ? XR_SUCCESS
                       : result;
        if (XR_FAILED(result) || observe_event(instance, event))
            return result;
        event->type = type;
    }
}

const struct us_handler us_hooks_instance[] = {
    US_HANDLER(xrDestroyInstance, hook_xrDestroyInstance),
    US_HANDLER(xrGetSystemProperties, hook_xrGetSystemProperties),
    US_HANDLER(xrPollEvent, hook_xrPollEvent),
    US_HANDLERS_END,
};
