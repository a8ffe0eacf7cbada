/* SPDX-License-Identifier: MIT */
/*
 * pixel_format: converts the pixels of a Vulkan image to sRGB with 8 bits per channel, without
 * alpha.
 *
 * Formats are VkFormat values. Formats with SRGB in their name are copied. Other formats hold
 * linear light (OpenXR 1.0, 10.1, "Swapchain image formats") and are encoded. Pure; any thread.
 */
#ifndef US_PIXEL_FORMAT_H
#define US_PIXEL_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
