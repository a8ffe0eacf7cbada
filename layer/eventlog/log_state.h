/* SPDX-License-Identifier: MIT */
/* log_state: what the event log (event_log.h) keeps with a session, an action and a space. */
#ifndef US_LOG_STATE_H
#define US_LOG_STATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/playback/clock.h"
#include "eventlog/log_event.h"
#include "layer/bindings/bindings_context.h"
#include "openxr/xr.h"

/* The last logged state of an action, for one subaction path. */
struct us_log_state_slot {
    XrPath path; /* XR_NULL_PATH in the first slot */
    char text[US_LOG_EVENT_NAME_SIZE];
    _Atomic uint64_t value, state; /* as last logged, packed */
};

/* The first slot is for no subaction path. */
struct us_log_state_action {
    char name[US_LOG_EVENT_NAME_SIZE];
    uint32_t count;
    struct us_log_state_slot slots[];
};

struct us_log_state_space {
    uint32_t number; /* from 1 */
};

/* "Logged" means: an event was written. */
struct us_log_state_session {
    uint32_t number;         /* from 1; 0: the session is not logged */
    _Atomic uint64_t layers; /* hash of the layer types of the last frame; 0: no frame yet */
    _Atomic uint64_t waits;  /* number of xrWaitFrame calls */
    _Atomic XrPath profiles[US_USER_PATH_COUNT]; /* interaction profiles as last logged */
    _Atomic uint32_t profiles_written;           /* a bit for each user path that was logged */
    _Atomic int64_t start_written;   /* XrTime of the logged start of playback; 0: none */
    _Atomic uint64_t wait_thread;    /* thread of the last xrWaitFrame; 0: none */
    _Atomic uint64_t begin_thread;   /* thread of the last xrBeginFrame; 0: none */
    _Atomic int64_t begun;           /* frame of the last xrBeginFrame; -1: before playback */
    _Atomic int64_t begun_ns;        /* its predicted display time; 0: no frame was begun */
    _Atomic int64_t period_ns;       /* predictedDisplayPeriod of the last xrWaitFrame */
    _Atomic int64_t waited_ns;       /* CLOCK_MONOTONIC at the return of the last xrWaitFrame */
    _Atomic int64_t begun_waited_ns; /* the same for the frame of the last xrBeginFrame; 0: none */
    _Atomic int64_t waited_processor_ns; /* the app's processor time then; 0: not measured */
    /* Hash of each layer as last logged; 0: not logged yet. */
    _Atomic uint64_t layer_hashes[US_LOG_EVENT_LAYERS_MAX];
    atomic_bool stray_written; /* a submission without a frame was logged */
    atomic_flag following;     /* a thread uses the following members */
    int64_t start_ns;          /* start of the playback that the members describe */
    struct us_clock_time at;   /* the recording's time as last seen */
    bool is_over;              /* the end of playback was logged */
    uint32_t faults;           /* the logged faults that are in force, as us_faults_active */
};

#endif
