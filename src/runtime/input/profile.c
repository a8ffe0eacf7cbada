// SPDX-License-Identifier: MIT
#include "runtime/input/profile.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/instance/call.h"
#include "runtime/profiles/component.h"

#define PROFILE_PREFIX "/interaction_profiles/"

#define EYES_RANK UINT32_MAX
#define NO_RANK (UINT32_MAX - 1)
#define OTHER_RANK (UINT32_MAX - 2) // of a user without a device

static bool starts(const char *text, const char *start)
{
    const size_t length = strlen(start);
    return strncmp(text, start, length) == 0 && (text[length] == '\0' || text[length] == '/');
}

static uint32_t rank_of(const struct rt_instance *instance, const char *profile)
{
    const size_t prefix = sizeof(PROFILE_PREFIX) - 1;
    if (strncmp(profile, PROFILE_PREFIX, prefix) != 0)
        return NO_RANK;
    if (strcmp(profile + prefix, "ext/eye_gaze_interaction") == 0)
        return instance->enabled[RT_EXTENSION_EYE_GAZE] ? EYES_RANK : NO_RANK;
    if (strcmp(profile + prefix, "ext/hand_interaction_ext") == 0 &&
        !instance->enabled[RT_EXTENSION_HAND_INTERACTION])
        return NO_RANK;
    if (strcmp(profile + prefix, "microsoft/hand_interaction") == 0 &&
        !instance->enabled[RT_EXTENSION_MSFT_HAND])
        return NO_RANK;
    if (strcmp(profile + prefix, "htc/vive_pro") == 0 ||
        strcmp(profile + prefix, "microsoft/xbox_controller") == 0)
        return OTHER_RANK;
    const uint32_t number = rt_component_find_profile(profile + prefix);
    return number == RT_COMPONENT_NO_PROFILE ? NO_RANK : number;
}

// Components that extensions add to every profile of a hand.
static bool is_extra(const struct rt_instance *instance, const char *component)
{
    const bool hand = instance->enabled[RT_EXTENSION_HAND_INTERACTION];
    return (instance->enabled[RT_EXTENSION_PALM_POSE] && starts(component, "/input/palm_ext")) ||
           (instance->enabled[RT_EXTENSION_VERSION_1_1] &&
            starts(component, "/input/grip_surface")) ||
           (hand && starts(component, "/input/pinch_ext/pose")) ||
           (hand && starts(component, "/input/poke_ext"));
}

static XrResult check_binding(const struct rt_instance *instance, uint32_t rank,
                              const char *profile, const XrActionSuggestedBinding *binding)
{
    const struct rt_action *action = rt_action_find(binding->action);
    if (action == NULL || action->object.instance != instance)
        return XR_ERROR_HANDLE_INVALID;
    if (action->set->attached)
        return XR_ERROR_ACTIONSETS_ALREADY_ATTACHED;
    const char *string = rt_path_string(&instance->paths, binding->binding);
    if (string == NULL)
        return XR_ERROR_PATH_INVALID;
    enum rt_user user;
    const char *component = rt_user_path_skip(string, &user);
    if (component == NULL)
        return XR_ERROR_PATH_UNSUPPORTED;
    if ((rank == EYES_RANK) != (user == RT_USER_EYES))
        return XR_ERROR_PATH_UNSUPPORTED;
    if (rank == EYES_RANK)
        return starts(component, "/input/gaze_ext") ? XR_SUCCESS : XR_ERROR_PATH_UNSUPPORTED;
    const enum rt_component_answer known =
        rt_component_find(profile, component, user == RT_USER_RIGHT);
    const bool hand = user == RT_USER_LEFT || user == RT_USER_RIGHT;
    if (known != RT_COMPONENT_UNKNOWN_PROFILE &&
        (!hand || (known == RT_COMPONENT_NONE && !is_extra(instance, component))))
        return XR_ERROR_PATH_UNSUPPORTED;
    return XR_SUCCESS;
}

