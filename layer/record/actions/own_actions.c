/* SPDX-License-Identifier: MIT */
#include "layer/record/actions/own_actions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layer/answer/space.h"
#include "layer/bindings/action.h"

/* No two sets have one name: those of an earlier session may be there still. */
static bool make_set(struct us_own_actions *own, struct us_own_set *set, uint32_t priority)
{
    unsigned number = atomic_fetch_add(&own->recorder->own_set_count, 1);
    XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO, .priority = priority};
    snprintf(info.actionSetName, sizeof info.actionSetName, "understudy_recorder_%u", number);
    snprintf(info.localizedActionSetName, sizeof info.localizedActionSetName,
             "Understudy recorder %u", number);
    if (XR_FAILED(own->recorder->own->xrCreateActionSet(own->recorder->instance->handle, &info,
                                                        &set->handle))) {
        set->handle = XR_NULL_HANDLE;
        return false;
    }
    return true;
}

static XrAction make_action(const struct us_own_actions *own, const struct us_own_set *set,
                            uint32_t index)
{
    const struct us_live_source *source = &own->sources->list[index];
    XrActionCreateInfo info = {.type = XR_TYPE_ACTION_CREATE_INFO, .actionType = source->type};
    XrAction handle = XR_NULL_HANDLE;
    snprintf(info.actionName, sizeof info.actionName, "source_%u", index);
    snprintf(info.localizedActionName, sizeof info.localizedActionName, "Source %u", index);
    info.countSubactionPaths = set->declares[index] ? 1 : 0;
    info.subactionPaths = set->declares[index] ? &source->user : NULL;
    if (XR_FAILED(own->recorder->next.xrCreateAction(set->handle, &info, &handle)))
        return XR_NULL_HANDLE;
    struct us_action *action = us_action_find(handle);
    if (action != NULL)
        action->node.is_own = true;
    return handle;
}

static bool allocate_set(const struct us_own_actions *own, struct us_own_set *set)
{
    size_t count = own->sources->count;
    set->actions = calloc(count, sizeof *set->actions);
    set->spaces = calloc(count, sizeof *set->spaces);
    set->declares = calloc(count, sizeof *set->declares);
    set->suggestions = calloc(count, sizeof *set->suggestions);
    return set->actions != NULL && set->spaces != NULL && set->declares != NULL &&
           set->suggestions != NULL;
}

static bool make_actions(struct us_own_actions *own, struct us_own_set *set)
{
    for (uint32_t i = 0; i < own->sources->count; i++) {
        if (set->suggestions[i] == 0)
            continue;
        set->actions[i] = make_action(own, set, i);
        if (set->actions[i] == XR_NULL_HANDLE)
            return false;
    }
    return true;
}

static bool make_base(struct us_own_actions *own)
{
    struct us_own_set *set = &own->sets[own->set_count++];
    if (!allocate_set(own, set) || !make_set(own, set, 0))
        return false;
    for (uint32_t i = 0; i < own->sources->count; i++)
        set->suggestions[i] = own->sources->list[i].suggestions;
    return make_actions(own, set);
}

/* A set of priority 0 suppresses nothing, unless a sync gives it another priority. */
static bool needs_twin(const struct us_own_actions *own, const struct us_action_set *set)
{
    return set->priority > 0 ||
           us_extensions_is_enabled(own->recorder->instance->bindings.extensions,
                                    US_EXTENSION_PRIORITIES);
}

static bool make_twin(struct us_own_actions *own, struct us_action_set *app_set)
{
    struct us_own_set *set = &own->sets[own->set_count++];
    set->app_set = us_action_set_ref(app_set);
    if (!allocate_set(own, set))
        return false;
    us_live_sources_bound_by(own->sources, own->recorder->instance, app_set, set->suggestions,
                             set->declares);
    return make_set(own, set, app_set->priority) && make_actions(own, set);
}

/* For too many sets there are no twins, and what they suppress is recorded as inactive. */
static bool make_twins(struct us_own_actions *own, const XrSessionActionSetsAttachInfo *info)
{
    for (uint32_t i = 0; i < info->countActionSets; i++) {
        struct us_action_set *set = us_action_set_find(info->actionSets[i]);
        if (set == NULL || !needs_twin(own, set) || own->set_count >= US_OWN_SETS_MAX)
            continue;
        if (!make_twin(own, set))
            return false;
    }
    return true;
}

static void find_users(struct us_own_actions *own)
{
    const struct us_bindings_context *context = &own->recorder->instance->bindings;
    for (uint32_t i = 0; i < own->sources->count; i++) {
        char text[XR_MAX_PATH_LENGTH];
        if (!us_bindings_context_text(context, own->sources->list[i].user, text))
            continue;
        for (int user = 0; user < US_SESSION_USERS; user++) {
            if (strcmp(text, us_session_user_path((enum us_session_user)user)) == 0)
                own->users[user] = own->sources->list[i].user;
        }
    }
}

/* The message about the components; the texts of the profiles are needed for events, too. */
static bool describe(struct us_own_actions *own)
{
    struct us_session_components *components = calloc(1, sizeof *components);
    free(own->profile_texts);
    own->profile_texts = calloc(US_SESSION_PROFILES_MAX, sizeof *own->profile_texts);
    if (components == NULL || own->profile_texts == NULL) {
        free(components);
        free(own->profile_texts);
        own->profile_texts = NULL;
        return false;
    }
    us_live_sources_describe(own->sources, own->recorder->instance, components);
    memcpy(own->profile_texts, components->profiles, sizeof components->profiles);
    us_recorder_put_components(own->recorder, components);
    return true;
}

