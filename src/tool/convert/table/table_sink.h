/* SPDX-License-Identifier: MIT */
/*
 * table_sink: the last stage of a conversion to a table. Everything is given twice: the first time
 * it finds the columns that the messages need, and the second time it writes them.
 *
 * Each frame is a line. An input goes with its frame; one between two frames goes with the later.
 */
#ifndef TOOL_TABLE_SINK_H
#define TOOL_TABLE_SINK_H

#include "tool/convert/base/format.h"

enum us_result tool_table_sink_create_csv(const struct tool_convert_output *output,
                                          struct tool_convert_sink **out, struct us_error *error);
enum us_result tool_table_sink_create_json_lines(const struct tool_convert_output *output,
                                                 struct tool_convert_sink **out,
                                                 struct us_error *error);

#endif
