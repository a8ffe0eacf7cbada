// SPDX-License-Identifier: MIT
// xrSyncActions and what it makes of the actions; haptics are counted.
//
// A sync samples the live data at the newest predicted display time, or now in a session without
// frames.
#include <math.h>

#include "runtime/session/frame_note.h"
#include "runtime/person/person.h"
#include "runtime/session/session.h"
#include "runtime/base/two_call.h"

// Which sets a sync makes active, and for whom.
struct active_sets {
    const struct rt_session *session;
    XrTime time;
    bool (*users)[RT_USER_COUNT]; // one for each attached set
};

static bool is_better(XrVector2f a, XrVector2f b)
{
    return hypotf(a.x, a.y) > hypotf(b.x, b.y);
}

// Whether an active set of a higher priority has the source for itself.
static bool is_taken(const struct active_sets *active, const struct rt_action_set *set,
                     const struct rt_source *source)
{
    for (uint32_t i = 0; i < active->session->attached_count; i++) {
        const struct rt_action_set *other = active->session->attached[i];
        if (other->priority <= set->priority || !active->users[i][source->user])
            continue;
        for (const struct rt_action *action = other->actions; action != NULL;
             action = action->next) {
            for (uint32_t k = 0; k < action->source_count; k++) {
                if (rt_source_is_same(&action->sources[k], source))
                    return true;
            }
        }
    }
    return false;
}

static void update(const struct active_sets *active, uint32_t set_index, struct rt_action *action,
                   enum rt_user user)
{
    const struct rt_action_state before = action->states[user];
    const bool presses = rt_person_presses(&active->session->object.instance->settings);
    struct rt_action_state now = {0};
    for (uint32_t i = 0; i < action->source_count; i++) {
        const struct rt_source *source = &action->sources[i];
        if (!active->users[set_index][source->user] ||
            (user != RT_USER_ANY && user != source->user) || is_taken(active, action->set, source))
            continue;
        XrTime since = 0;
        const XrVector2f value = presses
                                     ? rt_source_value(source, action->type, active->time, &since)
                                     : (XrVector2f){0, 0};
        if (now.source == NULL || is_better(value, now.value))
            now = (struct rt_action_state){.source = source, .value = value, .since = since};
    }
    const bool both = before.source != NULL && now.source != NULL;
    const bool same = before.value.x == now.value.x && before.value.y == now.value.y;
    now.changed = both && !same;
    if (now.source != NULL && now.since == 0)
        now.since = both && same ? before.since : active->time;
    action->states[user] = now;
}

static void update_set(const struct active_sets *active, uint32_t set_index)
{
    for (struct rt_action *action = active->session->attached[set_index]->actions; action != NULL;
         action = action->next) {
        for (enum rt_user user = RT_USER_ANY; user < RT_USER_COUNT; user++)
            update(active, set_index, action, user);
    }
}

static bool is_attached(const struct rt_session *session, const struct rt_object *set)
{
    for (uint32_t i = 0; i < session->attached_count; i++) {
        if (&session->attached[i]->object == set)
            return true;
    }
    return false;
}

// Whether an action of the set was made with that user's path.
static bool is_declared(const struct rt_action_set *set, enum rt_user user)
{
    for (const struct rt_action *action = set->actions; action != NULL && user != RT_USER_COUNT;
         action = action->next) {
        if (action->declares[user])
            return true;
    }
    return false;
}

