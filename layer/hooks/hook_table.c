/* SPDX-License-Identifier: MIT */
#include "layer/hooks/hook_table.h"

#include <string.h>

#include "layer/hooks/hooks.h"

const struct us_answer_hooks us_hook_table_answers = {
    us_hook_locate_space, us_hook_locate_spaces, us_hook_locate_views, us_hook_locate_hand_joints,
    us_hook_get_action_state};

bool us_hook_table_find(const struct us_dispatch *next, const char *name, struct us_hook *out_hook)
{
    /* The typed pointer makes a hook with a wrong signature fail to compile. */
#define US_HOOK(function_name, function_gate)                                                      \
    if (strcmp(name, #function_name) == 0) {                                                       \
        PFN_##function_name hook = us_hook_##function_name;                                        \
        *out_hook = (struct us_hook){#function_name, US_GATE_##function_gate,                      \
                                     (PFN_xrVoidFunction)hook, next->function_name != NULL};       \
        return true;                                                                               \
    }
#define US_CALL(function_name)
#include "layer/setup/functions.def"
#undef US_HOOK
#undef US_CALL
    return false;
}
