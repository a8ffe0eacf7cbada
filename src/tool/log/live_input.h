/* SPDX-License-Identifier: MIT */
/*
 * live_input: finds in an event log which input came from the person who wore the headset, and not
 * from the recording.
 */
#ifndef TOOL_LIVE_INPUT_H
#define TOOL_LIVE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

enum {
    TOOL_LIVE_HEAD = 1,
    TOOL_LIVE_HANDS = 2,   /* joints, and the poses of a hand's pose actions */
    TOOL_LIVE_BUTTONS = 4, /* buttons, triggers, sticks: actions that have a value */
    TOOL_LIVE_GAZE = 8,
};

/*
 * The kinds of live input, as bits, that the app got from the start of playback until its input was
 * released, and before playback as well if `with_before`. Absent input (an inactive action, a hand
 * that is not tracked) does not count. 0 also for a log that cannot be read.
 */
unsigned tool_live_input_find(const char *log, bool with_before);

/* "hands, buttons" */
void tool_live_input_describe(unsigned kinds, char *out, size_t out_size);

#endif
