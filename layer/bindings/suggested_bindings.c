/* SPDX-License-Identifier: MIT */
#include "layer/bindings/suggested_bindings.h"

#include <stdlib.h>
#include <string.h>

#include "layer/bindings/action.h"
#include "layer/bindings/bindings_context.h"

/* Resolves a binding, if the app may use the component that the path names. */
static bool resolve(const struct us_bindings_context *context, const struct us_profile *profile,
                    const char *text, XrActionType type, struct us_binding *out_binding)
{
    if (us_bindings_resolve(profile, text, type, out_binding) != US_BINDING_OK)
        return false;
    const struct us_component *named = out_binding->named;
    return us_create_request_allows(context->request, named->extension, named->core_since);
}

/* What an app chains to its suggestions (XR_KHR_binding_modification). */

#define PI 3.14159265f

const XrBindingModificationsKHR *
us_binding_modification_list(const struct us_bindings_context *context, const void *next)
{
    if (!us_create_request_has(context->request, XR_KHR_BINDING_MODIFICATION_EXTENSION_NAME))
        return NULL;
    const XrBindingModificationsKHR *list =
        us_xr_find_input(next, XR_TYPE_BINDING_MODIFICATIONS_KHR);
    return list != NULL && list->bindingModifications != NULL ? list : NULL;
}

static enum us_binding_modification worse(enum us_binding_modification a,
                                          enum us_binding_modification b)
{
    return a > b ? a : b;
}

/* Whether a path names an input of the profile. If `type` is not 0, the input must have it. */
static bool names_input(const struct us_bindings_context *context, const struct us_profile *profile,
                        XrPath path, XrActionType type)
{
    char text[XR_MAX_PATH_LENGTH];
    struct us_binding binding;
    if (!us_bindings_context_text(context, path, text) ||
        !resolve(context, profile, text, XR_ACTION_TYPE_VECTOR2F_INPUT, &binding) ||
        binding.named->drive == US_DRIVE_HAPTIC)
        return false;
    return type == 0 || (binding.component != NULL && binding.component->type == type);
}

static bool is_fraction(float value)
{
    return value > 0.0f && value <= 1.0f;
}

static enum us_binding_modification check_directions(const struct us_bindings_context *context,
                                                     const struct us_profile *profile,
                                                     const XrInteractionProfileDpadBindingEXT *dpad)
{
    if (!names_input(context, profile, dpad->binding, XR_ACTION_TYPE_VECTOR2F_INPUT))
        return US_BINDING_MODIFICATION_WRONG_PATH;
    bool fine = is_fraction(dpad->forceThreshold) && is_fraction(dpad->forceThresholdReleased) &&
                dpad->forceThreshold >= dpad->forceThresholdReleased && dpad->centerRegion > 0.0f &&
                dpad->centerRegion < 1.0f && dpad->wedgeAngle >= 0.0f && dpad->wedgeAngle < PI;
    return fine ? US_BINDING_MODIFICATION_FINE : US_BINDING_MODIFICATION_WRONG_VALUE;
}

static enum us_binding_modification
check_thresholds(const struct us_bindings_context *context, const struct us_profile *profile,
                 const XrInteractionProfileAnalogThresholdVALVE *thresholds)
{
    if (!names_input(context, profile, thresholds->binding, (XrActionType)0))
        return US_BINDING_MODIFICATION_WRONG_PATH;
    return thresholds->onThreshold >= thresholds->offThreshold
               ? US_BINDING_MODIFICATION_FINE
               : US_BINDING_MODIFICATION_WRONG_VALUE;
}

static enum us_binding_modification check_one(const struct us_bindings_context *context,
                                              const struct us_profile *profile,
                                              const XrBindingModificationBaseHeaderKHR *one)
{
    if (one->type == XR_TYPE_INTERACTION_PROFILE_DPAD_BINDING_EXT)
        return check_directions(context, profile, (const void *)one);
    if (one->type == XR_TYPE_INTERACTION_PROFILE_ANALOG_THRESHOLD_VALVE)
        return check_thresholds(context, profile, (const void *)one);
    return US_BINDING_MODIFICATION_UNKNOWN;
}

/* Whether both modify the same input in the same action set; the specification forbids it. */
static bool is_twin(const XrBindingModificationBaseHeaderKHR *a,
                    const XrBindingModificationBaseHeaderKHR *b)
{
    if (a == NULL || a->type != XR_TYPE_INTERACTION_PROFILE_DPAD_BINDING_EXT || b->type != a->type)
        return false;
    const XrInteractionProfileDpadBindingEXT *left = (const void *)a, *right = (const void *)b;
    return left->binding == right->binding && left->actionSet == right->actionSet;
}

enum us_binding_modification
us_binding_modification_check(const struct us_bindings_context *context,
                              const struct us_profile *profile, const void *next)
{
    enum us_binding_modification worst = US_BINDING_MODIFICATION_FINE;
    const XrBindingModificationsKHR *list = us_binding_modification_list(context, next);
    const void *thresholds =
        us_xr_find_input(next, XR_TYPE_INTERACTION_PROFILE_ANALOG_THRESHOLD_VALVE);
    if (thresholds != NULL &&
        us_create_request_has(context->request, XR_VALVE_ANALOG_THRESHOLD_EXTENSION_NAME))
        worst = check_thresholds(context, profile, thresholds);
    for (uint32_t i = 0; list != NULL && i < list->bindingModificationCount; i++) {
        const XrBindingModificationBaseHeaderKHR *one = list->bindingModifications[i];
        if (one == NULL)
            return US_BINDING_MODIFICATION_WRONG_VALUE;
        worst = worse(worst, check_one(context, profile, one));
        for (uint32_t k = 0; k < i; k++) {
            if (is_twin(list->bindingModifications[k], one))
                worst = US_BINDING_MODIFICATION_WRONG_VALUE;
        }
    }
    return worst;
}

