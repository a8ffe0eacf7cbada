/* SPDX-License-Identifier: MIT */
/*
 * log_tail: follows the event log of an app that runs, and keeps what it says now: the session's
 * state, the newest answer of each action, the newest haptics and layers.
 *
 * Each line is read once. Only lines that matter are parsed.
 */
#ifndef TOOL_LOG_TAIL_H
#define TOOL_LOG_TAIL_H

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct us_journal;

enum { TOOL_LOG_TAIL_NAME = 32, TOOL_LOG_TAIL_LOCATED = 256 };

struct tool_log_tail {
    int file; /* -1: not there yet */
    char path[PATH_MAX];
    struct us_journal *ring;              /* where lines wait to be written; NULL: not known */
    char *bytes;                          /* a part of the file */
    uint64_t offset;                      /* where it begins in the file */
    size_t size, length, used;            /* used: bytes of lines that were given */
    char state[TOOL_LOG_TAIL_NAME];       /* of the session; "": none yet */
    cJSON *actions, *profiles, *bindings; /* the newest line of each, by what it is about */
    cJSON *layers, *spaces;               /* the same, by their numbers */
    cJSON *haptics;                       /* the lines of the newest frame that has one */
    char *submit;                         /* the newest line "submit"; NULL */
    /* The newest line "locate" of each space, at its number modulo the count; NULL. */
    char *located[TOOL_LOG_TAIL_LOCATED];
    double submit_s, wait_s;  /* times in the recording of the newest "submit", and of the newest
                                 frame that the app got; below 0: none yet */
    bool has_frames, submits; /* the log tells of frames; the app draws, and the log tells of it */
    int64_t haptic_frame;
};

/* One line, without its end. Both last until the next call. */
struct tool_log_tail_line {
    const char *text;
    size_t length;
    char name[TOOL_LOG_TAIL_NAME]; /* the event's */
};

/* The log at `path`, whose ring is at `ring`; NULL: there is none. Returns false if there is no
 * memory. */
bool tool_log_tail_open(struct tool_log_tail *tail, const char *path, const char *ring);
void tool_log_tail_close(struct tool_log_tail *tail);

/* Waits until what the app has done so far is in the file, but a second at most. */
void tool_log_tail_wait(const struct tool_log_tail *tail);

/* The next whole line, which is kept as far as it matters. False: there is none yet. */
bool tool_log_tail_next(struct tool_log_tail *tail, struct tool_log_tail_line *out);

/* The name of the event of a line; "": none. */
void tool_log_tail_name(const char *line, size_t length, char out[TOOL_LOG_TAIL_NAME]);

/* The layers of the newest line "submit", each with its place among them, "layer", and with what
 * the lines "layer" say of it; NULL: there is none. The caller deletes them. */
cJSON *tool_log_tail_submitted(const struct tool_log_tail *tail);

/* The newest line "locate" of a space; NULL: there is none, or too many other spaces were located
 * later. The caller deletes it. */
cJSON *tool_log_tail_located(const struct tool_log_tail *tail, int space);

/* Adds what a space is, by its number, as a text of that name: the type of a reference space, or an
 * action and its subaction path. Adds nothing if that is not known. */
void tool_log_tail_add_space(const struct tool_log_tail *tail, cJSON *object, const char *name,
                             double number);

/* Whether a line about a space is of the one of this name: the type of a reference space, or an
 * action. */
bool tool_log_tail_is_space(const cJSON *line, const char *name);

#endif
