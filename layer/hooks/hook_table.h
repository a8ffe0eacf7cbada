/* SPDX-License-Identifier: MIT */
/*
 * hook_table: which functions the layer may answer itself, and under which condition.
 */
#ifndef US_HOOK_TABLE_H
#define US_HOOK_TABLE_H

#include <stdbool.h>

#include "layer/answer/answer.h"
#include "layer/setup/dispatch.h"
#include "layer/setup/extensions.h"
#include "openxr/xr.h"

/* What must hold for a hook to be handed out. */
enum us_gate {
    US_GATE_CORE = US_EXTENSION_COUNT, /* nothing */
    US_GATE_SCREENSHOTS,               /* screenshots are asked for; otherwise the function is left
                                    to the chain below */
    US_GATE_LOCATE_SPACES = US_EXTENSION_LOCATE_SPACES, /* the app enabled the extension */
    US_GATE_HAND_TRACKING = US_EXTENSION_HAND_TRACKING, /* the same */
};

struct us_hook {
    const char *name;
    enum us_gate gate;
    PFN_xrVoidFunction function; /* the layer's */
    bool below;                  /* the chain below has the function */
};

/* The hooks that report their answers. */
extern const struct us_answer_hooks us_hook_table_answers;

/* The hook called `name`, or false if the layer leaves that function alone. */
bool us_hook_table_find(const struct us_dispatch *next, const char *name, struct us_hook *out_hook);

#endif
