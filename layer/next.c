/* SPDX-License-Identifier: MIT */
#include "next.h"

#include <string.h>

#include "hooks.h"

void us_next_load(struct us_next *next, PFN_xrGetInstanceProcAddr get, XrInstance instance)
{
    PFN_xrVoidFunction function;
#define US_CALL(name)                                                                              \
    function = NULL;                                                                               \
    next->name =                                                                                   \
        XR_SUCCEEDED(get(instance, #name, &function)) ? (PFN_##name)function : (PFN_##name)NULL;
#define US_HOOK(name, gate) US_CALL(name)
#include "functions.def"
#undef US_HOOK
#undef US_CALL
}

bool us_next_find(const struct us_next *next, const char *name, struct us_next_hook *out_hook)
{
    /* The typed pointer makes a hook with a wrong signature fail to compile. */
#define US_HOOK(function_name, function_gate)                                                      \
    if (strcmp(name, #function_name) == 0) {                                                       \
        PFN_##function_name hook = us_hook_##function_name;                                        \
        *out_hook = (struct us_next_hook){#function_name, US_GATE_##function_gate,                 \
                                          (PFN_xrVoidFunction)hook, next->function_name != NULL};  \
        return true;                                                                               \
    }
#define US_CALL(function_name)
#include "functions.def"
#undef US_HOOK
#undef US_CALL
    return false;
}
