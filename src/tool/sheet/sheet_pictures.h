/* SPDX-License-Identifier: MIT */
/*
 * sheet_pictures: the screenshots in the folder of a run, understudy-run-folder(5), and the
 * recording times at which they were taken.
 */
#ifndef TOOL_SHEET_PICTURES_H
#define TOOL_SHEET_PICTURES_H

#include <stdbool.h>

enum { TOOL_SHEET_PICTURES_MOST = 4096, TOOL_SHEET_PICTURES_NAME = 128 };

struct tool_sheet_picture {
    double time_s; /* recording time */
    char name[TOOL_SHEET_PICTURES_NAME];
};

/* Sorted by time. Of each frame only the first view. */
struct tool_sheet_pictures {
    const char *folder; /* the caller's */
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

#endif
