/* SPDX-License-Identifier: MIT */
/*
 * window: the bytes of a file from some place on, piece by piece, in bounded memory. One thread.
 */
#ifndef TOOL_CONVERT_BASE_WINDOW_H
#define TOOL_CONVERT_BASE_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/file.h"
#include "core/base/result.h"

enum { TOOL_WINDOW_SIZE = 1 << 16 };

struct tool_window {
    struct us_file file;
    uint64_t at;     /* offset of the next byte; the caller may set it, up to the file's size */
    uint64_t begin;  /* offset of what is in `bytes` */
    uint32_t filled; /* bytes in `bytes`; 0: they are read again */
    uint32_t room;
    uint8_t *bytes; /* own */
};

/* Opens a file at its begin, with room for so many bytes and one more. An empty file is refused.
 * tool_window_close in any case. */
enum us_result tool_window_open(struct tool_window *window, const char *path, uint32_t room,
                                struct us_error *error);
void tool_window_close(struct tool_window *window);

/* The next bytes, which stay the next and last until the next call: `most`, `room` at most, or
 * those that the file has left. NULL: it has none, or they cannot be read. The caller may change
 * them, and the one behind them, until they are read again. */
uint8_t *tool_window_look(struct tool_window *window, uint32_t most, uint32_t *out_count);
/* The next bytes, `room` at most, which last until the next call; NULL: the file lacks them. */
const uint8_t *tool_window_take(struct tool_window *window, uint32_t count);
/* False: the file lacks so many. */
bool tool_window_skip(struct tool_window *window, uint64_t count);

#endif
