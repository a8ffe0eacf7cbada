/* SPDX-License-Identifier: MIT */
/* Hazard: a screenshot shows another frame, image or part than the app submitted, a screenshot is
 * missing and no message says why, or screenshots disturb the app. The app draws with a Vulkan
 * without a device (fake_vulkan.h). The test compares what libpng reads with what the app drew. */
#include "shots_app.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Frames 0 and 2, each layer and view; the image that each shows, and none of frame 1. */
TEST(test_screenshots)
{
    struct shots_app app;
    shots_begin(&app, "frame:0,frame:2", NULL);
    shots_make_swapchain(&app);
    assert_int_equal(fake.swapchain_usage,
                     XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT | XR_SWAPCHAIN_USAGE_TRANSFER_SRC_BIT);
    for (int i = 0; i < 4; i++) {
        shots_wait_frame(&app, i);
        shots_draw(&app, i);
        assert_success(shots_submit(&app, SCENE_AT(i * SHOTS_PERIOD_S), 3));
    }
    assert_int_equal(fake_vulkan.submits, 2);
    app.scene.calls.xrEndSession(app.scene.session);
    app.scene.calls.xrDestroySwapchain(app.swapchain);
    assert_true(fake_vulkan.waits > 0);
    app.scene.calls.xrDestroySession(app.scene.session);
    shots_check_screenshot(&app, "frame-000000-view-0.png", 0, 0, 0);
    shots_check_screenshot(&app, "frame-000000-view-1.png", 0, 0, 1);
    shots_check_screenshot(&app, "frame-000000-layer-1-view-0.png", 0, 0, 0);
    shots_check_screenshot(&app, "frame-000000-layer-2.png", 0, 0, 1);
    shots_check_screenshot(&app, "frame-000002-view-0.png", 2, 2, 0);
    shots_check_screenshot(&app, "frame-000002-view-1.png", 2, 2, 1);
    shots_check_screenshot(&app, "frame-000002-layer-1-view-0.png", 2, 2, 0);
    shots_check_screenshot(&app, "frame-000002-layer-2.png", 2, 2, 1);
    assert_int_equal(scene_count_log(&app.scene, "no screenshot"), 0);
    shots_end(&app, 8);
}

/* The image that is submitted is the one given back last, and its copy is of that moment. */
TEST(test_two_images_in_a_frame)
{
    struct shots_app app;
    shots_begin(&app, "frame:1", NULL);
    shots_make_swapchain(&app);
    shots_frame(&app, 0);
    shots_wait_frame(&app, 1);
    shots_draw(&app, 1);
    shots_draw(&app, 2);
    shots_submit(&app, SCENE_AT(SHOTS_PERIOD_S), 1);
    shots_draw(&app, 3);
    shots_draw(&app, 4);
    shots_draw(&app, 5);
    app.scene.calls.xrDestroySession(app.scene.session);
    shots_check_screenshot(&app, "frame-000001-view-0.png", 2, 2, 0);
    shots_end(&app, 2);
}

