/* SPDX-License-Identifier: MIT */
/*
 * told_session: an app that plays a session recording, and what it is told meanwhile. A test says
 * what was told when the session was recorded, and may add UNDERSTUDY_FAULT.
 *
 * The recorded app had the focus from second 0 on, with a frame each `period_s`. Its head is at
 * (t, 0, 0) in LOCAL as it was at the beginning.
 */
#ifndef US_TEST_TOLD_SESSION_H
#define US_TEST_TOLD_SESSION_H

#include "scene.h"

#include "session/session_recorder.h"

enum { TOLD_MOVES_MAX = 16 };

struct told_session {
    struct scene scene;
    char path[64];
    struct us_session_recorder *recorder;
    uint32_t order; /* of the last event */
    double period_s;
    /* Changes a frame or a sync before it is recorded. */
    void (*edit)(double at_s, struct us_session_frame *frame, struct us_session_input *input);
    struct told_place {
        double at_s;
        int space; /* US_SESSION_SPACE_ */
        float x_m, z_m;
    } places[TOLD_MOVES_MAX];
    int place_count;
};

/* The XrTime of a second of the recording. */
#define TOLD_ORIGIN_NS INT64_C(77000000000)
#define TOLD_NS(seconds) (TOLD_ORIGIN_NS + (int64_t)((seconds)*1e9 + ((seconds) < 0 ? -0.5 : 0.5)))

/* An empty recording. */
void told_session_init(struct told_session *told);
void told_session_finish(struct told_session *told);

/* The app was told this after the frame at a second: an event as it is, except for its times and
 * its order; a state; whether the user is there; the display's rate. */
void told_session_put(struct told_session *told, double at_s, struct us_session_event event);
void told_session_state(struct told_session *told, double at_s, XrSessionState state);
void told_session_presence(struct told_session *told, double at_s, bool is_present);
void told_session_rate(struct told_session *told, double at_s, float rate_hz, float before_hz);
/* A reference space was to change, by (x, 0, z) in the space before. */
void told_session_change(struct told_session *told, double at_s, double change_s,
                         XrReferenceSpaceType type, float x_m, float z_m);
/* In the frames from a second on a space is at (x, 0, z) in LOCAL as it was at the beginning. */
void told_session_place(struct told_session *told, double at_s, int space, float x_m, float z_m);
/* LOCAL and LOCAL_FLOOR move, and the app was told so. Both were where they are at second 0. */
void told_session_recentre(struct told_session *told, double at_s, double change_s, float x_m,
                           float z_m);

/* Ends the recording with a frame at this second, and plays it with its events. */
void told_session_record(struct told_session *told, double until_s);

/* Opens a session of an app that knows these extensions, at most six. It is not FOCUSED yet. */
void told_session_open(struct told_session *told, const char *const *names, uint32_t count);
/* The same with the extensions whose events can be told, and with the focus from a frame on that
 * the app waits for. */
void told_session_start(struct told_session *told);

/*
 * What the app is told by all polls now, or after a frame at a second of playback. A state is its
 * letter (I, R, S, V, F, X for STOPPING, L for LOSS_PENDING, E), presence is + or -, a rate is
 * "90>72", a mask M and its view. A move is the letter of the space (V, L, S, F), the place in the
 * space before, "?" if that is not known, and the second of playback when it happens, as
 * "L(1.0,0.0@2.00)". Each ends with a blank.
 */
const char *told_session_now(struct told_session *told);
const char *told_session_at(struct told_session *told, double seconds);

#define CHECK_TOLD(told, seconds, expected)                                                        \
    assert_string_equal(told_session_at(told, seconds), expected)

#endif
