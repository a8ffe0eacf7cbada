/* SPDX-License-Identifier: MIT */
#include "layer/faults/fail_calls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layer/faults/fail_functions.h"
#include "layer/state/observer.h"

/* The state of one fault of the list. */
struct progress {
    _Atomic uint64_t calls;  /* of the function */
    _Atomic uint64_t failed; /* that the fault let fail */
};

struct us_fail_calls {
    struct us_instance *instance;
    const struct us_answer_hooks *hooks;
    uint64_t functions; /* a bit for each function that the app gets from this module */
    PFN_xrVoidFunction next[US_FAIL_FUNCTIONS]; /* NULL: the app does not get the function */
    struct progress progress[US_FAULTS_MAX];
    atomic_int lost; /* enum us_fail_result that lasts; US_FAIL_RESULTS: none */
};

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
        if (fault->kind == US_FAULT_FAIL)
            functions |=
                is_loss(fault->calls.result) ? UINT64_MAX : UINT64_C(1) << fault->calls.function;
    }
    return functions;
}

bool us_fail_calls_init(struct us_instance *instance,
                        XrResult (*get)(const struct us_instance *, const char *,
                                        PFN_xrVoidFunction *),
                        const struct us_answer_hooks *hooks)
{
    uint64_t functions = find_functions(&instance->faults);
    if (functions == 0)
        return true;
    struct us_fail_calls *calls = calloc(1, sizeof *calls);
    if (calls == NULL)
        return false;
    calls->instance = instance;
    calls->hooks = hooks;
    calls->functions = functions;
    atomic_init(&calls->lost, US_FAIL_RESULTS);
    for (int i = 0; i < US_FAIL_FUNCTIONS; i++) {
        PFN_xrVoidFunction function = NULL;
        bool found =
            XR_SUCCEEDED(get(instance, us_fail_function_name((enum us_fail_function)i), &function));
        calls->next[i] = found ? function : NULL;
    }
    instance->fail_calls = calls;
    return true;
}

void us_fail_calls_destroy(struct us_fail_calls *calls)
{
    free(calls);
}

