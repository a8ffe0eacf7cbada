/* SPDX-License-Identifier: MIT */
/* Hazard: a screenshot of an image or a part that the app does not show, a swapchain that is
 * created otherwise than the app asked for in vain, and an obstacle that nobody names. */
#include "shots_app.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake_opengl.h"

enum { SRGB = 43, RED = 10, IMAGES = 32 };

/* An image of 20 x 10 pixels with two layers: each pixel says where it is. */
static uint8_t drawn[2][10][20][4];
static struct fake_vulkan_image image;

static void draw(void)
{
    for (int layer = 0; layer < 2; layer++)
        for (int y = 0; y < 10; y++)
            for (int x = 0; x < 20; x++)
                memcpy(drawn[layer][y][x],
                       (uint8_t[]){(uint8_t)(RED + x), (uint8_t)y, (uint8_t)layer, 9}, 4);
    image = (struct fake_vulkan_image){
        20, 10, 2, 4, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, drawn[0][0][0]};
}

static void begin(struct shots_app *app)
{
    shots_begin(app, "every:0.001s", "frame:100");
    draw();
    shots_wait_frame(app, 0);
}

/* A swapchain is made readable where that helps. */
TEST(test_which_swapchains)
{
    static const struct {
        const char *why; /* NULL: it is captured */
        int64_t format;
        uint32_t samples, faces;
        XrSwapchainCreateFlags flags;
    } cases[] = {
        {NULL, SRGB, 1, 1, 0},
        {"its images are multisampled", SRGB, 4, 1, 0},
        {"its images are cube maps", SRGB, 1, 6, 0},
        {"its content is protected", SRGB, 1, 1, XR_SWAPCHAIN_CREATE_PROTECTED_CONTENT_BIT},
        {"screenshots of format D32_SFLOAT are not supported", 126, 1, 1, 0},
        {"screenshots of format B10G11R11_UFLOAT_PACK32 are not supported", 122, 1, 1, 0},
        {"screenshots of VkFormat 4711 are not supported", 4711, 1, 1, 0},
        {"screenshots of VkFormat 35907 are not supported", GL_SRGB8_ALPHA8, 1, 1, 0},
    };
    enum { COUNT = sizeof cases / sizeof cases[0] };
    struct shots_app app;
    struct shots_part parts[COUNT];
    begin(&app);
    for (int i = 0; i < COUNT; i++) {
        XrSwapchainCreateInfo info = shots_info(cases[i].format, 20, 10, 2);
        info.usageFlags = XR_SWAPCHAIN_USAGE_SAMPLED_BIT;
        info.sampleCount = cases[i].samples;
        info.faceCount = cases[i].faces;
        info.createFlags = cases[i].flags;
        parts[i] = (struct shots_part){
            {shots_swapchain(&app, &info, (uint64_t)(uintptr_t)&image), {{0, 0}, {1, 1}}, 0},
            cases[i].why};
        assert_int_equal(
            fake.swapchain_usage,
            XR_SWAPCHAIN_USAGE_SAMPLED_BIT |
                (cases[i].why == NULL ? (unsigned)XR_SWAPCHAIN_USAGE_TRANSFER_SRC_BIT : 0));
        shots_give_back(&app, parts[i].part.swapchain);
    }
    assert_int_equal(app.scene.calls.xrCreateSwapchain(app.scene.session, NULL, NULL),
                     XR_ERROR_VALIDATION_FAILURE);
    shots_end(&app, shots_show(&app, 0, parts, COUNT));
}

/* The pixels of a part are those of its place. */
TEST(test_parts)
{
    static const char outside[] = "its rectangle is not inside of the swapchain image";
    struct shots_app app;
    begin(&app);
    const XrSwapchainCreateInfo info = shots_info(SRGB, 20, 10, 2);
    const XrSwapchain swapchain = shots_swapchain(&app, &info, (uint64_t)(uintptr_t)&image);
    const struct shots_part before[] = {
        {{swapchain, {{12, 3}, {8, 7}}, 1}, "its image is from another frame"},
        {{US_XR_HANDLE(XrSwapchain, 4711), {{12, 3}, {8, 7}}, 1}, "its swapchain is not known"}};
    int taken = shots_show(&app, 0, before, 2);
    const struct shots_part parts[] = {
        {{swapchain, {{12, 3}, {8, 7}}, 1}, NULL},    {{swapchain, {{0, 0}, {20, 10}}, 0}, NULL},
        {{swapchain, {{0, 0}, {1, 1}}, 0}, NULL},     {{swapchain, {{19, 9}, {1, 1}}, 1}, NULL},
        {{swapchain, {{12, 3}, {9, 7}}, 1}, outside}, {{swapchain, {{12, 3}, {8, 8}}, 1}, outside},
        {{swapchain, {{-1, 3}, {8, 7}}, 1}, outside}, {{swapchain, {{12, -1}, {8, 7}}, 1}, outside},
        {{swapchain, {{12, 3}, {0, 7}}, 1}, outside}, {{swapchain, {{12, 3}, {8, 0}}, 1}, outside},
        {{swapchain, {{12, 3}, {8, 7}}, 2}, outside}};
    shots_wait_frame(&app, 1);
    shots_give_back(&app, swapchain);
    taken += shots_show(&app, 1, parts, sizeof parts / sizeof parts[0]);
    shots_wait_frame(&app, 2);
    for (uint32_t i = 0; i < 4; i++) {
        const XrRect2Di rect = parts[i].part.imageRect;
        char name[64];
        uint8_t rgb[20 * 10 * 3];
        snprintf(name, sizeof name, "frame-000001-layer-%u.png", i);
        shots_read(&app, name, (uint32_t)rect.extent.width, (uint32_t)rect.extent.height, rgb);
        for (int y = 0; y < rect.extent.height; y++)
            for (int x = 0; x < rect.extent.width; x++)
                assert_memory_equal(
                    rgb + 3 * (y * rect.extent.width + x),
                    drawn[parts[i].part.imageArrayIndex][rect.offset.y + y][rect.offset.x + x], 3);
    }
    shots_end(&app, taken);
}

