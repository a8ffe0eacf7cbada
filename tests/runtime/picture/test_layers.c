/* SPDX-License-Identifier: MIT */
/*
 * Hazard: a layer covers other pixels than its own, or is blended otherwise than OpenXR says.
 * Expected places come by a matrix and the projection formula, expected colours by the formulas of
 * OpenXR and of IEC 61966-2-1.
 */
#include <string.h>

#include "runtime/picture/picture.h"
#include "shape_pose.h"

enum { WIDTH = 180, HEIGHT = 120 };

static const XrFovf fov = {-0.8f, 0.7f, 0.75f, -0.85f};
static uint8_t seen[WIDTH * HEIGHT * 3];

static void draw(const struct rt_shape *shape, const struct pose *pose, const uint8_t *rgba,
                 uint32_t width, enum rt_blend blend)
{
    static struct rt_blend_tables tables;
    struct rt_shape placed = *shape;
    const struct rt_picture_image image = {.rgba = rgba, .width = width, .height = width};
    const struct rt_picture_place place = {seen, WIDTH, HEIGHT, sizeof seen / HEIGHT, fov};
    set_pose(&placed, pose);
    rt_blend_init(&tables);
    rt_picture_draw(&place, &placed, &image, blend, &tables);
}

/* A point of the eye, in pixels of its picture. */
static struct point project(struct point p)
{
    const double left = tan(-0.8), right = tan(0.7), top = tan(0.75), bottom = tan(-0.85);
    return (struct point){(p.x / -p.z - left) / (right - left) * WIDTH,
                          (p.y / -p.z - top) / (bottom - top) * HEIGHT, 0};
}

/* How far the middle of a pixel is inside of a corner-to-corner line, in pixels. */
static double inside(struct point from, struct point to, int x, int y)
{
    const double dx = to.x - from.x, dy = to.y - from.y;
    return (dx * (y + 0.5 - from.y) - dy * (x + 0.5 - from.x)) / sqrt(dx * dx + dy * dy);
}

/* Exactly the pixels between the four corners are drawn, and each corner has its own colour. */
static void test_corners(void)
{
    static const uint8_t quarters[] = {255, 0, 0,   255, 0,   255, 0, 255,
                                       0,   0, 255, 255, 255, 255, 0, 255};
    const struct rt_shape quad = rt_shape_quad(&(XrExtent2Df){1.5f, 0.5f});
    const struct point corners[] = {
        {-0.75, 0.25, 0}, {0.75, 0.25, 0}, {0.75, -0.25, 0}, {-0.75, -0.25, 0}};
    const int image_of[] = {0, 1, 3, 2};
    struct point at[4];
    int drawn = 0;
    memset(seen, 99, sizeof seen);
    draw(&quad, &askew, quarters, 2, RT_BLEND_OPAQUE);
    for (int i = 0; i < 4; i++)
        at[i] = project(into_eye(&askew, corners[i]));
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            double depth = WIDTH;
            for (int i = 0; i < 4; i++)
                depth = fmin(depth, inside(at[i], at[(i + 1) % 4], x, y));
            const bool is_drawn = seen[(y * WIDTH + x) * 3] != 99;
            CHECK(fabs(depth) < 1e-4 || is_drawn == (depth > 0));
            drawn += is_drawn;
        }
    }
    CHECK(drawn > 500);
    for (int i = 0; i < 4; i++) { /* a tenth of the way from a corner to the opposite one */
        const struct point far = at[(i + 2) % 4];
        const int x = (int)(at[i].x + (far.x - at[i].x) / 10),
                  y = (int)(at[i].y + (far.y - at[i].y) / 10);
        CHECK(memcmp(seen + (y * WIDTH + x) * 3, quarters + 4 * image_of[i], 3) == 0);
    }
}

