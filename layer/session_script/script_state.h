/* SPDX-License-Identifier: MIT */
/*
 * script_state: which session states the app is told, and in which order (OpenXR 1.0, 9.3).
 *
 * Two parties decide: the chain below, which reports states, and a script, which may keep the
 * session below a state, or lose it. The app is told the lower of the two, one state at a time:
 *
 *   - Without a limit every reported state is told as it is.
 *   - With a limit the app goes to the lower of the reported state and the limit, through all
 *     states in between, both down and up.
 *   - A reported STOPPING, IDLE, READY, EXITING or LOSS_PENDING is always told. Before STOPPING the
 *     app is told the states on the way down to SYNCHRONIZED.
 *   - LOSS_PENDING of a script is the last state of the session: nothing is told after it.
 *
 * Pure state machine: no lock, no allocation, no call. The caller orders the threads.
 */
#ifndef US_SCRIPT_STATE_H
#define US_SCRIPT_STATE_H

#include <stdbool.h>

#include "openxr/xr.h"

/* Starts zeroed. The caller sets `limit` and `loses`. */
struct us_script_state {
    int reported, told; /* XrSessionState; 0: none yet */
    int limit;          /* SYNCHRONIZED, VISIBLE or FOCUSED: the highest that is told; 0: FOCUSED */
    bool loses;         /* a script wants LOSS_PENDING */
    bool is_over;       /* the app was told it */
};

/* The chain below reports a state. Returns true if the app is told `*out_state` in its place; more
 * states may follow from us_script_state_next. */
bool us_script_state_report(struct us_script_state *states, XrSessionState reported,
                            XrSessionState *out_state);

/* Returns true if the app is to be told `*out_state` now. Call it before the chain below is asked
 * for its next event, until it returns false. */
bool us_script_state_next(struct us_script_state *states, XrSessionState *out_state);

/*
 * state_rank: the order of the states of a running session (OpenXR 1.0, 9.3).
 */

/* 1 for SYNCHRONIZED, 2 for VISIBLE, 3 for FOCUSED; 0 for all other states. state: XrSessionState,
 * or 0 for none. */
static inline int us_state_rank(int state)
{
    switch (state) {
    case XR_SESSION_STATE_SYNCHRONIZED:
        return 1;
    case XR_SESSION_STATE_VISIBLE:
        return 2;
    case XR_SESSION_STATE_FOCUSED:
        return 3;
    default:
        return 0;
    }
}

#endif
