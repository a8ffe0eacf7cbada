/* SPDX-License-Identifier: MIT */
#include "layer/answer/current_profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "layer/answer/input.h"
#include "layer/bindings/suggested_bindings.h"
#include "core/playback/play_choices.h"
#include "layer/state/instance.h"

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
    us_mutex_lock(&suggestions->mutex);
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
    us_mutex_unlock(&suggestions->mutex);
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

enum { LIST_SIZE = 900 };

/* Appends the profiles in the order in which the app suggested them. The list has the reverse
 * order. */
static void list_suggested(struct us_suggestions *suggestions, char list[LIST_SIZE])
{
    const struct us_suggestion *last = NULL;
    us_mutex_lock(&suggestions->mutex);
    while (last != suggestions->first) {
        const struct us_suggestion *at = suggestions->first;
        while (at->next != last)
            at = at->next;
        us_text_add_word(list, LIST_SIZE, us_text_profile(at->profile_text));
        last = at;
    }
    us_mutex_unlock(&suggestions->mutex);
}

static const char *const who[US_USER_PATH_COUNT] = {
    [US_USER_PATH_LEFT] = "the left hand",
    [US_USER_PATH_RIGHT] = "the right hand",
    [US_USER_PATH_EYES] = "gaze",
    [US_USER_PATH_HTC_LEFT] = "the left hand (/user/hand_htc)",
    [US_USER_PATH_HTC_RIGHT] = "the right hand (/user/hand_htc)",
};

static void list_played(const struct us_binding_plan *plan, char list[LIST_SIZE])
{
    for (int user_path = 0; user_path < US_USER_PATH_COUNT; user_path++) {
        if (plan->profiles[user_path].profile == NULL)
            continue;
        us_text_add_word(list, LIST_SIZE, who[user_path]);
        us_text_add(list, LIST_SIZE, " plays as ",
                    us_text_profile(plan->profiles[user_path].profile->path));
    }
}

static void log_unused_choice(const struct us_instance *instance,
                              const struct us_binding_plan *plan, enum us_user user,
                              const char *chosen)
{
    bool plays = false, taken = false;
    for (int user_path = 0; user_path < US_USER_PATH_COUNT; user_path++) {
        const struct us_profile *profile = plan->profiles[user_path].profile;
        bool is_of_user =
            profile != NULL && us_user_path_user((enum us_user_path)user_path) == user;
        plays |= is_of_user;
        taken |=
            is_of_user && chosen != NULL && strcmp(us_text_profile(profile->path), chosen) == 0;
    }
    if (chosen != NULL && !taken)
        us_message_log(
            &instance->log, US_MESSAGE_LOG_WARN,
            "--profile (UNDERSTUDY_PROFILE) %s=%s: the app suggested no bindings for this "
            "profile, so the hand plays as %s",
            user == US_USER_LEFT ? "left" : "right", chosen,
            plays ? "another one" : "none; choose a profile that the app suggested");
}

/* Says what becomes of a hand whose controller has no power (US_FAULT_BATTERY). */
static void log_bare(const struct us_instance *instance, const struct us_binding_plan *plan,
                     enum us_user_path user_path)
{
    const struct us_profile *own = plan->profiles[user_path].profile;
    const struct us_profile *bare = plan->bare[user_path].profile;
    const struct us_message_log *log = &instance->log;
    if (own == NULL)
        return;
    if (bare != NULL)
        us_message_log(log, US_MESSAGE_LOG_INFO,
                       "fault battery: while it lasts, %s plays as %s, from the recorded hand",
                       who[user_path], us_text_profile(bare->path));
    else if (us_binding_plan_is_of_hands(own))
        us_message_log(log, US_MESSAGE_LOG_WARN,
                       "fault battery: %s plays as %s, which is no controller, so while the fault "
                       "lasts it has no interaction profile; choose a controller with --profile",
                       who[user_path], us_text_profile(own->path));
    else if (!instance->bindings.plays.hands)
        us_message_log(log, US_MESSAGE_LOG_WARN,
                       "fault battery: while it lasts, %s has no interaction profile, because no "
                       "recorded hand is played that could take the controller's place",
                       who[user_path]);
    else
        us_message_log(log, US_MESSAGE_LOG_WARN,
                       "fault battery: while it lasts, %s has no interaction profile, because "
                       "beside %s the app suggested bindings for no profile of hands, such as "
                       "ext/hand_interaction_ext",
                       who[user_path], us_text_profile(own->path));
}

/* For all hands whose controllers lose their power. */
static void log_all_bare(const struct us_instance *instance, const struct us_binding_plan *plan)
{
    unsigned hands = instance->bindings.losing_hands;
    for (int i = 0; i < US_USER_PATH_COUNT; i++) {
        enum us_user user = us_user_path_user((enum us_user_path)i);
        if ((user == US_USER_LEFT && (hands & 1u << US_HAND_LEFT)) ||
            (user == US_USER_RIGHT && (hands & 1u << US_HAND_RIGHT)))
            log_bare(instance, plan, (enum us_user_path)i);
    }
}

void us_current_profile_log_played(struct us_instance *instance, const struct us_binding_plan *plan)
{
    static const char given[] =
        "in a drive each hand plays as the profile that it is given; if that is none of these, ";
    char suggested[LIST_SIZE] = "", played[LIST_SIZE] = "";
    if (plan == NULL || !(us_played_channels_has_actions(&instance->bindings.plays) ||
                          instance->bindings.plays.gaze))
        return;
    list_suggested(&instance->suggestions, suggested);
    list_played(plan, played);
    us_message_log(&instance->log, US_MESSAGE_LOG_INFO, "the app suggested bindings for %s: %s%s",
                   suggested[0] != '\0' ? suggested : "no interaction profile",
                   instance->loaded.is_driven && played[0] != '\0' ? given : "",
                   played[0] != '\0' ? played : "none of them is played");
    if (us_played_channels_has_actions(&instance->bindings.plays)) {
        log_unused_choice(instance, plan, US_USER_LEFT, instance->settings.profiles.left);
        log_unused_choice(instance, plan, US_USER_RIGHT, instance->settings.profiles.right);
        log_all_bare(instance, plan);
    }
}