/* The part of the picture that is looked at leaves nothing out, however near and wherever it is. */
static void check_bounds(const struct rt_shape *shape, const struct pose *pose)
{
    static const uint8_t white[] = {255, 255, 255, 255};
    const double left = tan(-0.8), right = tan(0.7), top = tan(0.75), bottom = tan(-0.85);
    struct rt_shape placed = *shape;
    struct rt_shape_hit hit;
    set_pose(&placed, pose);
    const struct rt_shape_rays rays = rt_shape_rays(&placed);
    memset(seen, 0, sizeof seen);
    draw(shape, pose, white, 1, RT_BLEND_OPAQUE);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const double x = left + (right - left) * (i % WIDTH + 0.5) / WIDTH;
        const double y = top + (bottom - top) * ((int)(i / WIDTH) + 0.5) / HEIGHT;
        const bool there = rt_shape_look(&placed, &rays, rt_shape_direction(&rays, x, y), &hit);
        CHECK((seen[3 * i] == 255) == there);
    }
}

static void test_bounds(void)
{
    const struct rt_shape shapes[] = {rt_shape_quad(&(XrExtent2Df){0.4f, 0.3f}),
                                      rt_shape_cylinder(0.5f, 1, 1.5f),
                                      rt_shape_cylinder(0.5f, 5, 9), rt_shape_cylinder(0, 0.3f, 1)};
    for (unsigned i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        for (int turn = 0; turn < 12; turn++) {
            for (int step = 0; step < 6; step++) {
                const struct pose pose = {
                    0.3 * step, 0.5 * turn, {0.3 * step - 0.8, 0.5 - 0.2 * step, 0.2 - 0.2 * step}};
                check_bounds(&shapes[i], &pose);
            }
        }
    }
}

static double to_linear(int encoded)
{
    const double value = encoded / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static double to_srgb(double linear)
{
    const double value = linear > 1 ? 1 : linear;
    return 255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055);
}

static void test_blending(void)
{
    static const int levels[] = {0, 1, 37, 128, 200, 254, 255};
    struct rt_blend_tables tables;
    rt_blend_init(&tables);
    for (int over = 0; over < 7; over++) {
        for (int alpha = 0; alpha < 7; alpha++) {
            for (int below = 0; below < 256; below++) {
                const uint8_t rgba[4] = {(uint8_t)levels[over], 0, 0, (uint8_t)levels[alpha]};
                const double a = levels[alpha] / 255.0;
                const double colour = to_linear(levels[over]), rest = to_linear(below) * (1 - a);
                uint8_t rgb[3] = {(uint8_t)below, 0, 0};
                rt_blend_pixel(&tables, RT_BLEND_PREMULTIPLIED, rgba, rgb);
                CHECK(fabs(rgb[0] - to_srgb(colour + rest)) < 0.7);
                rgb[0] = (uint8_t)below;
                rt_blend_pixel(&tables, RT_BLEND_UNPREMULTIPLIED, rgba, rgb);
                CHECK(fabs(rgb[0] - to_srgb(colour * a + rest)) < 0.7);
                CHECK(rgb[1] == 0 && rgb[2] == 0);
                rt_blend_pixel(&tables, RT_BLEND_OPAQUE, rgba, rgb);
                CHECK(rgb[0] == levels[over]);
            }
        }
    }
    for (int below = 0; below < 256; below++) { /* what is transparent changes nothing */
        uint8_t rgb[3] = {(uint8_t)below, (uint8_t)(255 - below), 7};
        rt_blend_pixel(&tables, RT_BLEND_PREMULTIPLIED, (const uint8_t[]){0, 0, 0, 0}, rgb);
        rt_blend_pixel(&tables, RT_BLEND_UNPREMULTIPLIED, (const uint8_t[]){9, 9, 9, 0}, rgb);
        CHECK(rgb[0] == below && rgb[1] == 255 - below && rgb[2] == 7);
    }
}

/* Text of a menu that is far away: where 4 x 4 pixels of the image lie in a pixel of the picture,
 * it shows their mean, in linear light; at an edge what is not covered counts as transparent. */
