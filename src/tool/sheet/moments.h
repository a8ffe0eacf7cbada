/* SPDX-License-Identifier: MIT */
/*
 * moments: the recording times that a sheet shows, and the pictures of a run that stand beside
 * them.
 */
#ifndef TOOL_MOMENTS_H
#define TOOL_MOMENTS_H

#include <stdbool.h>

#include "core/recording/recording.h"

/*
 * sheet_pictures: the screenshots in the folder of a run, understudy-run-folder(5), and the
 * recording times at which they were taken.
 */

enum { TOOL_SHEET_PICTURES_MOST = 4096, TOOL_SHEET_PICTURES_NAME = 128 };

struct tool_sheet_picture {
    double time_s; /* recording time */
    char name[TOOL_SHEET_PICTURES_NAME];
};

/* Sorted by time. Of each frame only the first view. */
struct tool_sheet_pictures {
    const char *folder; /* the caller's */
    char played[256];   /* the name of the recording that the run played; "": not known */
    unsigned count;
    struct tool_sheet_picture list[TOOL_SHEET_PICTURES_MOST];
};

/* Reads the log in the folder. More pictures than fit are left out. False after a message that
 * begins with `command`: there is no log, or it has no pictures. */
bool tool_sheet_pictures_read(const char *folder, const char *command,
                              struct tool_sheet_pictures *out);

/* The first picture at or after a time, if one was taken within 50 ms; NULL: none. */
const struct tool_sheet_picture *tool_sheet_pictures_at(const struct tool_sheet_pictures *pictures,
                                                        double time_s);

/*
 * moments: the recording times that a sheet shows.
 */

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
