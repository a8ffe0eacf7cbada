/* SPDX-License-Identifier: MIT */
/*
 * cells: the lines of a table as cells, and numbers as text. Everything is free of locales, as long
 * as the program sets none.
 *
 * A line has at most TOOL_TABLE_LINE_MOST bytes and ends with LF or CRLF; the last one may end with
 * the file. A byte order mark of UTF-8 is skipped. CSV: commas, and cells in quotes where they hold
 * a comma or a quote. JSON lines: an object of names and numbers, truth values, strings or null.
 */
#ifndef TOOL_TABLE_CELLS_H
#define TOOL_TABLE_CELLS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/result.h"
#include "tool/convert/base/window.h"

enum { TOOL_TABLE_LINE_MOST = 1 << 18, TOOL_TABLE_CELLS_MOST = 4096, TOOL_TABLE_NUMBER_SIZE = 32 };

struct tool_table_cell {
    const char *name; /* of JSON lines; NULL: of CSV */
    const char *text; /* "": nothing, also null; true is "1" and false "0" */
};

struct tool_table_lines {
    struct tool_window window; /* with room for two lines */
    bool is_json;
    uint64_t line;                                       /* the number of the last one, from 1 */
    struct tool_table_cell cells[TOOL_TABLE_CELLS_MOST]; /* of the last line */
    uint32_t count;
};

/* Reads the next line that is not empty; `*out_end` if there is none. Of a failure the text begins
 * with the line. The cells last until the next call. */
enum us_result tool_table_lines_next(struct tool_table_lines *lines, bool *out_end,
                                     struct us_error *error);

/* Whether the whole text is a finite number; NULL, or what is wrong and what to do. */
const char *tool_table_read_float(const char *text, float *out);
/* Seconds to the nanosecond. */
const char *tool_table_read_seconds(const char *text, int64_t *out_ns);
const char *tool_table_read_whole(const char *text, uint64_t most, uint64_t *out);

/* The shortest of 7 or 9 digits that gives the same float; `value` is finite. */
void tool_table_write_float(float value, char out[TOOL_TABLE_NUMBER_SIZE]);
/* All digits of the nanoseconds, without zeros at the end. */
void tool_table_write_seconds(int64_t ns, char out[TOOL_TABLE_NUMBER_SIZE]);

#endif
