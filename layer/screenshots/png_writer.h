/* SPDX-License-Identifier: MIT */
/*
 * png_writer: pictures as PNG files (ISO/IEC 15948), without a library: sRGB, eight bits a channel,
 * stored and not compressed. The layer does not share src/image/png_file: it must not load libpng
 * into an app.
 *
 * Any thread, but no frame thread. The same pixels give the same bytes.
 */
#ifndef US_PNG_WRITER_H
#define US_PNG_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many bytes a picture takes. Both sides are from 1 to 32768. */
size_t us_png_writer_size(uint32_t width_px, uint32_t height_px);

/* `rgb`: rows of three bytes a pixel, the top row first, without gaps. `out` has room for
 * us_png_writer_size. */
void us_png_writer_encode(uint32_t width_px, uint32_t height_px, const uint8_t *rgb, uint8_t *out);

/* Write a picture, which is there whole or not at all: into a file beside `path`, which is then
 * renamed. False, and errno says why. */
bool us_png_writer_write(const char *path, uint32_t width_px, uint32_t height_px,
                         const uint8_t *rgb);

#endif
