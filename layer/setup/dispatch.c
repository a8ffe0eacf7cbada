/* SPDX-License-Identifier: MIT */
#include "layer/setup/dispatch.h"

#include <string.h>

#include "layer/hooks/hooks.h"

void us_dispatch_load(struct us_dispatch *next, PFN_xrGetInstanceProcAddr get, XrInstance instance)
{
    PFN_xrVoidFunction function;
#define US_CALL(name)                                                                              \
    function = NULL;                                                                               \
    next->name =                                                                                   \
        XR_SUCCEEDED(get(instance, #name, &function)) ? (PFN_##name)function : (PFN_##name)NULL;
#define US_HOOK(name, gate) US_CALL(name)
#include "layer/setup/functions.def"
#undef US_HOOK
#undef US_CALL
}

bool us_dispatch_find(const struct us_dispatch *next, const char *name,
                      struct us_dispatch_hook *out_hook)
{
    /* The typed pointer makes a hook with a wrong signature fail to compile. */
#define US_HOOK(function_name, function_gate)                                                      \
    if (strcmp(name, #function_name) == 0) {                                                       \
        PFN_##function_name hook = us_hook_##function_name;                                        \
        *out_hook =                                                                                \
            (struct us_dispatch_hook){#function_name, US_GATE_##function_gate,                     \
                                      (PFN_xrVoidFunction)hook, next->function_name != NULL};      \
        return true;                                                                               \
    }
#define US_CALL(function_name)
#include "layer/setup/functions.def"
#undef US_HOOK
#undef US_CALL
    return false;
}
