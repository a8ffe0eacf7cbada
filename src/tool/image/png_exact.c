/* SPDX-License-Identifier: MIT */
#include "tool/image/png_image.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/path.h"
#include "tool/cli/text.h"

enum { PIXEL = 8 }; /* bytes */

static PNG_NORETURN void fail(png_structp png, png_const_charp message)
{
    tool_text_complain("cannot read %s: %s", (const char *)png_get_error_ptr(png), message);
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

/* libpng's errors come back here. `rows` has room for `height` pointers. */
static bool read_rows(png_structp png, png_infop info, FILE *file, uint32_t width, uint32_t height,
                      uint8_t *out, png_bytepp rows)
{
    if (setjmp(png_jmpbuf(png)) != 0)
        return false;
    png_init_io(png, file);
    png_read_info(png, info);
    if (png_get_image_width(png, info) != width || png_get_image_height(png, info) != height)
        png_error(png, "the file has changed");
    png_set_expand_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xffff, PNG_FILLER_AFTER);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != (size_t)width * PIXEL)
        png_error(png, "its pixels are of no known kind");
    for (uint32_t y = 0; y < height; y++)
        rows[y] = out + (size_t)y * width * PIXEL;
    png_read_image(png, rows);
    return true;
}

static bool read_file(FILE *file, const char *path, uint32_t width, uint32_t height, uint8_t *out,
                      png_bytepp rows)
{
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, (png_voidp)path, fail, ignore);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    if (info == NULL)
        tool_text_complain("out of memory for an image");
    const bool is_read = info != NULL && read_rows(png, info, file, width, height, out, rows);
    png_destroy_read_struct(&png, &info, NULL);
    return is_read;
}

uint8_t *tool_png_image_read_exact(const char *path, uint32_t width, uint32_t height)
{
    FILE *file = us_path_stream(path);
    uint8_t *out = malloc((size_t)width * height * PIXEL);
    png_bytepp rows = malloc(height * sizeof *rows);
    if (file == NULL)
        tool_text_complain("cannot read %s: %s", path, strerror(errno));
    else if (out == NULL || rows == NULL)
        tool_text_complain("out of memory for an image");
    else if (read_file(file, path, width, height, out, rows))
        goto done;
    free(out);
    out = NULL;
done:
    free(rows);
    if (file != NULL)
        fclose(file);
    return out;
}
