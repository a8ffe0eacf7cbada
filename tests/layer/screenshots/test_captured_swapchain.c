/* SPDX-License-Identifier: MIT */
/* Hazard: a screenshot of an image or a part that the app does not show, and an obstacle that
 * nobody names. */
#include "scene.h"

#include <stdlib.h>
#include <string.h>

#include "fake_vulkan.h"
#include "layer/screenshots/captured_swapchain.h"
#include "openxr/xr_vulkan.h"

static struct us_image_copier *create_copier(void)
{
    const XrGraphicsBindingVulkanKHR binding = {.type = XR_TYPE_GRAPHICS_BINDING_VULKAN_KHR,
                                                .instance = FAKE_VULKAN_INSTANCE,
                                                .physicalDevice = FAKE_VULKAN_PHYSICAL_DEVICE,
                                                .device = FAKE_VULKAN_DEVICE,
                                                .queueFamilyIndex = 3,
                                                .queueIndex = 2};
    const XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO, .next = &binding};
    const char *app, *why;
    fake_vulkan_reset();
    struct us_image_copier *copier = us_image_copier_create(&info, &app, &why);
    assert_non_null(copier);
    assert_null(app);
    return copier;
}

TEST(test_which_swapchains)
{
    const XrSwapchainCreateInfo good = {.type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
                                        .usageFlags = XR_SWAPCHAIN_USAGE_SAMPLED_BIT,
                                        .format = 43,
                                        .sampleCount = 1,
                                        .faceCount = 1};
    struct us_image_copier *copier = create_copier();
    XrSwapchainCreateInfo wanted;
    assert_true(us_captured_swapchain_make_info(copier, &good, &wanted));
    assert_int_equal(wanted.usageFlags,
                     XR_SWAPCHAIN_USAGE_SAMPLED_BIT | XR_SWAPCHAIN_USAGE_TRANSFER_SRC_BIT);
    XrSwapchainCreateInfo bad = good;
    bad.sampleCount = 4;
    assert_false(us_captured_swapchain_make_info(copier, &bad, &wanted));
    bad = good;
    bad.faceCount = 6;
    assert_false(us_captured_swapchain_make_info(copier, &bad, &wanted));
    bad = good;
    bad.format = 126; /* D32_SFLOAT */
    assert_false(us_captured_swapchain_make_info(copier, &bad, &wanted));
    bad = good;
    bad.createFlags = XR_SWAPCHAIN_CREATE_PROTECTED_CONTENT_BIT;
    assert_false(us_captured_swapchain_make_info(copier, &bad, &wanted));
    assert_false(us_captured_swapchain_make_info(copier, NULL, &wanted));
    us_image_copier_destroy(copier);
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
TEST(test_a_swapchain)
{
    struct scene scene;
    scene_init(&scene, SCENE_ALL);
    scene_open(&scene, NULL, 0);
    const XrSwapchainCreateInfo info = {.type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
                                        .format = 43,
                                        .sampleCount = 1,
                                        .width = 20,
                                        .height = 10,
                                        .faceCount = 1,
                                        .arraySize = 2};
    struct us_image_copier *copier = create_copier();
    const XrSwapchain handle = US_XR_HANDLE(XrSwapchain, 77);
    XrSwapchainSubImage part = {handle, {{12, 3}, {8, 7}}, 1};
    check_cut(&part, "its swapchain is not known");
    us_captured_swapchain_add(us_session_find(scene.session), copier, handle, &info, true);
    struct us_captured_swapchain *swapchain = us_captured_swapchain_find(handle);
    assert_non_null(swapchain);
    us_captured_swapchain_on_acquire(swapchain, 2);
    us_captured_swapchain_on_acquire(swapchain, 1);
    assert_int_equal(swapchain->acquired[swapchain->first], 2);
    us_captured_swapchain_on_wait(swapchain);
    us_captured_swapchain_on_release(swapchain, NULL, NULL);
    assert_int_equal(swapchain->acquired[swapchain->first], 1);
    assert_false(swapchain->waited);
    /* A runtime that takes back more than it gave. */
    us_captured_swapchain_on_release(swapchain, NULL, NULL);
    us_captured_swapchain_on_release(swapchain, NULL, NULL);
    assert_int_equal(swapchain->acquired_count, 0);
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
    static const struct {
        XrSwapchainSubImage part;
        bool is_inside;
    } cases[] = {{{XR_NULL_HANDLE, {{12, 3}, {8, 7}}, 1}, true},
                 {{XR_NULL_HANDLE, {{0, 0}, {20, 10}}, 0}, true},
                 {{XR_NULL_HANDLE, {{0, 0}, {1, 1}}, 0}, true},
                 {{XR_NULL_HANDLE, {{19, 9}, {1, 1}}, 1}, true},
                 {{XR_NULL_HANDLE, {{12, 3}, {9, 7}}, 1}, false},
                 {{XR_NULL_HANDLE, {{12, 3}, {8, 8}}, 1}, false},
                 {{XR_NULL_HANDLE, {{-1, 3}, {8, 7}}, 1}, false},
                 {{XR_NULL_HANDLE, {{12, -1}, {8, 7}}, 1}, false},
                 {{XR_NULL_HANDLE, {{12, 3}, {0, 7}}, 1}, false},
                 {{XR_NULL_HANDLE, {{12, 3}, {8, 0}}, 1}, false},
                 {{XR_NULL_HANDLE, {{12, 3}, {8, 7}}, 2}, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        part = cases[i].part;
        part.swapchain = handle;
        check_cut(&part,
                  cases[i].is_inside ? NULL : "its rectangle is not inside of the swapchain image");
    }
    scene.calls.xrDestroyInstance(scene.instance);
    assert_null(us_captured_swapchain_find(handle));
    scene_finish(&scene);
    us_image_copier_destroy(copier);
}

static void check_why_not(int64_t format, uint32_t samples, bool readable, const char *expected)
{
    struct scene scene;
    scene_init(&scene, SCENE_ALL);
    scene_open(&scene, NULL, 0);
    const XrSwapchainCreateInfo info = {
        .format = format, .sampleCount = samples, .width = 4, .height = 4, .faceCount = 1};
    struct us_image_copier *copier = create_copier();
    const XrSwapchain handle = US_XR_HANDLE(XrSwapchain, 77);
    us_captured_swapchain_add(us_session_find(scene.session), copier, handle, &info, readable);
    assert_string_equal(us_captured_swapchain_find(handle)->why_not, expected);
    scene_end(&scene);
    us_image_copier_destroy(copier);
}

TEST(test_why_not)
{
    check_why_not(43, 1, true, "");
    check_why_not(43, 1, false, "the runtime refuses images that can be copied");
    check_why_not(43, 4, false, "its images are multisampled");
    check_why_not(122, 1, false, "screenshots of format B10G11R11_UFLOAT_PACK32 are not supported");
    check_why_not(4711, 1, false, "screenshots of VkFormat 4711 are not supported");
}

int main(void)
{
    return RUN_TESTS(test_which_swapchains, test_a_swapchain, test_why_not);
}
