/* SPDX-License-Identifier: MIT */
/* The eyes are measured once, by what two answers agree on: a runtime that is off now and then does
 * not show. Only with the frame clock, which promises the same in every run. */
#include "scene.h"
#include "layer/setup/extensions.h"

#include <stdlib.h>
#include <string.h>

enum { EYES_MAX = 8, CALLS_MAX = 40 };

/* ---- a runtime that is off ---- */

static int calls;
static float offs_m[CALLS_MAX];   /* how far the answer to each call is off */
static float rounding[CALLS_MAX]; /* what rounding left in the answer to each call */
static XrResult fails_with;       /* after the app's own question */
static bool has_one_too_few;      /* the same */
static bool asks_within; /* another question of the app comes while the eyes are measured */
static uint32_t eye_count;
static struct scene app;
static float told_within_x;

static float tell(XrViewConfigurationType type);

static XRAPI_ATTR XrResult XRAPI_CALL locate(XrSession session, const XrViewLocateInfo *info,
                                             XrViewState *state, uint32_t capacity,
                                             uint32_t *out_count, XrView *views)
{
    (void)session, (void)info;
    const int call = calls++;
    assert_true(call < CALLS_MAX);
    if (call > 0 && XR_FAILED(fails_with))
        return fails_with;
    if (call == 1 && asks_within)
        told_within_x = tell(XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO);
    state->viewStateFlags = 15;
    *out_count = eye_count;
    if (capacity == 0)
        return XR_SUCCESS;
    for (uint32_t i = 0; i < eye_count; i++) {
        assert_int_equal(views[i].type, XR_TYPE_VIEW);
        views[i].pose = (XrPosef){
            {0, rounding[call], -rounding[call], 1},
            {(i % 2 == 0 ? -0.03f : 0.03f) + offs_m[call], rounding[call], -rounding[call]}};
    }
    *out_count -= call > 0 && has_one_too_few;
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL get(XrInstance instance, const char *name,
                                          PFN_xrVoidFunction *function)
{
    PFN_xrLocateViews typed = locate;
    if (strcmp(name, "xrLocateViews") != 0)
        return fake_get(instance, name, function);
    *function = (PFN_xrVoidFunction)typed;
    return XR_SUCCESS;
}

/* ---- the app ---- */

static void play_at(const char *clock, uint32_t count)
{
    memset(&app, 0, sizeof app);
    memset(offs_m, 0, sizeof offs_m);
    memset(rounding, 0, sizeof rounding);
    scene_init(&app, SCENE_ALL);
    setenv("UNDERSTUDY_CLOCK", clock, 1);
    assert_success(scene_create_over(&app, get, fake_create, NULL, 0));
    scene_begin(&app);
    scene_focus(&app);
    eye_count = count;
    calls = 0;
    fails_with = XR_SUCCESS;
    has_one_too_few = asks_within = false;
}

static void end(void)
{
    scene_end(&app);
}

/* A test of eyes that are played. */
#define EYES_TEST(name, ...) TEST_BETWEEN(name, play_at(__VA_ARGS__), end())

static XrView views[EYES_MAX + 1];

/* The x of the left eye in the head. */
static float tell(XrViewConfigurationType type)
{
    XrViewLocateInfo info = {.type = XR_TYPE_VIEW_LOCATE_INFO,
                             .viewConfigurationType = type,
                             .displayTime = SCENE_START,
                             .space = app.view};
    XrViewState state = {.type = XR_TYPE_VIEW_STATE};
    uint32_t count = 0;
    for (int i = 0; i <= EYES_MAX; i++)
        views[i] = (XrView){.type = XR_TYPE_VIEW};
    assert_success(
        app.calls.xrLocateViews(app.session, &info, &state, EYES_MAX + 1, &count, views));
    assert_int_equal(count, eye_count);
    return views[0].pose.position.x;
}

static const XrViewConfigurationType stereo = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;

EYES_TEST(test_once, "frame:100", 2)
{
    offs_m[5] = 0.004f;
    for (int frame = 0; frame < 8; frame++)
        assert_true(tell(stereo) == -0.03f);
    assert_int_equal(calls, 9);
}

/* With the wall clock the runtime's answer is told. */
EYES_TEST(test_wall_clock, "wall", 2)
{
    offs_m[0] = 0.004f;
    assert_true(tell(stereo) == -0.03f + 0.004f);
    assert_true(tell(stereo) == -0.03f);
    assert_int_equal(calls, 2);
}

EYES_TEST(test_off_at_first, "frame:100", 2)
{
    offs_m[0] = 0.004f;
    offs_m[2] = -0.002f;
    for (int frame = 0; frame < 4; frame++)
        assert_true(tell(stereo) == -0.03f);
}

EYES_TEST(test_never_agrees, "frame:100", 2)
{
    for (int i = 0; i < 16; i++)
        offs_m[i] = 0.001f * (float)i;
    assert_true(tell(stereo) == -0.03f);
    assert_int_equal(calls, 9);
    memset(offs_m, 0, sizeof offs_m);
    assert_true(tell(stereo) == -0.03f);
    offs_m[calls] = 0.004f;
    assert_true(tell(stereo) == -0.03f);
}

/* Two runs differ in what rounding left, and are told the same. */
TEST(test_rounding)
{
    static const float left[] = {0.0f, -2.2e-19f, 1.6e-17f, 3e-8f, -1e-7f};
    for (size_t run = 0; run < sizeof left / sizeof left[0]; run++) {
        play_at("frame:100", 2);
        for (int i = 0; i < 16; i++) {
            offs_m[i] = left[run] / 8;
            rounding[i] = left[run];
        }
        tell(stereo);
        const XrPosef pose = views[0].pose;
        assert_true(pose.position.x == -0.03f && pose.position.y == 0.0f &&
                    pose.position.z == 0.0f);
        assert_true(pose.orientation.x == 0.0f && pose.orientation.y == 0.0f &&
                    pose.orientation.z == 0.0f && pose.orientation.w == 1.0f);
        end();
    }
}

/* Eyes whose numbers have more places than are told; more eyes than fit stay as they are. */
TEST(test_many_eyes)
{
    for (uint32_t count = EYES_MAX; count <= EYES_MAX + 1; count++) {
        play_at("frame:100", count);
        for (int i = 0; i < CALLS_MAX; i++)
            offs_m[i] = 0.0000012f;
        tell(stereo);
        for (uint32_t i = 0; i < count; i++) {
            const float own = (i % 2 == 0 ? -0.03f : 0.03f) + 0.0000012f;
            assert_true(views[i].pose.position.x ==
                        (count <= EYES_MAX ? (i % 2 == 0 ? -0.03f : 0.03f) : own));
        }
        end();
    }
}

/* What was measured is of one kind of views, and of as many. */
EYES_TEST(test_others, "frame:100", 2)
{
    assert_true(tell(stereo) == -0.03f);
    offs_m[calls] = 0.5f;
    assert_true(tell(XR_VIEW_CONFIGURATION_TYPE_PRIMARY_MONO) == -0.03f + 0.5f);
    offs_m[calls] = 0.5f;
    eye_count = 1;
    assert_true(tell(stereo) == -0.03f + 0.5f);
}

/* A runtime that could not locate them is asked again, by the next call of the app. */
TEST(test_fails)
{
    for (int how = 0; how < 2; how++) {
        play_at("frame:100", 2);
        fails_with = how == 0 ? XR_ERROR_RUNTIME_FAILURE : XR_SUCCESS;
        has_one_too_few = how == 1;
        offs_m[0] = 0.25f;
        assert_true(tell(stereo) == -0.03f + 0.25f);
        assert_int_equal(calls, 2);
        fails_with = XR_SUCCESS;
        has_one_too_few = false;
        calls = 0;
        assert_true(tell(stereo) == -0.03f);
        end();
    }
}

/* Who asks while they are measured gets the runtime's answer, and does not wait. */
EYES_TEST(test_asked_meanwhile, "frame:100", 2)
{
    asks_within = true;
    offs_m[2] = 0.125f;
    assert_true(tell(stereo) == -0.03f);
    assert_true(told_within_x == -0.03f + 0.125f);
}

TESTS_MAIN(test_once, test_wall_clock, test_off_at_first, test_never_agrees, test_rounding,
           test_many_eyes, test_others, test_fails, test_asked_meanwhile)
