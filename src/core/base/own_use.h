/* SPDX-License-Identifier: MIT */
/*
 * own_use: the processor time and memory that Understudy's own threads and queues use in their
 * process, so that measurements of the app can leave them out.
 *
 * One account for the process, because processor time and memory are the process's. Any thread may
 * call the functions; none takes a lock.
 */
#ifndef US_OWN_USE_H
#define US_OWN_USE_H

#include <stddef.h>
#include <stdint.h>

#include "platform/thread.h"

/* Starts a thread as us_thread_start does, whose processor time counts as Understudy's. The caller
 * joins the thread. */
int us_own_use_start_thread(struct us_thread *out_thread, size_t stack_size, void *(*run)(void *),
                            void *data);
/* The processor time of all these threads, those that have ended too. A system call for each one
 * that runs. */
int64_t us_own_use_processor_ns(void);

/* Counts memory that grows with the data that waits to be written; negative: it was freed. */
void us_own_use_add_bytes(int64_t bytes);
int64_t us_own_use_bytes(void);

#endif
