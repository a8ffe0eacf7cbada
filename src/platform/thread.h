/* SPDX-License-Identifier: MIT */
/*
 * thread: threads, and how they wait for each other. A thin cover of the system's own.
 *
 * Nothing here allocates but us_thread_start and the functions that end in _init. A lock is not
 * recursive. Functions without a result cannot fail when they are used as described.
 *
 * POSIX: pthreads. Windows: SRW locks, condition variables and threads of the C runtime; the
 * structs hold no type of <windows.h>, so that its names do not reach other files.
 */
#ifndef US_THREAD_H
#define US_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
#include "platform/windows/thread_types.h"
#else
#include "platform/posix/thread_types.h"
#endif

/* struct us_mutex: US_MUTEX_INIT is a mutex that need not be made or destroyed. */
bool us_mutex_init(struct us_mutex *mutex); /* false: there is no memory */
void us_mutex_destroy(struct us_mutex *mutex);
void us_mutex_lock(struct us_mutex *mutex);
void us_mutex_unlock(struct us_mutex *mutex);

/* struct us_condition: the mutex is the one that guards what is waited for. A wait may come back
 * early. */
bool us_condition_init(struct us_condition *condition); /* false: there is no memory */
void us_condition_destroy(struct us_condition *condition);
void us_condition_signal(struct us_condition *condition);
void us_condition_broadcast(struct us_condition *condition);
/* Waits until this time of US_TIME_MONOTONIC (time.h), at the latest. */
void us_condition_wait_until(struct us_condition *condition, struct us_mutex *mutex,
                             int64_t until_ns);

/* struct us_semaphore: begins with 0. Any thread may post, also one that must not wait. */
bool us_semaphore_init(struct us_semaphore *semaphore); /* false: there is no memory */
void us_semaphore_destroy(struct us_semaphore *semaphore);
void us_semaphore_post(struct us_semaphore *semaphore);
void us_semaphore_wait(struct us_semaphore *semaphore);

/* struct us_once: US_ONCE_INIT. Whoever comes first runs the function, and the others wait for it.
 */
void us_once_run(struct us_once *once, void (*run)(void));

/*
 * struct us_thread. Starts a thread that gets no signals of the process, so that an app's handlers
 * never run on it (Windows has none). A `stack_size` of 0 is the system's. Returns 0 or an error
 * number of errno.h. Somebody must join each thread that was started.
 */
int us_thread_start(struct us_thread *out, size_t stack_size, void *(*run)(void *), void *data);
void us_thread_join(struct us_thread *thread);

/* Which thread calls: never 0, and another value than each thread that runs now. No system call. */
uint64_t us_thread_self(void);
/* The number under which other programs know the calling thread. A system call. */
int us_thread_number(void);

/* The clock of the calling thread's processor time, for other threads. */
intptr_t us_thread_clock(void);
/* The processor time in nanoseconds; -1: that thread has ended. */
int64_t us_thread_clock_ns(intptr_t clock);

#endif
