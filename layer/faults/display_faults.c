/* SPDX-License-Identifier: MIT */
/*
 * display_faults: faults on purpose of the display: display times that the app misses (frame-drop),
 * and another refresh rate (refresh).
 *
 * A display time that the app is not to get is waited for and begun in the chain below, and never
 * ended: the next frame that begins replaces it (OpenXR 1.0, 10.2.3, XR_FRAME_DISCARDED). So the
 * display times of the app stay those of the chain below, in their order, and both clocks of
 * playback go on. The app is not told that a frame of the layer was discarded.
 *
 * With another refresh rate predictedDisplayPeriod is that of the rate. If the rate is lower than
 * that of the chain below, the app gets the display times that are nearest to those of the rate; if
 * it is higher, the app gets all that there are, and so misses some of its display. In a driven app
 * the frames of the drive count in place of the display times.
 *
 * With XR_FB_display_refresh_rate, which the app must have enabled and the chain below must have,
 * xrGetDisplayRefreshRateFB returns the rate, xrEnumerateDisplayRefreshRatesFB lists it at all
 * times, and xrRequestDisplayRefreshRateFB accepts it; session_events tells the event. Without it
 * the app only sees the period.
 *
 * With the fault mask, or where the person of a drive says so, xrGetVisibilityMaskKHR returns empty
 * masks.
 *
 * With --recorded events, xrGetDisplayRefreshRateFB returns the recorded rate, unless a fault sets
 * another one; the display times stay those of the chain below.
 *
 * The stage is on if a fault or the recorded script changes the display.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layer/answer/playback.h"
#include "layer/answer/scripted.h"
#include "layer/setup/stage.h"
#include "layer/state/session.h"
#include "platform/thread.h"
#include "platform/time.h"

enum { RATES_MAX = 64 };
/* How long xrWaitFrame waits for another thread to end its frame, in steps of 0.2 ms. */
enum { OPEN_STEPS = 5000, OPEN_STEP_NS = 200000 };

struct us_display_faults {
    struct us_dispatch next;
    /* Which functions change: display times, the rates to choose from, the rate, the mask. */
    bool has_times, has_rates, has_rate, has_mask;
    atomic_bool open_reported;
};

/* What the stage keeps with a session. */
struct session_display {
    atomic_bool is_open;           /* the app has begun a frame and not ended it */
    _Atomic uint64_t begin_thread; /* of the last xrBeginFrame; 0: none */
    /* The thread that waits for frames uses the following members. */
    uint32_t happened; /* a bit for each fault without a length that is over */
    double seen_s;     /* the recording's time at the last frame */
    XrTime due_ns;     /* the next display time with another refresh rate; 0: none */
};

/* NULL: the layer does not know the session, or memory ran out. */
static struct session_display *display_of(const struct us_session *session)
{
    return session != NULL ? session->node.kept[US_STAGE_DISPLAY] : NULL;
}

/* The newest instance's; a loader allows one instance at a time. The functions below are only given
 * out by an instance that has it. */
static const struct us_display_faults *current(void)
{
    return us_session_stage(NULL, US_STAGE_DISPLAY);
}

/* Inserts a rate unless it is there. The list is in ascending order. */
static void add_rate(float *rates_hz, uint32_t *count, float rate_hz)
{
    uint32_t at = 0;
    while (at < *count && rates_hz[at] < rate_hz)
        at++;
    if (at < *count && rates_hz[at] == rate_hz)
        return;
    memmove(rates_hz + at + 1, rates_hz + at, (*count - at) * sizeof *rates_hz);
    rates_hz[at] = rate_hz;
    (*count)++;
}

/* Inserts the rates of the faults. One that begins while the app is driven is not known before, so
 * its rate is there from its begin on, also when the recording of the drive plays. */
static void add_fault_rates(const struct us_session *session, float *rates_hz, uint32_t *count)
{
    if (session == NULL)
        return;
    const struct us_faults *list = &session->instance->faults;
    const struct us_script_now now = us_answer_scripted_now(session);
    for (unsigned i = 0; i < list->count; i++) {
        const struct us_fault *fault = &list->list[i];
        const bool is_known =
            !us_fault_is_added(fault) || (now.is_playing && now.recording_s >= fault->from_s);
        if (fault->kind == US_FAULT_REFRESH && is_known)
            add_rate(rates_hz, count, (float)fault->numbers[0]);
    }
}

