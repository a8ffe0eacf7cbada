/* SPDX-License-Identifier: MIT */
/* isaac_source: an MCAP recording of NVIDIA IsaacTeleop as a session recording (docs/formats.md).
 * One thread. */
#ifndef TOOL_ISAAC_SOURCE_H
#define TOOL_ISAAC_SOURCE_H

#include "tool/convert/base/format.h"

/* Reads the whole file once, in bounded memory. Errors name the byte of the chunk. */
enum us_result tool_isaac_source_open(const struct tool_convert_input *input,
                                      struct tool_convert_source **out, struct us_error *error);

#endif
