/* SPDX-License-Identifier: MIT */
/*
 * gltf_sink: the last stage of a conversion to glTF 2.0 binary (.glb), an animation of the nodes of
 * skeleton.h (docs/formats.md). Everything is given twice: the first time it finds the nodes and
 * counts the frames, and the second time it writes them.
 *
 * A file has each node's values together, so that frames wait in blocks: less than 2 MB of memory
 * for a recording of any length, and the text of its markers. The file must not be a pipe.
 */
#ifndef TOOL_CONVERT_MOTION_GLTF_SINK_H
#define TOOL_CONVERT_MOTION_GLTF_SINK_H

#include "tool/convert/base/format.h"

enum us_result tool_gltf_sink_create(const struct tool_convert_output *output,
                                     struct tool_convert_sink **out, struct us_error *error);

#endif
