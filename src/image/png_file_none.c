/* SPDX-License-Identifier: MIT */
/* In place of png_file.c where the build has no libpng. */
#include "image/png_file.h"

#include <stdio.h>

bool us_png_file_write(const char *path, uint32_t width_px, uint32_t height_px, const uint8_t *rgb,
                       char out_error[US_PNG_FILE_ERROR_SIZE])
{
    (void)path, (void)width_px, (void)height_px, (void)rgb;
    snprintf(out_error, US_PNG_FILE_ERROR_SIZE, "this build writes no PNG files");
    return false;
}

void *us_png_file_encode(uint32_t width_px, uint32_t height_px, const uint8_t *rgb,
                         size_t *out_size)
{
    (void)width_px, (void)height_px, (void)rgb, (void)out_size;
    return NULL;
}
