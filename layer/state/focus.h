/* SPDX-License-Identifier: MIT */
/*
 * focus: gives the app the focus if the runtime never does (UNDERSTUDY_FORCE_FOCUS=1).
 *
 * This is off by default, and it does not conform to OpenXR: the app is told a session state that
 * the runtime is not in. us_focus is a state machine between the states that the runtime reports
 * and the states that the app is told. The app gets them in an order that OpenXR 1.0, 9.3 allows:
 *
 *   - The runtime is in SYNCHRONIZED or VISIBLE and reports no other state during
 *     US_FOCUS_WAIT_COUNT frames and empty polls. Then the app is told the missing states up to
 *     FOCUSED, one state per poll, once per running session.
 *   - A state that the app was told already is dropped when the runtime reports it later.
 *   - If the runtime never reached FOCUSED by itself, its steps below FOCUSED are dropped as well.
 *   - Before STOPPING the app is told the states on the way down.
 *
 * If the runtime reached FOCUSED by itself and takes the focus back, the layer does not force it.
 *
 * us_focus_on_event and us_focus_next: one thread at a time (under the lock of the handle table).
 * The other functions: any thread at any time. No lock, no allocation.
 */
#ifndef US_FOCUS_H
#define US_FOCUS_H

#include <stdatomic.h>
#include <stdbool.h>

#include "openxr/xr.h"

enum { US_FOCUS_WAIT_COUNT = 60 };

/* Starts zeroed. */
struct us_focus {
    atomic_int app_state, runtime_state; /* XrSessionState; 0: none yet */
    atomic_int wait_count;               /* frames and empty polls since the runtime's last state */
    bool has_given; /* the runtime gave the focus in this running session: nothing is forced */
    bool stops;     /* the app is on the way down to STOPPING, one state per poll */
    XrTime time;    /* of the runtime's newest state */
};

/* The runtime reported a state. Returns false if the app is not told. Otherwise the app is told
 * `*out_state` now, and more states may follow. */
bool us_focus_on_event(struct us_focus *focus, XrSessionState state, XrTime time,
                       XrSessionState *out_state);

/* Returns true if the app is to be told `*out_state` before the runtime is polled: a state on the
 * way to STOPPING, or, if `idle` (the runtime has no event), a forced state that is due. */
bool us_focus_next(struct us_focus *focus, bool idle, XrSessionState *out_state);

/* xrWaitFrame returned. */
void us_focus_on_frame(struct us_focus *focus);

/* Whether the app was told a higher state than the runtime is in. */
bool us_focus_is_ahead(const struct us_focus *focus);

/* Whether the app was told FOCUSED while the runtime is in a lower state. Results that the runtime
 * refuses only because the focus is missing then count as granted. */
bool us_focus_is_forced(const struct us_focus *focus);

#endif
