/* SPDX-License-Identifier: MIT */
/*
 * event_frames: the lines of an event log in groups, a group for each frame of each playback, in
 * memory that depends on a few frames and not on the log.
 *
 * A pipelined app works on several frames at once, so that their lines are mixed in the file; a
 * line still finds its frame if it comes TOOL_EVENT_FRAMES_HELD - 1 frames late. Playback starts
 * anew in each session, and its frames then count from 0 again. What comes before a playback is a
 * group of its own, in front of its frames.
 */
#ifndef TOOL_EVENT_FRAMES_H
#define TOOL_EVENT_FRAMES_H

#include "tool/log/log_reader.h"

enum { TOOL_EVENT_FRAMES_HELD = 16, TOOL_EVENT_FRAMES_SESSIONS = 64 };

/* The lines of one frame, in their order in the file. */
struct tool_event_frame {
    unsigned playback; /* from 1, in the order in which they start */
    int64_t frame;     /* TOOL_LOG_READER_BEFORE: before the playback */
    struct tool_log_event *list;
    size_t count, room;
    struct tool_event_frame *next; /* a later one */
};

struct tool_event_frames {
    struct tool_log_reader *events;
    struct tool_event_frame *groups; /* in rising order; the first may be the caller's */
    bool is_given;                   /* it is */
    bool is_over;                    /* the file was read to its end */
    unsigned gone_playback;          /* the last group that was given back; 0: none */
    int64_t gone_frame;
    unsigned started;                                /* playbacks so far */
    unsigned of_session[TOOL_EVENT_FRAMES_SESSIONS]; /* its playback; 0: none yet */
};

void tool_event_frames_init(struct tool_event_frames *frames, struct tool_log_reader *events);
void tool_event_frames_finish(struct tool_event_frames *frames);

/*
 * The next group that has lines, in rising order; it is valid until the next call. NULL at the end,
 * if the log is broken, or if memory runs out (events->is_broken, and said).
 */
const struct tool_event_frame *tool_event_frames_next(struct tool_event_frames *frames);

/* Whether the group that was given last is the log's last one. */
bool tool_event_frames_is_last(const struct tool_event_frames *frames);

/* Below 0, 0, above 0: a comes before b, is of the same frame, comes after it. NULL is the end. */
int tool_event_frame_compare(const struct tool_event_frame *a, const struct tool_event_frame *b);

#endif
