/* SPDX-License-Identifier: MIT */
/*
 * interruption: a person or the system ends the program before it is done, or takes away what it
 * writes to. For programs, not for libraries in somebody else's. One thread.
 *
 * POSIX: signals. Windows: events of the console, which have the numbers of the signals that they
 * are most like; nothing comes where the program has no console.
 */
#ifndef US_INTERRUPTION_H
#define US_INTERRUPTION_H

#ifdef _WIN32
#include "platform/windows/interruption_types.h"
#else
#include "platform/posix/interruption_types.h"
#endif

/* struct us_interruption: what was done about interruptions before. */

/* From here on, SIGINT, SIGTERM, SIGHUP or SIGQUIT calls `end` with its number, which must end the
 * program by us_interruption_exit. It may neither allocate nor format, because the signal may come
 * at any time. Those that are ignored stay so. Windows: `end` is called on a thread of its own. */
void us_interruption_catch(void (*end)(int number), struct us_interruption *before);
void us_interruption_release(const struct us_interruption *before);
/* Ends the program with this exit code and does nothing else: no files are flushed. */
_Noreturn void us_interruption_exit(int code);

/* A pipe whose reader has gone does not end the program: `note` is called each time, as `end`
 * above, and the write fails with EPIPE. Windows: the write alone says so. */
void us_interruption_survive_readers(void (*note)(void));
/* A file that reaches the limit of a file's size does not end the program: the write fails with
 * EFBIG. Programs that this one starts have the usual action. Windows: there is no such limit. */
void us_interruption_survive_limits(void);

#endif
