// SPDX-License-Identifier: MIT
// What a binding path means, and what comes from it: the controllers of the person who is there.
// Under the runtime's lock.
#ifndef US_RUNTIME_SOURCE_H
#define US_RUNTIME_SOURCE_H

#include "instance.h"
#include "motion.h"

// The top-level user paths that the runtime knows; ANY stands for XR_NULL_PATH and OTHER for those
// that are never there.
enum us_user {
    US_USER_ANY,
    US_USER_LEFT,
    US_USER_RIGHT,
    US_USER_EYES,
    US_USER_OTHER,
    US_USER_COUNT,
};

enum us_input {
    US_INPUT_IDLE, // there, and always at rest
    US_INPUT_SELECT,
    US_INPUT_BUTTON,
    US_INPUT_TOUCH,
    US_INPUT_READY, // always true: the hand is there
    US_INPUT_TRIGGER,
    US_INPUT_SQUEEZE,
    US_INPUT_STICK_X,
    US_INPUT_STICK_Y,
    US_INPUT_PAD_X,
    US_INPUT_PAD_Y,
    US_INPUT_STICK,
    US_INPUT_PAD,
    US_INPUT_GRIP,
    US_INPUT_AIM,
    US_INPUT_PALM,
    US_INPUT_PINCH,
    US_INPUT_POKE,
    US_INPUT_GAZE,
    US_INPUT_HAPTIC,
};

struct us_source {
    XrPath path;
    const char *string; // the path's, which lives as long as the instance
    size_t identity;    // how much of it names the source, without the component
    enum us_user user;
    enum us_input input;
};

// The part of a path behind the top-level user path, such as /input/select/click, and the user.
// NULL for what does not start with one of them and goes on with /input/ or /output/.
const char *us_source_skip_user(const char *string, enum us_user *out_user);

// What an action of that type gets from a path of a profile: for a path without a component, the
// one that fits the type best (OpenXR, "Input Action Type Conversions"). False where the path means
// nothing, or nothing that the type can take.
bool us_source_resolve(const struct us_instance *instance, const char *profile, XrPath path,
                       XrActionType type, struct us_source *out_source);

// Whether both are parts of the same source (OpenXR, "Action Set Priority").
bool us_source_is_same(const struct us_source *a, const struct us_source *b);

// What an action of that type is worth at that time, by this source of the moving person; booleans
// are 0 or 1, and only vectors have a y. *out_since is the edge where it is known, otherwise 0.
XrVector2f us_source_value(const struct us_source *source, XrActionType type, XrTime time,
                           XrTime *out_since);

// Where a pose source is in what LOCAL was at first.
struct us_motion us_source_locate(const struct us_instance *instance,
                                  const struct us_source *source, XrTime time);

#endif
