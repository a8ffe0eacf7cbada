/* SPDX-License-Identifier: MIT */
#include "tool/image/image_compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/text.h"

enum { REACH = 5, TAPS = 2 * REACH + 1 };
#define DEVIATION 1.5
#define C1 ((0.01 * 255.0) * (0.01 * 255.0))
#define C2 ((0.03 * 255.0) * (0.03 * 255.0))

/* What is averaged over the window: both values, their squares and their product. */
enum { OF_A, OF_B, OF_AA, OF_BB, OF_AB, SUMS };

struct plane {
    uint32_t width, height;
    double *rows; /* the sums across: SUMS for each pixel of TAPS rows, in a ring */
    double weights[TAPS];
};

static void make_weights(double weights[TAPS])
{
    double sum = 0.0;
    for (int i = 0; i < TAPS; i++) {
        double off = i - REACH;
        weights[i] = exp(-off * off / (2.0 * DEVIATION * DEVIATION));
        sum += weights[i];
    }
    for (int i = 0; i < TAPS; i++)
        weights[i] /= sum;
}

/* The place of a pixel beyond the edge: its mirror image, the edge pixel twice. */
static uint32_t mirror(int64_t at, uint32_t size)
{
    int64_t last = 2 * (int64_t)size;
    at = ((at % last) + last) % last;
    return (uint32_t)(at < (int64_t)size ? at : last - 1 - at);
}

static double *row_of(const struct plane *plane, int64_t y)
{
    int64_t slot = ((y % TAPS) + TAPS) % TAPS;
    return plane->rows + (size_t)slot * plane->width * SUMS;
}

/* The sums across one row of a channel. */
static void sum_across(const struct plane *plane, int64_t y, const uint8_t *a, const uint8_t *b)
{
    double *out = row_of(plane, y);
    size_t begin = (size_t)mirror(y, plane->height) * plane->width;
    for (uint32_t x = 0; x < plane->width; x++, out += SUMS) {
        double sums[SUMS] = {0.0};
        for (int i = 0; i < TAPS; i++) {
            int64_t at = (int64_t)x + i - REACH;
            bool is_inside = at >= 0 && at < (int64_t)plane->width;
            size_t pixel = begin + (is_inside ? (size_t)at : mirror(at, plane->width));
            double of_a = a[3 * pixel], of_b = b[3 * pixel], weight = plane->weights[i];
            sums[OF_A] += weight * of_a;
            sums[OF_B] += weight * of_b;
            sums[OF_AA] += weight * of_a * of_a;
            sums[OF_BB] += weight * of_b * of_b;
            sums[OF_AB] += weight * of_a * of_b;
        }
        memcpy(out, sums, sizeof sums);
    }
}

/* Equation 13 of the paper. */
static double similarity(const double mean[SUMS])
{
    double aa = mean[OF_A] * mean[OF_A], bb = mean[OF_B] * mean[OF_B];
    double ab = mean[OF_A] * mean[OF_B];
    return (2.0 * ab + C1) * (2.0 * (mean[OF_AB] - ab) + C2) /
           ((aa + bb + C1) * (mean[OF_AA] - aa + mean[OF_BB] - bb + C2));
}

static void sum_down(const struct plane *plane, uint32_t y, float *out)
{
    for (uint32_t x = 0; x < plane->width; x++) {
        double mean[SUMS] = {0.0};
        for (int i = 0; i < TAPS; i++) {
            const double *sums = row_of(plane, (int64_t)y + i - REACH) + (size_t)x * SUMS;
            for (int k = 0; k < SUMS; k++)
                mean[k] += plane->weights[i] * sums[k];
        }
        out[x] = fminf(out[x], (float)similarity(mean));
    }
}

static void compare_channel(const struct plane *plane, const uint8_t *a, const uint8_t *b,
                            float *out)
{
    for (int64_t y = -REACH; y < REACH; y++)
        sum_across(plane, y, a, b);
    for (uint32_t y = 0; y < plane->height; y++) {
        sum_across(plane, (int64_t)y + REACH, a, b);
        sum_down(plane, y, out + (size_t)y * plane->width);
    }
}

bool tool_ssim_map(const struct tool_png_image *a, const struct tool_png_image *b, float *out)
{
    size_t size = (size_t)a->width * a->height;
    struct plane plane = {.width = a->width, .height = a->height};
    for (size_t i = 0; i < size; i++)
        out[i] = 1.0f;
    if (size == 0 || memcmp(a->rgb, b->rgb, 3 * size) == 0)
        return true;
    plane.rows = malloc((size_t)TAPS * a->width * SUMS * sizeof *plane.rows);
    if (plane.rows == NULL) {
        tool_text_complain("out of memory for comparing images");
        return false;
    }
    make_weights(plane.weights);
    for (int channel = 0; channel < 3; channel++)
        compare_channel(&plane, a->rgb + channel, b->rgb + channel, out);
    free(plane.rows);
    return true;
}
