/* SPDX-License-Identifier: MIT */
/*
 * hook_table: the functions that have a hook, and the condition under which xrGetInstanceProcAddr
 * returns it. Constant data.
 */
#ifndef US_HOOK_TABLE_H
#define US_HOOK_TABLE_H

#include <stdbool.h>

#include "layer/answer/answer.h"
#include "layer/setup/dispatch.h"
#include "layer/setup/extensions.h"
#include "openxr/xr.h"

/* The condition for a hook. */
enum us_gate {
    US_GATE_CORE = US_EXTENSION_COUNT, /* no condition */
    US_GATE_SCREENSHOTS, /* the user wants screenshots; otherwise the app gets the function of the
                            chain below */
    US_GATE_LOCATE_SPACES = US_EXTENSION_LOCATE_SPACES, /* the app enabled the extension */
    US_GATE_HAND_TRACKING = US_EXTENSION_HAND_TRACKING, /* the app enabled the extension */
    US_GATE_MESH_FB = US_EXTENSION_MESH_FB,             /* the app enabled the extension */
};

struct us_hook {
    const char *name;
    enum us_gate gate;
    PFN_xrVoidFunction function; /* the layer's function */
    bool below;                  /* whether the chain below has the function */
};

/* The hooks that also report their answers. */
extern const struct us_answer_hooks us_hook_table_answers;

/* Finds the hook of the function `name`. False if the layer has no hook for it. */
bool us_hook_table_find(const struct us_dispatch *next, const char *name, struct us_hook *out_hook);

#endif
