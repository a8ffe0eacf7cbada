/* SPDX-License-Identifier: MIT */
#include "runtime/picture/shape.h"

#include <math.h>

struct rt_shape_window rt_shape_window(const XrFovf *fov)
{
    const double left = tan((double)fov->angleLeft), top = tan((double)fov->angleUp);
    return (struct rt_shape_window){left, tan((double)fov->angleRight) - left, top,
                                    tan((double)fov->angleDown) - top};
}

struct rt_shape rt_shape_view(const XrFovf *fov)
{
    return (struct rt_shape){.kind = RT_SHAPE_VIEW, .window = rt_shape_window(fov)};
}

struct rt_shape rt_shape_quad(const XrExtent2Df *size_m)
{
    const bool good = size_m->width > 0 && size_m->height > 0;
    return (struct rt_shape){.kind = good ? RT_SHAPE_QUAD : RT_SHAPE_NOTHING,
                             .width_m = (double)size_m->width,
                             .height_m = (double)size_m->height};
}

/* A cylinder or a sphere. A radius of zero or infinity makes it infinite. */
static struct rt_shape make_round(enum rt_shape_kind kind, float radius_m)
{
    const bool infinite = radius_m == 0 || isinf(radius_m);
    return (struct rt_shape){.kind = radius_m >= 0 ? kind : RT_SHAPE_NOTHING,
                             .radius_m = infinite ? 1 : (double)radius_m,
                             .infinite = infinite};
}

struct rt_shape rt_shape_cylinder(float radius_m, float angle_rad, float aspect)
{
    struct rt_shape shape = make_round(RT_SHAPE_CYLINDER, radius_m);
    if (!(angle_rad > 0 && (double)angle_rad < 2 * US_POSE_PI && aspect > 0))
        return (struct rt_shape){.kind = RT_SHAPE_NOTHING};
    shape.angle_rad = (double)angle_rad;
    shape.height_radii = (double)angle_rad / (double)aspect;
    return shape;
}

struct rt_shape rt_shape_equirect(float radius_m, const XrVector2f *scale, const XrVector2f *bias)
{
    struct rt_shape shape = make_round(RT_SHAPE_SPHERE, radius_m);
    shape.scale[0] = (double)scale->x;
    shape.scale[1] = (double)scale->y;
    shape.bias[0] = (double)bias->x;
    shape.bias[1] = (double)bias->y;
    return shape;
}

struct rt_shape rt_shape_equirect2(float radius_m, float angle_rad, float upper_rad,
                                   float lower_rad)
{
    const double across = (double)angle_rad, upper = (double)upper_rad;
    const double down = upper - (double)lower_rad;
    struct rt_shape shape = make_round(RT_SHAPE_SPHERE, radius_m);
    if (!(across > 0 && down > 0))
        return (struct rt_shape){.kind = RT_SHAPE_NOTHING};
    shape.scale[0] = 2 * US_POSE_PI / across;
    shape.bias[0] = 0.5 - shape.scale[0] / 2;
    shape.scale[1] = US_POSE_PI / down;
    shape.bias[1] = (upper - US_POSE_PI / 2) / down;
    return shape;
}

struct rt_shape rt_shape_cube(void)
{
    return (struct rt_shape){.kind = RT_SHAPE_CUBE};
}

struct rt_shape_rays rt_shape_rays(const struct rt_shape *shape)
{
    const struct rt_motion m_eye_turned = {.rotation = shape->m_eye_shape.rotation};
    const struct rt_motion m_eye_eye = rt_motion_identity();
    struct rt_shape_rays rays = {{0, 0, 0}, {{0, 0, 0}}};
    if (!shape->infinite)
        rays.origin_m = rt_motion_relative(&shape->m_eye_shape, &m_eye_eye).position_m;
    for (int i = 0; i < 3; i++) {
        const struct rt_motion m_eye_axis = {.position_m = {i == 0, i == 1, i == 2},
                                             .rotation = {0, 0, 0, 1}};
        rays.axes[i] = rt_motion_relative(&m_eye_turned, &m_eye_axis).position_m;
    }
    return rays;
}

static bool look_at_view(const struct rt_shape *shape, struct rt_vector d, struct rt_shape_hit *hit)
{
    if (!(d.z < 0))
        return false;
    hit->u = (d.x / -d.z - shape->window.left) / shape->window.across;
    hit->v = (d.y / -d.z - shape->window.top) / shape->window.down;
    return true;
}

static bool look_at_quad(const struct rt_shape *shape, struct rt_vector o, struct rt_vector d,
                         struct rt_shape_hit *hit)
{
    if (!(o.z > 0 && d.z < 0))
        return false;
    const double t = -o.z / d.z;
    hit->u = (o.x + t * d.x) / shape->width_m + 0.5;
    hit->v = 0.5 - (o.y + t * d.y) / shape->height_m;
    return true;
}

/* The distance at which a ray leaves a circle or a sphere: there it meets the visible side. The
 * arguments are d * d, o * d and o * o. Negative: it does not. */
static double leave(double dd, double od, double oo, double radius)
{
    const double under_root = od * od - dd * (oo - radius * radius);
    return dd > 0 && under_root >= 0 ? (sqrt(under_root) - od) / dd : -1;
}

static bool look_at_cylinder(const struct rt_shape *shape, struct rt_vector o, struct rt_vector d,
                             struct rt_shape_hit *hit)
{
    const double t =
        leave(d.x * d.x + d.z * d.z, o.x * d.x + o.z * d.z, o.x * o.x + o.z * o.z, shape->radius_m);
    if (!(t > 0))
        return false;
    hit->u = atan2(o.x + t * d.x, -(o.z + t * d.z)) / shape->angle_rad + 0.5;
    hit->v = 0.5 - (o.y + t * d.y) / (shape->height_radii * shape->radius_m);
    return true;
}

