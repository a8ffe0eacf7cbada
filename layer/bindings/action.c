/* SPDX-License-Identifier: MIT */
#include "layer/bindings/action.h"

#include <stdlib.h>
#include <string.h>

static void free_set(struct us_node *node)
{
    us_action_set_unref((struct us_action_set *)node);
}

static void free_action(struct us_node *node)
{
    us_action_unref((struct us_action *)node);
}

struct us_action_set *us_action_set_new(const struct us_bindings_context *context,
                                        XrActionSet handle, const XrActionSetCreateInfo *info)
{
    struct us_action_set *set = calloc(1, sizeof *set);
    if (set == NULL)
        return NULL;
    set->node =
        us_handle_table_node(US_HANDLE_ACTION_SET, US_XR_VALUE(handle), context->node, free_set);
    set->context = context;
    set->handle = handle;
    memcpy(set->name, info->actionSetName, sizeof set->name - 1);
    set->priority = info->priority;
    atomic_store(&set->references, 1);
    return set;
}

struct us_action *us_action_new(struct us_action_set *set, XrAction handle,
                                const XrActionCreateInfo *info)
{
    size_t paths_size = info->countSubactionPaths * sizeof(XrPath);
    struct us_action *action = calloc(1, sizeof *action + paths_size);
    if (action == NULL)
        return NULL;
    action->node =
        us_handle_table_node(US_HANDLE_ACTION, US_XR_VALUE(handle), &set->node, free_action);
    action->handle = handle;
    action->set = us_action_set_ref(set);
    memcpy(action->name, info->actionName, sizeof action->name - 1);
    action->type = info->actionType;
    action->path_count = info->countSubactionPaths;
    if (paths_size > 0)
        memcpy(action->paths, info->subactionPaths, paths_size);
    atomic_store(&action->references, 1);
    return action;
}

struct us_action_set *us_action_set_find(XrActionSet set)
{
    return (struct us_action_set *)us_handle_table_find(US_HANDLE_ACTION_SET, US_XR_VALUE(set));
}

struct us_action *us_action_find(XrAction action)
{
    return (struct us_action *)us_handle_table_find(US_HANDLE_ACTION, US_XR_VALUE(action));
}

struct us_action_set *us_action_set_ref(struct us_action_set *set)
{
    if (set != NULL)
        atomic_fetch_add(&set->references, 1);
    return set;
}

void us_action_set_unref(struct us_action_set *set)
{
    if (set != NULL && atomic_fetch_sub(&set->references, 1) == 1)
        free(set);
}

struct us_action *us_action_ref(struct us_action *action)
{
    if (action != NULL)
        atomic_fetch_add(&action->references, 1);
    return action;
}

void us_action_unref(struct us_action *action)
{
    if (action == NULL || atomic_fetch_sub(&action->references, 1) != 1)
        return;
    us_action_set_unref(action->set);
    free(action);
}

bool us_action_has_subaction_path(const struct us_action *action, XrPath path)
{
    for (uint32_t i = 0; path != XR_NULL_PATH && i < action->path_count; i++) {
        if (action->paths[i] == path)
            return true;
    }
    return false;
}

bool us_action_hides_path(const struct us_action *action, XrPath path)
{
    return us_bindings_context_hides_path(action->set->context, path) &&
           us_action_has_subaction_path(action, path);
}
