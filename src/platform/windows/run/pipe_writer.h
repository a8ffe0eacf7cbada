/* SPDX-License-Identifier: MIT */
/*
 * pipe_writer: a thread for each descriptor that us_pipe_write (pipe.h) writes to. It writes what
 * was put into its buffer, and waits as long as whoever has the other end takes; nobody else does.
 *
 * Windows could let the end of a pipe never wait (PIPE_NOWAIT), but that is a mode of the end
 * itself: each descriptor of it, also those of other programs, would lose what finds no room. And
 * it does not tell whether there is room. Any thread.
 */
#ifndef US_PIPE_WRITER_H
#define US_PIPE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Starts the thread with the first bytes. How many bytes were put; -1: none (EAGAIN), or a write
 * has failed, with its errno. */
int64_t us_pipe_writer_put(int file, const void *bytes, size_t size);

/* Whether it has room, and whether a write has failed. A descriptor without a thread has room. */
void us_pipe_writer_look(int file, bool *out_has_room, bool *out_is_broken);

/* Ends the thread: once all is written, or else after US_PIPE_LAST_MS. False: it hangs in a write,
 * and the descriptor must stay. */
bool us_pipe_writer_end(int file);

#endif
