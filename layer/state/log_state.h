/* SPDX-License-Identifier: MIT */
/*
 * log_state: what the event log (event_log.h) remembers of an action and of a session. Nobody else
 * reads it.
 */
#ifndef US_LOG_STATE_H
#define US_LOG_STATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/playback/clock.h"
#include "eventlog/log_event.h"
#include "layer/bindings/user_path.h"

/* What the log remembers of an action, from malloc; the first slot is for no subaction path. */
struct us_log_state_slot {
    XrPath path;
    char text[US_LOG_EVENT_NAME_SIZE];
    _Atomic uint64_t value, state; /* as last told, packed */
};
struct us_log_state_action {
    char name[US_LOG_EVENT_NAME_SIZE];
    uint32_t count;
    struct us_log_state_slot slots[];
};

/* What the log remembers of a session; lives in it. */
struct us_log_state_session {
    uint32_t number;         /* from 1; 0: not noted */
    _Atomic uint64_t layers; /* the kinds of the last frame, hashed; 0: none yet */
    _Atomic uint64_t waits;  /* frames of the session */
    _Atomic XrPath profiles[US_USER_PATH_COUNT]; /* as last told */
    _Atomic uint32_t profiles_written;           /* a bit each */
    _Atomic int64_t start_written;               /* XrTime of the start that was written; 0: none */
    _Atomic uintptr_t wait_thread;               /* who last called xrWaitFrame; 0: nobody */
    _Atomic uintptr_t begin_thread;              /* who last called xrBeginFrame; 0: nobody */
    _Atomic int64_t begun;     /* the frame that it began; -1: one before playback */
    atomic_bool stray_written; /* that a submission belonged to no frame */
    atomic_bool following;     /* a thread is at the rest */
    int64_t start_ns;          /* of the playback that is followed */
    struct us_clock_time at;   /* how far */
    bool is_over;              /* that was written */
};

#endif
