/* SPDX-License-Identifier: MIT */
/*
 * events: an event log, understudy-log(5), read line by line.
 */
#ifndef US_TOOL_EVENTS_H
#define US_TOOL_EVENTS_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define US_EVENTS_BEFORE INT64_C(-1) /* the frame of what happened before playback */

struct us_event {
    cJSON *json;      /* the line */
    const char *name; /* its field "e"; inside json */
    uint64_t line;    /* in the file, from 1 */
    int64_t frame;    /* its field "frame", or US_EVENTS_BEFORE */
};

/* A log that is being read. */
struct us_events {
    FILE *file;
    const char *path; /* the caller's */
    char *text;       /* the line, from getline */
    size_t text_size;
    uint64_t line;
    bool is_incomplete; /* the log ended early: what the app did later is not in it */
    bool is_cut;        /* the last line is not whole: the app was ended while it was written */
    char why[256];      /* of both, in words */
    bool is_broken;     /* it cannot be read on; that was said */
};

/*
 * Open a log, check its first line, and leave it in `out_first` (the caller frees it). What is
 * wrong is said on standard error: false.
 */
bool us_events_open(struct us_events *events, const char *path, struct us_event *out_first);
void us_events_close(struct us_events *events);

/* The next line. False at the end, or if the log is broken. */
bool us_events_next(struct us_events *events, struct us_event *out);
void us_event_free(struct us_event *event);

/* Say that the log cannot be read on, where, and why. */
void us_events_give_up(struct us_events *events, const char *what);

/* A field's text or number; NULL or `otherwise` if it is not there or something else. */
const char *us_event_text(const struct us_event *event, const char *field);
double us_event_number(const struct us_event *event, const char *field, double otherwise);

#endif
