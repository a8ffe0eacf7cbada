/* SPDX-License-Identifier: MIT */
#include "layer/bindings/recorded_components.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { GROUP_MAX = 8 };

/* Components of one meaning, behind "/input/". The first ones are preferred. */
static const char *const groups[][GROUP_MAX] = {
    {"trigger/value", "select/value", "pinch_ext/value", "aim_activate_ext/value", "trigger/click",
     "select/click"},
    {"squeeze/value", "grasp_ext/value", "squeeze/force", "squeeze/click"},
    {"thumbstick", "trackpad"},
    {"thumbstick/x", "trackpad/x"},
    {"thumbstick/y", "trackpad/y"},
    {"thumbstick/click", "trackpad/click"},
    {"thumbstick/touch", "trackpad/touch"},
    {"a/click", "x/click", "primary/click"},
    {"b/click", "y/click", "secondary/click"},
    {"a/touch", "x/touch"},
    {"b/touch", "y/touch"},
    {"menu/click", "view/click"},
    {"trigger/touch", "trigger/proximity"},
};
enum { GROUPS = sizeof groups / sizeof groups[0] };

static const char prefix[] = "/input/";

/* The part of a recorded path behind "/input/"; NULL if it has another user or no such part. */
static const char *name_of_user(const char *path, enum us_user user)
{
    const char *input = us_bindings_user(path) == user ? strstr(path, prefix) : NULL;
    return input != NULL ? input + strlen(prefix) : NULL;
}

static void add(struct us_recorded_sources *out, uint32_t component,
                const struct us_session_component *recorded, enum us_recorded_part part,
                bool is_same_path)
{
    for (uint32_t i = 0; i < out->count; i++)
        if (out->list[i].component == component && out->list[i].part == part)
            return;
    if (out->count < US_RECORDED_SOURCES_MAX)
        out->list[out->count++] =
            (struct us_recorded_source){(uint16_t)component, recorded->type, part, is_same_path};
}

/* All recorded components of the user with this name behind "/input/". */
static void add_named(const struct us_session_components *recorded, enum us_user user,
                      const char *name, enum us_recorded_part part, bool is_same_path,
                      struct us_recorded_sources *out)
{
    for (uint32_t i = 0; i < recorded->count && i < US_SESSION_COMPONENTS_MAX; i++) {
        const struct us_session_component *component = &recorded->components[i];
        const char *own = name_of_user(component->path, user);
        if (own != NULL && strcmp(own, name) == 0 &&
            (part == US_RECORDED_WHOLE || component->type == US_SESSION_COMPONENT_VECTOR2))
            add(out, i, component, part, is_same_path);
    }
}

/* A number "thumbstick/x" is also a part of the vector "thumbstick". */
static void add_vector_part(const struct us_session_components *recorded, enum us_user user,
                            const char *name, struct us_recorded_sources *out)
{
    char vector[32];
    const char *axis = strrchr(name, '/');
    if (axis == NULL || (strcmp(axis, "/x") != 0 && strcmp(axis, "/y") != 0))
        return;
    snprintf(vector, sizeof vector, "%.*s", (int)(axis - name), name);
    add_named(recorded, user, vector, axis[1] == 'x' ? US_RECORDED_X : US_RECORDED_Y, false, out);
}

static const char *const *find_group(const char *name)
{
    for (int i = 0; i < GROUPS; i++)
        for (int k = 0; k < GROUP_MAX && groups[i][k] != NULL; k++)
            if (strcmp(groups[i][k], name) == 0)
                return groups[i];
    return NULL;
}

void us_recorded_sources_find(const struct us_session_components *recorded, enum us_user user,
                              const struct us_component *component, struct us_recorded_sources *out)
{
    *out = (struct us_recorded_sources){0};
    if (strncmp(component->path, prefix, strlen(prefix)) != 0)
        return;
    const char *name = component->path + strlen(prefix);
    add_named(recorded, user, name, US_RECORDED_WHOLE, true, out);
    add_vector_part(recorded, user, name, out);
    const char *const *group = find_group(name);
    for (int i = 0; group != NULL && i < GROUP_MAX && group[i] != NULL; i++) {
        add_named(recorded, user, group[i], US_RECORDED_WHOLE, false, out);
        add_vector_part(recorded, user, group[i], out);
    }
}

uint32_t us_recorded_sources_count(const struct us_session_components *recorded, enum us_user user,
                                   const struct us_profile *profile)
{
    struct us_recorded_sources sources;
    uint32_t count = 0;
    for (size_t i = 0; i < profile->component_count; i++) {
        us_recorded_sources_find(recorded, user, &profile->components[i], &sources);
        count += sources.count > 0 && sources.list[0].is_same_path;
    }
    return count;
}

const struct us_recorded_source *
us_recorded_sources_active(const struct us_recorded_sources *sources,
                           const struct us_input_sample *inputs)
{
    for (uint32_t i = 0; i < sources->count; i++)
        if (sources->list[i].component < inputs->count &&
            inputs->active[sources->list[i].component])
            return &sources->list[i];
    return NULL;
}

struct us_input_value us_recorded_source_value(const struct us_recorded_source *source,
                                               const struct us_input_sample *inputs)
{
    struct us_input_value value = inputs->values[source->component];
    if (source->part == US_RECORDED_Y)
        value.x = value.y;
    if (source->part != US_RECORDED_WHOLE || source->type != US_SESSION_COMPONENT_VECTOR2)
        value.y = 0.0f;
    return value;
}

enum us_input_truth us_recorded_source_truth(const struct us_recorded_source *source,
                                             const struct us_input_sample *inputs)
{
    return source->is_same_path ? (enum us_input_truth)inputs->truths[source->component]
                                : US_INPUT_TRUTH_UNKNOWN;
}
