/* SPDX-License-Identifier: MIT */
/*
 * picture: PNG files as pixels.
 */
#ifndef US_TOOL_PICTURE_H
#define US_TOOL_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct us_picture {
    uint32_t width, height;
    uint8_t *rgb; /* rows from the top, three bytes a pixel, sRGB; from malloc */
};

/* Read a file of at most 16384 by 16384 pixels; what is transparent is seen before black. False:
 * said. */
bool us_picture_read(struct us_picture *picture, const char *path);
/* False: said. */
bool us_picture_write(const struct us_picture *picture, const char *path);
/* A file's bytes, from malloc; NULL if memory runs out. Quick rather than as small as can be. */
void *us_picture_encode(const struct us_picture *picture, size_t *out_size);
/* A black picture. False: memory ran out, said. */
bool us_picture_make(struct us_picture *picture, uint32_t width, uint32_t height);
void us_picture_free(struct us_picture *picture);

#endif
