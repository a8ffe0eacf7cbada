/* SPDX-License-Identifier: MIT */
#include "shots_app.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <png.h>

#include "fake_opengl.h"

enum { RGBA_SRGB = 43 };

void shots_make_swapchain(struct shots_app *app)
{
    const XrSwapchainCreateInfo info =
        shots_info(RGBA_SRGB, SHOTS_WIDTH, SHOTS_HEIGHT, SHOTS_LAYERS);
    for (uint32_t i = 0; i < SHOTS_IMAGES; i++) {
        app->images[i] = (struct fake_vulkan_image){
            SHOTS_WIDTH,  SHOTS_HEIGHT, SHOTS_LAYERS, 4, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
            app->drawn[i]};
        fake.images[i] = (uint64_t)(uintptr_t)&app->images[i];
    }
    fake.image_count = SHOTS_IMAGES;
    assert_success(app->scene.calls.xrCreateSwapchain(app->scene.session, &info, &app->swapchain));
}

const char *shots_from, *shots_to, *shots_play, *shots_drive;

void shots_begin_bound(struct shots_app *app, const void *binding, const char *moments,
                       const char *clock)
{
    scene_init(&app->scene, SCENE_ALL);
    strcpy(app->folder, "/tmp/understudy-shots-XXXXXX");
    assert_non_null(mkdtemp(app->folder));
    if (moments != NULL)
        setenv("UNDERSTUDY_SHOOT", moments, 1);
    if (shots_drive != NULL)
        setenv("UNDERSTUDY_PLAY", shots_play, 1), setenv("UNDERSTUDY_DRIVE", shots_drive, 1);
    setenv("UNDERSTUDY_SHOTS_DIR", app->folder, 1);
    if (clock != NULL)
        setenv("UNDERSTUDY_CLOCK", clock, 1);
    if (shots_from != NULL)
        setenv("UNDERSTUDY_FROM", shots_from, 1);
    if (shots_to != NULL)
        setenv("UNDERSTUDY_TO", shots_to, 1), setenv("UNDERSTUDY_END", "loop", 1);
    app->scene.binding = binding;
    fake.renders = true;
    fake.has_textures =
        ((const XrBaseInStructure *)binding)->type != XR_TYPE_GRAPHICS_BINDING_VULKAN_KHR;
    scene_open(&app->scene, NULL, 0);
}

void shots_begin(struct shots_app *app, const char *moments, const char *clock)
{
    memset(app, 0, sizeof *app);
    fake_vulkan_reset();
    shots_begin_vulkan(app, moments, clock);
}

void shots_begin_vulkan(struct shots_app *app, const char *moments, const char *clock)
{
    app->binding = (XrGraphicsBindingVulkanKHR){.type = XR_TYPE_GRAPHICS_BINDING_VULKAN_KHR,
                                                .instance = FAKE_VULKAN_INSTANCE,
                                                .physicalDevice = FAKE_VULKAN_PHYSICAL_DEVICE,
                                                .device = FAKE_VULKAN_DEVICE,
                                                .queueFamilyIndex = SHOTS_FAMILY,
                                                .queueIndex = SHOTS_QUEUE};
    shots_begin_bound(app, &app->binding, moments, clock);
}

XrSwapchainCreateInfo shots_info(int64_t format, uint32_t width_px, uint32_t height_px,
                                 uint32_t layer_count)
{
    return (XrSwapchainCreateInfo){.type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
                                   .usageFlags = XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT,
                                   .format = format,
                                   .sampleCount = 1,
                                   .width = width_px,
                                   .height = height_px,
                                   .faceCount = 1,
                                   .arraySize = layer_count,
                                   .mipCount = 1};
}

XrSwapchain shots_swapchain(const struct shots_app *app, const XrSwapchainCreateInfo *info,
                            uint64_t image)
{
    XrSwapchain swapchain = XR_NULL_HANDLE;
    fake.images[0] = image;
    fake.image_count = 1;
    assert_success(app->scene.calls.xrCreateSwapchain(app->scene.session, info, &swapchain));
    return swapchain;
}

void shots_give_back(const struct shots_app *app, XrSwapchain swapchain)
{
    const struct us_dispatch *calls = &app->scene.calls;
    uint32_t index;
    assert_success(calls->xrAcquireSwapchainImage(swapchain, NULL, &index));
    assert_success(calls->xrWaitSwapchainImage(swapchain, NULL));
    assert_success(calls->xrReleaseSwapchainImage(swapchain, NULL));
}

