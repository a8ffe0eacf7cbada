/* SPDX-License-Identifier: MIT */
/* Groups: every function below fails with every code, from the start, in the middle, and where the
 * layer calls it by itself. */
#include "faults.h"

#include <string.h>

static struct fault_app direct, layered;

/* The code that the chain's call gives where it is not an error. */
struct success {
    const char *call;
    XrResult code;
};

static const struct success successes[] = {
    {"xrSyncActions", XR_SESSION_NOT_FOCUSED},
    {"xrApplyHapticFeedback", XR_SESSION_NOT_FOCUSED},
    {"xrStopHapticFeedback", XR_SESSION_NOT_FOCUSED},
    {"xrGetReferenceSpaceBoundsRect", XR_SPACE_BOUNDS_UNAVAILABLE},
    {"xrPollEvent", XR_EVENT_UNAVAILABLE},
    {"xrWaitSwapchainImage", XR_TIMEOUT_EXPIRED},
};

/* Calls of a session, which may say that it will be lost. */
static bool may_warn(const char *call)
{
    static const char *const never[] = {
        "xrCreateInstance",      "xrEnumerateInstanceExtensionProperties",
        "xrGetSystemProperties", "xrPollEvent",
        "xrCreateSession",       "xrStringToPath",
        "xrPathToString",        "xrCreateActionSet",
        "xrCreateAction",        "xrSuggestInteractionProfileBindings"};
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++) {
        if (strcmp(never[i], call) == 0)
            return false;
    }
    return strncmp(call, "xrDestroy", 9) != 0;
}

/* Errors first, and then the successes that the call may have. XR_SUCCESS at the end. */
static XrResult code_of(const char *call, int index)
{
    if (index < fault_code_count)
        return fault_codes[index];
    index -= fault_code_count;
    if (may_warn(call) && index-- == 0)
        return XR_SESSION_LOSS_PENDING;
    for (size_t i = 0; i < sizeof successes / sizeof successes[0]; i++) {
        if (strcmp(successes[i].call, call) == 0 && index-- == 0)
            return successes[i].code;
    }
    return XR_SUCCESS;
}

/* With the sanitizers each function fails with every fourth code: the usual build looks at
 * what the layer does with each code, and what it does with its memory depends on few of them. */
static bool is_left_out(int function, int code)
{
#ifdef SANITIZED
    return (function + code) % 4 != 0;
#else
    (void)function, (void)code;
    return false;
#endif
}

static void script(const char *name, XrResult code, int after)
{
    fake_fail(name, code);
    fake.fails_after = after;
}

static void run_from_start(struct fault_app *app, enum fault_runtime runtime, bool is_direct,
                           const char *name, XrResult code)
{
    fault_reset(is_direct ? FAULT_HAS : runtime);
    script(name, code, 0);
    fault_app_build(app, &fault_scene, is_direct);
    fault_app_call_all(app);
    fault_stop(app);
}

static void from_start(enum fault_runtime runtime, const char *group)
{
    fault_table_begin(group);
    for (int i = 0; i < fault_below_count; i++) {
        const char *name = fault_below[i];
        XrResult code;
        for (int k = 0; fault_has(runtime, name) && (code = code_of(name, k)) != XR_SUCCESS; k++) {
            if (is_left_out(i, k))
                continue;
            run_from_start(&direct, runtime, true, name, code);
            run_from_start(&layered, runtime, false, name, code);
            int at = fault_compare(&direct, &layered);
            const struct fault_note *seen =
                at >= 0 && at < layered.note_count ? &layered.notes[at] : NULL;
            fault_table_add(
                (struct fault_cell){group, at < 0 || seen == NULL ? name : seen->call, name, code},
                at < 0, at < 0 ? 0 : (int)direct.notes[at].result,
                at < 0 || seen == NULL ? 0 : (int)seen->result);
        }
    }
    fault_table_end();
}

void faults_from_start(void)
{
    from_start(FAULT_HAS, "from the start");
    from_start(FAULT_LACKS, "from the start, supplied");
}

