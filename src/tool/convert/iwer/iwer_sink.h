/* SPDX-License-Identifier: MIT */
/*
 * iwer_sink: messages of a session as a recording that IWER's ActionPlayer plays.
 */
#ifndef TOOL_IWER_SINK_H
#define TOOL_IWER_SINK_H

#include "tool/convert/base/format.h"

/* It needs two passes: the first one finds the input sources. */
enum us_result tool_iwer_sink_create(const struct tool_convert_output *output,
                                     struct tool_convert_sink **out, struct us_error *error);

#endif
