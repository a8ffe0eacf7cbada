/* SPDX-License-Identifier: MIT */
#include "layer/bindings/binding_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/search.h"
#include "core/base/text.h"

/* A binding before its input source has a number. */
struct draft {
    const struct us_suggested *suggested;
    const struct us_profile *profile;
    uint32_t action;
};

static bool is_channel_on(const struct us_bindings_context *context, enum us_user_path user_path,
                          bool for_pose)
{
    if (us_user_path_user(user_path) == US_USER_EYES)
        return context->plays.gaze;
    return context->plays.controllers || (for_pose ? context->plays.hands : context->plays.pinch);
}

bool us_binding_plan_plays(const struct us_binding_plan *plan, enum us_user_path user_path,
                           XrActionType type)
{
    return user_path != US_USER_PATH_COUNT && plan->profiles[user_path].profile != NULL &&
           is_channel_on(plan->context, user_path, type == XR_ACTION_TYPE_POSE_INPUT);
}

static int compare_actions(const void *a, const void *b)
{
    uintptr_t left = (uintptr_t)((const struct us_binding_plan_action *)a)->action;
    uintptr_t right = (uintptr_t)((const struct us_binding_plan_action *)b)->action;
    return (left > right) - (left < right);
}

uint32_t us_binding_plan_find_action(const struct us_binding_plan *plan,
                                     const struct us_action *action)
{
    struct us_search search = {.high = plan->action_count};
    while (us_search_next(&search)) {
        const struct us_action *there = plan->actions[search.middle].action;
        if (there == action)
            return (uint32_t)search.middle;
        us_search_narrow(&search, (uintptr_t)there < (uintptr_t)action);
    }
    return US_BINDING_PLAN_NONE;
}

uint32_t us_binding_plan_find_set(const struct us_binding_plan *plan, XrActionSet set)
{
    for (uint32_t i = 0; i < plan->set_count; i++) {
        if (plan->sets[i]->handle == set)
            return i;
    }
    return US_BINDING_PLAN_NONE;
}

bool us_binding_plan_has_subaction_path(const struct us_binding_plan *plan, uint32_t set,
                                        XrPath path)
{
    for (uint32_t i = 0; i < plan->action_count; i++) {
        if (plan->actions[i].set == set &&
            us_action_has_subaction_path(plan->actions[i].action, path))
            return true;
    }
    return false;
}

unsigned us_binding_plan_users(const struct us_binding_plan *plan, const struct us_action *action,
                               XrPath subaction)
{
    uint32_t index =
        plan != NULL ? us_binding_plan_find_action(plan, action) : US_BINDING_PLAN_NONE;
    unsigned users = 0;
    if (index == US_BINDING_PLAN_NONE)
        return 0;
    const struct us_binding_plan_action *planned = &plan->actions[index];
    for (uint32_t i = 0; i < planned->binding_count; i++) {
        enum us_user_path user_path = plan->bindings[planned->first_binding + i].user_path;
        if (subaction == XR_NULL_PATH || plan->context->user_paths[user_path] == subaction)
            users |= 1u << us_user_path_user(user_path);
    }
    return users;
}

const struct us_binding_plan_binding *us_binding_plan_find_path(const struct us_binding_plan *plan,
                                                                XrPath path)
{
    for (uint32_t i = 0; i < plan->binding_count; i++) {
        if (plan->bindings[i].path == path)
            return &plan->bindings[i];
    }
    return NULL;
}

/* For collect_action: `capacity` is the size of plan->actions. */
struct room {
    struct us_binding_plan *plan;
    uint32_t count, capacity;
};

/* Called with every action, under the lock of the handle table. The first pass only counts, because
 * its capacity is 0; the second pass stores the actions. */
static void collect_action(struct us_node *node, void *data)
{
    struct room *room = data;
    struct us_binding_plan *plan = room->plan;
    struct us_action *action = (struct us_action *)node;
    for (uint32_t i = 0; i < plan->set_count; i++) {
        if (plan->sets[i] != action->set)
            continue;
        if (room->count < room->capacity)
            plan->actions[room->count] =
                (struct us_binding_plan_action){.action = us_action_ref(action), .set = i};
        room->count++;
        return;
    }
}

