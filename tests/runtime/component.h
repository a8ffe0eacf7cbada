// SPDX-License-Identifier: MIT
// Which components the interaction profiles have that the runtime knows in full (OpenXR,
// "Interaction Profile Paths"). Names without /interaction_profiles/. Pure: any thread.
#ifndef US_RUNTIME_COMPONENT_H
#define US_RUNTIME_COMPONENT_H

#include <stdbool.h>

enum us_component_answer {
    US_COMPONENT_UNKNOWN_PROFILE,
    US_COMPONENT_NONE,
    US_COMPONENT_WHOLE,  // such as /input/trigger/value
    US_COMPONENT_PARENT, // such as /input/trigger where a component of it is there
};

// `right`: of the right hand; the hands of some controllers differ.
enum us_component_answer us_component_find(const char *profile, const char *component, bool right);

#endif
