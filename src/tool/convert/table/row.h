/* SPDX-License-Identifier: MIT */
/*
 * row: a line of a table from its cells, and the cells of a line.
 *
 * Reading: begin, put each cell, end. Values that a line lacks are not valid, not active or not
 * recorded; what must be there and is made up is counted. Writing: the text of each column.
 */
#ifndef TOOL_TABLE_ROW_H
#define TOOL_TABLE_ROW_H

#include "tool/convert/table/cells.h"
#include "tool/convert/table/columns.h"

/* What a line says of its views and its aim states by their poses alone. */
enum {
    TOOL_TABLE_VIEW_FLAGS_ALL = 15,
    TOOL_TABLE_AIM_HAS_POSE = US_SESSION_AIM_COMPUTED | US_SESSION_AIM_VALID
};

struct tool_table_invented {
    uint64_t radii, profiles[US_SESSION_USERS];
};

struct tool_table_reading {
    struct tool_table_columns *columns;    /* the caller's */
    bool in_file[TOOL_TABLE_COLUMNS_MOST]; /* the file has the column */
    bool group_in_file[TOOL_TABLE_GROUPS_MOST + 1];
    bool filled[TOOL_TABLE_COLUMNS_MOST];   /* the line has a value in it */
    uint8_t words[TOOL_TABLE_COLUMNS_MOST]; /* of kinds that are words */
    uint32_t filled_count;
    struct tool_table_row row;
    struct tool_table_invented invented;
};

/* Forgets the line before. */
void tool_table_row_begin(struct tool_table_reading *reading);

/* Puts a cell; its text begins with the column's name if it is wrong: US_ERROR_USAGE. */
enum us_result tool_table_row_put(struct tool_table_reading *reading, int column, const char *text,
                                  struct us_error *error);

/* Whether the line holds a marker alone: it is no frame. */
bool tool_table_row_is_marker(const struct tool_table_reading *reading);

/* Whether the line has a value in a column. */
bool tool_table_row_has(const struct tool_table_reading *reading, const char *name);

/* Fills the frame and the input of the line. */
enum us_result tool_table_row_end(struct tool_table_reading *reading, struct us_error *error);

/* ---- Writing ---- */

/* Sets the input and the profiles of a row, whose components are all inactive and whose profiles
 * are "", to those of a recording. `places` is of tool_table_columns_place_all. */
void tool_table_row_set_input(struct tool_table_row *row, const struct us_session_components *from,
                              const int *places, const struct us_session_input *input);

enum tool_table_need {
    TOOL_TABLE_EMPTY,   /* no value */
    TOOL_TABLE_IMPLIED, /* a reader has this value without the column, too */
    TOOL_TABLE_NEEDED
};

/* What is known of a row before its cells are written. */
struct tool_table_writing {
    const struct tool_table_row *row;      /* the caller's */
    uint8_t valid[TOOL_TABLE_GROUPS_MOST]; /* the flags of the values that are written */
    uint64_t not_numbers;                  /* valid values that are not finite or no rotation */
};

void tool_table_writing_begin(struct tool_table_writing *writing,
                              const struct tool_table_columns *columns,
                              const struct tool_table_row *row);
/* `out` may be NULL. */
enum tool_table_need tool_table_cell_text(const struct tool_table_writing *writing,
                                          const struct tool_table_columns *columns, int column,
                                          char out[US_SESSION_TEXT_SIZE]);

#endif
