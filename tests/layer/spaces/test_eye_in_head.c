/* SPDX-License-Identifier: MIT */
/* Hazard: the recorded head with eyes that are not the runtime's, or with poses that are none. */
#include "scene.h"

#include <math.h>
#include <string.h>

#include "layer/setup/extensions.h"

/* The head of the recording at its beginning, in OpenXR's axes. */
static const XrVector3f head = {0, 0.2f, -0.3f};

/* What the runtime says of both eyes in VIEW. */
static XrPosef eye;
static PFN_xrLocateViews next_views;

static XRAPI_ATTR XrResult XRAPI_CALL locate_views(XrSession session, const XrViewLocateInfo *info,
                                                   XrViewState *state, uint32_t capacity,
                                                   uint32_t *count, XrView *views)
{
    XrResult result = next_views(session, info, state, capacity, count, views);
    for (uint32_t i = 0; XR_SUCCEEDED(result) && i < *count && i < capacity; i++)
        views[i].pose = eye;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL get(XrInstance instance, const char *name,
                                          PFN_xrVoidFunction *function)
{
    XrResult result = fake_get(instance, name, function);
    PFN_xrLocateViews own = locate_views;
    if (XR_SUCCEEDED(result) && strcmp(name, "xrLocateViews") == 0) {
        next_views = (PFN_xrLocateViews)*function;
        *function = (PFN_xrVoidFunction)own;
    }
    return result;
}

static void begin(struct scene *scene)
{
    memset(scene, 0, sizeof *scene);
    scene_init(scene, SCENE_HEAD);
    assert_success(scene_create_over(scene, get, fake_create, NULL, 0));
    scene_begin(scene);
    scene_focus(scene);
}

static void check_near(float got, float expected)
{
    if (!(fabsf(got - expected) < 1e-6f))
        fail_msg("got %.8g, expected %.8g", (double)got, (double)expected);
}

/* Where the app is told that both eyes are, in LOCAL. */
static void check(struct scene *scene, XrPosef runtime, XrQuaternionf rotation, XrVector3f position)
{
    eye = runtime;
    const struct scene_views told = scene_locate_views(scene, scene->local, SCENE_START);
    for (int i = 0; i < 2; i++) {
        XrPosef pose = told.views[i].pose;
        check_near(pose.orientation.x, rotation.x);
        check_near(pose.orientation.y, rotation.y);
        check_near(pose.orientation.z, rotation.z);
        check_near(pose.orientation.w, rotation.w);
        check_near(pose.position.x, position.x);
        check_near(pose.position.y, position.y);
        check_near(pose.position.z, position.z);
    }
}

TEST_OF(test_eyes_of_the_runtime, struct scene, scene, begin(scene), scene_end(scene))
{
    static const XrQuaternionf turns[] = {
        {0.5f, 0.5f, 0.5f, 0.5f}, {0.6f, 0, 0, 0.8f}, {0, 0.6f, 0, 0.8f}, {0, 0, 0.6f, 0.8f}};
    for (int i = 0; i < 4; i++) {
        /* Numbers that no rounding leaves as they are. */
        const XrPosef runtime = {turns[i], {0.0123456f, -0.0234567f, 0.0345678f}};
        check(scene, runtime, turns[i],
              (XrVector3f){head.x + 0.0123456f, head.y - 0.0234567f, head.z + 0.0345678f});
    }
}

/* Some runtimes write no poses while they do not track: the eyes are then in the head. */
TEST_OF(test_eyes_without_poses, struct scene, scene, begin(scene), scene_end(scene))
{
    const float nan = (float)NAN, infinite = (float)INFINITY;
    const XrPosef none[] = {{{0, 0, 0, 0}, {1, 2, 3}},        {{1, 1, 1, 1}, {1, 2, 3}},
                            {{0, 0, 0, 1.0105f}, {1, 2, 3}},  {{0, 0, 0, 0.9895f}, {1, 2, 3}},
                            {{nan, 0, 0, 1}, {1, 2, 3}},      {{0, 0, 0, 1}, {nan, 2, 3}},
                            {{0, 0, 0, 1}, {1, infinite, 3}}, {{0, 0, 0, 1}, {1, 2, -infinite}}};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        check(scene, none[i], scene_identity.orientation, head);
}

TESTS_MAIN(test_eyes_of_the_runtime, test_eyes_without_poses)
