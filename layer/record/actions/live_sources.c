/* SPDX-License-Identifier: MIT */
#include "layer/record/actions/live_sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layer/bindings/action.h"
#include "layer/bindings/suggested_bindings.h"
#include "profiles/bindings.h"

/* The part of a path that names the input source: "/user/hand/left/input/trigger". 0: none. */
static size_t source_length(const char *path)
{
    static const char input[] = "/input/";
    const char *found = strstr(path, input);
    if (found == NULL)
        return 0;
    size_t begin = (size_t)(found - path) + sizeof input - 1;
    return begin + strcspn(path + begin, "/");
}

static bool is_same_source(const char *a, const char *b)
{
    size_t length = source_length(a);
    return length > 0 && length == source_length(b) && strncmp(a, b, length) == 0;
}

static bool find_hand(const char *user, enum us_session_hand *out_hand)
{
    *out_hand = strcmp(user, us_session_user_path(US_SESSION_USER_LEFT)) == 0 ? US_SESSION_LEFT
                                                                              : US_SESSION_RIGHT;
    return strcmp(user, us_session_user_path((enum us_session_user) * out_hand)) == 0;
}

/* Which pose of a hand a component is; false: none that is recorded. */
static bool find_pose(const char *component, enum us_session_hand_pose *out_pose)
{
    static const struct {
        const char *path;
        enum us_session_hand_pose pose;
    } poses[] = {{"/input/grip/pose", US_SESSION_POSE_GRIP},
                 {"/input/aim/pose", US_SESSION_POSE_AIM},
                 {"/input/grip_surface/pose", US_SESSION_POSE_PALM},
                 {"/input/palm_ext/pose", US_SESSION_POSE_PALM},
                 {"/input/pinch_ext/pose", US_SESSION_POSE_PINCH},
                 {"/input/poke_ext/pose", US_SESSION_POSE_POKE}};
    for (size_t i = 0; i < sizeof poses / sizeof poses[0]; i++) {
        if (strcmp(component, poses[i].path) == 0) {
            *out_pose = poses[i].pose;
            return true;
        }
    }
    return false;
}

/* Fills what the component's type says; false: it is nothing that is recorded. */
static bool classify(struct us_live_source *source, const char *user,
                     const struct us_component *component)
{
    source->type = component->type;
    if (component->type == XR_ACTION_TYPE_VIBRATION_OUTPUT)
        return false;
    if (component->type != XR_ACTION_TYPE_POSE_INPUT) {
        source->kind = US_LIVE_COMPONENT;
        return true;
    }
    if (component->drive == US_DRIVE_GAZE) {
        source->kind = US_LIVE_GAZE;
        return true;
    }
    source->kind = US_LIVE_HAND_POSE;
    return find_hand(user, &source->hand) && find_pose(component->path, &source->pose);
}

static struct us_live_source *find_path(struct us_live_sources *sources, const char *path)
{
    for (uint32_t i = 0; i < sources->count; i++) {
        if (strcmp(sources->list[i].path, path) == 0)
            return &sources->list[i];
    }
    return NULL;
}

static void add(struct us_live_sources *sources, const struct us_instance *instance,
                uint32_t suggestion, const char *user, const struct us_component *component)
{
    struct us_live_source source = {.suggestions = UINT64_C(1) << suggestion};
    if (!us_create_request_allows(&instance->create_request, component->extension,
                                  component->core_since) ||
        !classify(&source, user, component))
        return;
    snprintf(source.path, sizeof source.path, "%s%s", user, component->path);
    struct us_live_source *known = find_path(sources, source.path);
    if (known != NULL) {
        known->suggestions |= source.suggestions;
        return;
    }
    bool is_component = source.kind == US_LIVE_COMPONENT;
    if (sources->count >= US_LIVE_SOURCES_MAX ||
        (is_component && sources->component_count >= US_SESSION_COMPONENTS_MAX))
        return;
    source.binding = us_bindings_context_path(&instance->bindings, source.path);
    source.user = us_bindings_context_path(&instance->bindings, user);
    if (source.binding == XR_NULL_PATH || source.user == XR_NULL_PATH)
        return;
    if (is_component)
        source.component = sources->component_count++;
    sources->list[sources->count++] = source;
}

