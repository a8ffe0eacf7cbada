/* SPDX-License-Identifier: MIT */
#include "layer/faults/fail_calls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layer/answer/playback.h"

/* The state of one fault of the list. */
struct progress {
    _Atomic uint64_t calls;  /* of the function */
    _Atomic uint64_t failed; /* that the fault let fail */
};

struct us_fail_calls {
    struct us_instance *instance;
    uint64_t functions;                                /* a bit for each function that is to fail */
    enum us_fail_function fails_as[US_FUNCTION_COUNT]; /* US_FAIL_FUNCTIONS: it cannot fail */
    struct us_dispatch next;
    struct progress progress[US_FAULTS_MAX];
    atomic_int lost; /* enum us_fail_result that lasts; US_FAIL_RESULTS: none */
    /* How many frames more calls succeed after a loss was told on purpose; 0: none was. */
    atomic_int frames_left;
    atomic_int losing; /* enum us_fail_result that follows */
};

/* So many frames an app has to end a session that is being lost. */
enum { LOSS_FRAMES = 10 };

_Static_assert(US_FAIL_FUNCTIONS <= 64, "the functions are bits of a number");

static const XrResult results[] = {
#define US_FAIL_RESULT(name) name,
#define US_FAIL_FUNCTION(name, results)
#include "core/faults/fail_table.def"
#undef US_FAIL_RESULT
#undef US_FAIL_FUNCTION
};

static bool is_loss(enum us_fail_result result)
{
    return result == US_FAIL_XR_ERROR_SESSION_LOST || result == US_FAIL_XR_ERROR_INSTANCE_LOST;
}

/* A loss concerns every function. */
static uint64_t find_functions(const struct us_faults *faults)
{
    uint64_t functions = 0;
    for (unsigned i = 0; i < faults->count; i++) {
        const struct us_fault *fault = &faults->list[i];
        if (fault->kind == US_FAULT_LOSS_PENDING || fault->kind == US_FAULT_INSTANCE_LOSS)
            functions = UINT64_MAX;
        if (fault->kind == US_FAULT_FAIL)
            functions |=
                is_loss(fault->calls.result) ? UINT64_MAX : UINT64_C(1) << fault->calls.function;
    }
    return functions;
}

static bool open_calls(struct us_instance *instance, const XrInstanceCreateInfo *info,
                       const struct us_dispatch *below)
{
    (void)info;
    /* While an app is driven, a fault may come at any time. */
    uint64_t functions = instance->drive != NULL ? UINT64_MAX : find_functions(&instance->faults);
    struct us_fail_calls *calls = functions != 0 ? calloc(1, sizeof *calls) : NULL;
    if (calls == NULL) {
        if (functions != 0)
            us_message_log(&instance->log, US_MESSAGE_LOG_ERROR,
                           "out of memory: no call fails on purpose");
        return false;
    }
    calls->instance = instance;
    calls->functions = functions;
    calls->next = *below;
    atomic_init(&calls->lost, US_FAIL_RESULTS);
    for (int i = 0; i < US_FUNCTION_COUNT; i++)
        calls->fails_as[i] =
            us_fail_function_find(us_function_names[i], strlen(us_function_names[i]));
    instance->kept[US_STAGE_FAIL_CALLS] = calls;
    return true;
}

static void close_calls(struct us_instance *instance)
{
    free(instance->kept[US_STAGE_FAIL_CALLS]);
    instance->kept[US_STAGE_FAIL_CALLS] = NULL;
}

bool us_fail_calls_refuses(const struct us_fault *fault, uint64_t call, XrResult *out_result)
{
    const struct us_fault_calls *asked = &fault->calls;
    if (fault->kind != US_FAULT_FAIL || asked->function != US_FAIL_xrCreateInstance ||
        call < asked->first)
        return false;
    uint64_t first = asked->first > 0 ? asked->first : 1;
    *out_result = results[asked->result];
    return asked->count == 0 || call - first < asked->count;
}

static bool is_to_fail(const struct us_instance *instance, enum us_function function, bool is_there)
{
    const struct us_fail_calls *calls = instance->kept[US_STAGE_FAIL_CALLS];
    enum us_fail_function which = calls->fails_as[function];
    return is_there && which != US_FAIL_FUNCTIONS && (calls->functions & UINT64_C(1) << which) != 0;
}

