/* SPDX-License-Identifier: MIT */
/*
 * loss: what a conversion lost, made up or moved to other times, and how far the poses of its
 * output are from those of its input. One thread.
 */
#ifndef TOOL_LOSS_H
#define TOOL_LOSS_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

#include "platform/numbers.h"
#include "tool/edit/stage/frame_tracks.h"

enum tool_loss_kind {
    TOOL_LOSS_DROPPED,   /* the output lacks it */
    TOOL_LOSS_INVENTED,  /* the input lacks it */
    TOOL_LOSS_RESAMPLED, /* it is at another time */
    TOOL_LOSS_NOTE,      /* no loss of anything that plays */
    TOOL_LOSS_KINDS
};

enum { TOOL_LOSS_MOST = 96, TOOL_LOSS_TEXT = 640 };

struct tool_loss {
    struct {
        enum tool_loss_kind kind;
        uint64_t count; /* of poses, messages, ... */
        char text[TOOL_LOSS_TEXT];
    } list[TOOL_LOSS_MOST];
    unsigned count; /* what does not fit is counted in the last place */
    bool is_measured;
    uint64_t frames; /* at which the output was compared with the input */
    struct tool_edit_distance worst;
};

/* Adds a sentence without its count. Nothing if `count` is 0. */
void tool_loss_add(struct tool_loss *loss, enum tool_loss_kind kind, uint64_t count,
                   const char *format, ...) US_FORMAT(4, 5);

/* The same; in the place of a '#' of the text stands "3 frames", or with a NULL noun "3". */
void tool_loss_count(struct tool_loss *loss, enum tool_loss_kind kind, uint64_t count,
                     const char *noun, const char *text);

/* Whether anything that plays is not as it was; what float32 does not tell apart does not count. */
bool tool_loss_is_any(const struct tool_loss *loss);

/* Prints lines "  dropped    ...", in the order of the kinds, and the largest error. */
void tool_loss_print(const struct tool_loss *loss);
/* Prints {"file", "output", "lossless", "losses": [{"kind", "count", "text"}], "measured":
 * {"frames", "position_m", "rotation_rad"} or null}. False: it could not be printed. */
bool tool_loss_print_json(const struct tool_loss *loss, const char *input, const char *output);

#endif
