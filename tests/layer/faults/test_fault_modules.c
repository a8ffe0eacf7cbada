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
static struct us_session_script *script;

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
    us_session_script_destroy(script);
    script = NULL;
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

/* ---- what happens to the session ---- */

/* The events as a text: S, V, F, X and L are states, + and - presence, R a rate, M a move. */
static void check_script(const char *expected)
{
    static const char states[] = "-IRSVFXLE";
    char text[512] = "";
    size_t used = 0;
    us_session_script_destroy(script);
    assert_true(us_fault_script_create(&instance->faults, &script));
    for (size_t i = 0; script != NULL && i < script->event_count; i++) {
        const struct us_session_script_event *event = &script->events[i];
        char letter = event->kind == US_SESSION_SCRIPT_STATE          ? states[event->state]
                      : event->kind == US_SESSION_SCRIPT_PRESENCE     ? "-+"[event->is_present]
                      : event->kind == US_SESSION_SCRIPT_REFRESH_RATE ? 'R'
                                                                      : 'M';
        used += (size_t)snprintf(text + used, sizeof text - used, "%c%.1f ", letter, event->at_s);
    }
    assert_string_equal(text, expected);
}

TEST(scripts_of_faults)
{
    check_script("");
    assert_null(script);
    want("lose:head@1s,fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE@2s,frame-drop:2@1s");
    check_script("");
    assert_null(script);
    want("headset-off@1s+1s");
    check_script("-1.0 S1.0 +2.0 F2.0 ");
    want("focus-lost@1s+3s,not-visible@2s+1s");
    check_script("V1.0 S2.0 V3.0 F4.0 ");
    want("not-visible@2s,focus-lost@1s");
    check_script("V1.0 S2.0 ");
    want("refresh:72@1s+1s,refresh:72@2s+1s,refresh:90@4s");
    check_script("R1.0 R3.0 R4.0 ");
    want("headset-off@1s+2s,not-visible@2s+2s,loss-pending@6s,stopping@5s");
    check_script("-1.0 S1.0 +3.0 F4.0 X5.0 L6.0 ");
}

/* Only recentrings move spaces; each hand has its own controller. */
TEST(spaces_and_devices)
{
    want("recenter:90,0,0@1s,battery:left@2s+1s,focus-lost@3s");
    check_script("M0.9 M0.9 V3.0 ");
    assert_int_equal(script->levels[US_SCRIPT_LEVEL_LOCAL].count, 1);
    assert_int_equal(script->levels[US_SCRIPT_LEVEL_RIGHT].count, 0);
    assert_int_equal(script->levels[US_SCRIPT_LEVEL_LEFT].count, 2);
    assert_false(us_session_script_is(script, US_SCRIPT_LEVEL_LEFT, 2.0));
    assert_true(us_session_script_is(script, US_SCRIPT_LEVEL_LEFT, 3.0));
    want("battery:left@2s,battery:right@1s+2s");
    check_script("");
    assert_int_equal(script->levels[US_SCRIPT_LEVEL_LEFT].count, 1);
    assert_int_equal(script->levels[US_SCRIPT_LEVEL_RIGHT].count, 2);
}

/* What stands behind the end of the list is no fault. */
TEST(no_more_than_the_list)
{
    want("focus-lost@1s,headset-off@1s+1s");
    instance->faults.count = 1;
    check_script("V1.0 ");
    instance->faults.count = 0;
    check_script("");
    assert_null(script);
}

TEST(scripts_without_memory)
{
    static const char *const lists[] = {"headset-off@1s+1s", "recenter:90,0,0@1s", "refresh:72@1s",
                                        "battery:left@1s",   "loss-pending@1s",    "stopping@1s"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        want(lists[i]);
        int failed = 0;
        for (bool is_there = false; !is_there; failed++) {
            counting_reset();
            counting.fails_at = (uint64_t)failed + 1;
            is_there = us_fault_script_create(&instance->faults, &script);
            assert_true(is_there == (script != NULL));
        }
        counting_reset();
        assert_true(failed > 2); /* the script itself, and its list */
        us_session_script_destroy(script);
        script = NULL;
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

static void check_shown(const char *name, bool is_changed)
{
    enum us_function function = us_function_find(name);
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
    check_shown("xrBeginFrame", false);
    make_display("frame-drop:1");
    assert_non_null(instance->wait_frame);
    check_shown("xrBeginSession", true);
    check_shown("xrBeginFrame", true);
    check_shown("xrEndFrame", true);
    check_shown("xrGetDisplayRefreshRateFB", false);
    check_shown("xrEnumerateDisplayRefreshRatesFB", false);
    check_shown("xrRequestDisplayRefreshRateFB", false);
    make_display("refresh:72");
    check_shown("xrBeginFrame", true);
    check_shown("xrGetDisplayRefreshRateFB", true);
    check_shown("xrEnumerateDisplayRefreshRatesFB", true);
    check_shown("xrRequestDisplayRefreshRateFB", true);
    check_shown("xrWaitFrame", false);
    below.xrRequestDisplayRefreshRateFB = NULL;
    make_display("refresh:72");
    check_shown("xrRequestDisplayRefreshRateFB", false);
    below.xrBeginFrame = NULL;
    make_display("refresh:72");
    assert_null(instance->wait_frame);
    fill_below();
}

/* A recorded session changes the rate that an app is told, and nothing else. */
TEST(what_a_recording_changes)
{
    struct us_session_script *recorded = us_session_script_create();
    instance->scripts.of[US_SCRIPT_RECORDED] = recorded;
    make_display(NULL);
    assert_null(instance->wait_frame);
    check_shown("xrBeginFrame", false);
    check_shown("xrGetDisplayRefreshRateFB", true);
    check_shown("xrRequestDisplayRefreshRateFB", false);
    us_display_faults_stage.close(instance);
    counting.fails_from = 1;
    assert_false(us_display_faults_stage.open(instance, NULL, &below));
    counting_reset();
    assert_null(instance->kept[US_STAGE_DISPLAY]);
    us_session_script_destroy(recorded);
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
        check_shown("xrEnumerateDisplayRefreshRatesFB", true);
    }
}

int main(void)
{
    return RUN_TESTS_BETWEEN(begin, end, scripts_of_faults, spaces_and_devices,
                             no_more_than_the_list, scripts_without_memory, functions_that_fail,
                             calls_before_playback, calls_while_playing, calls_that_are_counted,
                             what_the_display_changes, what_a_recording_changes,
                             as_many_rates_as_faults);
}
