/* SPDX-License-Identifier: MIT */
/*
 * event_match: decides whether a line of an event log matches an expectation.
 */
#ifndef TOOL_EVENT_MATCH_H
#define TOOL_EVENT_MATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "tool/log/event_words.h"
#include "tool/log/log_reader.h"
#include "tool/expect/expect.h"

bool tool_event_matches(const struct tool_event_words *words, const struct tool_log_event *event,
                        const struct tool_expect_what *what);

/* What was seen in place of what an expectation is about. Zeroed: nothing. */
struct tool_nearest {
    unsigned rank;  /* how much of it is as expected; 0: nothing was seen */
    char text[208]; /* "; nearest: the action grab of /user/hand/left, value false, frame 3" */
};

/* Keeps a line that does not count if it is nearer than the lines before it. */
void tool_nearest_note(struct tool_nearest *nearest, const struct tool_event_words *words,
                       const struct tool_log_event *event, const struct tool_expect_what *what);

/* "a haptic of the right hand", "the state FOCUSED". */
void tool_event_match_describe(const struct tool_expect_what *what, char *out, size_t out_size);

#endif