/* Another thread may create an action between the two passes. It does not fit, and the runtime
 * answers for it. */
static bool collect_actions(struct us_binding_plan *plan)
{
    struct room room = {plan, 0, 0};
    us_handle_table_each(US_HANDLE_ACTION, collect_action, &room);
    room.capacity = room.count;
    room.count = 0;
    plan->actions = calloc((size_t)room.capacity + 1, sizeof *plan->actions);
    if (plan->actions == NULL)
        return false;
    us_handle_table_each(US_HANDLE_ACTION, collect_action, &room);
    plan->action_count = room.count < room.capacity ? room.count : room.capacity;
    qsort(plan->actions, plan->action_count, sizeof *plan->actions, compare_actions);
    return true;
}

static bool collect_sets(struct us_binding_plan *plan, const XrSessionActionSetsAttachInfo *info)
{
    plan->sets = calloc((size_t)info->countActionSets + 1, sizeof(struct us_action_set *));
    for (uint32_t i = 0; plan->sets != NULL && i < info->countActionSets; i++) {
        struct us_action_set *set = us_action_set_find(info->actionSets[i]);
        if (set != NULL && us_binding_plan_find_set(plan, set->handle) == US_BINDING_PLAN_NONE)
            plan->sets[plan->set_count++] = us_action_set_ref(set);
    }
    return plan->sets != NULL;
}

/* Whether a suggestion binds any action of the plan. */
static bool concerns(const struct us_binding_plan *plan, const struct us_suggestion *suggestion)
{
    for (uint32_t i = 0; i < suggestion->count; i++) {
        if (us_binding_plan_find_action(plan, suggestion->bindings[i].action) !=
            US_BINDING_PLAN_NONE)
            return true;
    }
    return false;
}

static bool has_user(const struct us_profile *profile, enum us_user_path user_path)
{
    for (int i = 0; i < 2; i++) {
        if (profile->users[i] != NULL &&
            strcmp(profile->users[i], us_user_path_text(user_path)) == 0)
            return true;
    }
    return false;
}

/* Profiles that a runtime gives to hands without controllers, the preferred one first. The simple
 * controller is what runtimes without a profile of hands map hands to. */
static const char *const bare_profiles[] = {"/interaction_profiles/ext/hand_interaction_ext",
                                            "/interaction_profiles/microsoft/hand_interaction",
                                            "/interaction_profiles/khr/simple_controller"};
enum { BARE_PROFILES = sizeof bare_profiles / sizeof bare_profiles[0], OF_HANDS_ONLY = 2 };

/* The index in bare_profiles; BARE_PROFILES: none. */
static int bare_rank(const struct us_profile *profile)
{
    for (int i = 0; i < BARE_PROFILES; i++)
        if (profile != NULL && strcmp(profile->path, bare_profiles[i]) == 0)
            return i;
    return BARE_PROFILES;
}

bool us_binding_plan_is_of_hands(const struct us_profile *profile)
{
    return bare_rank(profile) < OF_HANDS_ONLY;
}

/* Whether the user's controller loses its power at some time. The hands are users by their numbers.
 */
static bool loses_controller(const struct us_binding_plan *plan, enum us_user_path user_path)
{
    return (plan->context->losing_hands & 1u << us_user_path_user(user_path)) != 0;
}

/* Behind every value of the table. */
enum { PREFERENCE_BARE = 1000, PREFERENCE_LATE = PREFERENCE_BARE - BARE_PROFILES };

/* The choice of Understudy's user has the value -2, and the profile that a session begins with has
 * the value -1. Both precede every value of the table. A hand whose controller will lose its power
 * has one first. */
