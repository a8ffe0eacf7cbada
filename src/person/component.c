/* SPDX-License-Identifier: MIT */
#include "person/component.h"

#include <string.h>

#include "core/base/text.h"
#include "profiles/bindings.h"

/* More than there are, of all profiles together. */
enum { PROFILES_MOST = 128, INPUTS_MOST = 1024 };

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
    return us_text_profile(at(profile)->path);
}

uint32_t rt_component_find_profile(const char *name)
{
    uint32_t number = 0;
    for (size_t i = 0; i < us_profile_table_count; i++) {
        const struct us_profile *profile = &us_profile_table[i];
        if (is_of_hands(profile) && strcmp(us_text_profile(profile->path), name) == 0)
            return number;
        number += is_of_hands(profile);
    }
    return RT_COMPONENT_NO_PROFILE;
}

/* What a component is called that is an input of one value on that hand; NULL: it is none. */
static const char *input_of(const struct us_component *component, bool right)
{
    const bool has_one_value = component->type == XR_ACTION_TYPE_BOOLEAN_INPUT ||
                               component->type == XR_ACTION_TYPE_FLOAT_INPUT;
    const bool is_there = right ? component->right : component->left;
    return has_one_value && is_there && strncmp(component->path, INPUT, strlen(INPUT)) == 0
               ? component->path + strlen(INPUT)
               : NULL;
}

/* The first component that is this input, of a profile or with RT_COMPONENT_NO_PROFILE of any. */
static const struct us_component *find(uint32_t profile, const char *input, bool right)
{
    const uint32_t first = profile == RT_COMPONENT_NO_PROFILE ? 0 : profile;
    const struct us_profile *one;
    for (uint32_t i = first; i <= profile && (one = at(i)) != NULL; i++) {
        for (size_t k = 0; k < one->component_count; k++) {
            const char *name = input_of(&one->components[k], right);
            if (name != NULL && strcmp(name, input) == 0)
                return &one->components[k];
        }
    }
    return NULL;
}

bool rt_component_has_input(uint32_t profile, const char *input, bool right)
{
    return find(profile, input, right) != NULL;
}

bool rt_component_is_truth(const char *input)
{
    const struct us_component *component = find(RT_COMPONENT_NO_PROFILE, input, false);
    if (component == NULL)
        component = find(RT_COMPONENT_NO_PROFILE, input, true);
    return component != NULL && component->type == XR_ACTION_TYPE_BOOLEAN_INPUT;
}

void rt_component_list(uint32_t profile, bool right, char *out, size_t size)
{
    const struct us_profile *found = at(profile);
    out[0] = '\0';
    for (size_t i = 0; i < found->component_count; i++) {
        const char *name = input_of(&found->components[i], right);
        if (name != NULL)
            us_text_add_word(out, size, name);
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
        const char *input = input_of(&profile->components[i], right);
        if (input != NULL && is_value(input) == values)
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
