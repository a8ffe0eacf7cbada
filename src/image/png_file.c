/* SPDX-License-Identifier: MIT */
#include "image/png_file.h"

#include <stdio.h>
#include <stdlib.h>

#include <png.h>

static png_image describe(uint32_t width_px, uint32_t height_px)
{
    return (png_image){.version = PNG_IMAGE_VERSION,
                       .width = width_px,
                       .height = height_px,
                       .format = PNG_FORMAT_RGB,
                       .flags = PNG_IMAGE_FLAG_FAST};
}

bool us_png_file_write(const char *path, uint32_t width_px, uint32_t height_px, const uint8_t *rgb,
                       char out_error[US_PNG_FILE_ERROR_SIZE])
{
    png_image image = describe(width_px, height_px);
    if (png_image_write_to_file(&image, path, 0, rgb, 0, NULL) != 0)
        return true;
    snprintf(out_error, US_PNG_FILE_ERROR_SIZE, "%s", image.message);
    return false;
}

void *us_png_file_encode(uint32_t width_px, uint32_t height_px, const uint8_t *rgb,
                         size_t *out_size)
{
    png_image image = describe(width_px, height_px);
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    void *bytes = malloc(size);
    if (bytes != NULL && png_image_write_to_memory(&image, bytes, &size, 0, rgb, 0, NULL)) {
        *out_size = size;
        return bytes;
    }
    free(bytes);
    return NULL;
}
