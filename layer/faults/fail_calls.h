/* SPDX-License-Identifier: MIT */
/*
 * fail_calls: lets calls of the app fail on purpose (`--fault fail:FUNCTION=RESULT`).
 *
 * The app gets a function of this module in place of each function that is to fail. A call that
 * fails is not passed on, so nothing is created, destroyed or submitted. Calls of the layer itself
 * do not fail. After a call failed with XR_ERROR_SESSION_LOST, all calls that may return this
 * result return it, until the app destroys a session; after XR_ERROR_INSTANCE_LOST, for ever
 * (OpenXR 1.0, 2.10.3).
 */
#ifndef US_FAIL_CALLS_H
#define US_FAIL_CALLS_H

#include "layer/answer/answer.h"
#include "layer/state/instance.h"
#include "openxr/xr.h"

/* Makes what the instance's faults need, and stores it in instance->fail_calls; nothing if no fault
 * lets calls fail. `get` resolves functions as xrGetInstanceProcAddr does without this module,
 * `hooks` are what the event log calls. Allocates. False if memory runs out. */
bool us_fail_calls_init(struct us_instance *instance,
                        XrResult (*get)(const struct us_instance *, const char *,
                                        PFN_xrVoidFunction *),
                        const struct us_answer_hooks *hooks);
/* NULL is fine. */
void us_fail_calls_destroy(struct us_fail_calls *calls);

/* What the app gets in place of the function `name`; NULL: the function itself. */
PFN_xrVoidFunction us_fail_calls_find(const struct us_fail_calls *calls, const char *name);

/* What the event log calls in place of the hooks that us_fail_calls_init got. */
extern const struct us_answer_hooks us_fail_calls_answers;

#endif
