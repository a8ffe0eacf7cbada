/* SPDX-License-Identifier: MIT */
/* Hazard: screenshots that nobody asked for, or that disturb the app although they cannot be taken.
 */
#include "scene.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "layer/screenshots/captured_swapchain.h"

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
        assert_int_equal(scene->get(scene->instance, names[i], &function), XR_SUCCESS);
        assert_int_equal(fake_get(scene->instance, names[i], &below), XR_SUCCESS);
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
    assert_int_equal(scene_create(&scene, NULL, 0), XR_SUCCESS);
    assert_int_equal(count_own(&scene), expected);
    assert_int_equal(scene_count_log(&scene, "UNDERSTUDY_SHOOT"), said != NULL);
    if (said != NULL)
        assert_int_equal(scene_count_log(&scene, said), 1);
    scene.calls.xrDestroyInstance(scene.instance);
    scene_finish(&scene);
}

static void test_untouched_when_off(void **state)
{
    (void)state;
    check_own(NULL, 0, NULL);
    check_own("", 0, NULL);
    check_own("frame:1", NAME_COUNT, NULL);
    check_own("frame:1,often", 0, "'often' is none of");
    check_own("marker:nowhere", 0, "there is no marker 'nowhere'");
    check_own("11s", 0, "'11s' is outside of the played range");
    check_own("11s,10s", NAME_COUNT, "'11s' is outside of the played range");
}

static void test_nothing_plays(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, SCENE_ALL);
    setenv("UNDERSTUDY_SHOOT", "frame:1", 1);
    unsetenv("UNDERSTUDY_PLAY");
    assert_int_equal(scene_create(&scene, NULL, 0), XR_SUCCESS);
    assert_int_equal(count_own(&scene), 0);
    scene.calls.xrDestroyInstance(scene.instance);
    scene_finish(&scene);
}

/* A session without Vulkan: said once, and its swapchains are the app's own affair. */
static void test_no_vulkan(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, SCENE_ALL);
    setenv("UNDERSTUDY_SHOOT", "frame:0", 1);
    assert_int_equal(scene_create(&scene, NULL, 0), XR_SUCCESS);
    scene_begin(&scene);
    scene_focus(&scene);
    assert_int_equal(scene_count_log(&scene, "cannot take screenshots of an app without Vulkan"),
                     1);
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
    assert_int_equal(scene.calls.xrCreateSwapchain(scene.session, &info, &swapchain), XR_SUCCESS);
    assert_int_equal(fake.swapchain_usage, XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT);
    assert_int_equal(scene.calls.xrAcquireSwapchainImage(swapchain, NULL, &index), XR_SUCCESS);
    fake.fails = "xrWaitSwapchainImage";
    fake.fails_with = XR_TIMEOUT_EXPIRED;
    assert_int_equal(scene.calls.xrWaitSwapchainImage(swapchain, NULL), XR_TIMEOUT_EXPIRED);
    fake.fails = "xrReleaseSwapchainImage";
    fake.fails_with = XR_ERROR_CALL_ORDER_INVALID;
    assert_int_equal(scene.calls.xrReleaseSwapchainImage(swapchain, NULL),
                     XR_ERROR_CALL_ORDER_INVALID);
    fake.fails = NULL;
    assert_int_equal(scene.calls.xrDestroySwapchain(swapchain), XR_SUCCESS);
    scene.calls.xrDestroyInstance(scene.instance);
    scene_finish(&scene);
}

/* Which API an app draws with is named; this program has no Vulkan. */
static void check_binding(XrStructureType type, const char *said)
{
    struct scene scene;
    scene_init(&scene, SCENE_ALL);
    setenv("UNDERSTUDY_SHOOT", "frame:0", 1);
    setenv("UNDERSTUDY_SHOTS_DIR", "/no/such/folder", 1);
    assert_int_equal(scene_create(&scene, NULL, 0), XR_SUCCESS);
    XrBaseInStructure binding[8] = {{.type = type}};
    XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO, .next = binding};
    XrSession session;
    assert_int_equal(scene.calls.xrCreateSession(scene.instance, &info, &session), XR_SUCCESS);
    scene.calls.xrDestroySession(session);
    scene.calls.xrDestroyInstance(scene.instance);
    assert_int_equal(scene_count_log(&scene, said), 1);
    scene_finish(&scene);
}

static void test_other_graphics(void **state)
{
    (void)state;
    check_binding(XR_TYPE_GRAPHICS_BINDING_OPENGL_XLIB_KHR, "screenshots of an OpenGL app");
    check_binding(XR_TYPE_GRAPHICS_BINDING_D3D12_KHR, "screenshots of a Direct3D app");
    check_binding(XR_TYPE_GRAPHICS_BINDING_VULKAN_KHR, "libvulkan.so.1 is not loaded");
}

