/* SPDX-License-Identifier: MIT */
/*
 * moments: the recording times that a sheet shows.
 */
#ifndef TOOL_MOMENTS_H
#define TOOL_MOMENTS_H

#include "core/recording/recording.h"
#include "tool/sheet/sheet_pictures.h"

enum { TOOL_MOMENTS_MOST = 24, TOOL_MOMENTS_NAME = 128 };

struct tool_moment {
    double time_s;                /* recording time */
    char name[TOOL_MOMENTS_NAME]; /* of the marker there, or "NAME +1.50 s" of the one before; or ""
                                   */
};

struct tool_moments {
    unsigned count;
    struct tool_moment list[TOOL_MOMENTS_MOST];
};

/*
 * The moments of a list as --shoot takes it, without frames: "2s,marker:pinch,every:1s". NULL: the
 * markers of the recording, and six moments at equal distances if it has fewer than four; of more
 * markers than fit, the first ones. With `pictures` (may be NULL): the moments of the pictures, or
 * as many of them as fit. False after a message that names `command` and --at.
 */
bool tool_moments_choose(const struct us_recording *recording, const char *at,
                         const struct tool_sheet_pictures *pictures, const char *command,
                         struct tool_moments *out);

#endif
