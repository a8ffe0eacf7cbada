/* SPDX-License-Identifier: MIT */
/*
 * patch_fit: compares a patch of one picture with one of another, and improves the place of the
 * second by least squares (Gauss-Newton), as in Förstner, "On the Geometric Precision of Digital
 * Correlation", 1982. Brightness and contrast may differ. For this module only.
 *
 * Positions in a picture are in pixels from its left upper corner: the middle of the first pixel is
 * (0.5, 0.5). In level n of a pyramid they are divided by 2^n.
 */
#ifndef TOOL_AIM_PATCH_FIT_H
#define TOOL_AIM_PATCH_FIT_H

#include "tool/aim/aim.h"

/* A field of view as tangents: a place is at (left + u * across, top + v * down, -1). */
struct tool_aim_window {
    double left, across, top, down;
};

enum { AIM_LEVELS = 7 };

struct tool_aim_pyramid {
    struct tool_png_image levels[AIM_LEVELS]; /* the first is the caller's */
    int count;
};

/* Halves a picture up to `count` - 1 times. False: there is no memory. */
bool tool_aim_pyramid_make(struct tool_aim_pyramid *pyramid, const struct tool_png_image *image,
                           int count);
void tool_aim_pyramid_free(struct tool_aim_pyramid *pyramid);

/* A colour, and its change for each pixel to the right and down. */
struct tool_aim_sample {
    double rgb[3], dx[3], dy[3];
};

/* Interpolates (Catmull-Rom). False: the place is beyond the middle of an outermost pixel. */
bool tool_aim_sample(const struct tool_png_image *image, double x, double y,
                     struct tool_aim_sample *out);

enum { AIM_PARAMETERS = 6, AIM_COLUMNS = AIM_PARAMETERS + 2 };

/* The normal equations of a fit. Columns: for each parameter the change of the second patch; the
 * first patch; the second patch. */
struct tool_aim_fit {
    int parameters;
    double weight;
    double sums[3][AIM_COLUMNS];
    double products[AIM_COLUMNS][AIM_COLUMNS]; /* of what is off from the means, when finished */
    double score;                              /* the normalised cross-correlation */
    double contrast;                           /* of the second patch against the first one */
    double variance;                           /* of what the fit leaves, for each sample */
};

/* Adds a sample. `x` and `y` are how far the second place moves with each parameter, in pixels. */
void tool_aim_fit_add(struct tool_aim_fit *fit, double weight, const double first[3],
                      const struct tool_aim_sample *second, const double *x, const double *y);

/* Call it when all are added. */
void tool_aim_fit_finish(struct tool_aim_fit *fit);

/* The improvement of the parameters, and the covariance of their errors. `prior[i]` is the standard
 * deviation of parameter i around `away[i]` beyond its value, 0: none. False: they are not
 * determined. */
bool tool_aim_fit_solve(const struct tool_aim_fit *fit, const double *prior, const double *away,
                        double out_step[AIM_PARAMETERS],
                        double out_covariance[AIM_PARAMETERS][AIM_PARAMETERS]);

#endif
