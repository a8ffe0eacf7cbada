// SPDX-License-Identifier: MIT
// Hazard: a screenshot shows another view than the eye sees. Expected values are tangents of
// angles.
#include "runtime/compositor/warp.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

enum { SIZE = 64, STRIDE = SIZE * 3 + 7 };

static const XrFovf wide = {-0.785398163f, 0.785398163f, 0.785398163f, -0.785398163f};
static uint8_t submitted[SIZE * SIZE * 3], seen[SIZE * STRIDE];

// A pixel says where it is; blue tells it from black.
static void fill(void)
{
    for (int i = 0; i < SIZE * SIZE; i++) {
        submitted[3 * i] = (uint8_t)(i % SIZE);
        submitted[3 * i + 1] = (uint8_t)(i / SIZE);
        submitted[3 * i + 2] = 200;
    }
}

static void warp(const struct rt_motion *m_eye_view, const XrFovf *eye_fov)
{
    const struct rt_warp_image image = {submitted, SIZE, SIZE, wide};
    memset(seen, 99, sizeof(seen));
    const struct rt_warp_place place = {seen, SIZE, SIZE, STRIDE};
    rt_warp_view(&image, m_eye_view, eye_fov, &place);
}

// Column x, row y shows the pixel of column `from` and row `from_y`; outside, black.
static void check_pixel(int x, int y, double from, double from_y)
{
    const uint8_t *pixel = seen + y * STRIDE + 3 * x;
    const bool inside = from >= 0 && from < SIZE && from_y >= 0 && from_y < SIZE;
    if (inside)
        CHECK(pixel[0] == (int)from && pixel[1] == (int)from_y && pixel[2] == 200);
    else
        CHECK(pixel[0] == 0 && pixel[1] == 0 && pixel[2] == 0);
}

// The tangent of a column's direction in a window of +-45 degrees, and back.
static double tangent(int index)
{
    return (index + 0.5) / SIZE * 2 - 1;
}

static double column(double tangent_of)
{
    return (tangent_of + 1) / 2 * SIZE;
}

static void test_same(void)
{
    struct rt_motion still = rt_motion_identity();
    still.position_m.x = 5; // positions do not count
    warp(&still, &wide);
    for (int y = 0; y < SIZE; y++) {
        CHECK(memcmp(seen + y * STRIDE, submitted + y * SIZE * 3, SIZE * 3) == 0);
        CHECK(y == SIZE - 1 || seen[y * STRIDE + SIZE * 3] == 99);
    }
    // A rounding error apart, it is the same to the pixel.
    still.rotation = rt_motion_turn((struct rt_vector){0, 1, 0}, 1e-5);
    warp(&still, &wide);
    for (int y = 0; y < SIZE; y++)
        CHECK(memcmp(seen + y * STRIDE, submitted + y * SIZE * 3, SIZE * 3) == 0);
}

// A view turned to the left by a: what is ahead is a to its right; y / -z grows with 1 / cos.
static void test_turned(void)
{
    const double a = 0.3;
    const struct rt_motion left = {.rotation = rt_motion_turn((struct rt_vector){0, 1, 0}, a)};
    warp(&left, &wide);
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            const double angle = atan(tangent(x));
            const double up = tangent(y) * cos(angle) / cos(angle + a);
            check_pixel(x, y, column(tan(angle + a)), column(up));
        }
    }
    const struct rt_motion behind = {.rotation =
                                         rt_motion_turn((struct rt_vector){0, 1, 0}, 3.14159265)};
    warp(&behind, &wide);
    for (int i = 0; i < SIZE; i++)
        check_pixel(i, i, -1, -1);
}

static void test_window(void)
{
    const XrFovf narrow = {-0.463647609f, 0.463647609f, 0.463647609f, -0.463647609f}; // atan 0.5
    const struct rt_motion still = rt_motion_identity();
    warp(&still, &narrow);
    for (int i = 0; i < SIZE; i++)
        check_pixel(i, SIZE - 1 - i, column(tangent(i) / 2), column(tangent(SIZE - 1 - i) / 2));
}

int main(void)
{
    fill();
    test_same();
    test_turned();
    test_window();
    return 0;
}
