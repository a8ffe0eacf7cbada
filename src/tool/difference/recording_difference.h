/* SPDX-License-Identifier: MIT */
/*
 * recording_difference: compares two recordings, of either kind, as playback gives them.
 *
 * Both are compared from the start of playback to the end of the shorter one: at the times of the
 * keys, frames and inputs of both. Times that are closer than 0.1 ms count as one, and then each
 * file is asked at the last of its own. The files are streamed; a time takes 8 bytes.
 */
#ifndef TOOL_RECORDING_DIFFERENCE_H
#define TOOL_RECORDING_DIFFERENCE_H

#include "tool/difference/difference.h"

/* Whether a file begins as a recording of either kind does. */
bool tool_recording_difference_is(const char *path);

struct tool_recording_difference_options {
    struct tool_difference_allow allow;
    bool common; /* neither the durations count nor a marker behind the shorter one */
    /* A file that does not begin as a recording is an input animation file of 2019 without its
     * header. */
    bool headerless;
};

/* Compares. False after a message if a file is unusable. */
bool tool_recording_difference_find(struct tool_difference *out, const char *a_path,
                                    const char *b_path,
                                    const struct tool_recording_difference_options *options);

#endif
