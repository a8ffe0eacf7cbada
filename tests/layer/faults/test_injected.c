/* SPDX-License-Identifier: MIT */
/* Hazard: a fault on purpose (UNDERSTUDY_FAULT) that one call obeys and another does not, that ends
 * too late, or that is not in the log. */
#include "fault_app.h"
#include "record_log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static struct record record;
static struct fault_app app;

static void begin(const char *faults)
{
    record_begin(&record, SCENE_ALL | SCENE_PINCHES | SCENE_MARKERS);
    setenv("UNDERSTUDY_FAULT", faults, 1);
    fault_app_build(&app, &record.scene, false);
    record.scene.instance = app.scene.instance;
    record.scene.calls = app.scene.calls;
}

/* A test with faults; the log is read at its end, if the test has not read it. */
#define FAULT_TEST(name, ...) TEST_BETWEEN(name, begin(__VA_ARGS__), record_close(&record))

/* A frame and a sync at a time of the recording. */
static void frame(double seconds)
{
    app.time = fake.next_time = SCENE_AT(seconds);
    assert_success(fault_app_call(&app, FAULT_xrWaitFrame));
    assert_success(fault_app_call(&app, FAULT_xrSyncActions));
}

static XrSpaceLocation locate(XrSpace space, XrSpaceVelocity *velocity)
{
    return scene_locate(&app.scene, space, app.local, app.time, velocity);
}

static void check_near(double got, double expected)
{
    if (!(fabs(got - expected) < 1e-5))
        fail_msg("%.9g, not %.9g", got, expected);
}

/* The recorded time that head, eyes and left hand are at, which have x = 0.1 t and y = 1 + 0.05 t.
 */
static void check_times(double head_s, double hand_s)
{
    XrSpaceVelocity velocity;
    XrSpaceLocation head = locate(app.view, &velocity);
    assert_int_equal(head.locationFlags, 15);
    check_near((double)head.pose.position.x, 0.1 * head_s);
    assert_success(fault_app_call(&app, FAULT_xrLocateViews));
    double middle = (double)(app.out.views[0].pose.position.x + app.out.views[1].pose.position.x);
    check_near(middle * 0.5, 0.1 * head_s);
    assert_success(fault_app_call(&app, FAULT_xrLocateHandJointsEXT));
    assert_int_equal(app.out.joints.isActive, XR_TRUE);
    check_near((double)app.out.joint[XR_HAND_JOINT_WRIST_EXT].pose.position.y, 1.0 + 0.05 * hand_s);
    XrSpaceLocation grip = locate(app.grip_space, &velocity);
    assert_int_equal(grip.locationFlags, 15);
    check_near((double)velocity.linearVelocity.y,
               (double)app.out.joint_velocity[XR_HAND_JOINT_WRIST_EXT].linearVelocity.y);
}

/* The trigger has the value 1 while the hand pinches, and at most 0.4 otherwise. */
static bool selects(void)
{
    assert_success(fault_app_call(&app, FAULT_xrGetActionStateFloat));
    return app.out.number.isActive && app.out.number.currentState > 0.9f;
}

static bool has_hand(void)
{
    XrSpaceVelocity velocity;
    bool located = locate(app.grip_space, &velocity).locationFlags == 15;
    assert_success(fault_app_call(&app, FAULT_xrGetActionStatePose));
    assert_true(located == (app.out.pose.isActive == XR_TRUE));
    assert_success(fault_app_call(&app, FAULT_xrLocateHandJointsEXT));
    assert_true(located == (app.out.joints.isActive == XR_TRUE));
    return located;
}

