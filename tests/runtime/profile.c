// SPDX-License-Identifier: MIT
#include "profile.h"

#include <stdlib.h>
#include <string.h>

#include "component.h"
#include "person.h"

#define PROFILE_PREFIX "/interaction_profiles/"

// In the order in which a hand prefers them.
static const char *const controllers[] = {
    "khr/simple_controller",       "oculus/touch_controller",
    "valve/index_controller",      "htc/vive_controller",
    "microsoft/motion_controller", "google/daydream_controller",
    "oculus/go_controller",        "samsung/odyssey_controller",
    "hp/mixed_reality_controller", "htc/vive_cosmos_controller",
    "htc/vive_focus3_controller",  "bytedance/pico_neo3_controller",
    "bytedance/pico4_controller",  "ml/ml2_controller",
    "huawei/controller",           "htc/vive_pro",
    "microsoft/xbox_controller",   "ext/hand_interaction_ext",
    "microsoft/hand_interaction",
};
#define CONTROLLER_COUNT (sizeof(controllers) / sizeof(controllers[0]))
#define EYES_RANK UINT32_MAX
#define NO_RANK (UINT32_MAX - 1)

static bool starts(const char *text, const char *start)
{
    const size_t length = strlen(start);
    return strncmp(text, start, length) == 0 && (text[length] == '\0' || text[length] == '/');
}

static uint32_t rank_of(const struct us_instance *instance, const char *profile)
{
    const size_t prefix = sizeof(PROFILE_PREFIX) - 1;
    if (strncmp(profile, PROFILE_PREFIX, prefix) != 0)
        return NO_RANK;
    if (strcmp(profile + prefix, "ext/eye_gaze_interaction") == 0)
        return instance->enabled[US_EXTENSION_EYE_GAZE] ? EYES_RANK : NO_RANK;
    if (strcmp(profile + prefix, "ext/hand_interaction_ext") == 0 &&
        !instance->enabled[US_EXTENSION_HAND_INTERACTION])
        return NO_RANK;
    if (strcmp(profile + prefix, "microsoft/hand_interaction") == 0 &&
        !instance->enabled[US_EXTENSION_MSFT_HAND])
        return NO_RANK;
    for (uint32_t i = 0; i < CONTROLLER_COUNT; i++) {
        if (strcmp(profile + prefix, controllers[i]) == 0)
            return strcmp(controllers[i], instance->settings.profile) == 0 ? 0 : i + 1;
    }
    return NO_RANK;
}

// Components that extensions add to every profile of a hand.
static bool is_extra(const struct us_instance *instance, const char *component)
{
    const bool hand = instance->enabled[US_EXTENSION_HAND_INTERACTION];
    return (instance->enabled[US_EXTENSION_PALM_POSE] && starts(component, "/input/palm_ext")) ||
           (instance->enabled[US_EXTENSION_VERSION_1_1] &&
            starts(component, "/input/grip_surface")) ||
           (hand && starts(component, "/input/pinch_ext/pose")) ||
           (hand && starts(component, "/input/poke_ext"));
}

bool us_profile_has(const char *profile, const char *component)
{
    const char *name = profile + strlen(PROFILE_PREFIX);
    const enum us_component_answer left = us_component_find(name, component, false);
    const enum us_component_answer right = us_component_find(name, component, true);
    if (left == US_COMPONENT_UNKNOWN_PROFILE)
        return true;
    const size_t length = strlen(component);
    const bool pose = length > 5 && strcmp(component + length - 5, "/pose") == 0;
    return left == US_COMPONENT_WHOLE || right == US_COMPONENT_WHOLE || pose;
}

