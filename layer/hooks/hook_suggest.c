/* SPDX-License-Identifier: MIT */
/*
 * xrSuggestInteractionProfileBindings.
 *
 * The layer removes paths of extensions that it supplies, because the chain below does not know
 * them. The chain below validates the rest. If it does not know a path of a profile that the
 * recording plays, the layer validates that path.
 */
#include "layer/hooks/hooks.h"

#include <stdlib.h>

#include "layer/state/instance.h"
#include "layer/bindings/suggested_bindings.h"

static XrResult call_below(const struct us_instance *instance,
                           const XrInteractionProfileSuggestedBinding *suggested)
{
    return instance->next.xrSuggestInteractionProfileBindings(instance->handle, suggested);
}

/* Whether the recording plays a user of this profile. */
static bool plays_profile(const struct us_instance *instance, const struct us_profile *profile)
{
    switch (us_bindings_user(profile->users[0])) {
    case US_USER_EYES:
        return instance->bindings.plays.gaze;
    case US_USER_LEFT:
    case US_USER_RIGHT:
        return us_played_channels_has_actions(&instance->bindings.plays);
    default:
        return false;
    }
}

static XrResult check_modifications(const struct us_instance *instance,
                                    const struct us_profile *profile,
                                    const XrInteractionProfileSuggestedBinding *suggested)
{
    switch (us_binding_modification_check(&instance->bindings, profile, suggested->next)) {
    case US_BINDING_MODIFICATION_WRONG_VALUE:
        return XR_ERROR_VALIDATION_FAILURE;
    case US_BINDING_MODIFICATION_WRONG_PATH:
        return XR_ERROR_PATH_UNSUPPORTED;
    default:
        return XR_SUCCESS;
    }
}

/* Validates suggestions for a profile that only the layer supplies. The chain below does not see
 * them. */
static XrResult suggest_supplied(const struct us_instance *instance,
                                 const struct us_profile *profile,
                                 const XrInteractionProfileSuggestedBinding *suggested)
{
    XrResult result = us_suggested_bindings_check(&instance->bindings, profile, suggested);
    return XR_SUCCEEDED(result) ? check_modifications(instance, profile, suggested) : result;
}

/* Lists the modifications that the chain below accepts. Tries each with bindings that it
 * accepts. */
static uint32_t find_known_modifications(const struct us_instance *instance,
                                         const XrInteractionProfileSuggestedBinding *suggested,
                                         const XrBindingModificationsKHR *all,
                                         const XrBindingModificationBaseHeaderKHR **known)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < all->bindingModificationCount; i++) {
        XrBindingModificationsKHR one = {.type = XR_TYPE_BINDING_MODIFICATIONS_KHR,
                                         .bindingModificationCount = 1,
                                         .bindingModifications = &all->bindingModifications[i]};
        XrInteractionProfileSuggestedBinding attempt = *suggested;
        attempt.next = &one;
        if (XR_SUCCEEDED(call_below(instance, &attempt)))
            known[count++] = all->bindingModifications[i];
    }
    return count;
}

/* Suggests bindings that the chain below accepts, with as many of the modifications as it
 * accepts. */
static void suggest_with_chain(const struct us_instance *instance,
                               const XrInteractionProfileSuggestedBinding *suggested)
{
    XrInteractionProfileSuggestedBinding last = *suggested;
    const XrBindingModificationsKHR *all =
        us_binding_modification_list(&instance->bindings, suggested->next);
    if (XR_SUCCEEDED(call_below(instance, suggested)))
        return;
    XrBindingModificationsKHR some = {.type = XR_TYPE_BINDING_MODIFICATIONS_KHR};
    const XrBindingModificationBaseHeaderKHR **known = NULL;
    if (all != NULL)
        known = calloc(all->bindingModificationCount, sizeof *known);
    if (known != NULL)
        some.bindingModificationCount = find_known_modifications(instance, suggested, all, known);
    some.bindingModifications = known;
    last.next = some.bindingModificationCount > 0 ? &some : NULL;
    (void)call_below(instance, &last);
    free(known);
}

/*
 * Suggests to the chain below those bindings that it knows, after it refused them as a whole. Each
 * binding is tried alone. The accepted ones are then suggested together, because each call replaces
 * the one before.
 */
