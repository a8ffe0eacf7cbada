/* SPDX-License-Identifier: MIT */
/*
 * xror_file: reads an Extended Reality Open Recording (XROR, docs/formats.md) in bounded memory.
 * One thread.
 */
#ifndef TOOL_XROR_FILE_H
#define TOOL_XROR_FILE_H

#include "tool/convert/base/replay_source.h"
#include "tool/convert/xror/fpzip_rows.h"

enum { TOOL_XROR_PARTS = 3, TOOL_XROR_AXES = 7, TOOL_XROR_TEXT_SIZE = 256 };

/* Where in a row a head or hand is: x, y, z and the quaternion's x, y, z, w. All 0: it is nowhere.
 */
struct tool_xror_part {
    unsigned columns[TOOL_XROR_AXES];
};

struct tool_xror {
    struct tool_window window;
    struct tool_fpzip frames;
    struct tool_xror_part parts[TOOL_XROR_PARTS]; /* head, left hand, right hand */
    unsigned columns;                             /* of all devices, and the time */
    unsigned other_devices;                       /* that are no such part */
    unsigned offsets;                             /* parts that have some */
    uint64_t event_kinds;                         /* of which some happened */
    char modifiers[TOOL_XROR_TEXT_SIZE];          /* of Beat Saber: "FS,GN" */
    double speed;                                 /* of the song, in practice mode; or 0 */
};

/* Whether a file begins as such a recording does. */
bool tool_xror_is(const char *path);

/* Opens a file and reads all but its frames. Errors name the byte. tool_xror_close in any case. */
enum us_result tool_xror_open(struct tool_xror *xror, const char *path, struct us_error *error);
void tool_xror_close(struct tool_xror *xror);

/* The next frame, without what the file lacks. */
enum us_result tool_xror_next(struct tool_xror *xror, struct tool_replay_frame *out, bool *out_end,
                              struct us_error *error);
/* Goes to the first frame. */
void tool_xror_rewind(struct tool_xror *xror);

/* Whether the file has the part. */
bool tool_xror_has(const struct tool_xror *xror, unsigned part);

#endif
