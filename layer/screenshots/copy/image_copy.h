/* SPDX-License-Identifier: MIT */
/*
 * image_copy: a copy of an app's swapchain image in host memory, and its source, for every API that
 * the app may draw with. Any thread.
 */
#ifndef US_IMAGE_COPY_H
#define US_IMAGE_COPY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The limits for all copies of a session together. */
enum { US_IMAGE_COPY_MAX = 64 };
#define US_IMAGE_COPY_MEMORY_MAX ((uint64_t)512 << 20)

/* The first member of the copies of each API. */
struct us_image_copy {
    atomic_int references; /* 0: it may be reused */
};

/* The source of a copy: all array layers of the first mip level. */
struct us_image_source {
    uint64_t handle; /* VkImage, the name of an OpenGL texture, or ID3D11Texture2D * */
    uint32_t width_px, height_px, layer_count;
    size_t pixel_size; /* bytes of a pixel in the copy */
    int64_t format;    /* of the swapchain, as its API numbers formats */
};

/* The reason if all copies are in use; try again after a reference was released. */
extern const char us_image_copy_full[];

/* Add or release a reference. A copy without references may be reused. us_image_copy_unref accepts
 * NULL. */
void us_image_copy_ref(struct us_image_copy *copy);
void us_image_copy_unref(struct us_image_copy *copy);

/* A row of an API's list of formats. */
struct us_image_format {
    int64_t value; /* as the API numbers formats */
    const char *name;
    int kind; /* how it is read, as the API's file says; 0: not at all, and messages name it */
};

/* The row of a format; without a name, and of kind 0, if the list has none. */
struct us_image_format us_image_format_find(const struct us_image_format *list, size_t count,
                                            int64_t value);

/*
 * pixel_format: converts the pixels of a Vulkan image to sRGB with 8 bits per channel, without
 * alpha.
 *
 * Formats are VkFormat values. Formats with SRGB in their name are copied. Other formats hold
 * linear light (OpenXR 1.0, 10.1, "Swapchain image formats") and are encoded. Pure; any thread.
 */

/* Returns the bytes per pixel; 0 if the format is not supported. */
size_t us_pixel_format_size(int64_t format);

/* Returns the name, for example "A2B10G10R10_UNORM_PACK32"; NULL if it is unknown. Also names
 * formats that are not supported. */
const char *us_pixel_format_name(int64_t format);

/* Converts `count` pixels of a supported format; three bytes each are written. */
void us_pixel_format_convert(int64_t format, const uint8_t *pixels, size_t count, uint8_t *out_rgb);

/* A rectangle in one array layer of an image. The array layers follow each other in memory, and so
 * do the rows, without padding. The rectangle is inside of the image. */
struct us_image_region {
    int64_t format; /* a supported one */
    uint32_t image_width_px, image_height_px;
    uint32_t layer, x_px, y_px, width_px, height_px;
    bool bottom_up; /* the lowest row comes first, and y_px counts from below */
};

/* Converts the pixels of a region, the top row first. `out_rgb` has room for three bytes per pixel
 * of the region. */
void us_pixel_format_convert_region(const struct us_image_region *region, const uint8_t *image,
                                    uint8_t *out_rgb);

#endif