/* Whether a user of a profile has a component. */
static bool has(const struct us_profile *profile, size_t user, const struct us_component *component)
{
    return profile->users[1] == NULL || (user == 0 ? component->left : component->right);
}

/* Whether a suggestion binds anything of a user. Where it does not, neither may the recorder: a
 * runtime may choose a user's profile by that. NULL: a suggestion of the layer's own. */
static bool binds_user(const struct us_suggestion *suggestion, const char *user)
{
    size_t length = strlen(user);
    for (uint32_t i = 0; suggestion != NULL && i < suggestion->count; i++) {
        const char *path = suggestion->bindings[i].path;
        if (strncmp(path, user, length) == 0 && path[length] == '/')
            return true;
    }
    return suggestion == NULL;
}

static void add_profile(struct us_live_sources *sources, const struct us_instance *instance,
                        uint32_t index, const struct us_profile *profile,
                        const struct us_suggestion *suggestion)
{
    for (size_t user = 0; user < sizeof profile->users / sizeof profile->users[0]; user++) {
        const char *path = profile->users[user];
        enum us_session_hand hand;
        if (path == NULL || !binds_user(suggestion, path))
            continue;
        for (size_t i = 0; i < profile->component_count; i++) {
            if (has(profile, user, &profile->components[i]))
                add(sources, instance, index, path, &profile->components[i]);
        }
        for (size_t i = 0; find_hand(path, &hand) && i < us_profile_table_pose_count; i++)
            add(sources, instance, index, path, &us_profile_table_poses[i]);
    }
}

static int find_source(const struct us_live_sources *sources, const char *path, uint32_t suggestion)
{
    for (uint32_t i = 0; i < sources->count; i++) {
        const struct us_live_source *source = &sources->list[i];
        size_t length = source_length(path);
        bool is_named = strcmp(source->path, path) == 0 ||
                        (strlen(path) == length && is_same_source(source->path, path));
        if (is_named && source->type == XR_ACTION_TYPE_POSE_INPUT &&
            (source->suggestions & UINT64_C(1) << suggestion) != 0)
            return (int)i;
    }
    return -1;
}

static void note_app_poses(struct us_live_sources *sources, const struct us_suggestion *suggestion,
                           uint32_t index)
{
    for (uint32_t i = 0; i < suggestion->count; i++) {
        const struct us_suggested *bound = &suggestion->bindings[i];
        int source = bound->action->type == XR_ACTION_TYPE_POSE_INPUT
                         ? find_source(sources, bound->path, index)
                         : -1;
        if (source >= 0)
            sources->app_poses[sources->app_pose_count++] =
                (struct us_live_app_pose){us_action_ref(bound->action), index, (uint32_t)source};
    }
}

static uint32_t count_bindings(const struct us_instance *instance)
{
    uint32_t count = 0;
    for (const struct us_suggestion *at = instance->suggestions.first; at != NULL; at = at->next)
        count += at->count;
    return count;
}

/* The eyes, where the layer enabled their extension and nothing is played for them. */
static void add_own_gaze(struct us_live_sources *sources, const struct us_instance *instance)
{
    static const char path[] = "/interaction_profiles/ext/eye_gaze_interaction";
    XrPath profile = us_bindings_context_path(&instance->bindings, path);
    sources->gaze_source = -1;
    if ((instance->added_extensions & UINT32_C(1) << US_EXTENSION_EYE_GAZE) == 0 ||
        instance->bindings.plays.gaze || profile == XR_NULL_PATH ||
        sources->suggestion_count >= US_SESSION_PROFILES_MAX)
        return;
    uint32_t index = sources->suggestion_count++, count = sources->count;
    sources->profiles[index] = profile;
    add_profile(sources, instance, index, us_bindings_profile(path), NULL);
    if (sources->count > count)
        sources->gaze_source = (int)count;
}

