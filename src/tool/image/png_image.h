/* SPDX-License-Identifier: MIT */
/*
 * png_image: reads and writes PNG files.
 */
#ifndef TOOL_PNG_IMAGE_H
#define TOOL_PNG_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tool_png_image {
    uint32_t width, height;
    uint8_t *rgb; /* rows from the top, three bytes a pixel, sRGB; from malloc */
};

/* Reads a file with at most 16384 by 16384 pixels, on a black background. Returns false after a
 * message. */
bool tool_png_image_read(struct tool_png_image *image, const char *path);
/* Returns false after a message. */
bool tool_png_image_write(const struct tool_png_image *image, const char *path);
/* Returns the bytes of a file, from malloc, or NULL if memory runs out. Fast compression. */
void *tool_png_image_encode(const struct tool_png_image *image, size_t *out_size);
/* Makes an image smaller, so that its longer side has at most so many pixels: each pixel is the
 * mean of those that it covers. Returns false after a message if memory runs out. */
bool tool_png_image_shrink(struct tool_png_image *image, uint32_t longest);
/* Makes a black image. Returns false after a message if memory runs out. */
bool tool_png_image_make(struct tool_png_image *image, uint32_t width, uint32_t height);
void tool_png_image_free(struct tool_png_image *image);

#endif
