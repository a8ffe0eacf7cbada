/* SPDX-License-Identifier: MIT */
/*
 * The interaction profiles that a hand can have, by number, and their components, as a script names
 * them (OpenXR, "Interaction Profile Paths"). They come from the table of profiles/bindings.h,
 * which also has the profiles of other users. Names of profiles are without /interaction_profiles/.
 * Constant data: any thread.
 */
#ifndef RT_PERSON_COMPONENT_H
#define RT_PERSON_COMPONENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RT_COMPONENT_NO_PROFILE UINT32_MAX

/* The number of a profile, or RT_COMPONENT_NO_PROFILE. */
uint32_t rt_component_find_profile(const char *name);

uint32_t rt_component_profile_count(void);
const char *rt_component_profile_name(uint32_t profile);

/* Whether the profile, or with RT_COMPONENT_NO_PROFILE any, has an input of one value on that hand,
 * such as "trigger/value" or "thumbstick/x": no pose, no vector and no output. `right`: the right
 * hand. */
bool rt_component_has_input(uint32_t profile, const char *input, bool right);

/* Whether an input of any profile is a truth value, such as "x/click". */
bool rt_component_is_truth(const char *input);

/* The profile that may be meant by a name that is none, or NULL. */
const char *rt_component_closest_profile(const char *name);

/* The input of one value that may be meant by a name that the hand does not have, or NULL: of the
 * profile, or with RT_COMPONENT_NO_PROFILE of any. For "squeeze" it is squeeze/value where there is
 * one. */
const char *rt_component_closest_input(uint32_t profile, const char *name, bool right);

/* Writes the inputs of one value that a hand has, such as "trigger/value, x/click". Leaves out what
 * does not fit. */
void rt_component_list(uint32_t profile, bool right, char *out, size_t size);

#endif
