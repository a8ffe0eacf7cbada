/* SPDX-License-Identifier: MIT */
/* Hazard: screenshots that nobody asked for, or that disturb the app although they cannot be taken.
 */
#include "scene.h"

#include <stdlib.h>
#include <unistd.h>

static const char *const names[] = {"xrCreateSwapchain", "xrDestroySwapchain",
                                    "xrAcquireSwapchainImage", "xrWaitSwapchainImage",
                                    "xrReleaseSwapchainImage"};
enum { NAME_COUNT = 5 };

/* How many of the swapchain's functions are the layer's own. */
static int count_own(struct scene *scene)
{
    int own = 0;
    for (int i = 0; i < NAME_COUNT; i++) {
        PFN_xrVoidFunction function = NULL, below = NULL;
        assert_success(scene->get(scene->instance, names[i], &function));
        assert_success(fake_get(scene->instance, names[i], &below));
        own += function != below;
    }
    return own;
}

static void check_own(const char *moments, int expected, const char *said)
{
    struct scene scene;
    scene_init(&scene, SCENE_ALL);
    if (moments != NULL)
        setenv("UNDERSTUDY_SHOOT", moments, 1);
    assert_success(scene_create(&scene, NULL, 0));
    assert_int_equal(count_own(&scene), expected);
    assert_int_equal(scene_count_log(&scene, "UNDERSTUDY_SHOOT"), said != NULL);
    if (said != NULL)
        scene_expect_log(&scene, said);
    scene_end(&scene);
}

TEST(test_untouched_when_off)
{
    check_own(NULL, 0, NULL);
    check_own("", 0, NULL);
    check_own("frame:1", NAME_COUNT, NULL);
    check_own("frame:1,1often", 0, "'1often' is none of");
    check_own("marker:nowhere", 0, "there is no marker 'nowhere'");
    check_own("11s", 0, "'11s' is outside of the played range");
    check_own("11s,10s", NAME_COUNT, "'11s' is outside of the played range");
}

SCENE_TEST(test_nothing_plays, SCENE_ALL)
{
    setenv("UNDERSTUDY_SHOOT", "frame:1", 1);
    unsetenv("UNDERSTUDY_PLAY");
    assert_success(scene_create(scene, NULL, 0));
    assert_int_equal(count_own(scene), 0);
}

/* A session without Vulkan: said once, and its swapchains are the app's own affair. */
SCENE_TEST(test_no_vulkan, SCENE_ALL)
{
    setenv("UNDERSTUDY_SHOOT", "frame:0", 1);
    scene_open(scene, NULL, 0);
    scene_focus(scene);
    scene_expect_log(scene, "cannot take screenshots of an app without Vulkan");
    XrSwapchainCreateInfo info = {.type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
                                  .usageFlags = XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT,
                                  .format = 43,
                                  .sampleCount = 1,
                                  .width = 8,
                                  .height = 8,
                                  .faceCount = 1,
                                  .arraySize = 1,
                                  .mipCount = 1};
    XrSwapchain swapchain;
    uint32_t index;
    assert_success(scene->calls.xrCreateSwapchain(scene->session, &info, &swapchain));
    assert_int_equal(fake.swapchain_usage, XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT);
    assert_success(scene->calls.xrAcquireSwapchainImage(swapchain, NULL, &index));
    fake_fail("xrWaitSwapchainImage", XR_TIMEOUT_EXPIRED);
    assert_int_equal(scene->calls.xrWaitSwapchainImage(swapchain, NULL), XR_TIMEOUT_EXPIRED);
    fake_fail("xrReleaseSwapchainImage", XR_ERROR_CALL_ORDER_INVALID);
    assert_int_equal(scene->calls.xrReleaseSwapchainImage(swapchain, NULL),
                     XR_ERROR_CALL_ORDER_INVALID);
    fake.fails = NULL;
    assert_success(scene->calls.xrDestroySwapchain(swapchain));
}

/* Which API an app draws with is named; this program has no Vulkan. */
static void check_binding(XrStructureType type, const char *said)
{
    struct scene scene;
    scene_init(&scene, SCENE_ALL);
    setenv("UNDERSTUDY_SHOOT", "frame:0", 1);
    setenv("UNDERSTUDY_SHOTS_DIR", "/no/such/folder", 1);
    assert_success(scene_create(&scene, NULL, 0));
    XrBaseInStructure binding[8] = {{.type = type}};
    XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO, .next = binding};
    XrSession session;
    assert_success(scene.calls.xrCreateSession(scene.instance, &info, &session));
    scene.calls.xrDestroySession(session);
    scene.calls.xrDestroyInstance(scene.instance);
    scene_expect_log(&scene, said);
    scene_finish(&scene);
}

TEST(test_other_graphics)
{
    check_binding(XR_TYPE_GRAPHICS_BINDING_OPENGL_XLIB_KHR,
                  "neither libGL.so.1 nor libGLX.so.0 is loaded");
    check_binding(XR_TYPE_GRAPHICS_BINDING_EGL_MNDX, "the app gives no eglGetProcAddress");
    check_binding(XR_TYPE_GRAPHICS_BINDING_OPENGL_XCB_KHR,
                  "screenshots of an OpenGL app that uses XCB");
    check_binding(XR_TYPE_GRAPHICS_BINDING_D3D12_KHR, "screenshots of a Direct3D 12 app");
    check_binding(XR_TYPE_GRAPHICS_BINDING_VULKAN_KHR, "libvulkan.so.1 is not loaded");
}

TESTS_MAIN(test_untouched_when_off, test_nothing_plays, test_no_vulkan, test_other_graphics)
