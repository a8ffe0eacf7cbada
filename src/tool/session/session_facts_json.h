/* SPDX-License-Identifier: MIT */
/*
 * session_facts_json: what `info --json` and `check --json` print of a session recording.
 */
#ifndef TOOL_SESSION_FACTS_JSON_H
#define TOOL_SESSION_FACTS_JSON_H

#include <stdbool.h>

#include "tool/session/session_survey.h"

bool tool_session_facts_json_info(const char *path, const struct tool_session_survey *survey);
bool tool_session_facts_json_check(const char *path, const struct tool_session_survey *survey);

#endif
