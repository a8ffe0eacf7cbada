// SPDX-License-Identifier: MIT
// Hazard: a layer appears elsewhere, turned, from the wrong side or blended otherwise than OpenXR
// says. Expected places come the other way round: from a place of the image to the point of the
// shape, into the eye by a matrix, and onto the eye's picture by the projection formula. Expected
// colours are computed with the formulas of OpenXR and of IEC 61966-2-1.
#include "runtime/picture/picture.h"

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

#define PI 3.14159265358979323846

struct point {
    double x, y, z;
};

// A pose: first a rotation about +X, then one about +Y, then a translation.
struct pose {
    double pitch, yaw;
    struct point at;
};

// Never seen from the origin of the shape, and never straight on.
static const struct pose askew = {0.2, -0.4, {0.3, -0.2, -2}};
static const struct pose here = {0, 0, {0, 0, 0}};

static struct point into_eye(const struct pose *pose, struct point p)
{
    const double cx = cos(pose->pitch), sx = sin(pose->pitch);
    const struct point q = {p.x, cx * p.y - sx * p.z, sx * p.y + cx * p.z};
    const double cy = cos(pose->yaw), sy = sin(pose->yaw);
    return (struct point){cy * q.x + sy * q.z + pose->at.x, q.y + pose->at.y,
                          cy * q.z - sy * q.x + pose->at.z};
}

static void set_pose(struct rt_shape *shape, const struct pose *pose)
{
    const struct rt_quaternion pitch = rt_motion_turn((struct rt_vector){1, 0, 0}, pose->pitch);
    const struct rt_quaternion yaw = rt_motion_turn((struct rt_vector){0, 1, 0}, pose->yaw);
    shape->m_eye_shape = (struct rt_motion){.position_m = {pose->at.x, pose->at.y, pose->at.z},
                                            .rotation = rt_motion_multiply(yaw, pitch)};
}

// What the eye sees in the direction of a point of the shape, which is in front of the eye.
static bool look(const struct rt_shape *shape, const struct pose *pose, struct point p,
                 struct rt_shape_hit *hit)
{
    struct rt_shape placed = *shape;
    set_pose(&placed, pose);
    const struct rt_shape_rays rays = rt_shape_rays(&placed);
    const struct point e = into_eye(pose, p);
    CHECK(e.z < 0);
    return rt_shape_look(&placed, &rays, e.x / -e.z, e.y / -e.z, hit);
}

static bool is_near(double a, double b)
{
    return fabs(a - b) < 1e-6;
}

static void check_seen(const struct rt_shape *shape, const struct pose *pose, struct point p,
                       double u, double v)
{
    struct rt_shape_hit hit;
    CHECK(look(shape, pose, p, &hit));
    CHECK(is_near(hit.u, u) && is_near(hit.v, v) && hit.face == 0);
}

static void check_unseen(const struct rt_shape *shape, const struct pose *pose, struct point p)
{
    struct rt_shape_hit hit;
    CHECK(!look(shape, pose, p, &hit));
}

static void test_quad(void)
{
    const double w = 1.5, h = 0.5;
    const struct rt_shape quad = rt_shape_quad(&(XrExtent2Df){1.5f, 0.5f});
    for (double u = 0.05; u < 1; u += 0.1) {
        for (double v = 0.05; v < 1; v += 0.1)
            check_seen(&quad, &askew, (struct point){(u - 0.5) * w, (0.5 - v) * h, 0}, u, v);
    }
    check_unseen(&quad, &askew, (struct point){0.501 * w, 0, 0});
    check_unseen(&quad, &askew, (struct point){-0.501 * w, 0, 0});
    check_unseen(&quad, &askew, (struct point){0, 0.501 * h, 0});
    check_unseen(&quad, &askew, (struct point){0, -0.501 * h, 0});
    const struct pose from_behind = {0.2, PI - 0.4, {0.3, -0.2, -2}};
    check_unseen(&quad, &from_behind, (struct point){0, 0, 0});
    // Behind the eye: the direction that is opposite to it.
    const struct pose behind = {0, 0, {0, 0, 2}};
    struct rt_shape placed = quad;
    struct rt_shape_hit hit;
    set_pose(&placed, &behind);
    const struct rt_shape_rays rays = rt_shape_rays(&placed);
    CHECK(!rt_shape_look(&placed, &rays, 0, 0, &hit));
    CHECK(rt_shape_quad(&(XrExtent2Df){0, 1}).kind == RT_SHAPE_NOTHING);
    CHECK(rt_shape_quad(&(XrExtent2Df){1, -1}).kind == RT_SHAPE_NOTHING);
    CHECK(rt_shape_quad(&(XrExtent2Df){NAN, 1}).kind == RT_SHAPE_NOTHING);
}

