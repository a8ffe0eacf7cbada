/* SPDX-License-Identifier: MIT */
/*
 * bvh_text: the hierarchy and the lines of a BVH file of a skeleton (docs/formats.md).
 *
 * The root LOCAL has six channels, which are always 0. A node has the six channels Xposition
 * Yposition Zposition Zrotation Xrotation Yrotation, and the offset 0, because programs do not
 * agree whether a position counts from the offset. A joint that stays at one place in its parent
 * has that place as its offset, and the three channels of its rotation. Numbers have six decimals:
 * metres and degrees. Belongs to one thread.
 */
#ifndef TOOL_CONVERT_MOTION_BVH_TEXT_H
#define TOOL_CONVERT_MOTION_BVH_TEXT_H

#include <stdbool.h>

#include "tool/convert/base/format.h"
#include "tool/convert/motion/skeleton.h"

enum { TOOL_BVH_CHANNELS = 6 };

struct tool_bvh {
    const struct tool_skeleton *skeleton; /* settled; must last */
    bool is_fixed[TOOL_SKELETON_NODES];
    double offset_m[TOOL_SKELETON_NODES][3];
    /* The last line: the channels of each node; angles go on without a jump. */
    double values[TOOL_SKELETON_NODES][TOOL_BVH_CHANNELS];
    int order[TOOL_SKELETON_NODES]; /* of the nodes in the file */
    unsigned count;
};

/* Decides which joints are fixed. */
void tool_bvh_init(struct tool_bvh *bvh, const struct tool_skeleton *skeleton);
/* Writes the hierarchy, which must come before the first line. */
void tool_bvh_hierarchy(struct tool_bvh *bvh, struct tool_convert_sink *out);
/* Turns a pose into channels, and into what they say: a tool_skeleton_round of a struct tool_bvh.
 */
void tool_bvh_round(void *data, unsigned node, struct us_pose *local);
/* Writes the line of the channels. */
void tool_bvh_line(const struct tool_bvh *bvh, struct tool_convert_sink *out);

#endif
