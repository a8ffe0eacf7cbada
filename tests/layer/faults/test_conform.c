/* SPDX-License-Identifier: MIT */
/* Hazard: answers that OpenXR does not allow: functions without their extension, counts that do not
 * fit, flags and quaternions that contradict each other, states of what is not active. */
#include "fault_app.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct scene scene;
static struct fault_app app;

static void setup(void)
{
    scene_init(&scene, SCENE_ALL | SCENE_PINCHES);
    fault_app_build(&app, &scene, false);
}

static void teardown(void)
{
    assert_success(app.scene.calls.xrDestroyInstance(app.scene.instance));
    scene_finish(&scene);
}

/* A function of an extension is there if and only if the app enabled it, whether the runtime has it
 * or the layer supplies it. */
TEST(test_gates)
{
    static const struct {
        const char *extension, *functions[4];
    } gates[] = {{XR_EXT_HAND_TRACKING_EXTENSION_NAME,
                  {"xrCreateHandTrackerEXT", "xrDestroyHandTrackerEXT", "xrLocateHandJointsEXT"}},
                 {XR_KHR_LOCATE_SPACES_EXTENSION_NAME, {"xrLocateSpacesKHR"}},
                 {XR_EXT_EYE_GAZE_INTERACTION_EXTENSION_NAME, {NULL}}};
    for (unsigned enabled = 0; enabled < 8; enabled++) {
        for (int has = 0; has < 2; has++) {
            const char *names[3];
            uint32_t count = 0;
            scene_init(&scene, SCENE_ALL);
            fake.has_hands = fake.has_eyes = has == 1;
            fake.also[0] = has == 1 ? XR_KHR_LOCATE_SPACES_EXTENSION_NAME : NULL;
            for (int i = 0; i < 3; i++) {
                if (enabled & 1u << i)
                    names[count++] = gates[i].extension;
            }
            assert_success(scene_create(&scene, names, count));
            for (int i = 0; i < 3; i++) {
                for (int k = 0; k < 4 && gates[i].functions[k] != NULL; k++) {
                    PFN_xrVoidFunction function = (PFN_xrVoidFunction)fake_get;
                    XrResult result = scene.get(scene.instance, gates[i].functions[k], &function);
                    bool on = (enabled & 1u << i) != 0;
                    assert_int_equal(result, on ? XR_SUCCESS : XR_ERROR_FUNCTION_UNSUPPORTED);
                    assert_true((function != NULL) == on);
                }
            }
            scene_end(&scene);
        }
    }
}

/* A call that lists: with room for nothing, one too few, as many and more. */
typedef XrResult (*list_call)(uint32_t capacity, uint32_t *out_count, unsigned char *room);

enum { ROOM = 4096 };

