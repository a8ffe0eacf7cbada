/* SPDX-License-Identifier: MIT */
/*
 * foxglove_sink: the last stage of a conversion to a file for Foxglove and Rerun: transforms of all
 * frames of reference, poses of the head, the hands and the controllers, the values of controls,
 * and markers and events as lines of a log (docs/formats.md). It is not read again.
 */
#ifndef TOOL_FOXGLOVE_SINK_H
#define TOOL_FOXGLOVE_SINK_H

#include "tool/convert/base/format.h"

enum us_result tool_foxglove_sink_create(const struct tool_convert_output *output,
                                         struct tool_convert_sink **out, struct us_error *error);

#endif
