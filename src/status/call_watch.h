/* SPDX-License-Identifier: MIT */
/*
 * call_watch: which OpenXR call each thread of an app is in, or which call returned last. It is a
 * part of the shared memory of a run (run_status.h): the layer writes it, and `understudy run`
 * reads it when the app crashes or stands still.
 *
 * A call costs the layer two plain stores into a cache line of the thread's own. The first call of
 * a thread makes one system call. It includes nothing of OpenXR, because the tool includes it.
 */
#ifndef US_CALL_WATCH_H
#define US_CALL_WATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { US_CALL_WATCH_THREADS = 64, US_CALL_WATCH_CALLS = 128, US_CALL_WATCH_NAME_SIZE = 48 };

struct us_call_watch_thread {
    _Alignas(64) _Atomic uint64_t key; /* which thread this is, for the layer; 0: none */
    atomic_int process, thread;        /* its numbers in the system */
    _Atomic uint64_t state;            /* us_call_watch_state */
};

struct us_call_watch {
    _Atomic uint64_t frames; /* grows with each frame of any session */
    char names[US_CALL_WATCH_CALLS][US_CALL_WATCH_NAME_SIZE];   /* of the calls, by their numbers */
    struct us_call_watch_thread threads[US_CALL_WATCH_THREADS]; /* more threads are not watched */
};

/* What a thread does. */
struct us_call_watch_state {
    unsigned call; /* its number */
    bool is_inside, has_called;
    int32_t result; /* of a call that has returned: an XrResult */
};

/* Sets the names of the calls before any call, from an array with a name for each number. NULL is
 * fine. */
void us_call_watch_name(struct us_call_watch *watch, const char *const *names, unsigned count);

/* The calling thread enters the call, or returns from it with the result, which is returned. No
 * lock or allocation. NULL is fine. */
void us_call_watch_enter(struct us_call_watch *watch, unsigned call);
int32_t us_call_watch_leave(struct us_call_watch *watch, int32_t result);
/* A frame passed. NULL is fine. */
void us_call_watch_add_frame(struct us_call_watch *watch);

struct us_call_watch_state us_call_watch_read(const struct us_call_watch_thread *thread);

#endif
