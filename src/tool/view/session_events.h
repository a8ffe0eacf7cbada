/* SPDX-License-Identifier: MIT */
/*
 * session_events: what a session recording holds besides poses and inputs, as JSON for the page:
 * markers, events, haptics, and where the reference spaces are.
 */
#ifndef TOOL_SESSION_EVENTS_H
#define TOOL_SESSION_EVENTS_H

#include <cjson/cJSON.h>

#include "tool/session/session_survey.h"
#include "tool/view/row_times.h"

/*
 * Reads the survey's file once more. Adds "markers", "events", "haptics" and "spaces" to the
 * object, and the time of each frame to `times`. Times are seconds of recording time. Returns false
 * after a message.
 */
bool tool_session_events_read(cJSON *object, struct tool_session_survey *survey,
                              struct tool_row_times *times);

#endif
