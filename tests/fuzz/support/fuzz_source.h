/* SPDX-License-Identifier: MIT */
/*
 * fuzz_source: what holds of every source of `understudy convert` that has opened a file. For
 * targets that link the tool.
 */
#ifndef FUZZ_SOURCE_H
#define FUZZ_SOURCE_H

#include "fuzz.h"
#include "tool/convert/base/format.h"

struct fuzz_counting {
    struct tool_edit_stage stage; /* the first member */
    int64_t last_ns;
    uint64_t frames;
};

static inline enum us_result fuzz_source_count(struct tool_edit_stage *stage,
                                               struct us_session_message *message,
                                               struct us_error *error)
{
    struct fuzz_counting *counting = (struct fuzz_counting *)stage;
    (void)error;
    if (message->topic != US_SESSION_TOPIC_FRAME)
        return US_OK;
    fuzz_check(counting->frames == 0 || message->time_ns > counting->last_ns, "times go back");
    counting->last_ns = message->time_ns;
    counting->frames++;
    return US_OK;
}

/* Reads all messages: what was checked when it was opened is not refused, there is a frame, and the
 * times of frames go up, to the last that the outline has. The stage counts them. */
static inline void fuzz_source_read(struct tool_convert_source *source,
                                    struct fuzz_counting *counting)
{
    struct us_error error;
    fuzz_check(tool_convert_source_read(source, &counting->stage, &error) == US_OK,
               "a file that was checked is refused: %s", error.text);
    fuzz_check(counting->frames > 0, "no frame");
    fuzz_check(counting->last_ns == source->outline.last_ns, "the last time");
}

static inline void fuzz_source_check(struct tool_convert_source *source)
{
    struct fuzz_counting counting = {.stage = {.take = fuzz_source_count}};
    fuzz_source_read(source, &counting);
}

#endif
