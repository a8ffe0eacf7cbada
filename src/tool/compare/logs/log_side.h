/* SPDX-License-Identifier: MIT */
/*
 * log_side: one of two event logs that are compared: it is read once, frame by frame, and its
 * screenshots and layers are remembered.
 */
#ifndef TOOL_LOG_SIDE_H
#define TOOL_LOG_SIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "tool/compare/logs/event_frames.h"
#include "tool/compare/logs/picture_list.h"
#include "tool/log/event_words.h"
#include "tool/log/log_reader.h"

enum { TOOL_LOG_SIDE_LAYERS = 16 };

/* A layer as its last line describes it. */
struct tool_log_layer {
    struct tool_event_line line; /* line 0: there is none yet */
    bool is_apart;               /* of the first log: it is not as in the other log */
};

struct tool_log_side {
    struct tool_log_reader events;
    struct tool_event_frames frames;
    struct tool_event_words words;
    const char *ignore;           /* names of events that are not compared; may be NULL */
    struct tool_event_frame *now; /* NULL: the log is over */
    bool lost;                    /* lines were dropped when it was written */
    bool has_end;                 /* of the frame that is compared: playback ends in it */
    bool is_ended;                /* the app destroyed its instance: the log has its last line */
    struct tool_picture_list *pictures; /* NULL: not wanted */
    bool has_frames;
    /* The compared lines of that frame. */
    struct tool_event_line *lines;
    uint32_t count, room;
    struct tool_log_layer layers[TOOL_EVENT_FRAMES_SESSIONS][TOOL_LOG_SIDE_LAYERS];
};

/* Opens a log and goes to its first frame. `pictures` takes its screenshots; NULL: they are not
 * wanted. Returns false after a message. */
bool tool_log_side_open(struct tool_log_side *side, const char *path, const char *ignore,
                        struct tool_picture_list *pictures);
void tool_log_side_close(struct tool_log_side *side);

/* Adds the next group of lines to those that are compared, and reads on. False: memory ran out. */
bool tool_log_side_take(struct tool_log_side *side);
/* Frees the lines that were compared. If `more` lines of the frame follow, it keeps those that may
 * still find a partner. */
void tool_log_side_leave(struct tool_log_side *side, bool more);

/* The layer that a `layer` line describes; NULL: none that is remembered. */
struct tool_log_layer *tool_log_side_layer(struct tool_log_side *side,
                                           const struct tool_log_event *event);

/* The other log's question that an app asked in the place of `line`, for the time of a later frame:
 * about the same thing, when the app had waited for the same frame. `line` is a question of `side`
 * that has no partner. NULL: there is none, or this app asked that too. */
const struct tool_event_line *tool_log_side_find_moved(const struct tool_log_side *side,
                                                       const struct tool_log_side *other,
                                                       const struct tool_event_line *line);

/* Whether all lines that were read can be compared; prints what is wrong. */
bool tool_log_side_is_whole(const struct tool_log_side *side);
/* Takes what comes behind the end of the comparison: screenshots, which are written late, and
 * whether the log has its last line. */
void tool_log_side_read_rest(struct tool_log_side *side);

#endif