static int preference(const struct us_binding_plan *plan, enum us_user_path user_path,
                      const struct us_profile *profile)
{
    const struct us_profile_choice *choice = plan->context->profiles;
    enum us_user user = us_user_path_user(user_path);
    if (user != US_USER_LEFT && user != US_USER_RIGHT)
        return us_bindings_preference(profile);
    const char *chosen = user == US_USER_LEFT ? choice->left : choice->right;
    const char *recorded = plan->context->recorded_profiles[user == US_USER_RIGHT];
    if (chosen != NULL && strcmp(us_text_profile(profile->path), chosen) == 0)
        return -2;
    if (recorded != NULL && strcmp(profile->path, recorded) == 0)
        return -1;
    bool is_late = loses_controller(plan, user_path) && bare_rank(profile) < BARE_PROFILES;
    return is_late ? PREFERENCE_BARE - bare_rank(profile) : us_bindings_preference(profile);
}

/* Counts the recorded components of the user, in a session, that a profile has. */
static uint32_t count_recorded(const struct us_binding_plan *plan, enum us_user_path user_path,
                               const struct us_profile *profile)
{
    return plan->context->plays.controllers && !plan->context->is_driven
               ? us_recorded_sources_count(plan->context->recorded, us_user_path_user(user_path),
                                           profile)
               : 0;
}

/* Whether a user plays rather as a profile than as one that the app suggested later. Where nobody
 * chose either, that is the one with more recorded components, and of equal ones the first. Without
 * such components, and in a drive, the order is that of the table. */
static bool is_preferred(const struct us_binding_plan *plan, enum us_user_path user_path,
                         const struct us_profile *profile, const struct us_profile *later)
{
    const int own = preference(plan, user_path, profile);
    const int other = preference(plan, user_path, later);
    const uint32_t count = count_recorded(plan, user_path, profile);
    const uint32_t other_count = count_recorded(plan, user_path, later);
    const bool is_open = own >= 0 && other >= 0 && own < PREFERENCE_LATE && other < PREFERENCE_LATE;
    return is_open && count + other_count > 0 ? count >= other_count : own < other;
}

/* The suggestions are in the reverse order. */
static void choose_profiles(struct us_binding_plan *plan)
{
    const struct us_suggestion *at = plan->context->suggestions->first;
    for (; at != NULL; at = at->next) {
        if (at->profile == NULL || !concerns(plan, at))
            continue;
        for (int i = 0; i < US_USER_PATH_COUNT; i++) {
            enum us_user_path user_path = (enum us_user_path)i;
            const struct us_profile *before = plan->profiles[i].profile;
            bool played = is_channel_on(plan->context, user_path, false) ||
                          is_channel_on(plan->context, user_path, true);
            if (played && has_user(at->profile, user_path) &&
                (before == NULL || is_preferred(plan, user_path, at->profile, before)))
                plan->profiles[i] = (struct us_binding_plan_profile){at->profile, at->profile_path};
        }
    }
}

/* Chooses what hands play as while their controllers have no power. */
static void choose_bare_profiles(struct us_binding_plan *plan)
{
    const struct us_suggestion *at = plan->context->suggestions->first;
    if (!plan->context->plays.hands)
        return;
    for (; at != NULL; at = at->next) {
        for (int i = 0; i < US_USER_PATH_COUNT; i++) {
            const struct us_profile *own = plan->profiles[i].profile;
            if (loses_controller(plan, (enum us_user_path)i) && own != NULL &&
                !us_binding_plan_is_of_hands(own) && at->profile != own &&
                bare_rank(at->profile) < bare_rank(plan->bare[i].profile) && concerns(plan, at) &&
                has_user(at->profile, (enum us_user_path)i))
                plan->bare[i] = (struct us_binding_plan_profile){at->profile, at->profile_path};
        }
    }
}

/* Collects which of a session's profiles the app suggested bindings for. False if memory runs out.
 */
