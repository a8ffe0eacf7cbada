/* SPDX-License-Identifier: MIT */
/*
 * pipe: what an app writes on a standard stream, on its way through this program. An end is a
 * descriptor (descriptor.h), and us_descriptor_close closes it. A function that fails says why in
 * errno. For programs, not for libraries in somebody else's. Any thread.
 */
#ifndef US_PIPE_H
#define US_PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes a pipe: ends[0] reads, ends[1] writes. */
bool us_pipe_open(int ends[2]);
/* Reads what is there, and never waits: how many bytes; 0: every end for writing is closed; -1:
 * nothing is there now (EAGAIN), or it failed. */
int64_t us_pipe_read(int from, void *out, size_t size);
/* Whether bytes wait in it. */
bool us_pipe_has_bytes(int from);

/* Writes everything to a pipe or a file, and waits while nothing can be written. */
bool us_pipe_write_all(int file, const void *bytes, size_t size);

/* Between the two, a pipe whose reader has gone does not end the program: the write fails with
 * EPIPE. Windows: that is always so. One thread, not one in another. */
void us_pipe_begin_survival(void);
void us_pipe_end_survival(void);

#endif