// The angle 0 is at -Z and grows to +X.
static struct point on_cylinder(double radius, double angle, double y)
{
    return (struct point){radius * sin(angle), y, -radius * cos(angle)};
}

static void test_cylinder(void)
{
    const double r = 2, angle = 1.2, aspect = 1.5, height = r * angle / aspect;
    const struct rt_shape cylinder = rt_shape_cylinder(2, 1.2f, 1.5f);
    const struct pose within = {0.2, -0.4, {0.3, -0.2, -0.5}};
    // Seen from outside, through the side that is not drawn.
    const struct pose outside = {0.2, -0.4, {0.3, -0.2, -7}};
    for (double u = 0.05; u < 1; u += 0.1) {
        for (double v = 0.05; v < 1; v += 0.1) {
            const struct point p = on_cylinder(r, (u - 0.5) * angle, (0.5 - v) * height);
            check_seen(&cylinder, &within, p, u, v);
            check_seen(&cylinder, &outside, p, u, v);
        }
    }
    check_unseen(&cylinder, &within, on_cylinder(r, 0.501 * angle, 0));
    check_unseen(&cylinder, &within, on_cylinder(r, 0, 0.501 * height));
    check_unseen(&cylinder, &outside, on_cylinder(r, 0, -0.501 * height));
    // Seen from its back, the eye sees only the outside.
    const struct pose turned = {0, PI, {0, 0, -7}};
    check_unseen(&cylinder, &turned, on_cylinder(r, 0, 0));
    // From an infinite one the position makes no difference.
    const struct rt_shape zero = rt_shape_cylinder(0, 1.2f, 1.5f);
    const struct rt_shape infinite = rt_shape_cylinder(INFINITY, 1.2f, 1.5f);
    const struct pose there = {0.2, -0.4, {0, 0, 0}};
    struct rt_shape moved = zero;
    struct rt_shape_hit hit;
    set_pose(&moved, &askew);
    const struct rt_shape_rays rays = rt_shape_rays(&moved);
    for (double u = 0.05; u < 1; u += 0.1) {
        const struct point p = on_cylinder(1, (u - 0.5) * angle, 0.3 * angle / aspect);
        const struct point e = into_eye(&there, p);
        check_seen(&zero, &there, p, u, 0.2);
        check_seen(&infinite, &there, p, u, 0.2);
        CHECK(rt_shape_look(&moved, &rays, e.x / -e.z, e.y / -e.z, &hit));
        CHECK(is_near(hit.u, u) && is_near(hit.v, 0.2));
    }
    CHECK(rt_shape_cylinder(-1, 1, 1).kind == RT_SHAPE_NOTHING);
    CHECK(rt_shape_cylinder(1, 0, 1).kind == RT_SHAPE_NOTHING);
    CHECK(rt_shape_cylinder(1, 6.3f, 1).kind == RT_SHAPE_NOTHING);
    CHECK(rt_shape_cylinder(1, 1, 0).kind == RT_SHAPE_NOTHING);
}

static struct point on_sphere(double radius, double longitude, double latitude)
{
    return (struct point){radius * sin(longitude) * cos(latitude), radius * sin(latitude),
                          -radius * cos(longitude) * cos(latitude)};
}

