/* SPDX-License-Identifier: MIT */
/*
 * log_reader: reads an event log and the output of an app, line by line.
 *
 * output_reader: reads an app's standard output or standard error, line by line.
 *
 * Lines are plain: without the sequences that colour a terminal, and without blanks at the end.
 * Empty lines and Understudy's messages ("understudy: ...") are left out.
 */
#ifndef TOOL_LOG_READER_H
#define TOOL_LOG_READER_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct tool_log_text_reader {
    FILE *file;
    char *text; /* the line */
    size_t size;
    uint64_t line; /* its number in the file, from 1 */
};

/* A file that is missing is empty. Returns false after a message if it cannot be read. */
bool tool_log_text_reader_open(struct tool_log_text_reader *reader, const char *path);
/* The next line. False at the end. */
bool tool_log_text_reader_next(struct tool_log_text_reader *reader);
void tool_log_text_reader_close(struct tool_log_text_reader *reader);

/*
 * log_reader: reads an event log, understudy-log(5), line by line.
 */

#define TOOL_LOG_READER_BEFORE INT64_C(-1) /* the frame of what happened before playback */

struct tool_log_event {
    cJSON *json;      /* the line */
    const char *name; /* its field "e"; inside json */
    uint64_t line;    /* in the file, from 1 */
    int64_t frame;    /* its field "frame", or TOOL_LOG_READER_BEFORE */
};

/* A log that is being read. */
struct tool_log_reader {
    FILE *file;
    const char *path; /* the caller's */
    char *text;       /* the line, from getline */
    size_t text_size;
    uint64_t line;
    int64_t offset;     /* of the line in the file, bytes */
    uint32_t length;    /* of the line */
    bool is_seekable;   /* lines can be read again */
    bool is_incomplete; /* the log ended early: what the app did later is not in it */
    bool is_cut;        /* the last line is not whole: the app was ended while it was written */
    char why[256];      /* of both, in words */
    bool is_broken;     /* the rest cannot be read; a message was printed */
};

/*
 * Opens a log, checks its first line, and stores it in `out_first`, which the caller frees. Returns
 * false after a message.
 */
bool tool_log_reader_open(struct tool_log_reader *events, const char *path,
                          struct tool_log_event *out_first);
void tool_log_reader_close(struct tool_log_reader *events);

/* The next line. False at the end, or if the log is broken. */
bool tool_log_reader_next(struct tool_log_reader *events, struct tool_log_event *out);
void tool_log_event_free(struct tool_log_event *event);

/* Prints where and why the rest of the log cannot be read. */
void tool_log_reader_give_up(struct tool_log_reader *events, const char *what);

/* A field's text or number; NULL or `otherwise` if the field is missing or has another type. */
const char *tool_log_event_text(const struct tool_log_event *event, const char *field);
double tool_log_event_number(const struct tool_log_event *event, const char *field,
                             double otherwise);

/* Whether the line is the passing of this marker. */
bool tool_log_event_is_marker(const struct tool_log_event *event, const char *name);
/* Whether the line is of this event, and its field "what" has this text. */
bool tool_log_event_says(const struct tool_log_event *event, const char *name, const char *what);
/* Whether it is a haptic output that a hand feels. A vibration of amplitude 0 is none; other
 * structs have no amplitude. */
bool tool_log_event_is_felt(const struct tool_log_event *event);

#endif