// Finds or creates the suggestion for a profile.
static struct rt_suggestion *open_suggestion(struct rt_instance *instance, XrPath profile)
{
    for (struct rt_suggestion *s = instance->suggestions; s != NULL; s = s->next) {
        if (s->profile == profile)
            return s;
    }
    struct rt_suggestion *suggestion = calloc(1, sizeof(*suggestion));
    if (suggestion == NULL)
        return NULL;
    suggestion->profile = profile;
    suggestion->next = instance->suggestions;
    instance->suggestions = suggestion;
    return suggestion;
}

static XrResult keep(struct rt_instance *instance, uint32_t rank,
                     const XrInteractionProfileSuggestedBinding *suggested)
{
    struct rt_suggested *bindings = calloc(suggested->countSuggestedBindings, sizeof(*bindings));
    struct rt_suggestion *suggestion =
        bindings == NULL ? NULL : open_suggestion(instance, suggested->interactionProfile);
    if (suggestion == NULL) {
        free(bindings);
        return XR_ERROR_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < suggested->countSuggestedBindings; i++) {
        const XrActionSuggestedBinding *binding = &suggested->suggestedBindings[i];
        bindings[i] = (struct rt_suggested){rt_action_find(binding->action), binding->binding};
    }
    free(suggestion->bindings);
    suggestion->rank = rank;
    suggestion->bindings = bindings;
    suggestion->count = suggested->countSuggestedBindings;
    return XR_SUCCESS;
}

static XrResult suggest(struct rt_instance *instance,
                        const XrInteractionProfileSuggestedBinding *suggested)
{
    if (suggested == NULL || suggested->type != XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING ||
        suggested->countSuggestedBindings == 0 || suggested->suggestedBindings == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    const char *profile = rt_path_string(&instance->paths, suggested->interactionProfile);
    if (profile == NULL)
        return XR_ERROR_PATH_INVALID;
    const uint32_t rank = rank_of(instance, profile);
    if (rank == NO_RANK)
        return XR_ERROR_PATH_UNSUPPORTED;
    for (uint32_t i = 0; i < suggested->countSuggestedBindings; i++) {
        const XrResult result = check_binding(instance, rank, profile + strlen(PROFILE_PREFIX),
                                              &suggested->suggestedBindings[i]);
        if (result != XR_SUCCESS)
            return result;
    }
    return keep(instance, rank, suggested);
}

XRAPI_ATTR XrResult XRAPI_CALL xrSuggestInteractionProfileBindings(
    XrInstance instance, const XrInteractionProfileSuggestedBinding *suggestedBindings)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrSuggestInteractionProfileBindings, INSTANCE, instance))
        call.result = suggest((struct rt_instance *)call.object, suggestedBindings);
    return rt_call_leave(&call);
}

static const struct rt_suggestion *choose_gaze(const struct rt_instance *instance)
{
    if (instance->settings.disabled[RT_FEATURE_EYE_GAZE_SYSTEM] ||
        !rt_person_has_gaze(&instance->person))
        return NULL;
    const struct rt_suggestion *s = instance->suggestions;
    while (s != NULL && s->rank != EYES_RANK)
        s = s->next;
    return s;
}

const struct rt_suggestion *rt_profile_choose(const struct rt_instance *instance, enum rt_user user,
                                              XrTime time)
{
    if (user == RT_USER_EYES)
        return choose_gaze(instance);
    if (user != RT_USER_LEFT && user != RT_USER_RIGHT)
        return NULL;
    const char *name = rt_person_profile(&instance->person,
                                         user == RT_USER_LEFT ? RT_HAND_LEFT : RT_HAND_RIGHT, time);
    const uint32_t preferred = name == NULL ? NO_RANK : rt_component_find_profile(name);
    const struct rt_suggestion *best = NULL;
    for (const struct rt_suggestion *s = instance->suggestions; s != NULL && name != NULL;
         s = s->next) {
        if (s->rank == preferred)
            return s;
        if (s->rank < OTHER_RANK && (best == NULL || s->rank < best->rank))
            best = s;
    }
    return best;
}

void rt_profile_free_suggestions(struct rt_instance *instance)
{
    while (instance->suggestions != NULL) {
        struct rt_suggestion *suggestion = instance->suggestions;
        instance->suggestions = suggestion->next;
        free(suggestion->bindings);
        free(suggestion);
    }
}
