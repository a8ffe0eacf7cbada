/* SPDX-License-Identifier: MIT */
/*
 * session_facts_print: what `info` prints of a session recording.
 */
#ifndef TOOL_SESSION_FACTS_PRINT_H
#define TOOL_SESSION_FACTS_PRINT_H

#include "tool/session/session_survey.h"

void tool_session_facts_print(const char *path, const struct tool_session_survey *survey);

#endif
