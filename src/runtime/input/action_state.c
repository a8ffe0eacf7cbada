// SPDX-License-Identifier: MIT
// xrGetActionStateBoolean, xrGetActionStateFloat, xrGetActionStateVector2f and
// xrGetActionStatePose: the states of the last sync.
#include "runtime/input/binding.h"
#include "runtime/instance/call.h"

// Finds the state that the app asks for.
static XrResult find_state(struct rt_object *object, const XrActionStateGetInfo *info,
                           XrActionType type, const struct rt_action_state **out_state)
{
    if (info == NULL || info->type != XR_TYPE_ACTION_STATE_GET_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    struct rt_action *action = NULL;
    enum rt_user user = RT_USER_ANY;
    const XrResult result = rt_binding_find_action((const struct rt_session *)object, info->action,
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