static void test_which_swapchains(void **state)
{
    (void)state;
    const XrSwapchainCreateInfo good = {.type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
                                        .usageFlags = XR_SWAPCHAIN_USAGE_SAMPLED_BIT,
                                        .format = 43,
                                        .sampleCount = 1,
                                        .faceCount = 1};
    XrSwapchainCreateInfo wanted;
    assert_true(us_captured_swapchain_make_info(&good, &wanted));
    assert_int_equal(wanted.usageFlags,
                     XR_SWAPCHAIN_USAGE_SAMPLED_BIT | XR_SWAPCHAIN_USAGE_TRANSFER_SRC_BIT);
    XrSwapchainCreateInfo bad = good;
    bad.sampleCount = 4;
    assert_false(us_captured_swapchain_make_info(&bad, &wanted));
    bad = good;
    bad.faceCount = 6;
    assert_false(us_captured_swapchain_make_info(&bad, &wanted));
    bad = good;
    bad.format = 126; /* D32_SFLOAT */
    assert_false(us_captured_swapchain_make_info(&bad, &wanted));
    bad = good;
    bad.createFlags = XR_SWAPCHAIN_CREATE_PROTECTED_CONTENT_BIT;
    assert_false(us_captured_swapchain_make_info(&bad, &wanted));
    assert_false(us_captured_swapchain_make_info(NULL, &wanted));
}

static void check_cut(const XrSwapchainSubImage *part, const char *expected)
{
    struct us_screenshot screenshot;
    const char *why = NULL;
    bool cut = us_captured_swapchain_find_region(part, &screenshot, &why);
    assert_int_equal(cut, expected == NULL);
    if (expected != NULL)
        assert_string_equal(why, expected);
}

/* What a layer shows of a swapchain, and the images that an app has, in their order. */
static void test_a_swapchain(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, SCENE_ALL);
    assert_int_equal(scene_create(&scene, NULL, 0), XR_SUCCESS);
    scene_begin(&scene);
    const XrSwapchainCreateInfo info = {.type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
                                        .format = 43,
                                        .sampleCount = 1,
                                        .width = 20,
                                        .height = 10,
                                        .faceCount = 1,
                                        .arraySize = 2};
    const XrSwapchain handle = US_XR_HANDLE(XrSwapchain, 77);
    XrSwapchainSubImage part = {handle, {{12, 3}, {8, 7}}, 1};
    check_cut(&part, "its swapchain is not known");
    us_captured_swapchain_add(us_session_find(scene.session), handle, &info, true);
    struct us_captured_swapchain *swapchain = us_captured_swapchain_find(handle);
    assert_non_null(swapchain);
    us_captured_swapchain_on_acquire(swapchain, 2);
    us_captured_swapchain_on_acquire(swapchain, 0);
    assert_int_equal(swapchain->acquired[swapchain->first], 2);
    us_captured_swapchain_on_wait(swapchain);
    us_captured_swapchain_on_release(swapchain, NULL, NULL);
    assert_int_equal(swapchain->acquired[swapchain->first], 0);
    assert_false(swapchain->waited);
    check_cut(&part, "its image is from another frame");
    int nothing;
    swapchain->copy = (struct us_image_copy *)(void *)&nothing;
    check_cut(&part, NULL);
    struct us_screenshot screenshot;
    const char *why;
    us_captured_swapchain_find_region(&part, &screenshot, &why);
    const struct us_image_region *cut = &screenshot.region;
    assert_int_equal(cut->format, 43);
    const uint32_t found[] = {cut->image_width_px, cut->image_height_px, cut->layer,    cut->x_px,
                              cut->y_px,           cut->width_px,        cut->height_px};
    const uint32_t expected[] = {20, 10, 1, 12, 3, 8, 7};
    assert_memory_equal(found, expected, sizeof expected);
    part.imageRect.extent.width = 9;
    check_cut(&part, "its rectangle is not inside of the swapchain image");
    part.imageRect.extent.width = 8;
    part.imageRect.offset.y = -1;
    check_cut(&part, "its rectangle is not inside of the swapchain image");
    part.imageRect.offset.y = 3;
    part.imageArrayIndex = 2;
    check_cut(&part, "its rectangle is not inside of the swapchain image");
    scene.calls.xrDestroyInstance(scene.instance);
    assert_null(us_captured_swapchain_find(handle));
    scene_finish(&scene);
}

static void check_why_not(int64_t format, uint32_t samples, bool readable, const char *expected)
{
    struct scene scene;
    scene_init(&scene, SCENE_ALL);
    assert_int_equal(scene_create(&scene, NULL, 0), XR_SUCCESS);
    scene_begin(&scene);
    const XrSwapchainCreateInfo info = {
        .format = format, .sampleCount = samples, .width = 4, .height = 4, .faceCount = 1};
    const XrSwapchain handle = US_XR_HANDLE(XrSwapchain, 77);
    us_captured_swapchain_add(us_session_find(scene.session), handle, &info, readable);
    assert_string_equal(us_captured_swapchain_find(handle)->why_not, expected);
    scene.calls.xrDestroyInstance(scene.instance);
    scene_finish(&scene);
}

static void test_why_not(void **state)
{
    (void)state;
    check_why_not(43, 1, true, "");
    check_why_not(43, 1, false, "the runtime refuses images that can be copied");
    check_why_not(43, 4, false, "its images are multisampled");
    check_why_not(122, 1, false, "screenshots of format B10G11R11_UFLOAT_PACK32 are not supported");
    check_why_not(4711, 1, false, "screenshots of VkFormat 4711 are not supported");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_untouched_when_off),
        cmocka_unit_test(test_nothing_plays),
        cmocka_unit_test(test_no_vulkan),
        cmocka_unit_test(test_other_graphics),
        cmocka_unit_test(test_which_swapchains),
        cmocka_unit_test(test_a_swapchain),
        cmocka_unit_test(test_why_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
