/* SPDX-License-Identifier: MIT */
#include "tool/image/png_image.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "image/png_file.h"
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
    char error[US_PNG_FILE_ERROR_SIZE];
    if (us_png_file_write(path, picture->width, picture->height, picture->rgb, error))
        return true;
    tool_text_complain("%s could not be written: %s", path, error);
    return false;
}

void *tool_png_image_encode(const struct tool_png_image *picture, size_t *out_size)
{
    return us_png_file_encode(picture->width, picture->height, picture->rgb, out_size);
}
