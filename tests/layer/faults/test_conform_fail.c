/* SPDX-License-Identifier: MIT */
/* Hazard: a call that fails on purpose (`fail:FUNCTION=RESULT`) with another result, that does
 * something all the same, or after which the layer answers what OpenXR does not allow. Each
 * function that the layer answers, with each result that the specification allows for it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/faults/fail_table.h"
#include "fault_app.h"

static struct scene scene;
static struct fault_app app;

static const XrResult values[] = {
#define US_FAIL_RESULT(name) name,
#define US_FAIL_FUNCTION(name, results)
#include "core/faults/fail_table.def"
#undef US_FAIL_RESULT
#undef US_FAIL_FUNCTION
};

static const char *const result_names[] = {
#define US_FAIL_RESULT(name) #name,
#define US_FAIL_FUNCTION(name, results)
#include "core/faults/fail_table.def"
#undef US_FAIL_RESULT
#undef US_FAIL_FUNCTION
};

static const char *const function_names[] = {
#define US_FAIL_RESULT(name)
#define US_FAIL_FUNCTION(name, results) #name,
#include "core/faults/fail_table.def"
#undef US_FAIL_RESULT
#undef US_FAIL_FUNCTION
};

enum { CALLS = 3, FAILING = 2 };

/* US_FAIL_FUNCTIONS: nobody can make it fail. */
static enum us_fail_function function_of(int call)
{
    unsigned i = 0;
    while (i < US_FAIL_FUNCTIONS && strcmp(function_names[i], fault_names[call]) != 0)
        i++;
    return (enum us_fail_function)i;
}

static void begin(const char *faults)
{
    scene_init(&scene, SCENE_ALL | SCENE_PINCHES);
    scene_set("UNDERSTUDY_FAULT", faults);
    fault_app_build(&app, &scene, false);
    if (faults != NULL && scene_count_log(&scene, "faults on purpose") != 1)
        fail_msg("%s is not in force", faults);
}

static void end(void)
{
    app.scene.calls.xrDestroyInstance(app.scene.instance);
    scene_finish(&scene);
}

static void wait_for(double seconds)
{
    app.time = fake.next_time = SCENE_AT(seconds);
    assert_success(fault_app_call(&app, FAULT_xrWaitFrame));
}

static void frame(double seconds)
{
    wait_for(seconds);
    assert_success(fault_app_call(&app, FAULT_xrSyncActions));
}

/* The rules that hold for what the app is told in every frame. */
static void check_told(const char *what)
{
    const struct fault_out *out = &app.out;
    bool ok = fault_app_call(&app, FAULT_xrGetActionStateBoolean) == XR_SUCCESS;
    ok = ok && (out->boolean.isActive ||
                (!out->boolean.currentState && !out->boolean.changedSinceLastSync &&
                 out->boolean.lastChangeTime == 0));
    ok = ok && fault_app_call(&app, FAULT_xrGetActionStateFloat) == XR_SUCCESS;
    ok = ok && (out->number.isActive ||
                (out->number.currentState == 0.0f && out->number.lastChangeTime == 0));
    ok = ok && fault_app_call(&app, FAULT_xrLocateHandJointsEXT) == XR_SUCCESS;
    for (int i = 0; ok && i < FAULT_JOINTS; i++)
        ok = ((out->joint[i].locationFlags & 3) == 3) == (out->joints.isActive == XR_TRUE);
    ok = ok && fault_app_call(&app, FAULT_xrLocateSpace) == XR_SUCCESS;
    XrQuaternionf q = out->location.pose.orientation;
    ok = ok && (!(out->location.locationFlags & 1) ||
                fabsf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1.0f) < 1e-3f);
    if (!ok)
        fail_msg("%s: what the app is told breaks a rule", what);
}

