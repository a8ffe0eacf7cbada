/* SPDX-License-Identifier: MIT */
#include "faults.h"
#include "probe.h"

#include <string.h>

#define GAZE_PROFILE "/interaction_profiles/ext/eye_gaze_interaction"
#define GAZE_USER "/user/eyes_ext"

static const char *const hand_users[2] = {"/user/hand/left", "/user/hand/right"};

bool probe_actions_path(struct probe *probe, const char *text, XrPath *out)
{
    return probe_check(probe, xrStringToPath(probe->instance, text, out), text);
}

bool probe_actions_add(struct probe *probe, XrActionSet set, const char *name, XrActionType type,
                       const XrPath *subactions, uint32_t subaction_count, XrAction *out)
{
    XrActionCreateInfo info = {
        .type = XR_TYPE_ACTION_CREATE_INFO,
        .actionType = type,
        .countSubactionPaths = subaction_count,
        .subactionPaths = subactions,
    };
    strcpy(info.actionName, name);
    strcpy(info.localizedActionName, name);
    return probe_check(probe, xrCreateAction(set, &info, out), "xrCreateAction");
}

bool probe_actions_add_set(struct probe *probe, const char *name, const char *title,
                           uint32_t priority, XrActionSet *out)
{
    XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO, .priority = priority};
    strcpy(info.actionSetName, name);
    strcpy(info.localizedActionSetName, title);
    return probe_check(probe, xrCreateActionSet(probe->instance, &info, out), "xrCreateActionSet");
}

/* An action of both hands. */
static bool add_hands(struct probe *probe, const char *name, XrActionType type, XrAction *out)
{
    return probe_actions_add(probe, probe->action_set, name, type, probe->hands, 2, out);
}

static bool create_hand_actions(struct probe *probe)
{
    return probe_actions_path(probe, hand_users[0], &probe->hands[0]) &&
           probe_actions_path(probe, hand_users[1], &probe->hands[1]) &&
           add_hands(probe, "select", XR_ACTION_TYPE_BOOLEAN_INPUT, &probe->select) &&
           add_hands(probe, "grip", XR_ACTION_TYPE_POSE_INPUT, &probe->grip) &&
           add_hands(probe, "haptic", XR_ACTION_TYPE_VIBRATION_OUTPUT, &probe->haptic);
}

static bool create_gaze_action(struct probe *probe)
{
    XrPath eyes;
    if (!probe_actions_path(probe, GAZE_USER, &eyes))
        return false;
    return probe_actions_add(probe, probe->action_set, "gaze", XR_ACTION_TYPE_POSE_INPUT, &eyes,
                             probe->options.gaze_subaction ? 1 : 0, &probe->gaze);
}

struct binding {
    XrAction action;
    const char *path;
};

static bool suggest(struct probe *probe, const char *profile, const struct binding *bindings,
                    uint32_t count)
{
    XrActionSuggestedBinding suggested[8];
    XrInteractionProfileSuggestedBinding info = {
        .type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
        .countSuggestedBindings = count,
        .suggestedBindings = suggested,
    };
    if (!probe_actions_path(probe, profile, &info.interactionProfile))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        suggested[i].action = bindings[i].action;
        if (!probe_actions_path(probe, bindings[i].path, &suggested[i].binding))
            return false;
    }
    return probe_check(probe, xrSuggestInteractionProfileBindings(probe->instance, &info), profile);
}

static bool suggest_all(struct probe *probe)
{
    const struct binding simple[] = {
        {probe->select, "/user/hand/left/input/select/click"},
        {probe->select, "/user/hand/right/input/select/click"},
        {probe->grip, "/user/hand/left/input/grip/pose"},
        {probe->grip, "/user/hand/right/input/grip/pose"},
        {probe->haptic, "/user/hand/left/output/haptic"},
        {probe->haptic, "/user/hand/right/output/haptic"},
    };
    const struct binding gaze[] = {{probe->gaze, GAZE_USER "/input/gaze_ext/pose"}};
    if (probe->options.actions && !probe_inputs_suggest(probe))
        return false;
    return (probe->options.actions ||
            suggest(probe, "/interaction_profiles/khr/simple_controller", simple, 6)) &&
           (!probe->has_gaze || suggest(probe, GAZE_PROFILE, gaze, 1));
}

bool probe_actions_create(struct probe *probe)
{
    if (!probe_actions_add_set(probe, "probe", "Probe", 0, &probe->action_set) ||
        !create_hand_actions(probe) || (probe->has_gaze && !create_gaze_action(probe)) ||
        (probe->options.actions && !probe_inputs_create(probe)) || !suggest_all(probe))
        return false;
    XrSessionActionSetsAttachInfo info = {
        .type = XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO,
        .countActionSets = probe->options.actions ? 2 : 1,
        .actionSets = (const XrActionSet[]){probe->action_set, probe->over_set},
    };
    probe->profiles_dirty = true;
    return probe_check(probe, xrAttachSessionActionSets(probe->session, &info),
                       "xrAttachSessionActionSets");
}

