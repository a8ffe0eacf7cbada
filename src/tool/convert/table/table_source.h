/* SPDX-License-Identifier: MIT */
/*
 * table_source: a table as the messages of a recording: a frame for each line, with the inputs
 * where they change. The whole table is read and checked when it is opened, in bounded memory, and
 * a second time for its messages. Errors name the line and the column.
 *
 * The time 0 of a table is TOOL_CONVERT_ORIGIN_NS, which is not the time 0 of the recording if the
 * table begins later.
 */
#ifndef TOOL_TABLE_SOURCE_H
#define TOOL_TABLE_SOURCE_H

#include "tool/convert/base/format.h"

enum us_result tool_table_source_open_csv(const struct tool_convert_input *input,
                                          struct tool_convert_source **out, struct us_error *error);
enum us_result tool_table_source_open_json_lines(const struct tool_convert_input *input,
                                                 struct tool_convert_source **out,
                                                 struct us_error *error);

#endif
