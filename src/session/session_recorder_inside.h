/* SPDX-License-Identifier: MIT */
/*
 * session_recorder_inside: the struct of the recorder, which its two files share.
 */
#ifndef US_SESSION_RECORDER_INSIDE_H
#define US_SESSION_RECORDER_INSIDE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "session/file/session_ring.h"
#include "session/file/session_writer.h"

struct us_session_recorder {
    struct us_session_ring *ring;
    int file;
    pthread_t thread;
    atomic_bool stop;
    void (*on_failure)(void *data, const char *text);
    void *data;
    struct us_session_writer writer; /* the thread's */
};

#endif