static bool report_profile(struct probe *probe, const char *user, char *last, size_t size)
{
    XrPath path;
    XrInteractionProfileState state = {.type = XR_TYPE_INTERACTION_PROFILE_STATE};
    char profile[128] = "";
    uint32_t length;
    if (!probe_actions_path(probe, user, &path))
        return false;
    XrResult result = xrGetCurrentInteractionProfile(probe->session, path, &state);
    if (!probe_check(probe, result, "xrGetCurrentInteractionProfile"))
        return false;
    if (state.interactionProfile != XR_NULL_PATH) {
        result = xrPathToString(probe->instance, state.interactionProfile, sizeof profile, &length,
                                profile);
        if (!probe_check(probe, result, "xrPathToString"))
            return false;
    }
    if (strcmp(profile, last) == 0)
        return true;
    snprintf(last, size, "%s", profile);
    probe_report_profile(&probe->log, user, profile);
    return true;
}

static bool report_profiles(struct probe *probe)
{
    probe->profiles_dirty = false;
    return report_profile(probe, hand_users[0], probe->profiles[0], sizeof probe->profiles[0]) &&
           report_profile(probe, hand_users[1], probe->profiles[1], sizeof probe->profiles[1]) &&
           (!probe->has_gaze ||
            report_profile(probe, GAZE_USER, probe->profiles[2], sizeof probe->profiles[2])) &&
           (!probe->options.actions || probe_inputs_report_sources(probe));
}

static void vibrate(struct probe *probe, int hand)
{
    if (probe_fault(probe, PROBE_FAULT_SKIP_HAPTICS))
        return;
    if (probe_fault(probe, PROBE_FAULT_WRONG_HAND))
        hand = 1 - hand;
    XrHapticActionInfo info = {.type = XR_TYPE_HAPTIC_ACTION_INFO,
                               .action = probe->haptic,
                               .subactionPath = probe->hands[hand]};
    XrHapticVibration vibration = {
        .type = XR_TYPE_HAPTIC_VIBRATION,
        .duration =
            probe_fault(probe, PROBE_FAULT_LONG_HAPTIC) ? 100000000 : XR_MIN_HAPTIC_DURATION,
        .frequency = XR_FREQUENCY_UNSPECIFIED,
        .amplitude = probe_fault(probe, PROBE_FAULT_RANDOM) ? probe_faults_random() : 0.5f};
    XrResult result =
        xrApplyHapticFeedback(probe->session, &info, (const XrHapticBaseHeader *)&vibration);
    probe_report_haptic(&probe->log, result, probe->time,
                        &(struct probe_report_action){"haptic", hand_users[hand]}, &vibration);
}

static void report_hand(struct probe *probe, int hand)
{
    XrActionStateGetInfo info = {.type = XR_TYPE_ACTION_STATE_GET_INFO,
                                 .action = probe->select,
                                 .subactionPath = probe->hands[hand]};
    XrActionStateBoolean select = {.type = XR_TYPE_ACTION_STATE_BOOLEAN};
    XrResult result = xrGetActionStateBoolean(probe->session, &info, &select);
    probe_report_action_boolean(&probe->log, result, probe->time,
                                &(struct probe_report_action){"select", hand_users[hand]}, &select);
    if (XR_SUCCEEDED(result) && select.changedSinceLastSync && select.currentState)
        vibrate(probe, hand);

    XrActionStatePose grip = {.type = XR_TYPE_ACTION_STATE_POSE};
    info.action = probe->grip;
    result = xrGetActionStatePose(probe->session, &info, &grip);
    probe_report_action_pose(&probe->log, result, probe->time,
                             &(struct probe_report_action){"grip", hand_users[hand]}, &grip);
}

static void report_gaze(struct probe *probe)
{
    XrActionStateGetInfo info = {.type = XR_TYPE_ACTION_STATE_GET_INFO, .action = probe->gaze};
    XrActionStatePose gaze = {.type = XR_TYPE_ACTION_STATE_POSE};
    XrResult result = xrGetActionStatePose(probe->session, &info, &gaze);
    probe_report_action_pose(&probe->log, result, probe->time,
                             &(struct probe_report_action){"gaze", NULL}, &gaze);
}

bool probe_actions_sync(struct probe *probe)
{
    if (probe_fault(probe, PROBE_FAULT_SKIP_SYNC))
        return true;
    XrActiveActionSet active[] = {{.actionSet = probe->action_set}, {.actionSet = probe->over_set}};
    XrActionsSyncInfo info = {.type = XR_TYPE_ACTIONS_SYNC_INFO,
                              .countActiveActionSets = probe_inputs_over(probe) ? 2 : 1,
                              .activeActionSets = active};
    XrResult result = xrSyncActions(probe->session, &info);
    if (!probe_check(probe, result, "xrSyncActions"))
        return false;
    probe_report_sync(&probe->log, result);
    if (probe->profiles_dirty && !report_profiles(probe))
        return false;
    if (probe->options.actions)
        probe_inputs_report(probe);
    report_hand(probe, 0);
    report_hand(probe, 1);
    if (probe->has_gaze)
        report_gaze(probe);
    return true;
}
