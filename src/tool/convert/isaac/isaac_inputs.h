/* SPDX-License-Identifier: MIT */
/* isaac_inputs: the controls of IsaacTeleop as inputs of a session recording. Pure; one thread. */
#ifndef TOOL_ISAAC_INPUTS_H
#define TOOL_ISAAC_INPUTS_H

#include "tool/convert/isaac/isaac_sample.h"
#include "tool/edit/stage/outline.h"

/* The profile for which IsaacTeleop suggests its bindings. */
#define TOOL_ISAAC_PROFILE "/interaction_profiles/oculus/touch_controller"

/* Adds the components of the controllers that the recording has, and their profile. */
enum us_result tool_isaac_inputs_add(const bool has_controller[US_SESSION_HANDS],
                                     struct us_session_components *table, struct us_error *error);

/* The inputs of such a table. `out` is set whole. */
void tool_isaac_inputs_fill(const bool has_controller[US_SESSION_HANDS],
                            const struct tool_isaac_controls controls[US_SESSION_HANDS],
                            int64_t time_ns, struct us_session_input *out);

#endif
