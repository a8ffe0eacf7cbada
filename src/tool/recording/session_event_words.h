/* SPDX-License-Identifier: MIT */
/*
 * session_event_words: what an event of a session recording says, in words, for people who look at
 * the recording. Any thread.
 */
#ifndef TOOL_SESSION_EVENT_WORDS_H
#define TOOL_SESSION_EVENT_WORDS_H

#include "session/codec/session_message.h"

enum { TOOL_SESSION_EVENT_TEXT_SIZE = US_SESSION_TEXT_SIZE + 64 };

/* "session state FOCUSED", for example. */
void tool_session_event_describe(const struct us_session_event *event,
                                 char out[TOOL_SESSION_EVENT_TEXT_SIZE]);

#endif
