/* SPDX-License-Identifier: MIT */
/*
 * pipe_writer: a thread for each descriptor that us_pipe_write (pipe.h) writes to. It writes what
 * was put into its buffer, and waits as long as whoever has the other end takes; nobody else does.
 *
 * Windows could let the end of a pipe never wait (PIPE_NOWAIT), but that is a mode of the end
 * itself: each descriptor of it, also those of other programs, would lose what finds no room. And
 * it does not tell whether there is room. us_pipe_write starts the thread with the first bytes, and
 * us_pipe_close ends it. Any thread.
 */
#ifndef US_PIPE_WRITER_H
#define US_PIPE_WRITER_H

#include <stdbool.h>

/* Whether it has room, and whether a write has failed. A descriptor without a thread has room. */
void us_pipe_writer_look(int file, bool *out_has_room, bool *out_is_broken);

#endif
