/* SPDX-License-Identifier: MIT */
/*
 * pairing: frames and the inputs that are in force at them, for files that hold both at one time. A
 * pairing, of a sink, gives each frame of a recording with its inputs. A feed, of a source, parts
 * the two again. One thread.
 */
#ifndef TOOL_CONVERT_BASE_PAIRING_H
#define TOOL_CONVERT_BASE_PAIRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/result.h"
#include "session/codec/session_message.h"
#include "tool/convert/base/format.h"
#include "tool/convert/base/loss.h"

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
 * The first member of a source whose file has each frame together with the inputs: it gives the
 * frame, and behind it the inputs where they are not those of the frame before. The source's own
 * file is read and checked when it is opened, once as a whole.
 */
struct tool_convert_feed {
    struct tool_convert_source base; /* the first member; the kind sets `report` alone */
    /* The kind sets these. `get` goes to the next frame, in `frame` and `input`, or says that there
     * is none; `restart` makes the first one the next; `finish` frees what else the kind owns. */
    enum us_result (*get)(struct tool_convert_feed *feed, bool *out_end, struct us_error *error);
    void (*restart)(struct tool_convert_feed *feed);
    void (*finish)(struct tool_convert_feed *feed);
    /* Opens the file, reads all of it, and sets the outline, without whose components there are no
     * inputs, and the two below. */
    enum us_result (*check)(struct tool_convert_feed *feed, struct us_error *error);
    const void *kind; /* the kind's own; may be NULL */
    const struct us_session_frame *frame;
    const struct us_session_input *input;
    /* Its own. */
    struct tool_convert_input from;
    struct us_session_message message;
    struct us_session_input before;
    bool has_input, gave_input;
};

/* Makes and opens a kind's own source of `size` bytes, zeroed but for what is given. */
enum us_result tool_convert_feed_open(size_t size, const struct tool_convert_feed *given,
                                      const struct tool_convert_input *input,
                                      struct tool_convert_source **out, struct us_error *error);
/* Tells how far the reading of the file is. */
void tool_convert_feed_show(const struct tool_convert_feed *feed, uint64_t done, uint64_t total);

#endif
