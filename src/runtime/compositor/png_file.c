// SPDX-License-Identifier: MIT
#include "runtime/compositor/png_file.h"

#include <stdio.h>
#include <string.h>

#include <png.h>

bool rt_png_file_write(const char *path, uint32_t width_px, uint32_t height_px, const uint8_t *rgb)
{
    png_image image;
    memset(&image, 0, sizeof(image));
    image.version = PNG_IMAGE_VERSION;
    image.width = width_px;
    image.height = height_px;
    image.format = PNG_FORMAT_RGB;
    image.flags = PNG_IMAGE_FLAG_FAST;
    if (png_image_write_to_file(&image, path, 0, rgb, 0, NULL) != 0)
        return true;
    fprintf(stderr, "understudy headless: %s: %s\n", path, image.message);
    return false;
}