static bool make_all(struct us_own_actions *own, const XrSessionActionSetsAttachInfo *info)
{
    struct us_instance *instance = own->recorder->instance;
    us_mutex_lock(&instance->suggestions.mutex);
    own->sources = us_live_sources_create(instance);
    us_mutex_unlock(&instance->suggestions.mutex);
    if (own->sources == NULL || own->sources->count == 0)
        return false;
    find_users(own);
    bool is_made = make_base(own);
    us_mutex_lock(&instance->suggestions.mutex);
    is_made = is_made && make_twins(own, info);
    us_mutex_unlock(&instance->suggestions.mutex);
    return is_made;
}

struct us_own_actions *us_own_actions_create(struct us_recorder *recorder, XrSession session,
                                             const XrSessionActionSetsAttachInfo *info)
{
    struct us_own_actions *own = calloc(1, sizeof *own);
    if (own == NULL)
        return NULL;
    own->recorder = recorder;
    own->session = session;
    if (make_all(own, info))
        return own;
    us_own_actions_destroy(own, true);
    return NULL;
}

static void make_space(const struct us_own_actions *own, struct us_own_set *set, uint32_t index)
{
    const XrActionSpaceCreateInfo info = {
        .type = XR_TYPE_ACTION_SPACE_CREATE_INFO,
        .action = set->actions[index],
        .subactionPath = set->declares[index] ? own->sources->list[index].user : XR_NULL_PATH,
        .poseInActionSpace = {{0, 0, 0, 1}, {0, 0, 0}}};
    if (XR_FAILED(
            own->recorder->own->xrCreateActionSpace(own->session, &info, &set->spaces[index]))) {
        set->spaces[index] = XR_NULL_HANDLE;
        return;
    }
    struct us_space *space = us_space_find(set->spaces[index]);
    if (space != NULL)
        space->node.is_own = true;
}

static bool was_attached(const struct us_own_actions *own, XrActionSet handle)
{
    const struct us_action_set *set = us_action_set_find(handle);
    for (uint32_t i = 0; set != NULL && i < own->attached_count; i++) {
        if (own->attached[i] == set)
            return true;
    }
    return false;
}

bool us_own_actions_reuse(struct us_own_actions *own, XrSession session,
                          const XrSessionActionSetsAttachInfo *info)
{
    for (uint32_t i = 0; i < info->countActionSets; i++) {
        if (!was_attached(own, info->actionSets[i]))
            return false;
    }
    own->session = session;
    atomic_store(&own->is_refused, false);
    for (int i = 0; i < US_LIVE_SOURCES_MAX; i++)
        atomic_store(&own->active_set[i], 0);
    for (int user = 0; user < US_SESSION_USERS; user++)
        atomic_store(&own->profiles[user], 0);
    return true;
}

static void release_attached(struct us_own_actions *own)
{
    for (uint32_t i = 0; i < own->attached_count; i++)
        us_action_set_unref(own->attached[i]);
    free(own->attached);
    own->attached = NULL;
    own->attached_count = 0;
}

/* If there is no memory, they cannot be used again. */
static void note_attached(struct us_own_actions *own, const XrSessionActionSetsAttachInfo *info)
{
    release_attached(own);
    own->attached = calloc(info->countActionSets, sizeof *own->attached);
    for (uint32_t i = 0; own->attached != NULL && i < info->countActionSets; i++) {
        struct us_action_set *set = us_action_set_find(info->actionSets[i]);
        if (set != NULL)
            own->attached[own->attached_count++] = us_action_set_ref(set);
    }
}

XrResult us_own_actions_attach(struct us_own_actions *own,
                               const XrSessionActionSetsAttachInfo *info)
{
    XrActionSet *sets = malloc((info->countActionSets + (size_t)own->set_count) * sizeof *sets);
    if (sets == NULL)
        return XR_ERROR_OUT_OF_MEMORY;
    XrSessionActionSetsAttachInfo both = *info;
    memcpy(sets, info->actionSets, info->countActionSets * sizeof *sets);
    for (uint32_t i = 0; i < own->set_count; i++)
        sets[both.countActionSets++] = own->sets[i].handle;
    both.actionSets = sets;
    XrResult result = own->recorder->next.xrAttachSessionActionSets(own->session, &both);
    free(sets);
    if (XR_SUCCEEDED(result)) {
        note_attached(own, info);
        if (!describe(own))
            atomic_store(&own->is_refused, true);
    }
    for (uint32_t i = 0; XR_SUCCEEDED(result) && i < own->set_count; i++) {
        for (uint32_t s = 0; s < own->sources->count; s++) {
            if (own->sets[i].actions[s] != XR_NULL_HANDLE &&
                own->sources->list[s].type == XR_ACTION_TYPE_POSE_INPUT)
                make_space(own, &own->sets[i], s);
        }
    }
    return result;
}

void us_own_actions_destroy(struct us_own_actions *own, bool is_instance_there)
{
    if (own == NULL)
        return;
    for (uint32_t i = 0; i < own->set_count; i++) {
        struct us_own_set *set = &own->sets[i];
        if (is_instance_there && set->handle != XR_NULL_HANDLE)
            (void)own->recorder->own->xrDestroyActionSet(set->handle);
        us_action_set_unref((struct us_action_set *)set->app_set);
        free(set->actions);
        free(set->spaces);
        free(set->declares);
        free(set->suggestions);
    }
    release_attached(own);
    us_live_sources_destroy(own->sources);
    free(own->profile_texts);
    free(own);
}
