/* SPDX-License-Identifier: MIT */
/*
 * drive_pace: when the next frame of a drive is due by the wall clock (--clock real). One frame a
 * period is due. Where one is late by less than a period, the next comes when it would have come
 * anyway; where one is later, the periods count from it, so that no frames come in a burst. Times
 * are those of us_monotonic_ns. Pure functions: any thread.
 */
#ifndef TOOL_DRIVE_PACE_H
#define TOOL_DRIVE_PACE_H

#include <stdbool.h>
#include <stdint.h>

struct tool_drive_pace {
    int64_t period_ns; /* 0: no pace; a frame is due at any time */
    int64_t due_ns;    /* of the next frame */
};

/* How long until the next frame is due; 0: it is due. */
int64_t tool_drive_pace_left_ns(const struct tool_drive_pace *pace, int64_t now_ns);

/* A frame was granted now. */
void tool_drive_pace_granted(struct tool_drive_pace *pace, int64_t now_ns);

#endif
