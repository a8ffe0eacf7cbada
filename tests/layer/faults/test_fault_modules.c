/* SPDX-License-Identifier: MIT */
/* Hazard: a fault that nobody wants happens, one that somebody wants does not, or nobody says that
 * memory ran out for it. Each module alone, without a session. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"
#include "counting.h"
#include "layer/faults/fail_calls.h"

static struct us_instance *instance;

static XRAPI_ATTR void XRAPI_CALL nothing(void)
{
}

static struct us_dispatch below; /* what the chain below has */

static void fill_below(void)
{
    for (int i = 0; i < US_FUNCTION_COUNT; i++)
        below.of[i] = nothing;
    instance->next = below;
}

static int begin(void **state)
{
    (void)state;
    instance = calloc(1, sizeof *instance);
    instance->log.file = -1;
    atomic_store(&instance->playing_ns, US_INSTANCE_NOT_PLAYING);
    fill_below();
    return 0;
}

static int end(void **state)
{
    (void)state;
    us_fail_calls_stage.close(instance);
    us_display_faults_stage.close(instance);
    free(instance);
    return 0;
}

/* The faults of a list; each is in force from the second where it starts. */
static void want(const char *list)
{
    struct us_faults_error wrong;
    if (!us_faults_parse(list, &instance->faults, &wrong))
        fail_msg("%s", wrong.why);
    for (unsigned i = 0; i < instance->faults.count; i++) {
        struct us_fault *fault = &instance->faults.list[i];
        fault->from_s = fault->start != NULL ? strtod(fault->start, NULL) : 0.0;
        fault->to_s = fault->from_s + fault->length_s;
    }
}

/* ---- calls that fail ---- */

static void make_calls(const char *list)
{
    us_fail_calls_stage.close(instance);
    want(list);
    (void)us_fail_calls_stage.open(instance, NULL, &below);
}

static bool fails(enum us_function function)
{
    return us_fail_calls_stage.handles(instance, function, true);
}

TEST(functions_that_fail)
{
    make_calls("lose:head");
    assert_null(instance->kept[US_STAGE_FAIL_CALLS]);
    make_calls(
        "fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE,fail:xrWaitFrame=XR_ERROR_RUNTIME_FAILURE");
    assert_true(fails(US_FUNCTION_xrEndFrame));
    assert_true(fails(US_FUNCTION_xrWaitFrame));
    assert_false(fails(US_FUNCTION_xrBeginFrame));
    assert_false(us_fail_calls_stage.handles(instance, US_FUNCTION_xrEndFrame, false));
    make_calls("fail:xrEndFrame=XR_ERROR_SESSION_LOST");
    assert_true(fails(US_FUNCTION_xrBeginFrame));
    assert_false(fails(US_FUNCTION_xrDestroyInstance));
    us_fail_calls_stage.close(instance);
    want("fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE,fail:xrWaitFrame=XR_ERROR_RUNTIME_FAILURE");
    instance->faults.count = 1; /* what stands behind the end of the list is no fault */
    assert_true(us_fail_calls_stage.open(instance, NULL, &below));
    assert_true(fails(US_FUNCTION_xrEndFrame));
    assert_false(fails(US_FUNCTION_xrWaitFrame));
    us_fail_calls_stage.close(instance);
    counting.fails_from = 1;
    assert_false(us_fail_calls_stage.open(instance, NULL, &below));
    counting_reset();
    assert_null(instance->kept[US_STAGE_FAIL_CALLS]);
}

static void check_call(XrResult expected)
{
    assert_int_equal(
        us_fail_calls_check(instance->kept[US_STAGE_FAIL_CALLS], US_FUNCTION_xrSyncActions),
        expected);
}