static XrResult check_active(const struct rt_session *session, const XrActiveActionSet *active)
{
    const struct rt_object *set =
        rt_object_find(XR_OBJECT_TYPE_ACTION_SET, RT_VALUE(active->actionSet));
    const struct rt_instance *instance = session->object.instance;
    if (set == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (!is_attached(session, set))
        return XR_ERROR_ACTIONSET_NOT_ATTACHED;
    if (active->subactionPath == XR_NULL_PATH)
        return XR_SUCCESS;
    if (rt_path_string(&instance->paths, active->subactionPath) == NULL)
        return XR_ERROR_PATH_INVALID;
    return is_declared((const struct rt_action_set *)set,
                       rt_action_user_of(instance, active->subactionPath))
               ? XR_SUCCESS
               : XR_ERROR_PATH_UNSUPPORTED;
}

static void find_active_users(const struct rt_session *session, const struct rt_action_set *set,
                              const XrActionsSyncInfo *info, bool out_users[RT_USER_COUNT])
{
    for (uint32_t i = 0; i < info->countActiveActionSets; i++) {
        const XrActiveActionSet *active = &info->activeActionSets[i];
        if (rt_object_find(XR_OBJECT_TYPE_ACTION_SET, RT_VALUE(active->actionSet)) != &set->object)
            continue;
        for (enum rt_user user = RT_USER_ANY;
             active->subactionPath == XR_NULL_PATH && user < RT_USER_COUNT; user++)
            out_users[user] = true;
        if (active->subactionPath != XR_NULL_PATH)
            out_users[rt_action_user_of(session->object.instance, active->subactionPath)] = true;
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
    const bool focused = session->state == XR_SESSION_STATE_FOCUSED;
    struct active_sets active = {
        .session = session,
        .time = rt_session_time(session),
        .users = session->active_users,
    };
    for (uint32_t i = 0; i < session->attached_count; i++) {
        memset(active.users[i], 0, sizeof(active.users[i]));
        if (focused)
            find_active_users(session, session->attached[i], info, active.users[i]);
    }
    for (uint32_t i = 0; i < session->attached_count; i++)
        update_set(&active, i);
    if (focused && session->attached != NULL && !session->profiles_told) {
        session->profiles_told = true;
        rt_event_push_profile_changed(session);
    }
    return focused ? XR_SUCCESS : XR_SESSION_NOT_FOCUSED;
}

XRAPI_ATTR XrResult XRAPI_CALL xrSyncActions(XrSession session, const XrActionsSyncInfo *syncInfo)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrSyncActions, SESSION, session))
        call.result = sync((struct rt_session *)call.object, syncInfo);
    return rt_call_leave(&call);
}

// Finds the action that a question is about, and for whom it asks.
static XrResult find_action(const struct rt_session *session, XrAction handle, XrPath subaction,
                            XrActionType type, struct rt_action **out_action,
                            enum rt_user *out_user)
{
    struct rt_action *action = rt_action_find(handle);
    if (action == NULL || action->object.instance != session->object.instance)
        return XR_ERROR_HANDLE_INVALID;
    if (!is_attached(session, &action->set->object))
        return XR_ERROR_ACTIONSET_NOT_ATTACHED;
    if (action->type != type)
        return XR_ERROR_ACTION_TYPE_MISMATCH;
    *out_action = action;
    return rt_action_find_user(action, subaction, out_user);
}

