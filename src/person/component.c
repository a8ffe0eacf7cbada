/* SPDX-License-Identifier: MIT */
#include "person/component.h"

#include <string.h>

#include "core/base/text.h"
#include "profiles/bindings.h"

/* More than there are, of all profiles together. */
enum { PROFILES_MOST = 128, INPUTS_MOST = 1024 };

#define PREFIX "/interaction_profiles/"
#define INPUT "/input/"

static bool is_of_hands(const struct us_profile *profile)
{
    return strcmp(profile->users[0], "/user/hand/left") == 0;
}

/* The profile of that number: profiles of other users have none. */
static const struct us_profile *at(uint32_t number)
{
    for (size_t i = 0; i < us_profile_table_count; i++) {
        const struct us_profile *profile = &us_profile_table[i];
        if (is_of_hands(profile) && number-- == 0)
            return profile;
    }
    return NULL;
}

uint32_t rt_component_profile_count(void)
{
    uint32_t count = 0;
    for (size_t i = 0; i < us_profile_table_count; i++)
        count += is_of_hands(&us_profile_table[i]);
    return count;
}

const char *rt_component_profile_name(uint32_t profile)
{
    return at(profile)->path + strlen(PREFIX);
}

uint32_t rt_component_find_profile(const char *name)
{
    uint32_t number = 0;
    for (size_t i = 0; i < us_profile_table_count; i++) {
        const struct us_profile *profile = &us_profile_table[i];
        if (is_of_hands(profile) && strcmp(profile->path + strlen(PREFIX), name) == 0)
            return number;
        number += is_of_hands(profile);
    }
    return RT_COMPONENT_NO_PROFILE;
}

static bool is_input(const struct us_component *component)
{
    return strncmp(component->path, INPUT, strlen(INPUT)) == 0 &&
           (component->type == XR_ACTION_TYPE_BOOLEAN_INPUT ||
            component->type == XR_ACTION_TYPE_FLOAT_INPUT);
}

static bool is_named(const struct us_component *component, const char *input)
{
    return is_input(component) && strcmp(component->path + strlen(INPUT), input) == 0;
}

bool rt_component_has_input(uint32_t profile, const char *input, bool right)
{
    const struct us_profile *found = at(profile);
    for (size_t i = 0; i < found->component_count; i++) {
        const struct us_component *component = &found->components[i];
        if ((right ? component->right : component->left) && is_named(component, input))
            return true;
    }
    return false;
}

bool rt_component_is_truth(const char *input)
{
    for (size_t i = 0; i < us_profile_table_count; i++) {
        const struct us_profile *profile = &us_profile_table[i];
        for (size_t k = 0; is_of_hands(profile) && k < profile->component_count; k++) {
            if (is_named(&profile->components[k], input))
                return profile->components[k].type == XR_ACTION_TYPE_BOOLEAN_INPUT;
        }
    }
    return false;
}

void rt_component_list(uint32_t profile, bool right, char *out, size_t size)
{
    const struct us_profile *found = at(profile);
    out[0] = '\0';
    for (size_t i = 0; i < found->component_count; i++) {
        const struct us_component *component = &found->components[i];
        if (is_input(component) && (right ? component->right : component->left))
            us_text_add_word(out, size, component->path + strlen(INPUT));
    }
}

const char *rt_component_closest_profile(const char *name)
{
    const char *names[PROFILES_MOST + 1] = {NULL};
    for (uint32_t i = 0; i < PROFILES_MOST && i < rt_component_profile_count(); i++)
        names[i] = rt_component_profile_name(i);
    return us_text_closest(name, names);
}

static bool is_value(const char *input)
{
    const char *slash = strchr(input, '/');
    return slash != NULL && strcmp(slash, "/value") == 0;
}

/* Adds the inputs of the hand that are values, or the others. */
static size_t add_inputs(const struct us_profile *profile, bool right, bool values,
                         const char **names, size_t count)
{
    for (size_t i = 0; i < profile->component_count && count < INPUTS_MOST; i++) {
        const struct us_component *component = &profile->components[i];
        const char *input = component->path + strlen(INPUT);
        if (is_input(component) && (right ? component->right : component->left) &&
            is_value(input) == values)
            names[count++] = input;
    }
    return count;
}

const char *rt_component_closest_input(uint32_t profile, const char *name, bool right)
{
    const char *names[INPUTS_MOST + 1];
    size_t count = 0;
    for (int others = 0; others < 2; others++)
        for (uint32_t i = 0; i < rt_component_profile_count(); i++)
            if (profile == RT_COMPONENT_NO_PROFILE || profile == i)
                count = add_inputs(at(i), right, others == 0, names, count);
    names[count] = NULL;
    return us_text_closest(name, names);
}