/* Each number once more. Behind all others, so that these are missing where there are too many. */
static void add_truths(struct us_live_sources *sources)
{
    uint32_t count = sources->count;
    for (uint32_t i = 0; i < count && sources->count < US_LIVE_SOURCES_MAX; i++) {
        struct us_live_source truth = sources->list[i];
        if (truth.type != XR_ACTION_TYPE_FLOAT_INPUT)
            continue;
        truth.type = XR_ACTION_TYPE_BOOLEAN_INPUT;
        truth.kind = US_LIVE_TRUTH;
        sources->list[sources->count++] = truth;
    }
}

struct us_live_sources *us_live_sources_create(const struct us_instance *instance)
{
    struct us_live_sources *sources = calloc(1, sizeof *sources);
    if (sources == NULL)
        return NULL;
    sources->app_poses = calloc(count_bindings(instance) + (size_t)1, sizeof *sources->app_poses);
    if (sources->app_poses == NULL) {
        us_live_sources_destroy(sources);
        return NULL;
    }
    for (const struct us_suggestion *at = instance->suggestions.first;
         at != NULL && sources->suggestion_count < US_SESSION_PROFILES_MAX; at = at->next) {
        uint32_t index = sources->suggestion_count++;
        sources->profiles[index] = at->profile_path;
        if (at->profile == NULL || !at->is_whole)
            continue;
        add_profile(sources, instance, index, at->profile, at);
        note_app_poses(sources, at, index);
    }
    add_own_gaze(sources, instance);
    add_truths(sources);
    return sources;
}

void us_live_sources_destroy(struct us_live_sources *sources)
{
    if (sources == NULL)
        return;
    for (uint32_t i = 0; i < sources->app_pose_count; i++)
        us_action_unref((struct us_action *)sources->app_poses[i].action);
    free(sources->app_poses);
    free(sources);
}

void us_live_sources_describe(const struct us_live_sources *sources,
                              const struct us_instance *instance, struct us_session_components *out)
{
    out->profile_count = sources->suggestion_count;
    for (uint32_t i = 0; i < sources->suggestion_count; i++) {
        char text[XR_MAX_PATH_LENGTH] = "";
        (void)us_bindings_context_text(&instance->bindings, sources->profiles[i], text);
        snprintf(out->profiles[i], sizeof out->profiles[i], "%.*s", US_SESSION_PATH_SIZE - 1, text);
    }
    out->count = sources->component_count;
    for (uint32_t i = 0; i < sources->count; i++) {
        const struct us_live_source *source = &sources->list[i];
        if (source->kind != US_LIVE_COMPONENT)
            continue;
        struct us_session_component *component = &out->components[source->component];
        memcpy(component->path, source->path, sizeof component->path);
        component->type = us_session_component_type_of((int)source->type);
    }
}

void us_live_sources_bound_by(const struct us_live_sources *sources,
                              const struct us_instance *instance, const struct us_action_set *set,
                              uint64_t *out_suggestions, bool *out_declares)
{
    memset(out_suggestions, 0, sources->count * sizeof *out_suggestions);
    memset(out_declares, 0, sources->count * sizeof *out_declares);
    uint32_t index = 0;
    for (const struct us_suggestion *at = instance->suggestions.first;
         at != NULL && index < sources->suggestion_count; at = at->next, index++) {
        for (uint32_t i = 0; i < at->count; i++) {
            const struct us_suggested *bound = &at->bindings[i];
            for (uint32_t s = 0; bound->action->set == set && s < sources->count; s++) {
                const struct us_live_source *source = &sources->list[s];
                if ((source->suggestions & UINT64_C(1) << index) == 0 ||
                    !is_same_source(source->path, bound->path))
                    continue;
                out_suggestions[s] |= UINT64_C(1) << index;
                out_declares[s] |= us_action_has_subaction_path(bound->action, source->user);
            }
        }
    }
}
