/* SPDX-License-Identifier: MIT */
/*
 * Hazard: a screenshot or the window shows another view than the eye sees. Expected values are
 * tangents of angles.
 */
#include "../check.h"
#include "runtime/picture/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64, STRIDE = SIZE * 3 + 7 };

static const XrFovf wide = {-0.785398163f, 0.785398163f, 0.785398163f, -0.785398163f};
static uint8_t submitted[SIZE * SIZE * 4], seen[SIZE * STRIDE];

/* A pixel says where it is; blue tells it from black. */
static void fill(void)
{
    for (int i = 0; i < SIZE * SIZE; i++) {
        submitted[4 * i] = (uint8_t)(i % SIZE);
        submitted[4 * i + 1] = (uint8_t)(i / SIZE);
        submitted[4 * i + 2] = 200;
        submitted[4 * i + 3] = 7; /* does not count */
    }
}

static void warp(const struct rt_motion *m_eye_view, const XrFovf *eye_fov)
{
    const struct rt_picture_image image = {.rgba = submitted, .width = SIZE, .height = SIZE};
    struct rt_shape view = rt_shape_view(&wide);
    view.m_eye_shape = *m_eye_view;
    memset(seen, 99, sizeof seen);
    const struct rt_picture_place place = {seen, SIZE, SIZE, STRIDE, *eye_fov};
    rt_picture_draw(&place, &view, &image, RT_BLEND_OPAQUE, NULL);
}

/* Column x, row y shows the pixel of column `from` and row `from_y`; outside, what was there. */
static void check_pixel(int x, int y, double from, double from_y)
{
    const uint8_t *pixel = seen + y * STRIDE + 3 * x;
    const bool inside = from >= 0 && from < SIZE && from_y >= 0 && from_y < SIZE;
    if (inside)
        CHECK(pixel[0] == (int)from && pixel[1] == (int)from_y && pixel[2] == 200);
    else
        CHECK(pixel[0] == 99 && pixel[1] == 99 && pixel[2] == 99);
}

/* The tangent of a column's direction in a window of +-45 degrees, and back. */
static double tangent(int index)
{
    return (index + 0.5) / SIZE * 2 - 1;
}

static double column(double tangent_of)
{
    return (tangent_of + 1) / 2 * SIZE;
}

/* At rest, turned to the left. */
static struct rt_motion turned(double angle)
{
    return (struct rt_motion){.rotation = {0, sin(angle / 2), 0, cos(angle / 2)}};
}

static void check_same(void)
{
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            check_pixel(x, y, x, y);
}

static void test_same(void)
{
    struct rt_motion still = turned(0);
    still.position_m.x = 5; /* positions do not count */
    warp(&still, &wide);
    check_same();
    for (int y = 0; y < SIZE - 1; y++)
        CHECK(seen[y * STRIDE + SIZE * 3] == 99); /* between the rows */
    /* A rounding error apart, it is the same to the pixel. */
    still.rotation = turned(1e-5).rotation;
    warp(&still, &wide);
    check_same();
}

/* A view turned to the left by a: what is ahead is a to its right; y / -z grows with 1 / cos. */
static void test_turned(void)
{
    const double a = 0.3;
    const struct rt_motion left = turned(a);
    warp(&left, &wide);
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            const double angle = atan(tangent(x));
            const double up = tangent(y) * cos(angle) / cos(angle + a);
            check_pixel(x, y, column(tan(angle + a)), column(up));
        }
    }
    const struct rt_motion behind = turned(3.14159265);
    warp(&behind, &wide);
    for (int i = 0; i < SIZE; i++)
        check_pixel(i, i, -1, -1);
}

static void test_window(void)
{
    const XrFovf narrow = {-0.463647609f, 0.463647609f, 0.463647609f, -0.463647609f}; /* atan 0.5 */
    const struct rt_motion still = turned(0);
    warp(&still, &narrow);
    for (int i = 0; i < SIZE; i++)
        check_pixel(i, SIZE - 1 - i, column(tangent(i) / 2), column(tangent(SIZE - 1 - i) / 2));
}

/* A window may be too small for a picture. */
static void test_nothing(void)
{
    const struct rt_picture_image image = {.rgba = submitted, .width = SIZE, .height = SIZE};
    struct rt_shape view = rt_shape_view(&wide);
    view.m_eye_shape = turned(0);
    for (uint32_t i = 0; i < 2; i++) {
        const struct rt_picture_place place = {seen, i, 1 - i, STRIDE, wide};
        memset(seen, 99, sizeof seen);
        rt_picture_draw(&place, &view, &image, RT_BLEND_OPAQUE, NULL);
        CHECK(seen[0] == 99);
    }
}

int main(void)
{
    fill();
    test_same();
    test_turned();
    test_window();
    test_nothing();
    return 0;
}