static void suggest_known(const struct us_instance *instance,
                          const XrInteractionProfileSuggestedBinding *suggested)
{
    XrActionSuggestedBinding *known = calloc(suggested->countSuggestedBindings, sizeof *known);
    XrInteractionProfileSuggestedBinding below = *suggested;
    uint32_t count = 0;
    below.next = NULL;
    for (uint32_t i = 0; known != NULL && i < suggested->countSuggestedBindings; i++) {
        below.countSuggestedBindings = 1;
        below.suggestedBindings = &suggested->suggestedBindings[i];
        if (XR_SUCCEEDED(call_below(instance, &below)))
            known[count++] = suggested->suggestedBindings[i];
    }
    below.next = suggested->next;
    below.countSuggestedBindings = count;
    below.suggestedBindings = known;
    if (count > 0)
        suggest_with_chain(instance, &below);
    free(known);
}

/* Suggests bindings to the chain below. If it does not know a path and the recording plays the
 * profile, the layer validates the suggestion. */
static XrResult suggest_rest(const struct us_instance *instance, const struct us_profile *profile,
                             const XrInteractionProfileSuggestedBinding *suggested)
{
    XrResult result = call_below(instance, suggested);
    if (result != XR_ERROR_PATH_UNSUPPORTED || !plays_profile(instance, profile) ||
        us_binding_modification_check(&instance->bindings, profile, suggested->next) ==
            US_BINDING_MODIFICATION_UNKNOWN)
        return result;
    XrResult checked = suggest_supplied(instance, profile, suggested);
    if (XR_SUCCEEDED(checked))
        suggest_known(instance, suggested);
    return checked;
}

static bool is_supplied(const struct us_instance *instance, const struct us_profile *profile,
                        XrPath path)
{
    char text[XR_MAX_PATH_LENGTH];
    struct us_binding binding;
    return us_bindings_context_text(&instance->bindings, path, text) &&
           us_bindings_resolve(profile, text, XR_ACTION_TYPE_POSE_INPUT, &binding) ==
               US_BINDING_OK &&
           us_instance_supplies(instance, binding.named->extension);
}

/* Splits the suggestion: the layer validates the paths that it supplies, and the chain below gets
 * the rest. */
static XrResult suggest_split(const struct us_instance *instance, const struct us_profile *profile,
                              const XrInteractionProfileSuggestedBinding *suggested)
{
    uint32_t count = suggested->countSuggestedBindings;
    XrActionSuggestedBinding *list = calloc(count, sizeof *list);
    XrInteractionProfileSuggestedBinding own = *suggested, rest = *suggested;
    if (list == NULL)
        return XR_ERROR_OUT_OF_MEMORY;
    /* The list holds bindings for the chain below at the front and the layer's own at the back. */
    uint32_t rest_count = 0, own_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const XrActionSuggestedBinding *binding = &suggested->suggestedBindings[i];
        if (is_supplied(instance, profile, binding->binding))
            list[count - ++own_count] = *binding;
        else
            list[rest_count++] = *binding;
    }
    own.suggestedBindings = list + rest_count;
    own.countSuggestedBindings = own_count;
    rest.suggestedBindings = list;
    rest.countSuggestedBindings = rest_count;
    XrResult result = XR_SUCCESS;
    if (own_count > 0 && rest_count > 0)
        result = us_suggested_bindings_check(&instance->bindings, profile, &own);
    else if (own_count > 0)
        result = suggest_supplied(instance, profile, &own);
    if (XR_SUCCEEDED(result) && rest_count > 0)
        result = suggest_rest(instance, profile, &rest);
    free(list);
    return result;
}

static XrResult suggest_below(const struct us_instance *instance,
                              const XrInteractionProfileSuggestedBinding *suggested)
{
    if (suggested == NULL || suggested->countSuggestedBindings == 0 ||
        suggested->suggestedBindings == NULL)
        return call_below(instance, suggested);
    const struct us_profile *profile =
        us_suggested_bindings_profile(&instance->bindings, suggested->interactionProfile);
    if (profile == NULL)
        return call_below(instance, suggested);
    return us_instance_supplies(instance, profile->extension)
               ? suggest_supplied(instance, profile, suggested)
               : suggest_split(instance, profile, suggested);
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrSuggestInteractionProfileBindings(
    XrInstance handle, const XrInteractionProfileSuggestedBinding *suggested)
{
    struct us_instance *instance = us_instance_find(handle);
    US_RETURN_IF_INVALID(instance);
    XrResult result = suggest_below(instance, suggested);
    if (XR_SUCCEEDED(result))
        us_suggested_bindings_keep(&instance->bindings, suggested);
    return result;
}

const struct us_handler us_hooks_suggest[] = {
    US_HANDLER(xrSuggestInteractionProfileBindings, hook_xrSuggestInteractionProfileBindings),
    US_HANDLERS_END,
};
