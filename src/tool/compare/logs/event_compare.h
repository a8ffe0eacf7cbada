/* SPDX-License-Identifier: MIT */
/*
 * event_compare: stores what a comparison needs of a line of an event log, and compares the
 * subjects and the values of two lines.
 *
 * A stored line consists of hashes of its contents, and its place in the file. Its size does not
 * depend on the length of the line. The line is read again only if it has to be compared with one
 * that has another hash, or printed.
 */
#ifndef TOOL_EVENT_COMPARE_H
#define TOOL_EVENT_COMPARE_H

#include <stdbool.h>

#include "tool/log/event_words.h"
#include "tool/log/log_reader.h"

/* How far two values may be apart and still count as the same. */
struct tool_event_tolerance {
    double position_m, angle_rad; /* of poses */
    double number;                /* of any other number */
};

/* The place where two lines differ: the field, down to a single value, and the value in each line.
 */
struct tool_event_field {
    char path[128];     /* "layers[1].space" */
    const cJSON *a, *b; /* inside the lines; NULL: absent */
};

/* The first field that counts in which two lines about the same thing differ, but for what the run
 * was asked for (tool_event_is_option). False: there is none. */
bool tool_event_find_difference(const struct tool_log_event *a, const struct tool_log_event *b,
                                const struct tool_event_tolerance *allow,
                                struct tool_event_field *out);

/* Whether a field counts: line numbers, frames and what depends on the wall clock do not. */
bool tool_event_is_counted(const char *field);
/* Whether a field is an option of the run, and not something that the app got or did. */
bool tool_event_is_option(const char *event, const char *field);

/* The unit of a field's values, "m" or "frames"; empty: none. `path` is that of tool_event_field.
 */
const char *tool_log_compare_unit(const char *path);

/* The distance between two poses in metres and radians. False if one is no pose. */
bool tool_event_measure_poses(const cJSON *a, const cJSON *b, double *out_m, double *out_rad);

#define TOOL_EVENT_LINE_ALONE UINT32_MAX

struct tool_event_line {
    int64_t offset; /* of the line in the file, bytes */
    uint64_t line;  /* its number, from 1 */
    int64_t frame;  /* as in struct tool_log_event */
    int64_t told;   /* the newest frame that the app had waited for; ..._BEFORE: none */
    double at_s;    /* the recording's time that it is about; NaN: not known */
    uint64_t thing; /* these three: hashes, see above */
    uint64_t time;
    uint64_t value;
    char *text; /* of a file that cannot be read again: the line; otherwise NULL */
    uint32_t length;
    uint32_t partner; /* the other log's line that it is compared with; or ..._ALONE */
    bool is_question; /* about a time: its place within the frame means nothing */
    bool is_layer;    /* a `layer` line, which describes the frames after it, too */
    bool is_carried;  /* it had no partner in the previous part of the frame */
    bool is_error;    /* a call failed */
    bool is_own;      /* the layer wrote it by itself: it follows from another line */
    bool is_play_end; /* playback has reached the end of the recording */
};

/* Remembers the line that the reader has just read; `words` has noted it. False: memory ran out. */
bool tool_event_line_make(struct tool_event_line *line, const struct tool_log_reader *events,
                          const struct tool_log_event *event, const struct tool_event_words *words);
bool tool_event_line_copy(struct tool_event_line *line, const struct tool_event_line *from);
void tool_event_line_free(struct tool_event_line *line);

/* Reads the line again. False after a message; the caller frees the event if true. */
bool tool_event_line_read(const struct tool_event_line *line, struct tool_log_reader *events,
                          struct tool_log_event *out);

#endif
