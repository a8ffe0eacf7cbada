/* SPDX-License-Identifier: MIT */
/*
 * make_image [--alpha | --deep] FILE WIDTH HEIGHT COLOUR [X Y COLOUR]...: a PNG of one colour, with
 * single pixels of others. A colour is R G B; with --alpha it is R G B A, and with --deep it has
 * linear values up to 65535, and 16 bits in the file.
 */
#include <png.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void set(void *pixels, bool is_deep, size_t at, const char *number)
{
    if (is_deep)
        ((unsigned short *)pixels)[at] = (unsigned short)atoi(number);
    else
        ((unsigned char *)pixels)[at] = (unsigned char)atoi(number);
}

int main(int argc, char **argv)
{
    const bool is_deep = argc > 1 && strcmp(argv[1], "--deep") == 0;
    const bool has_alpha = argc > 1 && strcmp(argv[1], "--alpha") == 0;
    const int parts = has_alpha ? 4 : 3;
    argc -= is_deep || has_alpha;
    argv += is_deep || has_alpha;
    if (argc < 4 + parts || (argc - 4 - parts) % (2 + parts) != 0)
        return 2;
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (unsigned)atoi(argv[2]),
                       .height = (unsigned)atoi(argv[3]),
                       .format = is_deep     ? PNG_FORMAT_LINEAR_RGB
                                 : has_alpha ? PNG_FORMAT_RGBA
                                             : PNG_FORMAT_RGB};
    const size_t count = (size_t)image.width * image.height * (size_t)parts;
    void *pixels = malloc(count * (is_deep ? sizeof(unsigned short) : 1));
    if (pixels == NULL)
        return 1;
    for (size_t i = 0; i < count; i++)
        set(pixels, is_deep, i, argv[4 + i % (size_t)parts]);
    for (int i = 4 + parts; i < argc; i += 2 + parts)
        for (int k = 0; k < parts; k++) {
            const size_t at = (size_t)atoi(argv[i + 1]) * image.width + (size_t)atoi(argv[i]);
            set(pixels, is_deep, at * (size_t)parts + (size_t)k, argv[i + 2 + k]);
        }
    int written = png_image_write_to_file(&image, argv[1], 0, pixels, 0, NULL);
    free(pixels);
    return written ? 0 : 1;
}
