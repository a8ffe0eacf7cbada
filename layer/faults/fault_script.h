/* SPDX-License-Identifier: MIT */
/*
 * fault_script: the faults on purpose that happen to the session, as a session script: a lost
 * focus, an absent user, recentring, controllers without power, another refresh rate, a session
 * that is lost or ends.
 *
 * Where faults overlap, the lowest state counts, and a hand or the user is absent while any fault
 * says so.
 */
#ifndef US_FAULT_SCRIPT_H
#define US_FAULT_SCRIPT_H

#include <stdbool.h>

#include "core/faults/fault_list.h"
#include "layer/session_script/session_script.h"

/* How long before a recentring the app is told of it, in seconds of the recording. */
#define US_FAULT_SCRIPT_NOTICE_S 0.05

/* Makes the script of the faults, whose times are resolved. `*out` is NULL if none of them happens
 * to the session. Allocates; the caller destroys the script. False if memory runs out. */
bool us_fault_script_create(const struct us_faults *faults, struct us_session_script **out);

#endif