static bool rate_is_of_fault(const struct us_session *session, float rate_hz)
{
    float rates_hz[US_FAULTS_MAX];
    uint32_t count = 0;
    add_fault_rates(session, rates_hz, &count);
    for (uint32_t i = 0; i < count; i++)
        if (rates_hz[i] == rate_hz)
            return true;
    return false;
}

/* Whether the app has no frame open that a frame of the layer would discard. Waits for another
 * thread that draws. An app may wait for a frame inside of the one before; then there is nobody to
 * wait for. */
static bool is_closed(const struct us_session *session)
{
    const struct session_display *display = display_of(session);
    for (int i = 0; i < OPEN_STEPS; i++) {
        if (!atomic_load(&display->is_open) ||
            atomic_load(&display->begin_thread) == us_thread_self())
            return true;
        us_time_sleep(OPEN_STEP_NS);
    }
    return false;
}

/* Leaves out the frame that was waited for, and waits for the next one. False if that is not
 * possible: the app gets this frame. `*result` is of xrWaitFrame. */
static bool leave_out(struct us_session *session, const XrFrameWaitInfo *info, XrFrameState *state,
                      XrResult *result)
{
    struct us_instance *instance = session->instance;
    struct us_display_faults *faults = instance->kept[US_STAGE_DISPLAY];
    const XrFrameBeginInfo begin = {.type = XR_TYPE_FRAME_BEGIN_INFO};
    if (!is_closed(session)) {
        if (!atomic_exchange(&faults->open_reported, true))
            us_message_log(&instance->log, US_MESSAGE_LOG_WARN,
                           "faults of the display: the app has not ended its frame within 1 s, so "
                           "it gets a display time that it should have missed");
        return false;
    }
    if (XR_FAILED(instance->next.xrBeginFrame(session->handle, &begin)))
        return false;
    *result = us_playback_wait(session, info, state);
    return XR_SUCCEEDED(*result);
}

/* How many display times the app misses before the next one that it gets. A fault without a length
 * happens once in each pass of the recording. */
static unsigned find_missed(struct us_session *session, XrTime time)
{
    const struct us_faults *faults = &session->instance->faults;
    struct session_display *display = display_of(session);
    struct us_clock_time at = us_playback_time(session, time);
    double missed = 0.0;
    if (at.phase != US_CLOCK_PLAYING || us_playback_is_live(session))
        return 0;
    if (at.recording_s < display->seen_s)
        display->happened = 0;
    display->seen_s = at.recording_s;
    for (unsigned i = 0; i < faults->count; i++) {
        const struct us_fault *fault = &faults->list[i];
        uint32_t bit = UINT32_C(1) << i;
        if (fault->kind != US_FAULT_FRAME_DROP || !us_fault_is_active(fault, at.recording_s) ||
            (display->happened & bit))
            continue;
        if (isinf(fault->length_s))
            display->happened |= bit;
        us_run_status_add_faults(session->instance->run_status, bit);
        if (fault->numbers[0] > missed)
            missed = fault->numbers[0];
    }
    return (unsigned)missed;
}

/* The time of a frame, by which another refresh rate leaves frames out; 0: none. The frames of a
 * driven app count: it gets the same ones however long its driver thinks, and when the recording
 * plays. */
static XrTime find_frame_time(const struct us_session *session, XrTime time)
{
    const struct us_instance *instance = session->instance;
    if (!instance->is_driven)
        return time;
    const double frame = us_playback_ask(session, time);
    return frame >= 0.0 ? 1 + (XrTime)llround(frame * 1e9 / instance->clock.frame_hz) : 0;
}

/* A fault may have begun with the last frame of the app when that was waited for already, such as
 * with playback: when the display shows the next one. 0: none has. */
