/* SPDX-License-Identifier: MIT */
/*
 * event_line: what diff remembers of a line of an event log: hashes of what it says, and where it
 * is in the file. Its size does not depend on the line's. The line is read again only if it has to
 * be compared with one that has another hash, or printed.
 */
#ifndef TOOL_EVENT_LINE_H
#define TOOL_EVENT_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "tool/log/log_reader.h"

#define TOOL_EVENT_LINE_ALONE UINT32_MAX

struct tool_event_line {
    int64_t offset; /* of the line in the file, bytes */
    uint64_t line;  /* its number, from 1 */
    int64_t frame;  /* as in struct tool_log_event */
    double at_s;    /* the recording's time that it is about; NaN: not known */
    uint64_t thing; /* these three: event_compare.h */
    uint64_t time;
    uint64_t value;
    char *text; /* of a file that cannot be read again: the line; otherwise NULL */
    uint32_t length;
    uint32_t partner; /* the other log's line that it is compared with; or ..._ALONE */
    bool is_question; /* about a time: its place within the frame means nothing */
    bool is_layer;    /* a `layer` line, which describes the frames after it, too */
    bool is_carried;  /* it had no partner in the part of the frame before */
};

/* Remembers the line that the reader has just read. False: memory ran out. */
bool tool_event_line_make(struct tool_event_line *line, const struct tool_log_reader *events,
                          const struct tool_log_event *event, double at_s);
bool tool_event_line_copy(struct tool_event_line *line, const struct tool_event_line *from);
void tool_event_line_free(struct tool_event_line *line);

/* Reads the line again. False after a message; the caller frees the event if true. */
bool tool_event_line_read(const struct tool_event_line *line, struct tool_log_reader *events,
                          struct tool_log_event *out);

#endif