static void test_means(void)
{
    enum { TEXELS = 64 };
    static uint8_t board[TEXELS * TEXELS * 4];
    static struct rt_blend_tables tables;
    const XrFovf right_angle = {-0.785398163f, 0.785398163f, 0.785398163f, -0.785398163f};
    const struct rt_picture_place place = {seen, 64, 64, 64 * 3, right_angle};
    const struct rt_picture_image image = {.rgba = board, .width = TEXELS, .height = TEXELS};
    /* A pixel is 2 / 64 m wide in a metre; the quad takes 16 of them, and half a pixel at the left.
     */
    struct rt_shape quad = rt_shape_quad(&(XrExtent2Df){0.5f, 0.5f});
    for (int i = 0; i < TEXELS * TEXELS; i++) { /* stripes, every fourth pixel white */
        memset(board + 4 * i, i % 4 == 1 ? 255 : 0, 3);
        board[4 * i + 3] = 255;
    }
    set_pose(&quad, &(struct pose){0, 0, {0.5 / 32, 0, -1}});
    rt_blend_init(&tables);
    memset(seen, 255, sizeof seen);
    rt_picture_draw(&place, &quad, &image, RT_BLEND_OPAQUE, &tables);
    const uint8_t *row = seen + 32 * 64 * 3;
    for (int x = 25; x < 40; x++)
        CHECK(fabs(row[3 * x] - to_srgb(0.25)) < 1);
    CHECK(row[3 * 23] == 255 && row[3 * 41] == 255);
    /* Half of the pixel is white as before, and the other half has the first two of four stripes.
     */
    CHECK(fabs(row[3 * 24] - to_srgb(0.5 + 0.25)) < 1);
    /* The last two of the four are black. */
    CHECK(fabs(row[3 * 40] - to_srgb(0.5)) < 1);
    /* A white quad that is half transparent, over black, in both ways. */
    for (int i = 0; i < TEXELS * TEXELS; i++)
        memcpy(board + 4 * i, (const uint8_t[]){255, 255, 255, 128}, 4);
    memset(seen, 0, sizeof seen);
    rt_picture_draw(&place, &quad, &image, RT_BLEND_UNPREMULTIPLIED, &tables);
    CHECK(fabs(row[3 * 30] - to_srgb(128 / 255.0)) < 1);
    CHECK(fabs(row[3 * 24] - to_srgb(64 / 255.0)) < 1);
    rt_picture_draw(&place, &quad, &image, RT_BLEND_PREMULTIPLIED, &tables);
    CHECK(row[3 * 30] == 255);
}

/* The later one is in front, wherever it is. */
static void test_order(void)
{
    const uint8_t red[] = {255, 0, 0, 255}, half_blue[] = {0, 0, 255, 128};
    const struct rt_shape quad = rt_shape_quad(&(XrExtent2Df){1, 1});
    const struct pose near = {0, 0, {0, 0, -1}}, far = {0, 0, {0, 0, -2}};
    const struct point middle = project((struct point){0, 0, -1});
    const uint8_t *pixel = seen + ((int)middle.y * WIDTH + (int)middle.x) * 3;
    memset(seen, 0, sizeof seen);
    draw(&quad, &near, red, 1, RT_BLEND_OPAQUE);
    draw(&quad, &far, half_blue, 1, RT_BLEND_UNPREMULTIPLIED);
    CHECK(fabs(pixel[0] - to_srgb(1 - 128 / 255.0)) < 0.7 && pixel[1] == 0 &&
          fabs(pixel[2] - to_srgb(128 / 255.0)) < 0.7);
    draw(&quad, &near, red, 1, RT_BLEND_OPAQUE);
    CHECK(pixel[0] == 255 && pixel[1] == 0 && pixel[2] == 0);
}

int main(void)
{
    test_corners();
    test_bounds();
    test_blending();
    test_means();
    test_order();
    return 0;
}
