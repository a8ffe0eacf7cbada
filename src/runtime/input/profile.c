/* SPDX-License-Identifier: MIT */
#include "runtime/input/binding.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/instance/call.h"
#include "core/base/text.h"
#include "profiles/bindings.h"

/* A hand with tracked fingers is the last choice: it holds no controller. */
#define HANDS_LAST 1000u

/* The gaze's profile, and profiles of users without a device. */
#define EYES_RANK UINT32_MAX
#define OTHER_RANK (UINT32_MAX - 2)

bool rt_profile_may_use(const struct rt_instance *instance, const char *extension,
                        uint32_t core_since)
{
    const uint32_t minor = instance->enabled[RT_EXTENSION_VERSION_1_1] ? 1 : 0;
    const enum rt_extension needed =
        extension == NULL ? RT_EXTENSION_NONE : rt_extension_find(&instance->settings, extension);
    return core_since <= minor || (needed != RT_EXTENSION_NONE && instance->enabled[needed]);
}

static uint32_t rank_of(const struct us_profile *profile)
{
    if (strcmp(profile->users[0], "/user/eyes_ext") == 0)
        return EYES_RANK;
    if (strcmp(profile->users[0], "/user/hand/left") != 0)
        return OTHER_RANK;
    const uint32_t preference = (uint32_t)us_bindings_preference(profile);
    return strstr(profile->path, "/hand_interaction") == NULL ? preference
                                                              : preference + HANDS_LAST;
}

static XrResult check_binding(const struct rt_instance *instance, const struct us_profile *profile,
                              const XrActionSuggestedBinding *binding)
{
    const struct rt_action *action = rt_action_find(instance, binding->action);
    if (action == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (action->set->attached)
        return XR_ERROR_ACTIONSETS_ALREADY_ATTACHED;
    const char *string = rt_path_string(&instance->paths, binding->binding);
    if (string == NULL)
        return XR_ERROR_PATH_INVALID;
    struct us_binding resolved;
    if (us_bindings_resolve(profile, string, action->type, &resolved) != US_BINDING_OK ||
        !rt_profile_may_use(instance, resolved.named->extension, resolved.named->core_since))
        return XR_ERROR_PATH_UNSUPPORTED;
    return XR_SUCCESS;
}

/* Finds or creates the suggestion for a profile. */
static struct rt_suggestion *open_suggestion(struct rt_instance *instance, XrPath profile)
{
    for (struct rt_suggestion *s = instance->suggestions; s != NULL; s = s->next)
        if (s->profile == profile)
            return s;
    struct rt_suggestion *suggestion = calloc(1, sizeof *suggestion);
    if (suggestion == NULL)
        return NULL;
    suggestion->profile = profile;
    suggestion->next = instance->suggestions;
    instance->suggestions = suggestion;
    return suggestion;
}

static XrResult keep(struct rt_instance *instance, const struct us_profile *profile,
                     const XrInteractionProfileSuggestedBinding *suggested)
{
    struct rt_suggested *bindings = calloc(suggested->countSuggestedBindings, sizeof *bindings);
    struct rt_suggestion *suggestion =
        bindings == NULL ? NULL : open_suggestion(instance, suggested->interactionProfile);
    if (suggestion == NULL) {
        free(bindings);
        return XR_ERROR_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < suggested->countSuggestedBindings; i++) {
        const XrActionSuggestedBinding *binding = &suggested->suggestedBindings[i];
        bindings[i] =
            (struct rt_suggested){rt_action_find(instance, binding->action), binding->binding};
    }
    free(suggestion->bindings);
    suggestion->rank = rank_of(profile);
    suggestion->known = profile;
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
    const char *path = rt_path_string(&instance->paths, suggested->interactionProfile);
    if (path == NULL)
        return XR_ERROR_PATH_INVALID;
    const struct us_profile *profile = us_bindings_profile(path);
    if (profile == NULL || !rt_profile_may_use(instance, profile->extension, profile->core_since))
        return XR_ERROR_PATH_UNSUPPORTED;
    for (uint32_t i = 0; i < suggested->countSuggestedBindings; i++) {
        const XrResult result = check_binding(instance, profile, &suggested->suggestedBindings[i]);
        if (result != XR_SUCCESS)
            return result;
    }
    return keep(instance, profile, suggested);
}

RT_CALL(xrSuggestInteractionProfileBindings, INSTANCE,
        (XrInstance handle, const XrInteractionProfileSuggestedBinding *suggestedBindings),
        suggest(object, suggestedBindings))

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

/* NULL: there is no device. */
static const char *profile_of(const struct rt_instance *instance, uint32_t device, XrTime time)
{
    if (instance->automation.controls[device] || device >= US_HAND_COUNT)
        return instance->automation.profiles[device];
    return rt_person_profile(&instance->person, (enum us_hand)device, time);
}

const struct rt_suggestion *rt_profile_choose(const struct rt_instance *instance, enum rt_user user,
                                              XrTime time)
{
    if (user == RT_USER_EYES)
        return choose_gaze(instance);
    uint32_t device;
    if (!rt_user_path_device(user, &device))
        return NULL;
    const char *name = profile_of(instance, device, time);
    const struct rt_suggestion *best = NULL;
    for (const struct rt_suggestion *s = instance->suggestions; s != NULL && name != NULL;
         s = s->next) {
        if (strcmp(us_text_profile(s->known->path), name) == 0)
            return s;
        if (device < US_HAND_COUNT && s->rank < OTHER_RANK &&
            (best == NULL || s->rank < best->rank))
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
