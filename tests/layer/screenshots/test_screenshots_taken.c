/* SPDX-License-Identifier: MIT */
/* Hazard: a screenshot shows another frame, image or part than the app submitted, a screenshot is
 * missing and no message says why, or screenshots disturb the app. The app draws with a Vulkan
 * without a device (fake_vulkan.h). The test compares what libpng reads with what the app drew. */
#include "scene.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <png.h>

#include "fake_vulkan.h"
#include "layer/screenshots/captured_swapchain.h"
#include "openxr/xr_vulkan.h"

enum { WIDTH = 6, HEIGHT = 4, LAYERS = 2, IMAGES = 3, BYTES = WIDTH * HEIGHT * LAYERS * 4 };
enum { RGBA_SRGB = 43 };
#define PERIOD_S 0.01

struct app {
    struct scene scene;
    XrGraphicsBindingVulkanKHR binding;
    char folder[64];
    XrSwapchain swapchain;
    struct fake_vulkan_image images[IMAGES];
    uint8_t drawn[IMAGES][BYTES];
    uint32_t image; /* acquired last */
};

static void make_swapchain(struct app *app)
{
    const XrSwapchainCreateInfo info = {.type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
                                        .usageFlags = XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT,
                                        .format = RGBA_SRGB,
                                        .sampleCount = 1,
                                        .width = WIDTH,
                                        .height = HEIGHT,
                                        .faceCount = 1,
                                        .arraySize = LAYERS,
                                        .mipCount = 1};
    for (uint32_t i = 0; i < IMAGES; i++) {
        app->images[i] = (struct fake_vulkan_image){
            WIDTH, HEIGHT, LAYERS, 4, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, app->drawn[i]};
        fake.images[i] = (uint64_t)(uintptr_t)&app->images[i];
    }
    fake.image_count = IMAGES;
    assert_int_equal(app->scene.calls.xrCreateSwapchain(app->scene.session, &info, &app->swapchain),
                     XR_SUCCESS);
}

static void begin(struct app *app, const char *moments)
{
    memset(app, 0, sizeof *app);
    fake_vulkan_reset();
    scene_init(&app->scene, SCENE_ALL);
    strcpy(app->folder, "/tmp/understudy-shots-XXXXXX");
    assert_non_null(mkdtemp(app->folder));
    setenv("UNDERSTUDY_SHOOT", moments, 1);
    setenv("UNDERSTUDY_SHOTS_DIR", app->folder, 1);
    app->binding = (XrGraphicsBindingVulkanKHR){.type = XR_TYPE_GRAPHICS_BINDING_VULKAN_KHR,
                                                .instance = FAKE_VULKAN_INSTANCE,
                                                .physicalDevice = FAKE_VULKAN_PHYSICAL_DEVICE,
                                                .device = FAKE_VULKAN_DEVICE};
    app->scene.binding = &app->binding;
    assert_int_equal(scene_create(&app->scene, NULL, 0), XR_SUCCESS);
    scene_begin(&app->scene);
}

/* The frame `number` is waited for; the first one is number 0. */
static void wait_frame(struct app *app, int number)
{
    if (number == 0)
        scene_focus(&app->scene);
    else
        scene_wait_frame(&app->scene, SCENE_AT(number * PERIOD_S));
}

/* Each pixel says which image, layer, row and column it is, and when it was drawn. */
static void draw(struct app *app, int when)
{
    struct scene_calls *calls = &app->scene.calls;
    assert_int_equal(calls->xrAcquireSwapchainImage(app->swapchain, NULL, &app->image), XR_SUCCESS);
    assert_int_equal(calls->xrWaitSwapchainImage(app->swapchain, NULL), XR_SUCCESS);
    for (int i = 0; i < BYTES / 4; i++) {
        uint8_t *pixel = &app->drawn[app->image][4 * i];
        pixel[0] = (uint8_t)i;
        pixel[1] = (uint8_t)(50 + when);
        pixel[2] = (uint8_t)(100 + app->image);
    }
    assert_int_equal(calls->xrReleaseSwapchainImage(app->swapchain, NULL), XR_SUCCESS);
}

static XrSwapchainSubImage part_of(const struct app *app, uint32_t layer)
{
    return (XrSwapchainSubImage){app->swapchain, {{1, 2}, {4, 2}}, layer};
}

/* A frame at this time of two projection layers and a quad, or of nothing. */
static XrResult submit(struct app *app, XrTime time, int layer_count)
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

