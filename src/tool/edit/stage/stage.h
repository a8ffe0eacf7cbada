/* SPDX-License-Identifier: MIT */
/*
 * stage: one stage of an edit. It gets the messages of a recording in the order of their times,
 * changes them, and hands them to the next stage, in the order of their times again. Memory is
 * bounded: a stage that must look ahead holds a window of messages.
 *
 * Messages are those of a session (session_message.h), and complete. An input animation file comes
 * as frames. Markers are not among the messages: the outline has them.
 */
#ifndef TOOL_EDIT_STAGE_H
#define TOOL_EDIT_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/result.h"
#include "platform/numbers.h"
#include "session/codec/session_message.h"

struct tool_edit_stage;
typedef enum us_result tool_edit_take(struct tool_edit_stage *stage,
                                      struct us_session_message *message, struct us_error *error);
typedef enum us_result tool_edit_end_stage(struct tool_edit_stage *stage, struct us_error *error);
typedef void tool_edit_finish_stage(struct tool_edit_stage *stage);

struct tool_edit_stage {
    tool_edit_take *take; /* the message is the stage's to change until it returns */
    /* After the last message: hands on what waits, and says what was done. NULL: there is nothing.
     */
    tool_edit_end_stage *end;
    tool_edit_finish_stage
        *finish;      /* frees what the stage owns, but not the stage; NULL: nothing */
    const char *name; /* of the step */
    bool has_failed;  /* a failure is that of the step's own input, and the error names it */
    char said[1536];  /* what it did: lines, each with its newline but for the last */
    struct tool_edit_stage *next;
};

static inline bool tool_edit_is_frame(const struct us_session_message *message)
{
    return message->topic == US_SESSION_TOPIC_FRAME;
}

static inline enum us_result tool_edit_pass(const struct tool_edit_stage *stage,
                                            struct us_session_message *message,
                                            struct us_error *error)
{
    return stage->next->take(stage->next, message, error);
}

/* Ends the stage and all behind it. */
enum us_result tool_edit_end(struct tool_edit_stage *stage, struct us_error *error);

/* Adds a line to `said`; what does not fit is left out. */
void tool_edit_say(struct tool_edit_stage *stage, const char *format, ...) US_FORMAT(2, 3);

/* Adds ", and N more" of the components in `which`, a byte for each, behind a title. Nothing if
 * none is set. */
void tool_edit_say_components(struct tool_edit_stage *stage, const char *title,
                              const struct us_session_components *table, const uint8_t *which);

/* Sets a message's time, also in its content. */
void tool_edit_set_time(struct us_session_message *message, int64_t time_ns);

/* Moves every time of the message, also those that its content names besides. A time of 0 is not
 * known, and stays. */
typedef int64_t tool_edit_map_time(const void *data, int64_t time_ns);
void tool_edit_map(struct us_session_message *message, tool_edit_map_time *map, const void *data);

/* "3 frames" */
struct tool_edit_count {
    char text[48];
};
struct tool_edit_count tool_edit_count(uint64_t count, const char *noun);

/*
 * window: messages in the order in which they came, some of them already handed on.
 */
struct tool_edit_window {
    struct us_session_message *messages; /* from malloc */
    uint32_t count;
    uint32_t next; /* the first one that was not handed on */
};

enum us_result tool_edit_window_add(struct tool_edit_window *window,
                                    const struct us_session_message *message,
                                    struct us_error *error);
/* Forgets messages that were handed on and are earlier than a time. */
void tool_edit_window_forget(struct tool_edit_window *window, int64_t before_ns);
void tool_edit_window_finish(struct tool_edit_window *window);

#endif
