/* SPDX-License-Identifier: MIT */
/* The eyes are measured once, by what two answers agree on: a runtime that is off now and then does
 * not show. */
#include <math.h>
#include <string.h>

#include "testing.h"
#include "layer/pose/stable_eye_poses.h"

static int calls;
static float offs_m[16];   /* how far the answer to each call is off */
static float rounding[16]; /* what rounding left in the answer to each call */
static XrResult fails_with;

static float eye_x(uint32_t i, int call)
{
    return (i == 0 ? -0.03f : 0.03f) + offs_m[call];
}

static XRAPI_ATTR XrResult XRAPI_CALL locate(XrSession session, const XrViewLocateInfo *info,
                                             XrViewState *state, uint32_t capacity,
                                             uint32_t *out_count, XrView *views)
{
    (void)session;
    (void)info;
    (void)state;
    if (XR_FAILED(fails_with))
        return fails_with;
    for (uint32_t i = 0; i < capacity; i++)
        views[i].pose = (XrPosef){{0, rounding[calls], -rounding[calls], 1},
                                  {eye_x(i, calls), rounding[calls], -rounding[calls]}};
    calls++;
    *out_count = capacity;
    return XR_SUCCESS;
}

/* As the hook does it: the x of the left eye that the app is told. */
static float tell(struct us_stable_eye_poses *eyes, uint32_t count, XrViewConfigurationType type)
{
    XrView views[US_STABLE_EYE_POSES_MAX + 1];
    XrViewLocateInfo info = {.type = XR_TYPE_VIEW_LOCATE_INFO, .viewConfigurationType = type};
    XrViewState state;
    uint32_t got;
    assert_int_equal(locate(XR_NULL_HANDLE, &info, &state, count, &got, views), XR_SUCCESS);
    us_stable_eye_poses_apply(eyes, XR_NULL_HANDLE, locate, &info, count, views);
    return views[0].pose.position.x;
}

static void begin(struct us_stable_eye_poses *eyes)
{
    memset(eyes, 0, sizeof *eyes);
    memset(offs_m, 0, sizeof offs_m);
    memset(rounding, 0, sizeof rounding);
    calls = 0;
    fails_with = XR_SUCCESS;
}

static const XrViewConfigurationType stereo = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;

TEST(test_once)
{
    struct us_stable_eye_poses eyes;
    begin(&eyes);
    offs_m[5] = 0.004f;
    for (int frame = 0; frame < 8; frame++)
        assert_true(tell(&eyes, 2, stereo) == -0.03f);
    assert_int_equal(calls, 9);
}

TEST(test_off_at_first)
{
    struct us_stable_eye_poses eyes;
    begin(&eyes);
    offs_m[0] = 0.004f;
    offs_m[2] = -0.002f;
    for (int frame = 0; frame < 4; frame++)
        assert_true(tell(&eyes, 2, stereo) == -0.03f);
}

TEST(test_never_agrees)
{
    struct us_stable_eye_poses eyes;
    begin(&eyes);
    for (int i = 0; i < 16; i++)
        offs_m[i] = 0.001f * (float)i;
    assert_true(tell(&eyes, 2, stereo) == -0.03f);
    assert_int_equal(calls, 9);
    memset(offs_m, 0, sizeof offs_m);
    assert_true(tell(&eyes, 2, stereo) == -0.03f);
    offs_m[calls] = 0.004f;
    assert_true(tell(&eyes, 2, stereo) == -0.03f);
}

/* Two runs differ in what rounding left, and are told the same. */
TEST(test_rounding)
{
    static const float left[] = {0.0f, -2.2e-19f, 1.6e-17f, 3e-8f, -1e-7f};
    for (size_t run = 0; run < sizeof left / sizeof left[0]; run++) {
        struct us_stable_eye_poses eyes;
        begin(&eyes);
        for (int i = 0; i < 16; i++) {
            offs_m[i] = left[run] / 8;
            rounding[i] = left[run];
        }
        tell(&eyes, 2, stereo);
        XrPosef pose = eyes.poses[0];
        assert_true(pose.position.x == -0.03f && pose.position.y == 0.0f &&
                    pose.position.z == 0.0f);
        assert_true(pose.orientation.x == 0.0f && pose.orientation.y == 0.0f &&
                    pose.orientation.z == 0.0f && pose.orientation.w == 1.0f);
        assert_false(signbit(pose.position.y) || signbit(pose.position.z) ||
                     signbit(pose.orientation.y) || signbit(pose.orientation.z));
    }
}

/* What does not fit stays as the runtime says it. */
TEST(test_others)
{
    struct us_stable_eye_poses eyes;
    begin(&eyes);
    offs_m[0] = 0.5f;
    assert_true(tell(&eyes, US_STABLE_EYE_POSES_MAX + 1, stereo) == -0.03f + 0.5f);
    assert_true(tell(&eyes, 2, stereo) == -0.03f);
    offs_m[calls] = 0.5f;
    assert_true(tell(&eyes, 2, XR_VIEW_CONFIGURATION_TYPE_PRIMARY_MONO) == -0.03f + 0.5f);
    offs_m[calls] = 0.5f;
    assert_true(tell(&eyes, 1, stereo) == -0.03f + 0.5f);
}

TEST(test_fails)
{
    struct us_stable_eye_poses eyes;
    begin(&eyes);
    XrView views[2] = {{.type = XR_TYPE_VIEW}, {.type = XR_TYPE_VIEW}};
    views[0].pose.position.x = 7;
    XrViewLocateInfo info = {.type = XR_TYPE_VIEW_LOCATE_INFO, .viewConfigurationType = stereo};
    fails_with = XR_ERROR_SESSION_LOST;
    us_stable_eye_poses_apply(&eyes, XR_NULL_HANDLE, locate, &info, 2, views);
    assert_true(views[0].pose.position.x == 7);
}

int main(void)
{
    return RUN_TESTS(test_once, test_off_at_first, test_never_agrees, test_others, test_rounding,
                     test_fails);
}
