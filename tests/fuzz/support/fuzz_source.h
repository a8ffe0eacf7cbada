/* SPDX-License-Identifier: MIT */
/*
 * fuzz_source: what holds of every source of `understudy convert` that has opened a file. For
 * targets that link the tool.
 */
#ifndef FUZZ_SOURCE_H
#define FUZZ_SOURCE_H

#include "fuzz.h"
#include "tool/convert/base/format.h"
#include "tool/convert/base/pairing.h"

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
 * times of frames go up, to the last that the outline has. */
static inline void fuzz_source_check_by(struct tool_convert_source *source,
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
    fuzz_source_check_by(source, &counting);
}

/* The file of a kind as a source. */
static inline enum us_result fuzz_source_open(const struct tool_convert_feed_kind *kind,
                                              const struct fuzz_file *file,
                                              struct tool_convert_source **out,
                                              struct us_error *error)
{
    const struct tool_convert_input input = {.path = file->path};
    const enum us_result result = tool_convert_feed_open(kind, &input, out, error);
    fuzz_check(result == US_OK || (*out == NULL && error->text[0] != '\0'), "no reason");
    return result;
}

/* Writes a source as a kind of file. */
static inline enum us_result fuzz_source_write(struct tool_convert_source *source,
                                               const struct tool_convert_sink_kind *kind,
                                               const struct fuzz_file *to, struct us_error *error)
{
    struct tool_convert_sink *sink;
    enum us_result result =
        tool_convert_sink_open(kind, to->descriptor, &source->outline, &sink, error);
    for (unsigned pass = 0; pass < kind->passes && result == US_OK; pass++) {
        result = tool_convert_source_read(source, &sink->stage, error);
        if (result == US_OK)
            result = tool_edit_end(&sink->stage, error);
    }
    tool_convert_sink_close(sink);
    return result;
}

#endif
