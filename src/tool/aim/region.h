/* SPDX-License-Identifier: MIT */
/*
 * region: the connected pixels of a picture that have one colour. For this module only.
 *
 * Positions are in pixels, as in patch_fit.h.
 */
#ifndef TOOL_AIM_REGION_H
#define TOOL_AIM_REGION_H

#include <stddef.h>
#include <stdint.h>

#include "tool/aim/aim.h"

/* The edges of the picture that a region touches. */
enum {
    AIM_REGION_LEFT = 1,
    AIM_REGION_TOP = 2,
    AIM_REGION_RIGHT = 4,
    AIM_REGION_BOTTOM = 8,
    AIM_REGION_ALL_EDGES = 15,
};

/* The first and the last pixel of a row or a column; none: `last` is less. */
struct tool_aim_span {
    int first, last;
};

struct tool_aim_region {
    int width, height; /* of the picture */
    uint8_t *mask;     /* one byte a pixel, 1 within */
    struct tool_aim_span *rows, *columns;
    size_t count;
    unsigned edges;
};

/* Two colours are one: no channel differs by more than two steps of a byte. */
bool tool_aim_region_same_colour(const uint8_t *a, const uint8_t *b);

/* The colour of the pixel at a place. NULL: it is beyond the picture. */
const uint8_t *tool_aim_region_colour(const struct tool_png_image *image, const double px[2]);

/* Takes all pixels that are connected with (x, y) by sides and have its colour. False: there is no
 * memory. The caller frees it either way. */
bool tool_aim_region_fill(struct tool_aim_region *region, const struct tool_png_image *image, int x,
                          int y);
void tool_aim_region_free(struct tool_aim_region *region);

bool tool_aim_region_has(const struct tool_aim_region *region, const double px[2]);

#endif
