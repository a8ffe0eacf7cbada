/* SPDX-License-Identifier: MIT */
/*
 * fail_calls: lets calls of the app fail on purpose (`--fault fail:FUNCTION=RESULT`).
 *
 * The app gets a handler of this stage in place of each function that is to fail. A call that fails
 * is not passed on, so nothing is created, destroyed or submitted. A call that returns
 * XR_TIMEOUT_EXPIRED is not passed on either. The other success codes replace XR_SUCCESS of a call
 * that is passed on. Calls of the layer itself do not fail. After a call failed with
 * XR_ERROR_SESSION_LOST, all calls that may return this result return it, until the app destroys a
 * session. After XR_ERROR_INSTANCE_LOST they return that result for ever (OpenXR 1.0, 2.10.3).
 *
 * After the fault loss-pending has sent the state LOSS_PENDING to the app, calls of the session
 * return XR_SESSION_LOSS_PENDING for ten frames, and XR_ERROR_SESSION_LOST after that
 * (OpenXR 1.0, 9.4).
 */
#ifndef US_FAIL_CALLS_H
#define US_FAIL_CALLS_H

#include <stdbool.h>

#include "core/faults/fault_list.h"
#include "layer/session_script/session_script.h"
#include "layer/setup/stage.h"
#include "layer/state/instance.h"
#include "openxr/xr.h"

/* The stage, us_fail_calls_stage, is on if a fault lets calls fail. This is its state. */
struct us_fail_calls;

/* XR_SUCCESS, or the result of this call of the function that a fault asks for. `calls` may be
 * NULL. No allocation, lock or system call, but for the call with which a session is lost. */
XrResult us_fail_calls_check(struct us_fail_calls *calls, enum us_function of);

/* Whether the fault lets the `call`th call of xrCreateInstance fail, counted from 1. */
bool us_fail_calls_refuses(const struct us_fault *fault, uint64_t call, XrResult *out_result);

/*
 * fault_script: the faults on purpose that happen to the session, as a session script: a lost
 * focus, an absent user, recentring, controllers without power, another refresh rate, a session
 * that is lost or ends.
 *
 * Where faults overlap, the lowest state counts, and a hand or the user is absent while any fault
 * says so.
 */

/* How long before a recentring the app is told of it, in seconds of the recording. */
#define US_FAULT_SCRIPT_NOTICE_S 0.05

/* Makes the script of the faults, whose times are resolved. `*out` is NULL if none of them happens
 * to the session. Allocates; the caller destroys the script. False if memory runs out. */
bool us_fault_script_create(const struct us_faults *faults, struct us_session_script **out);

#endif
