/* SPDX-License-Identifier: MIT */
/*
 * iwer_source: a recording of the ActionRecorder of IWER, the Immersive Web Emulation Runtime, as
 * the messages of a session recording. docs/formats.md describes what becomes what.
 *
 * The file is read twice, frame by frame, in bounded memory: an input source list or a frame of
 * more than a megabyte is refused.
 */
#ifndef TOOL_IWER_SOURCE_H
#define TOOL_IWER_SOURCE_H

#include "tool/convert/base/format.h"

/* Reads and checks the whole file. Errors name the place, such as frames[7][8]. */
enum us_result tool_iwer_source_open(const struct tool_convert_input *input,
                                     struct tool_convert_source **out, struct us_error *error);

/* Whether a file begins as such a recording does. */
bool tool_iwer_source_is(const char *path);

#endif