/* `size` of an element. What is not listed is not written. */
static void check_two_calls(list_call call, size_t size)
{
    unsigned char room[ROOM];
    uint32_t needed = 77, count;
    assert_success(call(0, &needed, NULL));
    assert_true(needed > 0 && needed < 60 && (needed + 2) * size <= ROOM);
    for (uint32_t capacity = 1; capacity < needed + 2; capacity++) {
        memset(room, 0xa5, sizeof room);
        count = 77;
        XrResult result = call(capacity, &count, room);
        assert_int_equal(result, capacity < needed ? XR_ERROR_SIZE_INSUFFICIENT : XR_SUCCESS);
        assert_int_equal(count, needed);
        for (size_t i = (capacity < needed ? 0 : needed) * size; i < sizeof room; i++)
            assert_int_equal(room[i], 0xa5);
    }
    assert_int_equal(call(1, NULL, room), XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(call(1, &count, NULL), XR_ERROR_VALIDATION_FAILURE);
}

static XrResult list_sources(uint32_t capacity, uint32_t *out_count, unsigned char *room)
{
    XrBoundSourcesForActionEnumerateInfo info = {
        .type = XR_TYPE_BOUND_SOURCES_FOR_ACTION_ENUMERATE_INFO, .action = app.select};
    return app.scene.calls.xrEnumerateBoundSourcesForAction(app.scene.session, &info, capacity,
                                                            out_count, (XrPath *)(void *)room);
}

static XrResult list_name(uint32_t capacity, uint32_t *out_count, unsigned char *room)
{
    XrInputSourceLocalizedNameGetInfo info = {.type = XR_TYPE_INPUT_SOURCE_LOCALIZED_NAME_GET_INFO,
                                              .sourcePath = app.select_path,
                                              .whichComponents =
                                                  XR_INPUT_SOURCE_LOCALIZED_NAME_USER_PATH_BIT};
    return app.scene.calls.xrGetInputSourceLocalizedName(app.scene.session, &info, capacity,
                                                         out_count, (char *)room);
}

static XrResult list_references(uint32_t capacity, uint32_t *out_count, unsigned char *room)
{
    return app.scene.calls.xrEnumerateReferenceSpaces(app.scene.session, capacity, out_count,
                                                      (XrReferenceSpaceType *)(void *)room);
}

static XrResult list_extensions(uint32_t capacity, uint32_t *out_count, unsigned char *room)
{
    PFN_xrVoidFunction function;
    XrExtensionProperties *properties = (XrExtensionProperties *)(void *)room;
    assert_success(scene.get(XR_NULL_HANDLE, "xrEnumerateInstanceExtensionProperties", &function));
    return ((PFN_xrEnumerateInstanceExtensionProperties)function)(NULL, capacity, out_count,
                                                                  properties);
}

TEST(test_two_calls)
{
    for (int world = 0; world < 2; world++) {
        scene_init(&scene, SCENE_ALL | SCENE_PINCHES);
        setenv("UNDERSTUDY_WORLD", world == 0 ? "anchored" : "virtual", 1);
        fault_app_build(&app, &scene, false);
        check_two_calls(list_sources, sizeof(XrPath));
        check_two_calls(list_name, 1);
        check_two_calls(list_references, sizeof(XrReferenceSpaceType));
        check_two_calls(list_extensions, sizeof(XrExtensionProperties));
        teardown();
    }
}

TEST(test_two_calls_of_views)
{
    setup();
    XrViewLocateInfo info = {.type = XR_TYPE_VIEW_LOCATE_INFO,
                             .viewConfigurationType = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO,
                             .displayTime = SCENE_AT(1),
                             .space = app.local};
    for (uint32_t capacity = 0; capacity < 4; capacity++) {
        XrViewState views_state = {.type = XR_TYPE_VIEW_STATE, .next = &info};
        XrView views[4], before;
        uint32_t count = 77;
        memset(views, 0xa5, sizeof views);
        before = views[3];
        XrResult result = app.scene.calls.xrLocateViews(app.scene.session, &info, &views_state,
                                                        capacity, &count, views);
        assert_int_equal(result, capacity == 1 ? XR_ERROR_SIZE_INSUFFICIENT : XR_SUCCESS);
        assert_int_equal(count, 2);
        assert_int_equal(views_state.type, XR_TYPE_VIEW_STATE);
        assert_ptr_equal(views_state.next, &info);
        for (uint32_t i = capacity < 2 ? 0 : 2; i < 4; i++)
            assert_memory_equal(&views[i], &before, sizeof before);
        assert_memory_equal(&views[0], &before, offsetof(XrView, pose)); /* type and next */
    }
    teardown();
}

static void check_pose(XrSpaceLocationFlags flags, XrPosef pose)
{
    XrQuaternionf q = pose.orientation;
    XrVector3f p = pose.position;
    float norm = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (flags & XR_SPACE_LOCATION_ORIENTATION_TRACKED_BIT)
        assert_true(flags & XR_SPACE_LOCATION_ORIENTATION_VALID_BIT);
    if (flags & XR_SPACE_LOCATION_POSITION_TRACKED_BIT)
        assert_true(flags & XR_SPACE_LOCATION_POSITION_VALID_BIT);
    if (flags & XR_SPACE_LOCATION_ORIENTATION_VALID_BIT)
        assert_true(fabsf(norm - 1.0f) < 1e-4f);
    if (flags & XR_SPACE_LOCATION_POSITION_VALID_BIT)
        assert_true(isfinite(p.x) && isfinite(p.y) && isfinite(p.z));
    assert_int_equal(flags & ~(XrSpaceLocationFlags)15, 0);
}

static void check_velocity(const XrSpaceLocation *location, const XrSpaceVelocity *velocity)
{
    XrVector3f v = velocity->linearVelocity, w = velocity->angularVelocity;
    assert_int_equal(velocity->velocityFlags & ~(XrSpaceVelocityFlags)3, 0);
    if (velocity->velocityFlags & XR_SPACE_VELOCITY_LINEAR_VALID_BIT)
        assert_true(isfinite(v.x) && isfinite(v.y) && isfinite(v.z) &&
                    (location->locationFlags & XR_SPACE_LOCATION_POSITION_VALID_BIT));
    if (velocity->velocityFlags & XR_SPACE_VELOCITY_ANGULAR_VALID_BIT)
        assert_true(isfinite(w.x) && isfinite(w.y) && isfinite(w.z) &&
                    (location->locationFlags & XR_SPACE_LOCATION_ORIENTATION_VALID_BIT));
}

static void check_hand(XrSpace base, XrTime time)
{
    app.base = base;
    app.time = time;
    assert_success(fault_app_call(&app, FAULT_xrLocateHandJointsEXT));
    const struct fault_out *out = &app.out;
    assert_true(out->joints.isActive == XR_TRUE || out->joints.isActive == XR_FALSE);
    assert_int_equal(out->joints.type, XR_TYPE_HAND_JOINT_LOCATIONS_EXT);
    for (int i = 0; i < FAULT_JOINTS; i++) {
        check_pose(out->joint[i].locationFlags, out->joint[i].pose);
        bool valid = (out->joint[i].locationFlags & 3) == 3;
        assert_true(valid == (out->joints.isActive == XR_TRUE));
        assert_true(!valid || out->joint[i].radius > 0.0f);
        assert_true(valid || out->joint_velocity[i].velocityFlags == 0);
    }
}

static void check_views(XrSpace base, XrTime time)
{
    app.base = base;
    app.time = time;
    assert_success(fault_app_call(&app, FAULT_xrLocateViews));
    check_pose(app.out.view_state.viewStateFlags, app.out.views[0].pose);
    check_pose(app.out.view_state.viewStateFlags, app.out.views[1].pose);
}

/* Inactive is all zero, changes imply activity, and times are those of frames that were. */
static void check_states(XrTime frame)
{
    const struct fault_out *out = &app.out;
    assert_success(fault_app_call(&app, FAULT_xrGetActionStateBoolean));
    assert_true(out->boolean.isActive <= 1 && out->boolean.currentState <= 1);
    assert_true(out->boolean.lastChangeTime <= frame);
    assert_true(!out->boolean.changedSinceLastSync || out->boolean.isActive);
    if (out->boolean.isActive)
        assert_true(out->boolean.lastChangeTime > 0);
    else
        assert_true(!out->boolean.currentState && out->boolean.lastChangeTime == 0);
    assert_success(fault_app_call(&app, FAULT_xrGetActionStateFloat));
    assert_true(out->number.currentState >= 0.0f && out->number.currentState <= 1.0f);
    if (!out->number.isActive)
        assert_true(out->number.currentState == 0.0f && out->number.lastChangeTime == 0 &&
                    !out->number.changedSinceLastSync);
    assert_success(fault_app_call(&app, FAULT_xrGetActionStatePose));
    assert_true(out->pose.isActive <= 1);
}

/* Without the focus no action is active. */
static void check_no_input(void)
{
    assert_success(fault_app_call(&app, FAULT_xrGetActionStateBoolean));
    assert_int_equal(app.out.boolean.isActive, XR_FALSE);
    assert_success(fault_app_call(&app, FAULT_xrGetActionStatePose));
    assert_int_equal(app.out.pose.isActive, XR_FALSE);
}

/* Display times only go on, and the next one is due after a period that there is. */
static XrTime check_frame(XrTime before)
{
    assert_success(fault_app_call(&app, FAULT_xrWaitFrame));
    assert_true(app.out.frame.predictedDisplayTime > before);
    assert_true(app.out.frame.predictedDisplayPeriod > 0);
    assert_true(app.out.frame.shouldRender <= 1);
    return app.out.frame.predictedDisplayTime;
}

/* Random times, before, in and behind what plays; every space in every space. */
static void walk(const char *recording, const char *faults, int rounds)
{
    scene_init(&scene, SCENE_ALL | SCENE_PINCHES);
    scene_set("UNDERSTUDY_PLAY", recording);
    scene_set("UNDERSTUDY_FAULT", faults);
    fault_app_build(&app, &scene, false);
    if (faults != NULL && scene_count_log(&scene, "faults on purpose") != 1)
        fail_msg("%s is not in force", faults);
    XrSpace spaces[] = {app.view, app.local, app.spare_space, app.grip_space};
    uint32_t random = 1;
    XrTime frame = SCENE_START;
    fake.next_step = 10000000;
    fake.renders = true;
    for (int round = 0; round < rounds; round++) {
        random = random * 1664525u + 1013904223u;
        fake.next_time = SCENE_AT(0.05 * (round + 1));
        frame = check_frame(frame);
        XrTime time = frame + (XrTime)(random >> 4) - 130000000;
        XrResult synced = fault_app_call(&app, FAULT_xrSyncActions);
        assert_true(synced == XR_SUCCESS || (faults != NULL && synced == XR_SESSION_NOT_FOCUSED));
        check_states(frame);
        if (synced == XR_SESSION_NOT_FOCUSED)
            check_no_input();
        if (faults != NULL)
            fault_app_poll(&app);
        for (int a = 0; a < 4; a++) {
            check_hand(spaces[a], time);
            check_views(spaces[a], time);
            for (int b = 0; b < 4; b++) {
                XrSpaceVelocity velocity;
                XrSpaceLocation at =
                    scene_locate(&app.scene, spaces[a], spaces[b], time, &velocity);
                check_pose(at.locationFlags, at.pose);
                check_velocity(&at, &velocity);
            }
        }
    }
    teardown();
}

TEST(test_walk)
{
    static const char *const recordings[] = {"demo", "curves", "v1.0", "v1.1-8", "headerless-2019"};
    walk(NULL, NULL, 400);
    for (size_t i = 0; i < sizeof recordings / sizeof recordings[0]; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s.bin", US_TEST_DATA, recordings[i]);
        walk(path, NULL, 400);
    }
}

#define MANY_FAULTS                                                                                \
    "lose:left@1s+1s,freeze:head@1s+3s,jitter:3,1,drift:10,5,latency:50,swap-hands@2s+1s,"         \
    "ghost-pinch@2s+1s,lose:right:untracked@2s+1s"

/* Under every kind of fault, alone and all together; 100 rounds are 5 s. */
TEST(test_walk_with_faults)
{
    static const char *const lists[] = {
        "lose:left@1s+1s,lose:head@2s+1s,lose:gaze@3s",
        "lose:hands:untracked@1s+1s,lose:head:untracked@2s+1s,lose:gaze:untracked@3s",
        "freeze@1s+2s",
        "jitter:30,20@1s+3s",
        "drift:500,45@1s",
        "latency:300@1s",
        "swap-hands@1s+2s",
        "no-pinch@2s+0.5s,ghost-pinch@3s+1s",
        "focus-lost@1s+1s,not-visible@2.5s+1s",
        "battery@1s+1s,headset-off@3s+1s",
        "recenter:90,0.5,0.25@1s+1s,recenter:-30,1,0@1.5s",
        "stopping@2s",
        "frame-drop:3@1s,frame-drop:1@2s+1s",
        "refresh:30@1s+1s,refresh:500@3s+1s",
        "refresh:40,frame-drop:2@1s+2s,focus-lost@1.5s+1s",
        MANY_FAULTS};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        walk(NULL, lists[i], 100);
        walk(US_TEST_DATA "/demo.bin", lists[i], 100);
    }
}

