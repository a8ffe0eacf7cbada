/* SPDX-License-Identifier: MIT */
/* dispatch: the function pointers of the next layer or runtime. */
#ifndef US_DISPATCH_H
#define US_DISPATCH_H

#include "openxr/xr.h"

/* One member for each function of functions.def; NULL if the chain below does not have it.
 * Immutable after us_dispatch_load. */
struct us_dispatch {
#define US_HOOK(name, gate) PFN_##name name;
#define US_CALL(name) PFN_##name name;
#include "layer/setup/functions.def"
#undef US_HOOK
#undef US_CALL
};

/* Asks `get` for every function. A missing function is not an error. */
void us_dispatch_load(struct us_dispatch *next, PFN_xrGetInstanceProcAddr get, XrInstance instance);

#endif
