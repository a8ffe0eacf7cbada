/* SPDX-License-Identifier: MIT */
#include "tool/image/image_compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/text.h"

bool tool_image_allows_all(const struct tool_image_tolerance *allow)
{
    return isnan(allow->ssim) ? allow->share >= 1.0 || allow->threshold >= 1.0
                              : allow->ssim <= -1.0 && allow->threshold >= 1.0;
}

int tool_image_decimals(double difference)
{
    return difference > 0.0 && difference < 0.0005 ? 6 : 3;
}

static int seen_at(const struct tool_image_pair *pair, size_t pixel)
{
    int largest = 0;
    for (size_t i = 3 * pixel; i < 3 * pixel + 3; i++) {
        int off = abs((int)pair->a.rgb[i] - (int)pair->b.rgb[i]);
        largest = off > largest ? off : largest;
    }
    return largest;
}

/* The largest difference of red, green, blue and alpha, of 65535. */
static int exact_at(const struct tool_image_pair *pair, size_t pixel)
{
    int largest = 0;
    for (size_t i = 8 * pixel; pair->exact_a != NULL && i < 8 * pixel + 8; i += 2) {
        const int a = pair->exact_a[i] << 8 | pair->exact_a[i + 1];
        const int b = pair->exact_b[i] << 8 | pair->exact_b[i + 1];
        largest = abs(a - b) > largest ? abs(a - b) : largest;
    }
    return largest;
}

static bool is_left_out(const struct tool_image_pair *pair, size_t pixel)
{
    const uint8_t *mask = pair->mask.rgb;
    return mask != NULL && mask[3 * pixel] + mask[3 * pixel + 1] + mask[3 * pixel + 2] < 3 * 128;
}

static void draw(const struct tool_image_pair *pair, size_t pixel, double off, bool left_out,
                 bool beyond)
{
    uint8_t *out = pair->difference.rgb;
    if (out == NULL)
        return;
    uint8_t bright = (uint8_t)(off > 0.0 ? 64 + (int)lround(off * 255.0) * 191 / 255 : 0);
    out[3 * pixel] = left_out ? 0 : bright;
    out[3 * pixel + 1] = left_out || beyond ? 0 : bright;
    out[3 * pixel + 2] = left_out ? 96 : beyond ? 0 : bright;
}

static void compare_pixels(const struct tool_image_pair *pair, double threshold,
                           struct tool_image_outcome *out)
{
    uint32_t width = pair->a.width;
    double sum = 0.0;
    for (size_t pixel = 0; pixel < (size_t)width * pair->a.height; pixel++) {
        const double seen = seen_at(pair, pixel) / 255.0;
        const double off = fmax(seen, exact_at(pair, pixel) / 65535.0);
        bool left_out = is_left_out(pair, pixel);
        bool beyond = off > threshold;
        draw(pair, pixel, off, left_out, beyond);
        if (left_out)
            continue;
        out->pixels++;
        out->differing += beyond;
        out->unseen += beyond && !(seen > threshold);
        sum += off;
        if (off > out->largest) {
            out->largest = off;
            out->x = (uint32_t)(pixel % width);
            out->y = (uint32_t)(pixel / width);
        }
    }
    out->mean = out->pixels > 0 ? sum / (double)out->pixels : 0.0;
}

/* What is masked must not differ inside the windows of its neighbours. */
static void cover_masked(struct tool_image_pair *pair)
{
    for (size_t pixel = 0; pixel < (size_t)pair->a.width * pair->a.height; pixel++)
        if (is_left_out(pair, pixel))
            memcpy(pair->b.rgb + 3 * pixel, pair->a.rgb + 3 * pixel, 3);
}

struct extremes {
    uint8_t low, high;
};

/* Of one channel of the 3 by 3 pixels around a place; fewer at an edge. */
static struct extremes extremes_at(const struct tool_png_image *image, uint32_t x, uint32_t y,
                                   int channel)
{
    struct extremes found = {255, 0};
    uint32_t right = x + 1 < image->width ? x + 1 : x;
    uint32_t bottom = y + 1 < image->height ? y + 1 : y;
    for (uint32_t row = y > 0 ? y - 1 : 0; row <= bottom; row++)
        for (uint32_t column = x > 0 ? x - 1 : 0; column <= right; column++) {
            uint8_t value = image->rgb[3 * ((size_t)row * image->width + column) + (size_t)channel];
            found.low = value < found.low ? value : found.low;
            found.high = value > found.high ? value : found.high;
        }
    return found;
}

/* What is at the edge of the image may come in from outside. */
static bool is_at_edge(const struct tool_png_image *image, uint32_t x, uint32_t y)
{
    return x == 0 || y == 0 || x + 1 == image->width || y + 1 == image->height;
}

/* `other`, with each colour as near to `image` as one pixel of tolerance lets it be. */
static void bring_near(const struct tool_png_image *image, const struct tool_png_image *other,
                       struct tool_png_image *out)
{
    for (uint32_t y = 0; y < image->height; y++)
        for (uint32_t x = 0; x < image->width; x++)
            for (int channel = 0; channel < 3; channel++) {
                size_t at = 3 * ((size_t)y * image->width + x) + (size_t)channel;
                struct extremes allowed = extremes_at(other, x, y, channel);
                uint8_t value = image->rgb[at];
                if (is_at_edge(image, x, y))
                    allowed = (struct extremes){0, 255};
                out->rgb[at] = value < allowed.low    ? allowed.low
                               : value > allowed.high ? allowed.high
                                                      : value;
            }
}

struct patch {
    double ssim, off; /* means over the patch: the similarity, and the worst colour's difference */
};