PFN_xrVoidFunction us_fail_calls_find(const struct us_fail_calls *calls, const char *name)
{
    enum us_fail_function function =
        calls != NULL ? us_fail_function_find(name, strlen(name)) : US_FAIL_FUNCTIONS;
    if (function == US_FAIL_FUNCTIONS || calls->next[function] == NULL ||
        (calls->functions & UINT64_C(1) << function) == 0)
        return NULL;
    return us_fail_functions[function];
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

/* Whether one more call of the fault's function fails. */
static bool fails(struct us_fail_calls *calls, unsigned index)
{
    const struct us_fault *fault = &calls->instance->faults.list[index];
    const struct us_fault_calls *asked = &fault->calls;
    struct progress *progress = &calls->progress[index];
    uint64_t number = atomic_fetch_add_explicit(&progress->calls, 1, memory_order_relaxed) + 1;
    int64_t now_ns = atomic_load_explicit(&calls->instance->playing_ns, memory_order_relaxed);
    bool in_force = asked->first > 0 ? number >= asked->first : is_in_force(fault, now_ns);
    if (!in_force || asked->count == 0)
        return in_force;
    uint64_t failed = atomic_fetch_add_explicit(&progress->failed, 1, memory_order_relaxed) + 1;
    if (failed > asked->count)
        return false;
    if (failed == 1)
        report(calls, index, true);
    if (failed == asked->count)
        report(calls, index, false);
    return true;
}

XrResult us_fail_calls_check(struct us_fail_calls *calls, enum us_fail_function function)
{
    if (calls == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (function == US_FAIL_xrDestroySession &&
        atomic_load(&calls->lost) == US_FAIL_XR_ERROR_SESSION_LOST)
        atomic_store(&calls->lost, US_FAIL_RESULTS);
    int lost = atomic_load_explicit(&calls->lost, memory_order_relaxed);
    if (lost != US_FAIL_RESULTS && us_fail_allows(function, (enum us_fail_result)lost))
        return results[lost];
    const struct us_faults *faults = &calls->instance->faults;
    for (unsigned i = 0; i < faults->count; i++) {
        const struct us_fault *fault = &faults->list[i];
        if (fault->kind != US_FAULT_FAIL || fault->calls.function != function || !fails(calls, i))
            continue;
        if (is_loss(fault->calls.result))
            atomic_store(&calls->lost, (int)fault->calls.result);
        return results[fault->calls.result];
    }
    return XR_SUCCESS;
}

struct us_fail_calls *us_fail_calls_current(void)
{
    const struct us_instance *instance = us_instance_fallback();
    return instance != NULL ? instance->fail_calls : NULL;
}

PFN_xrVoidFunction us_fail_calls_next(const struct us_fail_calls *calls,
                                      enum us_fail_function function)
{
    return calls->next[function];
}

static XrResult locate_space(XrSpace space, XrSpace base, XrTime time, XrSpaceLocation *location,
                             struct us_answer *out_answer)
{
    struct us_fail_calls *calls = us_fail_calls_current();
    XrResult result = us_fail_calls_check(calls, US_FAIL_xrLocateSpace);
    return XR_FAILED(result) ? result
                             : calls->hooks->locate_space(space, base, time, location, out_answer);
}

static XrResult locate_spaces(XrSession session, const XrSpacesLocateInfo *info,
                              XrSpaceLocations *locations, bool is_khr,
                              struct us_answers *out_answers)
{
    struct us_fail_calls *calls = us_fail_calls_current();
    XrResult result =
        us_fail_calls_check(calls, is_khr ? US_FAIL_xrLocateSpacesKHR : US_FAIL_xrLocateSpaces);
    return XR_FAILED(result)
               ? result
               : calls->hooks->locate_spaces(session, info, locations, is_khr, out_answers);
}

static XrResult locate_views(XrSession session, const XrViewLocateInfo *info, XrViewState *state,
                             uint32_t capacity, uint32_t *out_count, XrView *views,
                             struct us_answer *out_answer)
{
    struct us_fail_calls *calls = us_fail_calls_current();
    XrResult result = us_fail_calls_check(calls, US_FAIL_xrLocateViews);
    return XR_FAILED(result) ? result
                             : calls->hooks->locate_views(session, info, state, capacity, out_count,
                                                          views, out_answer);
}

static XrResult locate_hand_joints(XrHandTrackerEXT tracker, const XrHandJointsLocateInfoEXT *info,
                                   XrHandJointLocationsEXT *locations, struct us_answer *out_answer)
{
    struct us_fail_calls *calls = us_fail_calls_current();
    XrResult result = us_fail_calls_check(calls, US_FAIL_xrLocateHandJointsEXT);
    return XR_FAILED(result)
               ? result
               : calls->hooks->locate_hand_joints(tracker, info, locations, out_answer);
}

static enum us_fail_function state_function(XrActionType type)
{
    if (type == XR_ACTION_TYPE_BOOLEAN_INPUT)
        return US_FAIL_xrGetActionStateBoolean;
    if (type == XR_ACTION_TYPE_FLOAT_INPUT)
        return US_FAIL_xrGetActionStateFloat;
    return type == XR_ACTION_TYPE_VECTOR2F_INPUT ? US_FAIL_xrGetActionStateVector2f
                                                 : US_FAIL_xrGetActionStatePose;
}

static XrResult get_action_state(XrSession session, const XrActionStateGetInfo *info,
                                 XrActionType type, void *state, enum us_source *out_from)
{
    struct us_fail_calls *calls = us_fail_calls_current();
    XrResult result = us_fail_calls_check(calls, state_function(type));
    return XR_FAILED(result) ? result
                             : calls->hooks->get_action_state(session, info, type, state, out_from);
}

const struct us_answer_hooks us_fail_calls_answers = {locate_space, locate_spaces, locate_views,
                                                      locate_hand_joints, get_action_state};