/* As many images as there can be, acquired before one is given back, which goes in their order. A
 * runtime may take back more than it gave. */
TEST(test_many_images)
{
    struct shots_app app;
    const struct us_dispatch *calls = &app.scene.calls;
    static uint8_t colours[IMAGES][4];
    static struct fake_vulkan_image images[IMAGES];
    uint32_t index;
    begin(&app);
    for (uint32_t i = 0; i < IMAGES; i++) {
        colours[i][0] = (uint8_t)(RED + i);
        images[i] = (struct fake_vulkan_image){
            1, 1, 1, 4, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, colours[i]};
        fake.images[i] = (uint64_t)(uintptr_t)&images[i];
    }
    fake.image_count = IMAGES;
    const XrSwapchainCreateInfo info = shots_info(SRGB, 1, 1, 1);
    struct shots_part part = {.part.imageRect.extent = {1, 1}};
    assert_success(calls->xrCreateSwapchain(app.scene.session, &info, &part.part.swapchain));
    assert_success(calls->xrReleaseSwapchainImage(part.part.swapchain, NULL));
    fake.next_image = 5;
    for (int i = 0; i < IMAGES; i++)
        assert_success(calls->xrAcquireSwapchainImage(part.part.swapchain, NULL, &index));
    int taken = 0;
    for (int i = 0; i < IMAGES; i++) {
        char name[64];
        uint8_t rgb[3];
        assert_success(calls->xrWaitSwapchainImage(part.part.swapchain, NULL));
        assert_success(calls->xrReleaseSwapchainImage(part.part.swapchain, NULL));
        taken += shots_show(&app, i, &part, 1);
        shots_wait_frame(&app, i + 1);
        snprintf(name, sizeof name, "frame-%06d-layer-0.png", i);
        shots_read(&app, name, 1, 1, rgb);
        assert_int_equal(rgb[0], RED + (5 + i) % IMAGES);
    }
    const int submits = fake_vulkan.submits;
    assert_success(calls->xrReleaseSwapchainImage(part.part.swapchain, NULL));
    assert_int_equal(fake_vulkan.submits, submits);
    shots_end(&app, taken);
}

/* An app that draws with something else is called by its name. */
TEST(test_apps_that_cannot_be_captured)
{
    static const struct {
        XrStructureType type;
        const char *app;
    } cases[] = {
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_WIN32_KHR, "an OpenGL app on Windows"},
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_XCB_KHR, "an OpenGL app that uses XCB"},
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_WAYLAND_KHR, "an OpenGL app that uses Wayland"},
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_ES_ANDROID_KHR, "an OpenGL ES app on Android"},
        {XR_TYPE_GRAPHICS_BINDING_D3D11_KHR, "a Direct3D 11 app"},
        {XR_TYPE_GRAPHICS_BINDING_D3D12_KHR, "a Direct3D 12 app"},
        {XR_TYPE_SESSION_BEGIN_INFO, "an app without Vulkan, OpenGL and Direct3D 11"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scene scene;
        const XrBaseInStructure binding = {.type = cases[i].type};
        scene_init(&scene, SCENE_ALL);
        setenv("UNDERSTUDY_SHOOT", "frame:0", 1);
        scene.binding = &binding;
        scene_open(&scene, NULL, 0);
        scene_focus(&scene);
        scene_expect_log(&scene, cases[i].app);
        scene_end(&scene);
    }
}

TESTS_MAIN(test_which_swapchains, test_parts, test_many_images, test_apps_that_cannot_be_captured)
