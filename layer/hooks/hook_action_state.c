/* SPDX-License-Identifier: MIT */
/*
 * xrGetActionState*. The hook calls the chain below first, for errors and for live states, and then
 * overwrites its answer with the played state.
 */
#include "layer/state/session.h"
#include "layer/hooks/hooks.h"

#include "layer/bindings/action.h"
#include "layer/answer/input.h"

static void write_state(XrActionType type, struct us_input_state from, void *to)
{
    XrBool32 active = from.active ? XR_TRUE : XR_FALSE, changed = from.changed ? XR_TRUE : XR_FALSE;
    if (type == XR_ACTION_TYPE_BOOLEAN_INPUT) {
        XrActionStateBoolean *state = to;
        state->isActive = active, state->changedSinceLastSync = changed;
        state->currentState = from.x != 0.0f ? XR_TRUE : XR_FALSE;
        state->lastChangeTime = from.since;
    } else if (type == XR_ACTION_TYPE_FLOAT_INPUT) {
        XrActionStateFloat *state = to;
        state->isActive = active, state->changedSinceLastSync = changed;
        state->currentState = from.x, state->lastChangeTime = from.since;
    } else if (type == XR_ACTION_TYPE_VECTOR2F_INPUT) {
        XrActionStateVector2f *state = to;
        state->isActive = active, state->changedSinceLastSync = changed;
        state->currentState = (XrVector2f){from.x, from.y}, state->lastChangeTime = from.since;
    } else {
        XrActionStatePose *state = to;
        state->isActive = active;
    }
}

/*
 * The live state of an action that is also played. If the action has subaction paths, this combines
 * the states of the paths that are not played. Otherwise it is `all`, the state that the chain
 * below returned for the whole action.
 */
static struct us_input_state read_live(const struct us_session *session,
                                       const struct us_action *action, struct us_input_state all)
{
    const struct us_instance *instance = session->instance;
    struct us_input_state live = {0};
    for (uint32_t i = 0; i < action->path_count; i++) {
        enum us_user_path user_path =
            us_user_path_find(instance->bindings.user_paths, action->paths[i]);
        if (us_binding_plan_plays(us_input_plan(session), user_path, action->type) ||
            us_action_hides_path(action, action->paths[i]))
            continue;
        XrActionStateGetInfo info = {.type = XR_TYPE_ACTION_STATE_GET_INFO,
                                     .action = action->handle,
                                     .subactionPath = action->paths[i]};
        union us_input_any_state state = us_input_any_state(action->type);
        if (XR_SUCCEEDED(
                us_input_ask_state(&instance->next, action->type, session->handle, &info, &state)))
            live = us_input_combine(action->type, live, us_input_read_state(action->type, &state));
    }
    return action->path_count > 0 ? live : all;
}

/* Overwrites the state of the chain below with the recording's answer. */
static void overlay_state(const struct us_session *session, const struct us_action *action,
                          XrActionType type, const struct us_input_answer *answer, void *state)
{
    struct us_input_state played = answer->state;
    if (type != XR_ACTION_TYPE_POSE_INPUT && !action->node.is_own)
        us_status_summary_note_question(session->instance->summary, US_SUMMARY_BUTTONS,
                                        played.active);
    if (answer->is_handed_over)
        played = us_input_hand_over(played, us_input_read_state(type, state),
                                    atomic_load_explicit(&session->sync_ns, memory_order_relaxed));
    else if (answer->from == US_SOURCE_BOTH)
        played = us_input_combine(type, played,
                                  read_live(session, action, us_input_read_state(type, state)));
    write_state(type, played, state);
}

static XrResult get_state(XrSession handle, const XrActionStateGetInfo *info, XrActionType type,
                          void *state)
{
    US_SESSION_OF_CALL(handle, session, instance);
    const struct us_action *action =
        session != NULL && info != NULL ? us_action_find(info->action) : NULL;
    if (action == NULL)
        return us_input_ask_state(&instance->next, type, handle, info, state);
    XrActionStateGetInfo below = *info;
    if (us_action_hides_path(action, info->subactionPath))
        below.subactionPath = XR_NULL_PATH;
    XrResult result = us_input_ask_state(&instance->next, type, handle, &below, state);
    if (XR_FAILED(result))
        return result;
    struct us_input_answer answer = us_input_get(session, action, info->subactionPath);
    if (answer.from != US_SOURCE_RUNTIME || answer.is_handed_over)
        overlay_state(session, action, type, &answer, state);
    us_answers_report(0, (struct us_answer){answer.from, US_HOW_ABSENT, (double)NAN});
    return result;
}

#define STATE_HOOK(name, struct_type, action_type)                                                 \
    static XRAPI_ATTR XrResult XRAPI_CALL hook_##name(                                             \
        XrSession handle, const XrActionStateGetInfo *info, struct_type *state)                    \
    {                                                                                              \
        return get_state(handle, info, action_type, state);                                        \
    }

STATE_HOOK(xrGetActionStateBoolean, XrActionStateBoolean, XR_ACTION_TYPE_BOOLEAN_INPUT)
STATE_HOOK(xrGetActionStateFloat, XrActionStateFloat, XR_ACTION_TYPE_FLOAT_INPUT)
STATE_HOOK(xrGetActionStateVector2f, XrActionStateVector2f, XR_ACTION_TYPE_VECTOR2F_INPUT)
STATE_HOOK(xrGetActionStatePose, XrActionStatePose, XR_ACTION_TYPE_POSE_INPUT)

const struct us_handler us_hooks_action_state[] = {
    US_HANDLER(xrGetActionStateBoolean, hook_xrGetActionStateBoolean),
    US_HANDLER(xrGetActionStateFloat, hook_xrGetActionStateFloat),
    US_HANDLER(xrGetActionStateVector2f, hook_xrGetActionStateVector2f),
    US_HANDLER(xrGetActionStatePose, hook_xrGetActionStatePose),
    US_HANDLERS_END,
};
