/* SPDX-License-Identifier: MIT */
/*
 * event_match: whether a line of an event log is what an expectation looks for.
 */
#ifndef US_TOOL_EVENT_MATCH_H
#define US_TOOL_EVENT_MATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "event_words.h"
#include "events.h"
#include "expect.h"

bool us_event_matches(const struct us_event_words *words, const struct us_event *event,
                      const struct us_expect_what *what);

/* "a haptic of the right hand", "the state FOCUSED". */
void us_event_match_describe(const struct us_expect_what *what, char *out, size_t out_size);

#endif