FAULT_TEST(test_lose_hand, "lose:left@two+0.5s")
{
    frame(2.4);
    assert_true(has_hand() && selects());
    frame(2.5);
    assert_false(has_hand());
    assert_false(selects());
    frame(3.0);
    assert_true(has_hand());
    check_times(3.0, 3.0);
    record_end(&record);
    const char *line = record_need(&record, 0, "'e':'fault'", "'what':'begin'");
    record_check_has(line, "'frame':2,");
    record_check_has(line, "'kind':'lose','fault':'lose:left@two+0.5s','at_s':2.5");
    record_check_has(record_need(&record, 0, "'e':'fault'", "'what':'end'"), "'frame':3,");
    assert_int_equal(record_count(&record, "'e':'fault'", ""), 2);
}

FAULT_TEST(test_lose_head, "lose:head@1s+1s,lose:gaze@1s+1s")
{
    frame(1.5);
    XrSpaceVelocity velocity;
    assert_int_equal(locate(app.view, &velocity).locationFlags, 0);
    assert_int_equal(velocity.velocityFlags, 0);
    assert_success(fault_app_call(&app, FAULT_xrLocateViews));
    assert_int_equal(app.out.view_state.viewStateFlags, 0);
    assert_true(has_hand());
    frame(2.0);
    check_times(2.0, 2.0);
}

/* Valid, where it was, without TRACKED and without a velocity. */
FAULT_TEST(test_untracked, "lose:left:untracked@1s+1s,lose:head:untracked@1s+1s")
{
    frame(1.5);
    XrSpaceVelocity velocity;
    XrSpaceLocation head = locate(app.view, &velocity);
    assert_int_equal(head.locationFlags, 3);
    assert_int_equal(velocity.velocityFlags, 0);
    check_near((double)head.pose.position.x, 0.1);
    assert_success(fault_app_call(&app, FAULT_xrLocateViews));
    assert_int_equal(app.out.view_state.viewStateFlags, 3);
    assert_success(fault_app_call(&app, FAULT_xrLocateHandJointsEXT));
    assert_int_equal(app.out.joints.isActive, XR_TRUE);
    assert_int_equal(app.out.joint[3].locationFlags, 3);
    assert_int_equal(app.out.joint_velocity[3].velocityFlags, 0);
    check_near((double)app.out.joint[XR_HAND_JOINT_WRIST_EXT].pose.position.y, 1.05);
    assert_int_equal(locate(app.grip_space, &velocity).locationFlags, 3);
    assert_int_equal(velocity.velocityFlags, 0);
    frame(2.0);
    check_times(2.0, 2.0);
}

FAULT_TEST(test_freeze, "freeze@2s+0.75s")
{
    frame(2.5);
    check_times(2.0, 2.0);
    XrSpaceVelocity velocity;
    locate(app.view, &velocity);
    assert_int_equal(velocity.velocityFlags, 3);
    check_near((double)velocity.linearVelocity.x, 0.0);
    assert_true(selects());
    frame(2.75);
    check_times(2.75, 2.75);
}

/* The pose and the pinch of t - MS. The left hand pinches from 2 s to 3 s. */
FAULT_TEST(test_latency, "latency:200")
{
    frame(1.0);
    check_times(0.8, 0.8);
    frame(2.1);
    assert_false(selects());
    frame(2.25);
    assert_true(selects());
    frame(3.1);
    assert_true(selects());
    frame(3.25);
    frame(3.3);
    assert_false(selects());
    record_close(&record);
    begin("latency:left:200");
    frame(1.0);
    check_times(1.0, 0.8);
}

/* 50 mm/s along +X; with 90 degrees/s about +Y the head's (0.2, 0.2, -0.3) goes to (-0.3, 0.2,
 * -0.2) in a second. */
FAULT_TEST(test_drift, "drift:50,90@1s")
{
    frame(2.0);
    XrSpaceVelocity velocity;
    XrSpaceLocation head = locate(app.view, &velocity);
    check_near((double)head.pose.position.x, -0.3 + 0.05);
    check_near((double)head.pose.position.y, 0.2);
    check_near((double)head.pose.position.z, -0.2);
    XrSpaceLocation hand = scene_locate(&app.scene, app.grip_space, app.view, app.time, &velocity);
    record_close(&record);
    /* Everything drifts together. */
    begin("freeze:gaze");
    frame(2.0);
    XrSpaceLocation same = scene_locate(&app.scene, app.grip_space, app.view, app.time, &velocity);
    scene_check_pose(
        hand.pose, same.pose.orientation,
        (XrVector3f){same.pose.position.x, same.pose.position.y, same.pose.position.z});
}

