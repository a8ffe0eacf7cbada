/* SPDX-License-Identifier: MIT */
/*
 * outline: the three or four straight edges around a region of one colour. For this module only.
 *
 * Positions are in pixels, as in patch_fit.h. The edges are those of the pixels that have the
 * colour alone: where edges are smoothed, they lie half a pixel within the true ones, in both eyes'
 * pictures alike.
 */
#ifndef TOOL_AIM_OUTLINE_H
#define TOOL_AIM_OUTLINE_H

#include "tool/aim/region.h"

enum { AIM_SIDES = 4 };

/* An edge from one corner to the next one, clockwise as the picture is seen. */
struct tool_aim_side {
    double ends[2][2];
    double along[2], out[2]; /* of length 1; `out` points out of the region */
    double length;
    double step_px; /* by how much the line is off because pixels are whole: a standard deviation */
};

struct tool_aim_outline {
    int count; /* of sides, 3 or 4 */
    struct tool_aim_side sides[AIM_SIDES];
    double middle[2], half_px; /* half_px: of the larger side of its box */
};

/* A pixel's edge on the outline. */
struct tool_aim_outline_sample {
    double px[2];
    int side;
    double part; /* along the side, -1 to 1 */
};

/* False, and why: "its ...". */
bool tool_aim_outline_make(struct tool_aim_outline *outline, const struct tool_aim_region *region,
                           const char **out_why);

/* The pixel edges that lie on a side, and not beside a corner. `out` has room for `room`; of more,
 * every so many are left out. Returns their number. */
int tool_aim_outline_samples(const struct tool_aim_outline *outline,
                             const struct tool_aim_region *region,
                             struct tool_aim_outline_sample *out, int room);

/* A place on the line of a side, so far beyond its first or its second end. */
void tool_aim_side_beyond(const struct tool_aim_side *side, int end, double far_px, double out[2]);

/* The picture shows two colours beside that line for some pixels, or ends there. */
bool tool_aim_side_goes_on(const struct tool_aim_side *side, int end,
                           const struct tool_png_image *image);

#endif
