/* SPDX-License-Identifier: MIT */
/* Taps of functions that make actions and bind them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layer/eventlog/event_log.h"

/* Writes the text of a path; empty if it has none. */
static void path_text(const struct us_event_log *log, XrPath path, char *out, uint32_t size)
{
    uint32_t count = 0;
    char text[XR_MAX_PATH_LENGTH] = "";
    PFN_xrPathToString get = log->next.xrPathToString;
    if (path == XR_NULL_PATH || get == NULL ||
        XR_FAILED(get(log->instance->handle, path, sizeof text, &count, text)))
        text[0] = '\0';
    snprintf(out, size, "%s", text);
}

static void keep_names(const struct us_event_log *log, struct us_action *action,
                       const XrActionCreateInfo *info)
{
    uint32_t count = action->path_count + 1;
    struct us_log_state_action *log_state =
        calloc(1, sizeof *log_state + count * sizeof(struct us_log_state_slot));
    if (log_state == NULL)
        return;
    snprintf(log_state->name, sizeof log_state->name, "%.*s", (int)sizeof info->actionName,
             info->actionName);
    log_state->count = count;
    for (uint32_t i = 1; i < count; i++) {
        log_state->slots[i].path = action->paths[i - 1];
        path_text(log, action->paths[i - 1], log_state->slots[i].text,
                  sizeof log_state->slots[i].text);
    }
    us_handle_table_keep(&action->node, US_STAGE_EVENT_LOG, log_state);
}

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrCreateAction(XrActionSet set,
                                                         const XrActionCreateInfo *info,
                                                         XrAction *handle)
{
    const struct us_instance *instance = us_session_set_instance(us_action_set_find(set));
    struct us_event_log *log = instance != NULL ? instance->kept[US_STAGE_EVENT_LOG] : NULL;
    US_RETURN_IF_INVALID(log);
    XrResult result = US_EVENT_LOG_TAPPED(log, NULL, xrCreateAction, (set, info, handle));
    struct us_action *action = XR_SUCCEEDED(result) ? us_action_find(*handle) : NULL;
    if (action != NULL)
        keep_names(log, action, info);
    return result;
}

static const char gaze_profile[] = "/interaction_profiles/ext/eye_gaze_interaction";

/* Writes the names of the actions that are bound to the gaze. The event of an action space alone
 * does not show whether it is a gaze or a hand. */
static void write_gaze_actions(struct us_json_text *text,
                               const XrInteractionProfileSuggestedBinding *suggested)
{
    enum { MOST = 8 };
    us_json_text_value(text, "gaze", "[");
    for (uint32_t i = 0; i < suggested->countSuggestedBindings && i < MOST; i++) {
        const struct us_action *action = us_action_find(suggested->suggestedBindings[i].action);
        const struct us_log_state_action *state = us_event_log_action(action);
        if (state != NULL)
            us_json_text_string(text, NULL, state->name);
    }
    us_json_text_raw(text, "]");
}

/* What a line holds beside its number and its time, and what is left of it for the last path and
 * the actions. */
enum { BINDINGS_ROOM = 15872, ACTIONS_ROOM = 4096, ACTION_ROOM = 512, NUMBER_ROOM = 64 };

/* Writes the paths that actions are bound to, as many as a line holds. Returns how many. */
static uint32_t write_bound(struct us_json_text *text, const struct us_event_log *log,
                            const XrInteractionProfileSuggestedBinding *suggested)
{
    uint32_t i = 0;
    us_json_text_value(text, "bound", "[");
    for (; i < suggested->countSuggestedBindings && text->end - text->at > ACTIONS_ROOM; i++) {
        char path[XR_MAX_PATH_LENGTH];
        path_text(log, suggested->suggestedBindings[i].binding, path, sizeof path);
        us_json_text_string(text, NULL, path);
    }
    us_json_text_raw(text, "]");
    return i;
}

static const char *type_name(XrActionType type)
{
    switch (type) {
    case XR_ACTION_TYPE_BOOLEAN_INPUT:
        return "boolean";
    case XR_ACTION_TYPE_FLOAT_INPUT:
        return "float";
    case XR_ACTION_TYPE_VECTOR2F_INPUT:
        return "vector2f";
    case XR_ACTION_TYPE_POSE_INPUT:
        return "pose";
    case XR_ACTION_TYPE_VIBRATION_OUTPUT:
        return "vibration";
    default:
        return NULL;
    }
}

/* The action of binding `at`, and the numbers of its paths from there on, among the first `count`.
 */
static void write_action(struct us_json_text *text, const XrActionSuggestedBinding *bindings,
                         uint32_t at, uint32_t count)
{
    const struct us_action *action = us_action_find(bindings[at].action);
    if (action == NULL)
        return;
    us_json_text_value(text, NULL, "{");
    us_json_text_string(text, "action", action->name);
    us_json_text_string(text, "set", action->set->name);
    us_json_text_string(text, "type", type_name(action->type));
    us_json_text_value(text, "paths", "[");
    for (uint32_t i = at; i < count && text->end - text->at > NUMBER_ROOM; i++)
        if (bindings[i].action == bindings[at].action)
            us_json_text_integer(text, NULL, i);
    us_json_text_raw(text, "]}");
}

