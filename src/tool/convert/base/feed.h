/* SPDX-License-Identifier: MIT */
/*
 * feed: the messages of a source whose file has each frame together with the inputs that are in
 * force at it: the frame, and behind it the inputs where they are not those of the frame before.
 * One thread.
 */
#ifndef TOOL_CONVERT_FEED_H
#define TOOL_CONVERT_FEED_H

#include <stdbool.h>

#include "core/base/result.h"
#include "session/codec/session_message.h"
#include "tool/edit/stage/outline.h"

struct tool_convert_feed {
    /* The caller sets these; the rest begins as zeros. `get` goes to the next frame, in `frame` and
     * `input`, or says that there is none. */
    enum us_result (*get)(struct tool_convert_feed *feed, bool *out_end, struct us_error *error);
    void *data;
    const struct us_session_frame *frame;
    const struct us_session_input *input;
    const struct tool_edit_outline *outline; /* without components there are no inputs */
    /* Its own. */
    struct us_session_message message;
    struct us_session_input before;
    bool has_input, gave_input;
};

/* As `next` of a source. */
enum us_result tool_convert_feed_next(struct tool_convert_feed *feed,
                                      struct us_session_message **out, struct us_error *error);
/* The next frame is the first again. */
void tool_convert_feed_rewind(struct tool_convert_feed *feed);

#endif