/* Where the last edge belongs to the shape, its place is the last one of the image. */
static double before_last(double place)
{
    return place < 1 - 1e-12 ? place : 1 - 1e-12;
}

static bool look_at_sphere(const struct rt_shape *shape, struct rt_vector o, struct rt_vector d,
                           struct rt_shape_hit *hit)
{
    const double t = leave(d.x * d.x + d.y * d.y + d.z * d.z, o.x * d.x + o.y * d.y + o.z * d.z,
                           o.x * o.x + o.y * o.y + o.z * o.z, shape->radius_m);
    if (!(t > 0))
        return false;
    const double x = o.x + t * d.x, y = o.y + t * d.y, z = o.z + t * d.z;
    const double round = before_last(atan2(x, -z) / (2 * US_POSE_PI) + 0.5);
    const double down = before_last(0.5 - atan2(y, sqrt(x * x + z * z)) / US_POSE_PI);
    hit->u = shape->scale[0] * round + shape->bias[0];
    hit->v = shape->scale[1] * down + shape->bias[1];
    return true;
}

/* The face and the place that Vulkan and OpenGL sample in that direction ("Cube Map Face
 * Selection"). */
static bool look_at_cube(struct rt_vector d, struct rt_shape_hit *hit)
{
    const double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    double s, t, longest;
    if (z >= x && z >= y) {
        hit->face = d.z >= 0 ? 4 : 5;
        s = d.z >= 0 ? d.x : -d.x;
        t = -d.y;
        longest = z;
    } else if (y >= x) {
        hit->face = d.y >= 0 ? 2 : 3;
        s = d.x;
        t = d.y >= 0 ? d.z : -d.z;
        longest = y;
    } else {
        hit->face = d.x >= 0 ? 0 : 1;
        s = d.x >= 0 ? -d.z : d.z;
        t = -d.y;
        longest = x;
    }
    hit->u = before_last((s / longest + 1) / 2);
    hit->v = before_last((t / longest + 1) / 2);
    return longest > 0;
}

static bool meet(const struct rt_shape *shape, struct rt_vector o, struct rt_vector d,
                 struct rt_shape_hit *hit)
{
    switch (shape->kind) {
    case RT_SHAPE_VIEW:
        return look_at_view(shape, d, hit);
    case RT_SHAPE_QUAD:
        return look_at_quad(shape, o, d, hit);
    case RT_SHAPE_CYLINDER:
        return look_at_cylinder(shape, o, d, hit);
    case RT_SHAPE_SPHERE:
        return look_at_sphere(shape, o, d, hit);
    case RT_SHAPE_CUBE:
        return look_at_cube(d, hit);
    case RT_SHAPE_NOTHING:
        break;
    }
    return false;
}

bool rt_shape_look(const struct rt_shape *shape, const struct rt_shape_rays *rays,
                   struct rt_vector direction, struct rt_shape_hit *out_hit)
{
    out_hit->face = 0;
    return meet(shape, rays->origin_m, direction, out_hit) && out_hit->u >= 0 && out_hit->u < 1 &&
           out_hit->v >= 0 && out_hit->v < 1;
}

/* The middle of a box around the shape, and its half size. False: there is none. */
static bool find_box(const struct rt_shape *shape, struct rt_vector *out_middle,
                     struct rt_vector *out_half)
{
    const double r = shape->radius_m, half_angle = shape->angle_rad / 2;
    const double back = -r * cos(half_angle);
    *out_middle = (struct rt_vector){0, 0, 0};
    *out_half = (struct rt_vector){shape->width_m / 2, shape->height_m / 2, 0};
    if (shape->kind != RT_SHAPE_CYLINDER)
        return shape->kind == RT_SHAPE_QUAD;
    out_middle->z = (back - r) / 2;
    *out_half = (struct rt_vector){half_angle < US_POSE_PI / 2 ? r * sin(half_angle) : r,
                                   shape->height_radii * r / 2, (back + r) / 2};
    return true;
}

/* All of a box lies between its corners, if all of them are in front of the eye. */
struct rt_shape_bounds rt_shape_bounds(const struct rt_shape *shape)
{
    const struct rt_shape_bounds none = {-INFINITY, INFINITY, -INFINITY, INFINITY};
    struct rt_shape_bounds bounds = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    struct rt_motion m_eye_shape = shape->m_eye_shape;
    struct rt_vector middle, half;
    if (!find_box(shape, &middle, &half))
        return none;
    if (shape->infinite)
        m_eye_shape.position_m = (struct rt_vector){0, 0, 0};
    for (unsigned i = 0; i < 8; i++) {
        const struct rt_motion m_shape_corner = {
            .position_m = {middle.x + (i & 1 ? half.x : -half.x),
                           middle.y + (i & 2 ? half.y : -half.y),
                           middle.z + (i & 4 ? half.z : -half.z)},
            .rotation = {0, 0, 0, 1}};
        const struct rt_vector corner = rt_motion_compose(&m_eye_shape, &m_shape_corner).position_m;
        if (!(corner.z < -1e-6))
            return none;
        bounds.left = fmin(bounds.left, corner.x / -corner.z);
        bounds.right = fmax(bounds.right, corner.x / -corner.z);
        bounds.bottom = fmin(bounds.bottom, corner.y / -corner.z);
        bounds.top = fmax(bounds.top, corner.y / -corner.z);
    }
    return bounds;
}
