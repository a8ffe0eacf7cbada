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
#include "tool/convert/base/stage_space.h"

struct tool_convert_pairing {
    /* Gets each frame once its inputs are known. The caller sets both; the rest begins as zeros. */
    void (*put)(struct tool_convert_pairing *pairing);
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
void tool_convert_pairing_take(struct tool_convert_pairing *pairing,
                               const struct us_session_message *message);
/* Gives the last frame, and forgets the inputs; the counts stay until the next pass begins. */
void tool_convert_pairing_end(struct tool_convert_pairing *pairing);

/* Adds what became of the inputs. */
void tool_convert_pairing_report(const struct tool_convert_pairing *pairing,
                                 struct tool_loss *loss);

/* ---- A feed ---- */

struct tool_convert_feed;

/* What a kind of files, which have each frame together with the inputs, does to be read. */
struct tool_convert_feed_kind {
    size_t size;         /* of the kind's own source, which is zeroed but for its first member */
    unsigned variant;    /* the kind's own, of kinds that share functions */
    const char *nothing; /* is wrong with a file without a frame */
    /* Opens the file, reads all before its frames, and sets `frame`, `input` and the outline,
     * without whose components there are no inputs. */
    enum us_result (*open)(struct tool_convert_feed *feed, struct us_error *error);
    void (*restart)(struct tool_convert_feed *feed); /* makes the first frame the next one */
    /* Goes to the next frame, in `frame`, without its number, and `input`, without its time; or
     * says that there is none. */
    enum us_result (*get)(struct tool_convert_feed *feed, bool *out_end, struct us_error *error);
    /* Sets what else the outline has, when all frames were read once; or NULL. */
    enum us_result (*settle)(struct tool_convert_feed *feed, struct us_error *error);
    void (*report)(const struct tool_convert_source *source, struct tool_loss *loss);
    void (*finish)(struct tool_convert_feed *feed); /* frees what else the kind owns */
};

/*
 * The first member of a source of such a file: it gives the frame, and behind it the inputs where
 * they are not those of the frame before. The file is read and checked when it is opened, once as a
 * whole.
 */
struct tool_convert_feed {
    struct tool_convert_source base; /* the first member */
    const struct tool_convert_feed_kind *kind;
    struct tool_convert_input from;
    bool is_in_stage; /* the kind's to set: the poses are in STAGE, and are given in LOCAL */
    struct us_session_frame *frame; /* the kind's */
    struct us_session_input *input;
    /* Of this pass. */
    uint64_t frames;   /* that were given */
    int64_t before_ns; /* the time of the newest */
    uint64_t periods;  /* that the file lacks: the times since the frame before */
    struct tool_convert_stage stage;
    /* Its own. */
    struct us_session_message message;
    struct us_session_input before;
    bool has_input, gave_input;
};

/* Opens a kind's own source. */
enum us_result tool_convert_feed_open(const struct tool_convert_feed_kind *kind,
                                      const struct tool_convert_input *input,
                                      struct tool_convert_source **out, struct us_error *error);
/* Tells how far the reading of the file is. */
void tool_convert_feed_show(const struct tool_convert_feed *feed, uint64_t done, uint64_t total);

#endif
