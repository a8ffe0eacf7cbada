/* SPDX-License-Identifier: MIT */
#include "tool/image/png_image.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "image/png_file.h"
#include "tool/cli/text.h"

enum { SIDE_MAX = 16384 };

bool tool_png_image_make(struct tool_png_image *image, uint32_t width, uint32_t height)
{
    *image = (struct tool_png_image){width, height, calloc((size_t)width * height, 3)};
    if (image->rgb == NULL)
        tool_text_complain("out of memory for an image");
    return image->rgb != NULL;
}

void tool_png_image_free(struct tool_png_image *image)
{
    free(image->rgb);
    *image = (struct tool_png_image){0};
}

bool tool_png_image_read(struct tool_png_image *image, const char *path)
{
    *image = (struct tool_png_image){0};
    png_image png = {.version = PNG_IMAGE_VERSION};
    const png_color black = {0, 0, 0};
    struct stat file;
    if (stat(path, &file) == 0 && S_ISDIR(file.st_mode)) {
        tool_text_complain("%s is a folder, not a PNG image; 'understudy compare' compares the "
                           "folders of two runs",
                           path);
        return false;
    }
    if (!png_image_begin_read_from_file(&png, path)) {
        tool_text_complain("cannot read %s as a PNG image: %s", path, png.message);
        return false;
    }
    png.format = PNG_FORMAT_RGB;
    bool fits = png.width <= SIDE_MAX && png.height <= SIDE_MAX;
    if (!fits)
        tool_text_complain("%s: the image is larger than %d by %d pixels", path, (int)SIDE_MAX,
                           (int)SIDE_MAX);
    if (!fits || !tool_png_image_make(image, png.width, png.height)) {
        png_image_free(&png);
        return false;
    }
    if (png_image_finish_read(&png, &black, image->rgb, 0, NULL))
        return true;
    tool_text_complain("cannot read %s: %s", path, png.message);
    tool_png_image_free(image);
    return false;
}

bool tool_png_image_write(const struct tool_png_image *image, const char *path)
{
    char error[US_PNG_FILE_ERROR_SIZE];
    if (us_png_file_write(path, image->width, image->height, image->rgb, error))
        return true;
    tool_text_complain("cannot write %s: %s", path, error);
    return false;
}

void *tool_png_image_encode(const struct tool_png_image *image, size_t *out_size)
{
    return us_png_file_encode(image->width, image->height, image->rgb, out_size);
}