struct shots_part shots_take(struct shots_app *app, uint32_t megabytes, const char *why)
{
    const bool is_small = megabytes == 0;
    const XrSwapchainCreateInfo info =
        shots_info(fake.has_textures ? GL_SRGB8_ALPHA8 : RGBA_SRGB,
                   is_small ? 5 : SHOTS_MEGABYTE / 4, is_small ? 3 : megabytes, is_small ? 2 : 1);
    uint64_t image;
    if (fake.has_textures) {
        image = is_small ? 4 : 3;
        fake_opengl.textures[image - 1] =
            (struct fake_opengl_texture){info.width, info.height, info.arraySize, 4, NULL};
    } else {
        assert_true(app->taken_count < SHOTS_TAKEN_MAX);
        struct fake_vulkan_image *made = &app->taken[app->taken_count++];
        *made = (struct fake_vulkan_image){
            info.width, info.height, info.arraySize, 4, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
            NULL};
        image = (uint64_t)(uintptr_t)made;
    }
    XrSwapchain swapchain = shots_swapchain(app, &info, image);
    shots_give_back(app, swapchain);
    return (struct shots_part){{swapchain, {{0, 0}, {1, 1}}, 0}, why};
}

void shots_drop(const struct shots_app *app, const struct shots_part *parts, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        assert_success(app->scene.calls.xrDestroySwapchain(parts[i].part.swapchain));
}

int shots_show(struct shots_app *app, int number, const struct shots_part *parts, uint32_t count)
{
    static XrCompositionLayerQuad quads[SHOTS_TAKEN_MAX];
    const XrCompositionLayerBaseHeader *layers[SHOTS_TAKEN_MAX];
    int taken = 0;
    assert_true(count <= SHOTS_TAKEN_MAX);
    for (uint32_t i = 0; i < count; i++) {
        quads[i] = (XrCompositionLayerQuad){.type = XR_TYPE_COMPOSITION_LAYER_QUAD,
                                            .space = app->scene.local,
                                            .pose = scene_identity,
                                            .subImage = parts[i].part};
        layers[i] = (const XrCompositionLayerBaseHeader *)&quads[i];
    }
    assert_success(scene_submit(&app->scene, SCENE_AT(number * SHOTS_PERIOD_S), count, layers));
    for (uint32_t i = 0; i < count; i++) {
        char text[160];
        const char *why = parts[i].why;
        snprintf(text, sizeof text, "no screenshot of frame %d, layer-%u: %s", number, i,
                 why != NULL ? why : "");
        if (scene_count_log(&app->scene, text) != (why != NULL))
            fail_msg("%s\"%s\"", why != NULL ? "missing: " : "not expected: ", text);
        taken += why == NULL;
    }
    return taken;
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
    return scene_submit(&app->scene, time, (uint32_t)layer_count, layers);
}

void shots_frame(struct shots_app *app, int number)
{
    shots_wait_frame(app, number);
    shots_draw(app, number);
    assert_success(shots_submit(app, SCENE_AT(number * SHOTS_PERIOD_S), 1));
}

void shots_read(const struct shots_app *app, const char *name, uint32_t width_px,
                uint32_t height_px, uint8_t *out_rgb)
{
    char path[128];
    png_image png = {.version = PNG_IMAGE_VERSION};
    snprintf(path, sizeof path, "%s/%s", app->folder, name);
    if (!png_image_begin_read_from_file(&png, path))
        fail_msg("%s: %s", path, png.message);
    assert_int_equal(png.width, width_px);
    assert_int_equal(png.height, height_px);
    png.format = PNG_FORMAT_RGB;
    assert_true(png_image_finish_read(&png, NULL, out_rgb, 0, NULL));
    assert_int_equal(png.warning_or_error, 0);
}

void shots_check_screenshot(const struct shots_app *app, const char *name, int when, uint32_t image,
                            uint32_t layer)
{
    uint8_t read[4 * 2 * 3];
    shots_read(app, name, 4, 2, read);
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
    assert_int_equal(scene_count_log(&app->scene, text), expected > 0 || shots_drive == NULL);
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
    assert_int_equal(fake_vulkan.buffers, 0);
}
