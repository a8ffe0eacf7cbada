/* SPDX-License-Identifier: MIT */
#include "tool/image/png_image.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/text.h"

enum { SIDE_MAX = 16384 };

bool tool_png_image_make(struct tool_png_image *picture, uint32_t width, uint32_t height)
{
    *picture = (struct tool_png_image){width, height, calloc((size_t)width * height, 3)};
    if (picture->rgb == NULL)
        tool_text_complain("out of memory for an image");
    return picture->rgb != NULL;
}

void tool_png_image_free(struct tool_png_image *picture)
{
    free(picture->rgb);
    *picture = (struct tool_png_image){0};
}

bool tool_png_image_read(struct tool_png_image *picture, const char *path)
{
    *picture = (struct tool_png_image){0};
    png_image image = {.version = PNG_IMAGE_VERSION};
    const png_color black = {0, 0, 0};
    if (!png_image_begin_read_from_file(&image, path)) {
        tool_text_complain("%s: not readable as a PNG image: %s", path, image.message);
        return false;
    }
    image.format = PNG_FORMAT_RGB;
    bool fits = image.width <= SIDE_MAX && image.height <= SIDE_MAX;
    if (!fits)
        tool_text_complain("%s: the image is larger than %d by %d pixels", path, (int)SIDE_MAX,
                           (int)SIDE_MAX);
    if (!fits || !tool_png_image_make(picture, image.width, image.height)) {
        png_image_free(&image);
        return false;
    }
    if (png_image_finish_read(&image, &black, picture->rgb, 0, NULL))
        return true;
    tool_text_complain("%s cannot be read: %s", path, image.message);
    tool_png_image_free(picture);
    return false;
}

bool tool_png_image_write(const struct tool_png_image *picture, const char *path)
{
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = picture->width,
                       .height = picture->height,
                       .format = PNG_FORMAT_RGB};
    if (png_image_write_to_file(&image, path, 0, picture->rgb, 0, NULL))
        return true;
    tool_text_complain("%s could not be written: %s", path, image.message);
    return false;
}

void *tool_png_image_encode(const struct tool_png_image *picture, size_t *out_size)
{
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = picture->width,
                       .height = picture->height,
                       .format = PNG_FORMAT_RGB,
                       .flags = PNG_IMAGE_FLAG_FAST};
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    void *bytes = malloc(size);
    if (bytes != NULL &&
        png_image_write_to_memory(&image, bytes, &size, 0, picture->rgb, 0, NULL)) {
        *out_size = size;
        return bytes;
    }
    free(bytes);
    return NULL;
}
