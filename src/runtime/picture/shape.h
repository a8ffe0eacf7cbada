/* SPDX-License-Identifier: MIT */
/*
 * Where the image of a composition layer appears: for each direction in which an eye looks, the
 * place of the image that it sees there (OpenXR, "Composition Layer Types", and the extensions
 * XR_KHR_composition_layer_cylinder, _equirect, _equirect2 and _cube). Pure functions: any thread.
 *
 * A place in an image is (u, v): (0, 0) is the upper left corner, (1, 1) the lower right one. Every
 * shape is seen from the side on which OpenXR draws it: a quad from the front (+Z), a cylinder and
 * a sphere from within.
 */
#ifndef RT_RUNTIME_SHAPE_H
#define RT_RUNTIME_SHAPE_H

#include "person/motion.h"

enum rt_shape_kind {
    RT_SHAPE_NOTHING, /* is seen nowhere */
    RT_SHAPE_VIEW,    /* a view of a projection layer; only its rotation counts */
    RT_SHAPE_QUAD,
    RT_SHAPE_CYLINDER,
    RT_SHAPE_SPHERE, /* an equirect */
    RT_SHAPE_CUBE,   /* only its rotation counts */
};

/* A field of view as tangents: from the left edge to the right one, and from the top to the bottom.
 */
struct rt_shape_window {
    double left, across, top, down;
};

struct rt_shape {
    enum rt_shape_kind kind;
    struct rt_motion m_eye_shape;  /* the shape as the eye sees it */
    struct rt_shape_window window; /* of a view */
    double width_m, height_m;      /* of a quad */
    /* Of a cylinder and a sphere. Infinite ones have radius 1 and are seen from their middle. */
    double radius_m;
    bool infinite;
    double angle_rad, height_radii; /* of a cylinder: its angle, and its height in radii */
    double scale[2], bias[2]; /* of a sphere: u and v are scale * (place on the sphere) + bias */
};

struct rt_shape_hit {
    double u, v;   /* each at least 0 and less than 1 */
    unsigned face; /* of a cube: +X, -X, +Y, -Y, +Z, -Z */
};

struct rt_shape_window rt_shape_window(const XrFovf *fov);

/* The shapes of layers, from their own members. Sizes, angles and radii that OpenXR does not allow
 * give RT_SHAPE_NOTHING. The caller sets `m_eye_shape`. */
struct rt_shape rt_shape_view(const XrFovf *fov);
struct rt_shape rt_shape_quad(const XrExtent2Df *size_m);
struct rt_shape rt_shape_cylinder(float radius_m, float angle_rad, float aspect);
struct rt_shape rt_shape_equirect(float radius_m, const XrVector2f *scale, const XrVector2f *bias);
struct rt_shape rt_shape_equirect2(float radius_m, float angle_rad, float upper_rad,
                                   float lower_rad);
struct rt_shape rt_shape_cube(void);

/* Rays of an eye, in the axes of a shape: the direction of the tangents (x, y) is
 * x * axes[0] + y * axes[1] - axes[2]. */
struct rt_shape_rays {
    struct rt_vector origin_m, axes[3];
};

struct rt_shape_rays rt_shape_rays(const struct rt_shape *shape);

/* A ray's direction; the tangents are those of the eye's axes, x to the right and y upwards. */
static inline struct rt_vector rt_shape_direction(const struct rt_shape_rays *rays, double x,
                                                  double y)
{
    const struct rt_vector *a = rays->axes;
    return (struct rt_vector){x * a[0].x + y * a[1].x - a[2].x, x * a[0].y + y * a[1].y - a[2].y,
                              x * a[0].z + y * a[1].z - a[2].z};
}

/* What the eye sees in that direction. False: nothing of the shape. */
bool rt_shape_look(const struct rt_shape *shape, const struct rt_shape_rays *rays,
                   struct rt_vector direction, struct rt_shape_hit *out_hit);

/* Tangents between which the eye sees all of the shape. Infinite where it has no such limits. */
struct rt_shape_bounds {
    double left, right, bottom, top;
};

struct rt_shape_bounds rt_shape_bounds(const struct rt_shape *shape);

#endif
