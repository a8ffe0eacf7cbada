/* SPDX-License-Identifier: MIT */
/*
 * shots_app: an app that draws with a Vulkan without a device (fake_vulkan.h) while the layer takes
 * screenshots of it. The test compares what libpng reads with what the app drew.
 */
#ifndef US_TEST_SHOTS_APP_H
#define US_TEST_SHOTS_APP_H

#include "scene.h"

#include "fake_vulkan.h"
#include "openxr/xr_vulkan.h"

enum {
    SHOTS_WIDTH = 6,
    SHOTS_HEIGHT = 4,
    SHOTS_LAYERS = 2,
    SHOTS_IMAGES = 3,
    SHOTS_BYTES = SHOTS_WIDTH * SHOTS_HEIGHT * SHOTS_LAYERS * 4
};
#define SHOTS_PERIOD_S 0.01

struct shots_app {
    struct scene scene;
    XrGraphicsBindingVulkanKHR binding;
    char folder[64];
    XrSwapchain swapchain;
    struct fake_vulkan_image images[SHOTS_IMAGES];
    uint8_t drawn[SHOTS_IMAGES][SHOTS_BYTES];
    uint32_t image; /* acquired last */
};

struct us_image_copier;
struct us_image_copy;
/* What waits for a copy (layer/screenshots/copy/image_copier.h) in place of the layer's function,
 * which is __real_us_image_copier_wait. */
extern const uint8_t *(*shots_copier_wait)(struct us_image_copier *copier,
                                           struct us_image_copy *copy, const char **out_why);
const uint8_t *__real_us_image_copier_wait(struct us_image_copier *copier,
                                           struct us_image_copy *copy, const char **out_why);

/* `moments` is UNDERSTUDY_SHOOT, `clock` UNDERSTUDY_CLOCK; NULL: the real one. */
void shots_begin(struct shots_app *app, const char *moments, const char *clock);
void shots_make_swapchain(struct shots_app *app);

/* The frame `number` is waited for; the first one is number 0. */
void shots_wait_frame(struct shots_app *app, int number);

/* Each pixel says which image, layer, row and column it is, and when it was drawn. */
void shots_draw(struct shots_app *app, int when);

/* A frame at this time of two projection layers and a quad, or of nothing. */
XrResult shots_submit(struct shots_app *app, XrTime time, int layer_count);

/* Is the file there, and is it the part of the image of this array layer, drawn then? */
void shots_check_screenshot(const struct shots_app *app, const char *name, int when, uint32_t image,
                            uint32_t layer);

/* The layer reports moments that no session reached when the instance ends, since a later session
 * might reach them. */
void shots_leave(struct shots_app *app);

/* Ends the app, and checks that the folder holds `expected` screenshots and that the log says so.
 */
void shots_end(struct shots_app *app, int expected);

#endif
