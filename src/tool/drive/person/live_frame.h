/* SPDX-License-Identifier: MIT */
/* live_frame: the messages of a frame, made of the person of a script. */
#ifndef US_TOOL_LIVE_FRAME_H
#define US_TOOL_LIVE_FRAME_H

#include "person/script.h"
#include "session/codec/session_message.h"

enum { TOOL_LIVE_PROFILES = US_SESSION_PROFILES_MAX };

/* What a hand has with which profile. */
struct tool_live_inputs {
    struct us_session_components table;
    /* By profile and component, as in the table. */
    bool has[TOOL_LIVE_PROFILES][US_SESSION_COMPONENTS_MAX];
};

/* Makes the table of the components of all profiles of hands; the last profile is that of the eye
 * gaze. False: there are more than a session may have. */
bool tool_live_inputs_make(struct tool_live_inputs *out);

/* The hand that has the component, and its name behind /input/. */
enum rt_hand tool_live_inputs_hand(const struct us_session_component *component,
                                   const char **out_name);

/* Whether a profile, without /interaction_profiles/, has an input of the hand. */
bool tool_live_inputs_has(const struct tool_live_inputs *inputs, enum rt_hand hand,
                          const char *profile, const char *name);

/* Composes the messages of the time; the times and the number in them are the caller's. */
void tool_live_frame_compose(const struct rt_script *script, double time_s,
                             struct us_session_frame *out);
void tool_live_frame_inputs(const struct rt_script *script, const struct tool_live_inputs *inputs,
                            double time_s, struct us_session_input *out);

#endif
