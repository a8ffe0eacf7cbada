/* SPDX-License-Identifier: MIT */
#include "layer/bindings/binding_modification.h"

#include <string.h>

#include "layer/base/next_chain.h"
#include "layer/bindings/bindings_context.h"
#include "layer/bindings/suggested_bindings.h"

#define PI 3.14159265f

const XrBindingModificationsKHR *
us_binding_modification_list(const struct us_bindings_context *context, const void *next)
{
    if (!us_create_request_has(context->request, XR_KHR_BINDING_MODIFICATION_EXTENSION_NAME))
        return NULL;
    const XrBindingModificationsKHR *list =
        us_next_chain_find_input(next, XR_TYPE_BINDING_MODIFICATIONS_KHR);
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
        us_bindings_resolve(profile, text, XR_ACTION_TYPE_VECTOR2F_INPUT, &binding) !=
            US_BINDING_OK ||
        binding.named->drive == US_DRIVE_HAPTIC ||
        !us_create_request_allows(context->request, binding.named->extension,
                                  binding.named->core_since))
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
        us_next_chain_find_input(next, XR_TYPE_INTERACTION_PROFILE_ANALOG_THRESHOLD_VALVE);
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