/* Before playback only a fault without any time is in force. */
TEST(calls_before_playback)
{
    static const struct {
        const char *list;
        bool fails;
    } cases[] = {{"fail:xrSyncActions=XR_ERROR_RUNTIME_FAILURE", true},
                 {"fail:xrSyncActions=XR_ERROR_RUNTIME_FAILURE+5s", false},
                 {"fail:xrSyncActions=XR_ERROR_RUNTIME_FAILURE@0s", false},
                 {"fail:xrSyncActions=XR_ERROR_RUNTIME_FAILURE@0s+5s", false},
                 {"fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        make_calls(cases[i].list);
        check_call(cases[i].fails ? XR_ERROR_RUNTIME_FAILURE : XR_SUCCESS);
    }
    assert_int_equal(us_fail_calls_check(NULL, US_FUNCTION_xrSyncActions), XR_ERROR_HANDLE_INVALID);
}

/* In force from its start until before its end; what stands behind the list is no fault. */
TEST(calls_while_playing)
{
    make_calls("fail:xrSyncActions=XR_ERROR_RUNTIME_FAILURE@1s+1s,"
               "fail:xrSyncActions=XR_ERROR_PATH_UNSUPPORTED@3s");
    static const struct {
        double at_s;
        XrResult result;
    } cases[] = {{0.5, XR_SUCCESS},
                 {1.0, XR_ERROR_RUNTIME_FAILURE},
                 {1.5, XR_ERROR_RUNTIME_FAILURE},
                 {2.0, XR_SUCCESS},
                 {3.5, XR_ERROR_PATH_UNSUPPORTED}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        atomic_store(&instance->playing_ns, (int64_t)(cases[i].at_s * 1e9));
        check_call(cases[i].result);
    }
    instance->faults.count = 1;
    check_call(XR_SUCCESS);
}

/* Of a number of calls, from one of them or from a time on. */
TEST(calls_that_are_counted)
{
    make_calls("fail:xrSyncActions=XR_ERROR_RUNTIME_FAILURE@2+2");
    static const bool fails[] = {false, true, true, false, false};
    for (int i = 0; i < 5; i++)
        check_call(fails[i] ? XR_ERROR_RUNTIME_FAILURE : XR_SUCCESS);
    make_calls("fail:xrSyncActions=XR_ERROR_RUNTIME_FAILURE@3");
    for (int i = 0; i < 5; i++)
        check_call(i == 2 ? XR_ERROR_RUNTIME_FAILURE : XR_SUCCESS);
}

/* ---- the display ---- */

static void check_shown(enum us_function function, bool is_changed)
{
    bool is_there = below.of[function] != NULL, is_handled = false;
    for (const struct us_handler *at = us_display_faults_stage.handlers[0];
         at->function != US_FUNCTION_COUNT; at++)
        is_handled |= at->function == function;
    assert_int_equal(is_handled && instance->kept[US_STAGE_DISPLAY] != NULL &&
                         us_display_faults_stage.handles(instance, function, is_there),
                     is_changed);
}

static void make_display(const char *list)
{
    us_display_faults_stage.close(instance);
    instance->wait_frame = NULL;
    instance->next = below;
    if (list != NULL)
        want(list);
    (void)us_display_faults_stage.open(instance, NULL, &below);
}

TEST(what_the_display_changes)
{
    make_display("lose:head");
    assert_null(instance->kept[US_STAGE_DISPLAY]);
    check_shown(US_FUNCTION_xrBeginFrame, false);
    make_display("frame-drop:1");
    assert_non_null(instance->wait_frame);
    check_shown(US_FUNCTION_xrBeginSession, true);
    check_shown(US_FUNCTION_xrBeginFrame, true);
    check_shown(US_FUNCTION_xrEndFrame, true);
    check_shown(US_FUNCTION_xrGetDisplayRefreshRateFB, false);
    check_shown(US_FUNCTION_xrEnumerateDisplayRefreshRatesFB, false);
    check_shown(US_FUNCTION_xrRequestDisplayRefreshRateFB, false);
    make_display("refresh:72");
    check_shown(US_FUNCTION_xrBeginFrame, true);
    check_shown(US_FUNCTION_xrGetDisplayRefreshRateFB, true);
    check_shown(US_FUNCTION_xrEnumerateDisplayRefreshRatesFB, true);
    check_shown(US_FUNCTION_xrRequestDisplayRefreshRateFB, true);
    check_shown(US_FUNCTION_xrWaitFrame, false);
    below.xrRequestDisplayRefreshRateFB = NULL;
    make_display("refresh:72");
    check_shown(US_FUNCTION_xrRequestDisplayRefreshRateFB, false);
    below.xrBeginFrame = NULL;
    make_display("refresh:72");
    assert_null(instance->wait_frame);
    fill_below();
}

/* A recorded session changes the rate that an app is told, and nothing else. */
TEST(what_a_recording_changes)
{
    struct us_session_script recorded = {0};
    instance->scripts.of[US_SCRIPT_RECORDED] = &recorded;
    make_display(NULL);
    assert_null(instance->wait_frame);
    check_shown(US_FUNCTION_xrBeginFrame, false);
    check_shown(US_FUNCTION_xrGetDisplayRefreshRateFB, true);
    check_shown(US_FUNCTION_xrRequestDisplayRefreshRateFB, false);
    us_display_faults_stage.close(instance);
    counting.fails_from = 1;
    assert_false(us_display_faults_stage.open(instance, NULL, &below));
    counting_reset();
    assert_null(instance->kept[US_STAGE_DISPLAY]);
}

/* As many rates as there can be faults, in both orders. */
TEST(as_many_rates_as_faults)
{
    for (int order = 0; order < 2; order++) {
        char list[1024] = "";
        size_t used = 0;
        for (int i = 0; i < US_FAULTS_MAX; i++)
            used += (size_t)snprintf(list + used, sizeof list - used, "%srefresh:%d@%ds+1s",
                                     i > 0 ? "," : "", 50 + (order == 0 ? i : -i), i);
        make_display(list);
        check_shown(US_FUNCTION_xrEnumerateDisplayRefreshRatesFB, true);
    }
}

/* What happens to the session has a script; other faults have none, and need none beside it. */
TEST(faults_that_have_a_script)
{
    static const struct {
        const char *list;
        bool has_script;
    } rows[] = {
        {"ghost-pinch", false},          {"battery:left", true}, {"refresh:72", true},
        {"frame-drop:1", false},         {"mask", true},         {"jitter:1,1,freeze", false},
        {"jitter:1,1,mask,freeze", true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct us_faults faults;
        struct us_faults_error wrong;
        struct us_session_script *script = NULL;
        if (!us_faults_parse(rows[i].list, &faults, &wrong))
            fail_msg("%s: %s", rows[i].list, wrong.why);
        assert_true(us_fault_script_create(&faults, &script));
        assert_int_equal(script != NULL, rows[i].has_script);
        us_session_script_destroy(script);
    }
}

int main(void)
{
    return RUN_TESTS_BETWEEN(begin, end, functions_that_fail, calls_before_playback,
                             calls_while_playing, calls_that_are_counted, what_the_display_changes,
                             what_a_recording_changes, as_many_rates_as_faults,
                             faults_that_have_a_script);
}