/* Without the focus nothing is active, and hands are not there. */
TEST(test_without_focus)
{
    setup();
    assert_true(fault_app_plays(&app, 2.5));
    fake_push_state(app.scene.session, XR_SESSION_STATE_VISIBLE);
    fault_app_poll(&app);
    fake_fail("xrSyncActions", XR_SESSION_NOT_FOCUSED);
    assert_int_equal(fault_app_call(&app, FAULT_xrSyncActions), XR_SESSION_NOT_FOCUSED);
    fake.fails = NULL;
    fault_app_call(&app, FAULT_xrGetActionStateBoolean);
    assert_int_equal(app.out.boolean.isActive, XR_FALSE);
    assert_int_equal(app.out.boolean.currentState, XR_FALSE);
    assert_int_equal(app.out.boolean.lastChangeTime, 0);
    fault_app_call(&app, FAULT_xrGetActionStatePose);
    assert_int_equal(app.out.pose.isActive, XR_FALSE);
    fault_app_call(&app, FAULT_xrLocateHandJointsEXT);
    assert_int_equal(app.out.joints.isActive, XR_FALSE);
    teardown();
}

TESTS_MAIN(test_gates, test_two_calls, test_two_calls_of_views, test_walk, test_walk_with_faults,
           test_without_focus)