/* The same time has the same answer, in whatever order it is asked for. */
TEST(test_jitter)
{
    XrVector3f first[2][8];
    for (int run = 0; run < 2; run++) {
        begin(run == 0 ? "jitter:3,0,5" : "jitter:3,0,6");
        frame(4.0);
        for (int i = 0; i < 8; i++) {
            app.time = SCENE_AT(1.0 + 0.31 * i);
            XrSpaceVelocity velocity;
            XrVector3f at = first[run][i] = locate(app.view, &velocity).pose.position;
            double x = (double)at.x - 0.1 * (1.0 + 0.31 * i), y = (double)at.y - 0.2,
                   z = (double)at.z + 0.3;
            double off = sqrt(x * x + y * y + z * z);
            assert_true(off > 1e-6 && off <= 0.003 + 1e-6);
        }
        for (int i = 7; i >= 0; i--) {
            app.time = SCENE_AT(1.0 + 0.31 * i);
            XrSpaceVelocity velocity;
            XrSpaceLocation again = locate(app.view, &velocity);
            assert_memory_equal(&again.pose.position, &first[run][i], sizeof first[run][i]);
        }
        record_close(&record);
    }
    assert_memory_not_equal(first[0], first[1], sizeof first[0]);
}

/* The left hand is where the right one was recorded, at (-0.01 j, 1, 0.2) until 4 s. */
FAULT_TEST(test_swap_hands, "swap-hands@1s+0.5s")
{
    frame(1.2);
    assert_true(selects()); /* the right hand pinches from 1 s to 2 s */
    assert_true(has_hand());
    check_near((double)app.out.joint[XR_HAND_JOINT_INDEX_TIP_EXT].pose.position.x, -0.11);
    frame(1.6);
    frame(1.7); /* a pinch since the last sync counts */
    assert_false(selects());
    assert_true(has_hand());
    check_near((double)app.out.joint[XR_HAND_JOINT_INDEX_TIP_EXT].pose.position.x, 0.11);
}

FAULT_TEST(test_pinches, "no-pinch:left@2.2s+0.4s,ghost-pinch:left@3.5s+0.2s")
{
    static const struct {
        double at_s;
        bool selects;
    } steps[] = {{1.9, false}, {2.1, true},  {2.2, true}, {2.3, false}, {2.5, false}, {2.7, true},
                 {3.1, true},  {3.2, false}, {3.5, true}, {3.6, true},  {3.7, true},  {3.8, false}};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        frame(steps[i].at_s);
        if (selects() != steps[i].selects)
            fail_msg("at %g s", steps[i].at_s);
    }
}

/* Poses ask nobody but the recording when nothing is in force; before playback nothing is. */
TEST(test_before_playback)
{
    record_begin(&record, SCENE_ALL);
    setenv("UNDERSTUDY_FAULT", "lose:head", 1);
    scene_open(&record.scene, NULL, 0);
    XrSpaceVelocity velocity;
    XrSpaceLocation head =
        scene_locate(&record.scene, record.scene.view, record.scene.local, SCENE_START, &velocity);
    assert_int_equal(head.locationFlags, 15);
    scene_focus(&record.scene);
    head = scene_locate(&record.scene, record.scene.view, record.scene.local, SCENE_AT(0.1),
                        &velocity);
    assert_int_equal(head.locationFlags, 0);
    record_close(&record);
}

/* A wrong list makes no fault at all, and the message names the item. */
FAULT_TEST(test_wrong_list, "lose:head,lose:feet")
{
    frame(1.0);
    check_times(1.0, 1.0);
    scene_expect_log(&record.scene, "UNDERSTUDY_FAULT: 'lose:feet'");
}

