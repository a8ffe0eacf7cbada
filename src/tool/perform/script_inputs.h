/* SPDX-License-Identifier: MIT */
/*
 * script_inputs: the components of a recording that a script makes: those of the interaction
 * profiles that its lines name. A live person (live_person.h) has those of all profiles. One
 * thread.
 */
#ifndef TOOL_PERFORM_SCRIPT_INPUTS_H
#define TOOL_PERFORM_SCRIPT_INPUTS_H

#include "person/script.h"
#include "session/codec/session_message.h"
#include "tool/drive/person/live_person.h"

struct tool_perform_inputs {
    struct us_session_components table;
    uint8_t profile_of[US_SESSION_PROFILES_MAX + 1]; /* by the live person's; 0: none */
    uint32_t from[US_SESSION_COMPONENTS_MAX];        /* the live person's component */
};

/* The table is empty if the script names no profile and has no gaze. */
void tool_perform_inputs_choose(const struct rt_script *script,
                                const struct tool_live_person *person,
                                struct tool_perform_inputs *out);

/* Makes a live person's input one of this table. */
void tool_perform_inputs_take(const struct tool_perform_inputs *inputs,
                              const struct us_session_input *live, struct us_session_input *out);

#endif