static XrTime find_due(const struct us_session *session, XrDuration period_ns)
{
    const XrTime last = us_session_latest_ns(session);
    const XrTime time = find_frame_time(session, last);
    return time > 0 && us_playback_refresh_hz(session, last) > 0.0f ? time + period_ns : 0;
}

/* Whether the display with another refresh rate shows nothing at this time of the chain below.
 * Notes when it shows the next frame. */
static bool is_between(struct us_session *session, const XrFrameState *state)
{
    const struct us_instance *instance = session->instance;
    struct session_display *display = display_of(session);
    const XrTime time = find_frame_time(session, state->predictedDisplayTime);
    const XrDuration own_period_ns = instance->is_driven
                                         ? (XrDuration)llround(1e9 / instance->clock.frame_hz)
                                         : state->predictedDisplayPeriod;
    double rate_hz = (double)us_playback_refresh_hz(session, state->predictedDisplayTime);
    if (rate_hz <= 0.0 || time <= 0) {
        display->due_ns = 0;
        return false;
    }
    XrDuration period_ns = (XrDuration)llround(1e9 / rate_hz);
    if (display->due_ns == 0)
        display->due_ns = find_due(session, period_ns);
    if (display->due_ns > 0 && time < display->due_ns - own_period_ns / 2)
        return true;
    bool is_late = display->due_ns == 0 || time > display->due_ns + period_ns;
    display->due_ns = (is_late ? time : display->due_ns) + period_ns;
    return false;
}

/* Waits for the next frame that the display shows. */
static XrResult wait_shown(struct us_session *session, const XrFrameWaitInfo *info,
                           XrFrameState *state, XrResult result)
{
    while (XR_SUCCEEDED(result) && is_between(session, state) &&
           leave_out(session, info, state, &result))
        ;
    return result;
}

/* Notes the display's rate without faults. */
static void note_own_rate(struct us_session *session)
{
    const struct us_display_faults *faults = session->instance->kept[US_STAGE_DISPLAY];
    float rate_hz = 0.0f;
    if (faults->has_rate && faults->next.xrGetDisplayRefreshRateFB != NULL &&
        XR_SUCCEEDED(faults->next.xrGetDisplayRefreshRateFB(session->handle, &rate_hz)))
        atomic_store(&session->display_rate_hz, rate_hz);
}

