// SPDX-License-Identifier: MIT
// The interaction profiles that a hand can have, and their components (OpenXR, "Interaction Profile
// Paths"). Names of profiles are without /interaction_profiles/. Constant data: any thread.
#ifndef RT_RUNTIME_COMPONENT_H
#define RT_RUNTIME_COMPONENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RT_COMPONENT_NO_PROFILE UINT32_MAX

// The number of a profile, or RT_COMPONENT_NO_PROFILE. A hand prefers the profile with the smaller
// number.
uint32_t rt_component_find_profile(const char *name);

uint32_t rt_component_profile_count(void);
const char *rt_component_profile_name(uint32_t profile);

enum rt_component_answer {
    RT_COMPONENT_UNKNOWN_PROFILE,
    RT_COMPONENT_NONE,
    RT_COMPONENT_WHOLE,  // such as /input/trigger/value
    RT_COMPONENT_PARENT, // such as /input/trigger, if the profile has a component of it
};

// `right`: the right hand. The hands of some controllers differ.
enum rt_component_answer rt_component_find(const char *profile, const char *component, bool right);

// Whether a profile, given by its whole path, has a component such as /input/trigger/click on
// either hand. True for a profile that is not in the table, and for every pose.
bool rt_component_exists(const char *profile, const char *component);

// Writes the inputs of a hand that have a value, such as "trigger/value, x/click". Cuts the text at
// `size`.
void rt_component_list(uint32_t profile, bool right, char *out, size_t size);

#endif