/* Writes what is bound to the first `count` paths, as many actions as a line holds. */
static void write_bound_actions(struct us_json_text *text, const XrActionSuggestedBinding *bindings,
                                uint32_t count)
{
    us_json_text_value(text, "actions", "[");
    for (uint32_t i = 0; i < count && text->end - text->at > ACTION_ROOM; i++) {
        uint32_t first = 0;
        while (bindings[first].action != bindings[i].action)
            first++;
        if (first == i)
            write_action(text, bindings, i, count);
    }
    us_json_text_raw(text, "]");
}

/* The names of paths are asked for before the event begins: the log waits for its end. */
static void write_bindings(struct us_event_log *log,
                           const XrInteractionProfileSuggestedBinding *suggested, XrResult result)
{
    char profile[XR_MAX_PATH_LENGTH] = "", *room = malloc(BINDINGS_ROOM);
    struct us_json_text text;
    if (room == NULL)
        return;
    if (suggested != NULL)
        path_text(log, suggested->interactionProfile, profile, sizeof profile);
    us_json_text_init(&text, room, BINDINGS_ROOM);
    us_json_text_string(&text, "e", "bindings");
    us_json_text_string(&text, "profile", profile[0] != '\0' ? profile : NULL);
    us_json_text_integer(&text, "count", suggested != NULL ? suggested->countSuggestedBindings : 0);
    if (suggested != NULL && XR_SUCCEEDED(result) && strcmp(profile, gaze_profile) == 0)
        write_gaze_actions(&text, suggested);
    if (suggested != NULL && XR_SUCCEEDED(result)) {
        const uint32_t count = write_bound(&text, log, suggested);
        write_bound_actions(&text, suggested->suggestedBindings, count);
    }
    us_log_event_write_result(&text, result);
    if (us_json_text_finish(&text) == 0)
        snprintf(room, BINDINGS_ROOM, "\"e\":\"odd\",\"what\":\"a line was too long for the log\"");
    us_event_log_put_text(log, room);
}

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrSuggestInteractionProfileBindings(
    XrInstance handle, const XrInteractionProfileSuggestedBinding *suggested)
{
    struct us_event_log *log = us_event_log_of_instance(handle);
    US_RETURN_IF_INVALID(log);
    XrResult result =
        US_EVENT_LOG_TAPPED(log, NULL, xrSuggestInteractionProfileBindings, (handle, suggested));
    write_bindings(log, suggested, result);
    return result;
}

/* Whether the user's profile differs from the last one logged. */
static bool is_new_profile(struct us_session *session, enum us_user_path user_path, XrPath profile)
{
    if (user_path == US_USER_PATH_COUNT)
        return true;
    uint32_t bit = UINT32_C(1) << user_path;
    XrPath before = atomic_exchange_explicit(&us_event_log_state(session)->profiles[user_path],
                                             profile, memory_order_relaxed);
    uint32_t logged = atomic_fetch_or_explicit(&us_event_log_state(session)->profiles_written, bit,
                                               memory_order_relaxed);
    return (logged & bit) == 0 || before != profile;
}

static void write_profile(struct us_event_log *log, struct us_session *session, XrPath user,
                          XrPath profile)
{
    enum us_user_path user_path = us_user_path_find(log->instance->bindings.user_paths, user);
    char user_text[XR_MAX_PATH_LENGTH], profile_text[XR_MAX_PATH_LENGTH];
    struct us_event_log_line line;
    if (!is_new_profile(session, user_path, profile))
        return;
    path_text(log, profile, profile_text, sizeof profile_text);
    if (user_path == US_USER_PATH_COUNT)
        path_text(log, user, user_text, sizeof user_text);
    if (!us_event_log_line_begin(&line, log, session, "profile"))
        return;
    us_json_text_string(&line.text, "user",
                        user_path == US_USER_PATH_COUNT ? user_text : us_user_path_text(user_path));
    us_json_text_string(&line.text, "profile", profile_text[0] != '\0' ? profile_text : NULL);
    us_event_log_line_end(&line);
}

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrGetCurrentInteractionProfile(
    XrSession handle, XrPath user, XrInteractionProfileState *profile)
{
    US_EVENT_LOG_OF_CALL(handle, session, log);
    XrResult result =
        US_EVENT_LOG_TAPPED(log, session, xrGetCurrentInteractionProfile, (handle, user, profile));
    if (XR_SUCCEEDED(result) && session != NULL)
        write_profile(log, session, user, profile->interactionProfile);
    return result;
}

const struct us_handler us_taps_binding[] = {
    US_HANDLER(xrCreateAction, tap_xrCreateAction),
    US_HANDLER(xrSuggestInteractionProfileBindings, tap_xrSuggestInteractionProfileBindings),
    US_HANDLER(xrGetCurrentInteractionProfile, tap_xrGetCurrentInteractionProfile),
    US_HANDLERS_END,
};