// The state that a question asks for, or the reason why there is none.
static XrResult find_state(struct rt_object *object, const XrActionStateGetInfo *info,
                           XrActionType type, const struct rt_action_state **out_state)
{
    if (info == NULL || info->type != XR_TYPE_ACTION_STATE_GET_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    struct rt_action *action = NULL;
    enum rt_user user = RT_USER_ANY;
    const XrResult result = find_action((const struct rt_session *)object, info->action,
                                        info->subactionPath, type, &action, &user);
    if (result == XR_SUCCESS)
        *out_state = &action->states[user];
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetActionStateBoolean(XrSession session,
                                                       const XrActionStateGetInfo *getInfo,
                                                       XrActionStateBoolean *state)
{
    struct rt_call call;
    const struct rt_action_state *found = NULL;
    if (RT_ENTER(&call, xrGetActionStateBoolean, SESSION, session))
        call.result = state == NULL || state->type != XR_TYPE_ACTION_STATE_BOOLEAN
                          ? XR_ERROR_VALIDATION_FAILURE
                          : find_state(call.object, getInfo, XR_ACTION_TYPE_BOOLEAN_INPUT, &found);
    if (found != NULL) {
        state->currentState = found->value.x >= 0.5f;
        state->changedSinceLastSync = found->changed;
        state->lastChangeTime = found->since;
        state->isActive = found->source != NULL;
    }
    return rt_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetActionStateFloat(XrSession session,
                                                     const XrActionStateGetInfo *getInfo,
                                                     XrActionStateFloat *state)
{
    struct rt_call call;
    const struct rt_action_state *found = NULL;
    if (RT_ENTER(&call, xrGetActionStateFloat, SESSION, session))
        call.result = state == NULL || state->type != XR_TYPE_ACTION_STATE_FLOAT
                          ? XR_ERROR_VALIDATION_FAILURE
                          : find_state(call.object, getInfo, XR_ACTION_TYPE_FLOAT_INPUT, &found);
    if (found != NULL) {
        state->currentState = found->value.x;
        state->changedSinceLastSync = found->changed;
        state->lastChangeTime = found->since;
        state->isActive = found->source != NULL;
    }
    return rt_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetActionStateVector2f(XrSession session,
                                                        const XrActionStateGetInfo *getInfo,
                                                        XrActionStateVector2f *state)
{
    struct rt_call call;
    const struct rt_action_state *found = NULL;
    if (RT_ENTER(&call, xrGetActionStateVector2f, SESSION, session))
        call.result = state == NULL || state->type != XR_TYPE_ACTION_STATE_VECTOR2F
                          ? XR_ERROR_VALIDATION_FAILURE
                          : find_state(call.object, getInfo, XR_ACTION_TYPE_VECTOR2F_INPUT, &found);
    if (found != NULL) {
        state->currentState = found->value;
        state->changedSinceLastSync = found->changed;
        state->lastChangeTime = found->since;
        state->isActive = found->source != NULL;
    }
    return rt_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetActionStatePose(XrSession session,
                                                    const XrActionStateGetInfo *getInfo,
                                                    XrActionStatePose *state)
{
    struct rt_call call;
    const struct rt_action_state *found = NULL;
    if (RT_ENTER(&call, xrGetActionStatePose, SESSION, session))
        call.result = state == NULL || state->type != XR_TYPE_ACTION_STATE_POSE
                          ? XR_ERROR_VALIDATION_FAILURE
                          : find_state(call.object, getInfo, XR_ACTION_TYPE_POSE_INPUT, &found);
    if (found != NULL)
        state->isActive = found->source != NULL;
    return rt_call_leave(&call);
}

// `feedback` is NULL for a stop.
static XrResult vibrate(struct rt_session *session, const XrHapticActionInfo *info,
                        const XrHapticVibration *feedback)
{
    if (info == NULL || info->type != XR_TYPE_HAPTIC_ACTION_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    struct rt_action *action = NULL;
    enum rt_user user = RT_USER_ANY;
    const XrResult result = find_action(session, info->action, info->subactionPath,
                                        XR_ACTION_TYPE_VIBRATION_OUTPUT, &action, &user);
    if (result != XR_SUCCESS)
        return result;
    if (session->state != XR_SESSION_STATE_FOCUSED)
        return XR_SESSION_NOT_FOCUSED;
    for (uint32_t i = 0; i < action->source_count; i++) {
        const enum rt_user bound = action->sources[i].user;
        if (user != RT_USER_ANY && user != bound)
            continue;
        rt_note_haptic(session, action, bound, feedback);
        if (feedback != NULL)
            session->object.instance->counters
                .haptics[bound == RT_USER_LEFT ? RT_HAND_LEFT : RT_HAND_RIGHT]++;
    }
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrApplyHapticFeedback(XrSession session,
                                                     const XrHapticActionInfo *hapticActionInfo,
                                                     const XrHapticBaseHeader *hapticFeedback)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrApplyHapticFeedback, SESSION, session)) {
        const XrHapticVibration *vibration = (const XrHapticVibration *)hapticFeedback;
        const bool bad = vibration == NULL || vibration->type != XR_TYPE_HAPTIC_VIBRATION ||
                         !(vibration->amplitude >= 0 && vibration->amplitude <= 1);
        call.result = bad ? XR_ERROR_VALIDATION_FAILURE
                          : vibrate((struct rt_session *)call.object, hapticActionInfo, vibration);
    }
    return rt_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrStopHapticFeedback(XrSession session,
                                                    const XrHapticActionInfo *hapticActionInfo)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrStopHapticFeedback, SESSION, session))
        call.result = vibrate((struct rt_session *)call.object, hapticActionInfo, NULL);
    return rt_call_leave(&call);
}
