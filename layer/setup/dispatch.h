/* SPDX-License-Identifier: MIT */
/*
 * dispatch: the functions of the chain below, and which of them the layer answers itself.
 */
#ifndef US_DISPATCH_H
#define US_DISPATCH_H

#include <stdbool.h>

#include "layer/setup/extensions.h"
#include "openxr/xr.h"

/* What the app must have enabled for a function to be handed out. */
enum us_gate {
    US_GATE_CORE = US_EXTENSION_COUNT, /* nothing */
    US_GATE_SHOTS, /* nothing; left to the chain below unless pictures are asked for */
    US_GATE_LOCATE_SPACES = US_EXTENSION_LOCATE_SPACES,
    US_GATE_HAND_TRACKING = US_EXTENSION_HAND_TRACKING,
};

/* One member a function of functions.def; NULL where the chain below lacks it. Immutable after it
 * was loaded. */
struct us_dispatch {
#define US_HOOK(name, gate) PFN_##name name;
#define US_CALL(name) PFN_##name name;
#include "layer/setup/functions.def"
#undef US_HOOK
#undef US_CALL
};

/* A function that the layer may answer. */
struct us_dispatch_hook {
    const char *name;
    enum us_gate gate;
    PFN_xrVoidFunction function; /* the layer's */
    bool below;                  /* the chain below has it */
};

/* Ask the chain below for every function. A missing one is no error. */
void us_dispatch_load(struct us_dispatch *next, PFN_xrGetInstanceProcAddr get, XrInstance instance);

/* The hook called `name`, or false if the layer leaves that function alone. */
bool us_dispatch_find(const struct us_dispatch *next, const char *name,
                      struct us_dispatch_hook *out_hook);

#endif