/* The suggestions. */

void us_suggested_bindings_init(struct us_suggestions *suggestions)
{
    us_mutex_init(&suggestions->mutex);
    suggestions->first = NULL;
}

static void destroy(struct us_suggestion *suggestion)
{
    if (suggestion == NULL)
        return;
    for (uint32_t i = 0; i < suggestion->count; i++) {
        us_action_unref(suggestion->bindings[i].action);
        free(suggestion->bindings[i].path);
    }
    free(suggestion->profile_text);
    free(suggestion);
}

void us_suggested_bindings_finish(struct us_suggestions *suggestions)
{
    while (suggestions->first != NULL) {
        struct us_suggestion *suggestion = suggestions->first;
        suggestions->first = suggestion->next;
        destroy(suggestion);
    }
    us_mutex_destroy(&suggestions->mutex);
}

const struct us_profile *us_suggested_bindings_profile(const struct us_bindings_context *context,
                                                       XrPath path)
{
    char text[XR_MAX_PATH_LENGTH];
    const struct us_profile *profile =
        us_bindings_context_text(context, path, text) ? us_bindings_profile(text) : NULL;
    return profile != NULL && us_create_request_allows(context->request, profile->extension,
                                                       profile->core_since)
               ? profile
               : NULL;
}

XrResult us_suggested_bindings_check(const struct us_bindings_context *context,
                                     const struct us_profile *profile,
                                     const XrInteractionProfileSuggestedBinding *suggested)
{
    if (suggested->type != XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING ||
        suggested->countSuggestedBindings == 0 || suggested->suggestedBindings == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    /* An invalid path is reported before attached action sets, wherever it is in the list. */
    bool attached = false;
    for (uint32_t i = 0; i < suggested->countSuggestedBindings; i++) {
        const XrActionSuggestedBinding *binding = &suggested->suggestedBindings[i];
        const struct us_action *action = us_action_find(binding->action);
        if (action == NULL)
            return XR_ERROR_HANDLE_INVALID;
        char text[XR_MAX_PATH_LENGTH];
        struct us_binding resolved;
        if (!us_bindings_context_text(context, binding->binding, text) ||
            !resolve(context, profile, text, action->type, &resolved))
            return XR_ERROR_PATH_UNSUPPORTED;
        attached |= atomic_load(&action->set->attached);
    }
    return attached ? XR_ERROR_ACTIONSETS_ALREADY_ATTACHED : XR_SUCCESS;
}

static bool fill(const struct us_bindings_context *context, const struct us_profile *profile,
                 const XrActionSuggestedBinding *suggested, struct us_suggested *out)
{
    char text[XR_MAX_PATH_LENGTH];
    struct us_action *action = us_action_find(suggested->action);
    if (action == NULL || !us_bindings_context_text(context, suggested->binding, text))
        return false;
    char *copy = strdup(text);
    if (copy == NULL)
        return false;
    *out = (struct us_suggested){us_action_ref(action), us_user_path_of_text(text), NULL, 0, copy};
    struct us_binding binding;
    if (profile != NULL && out->user_path != US_USER_PATH_COUNT &&
        resolve(context, profile, text, action->type, &binding)) {
        out->component = binding.component;
        out->source_length = binding.source_length;
    }
    return true;
}

static struct us_suggestion *make(const struct us_bindings_context *context,
                                  const XrInteractionProfileSuggestedBinding *suggested)
{
    size_t size = suggested->countSuggestedBindings * sizeof(struct us_suggested);
    struct us_suggestion *suggestion = calloc(1, sizeof *suggestion + size);
    if (suggestion == NULL)
        return NULL;
    char text[XR_MAX_PATH_LENGTH] = "";
    suggestion->profile_path = suggested->interactionProfile;
    (void)us_bindings_context_text(context, suggested->interactionProfile, text);
    suggestion->profile = us_bindings_profile(text);
    suggestion->profile_text = strdup(text);
    if (suggestion->profile_text == NULL) {
        destroy(suggestion);
        return NULL;
    }
    for (uint32_t i = 0; i < suggested->countSuggestedBindings; i++)
        suggestion->count += fill(context, suggestion->profile, &suggested->suggestedBindings[i],
                                  &suggestion->bindings[suggestion->count]);
    suggestion->is_whole =
        suggested->next == NULL && suggestion->count == suggested->countSuggestedBindings;
    return suggestion;
}

void us_suggested_bindings_keep(const struct us_bindings_context *context,
                                const XrInteractionProfileSuggestedBinding *suggested)
{
    struct us_suggestions *suggestions = context->suggestions;
    struct us_suggestion *suggestion = make(context, suggested), *old = NULL;
    if (suggestion == NULL)
        return;
    us_mutex_lock(&suggestions->mutex);
    for (struct us_suggestion **at = &suggestions->first; *at != NULL; at = &(*at)->next) {
        if ((*at)->profile_path == suggestion->profile_path) {
            old = *at;
            *at = old->next;
            break;
        }
    }
    suggestion->next = suggestions->first;
    suggestions->first = suggestion;
    us_mutex_unlock(&suggestions->mutex);
    destroy(old);
}
