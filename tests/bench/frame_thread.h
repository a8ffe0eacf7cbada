/* SPDX-License-Identifier: MIT */
/*
 * frame_thread: counts what a stretch of one thread's work asks of the allocator, of locks and of
 * the kernel.
 *
 * Allocations and locks are counted where this program's own objects call them (the linker's
 * --wrap, see CMakeLists.txt), system calls by a seccomp filter that belongs to the thread: a call
 * is not made but raises SIGSYS, which counts it. Nothing lifts a filter again, so the thread ends
 * by exit alone.
 */
#ifndef US_BENCH_FRAME_THREAD_H
#define US_BENCH_FRAME_THREAD_H

#include <stdbool.h>

struct frame_counts {
    unsigned long allocations, locks, calls;
    int first_call; /* the number of the first system call that was counted */
};

/* From here on this thread counts allocations and locks; and no more. */
void frame_thread_count(bool on);
/* From here on this thread's system calls are counted and not made. False: not allowed here. */
bool frame_thread_confine(void);
/* What was counted since the last reset. Any thread may ask; only one may count. */
struct frame_counts frame_thread_counts(void);
void frame_thread_reset(void);
/* Ends a confined thread. */
_Noreturn void frame_thread_exit(void);

#endif