static bool choose_recorded_profiles(struct us_binding_plan *plan)
{
    const struct us_session_components *recorded = plan->context->recorded;
    if (!plan->context->plays.controllers)
        return true;
    plan->recorded_profiles = calloc(US_SESSION_PROFILES_MAX, sizeof *plan->recorded_profiles);
    if (plan->recorded_profiles == NULL)
        return false;
    const struct us_suggestion *at = plan->context->suggestions->first;
    for (; at != NULL; at = at->next)
        for (uint32_t i = 0; i < recorded->profile_count && i < US_SESSION_PROFILES_MAX; i++)
            if (at->profile != NULL && concerns(plan, at) &&
                strcmp(at->profile->path, recorded->profiles[i]) == 0)
                plan->recorded_profiles[i] =
                    (struct us_binding_plan_profile){at->profile, at->profile_path};
    return true;
}

static bool is_recorded(const struct us_binding_plan *plan, const struct us_profile *profile)
{
    for (uint32_t i = 0; plan->recorded_profiles != NULL && i < US_SESSION_PROFILES_MAX; i++)
        if (profile != NULL && plan->recorded_profiles[i].profile == profile)
            return true;
    return false;
}

struct us_binding_plan_profile us_binding_plan_recorded_profile(const struct us_binding_plan *plan,
                                                                enum us_user_path user_path,
                                                                uint8_t number)
{
    struct us_binding_plan_profile own = plan->profiles[user_path];
    if (plan->recorded_profiles == NULL || number == 0 || number > US_SESSION_PROFILES_MAX)
        return own;
    struct us_binding_plan_profile same = plan->recorded_profiles[number - 1];
    return same.profile != NULL && has_user(same.profile, user_path) ? same : own;
}

/* Whether a suggested binding is in effect. Also marks its action as played or live. */
static bool is_bound(struct us_binding_plan *plan, const struct us_suggestion *suggestion,
                     const struct us_suggested *suggested, uint32_t index)
{
    struct us_binding_plan_action *action = &plan->actions[index];
    if (!us_binding_plan_plays(plan, suggested->user_path, action->action->type)) {
        action->has_live_binding = true;
        return false;
    }
    action->has_played_binding = true;
    return suggested->component != NULL &&
           (suggestion->profile == plan->profiles[suggested->user_path].profile ||
            suggestion->profile == plan->bare[suggested->user_path].profile ||
            is_recorded(plan, suggestion->profile));
}

static int compare_drafts(const void *a, const void *b)
{
    const struct draft *left = a, *right = b;
    if (left->action != right->action)
        return left->action < right->action ? -1 : 1;
    return left->suggested < right->suggested ? -1 : left->suggested > right->suggested;
}

/* Collects the bindings that are in effect and groups them by action. `drafts` has room for all
 * suggested bindings. */
static uint32_t draft_bindings(struct us_binding_plan *plan, struct draft *drafts)
{
    uint32_t count = 0;
    const struct us_suggestion *at = plan->context->suggestions->first;
    for (; at != NULL; at = at->next) {
        for (uint32_t i = 0; i < at->count; i++) {
            uint32_t action = us_binding_plan_find_action(plan, at->bindings[i].action);
            if (action != US_BINDING_PLAN_NONE && is_bound(plan, at, &at->bindings[i], action))
                drafts[count++] = (struct draft){&at->bindings[i], at->profile, action};
        }
    }
    qsort(drafts, count, sizeof *drafts, compare_drafts);
    return count;
}

/* Returns the number of a binding's input source: that of an earlier binding to the same source, or
 * the next free one. */
static uint32_t number_source(struct us_binding_plan *plan, const struct draft *drafts,
                              uint32_t index)
{
    const struct us_suggested *own = drafts[index].suggested;
    for (uint32_t i = 0; i < index; i++) {
        const struct us_suggested *other = drafts[i].suggested;
        if (other->source_length == own->source_length &&
            strncmp(other->path, own->path, own->source_length) == 0)
            return plan->bindings[i].source;
    }
    return plan->source_count++;
}

/* The app may have bound the parent path; xrEnumerateBoundSourcesForAction returns the full path.
 */
