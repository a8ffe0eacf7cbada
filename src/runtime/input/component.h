// SPDX-License-Identifier: MIT
// The components of interaction profiles (OpenXR, "Interaction Profile Paths"). Names of profiles
// are without /interaction_profiles/. Pure functions: any thread.
#ifndef RT_RUNTIME_COMPONENT_H
#define RT_RUNTIME_COMPONENT_H

#include <stdbool.h>

enum rt_component_answer {
    RT_COMPONENT_UNKNOWN_PROFILE,
    RT_COMPONENT_NONE,
    RT_COMPONENT_WHOLE,  // such as /input/trigger/value
    RT_COMPONENT_PARENT, // such as /input/trigger, if the profile has a component of it
};

// `right`: the right hand. The hands of some controllers differ.
enum rt_component_answer rt_component_find(const char *profile, const char *component, bool right);

// Whether a profile, given by its whole path, has a component such as /input/trigger/click on
// either hand. True for a profile that the runtime does not know in full.
bool rt_component_exists(const char *profile, const char *component);

#endif