static void test_equirect(void)
{
    const double r = 5, across = 2, upper = 0.7, lower = -0.3;
    const struct rt_shape part = rt_shape_equirect2(5, 2, 0.7f, -0.3f);
    const struct rt_shape whole = rt_shape_equirect(5, &(XrVector2f){1, 1}, &(XrVector2f){0, 0});
    // The image covers the half in front.
    const struct rt_shape half = rt_shape_equirect(5, &(XrVector2f){2, 1}, &(XrVector2f){-0.5f, 0});
    for (double u = 0.15; u < 0.9; u += 0.1) {
        for (double v = 0.05; v < 1; v += 0.1) {
            const double longitude = (u - 0.5) * across, latitude = upper - v * (upper - lower);
            const struct point p = on_sphere(r, longitude, latitude);
            const double down = 0.5 - latitude / PI;
            check_seen(&part, &askew, p, u, v);
            check_seen(&whole, &askew, p, longitude / (2 * PI) + 0.5, down);
            check_seen(&half, &askew, p, longitude / PI + 0.5, down);
        }
    }
    check_unseen(&part, &askew, on_sphere(r, 0, upper + 0.001));
    check_unseen(&part, &askew, on_sphere(r, 0, lower - 0.001));
    check_unseen(&part, &askew, on_sphere(r, across / 2 + 0.001, 0));
    check_unseen(&part, &askew, on_sphere(r, -across / 2 - 0.001, 0));
    // A whole one has no seam, and an infinite one no position.
    const struct rt_shape infinite = rt_shape_equirect(0, &(XrVector2f){1, 1}, &(XrVector2f){0, 0});
    struct rt_shape_hit hit;
    for (double yaw = 0; yaw < 6.3; yaw += 0.01) {
        const struct pose turned = {0, yaw, {1, 2, 3}};
        struct rt_shape placed = infinite;
        set_pose(&placed, &turned);
        const struct rt_shape_rays rays = rt_shape_rays(&placed);
        CHECK(rt_shape_look(&placed, &rays, 0, 0, &hit));
        CHECK(is_near(remainder(hit.u - 0.5 - yaw / (2 * PI), 1), 0) && is_near(hit.v, 0.5));
    }
    CHECK(rt_shape_equirect2(1, 0, 1, -1).kind == RT_SHAPE_NOTHING);
    CHECK(rt_shape_equirect2(1, 1, -1, 1).kind == RT_SHAPE_NOTHING);
    CHECK(rt_shape_equirect2(NAN, 1, 1, -1).kind == RT_SHAPE_NOTHING);
}

// The table "Selection of cube map images" of OpenGL, solved for the direction.
static struct point on_cube(int face, double s, double t)
{
    const struct point points[] = {{1, -t, -s}, {-1, -t, s}, {s, 1, t},
                                   {s, -1, -t}, {s, -t, 1},  {-s, -t, -1}};
    return points[face];
}

static void test_cube(void)
{
    const struct rt_shape cube = rt_shape_cube();
    // Turned so that each face is in front once.
    const struct pose turns[] = {{0, PI / 2 + 0.1, {9, 9, 9}}, {0, 0.1 - PI / 2, {9, 9, 9}},
                                 {0.1 - PI / 2, 0, {9, 9, 9}}, {PI / 2 + 0.1, 0, {9, 9, 9}},
                                 {0, PI + 0.1, {9, 9, 9}},     {0, 0.1, {9, 9, 9}}};
    for (int face = 0; face < 6; face++) {
        struct rt_shape placed = cube;
        set_pose(&placed, &turns[face]);
        const struct rt_shape_rays rays = rt_shape_rays(&placed);
        struct pose turn = turns[face];
        turn.at = here.at; // a cube has no position
        for (double s = -0.9; s < 1; s += 0.2) {
            for (double t = -0.9; t < 1; t += 0.2) {
                const struct point e = into_eye(&turn, on_cube(face, s, t));
                struct rt_shape_hit hit;
                CHECK(e.z < 0);
                CHECK(rt_shape_look(&placed, &rays, e.x / -e.z, e.y / -e.z, &hit));
                CHECK((int)hit.face == face && is_near(hit.u, (s + 1) / 2) &&
                      is_near(hit.v, (t + 1) / 2));
            }
        }
    }
}

