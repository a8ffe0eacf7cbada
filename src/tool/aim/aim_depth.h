/* SPDX-License-Identifier: MIT */
/* aim_depth: the depth of a textured patch, and of a face of one colour. For this module only. */
#ifndef TOOL_AIM_AIM_DEPTH_H
#define TOOL_AIM_AIM_DEPTH_H

#include "tool/aim/aim.h"

/* As tool_aim_depth, by correlation alone. */
bool tool_aim_depth_of_patch(const struct tool_aim_eye eyes[2], struct tool_aim_at at,
                             const double half_px[2], struct tool_aim_point *out);

/*
 * The same for a place in a region of one colour, by the region's outline. What `out` says already
 * stays if the place is in no such region, or there is no memory for it.
 */
bool tool_aim_depth_of_face(const struct tool_aim_eye eyes[2], struct tool_aim_at at,
                            struct tool_aim_point *out);

#endif
