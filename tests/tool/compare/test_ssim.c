/* SPDX-License-Identifier: MIT */
/*
 * The structural similarity against a closed form, and against a second method: the sums of the
 * paper over each whole window, with the deviations from the mean, not the separable sums of
 * squares of the code under test.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/image/image_compare.h"

/* ssim.c reports a lack of memory with it. */
void tool_text_complain(const char *format, ...);
void tool_text_complain(const char *format, ...)
{
    puts(format);
}

enum { WIDTH = 19, HEIGHT = 14, SIZE = WIDTH * HEIGHT };

static int failures;

static void check(const char *what, double found, double wanted, double tolerance)
{
    if (fabs(found - wanted) <= tolerance)
        return;
    printf("FAILED: %s: %.9f, not %.9f\n", what, found, wanted);
    failures++;
}

static int reflect(int at, int size)
{
    return at < 0 ? -1 - at : at >= size ? 2 * size - 1 - at : at;
}

static double sample(const uint8_t *rgb, int x, int y, int channel)
{
    return rgb[3 * (reflect(y, HEIGHT) * WIDTH + reflect(x, WIDTH)) + channel];
}

static double weight(int dx, int dy)
{
    return exp(-(dx * dx + dy * dy) / (2.0 * 1.5 * 1.5));
}

/* Equations 14 to 16 and 13 of the paper. */
static double by_definition(const uint8_t *a, const uint8_t *b, int x, int y, int channel)
{
    double total = 0.0, mean_a = 0.0, mean_b = 0.0, var_a = 0.0, var_b = 0.0, both = 0.0;
    for (int dy = -5; dy <= 5; dy++)
        for (int dx = -5; dx <= 5; dx++) {
            total += weight(dx, dy);
            mean_a += weight(dx, dy) * sample(a, x + dx, y + dy, channel);
            mean_b += weight(dx, dy) * sample(b, x + dx, y + dy, channel);
        }
    mean_a /= total;
    mean_b /= total;
    for (int dy = -5; dy <= 5; dy++)
        for (int dx = -5; dx <= 5; dx++) {
            double off_a = sample(a, x + dx, y + dy, channel) - mean_a;
            double off_b = sample(b, x + dx, y + dy, channel) - mean_b;
            var_a += weight(dx, dy) / total * off_a * off_a;
            var_b += weight(dx, dy) / total * off_b * off_b;
            both += weight(dx, dy) / total * off_a * off_b;
        }
    double c1 = 6.5025, c2 = 58.5225; /* (K L)^2 with K1 = 0.01, K2 = 0.03 and L = 255 */
    return (2.0 * mean_a * mean_b + c1) * (2.0 * both + c2) /
           ((mean_a * mean_a + mean_b * mean_b + c1) * (var_a + var_b + c2));
}

static void check_constant(void)
{
    uint8_t a[3 * SIZE], b[3 * SIZE];
    float map[SIZE];
    memset(a, 100, sizeof a);
    memset(b, 140, sizeof b);
    const struct tool_png_image image_a = {.width = WIDTH, .height = HEIGHT, .rgb = a},
                                image_b = {.width = WIDTH, .height = HEIGHT, .rgb = b};
    tool_ssim_map(&image_a, &image_a, map);
    check("an image and itself", (double)map[7], 1.0, 0.0);
    tool_ssim_map(&image_a, &image_b, map);
    check("two flat images", (double)map[7],
          (2.0 * 100.0 * 140.0 + 6.5025) / (100.0 * 100.0 + 140.0 * 140.0 + 6.5025), 1e-6);
}

static void check_random(void)
{
    uint8_t a[3 * SIZE], b[3 * SIZE];
    float map[SIZE];
    srand(5);
    for (int i = 0; i < 3 * SIZE; i++) {
        a[i] = (uint8_t)(rand() % 256);
        b[i] = (uint8_t)(i % 7 == 0 ? rand() % 256 : a[i]);
    }
    const struct tool_png_image image_a = {.width = WIDTH, .height = HEIGHT, .rgb = a},
                                image_b = {.width = WIDTH, .height = HEIGHT, .rgb = b};
    tool_ssim_map(&image_a, &image_b, map);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            double lowest = 1.0;
            for (int channel = 0; channel < 3; channel++)
                lowest = fmin(lowest, by_definition(a, b, x, y, channel));
            check("random images", (double)map[y * WIDTH + x], lowest, 1e-5);
        }
}

int main(void)
{
    check_constant();
    check_random();
    return failures > 0;
}
