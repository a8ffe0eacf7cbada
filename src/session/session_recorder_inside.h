/* SPDX-License-Identifier: MIT */
/*
 * session_recorder_inside: the struct of the recorder, which its two files share.
 */
#ifndef US_SESSION_RECORDER_INSIDE_H
#define US_SESSION_RECORDER_INSIDE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "platform/thread.h"
#include "session/file/session_ring.h"
#include "session/file/session_writer.h"

struct us_session_recorder {
    struct us_session_ring *ring;
    int file;
    struct us_thread thread;
    atomic_bool stop;
    _Atomic uint32_t look_turn;  /* the thread waits for it between its looks */
    _Atomic uint32_t write_turn; /* changes when the thread has written what waited */
    _Atomic uint32_t rests;      /* whether the thread waits */
    _Atomic uint32_t waiters;    /* threads in us_session_recorder_wait */
    void (*on_failure)(void *data, const char *text);
    void *data;
    struct us_session_writer writer; /* the thread's */
};

#endif
