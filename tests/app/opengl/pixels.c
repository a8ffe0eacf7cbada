/* SPDX-License-Identifier: MIT */
/*
 * understudy_pixels FILE WIDTHxHEIGHT X,Y=R,G,B...: checks the size of a PNG file and the colours
 * of pixels in it, each channel to one step, because drivers round differently. Exit status 1: one
 * differs; it says which.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

static int check_pixel(const png_image *image, const png_byte *rgb, const char *file,
                       const char *text)
{
    unsigned x, y, wanted[3];
    int bad = 0;
    if (sscanf(text, "%u,%u=%u,%u,%u", &x, &y, &wanted[0], &wanted[1], &wanted[2]) != 5 ||
        x >= image->width || y >= image->height) {
        fprintf(stderr, "%s: %s is no pixel of it\n", file, text);
        return 1;
    }
    const png_byte *pixel = rgb + ((size_t)y * image->width + x) * 3;
    for (int i = 0; i < 3; i++)
        bad |= abs((int)pixel[i] - (int)wanted[i]) > 1;
    if (bad)
        fprintf(stderr, "%s: wanted %s, found %d,%d,%d\n", file, text, pixel[0], pixel[1],
                pixel[2]);
    return bad;
}

int main(int argc, char **argv)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    char size[32];
    int bad = 0;
    if (argc < 3)
        return 2;
    if (!png_image_begin_read_from_file(&image, argv[1])) {
        fprintf(stderr, "%s: %s\n", argv[1], image.message);
        return 1;
    }
    image.format = PNG_FORMAT_RGB;
    png_byte *rgb = malloc(PNG_IMAGE_SIZE(image));
    if (rgb == NULL || !png_image_finish_read(&image, NULL, rgb, 0, NULL)) {
        fprintf(stderr, "%s: it cannot be read\n", argv[1]);
        free(rgb);
        return 1;
    }
    snprintf(size, sizeof size, "%ux%u", image.width, image.height);
    if (strcmp(size, argv[2]) != 0) {
        fprintf(stderr, "%s: wanted %s pixels, found %s\n", argv[1], argv[2], size);
        bad = 1;
    }
    for (int i = 3; bad == 0 && i < argc; i++)
        bad = check_pixel(&image, rgb, argv[1], argv[i]);
    free(rgb);
    return bad;
}
