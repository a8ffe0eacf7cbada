/* SPDX-License-Identifier: MIT */
#include "layer/answer/current_profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layer/answer/input.h"
#include "layer/bindings/suggested_bindings.h"

struct user {
    XrPath path;
    enum us_user_path user_path; /* US_USER_PATH_COUNT: a user whom no recording plays */
    _Atomic(XrPath) reported;    /* profile at the newest event; XR_NULL_PATH before the first */
};

struct us_current_profiles {
    uint32_t count;
    struct user users[];
};

static bool has_played_profile(const struct us_binding_plan *plan)
{
    for (int user_path = 0; user_path < US_USER_PATH_COUNT; user_path++) {
        if (plan->profiles[user_path].profile != NULL)
            return true;
    }
    return false;
}

/* The top-level user path of a binding path: "/user/hand/left" of
 * "/user/hand/left/input/select". */
static XrPath user_of(const struct us_bindings_context *context, const char *binding)
{
    char text[XR_MAX_PATH_LENGTH];
    const char *input = strstr(binding, "/input"), *output = strstr(binding, "/output");
    const char *end = input != NULL ? input : output;
    if (end == NULL)
        return XR_NULL_PATH;
    snprintf(text, sizeof text, "%.*s", (int)(end - binding), binding);
    return us_bindings_context_path(context, text);
}

static void add_user(struct us_current_profiles *profiles,
                     const struct us_bindings_context *context, XrPath path)
{
    for (uint32_t i = 0; i < profiles->count; i++) {
        if (profiles->users[i].path == path)
            return;
    }
    if (path == XR_NULL_PATH)
        return;
    struct user *user = &profiles->users[profiles->count++];
    user->path = path;
    user->user_path = us_user_path_find(context->user_paths, path);
    atomic_init(&user->reported, XR_NULL_PATH);
}

/* Copies all suggested paths, so that the lock is not held while they are looked up. The caller
 * frees the list and each path. */
static char **copy_suggested(struct us_suggestions *suggestions, size_t *out_count)
{
    size_t most = 0, count = 0;
    pthread_mutex_lock(&suggestions->mutex);
    for (const struct us_suggestion *at = suggestions->first; at != NULL; at = at->next)
        most += at->count;
    char **paths = calloc(most + 1, sizeof *paths);
    for (const struct us_suggestion *at = suggestions->first; paths != NULL && at != NULL;
         at = at->next) {
        for (uint32_t i = 0; i < at->count; i++) {
            paths[count] = strdup(at->bindings[i].path);
            count += paths[count] != NULL;
        }
    }
    pthread_mutex_unlock(&suggestions->mutex);
    *out_count = count;
    return paths;
}

struct us_current_profiles *us_current_profiles_create(const struct us_binding_plan *plan)
{
    if (plan == NULL || !has_played_profile(plan))
        return NULL;
    const struct us_bindings_context *context = plan->context;
    size_t count = 0;
    char **paths = copy_suggested(context->suggestions, &count);
    if (paths == NULL)
        return NULL;
    struct us_current_profiles *profiles =
        calloc(1, sizeof *profiles + count * sizeof profiles->users[0]);
    for (size_t i = 0; i < count; i++) {
        if (profiles != NULL)
            add_user(profiles, context, user_of(context, paths[i]));
        free(paths[i]);
    }
    free(paths);
    return profiles;
}

void us_current_profiles_destroy(struct us_current_profiles *profiles)
{
    free(profiles);
}

/* Whether the recording plays this user's buttons, so that the real device's profile does not
 * matter. */
static bool is_played(const struct us_binding_plan *plan, enum us_user_path user_path)
{
    return plan != NULL && us_binding_plan_plays(plan, user_path, XR_ACTION_TYPE_BOOLEAN_INPUT);
}

XrPath us_current_profile(const struct us_session *session, enum us_user_path user_path,
                          XrPath live)
{
    const struct us_binding_plan *plan = us_input_plan_in_force(session);
    if (plan == NULL || user_path == US_USER_PATH_COUNT)
        return live;
    /* Live buttons belong to the real device, so the real device's profile is reported. */
    if (!is_played(plan, user_path) && live != XR_NULL_PATH)
        return live;
    return us_input_is_bound(session) ? us_input_profile(session, user_path).profile_path
                                      : XR_NULL_PATH;
}

/* The profile that the chain below reports for `user`. False if the call fails. */
static bool ask_below(const struct us_session *session, XrPath user, XrPath *out_live)
{
    const struct us_instance *instance = session->instance;
    XrInteractionProfileState state = {.type = XR_TYPE_INTERACTION_PROFILE_STATE};
    *out_live = XR_NULL_PATH;
    if (us_bindings_context_hides_path(&instance->bindings, user))
        return true;
    if (XR_FAILED(instance->next.xrGetCurrentInteractionProfile(session->handle, user, &state)))
        return false;
    *out_live = state.interactionProfile;
    return true;
}

void us_current_profiles_on_sync(struct us_session *session)
{
    struct us_current_profiles *profiles =
        atomic_load_explicit(&session->profiles, memory_order_acquire);
    const struct us_binding_plan *plan = us_input_plan_in_force(session);
    bool changed = false;
    for (uint32_t i = 0; profiles != NULL && i < profiles->count; i++) {
        struct user *user = &profiles->users[i];
        XrPath live = XR_NULL_PATH;
        if (!is_played(plan, user->user_path) && !ask_below(session, user->path, &live))
            continue;
        XrPath now = us_current_profile(session, user->user_path, live);
        changed |= atomic_exchange(&user->reported, now) != now;
    }
    if (changed)
        us_instance_push_event(session->instance, session->handle);
}
