/* SPDX-License-Identifier: MIT */
/*
 * recording_compare: compares two recordings, of either kind, as playback gives them.
 *
 * Both are compared from the start of playback to the end of the shorter one, at the times of the
 * keys, frames and inputs of both. A session recording holds frames and nothing between them, so
 * that a frame which the other session does not hold is not compared. Times that are closer than
 * 0.1 ms count as one, and then each file is sampled at the last of its times among them. The files
 * are streamed; a time takes 16 bytes.
 */
#ifndef TOOL_RECORDING_COMPARE_H
#define TOOL_RECORDING_COMPARE_H

#include "tool/compare/recordings/difference.h"

/* Whether a file begins as a recording of either kind does. */
bool tool_recording_compare_is(const char *path);

struct tool_recording_compare_options {
    struct tool_difference_allow allow;
    bool common; /* durations do not count, nor do markers behind the end of the shorter one */
};

/* Compares. False after a message if a file is unusable. */
bool tool_recording_compare(struct tool_difference *out, const char *a_path, const char *b_path,
                            const struct tool_recording_compare_options *options);

#endif
