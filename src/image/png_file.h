/* SPDX-License-Identifier: MIT */
/*
 * PNG files by libpng, for the tool and the headless runtime. The layer has a writer of its own
 * (layer/screenshots/screenshot_png), since it must not load libpng into an app. Any thread.
 */
#ifndef US_PNG_FILE_H
#define US_PNG_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define US_PNG_FILE_ERROR_SIZE 64

/* Pixels are rows of sRGB, three bytes each, top row first and without gaps. The compression is
 * quick rather than small.
 *
 * Writes a file. False: `out_error` says why. */
bool us_png_file_write(const char *path, uint32_t width_px, uint32_t height_px, const uint8_t *rgb,
                       char out_error[US_PNG_FILE_ERROR_SIZE]);

/* Returns the bytes of a file, from malloc, or NULL where memory runs out. */
void *us_png_file_encode(uint32_t width_px, uint32_t height_px, const uint8_t *rgb,
                         size_t *out_size);

#endif