/* True if the app sees the code and nothing else, and playback goes on where it can. */
static bool check_one(struct fault_app *app, enum fault_call call, XrResult code, XrResult *got)
{
    script(fault_names[call], code, 0);
    if (XR_SUCCEEDED(code))
        fake.attached = call != FAULT_xrAttachSessionActionSets;
    *got = fault_app_call(app, call);
    fake.attached = true;
    fake.fails = NULL;
    bool passed = *got == code && (XR_SUCCEEDED(code) || fault_app_is_untouched(app));
    bool ends = XR_SUCCEEDED(*got) && (fault_app_destroys(call) || call == FAULT_xrBeginSession ||
                                       call == FAULT_xrEndSession);
    passed = passed && (ends || fault_app_plays(app, 2.0));
    if (passed && !ends)
        return true;
    fault_stop(app);
    return passed;
}

static void mid_session(enum fault_runtime runtime, const char *group)
{
    fault_table_begin(group);
    for (int call = 0; call < FAULT_CALLS; call++) {
        const char *name = fault_names[call];
        XrResult code, got;
        for (int k = 0; fault_has(runtime, name) && (code = code_of(name, k)) != XR_SUCCESS; k++) {
            if (is_left_out(call, k))
                continue;
            if (layered.scene.instance == XR_NULL_HANDLE)
                fault_start(&layered, runtime, false);
            bool passed = check_one(&layered, (enum fault_call)call, code, &got);
            fault_table_add((struct fault_cell){group, name, NULL, code}, passed, code, got);
        }
        fault_stop(&layered);
    }
    fault_table_end();
}

void faults_mid_session(void)
{
    mid_session(FAULT_HAS, "mid-session");
    mid_session(FAULT_LACKS, "mid-session, supplied");
}

/* What the layer calls by itself fails, at its first, second or third call: the app's call
 * succeeds, or has that code. */
static bool check_inner(struct fault_app *app, enum fault_call call, const char *name,
                        XrResult code, int after, XrResult *got)
{
    /* Not the anchor, so that the runtime has to be asked for it. */
    app->base = app->spare_space;
    script(name, code, after);
    *got = fault_app_call(app, call);
    fake.fails = NULL;
    app->base = app->local;
    bool passed = XR_SUCCEEDED(*got) || *got == XR_ERROR_ACTIONSETS_ALREADY_ATTACHED ||
                  (*got == code && fault_app_is_untouched(app));
    bool ends =
        XR_SUCCEEDED(*got) &&
        (fault_app_destroys(call) || call == FAULT_xrBeginSession || call == FAULT_xrEndSession ||
         call == FAULT_xrCreateReferenceSpace || call == FAULT_xrCreateActionSpace);
    passed = passed && (ends || fault_app_plays(app, 2.0));
    if (!passed || ends)
        fault_stop(app);
    return passed;
}

static void inner_of(enum fault_runtime runtime, const char *group, enum fault_call call, int after)
{
    static const XrResult codes[] = {XR_ERROR_RUNTIME_FAILURE, XR_ERROR_SESSION_LOST,
                                     XR_ERROR_INSTANCE_LOST, XR_ERROR_HANDLE_INVALID,
                                     XR_SESSION_LOSS_PENDING};
    for (int i = 0; i < fault_below_count; i++) {
        const char *name = fault_below[i];
        bool same = strcmp(name, fault_names[call]) == 0;
        for (size_t k = 0; (!same || after > 0) && k < sizeof codes / sizeof codes[0]; k++) {
            XrResult got;
            if (layered.scene.instance == XR_NULL_HANDLE)
                fault_start(&layered, runtime, false);
            bool passed = check_inner(&layered, call, name, codes[k], after, &got);
            fault_table_add((struct fault_cell){group, fault_names[call], name, codes[k]}, passed,
                            codes[k], got);
        }
    }
}

static void inner(enum fault_runtime runtime, const char *group)
{
    fault_table_begin(group);
    for (int call = 0; call < FAULT_CALLS; call++) {
        for (int after = 0; after < 3; after++)
            inner_of(runtime, group, (enum fault_call)call, after);
    }
    fault_stop(&layered);
    fault_table_end();
}

void faults_inner(void)
{
    inner(FAULT_HAS, "the layer's own calls");
    inner(FAULT_LACKS, "the layer's own, supplied");
}