static XrPath full_path(const struct us_bindings_context *context,
                        const struct us_binding_plan_binding *binding)
{
    char text[XR_MAX_PATH_LENGTH];
    if (binding->component == NULL)
        return XR_NULL_PATH;
    snprintf(text, sizeof text, "%s%s", us_user_path_text(binding->user_path),
             binding->component->path);
    return us_bindings_context_path(context, text);
}

static void write_bindings(struct us_binding_plan *plan, const struct draft *drafts, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct us_suggested *suggested = drafts[i].suggested;
        struct us_binding_plan_action *action = &plan->actions[drafts[i].action];
        if (action->binding_count++ == 0)
            action->first_binding = i;
        plan->bindings[i] =
            (struct us_binding_plan_binding){.user_path = suggested->user_path,
                                             .component = suggested->component,
                                             .source = number_source(plan, drafts, i),
                                             .profile = drafts[i].profile};
        plan->binding_count++;
    }
}

/* The caller holds the lock of the suggestions. Returns false if memory runs out. */
static bool bind_actions(struct us_binding_plan *plan, struct draft **out_drafts)
{
    size_t most = 1;
    const struct us_suggestion *at = plan->context->suggestions->first;
    for (; at != NULL; at = at->next)
        most += at->count;
    *out_drafts = calloc(most, sizeof **out_drafts);
    plan->bindings = calloc(most, sizeof *plan->bindings);
    if (*out_drafts == NULL || plan->bindings == NULL)
        return false;
    choose_profiles(plan);
    choose_bare_profiles(plan);
    if (!choose_recorded_profiles(plan))
        return false;
    write_bindings(plan, *out_drafts, draft_bindings(plan, *out_drafts));
    return true;
}

/* Finds the recorded inputs of a session that drive each binding. False if memory runs out. */
static bool find_recorded(struct us_binding_plan *plan)
{
    if (!plan->context->plays.controllers)
        return true;
    plan->recorded = calloc((size_t)plan->binding_count + 1, sizeof *plan->recorded);
    for (uint32_t i = 0; plan->recorded != NULL && i < plan->binding_count; i++) {
        struct us_binding_plan_binding *binding = &plan->bindings[i];
        us_recorded_sources_find(plan->context->recorded, us_user_path_user(binding->user_path),
                                 binding->component, &plan->recorded[i]);
        binding->recorded = &plan->recorded[i];
    }
    return plan->recorded != NULL;
}

struct us_binding_plan *us_binding_plan_create(const struct us_bindings_context *context,
                                               bool plays,
                                               const XrSessionActionSetsAttachInfo *info)
{
    struct us_binding_plan *plan = calloc(1, sizeof *plan);
    struct draft *drafts = NULL;
    if (plan == NULL)
        return NULL;
    plan->context = context;
    bool done = collect_sets(plan, info) && collect_actions(plan);
    if (done && plays) {
        us_mutex_lock(&context->suggestions->mutex);
        done = bind_actions(plan, &drafts);
        us_mutex_unlock(&context->suggestions->mutex);
    }
    free(drafts);
    done = done && find_recorded(plan);
    /* full_path calls down, so the lock of the suggestions must be released before. */
    for (uint32_t i = 0; done && i < plan->binding_count; i++)
        plan->bindings[i].path = full_path(context, &plan->bindings[i]);
    if (!done) {
        us_binding_plan_destroy(plan);
        return NULL;
    }
    return plan;
}

void us_binding_plan_destroy(struct us_binding_plan *plan)
{
    if (plan == NULL)
        return;
    for (uint32_t i = 0; i < plan->action_count && plan->actions != NULL; i++)
        us_action_unref(plan->actions[i].action);
    for (uint32_t i = 0; i < plan->set_count; i++)
        us_action_set_unref(plan->sets[i]);
    free(plan->sets);
    free(plan->actions);
    free(plan->bindings);
    free(plan->recorded);
    free(plan->recorded_profiles);
    free(plan);
}
