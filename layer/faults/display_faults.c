/* SPDX-License-Identifier: MIT */
#include "layer/faults/display_faults.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "layer/answer/playback.h"
#include "layer/answer/scripted.h"
#include "layer/state/session.h"

enum { RATES_MAX = 64 };
/* How long xrWaitFrame waits for another thread to end its frame, in steps of 0.2 ms. */
enum { OPEN_STEPS = 5000, OPEN_STEP_NS = 200000 };

struct us_display_faults {
    PFN_xrBeginSession begin_session;
    PFN_xrBeginFrame begin_frame;
    PFN_xrEndFrame end_frame;
    PFN_xrGetDisplayRefreshRateFB get_rate;
    PFN_xrEnumerateDisplayRefreshRatesFB list_rates;
    PFN_xrRequestDisplayRefreshRateFB request_rate;
    PFN_xrBeginFrame begin_below; /* of the chain below */
    uint32_t rate_count;
    float rates_hz[US_FAULTS_MAX]; /* of the faults, each once, in ascending order */
    atomic_bool open_reported;
};

/* The newest instance's; a loader allows one instance at a time. The functions below are only given
 * out by an instance that has it. */
static const struct us_display_faults *current(void)
{
    const struct us_instance *instance = us_instance_fallback();
    return instance != NULL ? instance->display_faults : NULL;
}

static bool rate_is_of_fault(const struct us_display_faults *faults, float rate_hz)
{
    for (uint32_t i = 0; i < faults->rate_count; i++)
        if (faults->rates_hz[i] == rate_hz)
            return true;
    return false;
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

/* Whether the app has no frame open that a frame of the layer would discard. Waits for another
 * thread that draws. An app may wait for a frame inside of the one before; then there is nobody to
 * wait for. */
static bool is_closed(const struct us_session *session)
{
    const struct us_session_display *display = &session->display;
    const struct timespec step = {0, OPEN_STEP_NS};
    for (int i = 0; i < OPEN_STEPS; i++) {
        if (!atomic_load(&display->is_open) ||
            atomic_load(&display->begin_thread) == (uintptr_t)pthread_self())
            return true;
        nanosleep(&step, NULL);
    }
    return false;
}

/* Leaves out the frame that was waited for, and waits for the next one. False if that is not
 * possible: the app gets this frame. `*result` is of xrWaitFrame. */
static bool leave_out(struct us_session *session, const XrFrameWaitInfo *info, XrFrameState *state,
                      XrResult *result)
{
    struct us_instance *instance = session->instance;
    struct us_display_faults *faults = instance->display_faults;
    const XrFrameBeginInfo begin = {.type = XR_TYPE_FRAME_BEGIN_INFO};
    if (!is_closed(session)) {
        if (!atomic_exchange(&faults->open_reported, true))
            us_message_log(&instance->log, US_MESSAGE_LOG_WARN,
                           "faults of the display: the app has not ended its frame within 1 s, so "
                           "it gets a display time that it should have missed");
        return false;
    }
    if (XR_FAILED(faults->begin_below(session->handle, &begin)))
        return false;
    *result = us_playback_wait(session, info, state);
    return XR_SUCCEEDED(*result);
}

/* How many display times the app misses before the next one that it gets. A fault without a length
 * happens once in each pass of the recording. */
static unsigned find_missed(struct us_session *session, XrTime time)
{
    const struct us_faults *faults = &session->instance->faults;
    struct us_session_display *display = &session->display;
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
        if (fault->numbers[0] > missed)
            missed = fault->numbers[0];
    }
    return (unsigned)missed;
}

/* Whether the display with another refresh rate shows nothing at this time of the chain below.
 * Notes when it shows the next frame. */
