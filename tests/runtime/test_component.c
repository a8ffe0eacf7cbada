// SPDX-License-Identifier: MIT
// The runtime's table of components against the layer's, which was written separately from the
// specification: both name the same inputs and outputs for each profile and hand. Components that
// need an extension or a newer OpenXR are left out, since the runtime adds them elsewhere.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layer/profiles/bindings.h"
#include "runtime/profiles/component.h"

static int failures;

static void fail(const char *profile, const char *component, const char *what)
{
    fprintf(stderr, "%s %s: %s\n", profile, component, what);
    failures++;
}

static bool is_basic(const struct us_component *component)
{
    return component->extension == NULL && component->core_since == 0;
}

static bool layer_has(const struct us_profile *profile, const char *path, bool right)
{
    for (size_t i = 0; i < profile->component_count; i++) {
        const struct us_component *c = &profile->components[i];
        if (strcmp(c->path, path) == 0 && (right ? c->right : c->left))
            return true;
    }
    return false;
}

static void compare(const char *name, bool right)
{
    char path[128];
    snprintf(path, sizeof(path), "/interaction_profiles/%s", name);
    const struct us_profile *profile = us_bindings_profile(path);
    if (profile == NULL) {
        fail(name, "", "the layer does not know the profile");
        return;
    }
    for (size_t i = 0; i < profile->component_count; i++) {
        const struct us_component *c = &profile->components[i];
        if (c->type == XR_ACTION_TYPE_VECTOR2F_INPUT || !is_basic(c))
            continue;
        const bool known = rt_component_find(name, c->path, right) == RT_COMPONENT_WHOLE;
        if (known != (right ? c->right : c->left))
            fail(name, c->path, known ? "only the runtime has it" : "only the layer has it");
    }
    char list[1024];
    rt_component_list(rt_component_find_profile(name), right, list, sizeof(list));
    for (char *input = strtok(list, ", "); input != NULL; input = strtok(NULL, ", ")) {
        snprintf(path, sizeof(path), "/input/%s", input);
        if (!layer_has(profile, path, right))
            fail(name, path, "the layer does not have it");
    }
}

int main(void)
{
    for (uint32_t i = 0; i < rt_component_profile_count(); i++) {
        compare(rt_component_profile_name(i), false);
        compare(rt_component_profile_name(i), true);
    }
    return failures == 0 && rt_component_profile_count() == 17 ? 0 : 1;
}
