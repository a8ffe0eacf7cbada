/* SPDX-License-Identifier: MIT */
/*
 * understudy_sheet: put images of one size side by side, in the order given.
 *
 *   understudy_sheet OUT.png COLUMNS SHRINK IN.png...
 *
 * Each image is made SHRINK times smaller by averaging squares, with a border of its own between
 * it and the next. Exit code 0, or 2 with a sentence on standard error.
 */
#include <png.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNELS = 3, BORDER = 4, GREY = 40, MAX_SIDE = 16384 };

struct image {
    uint32_t width, height;
    uint8_t *pixels; /* RGB, rows from the top */
};

static int complain(const char *what, const char *path)
{
    fprintf(stderr, "understudy_sheet: %s: %s\n", path, what);
    return 2;
}

static bool image_read(const char *path, struct image *out)
{
    png_image png = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_file(&png, path))
        return false;
    png.format = PNG_FORMAT_RGB;
    out->width = png.width;
    out->height = png.height;
    out->pixels =
        png.width <= MAX_SIDE && png.height <= MAX_SIDE ? malloc(PNG_IMAGE_SIZE(png)) : NULL;
    if (out->pixels != NULL && png_image_finish_read(&png, NULL, out->pixels, 0, NULL))
        return true;
    free(out->pixels);
    png_image_free(&png);
    return false;
}

static bool image_write(const char *path, const struct image *image)
{
    png_image png = {.version = PNG_IMAGE_VERSION,
                     .width = image->width,
                     .height = image->height,
                     .format = PNG_FORMAT_RGB};
    return png_image_write_to_file(&png, path, 0, image->pixels, 0, NULL) != 0;
}

static uint8_t average(const struct image *from, uint32_t x, uint32_t y, uint32_t channel,
                       uint32_t shrink)
{
    uint32_t sum = 0;
    for (uint32_t j = 0; j < shrink; j++)
        for (uint32_t i = 0; i < shrink; i++) {
            size_t at = (size_t)(y * shrink + j) * from->width + x * shrink + i;
            sum += from->pixels[at * CHANNELS + channel];
        }
    return (uint8_t)(sum / (shrink * shrink));
}

static void place(struct image *sheet, const struct image *from, uint32_t left, uint32_t top,
                  uint32_t shrink)
{
    for (uint32_t y = 0; y < from->height / shrink; y++)
        for (uint32_t x = 0; x < from->width / shrink; x++)
            for (uint32_t c = 0; c < CHANNELS; c++) {
                size_t at = (size_t)(top + y) * sheet->width + left + x;
                sheet->pixels[at * CHANNELS + c] = average(from, x, y, c, shrink);
            }
}

static bool sheet_init(struct image *sheet, const struct image *first, uint32_t columns,
                       uint32_t rows, uint32_t shrink)
{
    sheet->width = columns * (first->width / shrink + BORDER) + BORDER;
    sheet->height = rows * (first->height / shrink + BORDER) + BORDER;
    if (sheet->width > MAX_SIDE || sheet->height > MAX_SIDE)
        return false;
    size_t size = (size_t)sheet->width * sheet->height * CHANNELS;
    sheet->pixels = malloc(size);
    if (sheet->pixels != NULL)
        memset(sheet->pixels, GREY, size);
    return sheet->pixels != NULL;
}

static int make_sheet(const char *out, uint32_t columns, uint32_t shrink, char **paths,
                      uint32_t count)
{
    struct image sheet = {0}, first = {0};
    int code = 0;
    for (uint32_t i = 0; i < count && code == 0; i++) {
        struct image one;
        if (!image_read(paths[i], &one))
            return complain("not a PNG that can be read", paths[i]);
        if (i == 0) {
            first = one;
            if (!sheet_init(&sheet, &one, columns, (count + columns - 1) / columns, shrink))
                code = complain("the sheet would be too large", out);
        }
        if (one.width != first.width || one.height != first.height)
            code = complain("the images are not all of one size", paths[i]);
        if (code == 0)
            place(&sheet, &one, BORDER + i % columns * (one.width / shrink + BORDER),
                  BORDER + i / columns * (one.height / shrink + BORDER), shrink);
        free(one.pixels);
    }
    if (code == 0 && !image_write(out, &sheet))
        code = complain("cannot be written", out);
    free(sheet.pixels);
    return code;
}

int main(int argc, char **argv)
{
    long columns = argc > 4 ? strtol(argv[2], NULL, 10) : 0;
    long shrink = argc > 4 ? strtol(argv[3], NULL, 10) : 0;
    if (columns < 1 || columns > 64 || shrink < 1 || shrink > 64) {
        fprintf(stderr, "usage: understudy_sheet OUT.png COLUMNS SHRINK IN.png...\n");
        return 2;
    }
    return make_sheet(argv[1], (uint32_t)columns, (uint32_t)shrink, argv + 4, (uint32_t)argc - 4);
}
