/* SPDX-License-Identifier: MIT */
/*
 * event_frames: puts the lines of an event log into groups, one for each frame of each playback.
 * Memory is bounded: there are a few frames in memory, and at most TOOL_EVENT_FRAMES_LINES lines.
 *
 * A pipelined app works on several frames at once, so that their lines are mixed in the file; a
 * line still finds its frame if it comes TOOL_EVENT_FRAMES_HELD - 1 frames late. Playback starts
 * again in each session, and its frames then count from 0 again. The lines before a playback are a
 * separate group, in front of its frames.
 */
#ifndef TOOL_EVENT_FRAMES_H
#define TOOL_EVENT_FRAMES_H

#include "tool/compare/logs/event_compare.h"

enum {
    TOOL_EVENT_FRAMES_HELD = 16,
    TOOL_EVENT_FRAMES_SESSIONS = 64,
    TOOL_EVENT_FRAMES_LINES = 1 << 18, /* at most, of all groups in memory */
};

/* The lines of one frame that are kept, in their order in the file. */
struct tool_event_frame {
    unsigned playback; /* from 1, in the order in which they start */
    int64_t frame;     /* TOOL_LOG_READER_BEFORE: before the playback */
    struct tool_event_line *list;
    uint32_t count;
    bool has_end;                  /* playback asks the app to end, or gives the input back */
    bool has_loss;                 /* lines were lost when the log was written */
    struct tool_event_frame *next; /* a later one */
};

/* The caller's function for each line that is read. */
struct tool_event_frames_reader {
    /* Notes the line, also in `words`, and returns whether to keep it. */
    bool (*keep)(void *data, const struct tool_log_event *event);
    void *data;
    const struct tool_event_words *words;
};

struct tool_event_frames {
    struct tool_log_reader *events;
    struct tool_event_frames_reader reader;
    uint32_t held;                   /* lines in all groups */
    struct tool_event_frame *groups; /* in rising order; the first may be the caller's */
    bool is_given;                   /* it is */
    bool is_over;                    /* the file was read to its end */
    unsigned gone_playback;          /* the last group that the caller got; 0: none */
    int64_t gone_frame;
    bool gone_is_part;                               /* more lines of that group may follow */
    unsigned started;                                /* playbacks so far */
    unsigned of_session[TOOL_EVENT_FRAMES_SESSIONS]; /* its playback; 0: none yet */
};

void tool_event_frames_init(struct tool_event_frames *frames, struct tool_log_reader *events,
                            struct tool_event_frames_reader reader);
void tool_event_frames_finish(struct tool_event_frames *frames);

/*
 * The next group that has lines, in rising order; it is valid until the next call. If a frame has
 * more lines than fit, its group comes in several parts. NULL at the end, if the log is broken, or
 * if memory runs out (events->is_broken, and said).
 */
struct tool_event_frame *tool_event_frames_next(struct tool_event_frames *frames);

/* Moves the lines of the last group to the caller; the group is empty then. */
void tool_event_frames_take(struct tool_event_frames *frames);

/* Below 0, 0, above 0: a comes before b, is of the same frame, comes after it. NULL is the end. */
int tool_event_frame_compare(const struct tool_event_frame *a, const struct tool_event_frame *b);

#endif
