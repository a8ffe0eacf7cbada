/* SPDX-License-Identifier: MIT */
#include "layer/answer/played_profiles.h"

#include <stdio.h>
#include <string.h>

#include "core/playback/profile_choice.h"
#include "layer/bindings/suggested_bindings.h"
#include "layer/state/instance.h"

struct name_list {
    char text[900];
};

static void append(struct name_list *name_list, const char *before, const char *text)
{
    size_t length = strlen(name_list->text);
    snprintf(name_list->text + length, sizeof name_list->text - length, "%s%s",
             length > 0 ? before : "", text);
}

static const char *short_name(const char *path)
{
    size_t length = strlen(US_PROFILE_CHOICE_PREFIX);
    return strncmp(path, US_PROFILE_CHOICE_PREFIX, length) == 0 ? path + length : path;
}

/* Appends the profiles in the order in which the app suggested them. The list has the reverse
 * order. */
static void list_suggested(struct us_suggestions *suggestions, struct name_list *name_list)
{
    const struct us_suggestion *last = NULL;
    pthread_mutex_lock(&suggestions->mutex);
    while (last != suggestions->first) {
        const struct us_suggestion *at = suggestions->first;
        while (at->next != last)
            at = at->next;
        append(name_list, ", ", short_name(at->profile_text));
        last = at;
    }
    pthread_mutex_unlock(&suggestions->mutex);
}

static const char *const who[US_USER_PATH_COUNT] = {
    [US_USER_PATH_LEFT] = "the left hand",
    [US_USER_PATH_RIGHT] = "the right hand",
    [US_USER_PATH_EYES] = "gaze",
    [US_USER_PATH_HTC_LEFT] = "the left hand (/user/hand_htc)",
    [US_USER_PATH_HTC_RIGHT] = "the right hand (/user/hand_htc)",
};

static void list_played(const struct us_binding_plan *plan, struct name_list *name_list)
{
    for (int user_path = 0; user_path < US_USER_PATH_COUNT; user_path++) {
        if (plan->profiles[user_path].profile == NULL)
            continue;
        append(name_list, ", ", who[user_path]);
        append(name_list, "", " plays as ");
        append(name_list, "", short_name(plan->profiles[user_path].profile->path));
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
        taken |= is_of_user && chosen != NULL && strcmp(short_name(profile->path), chosen) == 0;
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
                       who[user_path], short_name(bare->path));
    else if (us_binding_plan_is_of_hands(own))
        us_message_log(log, US_MESSAGE_LOG_WARN,
                       "fault battery: %s plays as %s, which is no controller, so while the fault "
                       "lasts it has no interaction profile; choose a controller with --profile",
                       who[user_path], short_name(own->path));
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
                       who[user_path], short_name(own->path));
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

void us_played_profiles_log(struct us_instance *instance, const struct us_binding_plan *plan)
{
    struct name_list suggested = {""}, played = {""};
    if (plan == NULL || !(us_played_channels_has_actions(&instance->bindings.plays) ||
                          instance->bindings.plays.gaze))
        return;
    list_suggested(&instance->suggestions, &suggested);
    list_played(plan, &played);
    us_message_log(&instance->log, US_MESSAGE_LOG_INFO, "the app suggested bindings for %s: %s",
                   suggested.text[0] != '\0' ? suggested.text : "no interaction profile",
                   played.text[0] != '\0' ? played.text : "none of them is played");
    if (us_played_channels_has_actions(&instance->bindings.plays)) {
        log_unused_choice(instance, plan, US_USER_LEFT, instance->settings.profiles.left);
        log_unused_choice(instance, plan, US_USER_RIGHT, instance->settings.profiles.right);
        log_all_bare(instance, plan);
    }
}