/* The layer says each time why it took no screenshot. */
TEST(test_no_screenshot)
{
    struct shots_app app;
    shots_begin(&app, "frame:0,frame:1,frame:2,frame:3,frame:4,frame:6,frame:7,frame:90", NULL);
    shots_make_swapchain(&app);
    shots_wait_frame(&app, 0);
    shots_wait_frame(&app, 1);
    shots_draw(&app, 1);
    assert_success(shots_submit(&app, SCENE_AT(SHOTS_PERIOD_S), 0));
    scene_expect_log(&app.scene, "no screenshot of frame 0: it was not submitted");
    scene_expect_log(&app.scene, "no screenshot of frame 1: it has no projection layer "
                                 "and no quad");
    shots_wait_frame(&app, 2);
    shots_draw(&app, 2);
    fake_fail("xrEndFrame", XR_ERROR_LAYER_INVALID);
    assert_int_equal(shots_submit(&app, SCENE_AT(2 * SHOTS_PERIOD_S), 1), XR_ERROR_LAYER_INVALID);
    scene_expect_log(&app.scene, "no screenshot of frame 2: xrEndFrame failed");
    fake.fails = NULL;
    /* An image that was given back before the frame was waited for. */
    shots_draw(&app, 3);
    shots_wait_frame(&app, 3);
    shots_submit(&app, SCENE_AT(3 * SHOTS_PERIOD_S), 1);
    scene_expect_log(&app.scene, "no screenshot of frame 3, view-0: its image is from "
                                 "another frame");
    shots_wait_frame(&app, 4);
    fake_vulkan.fails = "vkQueueSubmit";
    fake_vulkan.fails_with = VK_ERROR_DEVICE_LOST;
    shots_draw(&app, 4);
    shots_submit(&app, SCENE_AT(4 * SHOTS_PERIOD_S), 1);
    scene_expect_log(&app.scene, "no screenshot of frame 4, view-1: the Vulkan device "
                                 "was lost");
    shots_frame(&app, 5);
    assert_int_equal(scene_count_log(&app.scene, "no screenshot of frame 5"), 0);
    fake.renders = false;
    shots_wait_frame(&app, 6);
    assert_success(shots_submit(&app, SCENE_AT(6 * SHOTS_PERIOD_S), 0));
    scene_expect_log(&app.scene, "no screenshot of frame 6: it has no projection layer and no "
                                 "quad: the app was told not to draw (shouldRender is false)");
    shots_wait_frame(&app, 7);
    shots_leave(&app);
    scene_expect_log(&app.scene, "no screenshot of frame 7: it was not submitted");
    scene_expect_log(&app.scene, "no screenshot of frame:90: playback did not reach it");
    scene_expect_log(&app.scene, "playback did not reach it");
    shots_end(&app, 0);
}

/* A display time up to half a period away is the frame's; one further away is not. */
TEST(test_display_times)
{
    struct shots_app app;
    shots_begin(&app, "frame:0,frame:1,frame:2", NULL);
    shots_make_swapchain(&app);
    const int64_t half_ns = 5000000;
    shots_wait_frame(&app, 0);
    shots_draw(&app, 0);
    shots_submit(&app, SCENE_AT(0) + half_ns, 1);
    shots_wait_frame(&app, 1);
    shots_draw(&app, 1);
    shots_submit(&app, SCENE_AT(SHOTS_PERIOD_S) - half_ns - 1, 1); /* not yet */
    assert_int_equal(scene_count_log(&app.scene, "frame 1"), 0);
    shots_submit(&app, SCENE_AT(SHOTS_PERIOD_S) - half_ns, 1);
    shots_wait_frame(&app, 2);
    shots_draw(&app, 2);
    shots_submit(&app, SCENE_AT(2 * SHOTS_PERIOD_S) + half_ns + 1, 1);
    scene_expect_log(&app.scene, "no screenshot of frame 2: it was not submitted");
    shots_end(&app, 4);
}

/* Eight frames may be under way. */
TEST(test_many_frames_ahead)
{
    struct shots_app app;
    shots_begin(&app, "every:0.001s", NULL);
    shots_make_swapchain(&app);
    for (int i = 0; i < 9; i++)
        shots_wait_frame(&app, i);
    scene_expect_log(&app.scene, "no screenshot of frame 8: too many frames are not "
                                 "submitted yet");
    scene_expect_log(&app.scene, "too many frames");
    for (int i = 0; i < 8; i++) {
        shots_draw(&app, i);
        shots_submit(&app, SCENE_AT(i * SHOTS_PERIOD_S), 1);
    }
    shots_frame(&app, 9);
    scene_expect_log(&app.scene, "too many frames");
    shots_end(&app, 18);
}

