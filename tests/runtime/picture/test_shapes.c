/* SPDX-License-Identifier: MIT */
/*
 * Hazard: a layer appears elsewhere, turned, or from the wrong side. Expected places come the other
 * way round: from a place of the image to the point of the shape, and into the eye by a matrix.
 */
#include "shape_pose.h"

#define PI 3.14159265358979323846

/* What the eye sees in the direction of a point of the shape, which is in front of the eye. */
static bool look(const struct rt_shape *shape, const struct pose *pose, struct point p,
                 struct rt_shape_hit *hit)
{
    struct rt_shape placed = *shape;
    set_pose(&placed, pose);
    const struct rt_shape_rays rays = rt_shape_rays(&placed);
    const struct point e = into_eye(pose, p);
    CHECK(e.z < 0);
    return rt_shape_look(&placed, &rays, rt_shape_direction(&rays, e.x / -e.z, e.y / -e.z), hit);
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
    for (double u = 0.05; u < 1; u += 0.1)
        for (double v = 0.05; v < 1; v += 0.1)
            check_seen(&quad, &askew, (struct point){(u - 0.5) * w, (0.5 - v) * h, 0}, u, v);
    check_unseen(&quad, &askew, (struct point){0.501 * w, 0, 0});
    check_unseen(&quad, &askew, (struct point){-0.501 * w, 0, 0});
    check_unseen(&quad, &askew, (struct point){0, 0.501 * h, 0});
    check_unseen(&quad, &askew, (struct point){0, -0.501 * h, 0});
    const struct pose from_behind = {0.2, PI - 0.4, {0.3, -0.2, -2}};
    check_unseen(&quad, &from_behind, (struct point){0, 0, 0});
    /* Behind the eye: the direction that is opposite to it. */
    const struct pose behind = {0, 0, {0, 0, 2}};
    struct rt_shape placed = quad;
    struct rt_shape_hit hit;
    set_pose(&placed, &behind);
    const struct rt_shape_rays rays = rt_shape_rays(&placed);
    CHECK(!rt_shape_look(&placed, &rays, rt_shape_direction(&rays, 0, 0), &hit));
    CHECK(rt_shape_quad(&(XrExtent2Df){0, 1}).kind == RT_SHAPE_NOTHING);
    CHECK(rt_shape_quad(&(XrExtent2Df){1, -1}).kind == RT_SHAPE_NOTHING);
    CHECK(rt_shape_quad(&(XrExtent2Df){NAN, 1}).kind == RT_SHAPE_NOTHING);
}

/* The angle 0 is at -Z and grows to +X. */
static struct point on_cylinder(double radius, double angle, double y)
{
    return (struct point){radius * sin(angle), y, -radius * cos(angle)};
}

static void test_cylinder(void)
{
    const double r = 2, angle = 1.2, aspect = 1.5, height = r * angle / aspect;
    const struct rt_shape cylinder = rt_shape_cylinder(2, 1.2f, 1.5f);
    const struct pose within = {0.2, -0.4, {0.3, -0.2, -0.5}};
    /* Seen from outside, through the side that is not drawn. */
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
    /* Seen from its back, the eye sees only the outside. */
    const struct pose turned = {0, PI, {0, 0, -7}};
    check_unseen(&cylinder, &turned, on_cylinder(r, 0, 0));
    /* From an infinite one the position makes no difference. */
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
        CHECK(
            rt_shape_look(&moved, &rays, rt_shape_direction(&rays, e.x / -e.z, e.y / -e.z), &hit));
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
    /* The image covers the half in front. */
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
    /* A whole one has no seam, and an infinite one no position. */
    const struct rt_shape infinite = rt_shape_equirect(0, &(XrVector2f){1, 1}, &(XrVector2f){0, 0});
    struct rt_shape_hit hit;
    for (double yaw = 0; yaw < 6.3; yaw += 0.01) {
        const struct pose turned = {0, yaw, {1, 2, 3}};
        struct rt_shape placed = infinite;
        set_pose(&placed, &turned);
        const struct rt_shape_rays rays = rt_shape_rays(&placed);
        CHECK(rt_shape_look(&placed, &rays, rt_shape_direction(&rays, 0, 0), &hit));
        CHECK(is_near(remainder(hit.u - 0.5 - yaw / (2 * PI), 1), 0) && is_near(hit.v, 0.5));
    }
    CHECK(rt_shape_equirect2(1, 0, 1, -1).kind == RT_SHAPE_NOTHING);
    CHECK(rt_shape_equirect2(1, 1, -1, 1).kind == RT_SHAPE_NOTHING);
    CHECK(rt_shape_equirect2(NAN, 1, 1, -1).kind == RT_SHAPE_NOTHING);
}

/* The table "Selection of cube map images" of OpenGL, solved for the direction. */
static struct point on_cube(int face, double s, double t)
{
    const struct point points[] = {{1, -t, -s}, {-1, -t, s}, {s, 1, t},
                                   {s, -1, -t}, {s, -t, 1},  {-s, -t, -1}};
    return points[face];
}

static void test_cube(void)
{
    const struct rt_shape cube = rt_shape_cube();
    /* Turned so that each face is in front once. */
    const struct pose turns[] = {{0, PI / 2 + 0.1, {9, 9, 9}}, {0, 0.1 - PI / 2, {9, 9, 9}},
                                 {0.1 - PI / 2, 0, {9, 9, 9}}, {PI / 2 + 0.1, 0, {9, 9, 9}},
                                 {0, PI + 0.1, {9, 9, 9}},     {0, 0.1, {9, 9, 9}}};
    for (int face = 0; face < 6; face++) {
        struct rt_shape placed = cube;
        set_pose(&placed, &turns[face]);
        const struct rt_shape_rays rays = rt_shape_rays(&placed);
        struct pose turn = turns[face];
        turn.at = (struct point){0, 0, 0}; /* a cube has no position */
        for (double s = -0.9; s < 1; s += 0.2) {
            for (double t = -0.9; t < 1; t += 0.2) {
                const struct point e = into_eye(&turn, on_cube(face, s, t));
                struct rt_shape_hit hit;
                CHECK(e.z < 0);
                CHECK(rt_shape_look(&placed, &rays,
                                    rt_shape_direction(&rays, e.x / -e.z, e.y / -e.z), &hit));
                CHECK((int)hit.face == face && is_near(hit.u, (s + 1) / 2) &&
                      is_near(hit.v, (t + 1) / 2));
            }
        }
    }
}

int main(void)
{
    test_quad();
    test_cylinder();
    test_equirect();
    test_cube();
    return 0;
}
