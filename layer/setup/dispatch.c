/* SPDX-License-Identifier: MIT */
#include "layer/setup/dispatch.h"

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
