/* SPDX-License-Identifier: MIT */
/*
 * dispatch: the functions of the chain below.
 */
#ifndef US_DISPATCH_H
#define US_DISPATCH_H

#include "openxr/xr.h"

/* One member a function of functions.def; NULL where the chain below lacks it. Immutable after it
 * was loaded. */
struct us_dispatch {
#define US_HOOK(name, gate) PFN_##name name;
#define US_CALL(name) PFN_##name name;
#include "layer/setup/functions.def"
#undef US_HOOK
#undef US_CALL
};

/* Ask the chain below for every function. A missing one is no error. */
void us_dispatch_load(struct us_dispatch *next, PFN_xrGetInstanceProcAddr get, XrInstance instance);

#endif
