/* SPDX-License-Identifier: MIT */
/*
 * xrSyncActions. A sync samples the input at the newest predicted display time, or now in a
 * session without frames.
 */
#include <math.h>
#include <string.h>

#include "runtime/input/binding.h"
#include "runtime/instance/call.h"

/* The sets that a sync makes active, and for which users. */
struct active_sets {
    const struct rt_session *session;
    XrTime time;
    bool (*users)[RT_USER_COUNT]; /* one for each attached set */
};

static bool is_better(XrVector2f a, XrVector2f b)
{
    return hypotf(a.x, a.y) > hypotf(b.x, b.y);
}

/* Whether an active set of a higher priority binds the same input (OpenXR, "Action Set Priority").
 */
static bool is_suppressed(const struct active_sets *active, const struct rt_action_set *set,
                          const struct rt_source *source)
{
    for (uint32_t i = 0; i < active->session->attached_count; i++) {
        const struct rt_action_set *other = active->session->attached[i];
        if (other->priority <= set->priority || !active->users[i][source->user])
            continue;
        for (const struct rt_action *action = other->actions; action != NULL;
             action = action->next) {
            for (uint32_t k = 0; k < action->source_count; k++)
                if (rt_source_is_same(&action->sources[k], source))
                    return true;
        }
    }
    return false;
}

/* Whether a source replaces the one found so far. A pose keeps its user as long as that has a
 * source (OpenXR, "Resolving a single action bound to multiple inputs or outputs"). */
static bool is_preferred(const struct rt_action *action, const struct rt_source *source,
                         XrVector2f value, const struct rt_action_state *found)
{
    if (found->source == NULL)
        return true;
    if (action->type == XR_ACTION_TYPE_POSE_INPUT)
        return source->user == action->pose_user && found->source->user != action->pose_user;
    return is_better(value, found->value);
}

static void update(const struct active_sets *active, uint32_t set_index, struct rt_action *action,
                   enum rt_user user)
{
    const struct rt_instance *instance = active->session->object.instance;
    const struct rt_action_state before = action->states[user];
    struct rt_action_state now = {0};
    for (uint32_t i = 0; i < action->source_count; i++) {
        const struct rt_source *source = &action->sources[i];
        if (!active->users[set_index][source->user] ||
            (user != RT_USER_ANY && user != source->user) ||
            is_suppressed(active, action->set, source))
            continue;
        XrTime since = 0;
        const XrVector2f value =
            rt_source_value(instance, source, action->type, active->time, &since);
        if (is_preferred(action, source, value, &now))
            now = (struct rt_action_state){.source = source, .value = value, .since = since};
    }
    const bool both = before.source != NULL && now.source != NULL;
    const bool same = before.value.x == now.value.x && before.value.y == now.value.y;
    now.changed = both && !same;
    if (now.source != NULL && now.since == 0)
        now.since = both && same ? before.since : active->time;
    action->states[user] = now;
    if (user == RT_USER_ANY && now.source != NULL)
        action->pose_user = now.source->user;
}

static void update_set(const struct active_sets *active, uint32_t set_index)
{
    for (struct rt_action *action = active->session->attached[set_index]->actions; action != NULL;
         action = action->next)
        for (enum rt_user user = RT_USER_ANY; user < RT_USER_COUNT; user++)
            update(active, set_index, action, user);
}

/* Whether an action of the set was created with the path of this user. */
static bool is_declared(const struct rt_action_set *set, enum rt_user user)
{
    for (const struct rt_action *action = set->actions; action != NULL; action = action->next)
        if (action->declares[user])
            return true;
    return false;
}

static XrResult check_active(const struct rt_session *session, const XrActiveActionSet *active)
{
    const struct rt_object *set =
        rt_object_find(XR_OBJECT_TYPE_ACTION_SET, RT_VALUE(active->actionSet));
    enum rt_user user;
    if (set == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (!rt_binding_is_attached(session, set))
        return XR_ERROR_ACTIONSET_NOT_ATTACHED;
    if (active->subactionPath == XR_NULL_PATH)
        return XR_SUCCESS;
    const XrResult result =
        rt_user_path_find(session->object.instance, active->subactionPath, &user);
    return result == XR_SUCCESS && !is_declared((const struct rt_action_set *)set, user)
               ? XR_ERROR_PATH_UNSUPPORTED
               : result;
}

static void find_active_users(const struct rt_session *session, const struct rt_action_set *set,
                              const XrActionsSyncInfo *info, bool out_users[RT_USER_COUNT])
{
    for (uint32_t i = 0; i < info->countActiveActionSets; i++) {
        const XrActiveActionSet *active = &info->activeActionSets[i];
        if (rt_object_find(XR_OBJECT_TYPE_ACTION_SET, RT_VALUE(active->actionSet)) != &set->object)
            continue;
        enum rt_user one;
        if (rt_user_path_find(session->object.instance, active->subactionPath, &one) == XR_SUCCESS)
            out_users[one] = true;
        for (enum rt_user user = RT_USER_ANY;
             active->subactionPath == XR_NULL_PATH && user < RT_USER_COUNT; user++)
            out_users[user] = true;
    }
}

static XrResult sync(struct rt_session *session, const XrActionsSyncInfo *info)
{
    if (info == NULL || info->type != XR_TYPE_ACTIONS_SYNC_INFO ||
        (info->countActiveActionSets != 0 && info->activeActionSets == NULL))
        return XR_ERROR_VALIDATION_FAILURE;
    for (uint32_t i = 0; i < info->countActiveActionSets; i++) {
        const XrResult result = check_active(session, &info->activeActionSets[i]);
        if (result != XR_SUCCESS)
            return result;
    }
    rt_session_follow_script(session);
    const bool focused = session->state == XR_SESSION_STATE_FOCUSED;
    struct active_sets active = {
        .session = session,
        .time = rt_session_time(session),
        .users = session->active_users,
    };
    for (uint32_t i = 0; i < session->attached_count; i++) {
        memset(active.users[i], 0, sizeof active.users[i]);
        if (focused)
            find_active_users(session, session->attached[i], info, active.users[i]);
    }
    bool changed = false;
    const XrResult result =
        focused ? rt_binding_update(session, active.time, &changed) : XR_SUCCESS;
    if (result != XR_SUCCESS)
        return result;
    for (uint32_t i = 0; i < session->attached_count; i++)
        update_set(&active, i);
    if (focused && session->attached != NULL && (changed || !session->profiles_current)) {
        session->profiles_current = true;
        rt_session_push_profile_changed(session);
    }
    return focused ? XR_SUCCESS : XR_SESSION_NOT_FOCUSED;
}

RT_CALL(xrSyncActions, SESSION, (XrSession handle, const XrActionsSyncInfo *info),
        sync(object, info))
