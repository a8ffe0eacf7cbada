/* SPDX-License-Identifier: MIT */
/*
 * not_started: messages that say why playback has not started, and what the user can do.
 *
 * The layer prints a warning once while the app runs, some seconds after xrBeginSession, if
 * playback has not started. It prints an error once when the instance ends, if nothing was ever
 * played.
 */
#ifndef US_NOT_STARTED_H
#define US_NOT_STARTED_H

#include "layer/base/handle_table.h"
#include "layer/state/instance.h"
#include "layer/state/session.h"

/* Call this in xrBeginSession. Sets the time of the warning. */
void us_not_started_begin(struct us_instance *instance);

/* Call this in xrPollEvent. Prints the warning if its time has come. Takes a lock only then. */
void us_not_started_poll(struct us_instance *instance);

/* Call it before the sessions of a list are freed. Stores the reason why a session did not start,
 * for us_not_started_log. */
void us_not_started_keep_list(struct us_node *list);

/* Call this when the instance ends. Prints the error. */
void us_not_started_log(const struct us_instance *instance);

#endif
