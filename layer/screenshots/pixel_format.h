/* SPDX-License-Identifier: MIT */
/*
 * pixel_format: an image's pixels -> sRGB, eight bits a channel; alpha is left out.
 *
 * Formats are VkFormat values. Those with SRGB in their name go as they are; the others hold linear
 * light, as OpenXR says (1.0, 10.1, "Swapchain image formats"), and are encoded. Pure.
 */
#ifndef US_PIXEL_FORMAT_H
#define US_PIXEL_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes a pixel, or 0 for a format that is not known here. */
size_t us_pixel_format_size(int64_t format);

/* "A2B10G10R10_UNORM_PACK32", or NULL for one whose name is not known either. */
const char *us_pixel_format_name(int64_t format);

/* `count` pixels of a known format. */
void us_pixel_format_convert(int64_t format, const uint8_t *pixels, size_t count, uint8_t *out_rgb);

/* One of an image's array layers, which lie one behind the other, rows without gaps, and of that a
 * rectangle, which is inside. */
struct us_image_region {
    int64_t format; /* a known one */
    uint32_t image_width_px, image_height_px;
    uint32_t layer, x_px, y_px, width_px, height_px;
};

/* `out_rgb` has room for three bytes a pixel of the rectangle. */
void us_pixel_format_convert_region(const struct us_image_region *region, const uint8_t *image,
                                    uint8_t *out_rgb);

#endif
