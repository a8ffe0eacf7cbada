/* SPDX-License-Identifier: MIT */
#include "tool/aim/region.h"

#include <stdlib.h>

#include "core/base/grow.h"

enum { STEPS_ALIKE = 2 };

struct seed {
    int x, y;
};

/* The pixels from which the region goes on. */
struct seeds {
    struct seed *items;
    size_t count;
};

bool tool_aim_region_same_colour(const uint8_t *a, const uint8_t *b)
{
    for (int channel = 0; channel < 3; channel++)
        if (abs((int)a[channel] - (int)b[channel]) > STEPS_ALIKE)
            return false;
    return true;
}

const uint8_t *tool_aim_region_colour(const struct tool_png_image *image, const double px[2])
{
    if (!(px[0] >= 0.0 && px[1] >= 0.0 && px[0] < (double)image->width &&
          px[1] < (double)image->height))
        return NULL;
    return image->rgb + 3 * ((size_t)px[1] * image->width + (size_t)px[0]);
}

bool tool_aim_region_has(const struct tool_aim_region *region, const double px[2])
{
    return px[0] >= 0.0 && px[1] >= 0.0 && px[0] < region->width && px[1] < region->height &&
           region->mask[(size_t)px[1] * (size_t)region->width + (size_t)px[0]];
}

static bool push(struct seeds *seeds, int x, int y)
{
    if (!US_GROW(seeds->items, seeds->count))
        return false;
    seeds->items[seeds->count++] = (struct seed){x, y};
    return true;
}

static bool is_free(const struct tool_aim_region *region, const struct tool_png_image *image,
                    const uint8_t *colour, int x, int y)
{
    const size_t at = (size_t)y * image->width + (size_t)x;
    return !region->mask[at] && tool_aim_region_same_colour(image->rgb + 3 * at, colour);
}

static void take(struct tool_aim_region *region, int x, int y)
{
    struct tool_aim_span *row = &region->rows[y], *column = &region->columns[x];
    region->mask[(size_t)y * (size_t)region->width + (size_t)x] = 1;
    region->count++;
    row->first = x < row->first ? x : row->first;
    row->last = x > row->last ? x : row->last;
    column->first = y < column->first ? y : column->first;
    column->last = y > column->last ? y : column->last;
    region->edges |= (x == 0 ? AIM_REGION_LEFT : 0u) | (y == 0 ? AIM_REGION_TOP : 0u) |
                     (x == region->width - 1 ? AIM_REGION_RIGHT : 0u) |
                     (y == region->height - 1 ? AIM_REGION_BOTTOM : 0u);
}

/* Takes the row around the seed, and leaves a seed for each row above and below it. */
static bool take_row(struct tool_aim_region *region, const struct tool_png_image *image,
                     const uint8_t *colour, struct seed seed, struct seeds *seeds)
{
    int left = seed.x, right = seed.x;
    while (left > 0 && is_free(region, image, colour, left - 1, seed.y))
        left--;
    while (right + 1 < region->width && is_free(region, image, colour, right + 1, seed.y))
        right++;
    for (int x = left; x <= right; x++)
        take(region, x, seed.y);
    for (int y = seed.y - 1; y <= seed.y + 1; y += 2) {
        bool was_free = false;
        for (int x = left; y >= 0 && y < region->height && x <= right; x++) {
            const bool is = is_free(region, image, colour, x, y);
            if (is && !was_free && !push(seeds, x, y))
                return false;
            was_free = is;
        }
    }
    return true;
}

bool tool_aim_region_fill(struct tool_aim_region *region, const struct tool_png_image *image, int x,
                          int y)
{
    const size_t width = image->width, height = image->height;
    const uint8_t *colour = image->rgb + 3 * ((size_t)y * width + (size_t)x);
    struct seeds seeds = {0};
    *region = (struct tool_aim_region){.width = (int)width,
                                       .height = (int)height,
                                       .mask = calloc(width, height),
                                       .rows = malloc(height * sizeof *region->rows),
                                       .columns = malloc(width * sizeof *region->columns)};
    bool is_done = region->mask != NULL && region->rows != NULL && region->columns != NULL &&
                   push(&seeds, x, y);
    for (size_t i = 0; is_done && i < height; i++)
        region->rows[i] = (struct tool_aim_span){(int)width, -1};
    for (size_t i = 0; is_done && i < width; i++)
        region->columns[i] = (struct tool_aim_span){(int)height, -1};
    while (is_done && seeds.count > 0) {
        const struct seed seed = seeds.items[--seeds.count];
        if (is_free(region, image, colour, seed.x, seed.y))
            is_done = take_row(region, image, colour, seed, &seeds);
    }
    free(seeds.items);
    return is_done;
}

void tool_aim_region_free(struct tool_aim_region *region)
{
    free(region->mask);
    free(region->rows);
    free(region->columns);
    *region = (struct tool_aim_region){0};
}