/* A patch at an edge is smaller. */
static struct patch measure_patch(const struct tool_png_image *a, const struct tool_png_image *b,
                                  const float *map, uint32_t left, uint32_t top)
{
    double sum = 0.0, off[3] = {0.0};
    unsigned count = 0;
    for (uint32_t y = top; y < a->height && y < top + TOOL_IMAGE_PATCH; y++)
        for (uint32_t x = left; x < a->width && x < left + TOOL_IMAGE_PATCH; x++, count++) {
            size_t pixel = (size_t)y * a->width + x;
            sum += (double)map[pixel];
            for (size_t i = 0; i < 3; i++)
                off[i] += (double)a->rgb[3 * pixel + i] - (double)b->rgb[3 * pixel + i];
        }
    double worst = fmax(fabs(off[0]), fmax(fabs(off[1]), fabs(off[2])));
    return (struct patch){sum / count, worst / 255.0 / count};
}

/* Looks for the worst patches. The place that is kept is the one that is farthest from allowed. */
static void measure_patches(const struct tool_png_image *a, const struct tool_png_image *b,
                            const float *map, struct tool_image_outcome *out)
{
    for (uint32_t y = 0; y < a->height; y += TOOL_IMAGE_PATCH / 2)
        for (uint32_t x = 0; x < a->width; x += TOOL_IMAGE_PATCH / 2) {
            struct patch patch = measure_patch(a, b, map, x, y);
            out->patch_largest = fmax(out->patch_largest, patch.off);
            if (patch.ssim >= out->ssim_lowest)
                continue;
            out->ssim_lowest = patch.ssim;
            out->patch_x = x;
            out->patch_y = y;
        }
}

static double mean_of(const float *map, size_t size)
{
    double sum = 0.0;
    for (size_t i = 0; i < size; i++)
        sum += (double)map[i];
    return size > 0 ? sum / (double)size : 1.0;
}

static bool compare_near(const struct tool_image_pair *pair, struct tool_png_image *near,
                         float *map, struct tool_image_outcome *out)
{
    const struct tool_png_image *a = &pair->a, *b = &pair->b;
    if (!tool_ssim_map(a, b, map))
        return false;
    out->ssim_plain = mean_of(map, (size_t)a->width * a->height);
    out->ssim_lowest = 1.0;
    out->patch_largest = 0.0;
    bring_near(a, b, near);
    if (!tool_ssim_map(a, near, map))
        return false;
    measure_patches(a, near, map, out);
    bring_near(b, a, near);
    if (!tool_ssim_map(b, near, map))
        return false;
    measure_patches(b, near, map, out);
    return true;
}

static bool compare_views(struct tool_image_pair *pair, struct tool_image_outcome *out)
{
    struct tool_png_image near = {0};
    float *map = malloc(((size_t)pair->a.width * pair->a.height + 1) * sizeof *map);
    if (map == NULL)
        tool_text_complain("out of memory for comparing images");
    cover_masked(pair);
    bool done = map != NULL && tool_png_image_make(&near, pair->a.width, pair->a.height) &&
                compare_near(pair, &near, map, out);
    tool_png_image_free(&near);
    free(map);
    return done;
}

bool tool_image_compare(struct tool_image_pair *pair, const struct tool_image_tolerance *allow,
                        struct tool_image_outcome *out)
{
    *out = (struct tool_image_outcome){
        .ssim_plain = (double)NAN, .ssim_lowest = (double)NAN, .patch_largest = (double)NAN};
    compare_pixels(pair, allow->threshold, out);
    if (isnan(allow->ssim)) {
        out->is_same = (double)out->differing <= allow->share * (double)out->pixels;
        return true;
    }
    if (!compare_views(pair, out))
        return false;
    out->is_same = out->ssim_lowest >= allow->ssim && out->patch_largest <= allow->threshold;
    if (out->is_same && out->unseen > 0)
        tool_text_complain("%llu %s in alpha, or beyond 8 bits a colour, alone; with ssim this "
                           "does not count",
                           (unsigned long long)out->unseen,
                           out->unseen == 1 ? "pixel differs" : "pixels differ");
    return true;
}

void tool_image_pair_free(struct tool_image_pair *pair)
{
    tool_png_image_free(&pair->a);
    tool_png_image_free(&pair->b);
    tool_png_image_free(&pair->mask);
    tool_png_image_free(&pair->difference);
    free(pair->exact_a);
    free(pair->exact_b);
    pair->exact_a = pair->exact_b = NULL;
}

static bool is_same_size(const struct tool_png_image *a, const char *a_path,
                         const struct tool_png_image *b, const char *b_path)
{
    if (a->width == b->width && a->height == b->height)
        return true;
    tool_text_complain("%s has %u by %u pixels, and %s has %u by %u; compare images of one size",
                       a_path, a->width, a->height, b_path, b->width, b->height);
    return false;
}

/* If either file says more than 8 bits of each colour. */
static bool read_exact(struct tool_image_pair *pair, const char *a, const char *b)
{
    if (!pair->a.has_more && !pair->b.has_more)
        return true;
    pair->exact_a = tool_png_image_read_exact(a, pair->a.width, pair->a.height);
    pair->exact_b = tool_png_image_read_exact(b, pair->b.width, pair->b.height);
    return pair->exact_a != NULL && pair->exact_b != NULL;
}

bool tool_image_pair_read(struct tool_image_pair *pair, const char *a, const char *b)
{
    *pair = (struct tool_image_pair){0};
    return tool_png_image_read(&pair->a, a) && tool_png_image_read(&pair->b, b) &&
           is_same_size(&pair->a, a, &pair->b, b) && read_exact(pair, a, b) &&
           tool_png_image_make(&pair->difference, pair->a.width, pair->a.height);
}
