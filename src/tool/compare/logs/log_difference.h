/* SPDX-License-Identifier: MIT */
/*
 * log_difference: the first difference between two event logs, and how it is noted.
 */
#ifndef TOOL_LOG_DIFFERENCE_H
#define TOOL_LOG_DIFFERENCE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

#include "tool/compare/logs/event_compare.h"
#include "tool/log/event_words.h"

/* Why there was no frame of playback to compare. */
enum tool_log_empty {
    TOOL_LOG_HAS_FRAMES,
    TOOL_LOG_EMPTY_BOTH,  /* no log has one */
    TOOL_LOG_EMPTY_A,     /* the first log has none, and the second one has */
    TOOL_LOG_EMPTY_B,     /* the second log has none, and the first one has */
    TOOL_LOG_EMPTY_APART, /* no frame is in both */
};

struct tool_log_difference {
    enum tool_log_empty empty; /* without a difference */
    int64_t frame;             /* TOOL_LOG_READER_BEFORE: before playback */
    unsigned session;          /* whose frame; 0: not known */
    unsigned playbacks;        /* how many there are in a log, the more of the two */
    double at_s;               /* the recording's time there; NaN if not known */
    char what[256];            /* the question or the event, in words */
    char field[128];     /* the field that differs, "layers[1].space"; empty: the whole line */
    char a[512], b[512]; /* the value in each log, as JSON; empty: none */
    char apart[64]; /* distance of two poses or numbers: "0.25 m and 0 rad"; empty for other values
                     */
    char lacks[96]; /* why a log has no value: "makes no such call in this frame" */
    uint64_t a_line, b_line; /* 0: there is none */
    int64_t equal_frame;     /* the last frame before it that was equal; ..._BEFORE: none */
    char options[512];       /* the options in which the runs differ; empty: none */
    bool is_a_cut, is_b_cut; /* the log lacks its last line `end`: how it went on is not known */
    uint64_t frames, frames_differing; /* from the start of playback to the end of the shorter */
};

/* Nothing differs so far. */
void tool_log_difference_init(struct tool_log_difference *out);

/* Notes a difference in a field of two lines. `a_words` and `b_words` follow the two logs, and
 * `line` is the one of the two lines that is in the frame. */
void tool_log_difference_note_field(struct tool_log_difference *out,
                                    const struct tool_event_words *a_words,
                                    const struct tool_event_words *b_words,
                                    const struct tool_log_event *a, const struct tool_log_event *b,
                                    const struct tool_event_field *field,
                                    const struct tool_event_line *line);

/* Notes a line that only one log has, the first or the second one, as the difference. `is_over`:
 * the other log ends before. */
void tool_log_difference_note_line(struct tool_log_difference *out,
                                   const struct tool_event_words *words, bool is_a, bool is_over,
                                   const struct tool_log_event *event,
                                   const struct tool_event_line *line);

/* Adds the options of the runs in which two lines about the same thing differ.
 */
void tool_log_difference_add_options(struct tool_log_difference *out,
                                     const struct tool_log_event *a,
                                     const struct tool_log_event *b);

/* {"same", "frames", ...}: `comparison.events` of understudy-run-folder(5). The caller deletes it.
 */
cJSON *tool_log_difference_to_json(const struct tool_log_difference *difference, bool differs);

#endif
