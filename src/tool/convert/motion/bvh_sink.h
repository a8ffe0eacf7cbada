/* SPDX-License-Identifier: MIT */
/*
 * bvh_sink: the last stage of a conversion to a BVH file, which has the nodes of skeleton.h at a
 * constant rate (docs/formats.md): the recording's median rate, so that the first and the last line
 * are the first and the last frame. Everything is given twice: the first time it finds the nodes
 * and the rate, and the second time it writes the lines and compares them with the frames.
 *
 * Memory: about 3 MB for a recording of any length.
 */
#ifndef TOOL_CONVERT_MOTION_BVH_SINK_H
#define TOOL_CONVERT_MOTION_BVH_SINK_H

#include "tool/convert/base/format.h"

enum us_result tool_bvh_sink_create(const struct tool_convert_output *output,
                                    struct tool_convert_sink **out, struct us_error *error);

#endif