TEST(test_fail_by_number)
{
    static const struct {
        const char *list;
        int first, count;
    } cases[] = {{"fail:xrSyncActions=XR_ERROR_RUNTIME_FAILURE@3+2", 3, 2},
                 {"fail:xrSyncActions=XR_ERROR_RUNTIME_FAILURE@12+10", 12, 10}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const int first = cases[i].first, end = first + cases[i].count;
        begin(cases[i].list);
        /* fault_app_build makes the first call. The log has an error once in a frame. */
        for (int call = 2; call < end + 2; call++) {
            app.time = fake.next_time = SCENE_AT(0.1 * call);
            assert_success(fault_app_call(&app, FAULT_xrWaitFrame));
            assert_int_equal(fault_app_call(&app, FAULT_xrSyncActions),
                             call >= first && call < end ? XR_ERROR_RUNTIME_FAILURE : XR_SUCCESS);
        }
        record_end(&record);
        assert_int_equal(
            record_count(&record, "'call':'xrSyncActions'", "XR_ERROR_RUNTIME_FAILURE"),
            cases[i].count);
        record_check_has(record_need(&record, 0, "'e':'fault'", "'begin'"), "'kind':'fail'");
        record_need(&record, 0, "'e':'fault'", "'what':'end'");
        record_finish(&record);
    }
}

/* A call that fails before playback has no time of the recording: the log says 0. */
TEST(test_fail_before_playback)
{
    struct scene *scene = &record.scene;
    const XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO};
    XrSession session;
    record_begin(&record, SCENE_ALL);
    setenv("UNDERSTUDY_FAULT", "fail:xrCreateSession=XR_ERROR_RUNTIME_FAILURE@1", 1);
    assert_success(scene_create(scene, NULL, 0));
    assert_int_equal(scene->calls.xrCreateSession(scene->instance, &info, &session),
                     XR_ERROR_RUNTIME_FAILURE);
    record_end(&record);
    record_check_has(record_need(&record, 0, "'e':'fault'", "'begin'"), "'at_s':0}");
    record_check_has(record_need(&record, 0, "'e':'fault'", "'end'"), "'at_s':0}");
    record_finish(&record);
}

/* Nothing is asked below, and nothing is written. */
FAULT_TEST(test_fail_by_time, "fail:xrLocateSpace=XR_ERROR_TIME_INVALID@1s+0.5s,"
                              "fail:xrLocateHandJointsEXT=XR_ERROR_RUNTIME_FAILURE@2s+1,"
                              "fail:xrGetActionStateBoolean=XR_ERROR_PATH_UNSUPPORTED@3s")
{
    frame(0.9);
    assert_success(fault_app_call(&app, FAULT_xrLocateSpace));
    frame(1.0);
    int asked = atomic_load(&fake.calls_of_locate);
    assert_int_equal(fault_app_call(&app, FAULT_xrLocateSpace), XR_ERROR_TIME_INVALID);
    assert_int_equal(app.out.location.locationFlags, app.before.location.locationFlags);
    assert_int_equal(atomic_load(&fake.calls_of_locate), asked);
    frame(1.5);
    assert_success(fault_app_call(&app, FAULT_xrLocateSpace));
    frame(2.1);
    assert_int_equal(fault_app_call(&app, FAULT_xrLocateHandJointsEXT), XR_ERROR_RUNTIME_FAILURE);
    assert_success(fault_app_call(&app, FAULT_xrLocateHandJointsEXT));
    assert_success(fault_app_call(&app, FAULT_xrGetActionStateBoolean));
    frame(3.0);
    assert_int_equal(fault_app_call(&app, FAULT_xrGetActionStateBoolean),
                     XR_ERROR_PATH_UNSUPPORTED);
    record_end(&record);
    assert_int_equal(record_count(&record, "'e':'fault'", "'begin'"), 3);
    assert_int_equal(record_count(&record, "'e':'fault'", "'end'"), 2);
}