/* Whether the fault is in force now. Before playback only a fault that the user gave no time is. */
static bool is_in_force(const struct us_fault *fault, int64_t now_ns)
{
    if (now_ns == US_INSTANCE_NOT_PLAYING)
        return fault->start == NULL && !isfinite(fault->length_s);
    return us_fault_is_active(fault, (double)now_ns * 1e-9);
}

/* Faults that count calls begin and end with a call. */
static void report(const struct us_fail_calls *calls, unsigned index, bool begins)
{
    const struct us_observer *observer = calls->instance->observer;
    int64_t now_ns = atomic_load_explicit(&calls->instance->playing_ns, memory_order_relaxed);
    if (observer != NULL)
        observer->on_fault(calls->instance, index, begins,
                           now_ns == US_INSTANCE_NOT_PLAYING ? 0.0 : (double)now_ns * 1e-9);
}

/* Whether calls that are counted failed in an instance before, so that it had to go. */
static bool is_of_instance_before(const struct us_instance *instance, const struct us_fault *fault)
{
    return instance->resumed_ns > 0 &&
           (fault->calls.first > 0 ||
            fault->from_s < us_clock_map(&instance->clock, instance->resumed_ns).recording_s);
}

static void carry(struct us_node *node, void *instance)
{
    struct us_session *session = (struct us_session *)node;
    if (session->instance == instance)
        us_playback_carry(session);
}

/* The session or the instance is lost with this call. */
static void lose(struct us_fail_calls *calls, enum us_fail_result result)
{
    atomic_store(&calls->lost, (int)result);
    us_handle_table_each(US_HANDLE_SESSION, carry, calls->instance);
}

/* The app gets an event. */
static void on_event(struct us_fail_calls *calls, const XrEventDataBuffer *event)
{
    const XrEventDataSessionStateChanged *changed = (const void *)event;
    const struct us_faults *faults = &calls->instance->faults;
    bool of_session = event->type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED &&
                      changed->state == XR_SESSION_STATE_LOSS_PENDING &&
                      us_faults_has(faults, US_FAULT_LOSS_PENDING);
    bool of_instance = event->type == XR_TYPE_EVENT_DATA_INSTANCE_LOSS_PENDING &&
                       us_faults_has(faults, US_FAULT_INSTANCE_LOSS);
    if (!of_session && !of_instance)
        return;
    atomic_store(&calls->losing,
                 of_session ? US_FAIL_XR_ERROR_SESSION_LOST : US_FAIL_XR_ERROR_INSTANCE_LOST);
    atomic_store(&calls->frames_left, LOSS_FRAMES + 1);
}

/* Counts down to the loss that was told. Whether it is of the session, so that calls say that it is
 * pending. */
static bool is_loss_pending(struct us_fail_calls *calls, enum us_fail_function function)
{
    if (atomic_load_explicit(&calls->frames_left, memory_order_relaxed) == 0)
        return false;
    if (function != US_FAIL_xrWaitFrame || atomic_fetch_sub(&calls->frames_left, 1) > 1)
        return atomic_load(&calls->losing) == US_FAIL_XR_ERROR_SESSION_LOST;
    bool of_session = atomic_load(&calls->losing) == US_FAIL_XR_ERROR_SESSION_LOST;
    us_message_log(&calls->instance->log, US_MESSAGE_LOG_WARN,
                   "%s: the app was told %s %d frames ago and goes on: its %s is lost now, and "
                   "calls return XR_ERROR_%s_LOST until it is destroyed",
                   of_session ? "loss-pending" : "instance-loss",
                   of_session ? "LOSS_PENDING" : "that the instance is about to be lost",
                   LOSS_FRAMES, of_session ? "session" : "instance",
                   of_session ? "SESSION" : "INSTANCE");
    lose(calls, of_session ? US_FAIL_XR_ERROR_SESSION_LOST : US_FAIL_XR_ERROR_INSTANCE_LOST);
    return false;
}

