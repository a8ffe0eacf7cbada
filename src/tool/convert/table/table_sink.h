/* SPDX-License-Identifier: MIT */
/*
 * table_sink: the last stage of a conversion to a table. Everything is given twice: the first time
 * it finds the columns that the messages need, and the second time it writes them.
 *
 * Each frame is a line. An input goes with its frame; one between two frames goes with the later.
 */
#ifndef TOOL_TABLE_SINK_H
#define TOOL_TABLE_SINK_H

#include "tool/convert/table/row.h"
#include "tool/edit/stage/outline.h"
#include "tool/edit/stage/stage.h"

struct tool_table_sink_counts {
    uint64_t frames, bytes, columns;
    uint64_t not_numbers;   /* poses that are not finite: their cells are empty */
    uint64_t inputs_lost;   /* another one came before the next frame */
    uint64_t inputs_moved;  /* to the next frame */
    uint32_t controls_lost; /* whose path no column can name */
    bool in_output;         /* a failure is that of the file */
};

struct tool_table_sink;

/* `file` is empty and open for writing, and stays open; the outline must last. NULL: out of memory.
 */
struct tool_table_sink *tool_table_sink_create(int file, bool is_json,
                                               const struct tool_edit_outline *outline);
struct tool_edit_stage *tool_table_sink_stage(struct tool_table_sink *sink);
struct tool_table_sink_counts tool_table_sink_counts(const struct tool_table_sink *sink);
void tool_table_sink_destroy(struct tool_table_sink *sink); /* accepts NULL */

#endif
