/* SPDX-License-Identifier: MIT */
#include "layer/session_script/script_state.h"

static int state_of_rank(int of_rank)
{
    static const int states[] = {0, XR_SESSION_STATE_SYNCHRONIZED, XR_SESSION_STATE_VISIBLE,
                                 XR_SESSION_STATE_FOCUSED};
    return states[of_rank];
}

/* Where the app is to get: the reported state, or the limit if that is lower. */
static int goal(const struct us_script_state *states)
{
    bool is_limited =
        states->limit != 0 && us_state_rank(states->reported) > us_state_rank(states->limit);
    return is_limited ? states->limit : states->reported;
}

/* The next state on the way to the goal. */
static int step(const struct us_script_state *states)
{
    int to = goal(states), at_rank = us_state_rank(states->told), to_rank = us_state_rank(to);
    if (to == XR_SESSION_STATE_STOPPING && at_rank > 1)
        return state_of_rank(at_rank - 1);
    if (to_rank == 0)
        return to;
    if (at_rank == to_rank)
        return to;
    return state_of_rank(at_rank < to_rank ? at_rank + 1 : at_rank - 1);
}

static bool tell(struct us_script_state *states, int state, XrSessionState *out_state)
{
    states->told = state;
    *out_state = (XrSessionState)state;
    return true;
}

bool us_script_state_report(struct us_script_state *states, XrSessionState reported,
                            XrSessionState *out_state)
{
    if (states->is_over)
        return false;
    bool follows = states->told == states->reported;
    states->reported = (int)reported;
    if (follows && goal(states) == (int)reported)
        return tell(states, (int)reported, out_state);
    return states->told != goal(states) && tell(states, step(states), out_state);
}

bool us_script_state_next(struct us_script_state *states, XrSessionState *out_state)
{
    if (states->is_over || states->told == 0)
        return false;
    if (states->loses && states->told != XR_SESSION_STATE_EXITING &&
        states->told != XR_SESSION_STATE_LOSS_PENDING) {
        states->is_over = true;
        return tell(states, XR_SESSION_STATE_LOSS_PENDING, out_state);
    }
    return states->told != goal(states) && tell(states, step(states), out_state);
}
