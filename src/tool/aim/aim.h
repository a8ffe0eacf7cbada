/* SPDX-License-Identifier: MIT */
/*
 * aim: where in the world something is that is seen in a picture or on a layer.
 *
 * Positions are in LOCAL, in metres, with the axes of OpenXR: +X right, +Y up, -Z ahead. A place in
 * a picture or an image is (u, v): (0, 0) is its left upper corner, (1, 1) the right lower one.
 *
 * What is not certain is refused, with the reason in `why`: nothing is guessed. The functions have
 * no state: any thread.
 */
#ifndef TOOL_AIM_H
#define TOOL_AIM_H

#include <stdbool.h>

#include "core/base/pose.h"
#include "tool/image/png_image.h"

enum { TOOL_AIM_WHY = 160 };

struct tool_aim_at {
    double u, v;
};

/* A view as the app submitted it with its projection layer. */
struct tool_aim_view {
    struct us_pose T_local_view;
    double fov_rad[4]; /* left, right, up, down, as in XrFovf */
};

/* A view and what the app drew for it: the whole of the rectangle that it submitted. */
struct tool_aim_eye {
    struct tool_aim_view view;
    const struct tool_png_image *image;
};

struct tool_aim_ray {
    struct us_vec3 origin_m, direction; /* of length 1 */
};

struct tool_aim_point {
    struct us_vec3 point_m;
    double distance_m;     /* from the eye */
    double uncertainty_m;  /* of the distance: two standard deviations; 0 where it was given */
    double score;          /* the correlation of the two eyes' patches; 1 where none was needed */
    struct us_vec3 normal; /* of the layer's surface, to either side, of length 1; 0: not known */
    char why[TOOL_AIM_WHY];
};

/* False: the pose or the fov is none. */
bool tool_aim_ray(const struct tool_aim_view *view, struct tool_aim_at at,
                  struct tool_aim_ray *out);

/* Where a view shows a point. It may lie beyond the picture's edges. False: it is behind the eye.
 */
bool tool_aim_see(const struct tool_aim_view *view, struct us_vec3 point_m,
                  struct tool_aim_at *out);

/* The point that is so far from the eye. */
bool tool_aim_far(const struct tool_aim_view *view, struct tool_aim_at at, double distance_m,
                  struct tool_aim_point *out);

/*
 * The point that the first eye shows at `at`, by looking for the same patch in the second eye's
 * picture of the same frame. `half_px` is half the width and height of the patch in the first
 * picture, which shows one surface; NULL: a patch of 11 by 11 pixels around the place, or a larger
 * one in large pictures. Then the texture must be on all sides of the place, or an edge within a
 * pixel of it; the edge's distance is that of the nearer surface.
 *
 * With NULL, a place in a region of one colour is told by the region's outline. That must be three
 * or four straight edges in both pictures, before a background (one colour that reaches all four
 * edges of the picture) or before a texture that is farther away. The region is taken for flat.
 *
 * For pictures of 4096 by 4096 pixels it takes 32 MiB and about 0.2 s of a processor.
 */
bool tool_aim_depth(const struct tool_aim_eye eyes[2], struct tool_aim_at at,
                    const double half_px[2], struct tool_aim_point *out);

enum tool_aim_shape {
    TOOL_AIM_QUAD,      /* width, height */
    TOOL_AIM_CYLINDER,  /* radius, angle, aspect */
    TOOL_AIM_EQUIRECT,  /* radius, scale of u and v, bias of u and v */
    TOOL_AIM_EQUIRECT2, /* radius, horizontal, upper and lower angle */
};

/* A layer as the app submitted it; metres and radians. */
struct tool_aim_layer {
    enum tool_aim_shape shape;
    struct us_pose T_local_layer;
    double values[5];
};

/* The point that shows a place of the layer's image. `distance_m` is 0: there is no eye. */
bool tool_aim_on_layer(const struct tool_aim_layer *layer, struct tool_aim_at at,
                       struct tool_aim_point *out);

/* A patch that was found again. */
struct tool_aim_found {
    struct tool_aim_at at;  /* of its middle */
    double half_px[2];      /* half the width and height of a rectangle within it */
    double scale, turn_rad; /* against the patch; clockwise */
    double score;           /* the correlation, up to 1 */
    char why[TOOL_AIM_WHY];
};

/*
 * Finds the patch in a picture, 0.8 to 1.25 times as large and turned by up to 30 degrees. Refused
 * where the correlation is below 0.9, or where another place is nearly as good.
 *
 * A picture of 4096 by 4096 pixels takes 130 MiB at most, and about 0.1 s of a processor for a
 * patch of 512 pixels, 1 s for 128, 5 s for 64. What would take more than twice that is refused.
 */
bool tool_aim_find(const struct tool_png_image *patch, const struct tool_png_image *picture,
                   struct tool_aim_found *out);

#endif
