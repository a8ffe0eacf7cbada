/* SPDX-License-Identifier: MIT */
/*
 * layout: what WebXR and OpenXR call the same: profiles, buttons, axes and joints. docs/formats.md
 * has the tables. Constant data.
 */
#ifndef TOOL_IWER_LAYOUT_H
#define TOOL_IWER_LAYOUT_H

#include <stdbool.h>

#include "profiles/interaction_profile.h"
#include "session/codec/session_message.h"

enum {
    TOOL_IWER_JOINTS = 25,      /* of WebXR, which has no palm */
    TOOL_IWER_BUTTONS_MOST = 8, /* that have a place in a layout */
    TOOL_IWER_AXES_MOST = 4,
    TOOL_IWER_NUMBERS = 7, /* of a pose: x y z, and x y z w */
    TOOL_IWER_NONE = -1,
    TOOL_IWER_ALL_FLAGS = US_SESSION_BOTH_VALID | US_SESSION_BOTH_TRACKED
};

/* The profile of tracked hands. */
#define TOOL_IWER_HAND_PROFILE "/interaction_profiles/ext/hand_interaction_ext"

/* A name of WebXR, for example "oculus-touch-v3"; NULL if OpenXR has no profile for it. */
const char *tool_iwer_profile_of(const char *webxr);
/* The most specific name of WebXR for a path of OpenXR, and the generic one that stands behind it;
 * both generic if there is none. */
const char *tool_iwer_name_of(const char *path, const char **out_generic);
/* Whether a profile is one of tracked hands. */
bool tool_iwer_is_hand_profile(const char *path);

/* The components of a button or of a thumbstick, by their paths behind the user. */
struct tool_iwer_control {
    const struct us_component *value, *click, *touch; /* NULL: there is none */
};

/* The control at a place of a gamepad; false if the profile has nothing there. */
bool tool_iwer_button(const struct us_profile *profile, enum us_session_hand hand, unsigned place,
                      struct tool_iwer_control *out);
/* The vector whose x is at an even place of the axes, and its y at the next; NULL: there is none.
 * WebXR's y is OpenXR's, negated. */
const struct us_component *tool_iwer_axes(const struct us_profile *profile,
                                          enum us_session_hand hand, unsigned place);

/* "wrist", "index-finger-tip", ... of a joint of OpenXR from 1 on. */
const char *tool_iwer_joint_name(unsigned joint);
/* The joint of a name, or TOOL_IWER_NONE. */
int tool_iwer_joint_of(const char *name);

#endif