static XrResult wait_frame(struct us_session *session, const XrFrameWaitInfo *info,
                           XrFrameState *state)
{
    XrResult result = us_playback_wait(session, info, state);
    if (display_of(session) == NULL)
        return result;
    result = wait_shown(session, info, state, result);
    if (XR_FAILED(result))
        return result;
    unsigned missed = find_missed(session, state->predictedDisplayTime);
    while (missed > 0 && leave_out(session, info, state, &result)) {
        result = wait_shown(session, info, state, result);
        missed--;
    }
    /* Where the layer supplies the extension, the rate is that of the frames. */
    if (us_extensions_is_supplied(session->instance->bindings.extensions,
                                  US_EXTENSION_REFRESH_RATE))
        note_own_rate(session);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL display_xrCreateSession(XrInstance handle,
                                                              const XrSessionCreateInfo *info,
                                                              XrSession *session_handle)
{
    const struct us_display_faults *faults = current();
    US_RETURN_IF_INVALID(faults);
    XrResult result = faults->next.xrCreateSession(handle, info, session_handle);
    struct us_session *session = XR_SUCCEEDED(result) ? us_session_find(*session_handle) : NULL;
    if (session != NULL)
        us_handle_table_keep(&session->node, US_STAGE_DISPLAY,
                             calloc(1, sizeof(struct session_display)));
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL display_xrBeginSession(XrSession handle,
                                                             const XrSessionBeginInfo *info)
{
    const struct us_display_faults *faults = current();
    struct us_session *session = us_session_find(handle);
    US_RETURN_IF_INVALID(faults);
    struct session_display *display = display_of(session);
    if (display != NULL) {
        atomic_store(&display->is_open, false);
        display->seen_s = 0.0;
        display->due_ns = 0;
    }
    XrResult result = faults->next.xrBeginSession(handle, info);
    if (XR_SUCCEEDED(result) && display != NULL)
        display->happened = session->carried_ns > 0 ? us_faults_over(&session->instance->faults,
                                                                     us_playback_from_s(session))
                                                    : 0;
    if (XR_SUCCEEDED(result) && session != NULL)
        note_own_rate(session);
    return result;
}

/* Only a frame of the app counts as discarded. */
static XRAPI_ATTR XrResult XRAPI_CALL display_xrBeginFrame(XrSession handle,
                                                           const XrFrameBeginInfo *info)
{
    const struct us_display_faults *faults = current();
    struct session_display *display = display_of(us_session_find(handle));
    US_RETURN_IF_INVALID(faults);
    XrResult result = faults->next.xrBeginFrame(handle, info);
    if (XR_FAILED(result) || display == NULL)
        return result;
    atomic_store(&display->begin_thread, us_thread_self());
    bool was_open = atomic_exchange(&display->is_open, true);
    return result == XR_FRAME_DISCARDED && !was_open ? XR_SUCCESS : result;
}

static XRAPI_ATTR XrResult XRAPI_CALL display_xrEndFrame(XrSession handle,
                                                         const XrFrameEndInfo *info)
{
    const struct us_display_faults *faults = current();
    struct session_display *display = display_of(us_session_find(handle));
    US_RETURN_IF_INVALID(faults);
    XrResult result = faults->next.xrEndFrame(handle, info);
    if (XR_SUCCEEDED(result) && display != NULL)
        atomic_store(&display->is_open, false);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL display_xrGetDisplayRefreshRateFB(XrSession handle,
                                                                        float *rate_hz)
{
    const struct us_display_faults *faults = current();
    const struct us_session *session = us_session_find(handle);
    US_RETURN_IF_INVALID(faults);
    XrResult result = faults->next.xrGetDisplayRefreshRateFB(handle, rate_hz);
    if (XR_FAILED(result) || session == NULL)
        return result;
    float fault_hz = us_playback_refresh_hz(session, us_session_latest_ns(session));
    float recorded_hz = us_answer_scripted_recorded_rate_hz(session);
    if (fault_hz > 0.0f || recorded_hz > 0.0f)
        *rate_hz = fault_hz > 0.0f ? fault_hz : recorded_hz;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL display_xrEnumerateDisplayRefreshRatesFB(XrSession handle,
                                                                               uint32_t capacity,
                                                                               uint32_t *out_count,
                                                                               float *rates_hz)
{
    const struct us_display_faults *faults = current();
    float all_hz[RATES_MAX + US_FAULTS_MAX];
    uint32_t count = 0;
    US_RETURN_IF_INVALID(faults);
    if (out_count == NULL || (capacity > 0 && rates_hz == NULL))
        return faults->next.xrEnumerateDisplayRefreshRatesFB(handle, capacity, out_count, rates_hz);
    XrResult result =
        faults->next.xrEnumerateDisplayRefreshRatesFB(handle, RATES_MAX, &count, all_hz);
    /* There is no room for those of the faults as well. */
    if (result == XR_ERROR_SIZE_INSUFFICIENT)
        return faults->next.xrEnumerateDisplayRefreshRatesFB(handle, capacity, out_count, rates_hz);
    if (XR_FAILED(result))
        return result;
    add_fault_rates(us_session_find(handle), all_hz, &count);
    *out_count = count;
    if (capacity > 0 && capacity < count)
        return XR_ERROR_SIZE_INSUFFICIENT;
    if (capacity > 0)
        memcpy(rates_hz, all_hz, count * sizeof *rates_hz);
    return result;
}

/* A rate that only a fault has is no rate of the chain below, which keeps its own: a request need
 * not be followed. */
static XRAPI_ATTR XrResult XRAPI_CALL display_xrRequestDisplayRefreshRateFB(XrSession handle,
                                                                            float rate_hz)
{
    const struct us_display_faults *faults = current();
    US_RETURN_IF_INVALID(faults);
    XrResult result = faults->next.xrRequestDisplayRefreshRateFB(handle, rate_hz);
    bool is_of_fault = result == XR_ERROR_DISPLAY_REFRESH_RATE_UNSUPPORTED_FB &&
                       rate_is_of_fault(us_session_find(handle), rate_hz);
    return is_of_fault ? XR_SUCCESS : result;
}

/* Without a mask the whole of each view can be seen. */
static XRAPI_ATTR XrResult XRAPI_CALL
display_xrGetVisibilityMaskKHR(XrSession handle, XrViewConfigurationType view_type, uint32_t view,
                               XrVisibilityMaskTypeKHR type, XrVisibilityMaskKHR *mask)
{
    const struct us_display_faults *faults = current();
    const struct us_session *session = us_session_find(handle);
    US_RETURN_IF_INVALID(faults);
    XrResult result = faults->next.xrGetVisibilityMaskKHR(handle, view_type, view, type, mask);
    if (XR_SUCCEEDED(result) && session != NULL && !us_answer_scripted_has_mask(session))
        mask->vertexCountOutput = mask->indexCountOutput = 0;
    return result;
}

static bool changes(const struct us_instance *instance, enum us_function function, bool is_there)
{
    const struct us_display_faults *faults = instance->kept[US_STAGE_DISPLAY];
    switch ((int)function) {
    case US_FUNCTION_xrGetDisplayRefreshRateFB:
        return is_there && faults->has_rate;
    case US_FUNCTION_xrEnumerateDisplayRefreshRatesFB:
    case US_FUNCTION_xrRequestDisplayRefreshRateFB:
        return is_there && faults->has_rates;
    case US_FUNCTION_xrGetVisibilityMaskKHR:
        return is_there && faults->has_mask;
    default:
        return is_there && faults->has_times;
    }
}

static bool open_display(struct us_instance *instance, const XrInstanceCreateInfo *info,
                         const struct us_dispatch *below)
{
    (void)info;
    /* While an app is driven, a fault may come at any time. */
    bool is_driven = instance->drive != NULL;
    bool has_rates = is_driven || us_faults_has(&instance->faults, US_FAULT_REFRESH);
    bool has_times = has_rates || us_faults_has(&instance->faults, US_FAULT_FRAME_DROP);
    bool has_mask = us_faults_has(&instance->faults, US_FAULT_MASK) || instance->loaded.is_driven;
    bool is_recorded =
        instance->scripts.of[US_SCRIPT_RECORDED] != NULL && !instance->loaded.is_driven;
    if (!has_times && !has_mask && !is_recorded)
        return false;
    struct us_display_faults *faults = calloc(1, sizeof *faults);
    if (faults == NULL) {
        us_message_log(&instance->log, US_MESSAGE_LOG_ERROR,
                       "out of memory: no fault changes the display");
        return false;
    }
    instance->kept[US_STAGE_DISPLAY] = faults;
    faults->next = *below;
    faults->has_times = has_times;
    faults->has_rates = has_rates;
    faults->has_rate = has_rates || is_recorded;
    faults->has_mask = has_mask;
    if (has_times && instance->next.xrBeginFrame != NULL)
        instance->wait_frame = wait_frame;
    return true;
}

static void close_display(struct us_instance *instance)
{
    free(instance->kept[US_STAGE_DISPLAY]);
    instance->kept[US_STAGE_DISPLAY] = NULL;
}

static const struct us_handler handlers[] = {
    US_HANDLER(xrCreateSession, display_xrCreateSession),
    US_HANDLER(xrBeginSession, display_xrBeginSession),
    US_HANDLER(xrBeginFrame, display_xrBeginFrame),
    US_HANDLER(xrEndFrame, display_xrEndFrame),
    US_HANDLER(xrGetDisplayRefreshRateFB, display_xrGetDisplayRefreshRateFB),
    US_HANDLER(xrEnumerateDisplayRefreshRatesFB, display_xrEnumerateDisplayRefreshRatesFB),
    US_HANDLER(xrRequestDisplayRefreshRateFB, display_xrRequestDisplayRefreshRateFB),
    US_HANDLER(xrGetVisibilityMaskKHR, display_xrGetVisibilityMaskKHR),
    US_HANDLERS_END,
};

const struct us_stage us_display_faults_stage = {
    open_display, close_display, changes, (const struct us_handler *const[]){handlers, NULL}};
