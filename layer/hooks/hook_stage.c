/* SPDX-License-Identifier: MIT */
/* Which hooks an instance has. */
#include "layer/hooks/hooks.h"

#include "layer/state/instance.h"

static const struct us_handler *const handlers[] = {
#define US_HOOKS(file) us_hooks_##file,
#include "layer/hooks/hooks.def"
#undef US_HOOKS
    NULL};

/* The functions that only screenshots need. */
static bool is_of_screenshots(enum us_function function)
{
    return function == US_FUNCTION_xrCreateSwapchain ||
           function == US_FUNCTION_xrDestroySwapchain ||
           function == US_FUNCTION_xrAcquireSwapchainImage ||
           function == US_FUNCTION_xrWaitSwapchainImage ||
           function == US_FUNCTION_xrReleaseSwapchainImage;
}

/* Whether the layer answers what the chain below lacks. It makes played hands for its own recorder
 * even if the app did not ask for hands. */
static bool is_supplied(const struct us_instance *instance, enum us_function function)
{
    enum us_extension extension = us_function_extension(function);
    if (extension == US_EXTENSION_CORE)
        return false;
    return us_extensions_is_supplied(instance->bindings.extensions, extension) ||
           (extension == US_EXTENSION_HAND_TRACKING && instance->bindings.plays.hands &&
            !us_extensions_is_enabled(instance->bindings.extensions, extension));
}

static bool handles(const struct us_instance *instance, enum us_function function, bool is_there)
{
    if (function == US_FUNCTION_xrDestroyInstance)
        return true;
    if (!us_instance_is_active(instance) ||
        (is_of_screenshots(function) && !instance->takes_screenshots))
        return false;
    return is_there || is_supplied(instance, function);
}

const struct us_stage us_hook_stage = {NULL, NULL, handles, handlers};
