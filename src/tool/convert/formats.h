/* SPDX-License-Identifier: MIT */
/* formats: the list of the kinds of files that a conversion knows. */
#ifndef TOOL_CONVERT_FORMATS_H
#define TOOL_CONVERT_FORMATS_H

#include "tool/convert/base/format.h"

/* By the content of the file, if it is there and tells; by the end of its name otherwise. NULL:
 * none fits. */
const struct tool_convert_format *tool_convert_format_of_input(const char *path);
/* By the end of the name. */
const struct tool_convert_format *tool_convert_format_of_output(const char *path);
/* Checks the --output of a command: `path`, or NULL, and the kind that its name says, or NULL.
 * False after a message, which asks for `wanted`, such as "FILE.mcap", if no file is named. */
bool tool_convert_format_check_output(const char *command, const char *wanted, const char *path,
                                      const struct tool_convert_format *format);

/* "a session recording (.mcap), ... or a table (.jsonl, .ndjson)", of the kinds that are written or
 * of those that are read. */
void tool_convert_formats_list(bool is_written, char *out, size_t size);

#endif