/* A copy needs an image that the app has waited for and gives back. */
TEST(test_images_that_are_not_the_apps)
{
    struct shots_app app;
    struct us_dispatch *calls = &app.scene.calls;
    shots_begin(&app, "frame:0", NULL);
    shots_make_swapchain(&app);
    shots_wait_frame(&app, 0);
    uint32_t index;
    assert_success(calls->xrAcquireSwapchainImage(app.swapchain, NULL, &index));
    fake_fail("xrWaitSwapchainImage", XR_TIMEOUT_EXPIRED);
    assert_int_equal(calls->xrWaitSwapchainImage(app.swapchain, NULL), XR_TIMEOUT_EXPIRED);
    fake.fails_with = XR_ERROR_SESSION_LOST;
    assert_int_equal(calls->xrWaitSwapchainImage(app.swapchain, NULL), XR_ERROR_SESSION_LOST);
    fake_fail("xrReleaseSwapchainImage", XR_ERROR_CALL_ORDER_INVALID);
    assert_int_equal(calls->xrReleaseSwapchainImage(app.swapchain, NULL),
                     XR_ERROR_CALL_ORDER_INVALID);
    assert_int_equal(fake_vulkan.submits, 0);
    fake.fails = NULL;
    assert_success(calls->xrWaitSwapchainImage(app.swapchain, NULL));
    /* What the runtime does not take is still the app's, and is copied when it does. */
    fake.fails = "xrReleaseSwapchainImage";
    assert_int_equal(calls->xrReleaseSwapchainImage(app.swapchain, NULL),
                     XR_ERROR_CALL_ORDER_INVALID);
    fake.fails = NULL;
    memset(app.drawn[index], 0, SHOTS_BYTES);
    for (int i = 0; i < SHOTS_BYTES / 4; i++) {
        app.drawn[index][4 * i] = (uint8_t)i;
        app.drawn[index][4 * i + 1] = 50;
        app.drawn[index][4 * i + 2] = (uint8_t)(100 + index);
    }
    assert_success(calls->xrReleaseSwapchainImage(app.swapchain, NULL));
    assert_int_equal(fake_vulkan.memories, 1);
    /* An index that is none of the images, and an acquisition that failed. */
    fake.image_count = 9;
    fake.next_image = SHOTS_IMAGES;
    assert_success(calls->xrAcquireSwapchainImage(app.swapchain, NULL, &index));
    assert_success(calls->xrWaitSwapchainImage(app.swapchain, NULL));
    int submits = fake_vulkan.submits;
    assert_success(calls->xrReleaseSwapchainImage(app.swapchain, NULL));
    assert_int_equal(fake_vulkan.submits, submits);
    fake_fail("xrAcquireSwapchainImage", XR_ERROR_CALL_ORDER_INVALID);
    assert_int_equal(calls->xrAcquireSwapchainImage(app.swapchain, NULL, &index),
                     XR_ERROR_CALL_ORDER_INVALID);
    fake.fails = NULL;
    /* It counts for nothing: the next image is the one that is copied. */
    fake.next_image = 0;
    assert_success(calls->xrAcquireSwapchainImage(app.swapchain, NULL, &index));
    assert_success(calls->xrWaitSwapchainImage(app.swapchain, NULL));
    assert_success(calls->xrReleaseSwapchainImage(app.swapchain, NULL));
    assert_int_equal(fake_vulkan.submits, submits + 1);
    shots_end(&app, 0);
}

/* A runtime that refuses images which can be copied gets what the app asked for. */
TEST(test_refused_usage)
{
    struct shots_app app;
    shots_begin(&app, "every:0.001s", NULL);
    fake.refused_usage = XR_SWAPCHAIN_USAGE_TRANSFER_SRC_BIT;
    shots_make_swapchain(&app);
    assert_int_equal(fake.swapchain_usage, XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT);
    shots_frame(&app, 0);
    scene_expect_log(&app.scene, "no screenshot of frame 0, view-0: the runtime refuses "
                                 "images that can be copied");
    /* A swapchain that cannot be destroyed is there as before; one that can is not. */
    fake_fail("xrDestroySwapchain", XR_ERROR_RUNTIME_FAILURE);
    assert_int_equal(app.scene.calls.xrDestroySwapchain(app.swapchain), XR_ERROR_RUNTIME_FAILURE);
    fake.fails = NULL;
    shots_wait_frame(&app, 1);
    shots_submit(&app, SCENE_AT(SHOTS_PERIOD_S), 1);
    scene_expect_log(&app.scene, "no screenshot of frame 1, view-0: the runtime refuses "
                                 "images that can be copied");
    assert_success(app.scene.calls.xrDestroySwapchain(app.swapchain));
    shots_wait_frame(&app, 2);
    shots_submit(&app, SCENE_AT(2 * SHOTS_PERIOD_S), 1);
    scene_expect_log(&app.scene, "no screenshot of frame 2, view-0: its swapchain is not known");
    /* That its images cannot be enumerated is said where they could be copied alone. */
    static const char *const said[] = {"the runtime refuses images that can be copied",
                                       "its images cannot be enumerated"};
    for (int i = 0; i < 2; i++) {
        char text[128];
        fake.fails = "xrEnumerateSwapchainImages";
        shots_make_swapchain(&app);
        fake.fails = NULL;
        shots_wait_frame(&app, 3 + i);
        shots_submit(&app, SCENE_AT((3 + i) * SHOTS_PERIOD_S), 1);
        snprintf(text, sizeof text, "no screenshot of frame %d, view-0: %s", 3 + i, said[i]);
        scene_expect_log(&app.scene, text);
        fake.refused_usage = 0;
    }
    /* A careless runtime says that it has written more images than there is room for. */
    const XrSwapchainCreateInfo info = shots_info(VK_FORMAT_R8G8B8A8_SRGB, 2, 2, 2);
    fake.image_count = 1000;
    assert_success(app.scene.calls.xrCreateSwapchain(app.scene.session, &info, &app.swapchain));
    shots_wait_frame(&app, 5);
    shots_submit(&app, SCENE_AT(5 * SHOTS_PERIOD_S), 1);
    scene_expect_log(&app.scene,
                     "no screenshot of frame 5, view-0: its images cannot be enumerated");
    shots_end(&app, 0);
}

