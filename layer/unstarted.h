/* SPDX-License-Identifier: MIT */
/*
 * unstarted: why playback does not start, and what helps.
 *
 * It is said once while the app runs, some seconds after it began a session that plays nothing yet,
 * and once at the instance's end if nothing was ever played.
 */
#ifndef US_UNSTARTED_H
#define US_UNSTARTED_H

#include "handles.h"
#include "instance.h"
#include "session.h"

/* An app began a session: look at it again after a while. */
void us_unstarted_begin(struct us_instance *instance);

/* From xrPollEvent: says it if it is time. */
void us_unstarted_poll(struct us_instance *instance);

/* A session goes away, or all that are in the list: what it waited for is kept for the end. */
void us_unstarted_keep(struct us_session *session);
void us_unstarted_keep_list(struct us_node *list);

/* At the instance's end. */
void us_unstarted_say(const struct us_instance *instance);

#endif
