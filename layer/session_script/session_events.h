/* SPDX-License-Identifier: MIT */
/*
 * session_events: tells the app of one session what its scripts say (session_script.h), merged with
 * what the chain below reports.
 *
 * Events are told in the order of the script, from xrPollEvent, before the chain below is asked for
 * its next event. If playback jumps (it starts in the middle, or loops), the app is told what
 * differs: the state, presence, places of spaces and the refresh rate of the new time, and that
 * masks and STAGE changed in between.
 *
 * us_session_events_begin and _next, and all members: one thread at a time (under the lock of the
 * handle table). No allocation, no lock, no call.
 */
#ifndef US_SESSION_EVENTS_H
#define US_SESSION_EVENTS_H

#include <stdbool.h>

#include "layer/session_script/session_script.h"
#include "layer/session_script/script_state.h"

/* What the app can be told, because it enabled the extension. */
struct us_session_events_audience {
    bool presence, refresh_rate, local_floor, masks;
};

/* Where playback is. */
struct us_script_now {
    bool is_playing;    /* playback has begun, and input was not released at its end */
    XrTime time;        /* of the newest frame */
    double recording_s; /* of that frame */
    double
        ns_per_second; /* of XrTime, that a second of the recording takes; 0: it does not go on */
    double pass;       /* us_clock_time.pass */
    float rate_hz;     /* of the display without scripts; 0: unknown */
};

struct us_session_events {
    const struct us_session_scripts *scripts;
    struct us_session_events_audience audience;
    struct us_script_state states; /* gets what the chain below reports */

    bool has_begun; /* the members below are at a time of the recording */
    double pass;
    size_t next[US_SCRIPT_SOURCES]; /* the next event of each script */
    XrSessionState highest[US_SCRIPT_SOURCES];
    bool is_present[US_SCRIPT_SOURCES];
    /* Whoever called us_session_events_next clears these two. */
    bool wants_exit;     /* the chain below is to be asked to end the session */
    bool fault_ends;     /* a fault ends the session */
    uint32_t masks_due;  /* a bit for each view that is still to be told of a new mask */
    uint32_t lost_count; /* of events, told next; 0: none */
    bool loses_instance; /* told next */

    /* What the app was told, and what it is told next. */
    bool told_present, presence_due;
    float rates_hz[US_SCRIPT_SOURCES]; /* that each script sets; 0: none */
    float told_rate_hz;                /* 0: none, so that the app asked for it at most */
    bool has_told_places;
    struct us_pose told_places[US_SCRIPT_SPACES];
    struct us_script_move {
        bool is_due, has_pose;
        XrTime change_time;
        struct us_pose T_before_after;
    } moves[US_SCRIPT_SPACES];
};

/* A session was created. `scripts` must outlive it. */
void us_session_events_init(struct us_session_events *events,
                            const struct us_session_scripts *scripts,
                            struct us_session_events_audience audience);

/* xrBeginSession succeeded. `from_s` is where playback will start. */
void us_session_events_begin(struct us_session_events *events, double from_s);

/* Writes the next event that the app is to be told, and returns true. False: there is none now. */
bool us_session_events_next(struct us_session_events *events, XrSession session,
                            const struct us_script_now *now, XrEventDataBuffer *event);

/* The chain below tells the app that the display's refresh rate is this one now. */
void us_session_events_on_rate(struct us_session_events *events, float rate_hz);

#endif