static bool is_between(struct us_session *session, const XrFrameState *state)
{
    struct us_session_display *display = &session->display;
    XrTime time = state->predictedDisplayTime;
    double rate_hz = (double)us_scripted_refresh_hz(session, time);
    if (rate_hz <= 0.0) {
        display->due_ns = 0;
        return false;
    }
    XrDuration period_ns = (XrDuration)llround(1e9 / rate_hz);
    if (display->due_ns > 0 && time < display->due_ns - state->predictedDisplayPeriod / 2)
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

static XrResult wait_frame(struct us_session *session, const XrFrameWaitInfo *info,
                           XrFrameState *state)
{
    XrResult result = wait_shown(session, info, state, us_playback_wait(session, info, state));
    if (XR_FAILED(result))
        return result;
    unsigned missed = find_missed(session, state->predictedDisplayTime);
    while (missed > 0 && leave_out(session, info, state, &result)) {
        result = wait_shown(session, info, state, result);
        missed--;
    }
    double rate_hz = XR_SUCCEEDED(result)
                         ? (double)us_scripted_refresh_hz(session, state->predictedDisplayTime)
                         : 0.0;
    if (rate_hz > 0.0)
        state->predictedDisplayPeriod = (XrDuration)llround(1e9 / rate_hz);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL display_xrBeginSession(XrSession handle,
                                                             const XrSessionBeginInfo *info)
{
    const struct us_display_faults *faults = current();
    struct us_session *session = us_session_find(handle);
    if (faults == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (session != NULL) {
        struct us_session_display *display = &session->display;
        atomic_store(&display->is_open, false);
        display->happened = 0;
        display->seen_s = 0.0;
        display->due_ns = 0;
    }
    XrResult result = faults->begin_session(handle, info);
    float rate_hz = 0.0f;
    if (XR_SUCCEEDED(result) && session != NULL && faults->get_rate != NULL &&
        XR_SUCCEEDED(faults->get_rate(handle, &rate_hz)))
        atomic_store(&session->display.own_rate_hz, rate_hz);
    return result;
}

/* Only a frame of the app counts as discarded. */
static XRAPI_ATTR XrResult XRAPI_CALL display_xrBeginFrame(XrSession handle,
                                                           const XrFrameBeginInfo *info)
{
    const struct us_display_faults *faults = current();
    struct us_session *session = us_session_find(handle);
    if (faults == NULL)
        return XR_ERROR_HANDLE_INVALID;
    XrResult result = faults->begin_frame(handle, info);
    if (XR_FAILED(result) || session == NULL)
        return result;
    atomic_store(&session->display.begin_thread, (uintptr_t)pthread_self());
    bool was_open = atomic_exchange(&session->display.is_open, true);
    return result == XR_FRAME_DISCARDED && !was_open ? XR_SUCCESS : result;
}

static XRAPI_ATTR XrResult XRAPI_CALL display_xrEndFrame(XrSession handle,
                                                         const XrFrameEndInfo *info)
{
    const struct us_display_faults *faults = current();
    struct us_session *session = us_session_find(handle);
    if (faults == NULL)
        return XR_ERROR_HANDLE_INVALID;
    XrResult result = faults->end_frame(handle, info);
    if (XR_SUCCEEDED(result) && session != NULL)
        atomic_store(&session->display.is_open, false);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL display_xrGetDisplayRefreshRateFB(XrSession handle,
                                                                        float *rate_hz)
{
    const struct us_display_faults *faults = current();
    const struct us_session *session = us_session_find(handle);
    if (faults == NULL)
        return XR_ERROR_HANDLE_INVALID;
    XrResult result = faults->get_rate(handle, rate_hz);
    if (XR_FAILED(result) || session == NULL)
        return result;
    float fault_hz = us_scripted_refresh_hz(
        session, atomic_load_explicit(&session->latest_ns, memory_order_relaxed));
    float recorded_hz = us_scripted_recorded_rate_hz(session);
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
    if (faults == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (out_count == NULL || (capacity > 0 && rates_hz == NULL))
        return faults->list_rates(handle, capacity, out_count, rates_hz);
    XrResult result = faults->list_rates(handle, RATES_MAX, &count, all_hz);
    if (XR_FAILED(result))
        return result;
    for (uint32_t i = 0; i < faults->rate_count; i++)
        add_rate(all_hz, &count, faults->rates_hz[i]);
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
    if (faults == NULL)
        return XR_ERROR_HANDLE_INVALID;
    XrResult result = faults->request_rate(handle, rate_hz);
    bool is_of_fault =
        result == XR_ERROR_DISPLAY_REFRESH_RATE_UNSUPPORTED_FB && rate_is_of_fault(faults, rate_hz);
    return is_of_fault ? XR_SUCCESS : result;
}

/* The typed pointer makes a wrong signature fail to compile. */
#define FIND(member, function)                                                                     \
    if (strcmp(name, #function) == 0)                                                              \
    return faults->member != NULL ? _Generic(display_##function, PFN_##function                    \
                                             : (PFN_xrVoidFunction)display_##function)             \
                                  : NULL

PFN_xrVoidFunction us_display_faults_find(const struct us_display_faults *faults, const char *name)
{
    if (faults == NULL)
        return NULL;
    FIND(begin_session, xrBeginSession);
    FIND(begin_frame, xrBeginFrame);
    FIND(end_frame, xrEndFrame);
    FIND(get_rate, xrGetDisplayRefreshRateFB);
    FIND(list_rates, xrEnumerateDisplayRefreshRatesFB);
    FIND(request_rate, xrRequestDisplayRefreshRateFB);
    return NULL;
}

#define LOAD(member, function)                                                                     \
    faults->member = XR_SUCCEEDED(get(instance, #function, &found)) ? (PFN_##function)found : NULL

bool us_display_faults_init(struct us_instance *instance,
                            XrResult (*get)(const struct us_instance *, const char *,
                                            PFN_xrVoidFunction *))
{
    PFN_xrVoidFunction found = NULL;
    bool has_faults = us_faults_has(&instance->faults, US_FAULT_FRAME_DROP) ||
                      us_faults_has(&instance->faults, US_FAULT_REFRESH);
    if (!has_faults && instance->scripts.of[US_SCRIPT_RECORDED] == NULL)
        return true;
    struct us_display_faults *faults = calloc(1, sizeof *faults);
    if (faults == NULL)
        return false;
    instance->display_faults = faults;
    if (instance->scripts.of[US_SCRIPT_RECORDED] != NULL)
        LOAD(get_rate, xrGetDisplayRefreshRateFB);
    if (!has_faults)
        return true;
    LOAD(begin_session, xrBeginSession);
    LOAD(begin_frame, xrBeginFrame);
    LOAD(end_frame, xrEndFrame);
    if (us_faults_has(&instance->faults, US_FAULT_REFRESH)) {
        LOAD(get_rate, xrGetDisplayRefreshRateFB);
        LOAD(list_rates, xrEnumerateDisplayRefreshRatesFB);
        LOAD(request_rate, xrRequestDisplayRefreshRateFB);
    }
    for (unsigned i = 0; i < instance->faults.count; i++)
        if (instance->faults.list[i].kind == US_FAULT_REFRESH)
            add_rate(faults->rates_hz, &faults->rate_count,
                     (float)instance->faults.list[i].numbers[0]);
    bool has_below = XR_SUCCEEDED(instance->get_below(instance->handle, "xrBeginFrame", &found));
    faults->begin_below = has_below ? (PFN_xrBeginFrame)found : NULL;
    if (faults->begin_below != NULL)
        instance->wait_frame = wait_frame;
    return true;
}

void us_display_faults_destroy(struct us_display_faults *faults)
{
    free(faults);
}
