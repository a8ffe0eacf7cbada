/* SPDX-License-Identifier: MIT */
/*
 * pipe: what goes through pipes: what an app writes on a standard stream, requests and answers. An
 * end is a descriptor (descriptor.h), and us_descriptor_close closes it. A function that fails says
 * why in errno. For programs, not for libraries in somebody else's. Any thread.
 */
#ifndef US_PIPE_H
#define US_PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes a pipe: ends[0] reads, ends[1] writes. */
bool us_pipe_open(int ends[2]);
/* Reads what is there, and never waits: how many bytes; 0: every end for writing is closed; -1:
 * nothing is there now (EAGAIN), or it failed. Of what this program did not make (us_pipe_input):
 * call it once us_pipe_wait says that it can be read. */
int64_t us_pipe_read(int from, void *out, size_t size);
/* A copy of standard input that us_pipe_wait can wait for; -1, with errno. Windows: where that
 * cannot be looked into, such as a console, a thread puts what comes from it into a pipe. */
int us_pipe_input(void);
/*
 * Writes what can be written now to a pipe that us_pipe_wait calls writable: how many bytes, or -1,
 * with EAGAIN where that is nothing. us_pipe_close closes it then.
 *
 * POSIX: up to US_PIPE_AT_ONCE bytes never wait.
 * Windows: never waits. A thread for each descriptor writes what was taken, in its order; a failure
 * shows with a later call. What others write to the same end, such as messages to a standard error
 * that is the standard output, comes in between, and waits while nobody reads. What is not done:
 * where a client's pipe is one for both directions, a write that waits keeps reads waiting, too.
 */
int64_t us_pipe_write(int to, const void *bytes, size_t size);
enum { US_PIPE_AT_ONCE = 4096 };
/* Closes an end that us_pipe_write may have written to. Windows: whoever has the other end gets so
 * long to take what was written before; what is left then is lost. */
void us_pipe_close(int to);
enum { US_PIPE_LAST_MS = 1000 };

/* An end of a pipe, or another file, and what is waited for. */
struct us_pipe_end {
    int file;           /* -1: none */
    bool reads, writes; /* what is wanted */
    bool is_readable;   /* there are bytes, or the end of them; only where wanted */
    bool is_writable;   /* only where wanted */
    bool is_broken;     /* nobody has the other end; Windows: a write has told that */
};
enum { US_PIPE_ENDS = 32 };
/* Waits until one of the ends is one of these, but so long at most; -1: for any time. False: it
 * failed, or a signal came. Windows: looks each millisecond, and after a while less often. */
bool us_pipe_wait(struct us_pipe_end *ends, unsigned count, int most_ms);
/* Whether bytes wait in it. */
bool us_pipe_has_bytes(int from);

/* Writes everything to a pipe or a file, and waits while nothing can be written. */
bool us_pipe_write_all(int file, const void *bytes, size_t size);

/* Between the two, a pipe whose reader has gone does not end the program: the write fails with
 * EPIPE. Windows: that is always so. One thread, not one in another. */
void us_pipe_begin_survival(void);
void us_pipe_end_survival(void);

#endif
