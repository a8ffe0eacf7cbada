/* SPDX-License-Identifier: MIT */
/*
 * fact_sheet: facts as lines for a person or as JSON for a program. A function that knows a fact
 * writes it once, and both ways stand side by side there.
 */
#ifndef TOOL_FACT_SHEET_H
#define TOOL_FACT_SHEET_H

#include <cjson/cJSON.h>

/*
 * `json` is the object to add to. NULL: facts are printed as lines on standard output. Adding to a
 * NULL object does nothing, so that a writer need not ask which way it is.
 */
struct tool_fact_sheet {
    cJSON *json;
};

/* A line "  title     text"; without effect on JSON. Names from outside are made safe. */
void tool_fact_sheet_line(const struct tool_fact_sheet *sheet, const char *title,
                          const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* A line in parts: begins, goes on (as often as it needs to), and ends. */
void tool_fact_sheet_begin(const struct tool_fact_sheet *sheet, const char *title);
void tool_fact_sheet_add(const struct tool_fact_sheet *sheet, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
void tool_fact_sheet_end(const struct tool_fact_sheet *sheet);

#endif
