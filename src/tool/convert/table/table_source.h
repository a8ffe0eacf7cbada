/* SPDX-License-Identifier: MIT */
/*
 * table_source: a table as the messages of a recording: a frame for each line, with the inputs
 * where they change. The whole table is read and checked when it is opened, in bounded memory, and
 * a second time for its messages.
 */
#ifndef TOOL_TABLE_SOURCE_H
#define TOOL_TABLE_SOURCE_H

#include "core/base/result.h"
#include "session/codec/session_message.h"
#include "tool/edit/stage/outline.h"
#include "tool/edit/stage/stage.h"
#include "tool/convert/table/row.h"

/* The time 0 of a table, which is not the time 0 of the recording if the table begins later. */
#define TOOL_TABLE_ORIGIN_NS INT64_C(1000000000000000)

struct tool_table_source;

/* Opens and checks a table. Errors name the line and the column. `progress` may be NULL. */
enum us_result tool_table_source_open(const char *path, bool is_json,
                                      void (*progress)(void *data, uint64_t done, uint64_t total),
                                      void *data, struct tool_table_source **out,
                                      struct us_error *error);
void tool_table_source_close(struct tool_table_source *source); /* accepts NULL */

/* Valid as long as the source. */
const struct tool_edit_outline *tool_table_source_outline(const struct tool_table_source *source);
const struct tool_table_invented *
tool_table_source_invented(const struct tool_table_source *source);
uint64_t tool_table_source_frames(const struct tool_table_source *source);

/* The next message, which lasts until the next call; NULL with US_OK at the end. */
enum us_result tool_table_source_next(struct tool_table_source *source,
                                      struct us_session_message **out, struct us_error *error);
/* Goes to the beginning. */
void tool_table_source_rewind(struct tool_table_source *source);
/* Gives all messages to a stage, from the first on; does not end it. */
enum us_result tool_table_source_read(struct tool_table_source *source,
                                      struct tool_edit_stage *first, struct us_error *error);

#endif
