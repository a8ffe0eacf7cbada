/* SPDX-License-Identifier: MIT */
#include "shots_app.h"

const uint8_t *(*shots_copier_wait)(struct us_image_copier *copier, struct us_image_copy *copy,
                                    const char **out_why) = __real_us_image_copier_wait;
const uint8_t *__wrap_us_image_copier_wait(struct us_image_copier *copier,
                                           struct us_image_copy *copy, const char **out_why);

const uint8_t *__wrap_us_image_copier_wait(struct us_image_copier *copier,
                                           struct us_image_copy *copy, const char **out_why)
{
    return shots_copier_wait(copier, copy, out_why);
}

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <png.h>

enum { RGBA_SRGB = 43 };

void shots_make_swapchain(struct shots_app *app)
{
    const XrSwapchainCreateInfo info = {.type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
                                        .usageFlags = XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT,
                                        .format = RGBA_SRGB,
                                        .sampleCount = 1,
                                        .width = SHOTS_WIDTH,
                                        .height = SHOTS_HEIGHT,
                                        .faceCount = 1,
                                        .arraySize = SHOTS_LAYERS,
                                        .mipCount = 1};
    for (uint32_t i = 0; i < SHOTS_IMAGES; i++) {
        app->images[i] = (struct fake_vulkan_image){
            SHOTS_WIDTH,  SHOTS_HEIGHT, SHOTS_LAYERS, 4, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
            app->drawn[i]};
        fake.images[i] = (uint64_t)(uintptr_t)&app->images[i];
    }
    fake.image_count = SHOTS_IMAGES;
    assert_success(app->scene.calls.xrCreateSwapchain(app->scene.session, &info, &app->swapchain));
}

void shots_begin(struct shots_app *app, const char *moments, const char *clock)
{
    memset(app, 0, sizeof *app);
    fake_vulkan_reset();
    scene_init(&app->scene, SCENE_ALL);
    strcpy(app->folder, "/tmp/understudy-shots-XXXXXX");
    assert_non_null(mkdtemp(app->folder));
    setenv("UNDERSTUDY_SHOOT", moments, 1);
    setenv("UNDERSTUDY_SHOTS_DIR", app->folder, 1);
    if (clock != NULL)
        setenv("UNDERSTUDY_CLOCK", clock, 1);
    app->binding = (XrGraphicsBindingVulkanKHR){.type = XR_TYPE_GRAPHICS_BINDING_VULKAN_KHR,
                                                .instance = FAKE_VULKAN_INSTANCE,
                                                .physicalDevice = FAKE_VULKAN_PHYSICAL_DEVICE,
                                                .device = FAKE_VULKAN_DEVICE};
    app->scene.binding = &app->binding;
    scene_open(&app->scene, NULL, 0);
}

void shots_wait_frame(struct shots_app *app, int number)
{
    if (number == 0)
        scene_focus(&app->scene);
    else
        scene_wait_frame(&app->scene, SCENE_AT(number * SHOTS_PERIOD_S));
}

void shots_draw(struct shots_app *app, int when)
{
    struct us_dispatch *calls = &app->scene.calls;
    assert_success(calls->xrAcquireSwapchainImage(app->swapchain, NULL, &app->image));
    assert_success(calls->xrWaitSwapchainImage(app->swapchain, NULL));
    for (int i = 0; i < SHOTS_BYTES / 4; i++) {
        uint8_t *pixel = &app->drawn[app->image][4 * i];
        pixel[0] = (uint8_t)i;
        pixel[1] = (uint8_t)(50 + when);
        pixel[2] = (uint8_t)(100 + app->image);
    }
    assert_success(calls->xrReleaseSwapchainImage(app->swapchain, NULL));
}

static XrSwapchainSubImage part_of(const struct shots_app *app, uint32_t layer)
{
    return (XrSwapchainSubImage){app->swapchain, {{1, 2}, {4, 2}}, layer};
}

XrResult shots_submit(struct shots_app *app, XrTime time, int layer_count)
{
    XrCompositionLayerProjectionView views[2] = {
        {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW, .pose = scene_identity},
        {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW, .pose = scene_identity}};
    for (uint32_t i = 0; i < 2; i++)
        views[i].subImage = part_of(app, i);
    XrCompositionLayerProjection first = {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION,
                                          .space = app->scene.local,
                                          .viewCount = 2,
                                          .views = views};
    XrCompositionLayerProjection second = first;
    second.viewCount = 1;
    XrCompositionLayerQuad quad = {.type = XR_TYPE_COMPOSITION_LAYER_QUAD,
                                   .space = app->scene.local,
                                   .pose = scene_identity,
                                   .subImage = part_of(app, 1)};
    const XrCompositionLayerBaseHeader *layers[] = {(void *)&first, (void *)&second, (void *)&quad};
    XrFrameEndInfo info = {.type = XR_TYPE_FRAME_END_INFO,
                           .displayTime = time,
                           .layerCount = (uint32_t)layer_count,
                           .layers = layers};
    return app->scene.calls.xrEndFrame(app->scene.session, &info);
}

void shots_check_screenshot(const struct shots_app *app, const char *name, int when, uint32_t image,
                            uint32_t layer)
{
    char path[128];
    uint8_t read[4 * 2 * 3];
    png_image png = {.version = PNG_IMAGE_VERSION};
    snprintf(path, sizeof path, "%s/%s", app->folder, name);
    if (!png_image_begin_read_from_file(&png, path))
        fail_msg("%s: %s", path, png.message);
    assert_int_equal(png.width, 4);
    assert_int_equal(png.height, 2);
    png.format = PNG_FORMAT_RGB;
    assert_true(png_image_finish_read(&png, NULL, read, 0, NULL));
    for (uint32_t y = 0; y < 2; y++) {
        for (uint32_t x = 0; x < 4; x++) {
            const uint8_t *got = read + (y * 4 + x) * 3;
            assert_int_equal(got[0],
                             layer * SHOTS_WIDTH * SHOTS_HEIGHT + (y + 2) * SHOTS_WIDTH + x + 1);
            assert_int_equal(got[1], 50 + when);
            assert_int_equal(got[2], 100 + image);
        }
    }
}

void shots_leave(struct shots_app *app)
{
    app->scene.calls.xrDestroySession(app->scene.session);
    app->scene.calls.xrDestroyInstance(app->scene.instance);
}

void shots_end(struct shots_app *app, int expected)
{
    char text[64], path[400];
    shots_leave(app);
    snprintf(text, sizeof text, "%d screenshots in", expected);
    assert_int_equal(scene_count_log(&app->scene, text), 1);
    int found = 0;
    DIR *folder = opendir(app->folder);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", app->folder, entry->d_name);
        unlink(path);
        found++;
    }
    closedir(folder);
    rmdir(app->folder);
    assert_int_equal(found, expected);
    scene_finish(&app->scene);
    if (fake_vulkan.wrong != NULL)
        fail_msg("%s", fake_vulkan.wrong);
    assert_int_equal(fake_vulkan.memories + fake_vulkan.fences + fake_vulkan.pools, 0);
}
