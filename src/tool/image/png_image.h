/* SPDX-License-Identifier: MIT */
/*
 * png_image: PNG files as pixels.
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

/* Read a file of at most 16384 by 16384 pixels; what is transparent is seen before black. False:
 * said. */
bool tool_png_image_read(struct tool_png_image *image, const char *path);
/* False: said. */
bool tool_png_image_write(const struct tool_png_image *image, const char *path);
/* A file's bytes, from malloc; NULL if memory runs out. Quick rather than as small as can be. */
void *tool_png_image_encode(const struct tool_png_image *image, size_t *out_size);
/* A black image. False: memory ran out, said. */
bool tool_png_image_make(struct tool_png_image *image, uint32_t width, uint32_t height);
void tool_png_image_free(struct tool_png_image *image);

#endif
