/* SPDX-License-Identifier: MIT */
/* make_image FILE WIDTH HEIGHT R G B [X Y R G B]...: a PNG of one colour, with single pixels of
 * others. */
#include <png.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc < 7 || (argc - 7) % 5 != 0)
        return 2;
    unsigned width = (unsigned)atoi(argv[2]), height = (unsigned)atoi(argv[3]);
    unsigned char *rgb = malloc((size_t)width * height * 3);
    if (rgb == NULL)
        return 1;
    for (size_t i = 0; i < (size_t)width * height * 3; i++)
        rgb[i] = (unsigned char)atoi(argv[4 + i % 3]);
    for (int i = 7; i < argc; i += 5)
        for (int k = 0; k < 3; k++)
            rgb[((size_t)atoi(argv[i + 1]) * width + (size_t)atoi(argv[i])) * 3 + (size_t)k] =
                (unsigned char)atoi(argv[i + 2 + k]);
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_RGB};
    int written = png_image_write_to_file(&image, argv[1], 0, rgb, 0, NULL);
    free(rgb);
    return written ? 0 : 1;
}
