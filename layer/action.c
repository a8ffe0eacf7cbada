/* SPDX-License-Identifier: MIT */
#include "action.h"

#include <stdlib.h>

struct us_action_set *us_action_set_find(XrActionSet set)
{
    return (struct us_action_set *)us_handles_find(US_HANDLE_ACTION_SET, US_XR_VALUE(set));
}

struct us_action *us_action_find(XrAction action)
{
    return (struct us_action *)us_handles_find(US_HANDLE_ACTION, US_XR_VALUE(action));
}

struct us_action *us_action_ref(struct us_action *action)
{
    if (action != NULL)
        atomic_fetch_add(&action->references, 1);
    return action;
}

void us_action_unref(struct us_action *action)
{
    if (action != NULL && atomic_fetch_sub(&action->references, 1) == 1)
        free(action);
}

void us_action_set_free(struct us_node *node)
{
    free(node);
}

void us_action_free(struct us_node *node)
{
    us_action_unref((struct us_action *)node);
}