/* After a loss each call that may say so says so, and no other one. */
static void check_lost(const char *what, enum us_fail_result lost)
{
    for (int call = 0; call < FAULT_CALLS; call++) {
        enum us_fail_function function = function_of(call);
        if (fault_app_destroys((enum fault_call)call) || function == US_FAIL_FUNCTIONS)
            continue;
        XrResult result = fault_app_call(&app, (enum fault_call)call);
        bool says_so = result == values[lost] || result == XR_ERROR_FUNCTION_UNSUPPORTED;
        if (says_so != us_fail_allows(function, lost))
            fail_msg("%s: after it %s returns %d", what, fault_names[call], (int)result);
    }
}

/* What the calls return without a fault. */
static void call_without(enum fault_call call, XrResult expected[CALLS])
{
    begin(NULL);
    frame(1.9);
    wait_for(2.0);
    for (int i = 0; i < CALLS; i++)
        expected[i] = fault_app_call(&app, call);
    end();
}

static void check(enum fault_call call, enum us_fail_result result, XrResult expected)
{
    char list[160];
    bool is_loss =
        result == US_FAIL_XR_ERROR_SESSION_LOST || result == US_FAIL_XR_ERROR_INSTANCE_LOST;
    snprintf(list, sizeof list, "fail:%s=%s@2s+%d", fault_names[call], result_names[result],
             FAILING);
    begin(list);
    frame(1.9);
    check_told(list);
    wait_for(2.0);
    for (int i = 0; i < FAILING; i++) {
        XrResult got = fault_app_call(&app, call);
        if (got != values[result] || !fault_app_is_untouched(&app))
            fail_msg("%s: call %d returns %d, or writes something", list, i, (int)got);
    }
    if (is_loss) {
        check_lost(list, result);
        end();
        return;
    }
    /* What failed did nothing, so this is the first call. */
    XrResult got = fault_app_call(&app, call);
    if (got != expected)
        fail_msg("%s: the next call returns %d, not %d", list, (int)got, (int)expected);
    if (call != FAULT_xrEndSession && call != FAULT_xrBeginSession &&
        call != FAULT_xrDestroySession) {
        frame(2.5);
        check_told(list);
    }
    end();
}

/* A success code stands for XR_SUCCESS of a call that is passed on. */
static void check_success(enum fault_call call, enum us_fail_result result,
                          const XrResult expected[CALLS])
{
    char list[160];
    snprintf(list, sizeof list, "fail:%s=%s@2s+%d", fault_names[call], result_names[result],
             FAILING);
    begin(list);
    frame(1.9);
    wait_for(2.0);
    /* A session that begins again plays from the beginning, where the fault is not. */
    for (int i = 0; i < (call == FAULT_xrBeginSession ? 1 : CALLS); i++) {
        XrResult wanted = i < FAILING && expected[i] == XR_SUCCESS ? values[result] : expected[i];
        XrResult got = fault_app_call(&app, call);
        if (got != wanted)
            fail_msg("%s: call %d returns %d, not %d", list, i, (int)got, (int)wanted);
    }
    end();
}

TEST(test_each_result)
{
    int checked = 0;
    for (int call = 0; call < FAULT_CALLS; call++) {
        XrResult expected[CALLS];
        enum us_fail_function function = function_of(call);
        if (function == US_FAIL_FUNCTIONS)
            continue;
        call_without((enum fault_call)call, expected);
        if (expected[0] == XR_ERROR_FUNCTION_UNSUPPORTED)
            continue;
        for (int result = 0; result < US_FAIL_RESULTS; result++) {
            if (!us_fail_allows(function, (enum us_fail_result)result))
                continue;
            if (values[result] > 0 && values[result] != XR_TIMEOUT_EXPIRED)
                check_success((enum fault_call)call, (enum us_fail_result)result, expected);
            else
                check((enum fault_call)call, (enum us_fail_result)result, expected[0]);
            checked++;
        }
    }
    print_message("%d results of functions\n", checked);
    assert_true(checked >= 290);
}

TESTS_MAIN(test_each_result)