/* A lost session stays lost, until the app destroys it. */
FAULT_TEST(test_session_lost, "fail:xrEndFrame=XR_ERROR_SESSION_LOST@1")
{
    frame(1.0);
    assert_int_equal(fault_app_call(&app, FAULT_xrEndFrame), XR_ERROR_SESSION_LOST);
    assert_int_equal(fault_app_call(&app, FAULT_xrWaitFrame), XR_ERROR_SESSION_LOST);
    assert_int_equal(fault_app_call(&app, FAULT_xrLocateSpace), XR_ERROR_SESSION_LOST);
    assert_int_equal(fault_app_call(&app, FAULT_xrSyncActions), XR_ERROR_SESSION_LOST);
    assert_int_not_equal(fault_app_call(&app, FAULT_xrPollEvent), XR_ERROR_SESSION_LOST);
    assert_success(fault_app_call(&app, FAULT_xrDestroySpace));
    assert_success(fault_app_call(&app, FAULT_xrDestroySession));
    assert_success(fault_app_call(&app, FAULT_xrCreateSession));
    app.scene.session = app.out.session;
    assert_success(fault_app_call(&app, FAULT_xrBeginSession));
}

/* The app that tries again gets an instance. Nothing is created below before that. The log says
 * which calls failed on purpose. Other faults do not concern this call. */
TEST(test_create_instance)
{
    struct scene *scene = &record.scene;
    const char *names[] = {SCENE_HAND_AND_EYES};
    /* Both are the first two calls. */
    static const char *const faults[] = {"lose:left,fail:xrSyncActions=XR_ERROR_RUNTIME_FAILURE,"
                                         "fail:xrCreateInstance=XR_ERROR_RUNTIME_UNAVAILABLE@1+2",
                                         "fail:xrCreateInstance=XR_ERROR_RUNTIME_UNAVAILABLE+2"};
    record_begin(&record, SCENE_ALL);
    for (int i = 0; i < 2; i++) {
        setenv("UNDERSTUDY_FAULT", faults[i], 1);
        assert_int_equal(scene_create(scene, names, 2), XR_ERROR_RUNTIME_UNAVAILABLE);
        assert_int_equal(scene_count_log(scene, "xrCreateInstance fails on purpose: fail:xrCreate"),
                         i + 1);
    }
    assert_success(scene_create(scene, names, 2));
    record_end(&record);
    assert_int_equal(record_count(&record, "'e':'fault'", "fail:xrCreateInstance="), 2);
    assert_int_equal(record_count(&record, "'e':'error'", "'call':'xrCreateInstance'"), 2);
    assert_int_equal(record_count(&record, "'e':'instance'", ""), 1);
    record_finish(&record);
}

/* Each function of the layer's table can be made to fail, from its first call on. */
TEST(test_fail_everything)
{
    for (int call = 0; call < FAULT_CALLS; call++) {
        char list[128];
        if (call == FAULT_xrDestroyInstance)
            continue;
        begin("freeze:gaze");
        XrResult expected = fault_app_call(&app, (enum fault_call)call);
        record_close(&record);
        snprintf(list, sizeof list, "fail:%s=XR_ERROR_RUNTIME_FAILURE", fault_names[call]);
        begin(list);
        XrResult result = fault_app_call(&app, (enum fault_call)call);
        bool hidden = expected == XR_ERROR_FUNCTION_UNSUPPORTED;
        if (result != (hidden ? expected : XR_ERROR_RUNTIME_FAILURE))
            fail_msg("%s returns %d", fault_names[call], (int)result);
        record_close(&record);
    }
}

TESTS_MAIN(test_lose_hand, test_lose_head, test_untracked, test_freeze, test_latency, test_drift,
           test_jitter, test_swap_hands, test_pinches, test_before_playback, test_wrong_list,
           test_fail_by_number, test_fail_before_playback, test_fail_by_time, test_session_lost,
           test_create_instance, test_fail_everything)