/* The folder was removed: the layer reports each screenshot, and the app continues. */
TEST(test_no_folder)
{
    struct shots_app app;
    shots_begin(&app, "frame:0", NULL);
    shots_make_swapchain(&app);
    rmdir(app.folder);
    shots_frame(&app, 0);
    app.scene.calls.xrDestroySession(app.scene.session);
    scene_expect_log(&app.scene, "view-0.png: No such file or directory");
    scene_expect_log(&app.scene, "view-1.png: No such file or directory");
    mkdir(app.folder, 0700);
    shots_end(&app, 0);
}

/* Each frame of the clock, without a layer, says whether it is wanted: "i" if so. */
TEST(test_which_frames)
{
    static const struct {
        const char *moments, *clock, *to; /* `to`: rounds from 1 s to this; NULL: none */
        const char *frames;
    } rows[] = {
        /* 1.1 s is frame 1 of 10 a second, and not exactly so in binary; 1.15 s is met by frame 2.
         */
        {"1.1s,1.15s,frame:7,frame:2", "frame:10", NULL, ".ii....i............"},
        {"every:0.5s", "frame:10", NULL, "i....i....i....i...."},
        /* Not before it, once, and not again in the next round. */
        {"1.34s", "frame:10", "2", "....i..............."},
        /* Rounds of 8 and of 10 frames: each has its own stretches, at 0 and 0.5 s. */
        {"every:0.5s", "frame:10", "1.8", "i....i..i....i..i..."},
        {"every:9s", "frame:10", "2", "i.........i........."},
        /* Slow frames meet several moments at once: one screenshot. */
        {"1.1s,1.2s,1.3s,every:0.1s", "frame:2", "2", "ii"},
        /* What is impossible is never wanted. */
        {"0s,frame:3", "frame:10", NULL, "...i................"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct shots_app app;
        char got[32] = "", note[64];
        shots_from = "1";
        shots_to = rows[i].to;
        shots_begin(&app, rows[i].moments, rows[i].clock);
        for (unsigned frame = 0; frame < strlen(rows[i].frames); frame++) {
            shots_wait_frame(&app, (int)frame);
            assert_success(shots_submit(&app, SCENE_AT(frame * SHOTS_PERIOD_S), 0));
            snprintf(note, sizeof note, "no screenshot of frame %u: it has no", frame);
            got[frame] = scene_count_log(&app.scene, note) > 0 ? 'i' : '.';
        }
        assert_string_equal(got, rows[i].frames);
        shots_end(&app, 0);
    }
    shots_from = shots_to = NULL;
}

TESTS_MAIN(test_screenshots, test_two_images_in_a_frame, test_no_screenshot, test_display_times,
           test_many_frames_ahead, test_images_that_are_not_the_apps, test_refused_usage,
           test_no_folder, test_which_frames)