/* Is the file there, and is it the part of the image of this array layer, drawn then? */
static void check_screenshot(const struct app *app, const char *name, int when, uint32_t image,
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
            assert_int_equal(got[0], layer * WIDTH * HEIGHT + (y + 2) * WIDTH + x + 1);
            assert_int_equal(got[1], 50 + when);
            assert_int_equal(got[2], 100 + image);
        }
    }
}

/* The layer reports moments that no session reached when the instance ends, since a later session
 * might reach them. */
static void leave(struct app *app)
{
    app->scene.calls.xrDestroySession(app->scene.session);
    app->scene.calls.xrDestroyInstance(app->scene.instance);
}

/* Ends the app, and checks that the folder holds `expected` screenshots and that the log says so.
 */
static void end(struct app *app, int expected)
{
    char text[64], path[400];
    leave(app);
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

/* Frames 0 and 2, each layer and view; the image that each shows, and none of frame 1. */
static void test_screenshots(void **state)
{
    (void)state;
    struct app app;
    begin(&app, "frame:0,frame:2");
    make_swapchain(&app);
    assert_int_equal(fake.swapchain_usage,
                     XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT | XR_SWAPCHAIN_USAGE_TRANSFER_SRC_BIT);
    for (int i = 0; i < 4; i++) {
        wait_frame(&app, i);
        draw(&app, i);
        assert_int_equal(submit(&app, SCENE_AT(i * PERIOD_S), 3), XR_SUCCESS);
    }
    assert_int_equal(fake_vulkan.submits, 2);
    app.scene.calls.xrEndSession(app.scene.session);
    app.scene.calls.xrDestroySwapchain(app.swapchain);
    assert_null(us_captured_swapchain_find(app.swapchain));
    assert_true(fake_vulkan.waits > 0);
    app.scene.calls.xrDestroySession(app.scene.session);
    check_screenshot(&app, "frame-000000-view-0.png", 0, 0, 0);
    check_screenshot(&app, "frame-000000-view-1.png", 0, 0, 1);
    check_screenshot(&app, "frame-000000-layer-1-view-0.png", 0, 0, 0);
    check_screenshot(&app, "frame-000000-layer-2.png", 0, 0, 1);
    check_screenshot(&app, "frame-000002-view-0.png", 2, 2, 0);
    check_screenshot(&app, "frame-000002-view-1.png", 2, 2, 1);
    check_screenshot(&app, "frame-000002-layer-1-view-0.png", 2, 2, 0);
    check_screenshot(&app, "frame-000002-layer-2.png", 2, 2, 1);
    assert_int_equal(scene_count_log(&app.scene, "no screenshot"), 0);
    end(&app, 8);
}

/* The image that is submitted is the one given back last, and its copy is of that moment. */
static void test_two_images_in_a_frame(void **state)
{
    (void)state;
    struct app app;
    begin(&app, "frame:1");
    make_swapchain(&app);
    wait_frame(&app, 0);
    draw(&app, 0);
    submit(&app, SCENE_AT(0), 1);
    wait_frame(&app, 1);
    draw(&app, 1);
    draw(&app, 2);
    submit(&app, SCENE_AT(PERIOD_S), 1);
    draw(&app, 3);
    draw(&app, 4);
    draw(&app, 5);
    app.scene.calls.xrDestroySession(app.scene.session);
    check_screenshot(&app, "frame-000001-view-0.png", 2, 2, 0);
    end(&app, 2);
}

/* The layer says each time why it took no screenshot. */
static void test_no_screenshot(void **state)
{
    (void)state;
    struct app app;
    begin(&app, "frame:0,frame:1,frame:2,frame:3,frame:4,frame:90");
    make_swapchain(&app);
    wait_frame(&app, 0);
    wait_frame(&app, 1);
    draw(&app, 1);
    assert_int_equal(submit(&app, SCENE_AT(PERIOD_S), 0), XR_SUCCESS);
    assert_int_equal(scene_count_log(&app.scene, "no screenshot of frame 0: it was not submitted"),
                     1);
    assert_int_equal(scene_count_log(&app.scene,
                                     "no screenshot of frame 1: it has no projection layer "
                                     "and no quad"),
                     1);
    wait_frame(&app, 2);
    draw(&app, 2);
    fake.fails = "xrEndFrame";
    fake.fails_with = XR_ERROR_LAYER_INVALID;
    assert_int_equal(submit(&app, SCENE_AT(2 * PERIOD_S), 1), XR_ERROR_LAYER_INVALID);
    assert_int_equal(scene_count_log(&app.scene, "no screenshot of frame 2: xrEndFrame failed"), 1);
    fake.fails = NULL;
    /* An image that was given back before the frame was waited for. */
    draw(&app, 3);
    wait_frame(&app, 3);
    submit(&app, SCENE_AT(3 * PERIOD_S), 1);
    assert_int_equal(scene_count_log(&app.scene,
                                     "no screenshot of frame 3, view-0: its image is from "
                                     "another frame"),
                     1);
    wait_frame(&app, 4);
    fake_vulkan.fails = "vkQueueSubmit";
    fake_vulkan.fails_with = VK_ERROR_DEVICE_LOST;
    draw(&app, 4);
    submit(&app, SCENE_AT(4 * PERIOD_S), 1);
    assert_int_equal(scene_count_log(&app.scene,
                                     "no screenshot of frame 4, view-1: the Vulkan device "
                                     "was lost"),
                     1);
    wait_frame(&app, 5);
    draw(&app, 5);
    submit(&app, SCENE_AT(5 * PERIOD_S), 1);
    assert_int_equal(scene_count_log(&app.scene, "no screenshot of frame 5"), 0);
    leave(&app);
    assert_int_equal(
        scene_count_log(&app.scene, "no screenshot of frame:90: playback did not reach it"), 1);
    assert_int_equal(scene_count_log(&app.scene, "playback did not reach it"), 1);
    end(&app, 0);
}

/* A display time up to half a period away is the frame's; one further away is not. */
static void test_display_times(void **state)
{
    (void)state;
    struct app app;
    begin(&app, "frame:0,frame:1,frame:2");
    make_swapchain(&app);
    const int64_t half_ns = 5000000;
    wait_frame(&app, 0);
    draw(&app, 0);
    submit(&app, SCENE_AT(0) + half_ns, 1);
    wait_frame(&app, 1);
    draw(&app, 1);
    submit(&app, SCENE_AT(PERIOD_S) - half_ns - 1, 1); /* not yet */
    assert_int_equal(scene_count_log(&app.scene, "frame 1"), 0);
    submit(&app, SCENE_AT(PERIOD_S) - half_ns, 1);
    wait_frame(&app, 2);
    draw(&app, 2);
    submit(&app, SCENE_AT(2 * PERIOD_S) + half_ns + 1, 1);
    assert_int_equal(scene_count_log(&app.scene, "no screenshot of frame 2: it was not submitted"),
                     1);
    end(&app, 4);
}

/* Eight frames may be under way. */
static void test_many_frames_ahead(void **state)
{
    (void)state;
    struct app app;
    begin(&app, "every:0.001s");
    make_swapchain(&app);
    for (int i = 0; i < 9; i++)
        wait_frame(&app, i);
    assert_int_equal(scene_count_log(&app.scene,
                                     "no screenshot of frame 8: too many frames are not "
                                     "submitted yet"),
                     1);
    assert_int_equal(scene_count_log(&app.scene, "too many frames"), 1);
    for (int i = 0; i < 8; i++) {
        draw(&app, i);
        submit(&app, SCENE_AT(i * PERIOD_S), 1);
    }
    wait_frame(&app, 9);
    draw(&app, 9);
    submit(&app, SCENE_AT(9 * PERIOD_S), 1);
    assert_int_equal(scene_count_log(&app.scene, "too many frames"), 1);
    end(&app, 18);
}

/* A copy needs an image that the app has waited for and gives back. */
static void test_images_that_are_not_the_apps(void **state)
{
    (void)state;
    struct app app;
    struct scene_calls *calls = &app.scene.calls;
    begin(&app, "frame:0");
    make_swapchain(&app);
    wait_frame(&app, 0);
    uint32_t index;
    assert_int_equal(calls->xrAcquireSwapchainImage(app.swapchain, NULL, &index), XR_SUCCESS);
    fake.fails = "xrWaitSwapchainImage";
    fake.fails_with = XR_TIMEOUT_EXPIRED;
    assert_int_equal(calls->xrWaitSwapchainImage(app.swapchain, NULL), XR_TIMEOUT_EXPIRED);
    fake.fails_with = XR_ERROR_SESSION_LOST;
    assert_int_equal(calls->xrWaitSwapchainImage(app.swapchain, NULL), XR_ERROR_SESSION_LOST);
    fake.fails = "xrReleaseSwapchainImage";
    fake.fails_with = XR_ERROR_CALL_ORDER_INVALID;
    assert_int_equal(calls->xrReleaseSwapchainImage(app.swapchain, NULL),
                     XR_ERROR_CALL_ORDER_INVALID);
    assert_int_equal(fake_vulkan.submits, 0);
    fake.fails = NULL;
    assert_int_equal(calls->xrWaitSwapchainImage(app.swapchain, NULL), XR_SUCCESS);
    /* What the runtime does not take is still the app's, and is copied when it does. */
    fake.fails = "xrReleaseSwapchainImage";
    assert_int_equal(calls->xrReleaseSwapchainImage(app.swapchain, NULL),
                     XR_ERROR_CALL_ORDER_INVALID);
    fake.fails = NULL;
    memset(app.drawn[index], 0, BYTES);
    for (int i = 0; i < BYTES / 4; i++) {
        app.drawn[index][4 * i] = (uint8_t)i;
        app.drawn[index][4 * i + 1] = 50;
        app.drawn[index][4 * i + 2] = (uint8_t)(100 + index);
    }
    assert_int_equal(calls->xrReleaseSwapchainImage(app.swapchain, NULL), XR_SUCCESS);
    assert_int_equal(fake_vulkan.memories, 1);
    /* An index that is none of the images, and an acquisition that failed. */
    fake.image_count = 9;
    fake.next_image = IMAGES;
    assert_int_equal(calls->xrAcquireSwapchainImage(app.swapchain, NULL, &index), XR_SUCCESS);
    assert_int_equal(calls->xrWaitSwapchainImage(app.swapchain, NULL), XR_SUCCESS);
    int submits = fake_vulkan.submits;
    assert_int_equal(calls->xrReleaseSwapchainImage(app.swapchain, NULL), XR_SUCCESS);
    assert_int_equal(fake_vulkan.submits, submits);
    fake.fails = "xrAcquireSwapchainImage";
    fake.fails_with = XR_ERROR_CALL_ORDER_INVALID;
    assert_int_equal(calls->xrAcquireSwapchainImage(app.swapchain, NULL, &index),
                     XR_ERROR_CALL_ORDER_INVALID);
    assert_int_equal(us_captured_swapchain_find(app.swapchain)->acquired_count, 0);
    fake.fails = NULL;
    end(&app, 0);
}

/* A runtime that refuses images which can be copied gets what the app asked for. */
static void test_refused_usage(void **state)
{
    (void)state;
    struct app app;
    begin(&app, "frame:0");
    fake.refused_usage = XR_SWAPCHAIN_USAGE_TRANSFER_SRC_BIT;
    make_swapchain(&app);
    assert_int_equal(fake.swapchain_usage, XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT);
    wait_frame(&app, 0);
    draw(&app, 0);
    submit(&app, SCENE_AT(0), 1);
    assert_int_equal(scene_count_log(&app.scene,
                                     "no screenshot of frame 0, view-0: the runtime refuses "
                                     "images that can be copied"),
                     1);
    /* A swapchain that cannot be destroyed is there as before; one that can is not. */
    fake.fails = "xrDestroySwapchain";
    fake.fails_with = XR_ERROR_RUNTIME_FAILURE;
    assert_int_equal(app.scene.calls.xrDestroySwapchain(app.swapchain), XR_ERROR_RUNTIME_FAILURE);
    assert_non_null(us_captured_swapchain_find(app.swapchain));
    fake.fails = "xrEnumerateSwapchainImages";
    make_swapchain(&app);
    assert_string_equal(us_captured_swapchain_find(app.swapchain)->why_not,
                        "the runtime refuses images that can be copied");
    fake.refused_usage = 0;
    make_swapchain(&app);
    assert_string_equal(us_captured_swapchain_find(app.swapchain)->why_not,
                        "its images cannot be enumerated");
    fake.fails = NULL;
    end(&app, 0);
}

/* The folder was removed: the layer reports each screenshot, and the app continues. */
static void test_no_folder(void **state)
{
    (void)state;
    struct app app;
    begin(&app, "frame:0");
    make_swapchain(&app);
    rmdir(app.folder);
    wait_frame(&app, 0);
    draw(&app, 0);
    submit(&app, SCENE_AT(0), 1);
    app.scene.calls.xrDestroySession(app.scene.session);
    assert_int_equal(scene_count_log(&app.scene, "view-0.png: No such file or directory"), 1);
    assert_int_equal(scene_count_log(&app.scene, "view-1.png: No such file or directory"), 1);
    mkdir(app.folder, 0700);
    end(&app, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_screenshots),
        cmocka_unit_test(test_two_images_in_a_frame),
        cmocka_unit_test(test_no_screenshot),
        cmocka_unit_test(test_display_times),
        cmocka_unit_test(test_many_frames_ahead),
        cmocka_unit_test(test_images_that_are_not_the_apps),
        cmocka_unit_test(test_refused_usage),
        cmocka_unit_test(test_no_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
