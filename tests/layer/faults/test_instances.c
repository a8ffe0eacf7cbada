/* SPDX-License-Identifier: MIT */
/* Hazard: a call that goes down to another instance's runtime than its handle's, where a process
 * has two; or one with a handle that nobody knows, which goes nowhere. Every call that the layer
 * answers is made. */
#include "fault_app.h"
#include "layer/state/instance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct fault_app alone, app;

/* The other instance's runtime has no function but what a loader itself needs: whoever calls one
 * has taken the wrong instance. */
static XRAPI_ATTR XrResult XRAPI_CALL get_nothing(XrInstance instance, const char *name,
                                                  PFN_xrVoidFunction *function)
{
    if (strcmp(name, "xrDestroyInstance") == 0 ||
        strcmp(name, "xrEnumerateInstanceExtensionProperties") == 0)
        return fake_get(instance, name, function);
    *function = NULL;
    return XR_ERROR_FUNCTION_UNSUPPORTED;
}

static void set_runtime(bool has)
{
    fake.has_hands = fake.has_eyes = has;
    fake.also[0] = has ? XR_KHR_LOCATE_SPACES_EXTENSION_NAME : NULL;
    fake.also[1] = has ? XR_FB_HAND_TRACKING_MESH_EXTENSION_NAME : NULL;
    fake.also[2] = has ? XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME : NULL;
}

static XrInstance create_other(const struct scene *scene)
{
    struct scene other = *scene;
    assert_success(scene_create_over(&other, get_nothing, fake_create, NULL, 0));
    return other.instance;
}

static void check_same_notes(void)
{
    assert_int_equal(app.note_count, alone.note_count);
    for (int i = 0; i < app.note_count; i++) {
        if (app.notes[i].result != alone.notes[i].result)
            fail_msg("%s: %d beside another instance, %d alone", app.notes[i].call,
                     app.notes[i].result, alone.notes[i].result);
    }
}

/* Make all calls, alone and beside the other instance, which is the newer one. */
static void check(unsigned parts, bool has, bool logs)
{
    struct scene scene;
    char log[64];
    snprintf(log, sizeof log, "/tmp/understudy-instances-%ld.jsonl", (long)getpid());
    for (int beside = 0; beside < 2; beside++) {
        struct fault_app *now = beside ? &app : &alone;
        scene_init(&scene, parts);
        set_runtime(has);
        if (parts == 0)
            unsetenv("UNDERSTUDY_PLAY");
        if (logs)
            setenv("UNDERSTUDY_EVENTS", log, 1);
        fault_app_build(now, &scene, false);
        XrInstance other = beside ? create_other(&scene) : XR_NULL_HANDLE;
        fault_app_call_all(now);
        if (beside) {
            PFN_xrVoidFunction destroy;
            assert_success(scene.get(other, "xrDestroyInstance", &destroy));
            assert_success(((PFN_xrDestroyInstance)destroy)(other));
        }
        unsetenv("UNDERSTUDY_EVENTS");
        unlink(log);
        scene_finish(&scene);
    }
    check_same_notes();
}

TEST(test_two_runtimes)
{
    for (int i = 0; i < 8; i++)
        check(i % 2 == 0 ? SCENE_ALL | SCENE_PINCHES : 0, i / 2 % 2 == 0 || i % 2 == 1, i / 4 == 1);
}

/* The newest instance answers for a handle that nobody knows; when it is gone, the one before. */
TEST(test_unknown_handles)
{
    for (int i = 0; i < 4; i++) {
        struct scene scene;
        scene_init(&scene, i % 2 == 0 ? SCENE_ALL : 0);
        set_runtime(true);
        if (i / 2 == 1)
            setenv("UNDERSTUDY_EVENTS", "/dev/null", 1);
        fault_app_build(&app, &scene, false);
        XrInstance other = create_other(&scene);
        PFN_xrVoidFunction destroy;
        assert_success(scene.get(other, "xrDestroyInstance", &destroy));
        assert_success(((PFN_xrDestroyInstance)destroy)(other));
        fault_app_build(&alone, &scene, true);
        alone.garbage = app.garbage = 1;
        alone.value = app.value = 4711;
        for (int call = 0; call < FAULT_CALLS; call++) {
            XrResult expected = fault_app_call(&alone, (enum fault_call)call);
            XrResult got = fault_app_call(&app, (enum fault_call)call);
            if (got != expected && got != XR_ERROR_HANDLE_INVALID)
                fail_msg("%s: %d, without the layer %d", fault_names[call], got, expected);
        }
        app.garbage = 0;
        assert_success(fault_app_call(&app, FAULT_xrDestroyInstance));
        unsetenv("UNDERSTUDY_EVENTS");
        scene_finish(&scene);
    }
}

TESTS_MAIN(test_two_runtimes, test_unknown_handles)
