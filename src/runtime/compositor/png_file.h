// SPDX-License-Identifier: MIT
// Writes PNG files. Any thread.
#ifndef RT_RUNTIME_PNG_FILE_H
#define RT_RUNTIME_PNG_FILE_H

#include <stdbool.h>
#include <stdint.h>

// Rows of sRGB pixels, three bytes each, top row first and without gaps. False, with errno's words
// on standard error, where the file cannot be written whole.
bool rt_png_file_write(const char *path, uint32_t width_px, uint32_t height_px, const uint8_t *rgb);

#endif
