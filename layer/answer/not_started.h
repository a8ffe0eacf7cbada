/* SPDX-License-Identifier: MIT */
/*
 * not_started: why playback does not start, and what helps.
 *
 * It is said once while the app runs, some seconds after it began a session that plays nothing yet,
 * and once at the instance's end if nothing was ever played.
 */
#ifndef US_NOT_STARTED_H
#define US_NOT_STARTED_H

#include "layer/base/handle_table.h"
#include "layer/state/instance.h"
#include "layer/state/session.h"

/* An app began a session: look at it again after a while. */
void us_not_started_begin(struct us_instance *instance);

/* From xrPollEvent: says it if it is time. */
void us_not_started_poll(struct us_instance *instance);

/* A session goes away, or all that are in the list: what it waited for is kept for the end. */
void us_not_started_keep(struct us_session *session);
void us_not_started_keep_list(struct us_node *list);

/* At the instance's end. */
void us_not_started_say(const struct us_instance *instance);

#endif
