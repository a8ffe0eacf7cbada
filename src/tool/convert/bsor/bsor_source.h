/* SPDX-License-Identifier: MIT */
/* bsor_source: a Beat Saber Open Replay as a session recording (docs/formats.md). One thread. */
#ifndef TOOL_BSOR_SOURCE_H
#define TOOL_BSOR_SOURCE_H

#include "tool/convert/base/format.h"

/* Reads the whole file once, in bounded memory. Errors name the byte. */
enum us_result tool_bsor_source_open(const struct tool_convert_input *input,
                                     struct tool_convert_source **out, struct us_error *error);

#endif