static XrResult check_binding(const struct us_instance *instance, uint32_t rank,
                              const char *profile, const XrActionSuggestedBinding *binding)
{
    const struct us_action *action = us_action_find(binding->action);
    if (action == NULL || action->object.instance != instance)
        return XR_ERROR_HANDLE_INVALID;
    if (action->set->attached)
        return XR_ERROR_ACTIONSETS_ALREADY_ATTACHED;
    const char *string = us_path_string(&instance->paths, binding->binding);
    if (string == NULL)
        return XR_ERROR_PATH_INVALID;
    enum us_user user;
    const char *component = us_source_skip_user(string, &user);
    if (component == NULL)
        return XR_ERROR_PATH_UNSUPPORTED;
    if ((rank == EYES_RANK) != (user == US_USER_EYES))
        return XR_ERROR_PATH_UNSUPPORTED;
    if (rank == EYES_RANK)
        return starts(component, "/input/gaze_ext") ? XR_SUCCESS : XR_ERROR_PATH_UNSUPPORTED;
    const enum us_component_answer known =
        us_component_find(profile, component, user == US_USER_RIGHT);
    const bool hand = user == US_USER_LEFT || user == US_USER_RIGHT;
    if (known != US_COMPONENT_UNKNOWN_PROFILE &&
        (!hand || (known == US_COMPONENT_NONE && !is_extra(instance, component))))
        return XR_ERROR_PATH_UNSUPPORTED;
    return XR_SUCCESS;
}

// The suggestion of that profile, made where there is none.
static struct us_suggestion *open_suggestion(struct us_instance *instance, XrPath profile)
{
    for (struct us_suggestion *s = instance->suggestions; s != NULL; s = s->next) {
        if (s->profile == profile)
            return s;
    }
    struct us_suggestion *suggestion = calloc(1, sizeof(*suggestion));
    if (suggestion == NULL)
        return NULL;
    suggestion->profile = profile;
    suggestion->next = instance->suggestions;
    instance->suggestions = suggestion;
    return suggestion;
}

static XrResult keep(struct us_instance *instance, uint32_t rank,
                     const XrInteractionProfileSuggestedBinding *suggested)
{
    struct us_suggested *bindings = calloc(suggested->countSuggestedBindings, sizeof(*bindings));
    struct us_suggestion *suggestion =
        bindings == NULL ? NULL : open_suggestion(instance, suggested->interactionProfile);
    if (suggestion == NULL) {
        free(bindings);
        return XR_ERROR_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < suggested->countSuggestedBindings; i++) {
        const XrActionSuggestedBinding *binding = &suggested->suggestedBindings[i];
        bindings[i] = (struct us_suggested){us_action_find(binding->action), binding->binding};
    }
    free(suggestion->bindings);
    suggestion->rank = rank;
    suggestion->bindings = bindings;
    suggestion->count = suggested->countSuggestedBindings;
    return XR_SUCCESS;
}

static XrResult suggest(struct us_instance *instance,
                        const XrInteractionProfileSuggestedBinding *suggested)
{
    if (suggested == NULL || suggested->type != XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING ||
        suggested->countSuggestedBindings == 0 || suggested->suggestedBindings == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    const char *profile = us_path_string(&instance->paths, suggested->interactionProfile);
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
    struct us_call call;
    if (US_ENTER(&call, xrSuggestInteractionProfileBindings, INSTANCE, instance))
        call.result = suggest((struct us_instance *)call.object, suggestedBindings);
    return us_call_leave(&call);
}

const struct us_suggestion *us_profile_choose(const struct us_instance *instance, enum us_user user)
{
    const struct us_suggestion *best = NULL;
    const bool eyes = user == US_USER_EYES;
    if (!eyes && instance->settings.controllers == US_CONTROLLERS_NONE)
        return NULL;
    if (eyes && (instance->settings.lacks[US_LACK_EYE_GAZE_SYSTEM] ||
                 !us_person_has_gaze(&instance->settings)))
        return NULL;
    if (user == US_USER_OTHER)
        return NULL;
    for (const struct us_suggestion *s = instance->suggestions; s != NULL; s = s->next) {
        if ((s->rank == EYES_RANK) == eyes && (best == NULL || s->rank < best->rank))
            best = s;
    }
    return best;
}

void us_profile_forget(struct us_instance *instance)
{
    while (instance->suggestions != NULL) {
        struct us_suggestion *suggestion = instance->suggestions;
        instance->suggestions = suggestion->next;
        free(suggestion->bindings);
        free(suggestion);
    }
}
