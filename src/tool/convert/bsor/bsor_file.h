/* SPDX-License-Identifier: MIT */
/*
 * bsor_file: reads a Beat Saber Open Replay, version 1 (docs/formats.md), from its begin to its
 * end, in bounded memory.
 *
 * The texts of some old replays are longer than they say. They are read as the published decoder
 * reads them: a length above 1000 is skipped byte by byte, and the player's name ends where the
 * next text has 5 or 6 bytes ("steam", "oculus"). One thread.
 */
#ifndef TOOL_BSOR_FILE_H
#define TOOL_BSOR_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/result.h"
#include "tool/convert/base/byte_window.h"
#include "tool/convert/base/replay_source.h"

enum { TOOL_BSOR_TEXT_SIZE = 256 };

struct tool_bsor {
    struct tool_window window;
    char modifiers[TOOL_BSOR_TEXT_SIZE]; /* "FS,GN" */
    float speed;                         /* of the song, in practice mode; 0: not practised */
    uint32_t frame_count;
    uint32_t frame;        /* the next one, from 0 */
    uint64_t first_offset; /* of the frames */
};

/* What follows the frames. */
struct tool_bsor_rest {
    uint64_t notes, walls, heights, pauses;
    double paused_s; /* in all */
    bool has_offsets, has_user_data;
    bool is_cut; /* it is not as the format says, and the counts are those before the place */
};

/* Whether a file begins as a replay does. */
bool tool_bsor_is(const char *path);

/* Opens a file and reads all before the frames. Errors name the byte. tool_bsor_close in any case.
 */
enum us_result tool_bsor_open(struct tool_bsor *bsor, const char *path, struct us_error *error);
void tool_bsor_close(struct tool_bsor *bsor);

/* The next frame, of the song's time; the hands are the sabers. US_ERROR_FILE if the file cannot be
 * read. Call it frame_count times at most. */
enum us_result tool_bsor_next(struct tool_bsor *bsor, struct tool_replay_frame *out,
                              struct us_error *error);
/* Goes to the first frame. */
void tool_bsor_rewind(struct tool_bsor *bsor);

/* Counts what follows; call it behind the last frame. */
struct tool_bsor_rest tool_bsor_read_rest(struct tool_bsor *bsor);

#endif
