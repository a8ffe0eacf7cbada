/* SPDX-License-Identifier: MIT */
/*
 * The graphics of a session and the images of its swapchains, whichever API the app draws with.
 * Under the runtime's lock.
 */
#ifndef RT_RUNTIME_GRAPHICS_H
#define RT_RUNTIME_GRAPHICS_H

#include "runtime/graphics/d3d11.h"
#include "runtime/instance/instance.h"
#include "runtime/graphics/gl.h"
#include "runtime/graphics/vulkan.h"

struct rt_graphics_api;

struct rt_graphics {
    const struct rt_graphics_api *api;
    struct rt_vulkan vulkan;
    struct rt_gl gl; /* also OpenGL ES */
    struct rt_d3d11 d3d11;
};

union rt_image {
    struct rt_vulkan_image vulkan;
    struct rt_gl_image gl;
    struct rt_d3d11_image d3d11;
};

#define RT_GRAPHICS_FORMATS 16

/* A rectangle of one face (0 to 5; 0 for an image that is no cube map) of an element of the array.
 */
struct rt_graphics_image_part {
    XrRect2Di rect;
    uint32_t array_index, face;
};

/* What an API does with the app's device or context. */
struct rt_graphics_api {
    bool is_bottom_up; /* its cube maps begin at the lower left corner */
    /* NULL: there is nothing to free. */
    void (*finish)(struct rt_graphics *graphics);
    /* Waits until the GPU has executed what the app has submitted. NULL: the API itself keeps a
     * texture until the GPU no longer uses it. */
    void (*wait_idle)(const struct rt_graphics *graphics);
    /* The formats of images that the device can render to, best first. Returns how many. */
    uint32_t (*formats)(const struct rt_graphics *graphics,
                        int64_t out_formats[RT_GRAPHICS_FORMATS]);
    XrResult (*init_image)(union rt_image *image, struct rt_graphics *graphics,
                           const XrSwapchainCreateInfo *info);
    /* wait_idle goes before. */
    void (*finish_image)(union rt_image *image, const struct rt_graphics *graphics);
    /* Prepares an image that the app is about to acquire. NULL: it is ready. */
    XrResult (*make_ready)(union rt_image *image, struct rt_graphics *graphics, int64_t format);
    /* Tells the app about image `index` of an array of its API's structures, such as
     * XrSwapchainImageVulkanKHR. XR_ERROR_VALIDATION_FAILURE where the array is of another type. */
    XrResult (*tell_image)(const union rt_image *image, const struct rt_graphics *graphics,
                           XrSwapchainImageBaseHeader *out_images, uint32_t index);
    /* Reads a part as sRGB bytes and a linear alpha, four bytes a pixel: rows without gaps, from
     * top to bottom. OpenGL's rectangles and images begin at the bottom. False: it failed, or the
     * image is no colour image. NULL: it cannot. */
    bool (*read_image)(const union rt_image *image, struct rt_graphics *graphics,
                       const XrSwapchainCreateInfo *info, const struct rt_graphics_image_part *part,
                       uint8_t *out_rgba);
};

extern const struct rt_graphics_api rt_graphics_none; /* a session without graphics */
extern const struct rt_graphics_api rt_graphics_vulkan, rt_graphics_opengl, rt_graphics_d3d11;

/* Takes the first binding in the chain that the runtime supports and whose extension is enabled.
 * Without one it is rt_graphics_none with XR_MND_headless, or XR_ERROR_GRAPHICS_DEVICE_INVALID and
 * a message on standard error that says what is missing. `finish` goes after it in any case. */
XrResult rt_graphics_init(struct rt_graphics *graphics, const struct rt_instance *instance,
                          const void *chain);

#endif
