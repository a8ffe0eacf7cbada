/* SPDX-License-Identifier: MIT */
/*
 * pairing: frames and the inputs that are in force at them, for files that hold both at one time. A
 * pairing, of a sink, gives each frame of a recording with its inputs. A feed, of a source, parts
 * the two again. One thread.
 */
#ifndef TOOL_CONVERT_BASE_PAIRING_H
#define TOOL_CONVERT_BASE_PAIRING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/result.h"
#include "session/codec/session_message.h"
#include "tool/convert/base/loss.h"
#include "tool/edit/stage/outline.h"

struct tool_convert_pairing {
    /* Gets each frame once its inputs are known. The caller sets both; the rest begins as zeros. */
    enum us_result (*put)(struct tool_convert_pairing *pairing, struct us_error *error);
    void *data;
    struct us_session_frame frame;
    struct us_session_input input; /* if `has_input`: there were some */
    bool has_input;
    /* Of this pass. */
    uint64_t frames;
    uint64_t inputs_lost;  /* another one came before the next frame */
    uint64_t inputs_moved; /* to the next frame */
    /* Its own. */
    bool has_frame, input_is_new, has_ended;
};

/* Takes frames and inputs, and leaves out everything else. */
enum us_result tool_convert_pairing_take(struct tool_convert_pairing *pairing,
                                         const struct us_session_message *message,
                                         struct us_error *error);
/* Gives the last frame, and forgets the inputs; the counts stay until the next pass begins. */
enum us_result tool_convert_pairing_end(struct tool_convert_pairing *pairing,
                                        struct us_error *error);

/* Adds what became of the inputs. */
void tool_convert_pairing_report(const struct tool_convert_pairing *pairing,
                                 struct tool_loss *loss);

/*
 * The messages of a source: the frame, and behind it the inputs where they are not those of the
 * frame before.
 */
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
