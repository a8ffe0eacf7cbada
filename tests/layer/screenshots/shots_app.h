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
    SHOTS_BYTES = SHOTS_WIDTH * SHOTS_HEIGHT * SHOTS_LAYERS * 4,
    SHOTS_TAKEN_MAX = 80,
    SHOTS_FAMILY = 3, /* of the queue that the app gives */
    SHOTS_QUEUE = 2
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
    struct fake_vulkan_image taken[SHOTS_TAKEN_MAX];
    int taken_count;
};

/* A part of a swapchain that a frame shows, and the layer's reason if it has no screenshot of it.
 */
struct shots_part {
    XrSwapchainSubImage part;
    const char *why; /* NULL: there is one */
};

/* What plays, in seconds, UNDERSTUDY_FROM and UNDERSTUDY_TO, where each round ends; NULL: all. */
extern const char *shots_from, *shots_to;
/* The recording and the memory of a driver, who asks for screenshots; NULL: the scene's recording
 * plays. */
extern const char *shots_play, *shots_drive;

/* `moments` is UNDERSTUDY_SHOOT, NULL: none; `clock` UNDERSTUDY_CLOCK, NULL: the real one. */
void shots_begin(struct shots_app *app, const char *moments, const char *clock);
/* The same with a fake that the test has reset and changed, and with another binding of graphics.
 */
void shots_begin_vulkan(struct shots_app *app, const char *moments, const char *clock);
void shots_begin_bound(struct shots_app *app, const void *binding, const char *moments,
                       const char *clock);
void shots_make_swapchain(struct shots_app *app);

/* A swapchain of one image, which is a VkImage or the name of a texture. */
XrSwapchain shots_swapchain(const struct shots_app *app, const XrSwapchainCreateInfo *info,
                            uint64_t image);
/* What both APIs have: images of bytes in sRGB, `format` being 43 or GL_SRGB8_ALPHA8. */
XrSwapchainCreateInfo shots_info(int64_t format, uint32_t width_px, uint32_t height_px,
                                 uint32_t layer_count);
/* Acquires an image, waits for it, and gives it back. */
void shots_give_back(const struct shots_app *app, XrSwapchain swapchain);

/* Makes a swapchain and gives back its image, of which the layer makes a copy: so many megabytes
 * that nobody draws, or with 0 two layers of 5 x 3 pixels. OpenGL: these are the textures 3 and 4.
 * `why` is what the layer is to say of it. */
enum { SHOTS_SMALL_BYTES = 5 * 3 * 2 * 4, SHOTS_MEGABYTE = 1 << 20 };
struct shots_part shots_take(struct shots_app *app, uint32_t megabytes, const char *why);
/* Destroys the swapchains of these parts, so that their copies are free once they are written. */
void shots_drop(const struct shots_app *app, const struct shots_part *parts, uint32_t count);

/* The frame `number` shows a quad with each part. Checks what the layer says of each. Returns how
 * many screenshots it has. */
int shots_show(struct shots_app *app, int number, const struct shots_part *parts, uint32_t count);

/* The pixels of a screenshot of this size, three bytes for each. */
void shots_read(const struct shots_app *app, const char *name, uint32_t width_px,
                uint32_t height_px, uint8_t *out_rgb);

/* The frame `number` is waited for; the first one is number 0. */
void shots_wait_frame(struct shots_app *app, int number);

/* Each pixel says which image, layer, row and column it is, and when it was drawn. */
void shots_draw(struct shots_app *app, int when);

/* A frame at this time of two projection layers and a quad, or of nothing. */
XrResult shots_submit(struct shots_app *app, XrTime time, int layer_count);
/* Waits for a frame, draws it and submits one layer of it, which must succeed. */
void shots_frame(struct shots_app *app, int number);

/* Is the file there, and is it the part of the image of this array layer, drawn then? */
void shots_check_screenshot(const struct shots_app *app, const char *name, int when, uint32_t image,
                            uint32_t layer);

/* The layer reports moments that no session reached when the instance ends, since a later session
 * might reach them. */
void shots_leave(struct shots_app *app);

/* Ends the app, and checks that the folder holds `expected` screenshots and that the log says so.
 * Nobody says to a driver that there are none. */
void shots_end(struct shots_app *app, int expected);

#endif
