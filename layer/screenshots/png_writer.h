/* SPDX-License-Identifier: MIT */
/*
 * png_writer: writes PNG files (ISO/IEC 15948) without a library: sRGB, 8 bits per channel, not
 * compressed.
 *
 * The layer does not use src/image/png_file, because it must not load libpng into an app. The same
 * pixels give the same bytes. Any thread except a frame thread: us_png_writer_write allocates and
 * makes system calls.
 */
#ifndef US_PNG_WRITER_H
#define US_PNG_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the size of a file in bytes. Width and height are from 1 to 32768. */
size_t us_png_writer_size(uint32_t width_px, uint32_t height_px);

/* Encodes an image. `rgb` has three bytes per pixel, the top row first, without padding. `out` has
 * room for us_png_writer_size bytes. */
void us_png_writer_encode(uint32_t width_px, uint32_t height_px, const uint8_t *rgb, uint8_t *out);

/* Writes an image to `path`. It writes a temporary file and renames it, so that the file is never
 * incomplete. Returns false, with the reason in errno, if it fails. */
bool us_png_writer_write(const char *path, uint32_t width_px, uint32_t height_px,
                         const uint8_t *rgb);

#endif
