/* SPDX-License-Identifier: MIT */
/*
 * pairing: gives each frame of a recording with the inputs that are in force at it, for files that
 * hold both at one time. One thread.
 */
#ifndef TOOL_CONVERT_PAIRING_H
#define TOOL_CONVERT_PAIRING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/result.h"
#include "session/codec/session_message.h"
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

#endif
