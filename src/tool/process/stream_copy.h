/* SPDX-License-Identifier: MIT */
/*
 * stream_copy: keeps a copy of what an app writes on a standard stream. The app writes to a pipe,
 * and this process passes everything on to its own stream and to a file.
 */
#ifndef TOOL_STREAM_COPY_H
#define TOOL_STREAM_COPY_H

#include <stdbool.h>

struct tool_stream_copy {
    int from, to_pipe; /* the ends of the pipe; -1: there is none */
    int file;          /* the copy; -1: none */
    int stream;        /* this process's own stream; -1: nobody reads it any more */
    const char *path;  /* the caller's */
};

/* Makes the file and the pipe. `path` may be NULL: nothing is copied. Returns false after a message
 * if the file cannot be made. */
bool tool_stream_copy_open(struct tool_stream_copy *copy, const char *path, int stream);

/* Closes this process's end for writing. Call it when the app has started. */
void tool_stream_copy_release(struct tool_stream_copy *copy);

/* Passes on what is in the pipe. Never waits for the app. */
void tool_stream_copy_take(struct tool_stream_copy *copy);

/* Closes everything. */
void tool_stream_copy_close(struct tool_stream_copy *copy);

#endif
