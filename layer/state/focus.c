/* SPDX-License-Identifier: MIT */
#include "layer/state/focus.h"

#include "layer/session_script/script_state.h"

static XrSessionState lower(XrSessionState state)
{
    return state == XR_SESSION_STATE_FOCUSED ? XR_SESSION_STATE_VISIBLE
                                             : XR_SESSION_STATE_SYNCHRONIZED;
}

static XrSessionState app_state(const struct us_focus *focus)
{
    return (XrSessionState)atomic_load_explicit(&focus->app_state, memory_order_relaxed);
}

static bool set_app_state(struct us_focus *focus, XrSessionState state, XrSessionState *out_state)
{
    atomic_store_explicit(&focus->app_state, (int)state, memory_order_relaxed);
    *out_state = state;
    return true;
}

/* The next state on the way down to STOPPING. */
static bool stop(struct us_focus *focus, XrSessionState *out_state)
{
    focus->stops = app_state(focus) != XR_SESSION_STATE_SYNCHRONIZED;
    return set_app_state(focus, focus->stops ? lower(app_state(focus)) : XR_SESSION_STATE_STOPPING,
                         out_state);
}

bool us_focus_on_event(struct us_focus *focus, XrSessionState state, XrTime time,
                       XrSessionState *out_state)
{
    bool ahead = us_focus_is_ahead(focus);
    atomic_store_explicit(&focus->runtime_state, (int)state, memory_order_relaxed);
    atomic_store_explicit(&focus->wait_count, 0, memory_order_relaxed);
    focus->time = time;
    if (state == XR_SESSION_STATE_FOCUSED || us_state_rank((int)state) == 0)
        focus->has_given = state == XR_SESSION_STATE_FOCUSED;
    if (ahead && state == XR_SESSION_STATE_STOPPING)
        return stop(focus, out_state);
    if (ahead && us_state_rank((int)state) > 0 &&
        us_state_rank((int)state) <= us_state_rank((int)app_state(focus)))
        return false;
    return set_app_state(focus, state, out_state);
}

static bool is_due(struct us_focus *focus)
{
    int at = us_state_rank((int)app_state(focus));
    if (at == 0 || at == 3)
        return false;
    if (us_focus_is_ahead(focus))
        return true;
    return !focus->has_given &&
           atomic_fetch_add_explicit(&focus->wait_count, 1, memory_order_relaxed) + 1 >=
               US_FOCUS_WAIT_COUNT;
}

bool us_focus_next(struct us_focus *focus, bool idle, XrSessionState *out_state)
{
    if (focus->stops)
        return stop(focus, out_state);
    if (!idle || !is_due(focus))
        return false;
    if (app_state(focus) == XR_SESSION_STATE_SYNCHRONIZED)
        return set_app_state(focus, XR_SESSION_STATE_VISIBLE, out_state);
    return set_app_state(focus, XR_SESSION_STATE_FOCUSED, out_state);
}

void us_focus_on_frame(struct us_focus *focus)
{
    atomic_fetch_add_explicit(&focus->wait_count, 1, memory_order_relaxed);
}

bool us_focus_is_ahead(const struct us_focus *focus)
{
    int runtime_rank =
        us_state_rank(atomic_load_explicit(&focus->runtime_state, memory_order_relaxed));
    return runtime_rank > 0 && us_state_rank((int)app_state(focus)) > runtime_rank;
}

bool us_focus_is_forced(const struct us_focus *focus)
{
    return app_state(focus) == XR_SESSION_STATE_FOCUSED && us_focus_is_ahead(focus);
}
