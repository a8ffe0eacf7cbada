/* SPDX-License-Identifier: MIT */
/*
 * state_rank: the order of the states of a running session (OpenXR 1.0, 9.3).
 */
#ifndef US_STATE_RANK_H
#define US_STATE_RANK_H

#include "openxr/xr.h"

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
