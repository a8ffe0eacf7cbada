/* SPDX-License-Identifier: MIT */
/* xror_source: reads a recording in XROR, the format of the BOXRR-23 data set. */
#ifndef TOOL_XROR_SOURCE_H
#define TOOL_XROR_SOURCE_H

#include "tool/convert/base/format.h"

/* Reads the whole file. Errors name the byte. */
enum us_result tool_xror_source_open(const struct tool_convert_input *input,
                                     struct tool_convert_source **out, struct us_error *error);

#endif