enum { WIDTH = 180, HEIGHT = 120 };

static const XrFovf fov = {-0.8f, 0.7f, 0.75f, -0.85f};
static uint8_t seen[WIDTH * HEIGHT * 3];

static void draw(const struct rt_shape *shape, const struct pose *pose, const uint8_t *rgba,
                 uint32_t width, enum rt_blend blend)
{
    static struct rt_blend_tables tables;
    struct rt_shape placed = *shape;
    const struct rt_picture_image image = {.rgba = rgba, .width = width, .height = width};
    const struct rt_picture_place place = {seen, WIDTH, HEIGHT, sizeof(seen) / HEIGHT, fov};
    set_pose(&placed, pose);
    rt_blend_init(&tables);
    rt_picture_draw(&place, &placed, &image, blend, &tables);
}

// A point of the eye, in pixels of its picture.
static struct point project(struct point p)
{
    const double left = tan(-0.8), right = tan(0.7), top = tan(0.75), bottom = tan(-0.85);
    return (struct point){(p.x / -p.z - left) / (right - left) * WIDTH,
                          (p.y / -p.z - top) / (bottom - top) * HEIGHT, 0};
}

// How far the middle of a pixel is inside of a corner-to-corner line, in pixels.
static double inside(struct point from, struct point to, int x, int y)
{
    const double dx = to.x - from.x, dy = to.y - from.y;
    return (dx * (y + 0.5 - from.y) - dy * (x + 0.5 - from.x)) / sqrt(dx * dx + dy * dy);
}

// Exactly the pixels between the four corners are drawn, and each corner has its own colour.
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
    memset(seen, 99, sizeof(seen));
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
    for (int i = 0; i < 4; i++) { // a tenth of the way from a corner to the opposite one
        const struct point far = at[(i + 2) % 4];
        const int x = (int)(at[i].x + (far.x - at[i].x) / 10),
                  y = (int)(at[i].y + (far.y - at[i].y) / 10);
        CHECK(memcmp(seen + (y * WIDTH + x) * 3, quarters + 4 * image_of[i], 3) == 0);
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
    for (int below = 0; below < 256; below++) { // what is transparent changes nothing
        uint8_t rgb[3] = {(uint8_t)below, (uint8_t)(255 - below), 7};
        rt_blend_pixel(&tables, RT_BLEND_PREMULTIPLIED, (const uint8_t[]){0, 0, 0, 0}, rgb);
        rt_blend_pixel(&tables, RT_BLEND_UNPREMULTIPLIED, (const uint8_t[]){9, 9, 9, 0}, rgb);
        CHECK(rgb[0] == below && rgb[1] == 255 - below && rgb[2] == 7);
    }
}

// The later one is in front, wherever it is.
static void test_order(void)
{
    const uint8_t red[] = {255, 0, 0, 255}, half_blue[] = {0, 0, 255, 128};
    const struct rt_shape quad = rt_shape_quad(&(XrExtent2Df){1, 1});
    const struct pose near = {0, 0, {0, 0, -1}}, far = {0, 0, {0, 0, -2}};
    const struct point middle = project((struct point){0, 0, -1});
    const uint8_t *pixel = seen + ((int)middle.y * WIDTH + (int)middle.x) * 3;
    memset(seen, 0, sizeof(seen));
    draw(&quad, &near, red, 1, RT_BLEND_OPAQUE);
    draw(&quad, &far, half_blue, 1, RT_BLEND_UNPREMULTIPLIED);
    CHECK(fabs(pixel[0] - to_srgb(1 - 128 / 255.0)) < 0.7 && pixel[1] == 0 &&
          fabs(pixel[2] - to_srgb(128 / 255.0)) < 0.7);
    draw(&quad, &near, red, 1, RT_BLEND_OPAQUE);
    CHECK(pixel[0] == 255 && pixel[1] == 0 && pixel[2] == 0);
}

int main(void)
{
    test_quad();
    test_cylinder();
    test_equirect();
    test_cube();
    test_corners();
    test_blending();
    test_order();
    return 0;
}
