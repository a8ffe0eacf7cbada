/* SPDX-License-Identifier: MIT */
/*
 * focus: forced focus, for runtimes that never give it (UNDERSTUDY_FORCE_FOCUS=1; off by default,
 * and not conformant: the app is told a state that the runtime is not in).
 *
 * A pure machine between the states that the chain below tells and those that the app is told, each
 * in an order that OpenXR 1.0, 9.3 allows:
 *
 *   SYNCHRONIZED or VISIBLE from below, and then US_FOCUS_WAIT_COUNT frames and empty polls without
 *   another state: the app is told what is missing up to FOCUSED, a state a poll, once in a running
 *   session. What the chain below tells later of states that the app already has is dropped; so is
 *   its going back below FOCUSED, as long as it never reached FOCUSED itself. Before its STOPPING
 * the app is told the way down.
 *
 * A runtime that was FOCUSED by itself is left alone when it takes the focus back.
 *
 * us_focus_on_event and us_focus_next: from one thread at a time (the handles' lock). The others:
 * any thread, at any time; no lock, no allocation.
 */
#ifndef US_FOCUS_H
#define US_FOCUS_H

#include <stdatomic.h>
#include <stdbool.h>

#include "openxr/xr.h"

enum { US_FOCUS_WAIT_COUNT = 60, US_FOCUS_QUEUE = 2 };

/* Zeroed at the start. */
struct us_focus {
    atomic_int app_state, runtime_state; /* XrSessionState */
    atomic_int wait_count; /* frames and empty polls since the last state from below */
    bool has_forced;       /* nothing more is forced in this running session */
    XrTime time;           /* of the newest state from below */
    XrSessionState queue[US_FOCUS_QUEUE];
    int queued;
};

/* A state from below. False: the app is not told. Otherwise `out_state` is what it is told now;
 * more may have been queued behind it. */
bool us_focus_on_event(struct us_focus *focus, XrSessionState state, XrTime time,
                       XrSessionState *out_state);

/* A state that the app is to be told before the chain below is asked again: what is queued, and
 * with `idle` (the chain below has no event) what is due to be forced. */
bool us_focus_next(struct us_focus *focus, bool idle, XrSessionState *out_state);

/* An xrWaitFrame returned. */
void us_focus_on_frame(struct us_focus *focus);

/* The app believes in a higher state than the chain below is in. */
bool us_focus_is_ahead(const struct us_focus *focus);

/* The app believes to be FOCUSED, and the chain below is not. */
bool us_focus_is_forced(const struct us_focus *focus);

#endif