/* Whether one more call of the fault's function fails. */
static bool fails(struct us_fail_calls *calls, unsigned index)
{
    const struct us_fault *fault = &calls->instance->faults.list[index];
    const struct us_fault_calls *asked = &fault->calls;
    struct progress *progress = &calls->progress[index];
    if (asked->count > 0 && is_of_instance_before(calls->instance, fault))
        return false;
    uint64_t number = atomic_fetch_add_explicit(&progress->calls, 1, memory_order_relaxed) + 1;
    int64_t now_ns = atomic_load_explicit(&calls->instance->playing_ns, memory_order_relaxed);
    bool in_force = asked->first > 0 ? number >= asked->first : is_in_force(fault, now_ns);
    if (!in_force)
        return false;
    us_run_status_add_faults(calls->instance->run_status, UINT32_C(1) << index);
    if (asked->count == 0)
        return true;
    uint64_t failed = atomic_fetch_add_explicit(&progress->failed, 1, memory_order_relaxed) + 1;
    if (failed > asked->count)
        return false;
    if (failed == 1)
        report(calls, index, true);
    if (failed == asked->count)
        report(calls, index, false);
    return true;
}

XrResult us_fail_calls_check(struct us_fail_calls *calls, enum us_function of)
{
    US_RETURN_IF_INVALID(calls);
    enum us_fail_function function = calls->fails_as[of];
    if (function == US_FAIL_xrDestroySession) {
        int session_lost = US_FAIL_XR_ERROR_SESSION_LOST;
        (void)atomic_compare_exchange_strong(&calls->lost, &session_lost, US_FAIL_RESULTS);
        if (atomic_load(&calls->losing) == US_FAIL_XR_ERROR_SESSION_LOST)
            atomic_store(&calls->frames_left, 0);
    }
    bool is_pending = is_loss_pending(calls, function);
    int lost = atomic_load_explicit(&calls->lost, memory_order_relaxed);
    if (lost != US_FAIL_RESULTS && us_fail_allows(function, (enum us_fail_result)lost))
        return results[lost];
    const struct us_faults *faults = &calls->instance->faults;
    for (unsigned i = 0; i < faults->count; i++) {
        const struct us_fault *fault = &faults->list[i];
        if (fault->kind != US_FAULT_FAIL || fault->calls.function != function || !fails(calls, i))
            continue;
        if (is_loss(fault->calls.result))
            lose(calls, fault->calls.result);
        return results[fault->calls.result];
    }
    return is_pending && us_fail_allows(function, US_FAIL_XR_SESSION_LOSS_PENDING)
               ? XR_SESSION_LOSS_PENDING
               : XR_SUCCESS;
}

/* Whether a call with this result is not passed on. */
static bool stops(XrResult result)
{
    return XR_FAILED(result) || result == XR_TIMEOUT_EXPIRED;
}

/* The result of a call that was passed on: `got`, or what the fault asks for in place of success.
 */
static XrResult merge(XrResult asked, XrResult got)
{
    return got == XR_SUCCESS ? asked : got;
}

/* The newest instance's; a loader allows one instance at a time. NULL: there is none. */
static struct us_fail_calls *current(void)
{
    return us_session_stage(NULL, US_STAGE_FAIL_CALLS);
}

#define US_FUNCTION(name, extension, handle, parameters, arguments)                                \
    static XRAPI_ATTR XrResult XRAPI_CALL fail_##name parameters                                   \
    {                                                                                              \
        struct us_fail_calls *calls = current();                                                   \
        XrResult result = us_fail_calls_check(calls, US_FUNCTION_##name);                          \
        return stops(result) ? result : merge(result, calls->next.name arguments);                 \
    }
#include "layer/setup/functions.def"
#undef US_FUNCTION

static XRAPI_ATTR XrResult XRAPI_CALL fail_poll_event(XrInstance handle, XrEventDataBuffer *event)
{
    XrResult result = fail_xrPollEvent(handle, event);
    struct us_fail_calls *calls = current();
    if (result == XR_SUCCESS && calls != NULL)
        on_event(calls, event);
    return result;
}

static const struct us_handler all[] = {
#define US_FUNCTION(name, extension, handle, parameters, arguments) US_HANDLER(name, fail_##name),
#include "layer/setup/functions.def"
#undef US_FUNCTION
    US_HANDLERS_END,
};
static const struct us_handler own[] = {US_HANDLER(xrPollEvent, fail_poll_event), US_HANDLERS_END};

const struct us_stage us_fail_calls_stage = {open_calls, close_calls, is_to_fail,
                                             (const struct us_handler *const[]){all, own, NULL}};
