/* SPDX-License-Identifier: MIT */
/*
 * The graphics of a session and the images of its swapchains, whichever API the app draws with.
 * Under the runtime's lock.
 */
#ifndef RT_RUNTIME_GRAPHICS_H
#define RT_RUNTIME_GRAPHICS_H

#include "runtime/d3d11/d3d11.h"
#include "runtime/instance/instance.h"
#include "runtime/opengl/gl.h"
#include "runtime/vulkan/vulkan.h"

enum rt_graphics_api {
    RT_GRAPHICS_NONE, /* a session without graphics */
    RT_GRAPHICS_VULKAN,
    RT_GRAPHICS_OPENGL, /* also OpenGL ES */
    RT_GRAPHICS_D3D11,
};

struct rt_graphics {
    enum rt_graphics_api api;
    struct rt_vulkan vulkan;
    struct rt_gl gl;
    struct rt_d3d11 d3d11;
};

union rt_image {
    struct rt_vulkan_image vulkan;
    struct rt_gl_image gl;
    struct rt_d3d11_image d3d11;
};

#define RT_GRAPHICS_FORMATS 16

/* Takes the first binding in the chain that the runtime supports and whose extension is enabled.
 * Without one it is RT_GRAPHICS_NONE with XR_MND_headless, or XR_ERROR_GRAPHICS_DEVICE_INVALID and
 * a message on standard error that says what is missing. */
XrResult rt_graphics_init(struct rt_graphics *graphics, const struct rt_instance *instance,
                          const void *chain);
void rt_graphics_finish(struct rt_graphics *graphics);
/* Waits until the GPU has executed what a Vulkan app has submitted. OpenGL and Direct3D themselves
 * keep a texture until the GPU no longer uses it. */
void rt_graphics_wait_idle(const struct rt_graphics *graphics);
/* Call this if the app destroys the instance while the session exists: it may have destroyed its
 * device or context. */
void rt_graphics_abandon(struct rt_graphics *graphics);

/* The formats of images, best first. Returns how many. */
uint32_t rt_graphics_formats(const struct rt_graphics *graphics,
                             int64_t out_formats[RT_GRAPHICS_FORMATS]);

XrResult rt_graphics_image_init(union rt_image *image, struct rt_graphics *graphics,
                                const XrSwapchainCreateInfo *info);
void rt_graphics_image_finish(union rt_image *image, const struct rt_graphics *graphics);
/* Prepares an image that the app is about to acquire. */
XrResult rt_graphics_image_make_ready(union rt_image *image, struct rt_graphics *graphics,
                                      int64_t format);
/* Tells the app about image `index` of an array of XrSwapchainImageVulkanKHR,
 * XrSwapchainImageOpenGLKHR, XrSwapchainImageOpenGLESKHR or XrSwapchainImageD3D11KHR.
 * XR_ERROR_VALIDATION_FAILURE where the array is of another type. */
XrResult rt_graphics_image_tell(const union rt_image *image, const struct rt_graphics *graphics,
                                XrSwapchainImageBaseHeader *out_images, uint32_t index);
/* A rectangle of one face (0 to 5; 0 for an image that is no cube map) of an element of the array.
 */
struct rt_graphics_image_part {
    XrRect2Di rect;
    uint32_t array_index, face;
};

/* Reads a part as sRGB bytes and a linear alpha, four bytes a pixel: rows without gaps, from top to
 * bottom. OpenGL's rectangles and images begin at the bottom. False: it failed, or the image is no
 * colour image. */
bool rt_graphics_image_read(const union rt_image *image, struct rt_graphics *graphics,
                            const XrSwapchainCreateInfo *info,
                            const struct rt_graphics_image_part *part, uint8_t *out_rgba);

#endif
