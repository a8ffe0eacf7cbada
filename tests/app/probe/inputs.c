/* SPDX-License-Identifier: MIT */
/* inputs: with --actions, one action of each kind over two sets, suggested for many profiles. */
#include "openxr/xr_names.h"
#include "probe.h"

#include <string.h>

#define PLAY 0 /* the set that the other actions are in */
#define OVER 1 /* a set of a higher priority, active in every other second */

/* The order is that of enum probe_input_action. */
static const struct {
    const char *name;
    XrActionType type;
    int set;
} actions[PROBE_INPUT_COUNT] = {
    {"trigger", XR_ACTION_TYPE_FLOAT_INPUT, PLAY},
    {"trigger_click", XR_ACTION_TYPE_BOOLEAN_INPUT, PLAY},
    {"trigger_touch", XR_ACTION_TYPE_BOOLEAN_INPUT, PLAY},
    {"squeeze", XR_ACTION_TYPE_FLOAT_INPUT, PLAY},
    {"ready", XR_ACTION_TYPE_BOOLEAN_INPUT, PLAY},
    {"stick", XR_ACTION_TYPE_VECTOR2F_INPUT, PLAY},
    {"menu", XR_ACTION_TYPE_BOOLEAN_INPUT, PLAY},
    {"aim", XR_ACTION_TYPE_POSE_INPUT, PLAY},
    {"palm", XR_ACTION_TYPE_POSE_INPUT, PLAY},
    {"pinch", XR_ACTION_TYPE_POSE_INPUT, PLAY},
    {"poke", XR_ACTION_TYPE_POSE_INPUT, PLAY},
    {"over", XR_ACTION_TYPE_BOOLEAN_INPUT, OVER},
    {"unbound", XR_ACTION_TYPE_BOOLEAN_INPUT, PLAY},
};

struct binding {
    enum probe_input_action action; /* or one of the probe's own, which every profile has */
    const char *component;
};

#define END                                                                                        \
    {                                                                                              \
        PROBE_INPUT_COUNT, NULL                                                                    \
    }
#define SELECT (PROBE_INPUT_COUNT + 1)
#define GRIP (PROBE_INPUT_COUNT + 2)
#define HAPTIC (PROBE_INPUT_COUNT + 3)

static const struct binding simple[] = {
    {SELECT, "input/select/click"},
    {PROBE_INPUT_TRIGGER, "input/select/click"},
    {PROBE_INPUT_TRIGGER_CLICK, "input/select"},
    {PROBE_INPUT_MENU, "input/menu/click"},
    {PROBE_INPUT_OVER, "input/select/click"},
    {HAPTIC, "output/haptic"},
    END,
};
static const struct binding touch[] = {
    {SELECT, "input/trigger"},
    {PROBE_INPUT_TRIGGER, "input/trigger/value"},
    {PROBE_INPUT_TRIGGER_CLICK, "input/trigger/value"},
    {PROBE_INPUT_TRIGGER_TOUCH, "input/trigger/touch"},
    {PROBE_INPUT_SQUEEZE, "input/squeeze/value"},
    {PROBE_INPUT_STICK, "input/thumbstick"},
    {PROBE_INPUT_OVER, "input/trigger/value"},
    {HAPTIC, "output/haptic"},
    END,
};
static const struct binding index_controller[] = {
    {SELECT, "input/trigger/click"},
    {PROBE_INPUT_TRIGGER, "input/trigger/value"},
    {PROBE_INPUT_TRIGGER_CLICK, "input/trigger/click"},
    {PROBE_INPUT_TRIGGER_TOUCH, "input/trigger/touch"},
    {PROBE_INPUT_SQUEEZE, "input/squeeze/value"},
    {PROBE_INPUT_STICK, "input/thumbstick"},
    {PROBE_INPUT_MENU, "input/a/click"},
    {PROBE_INPUT_OVER, "input/trigger/click"},
    {HAPTIC, "output/haptic"},
    END,
};
static const struct binding vive[] = {
    {SELECT, "input/trigger/click"},
    {PROBE_INPUT_TRIGGER, "input/trigger/value"},
    {PROBE_INPUT_TRIGGER_CLICK, "input/trigger/click"},
    {PROBE_INPUT_SQUEEZE, "input/squeeze/click"},
    {PROBE_INPUT_STICK, "input/trackpad"},
    {PROBE_INPUT_MENU, "input/menu/click"},
    {PROBE_INPUT_OVER, "input/trigger/click"},
    {HAPTIC, "output/haptic"},
    END,
};
static const struct binding hand_ext[] = {
    {SELECT, "input/pinch_ext/value"},
    {PROBE_INPUT_TRIGGER, "input/pinch_ext/value"},
    {PROBE_INPUT_TRIGGER_CLICK, "input/aim_activate_ext/value"},
    {PROBE_INPUT_SQUEEZE, "input/grasp_ext/value"},
    {PROBE_INPUT_READY, "input/pinch_ext/ready_ext"},
    {PROBE_INPUT_OVER, "input/pinch_ext/value"},
    END,
};
static const struct binding hand_msft[] = {
    {SELECT, "input/select/value"},
    {PROBE_INPUT_TRIGGER, "input/select/value"},
    {PROBE_INPUT_SQUEEZE, "input/squeeze/value"},
    {PROBE_INPUT_OVER, "input/select/value"},
    END,
};

enum needs { NEEDS_NOTHING, NEEDS_HAND_EXT, NEEDS_HAND_MSFT };

static const struct {
    const char *name;
    const struct binding *bindings;
    enum needs needs;
} profiles[] = {
    {"khr/simple_controller", simple, NEEDS_NOTHING},
    {"oculus/touch_controller", touch, NEEDS_NOTHING},
    {"valve/index_controller", index_controller, NEEDS_NOTHING},
    {"htc/vive_controller", vive, NEEDS_NOTHING},
    {"ext/hand_interaction_ext", hand_ext, NEEDS_HAND_EXT},
    {"microsoft/hand_interaction", hand_msft, NEEDS_HAND_MSFT},
};
#define PROFILE_COUNT (sizeof profiles / sizeof profiles[0])

static const char *const users[2] = {"/user/hand/left", "/user/hand/right"};

bool probe_inputs_create(struct probe *probe)
{
    if (!probe_actions_add_set(probe, "over", "Over", 5, &probe->over_set))
        return false;
    for (int i = 0; i < PROBE_INPUT_COUNT; i++)
        if (!probe_actions_add(probe, actions[i].set == OVER ? probe->over_set : probe->action_set,
                               actions[i].name, actions[i].type, probe->hands, 2,
                               &probe->inputs[i]))
            return false;
    return true;
}

static XrAction action_of(const struct probe *probe, int action)
{
    return action == SELECT   ? probe->select
           : action == GRIP   ? probe->grip
           : action == HAPTIC ? probe->haptic
                              : probe->inputs[action];
}

#define BINDING_MAX 64

struct suggestion {
    XrActionSuggestedBinding bindings[BINDING_MAX];
    uint32_t count;
};

static bool add(struct probe *probe, struct suggestion *suggestion, int action,
                const char *component)
{
    for (int hand = 0; hand < 2 && suggestion->count < BINDING_MAX; hand++) {
        XrActionSuggestedBinding *binding = &suggestion->bindings[suggestion->count++];
        char path[128];
        snprintf(path, sizeof path, "%s/%s", users[hand], component);
        binding->action = action_of(probe, action);
        if (!probe_actions_path(probe, path, &binding->binding))
            return false;
    }
    return true;
}

static bool add_poses(struct probe *probe, struct suggestion *suggestion)
{
    return add(probe, suggestion, GRIP, "input/grip/pose") &&
           add(probe, suggestion, PROBE_INPUT_AIM, "input/aim/pose") &&
           (!probe->has_palm || add(probe, suggestion, PROBE_INPUT_PALM, "input/palm_ext/pose")) &&
           (!probe->has_hand_ext ||
            (add(probe, suggestion, PROBE_INPUT_PINCH, "input/pinch_ext/pose") &&
             add(probe, suggestion, PROBE_INPUT_POKE, "input/poke_ext/pose")));
}

/* A refusal is told and is no failure. */
static bool suggest(struct probe *probe, const char *name, const struct binding *bindings)
{
    struct suggestion suggestion = {.count = 0};
    char profile[128];
    snprintf(profile, sizeof profile, "/interaction_profiles/%s", name);
    for (; bindings->component; bindings++)
        if (!add(probe, &suggestion, (int)bindings->action, bindings->component))
            return false;
    if (!add_poses(probe, &suggestion))
        return false;
    XrInteractionProfileSuggestedBinding info = {
        .type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
        .countSuggestedBindings = suggestion.count,
        .suggestedBindings = suggestion.bindings,
    };
    if (!probe_actions_path(probe, profile, &info.interactionProfile))
        return false;
    XrResult result = xrSuggestInteractionProfileBindings(probe->instance, &info);
    struct us_json_text *text = probe_report_begin(&probe->log, "bindings");
    us_json_text_string(text, "profile", profile);
    us_json_text_integer(text, "count", suggestion.count);
    us_json_text_string(text, "result", us_xr_names_result(result));
    probe_report_end(&probe->log);
    return true;
}

bool probe_inputs_suggest(struct probe *probe)
{
    for (size_t i = 0; i < PROFILE_COUNT; i++) {
        if ((profiles[i].needs == NEEDS_HAND_EXT && !probe->has_hand_ext) ||
            (profiles[i].needs == NEEDS_HAND_MSFT && !probe->has_hand_msft))
            continue;
        if (probe->options.profile && strcmp(probe->options.profile, profiles[i].name) != 0)
            continue;
        if (!suggest(probe, profiles[i].name, profiles[i].bindings))
            return false;
    }
    return true;
}

static void report_state(struct probe *probe, int i, XrPath path, const char *user)
{
    XrActionStateGetInfo info = {
        .type = XR_TYPE_ACTION_STATE_GET_INFO, .action = probe->inputs[i], .subactionPath = path};
    struct probe_report_action name = {actions[i].name, user};
    XrActionStateBoolean boolean = {.type = XR_TYPE_ACTION_STATE_BOOLEAN};
    XrActionStateFloat number = {.type = XR_TYPE_ACTION_STATE_FLOAT};
    XrActionStateVector2f vector = {.type = XR_TYPE_ACTION_STATE_VECTOR2F};
    XrActionStatePose pose = {.type = XR_TYPE_ACTION_STATE_POSE};
    XrResult result;
    switch (actions[i].type) {
    case XR_ACTION_TYPE_BOOLEAN_INPUT:
        result = xrGetActionStateBoolean(probe->session, &info, &boolean);
        probe_report_action_boolean(&probe->log, result, probe->time, &name, &boolean);
        break;
    case XR_ACTION_TYPE_FLOAT_INPUT:
        result = xrGetActionStateFloat(probe->session, &info, &number);
        probe_report_action_float(&probe->log, result, probe->time, &name, &number);
        break;
    case XR_ACTION_TYPE_VECTOR2F_INPUT:
        result = xrGetActionStateVector2f(probe->session, &info, &vector);
        probe_report_action_vector2f(&probe->log, result, probe->time, &name, &vector);
        break;
    default:
        result = xrGetActionStatePose(probe->session, &info, &pose);
        probe_report_action_pose(&probe->log, result, probe->time, &name, &pose);
        break;
    }
}

void probe_inputs_report(struct probe *probe)
{
    for (int i = 0; i < PROBE_INPUT_COUNT; i++) {
        report_state(probe, i, XR_NULL_PATH, NULL);
        report_state(probe, i, probe->hands[0], users[0]);
        report_state(probe, i, probe->hands[1], users[1]);
    }
}

/* While the set "over" is active, it takes the select buttons, and the probe vibrates on none of
 * their edges. The spans are longer than a second at 60 Hz: the moving person of the headless
 * runtime presses each select button once a second, so a span of 60 frames can miss a press. */
#define OVER_SPAN_FRAMES 64

bool probe_inputs_over(const struct probe *probe)
{
    return probe->options.actions && probe->frame / OVER_SPAN_FRAMES % 2 == 1;
}

static bool report_source(struct probe *probe, XrPath source, struct us_json_text *text)
{
    XrInputSourceLocalizedNameGetInfo info = {
        .type = XR_TYPE_INPUT_SOURCE_LOCALIZED_NAME_GET_INFO,
        .sourcePath = source,
        .whichComponents = XR_INPUT_SOURCE_LOCALIZED_NAME_USER_PATH_BIT |
                           XR_INPUT_SOURCE_LOCALIZED_NAME_INTERACTION_PROFILE_BIT |
                           XR_INPUT_SOURCE_LOCALIZED_NAME_COMPONENT_BIT};
    char path[XR_MAX_PATH_LENGTH], name[1024] = "";
    uint32_t size;
    if (!probe_check(probe, xrPathToString(probe->instance, source, sizeof path, &size, path),
                     "xrPathToString") ||
        !probe_check(probe,
                     xrGetInputSourceLocalizedName(probe->session, &info, sizeof name, &size, name),
                     "xrGetInputSourceLocalizedName"))
        return false;
    us_json_text_value(text, NULL, "{");
    us_json_text_string(text, "path", path);
    us_json_text_string(text, "name", name);
    us_json_text_raw(text, "}");
    return true;
}

static bool report_sources(struct probe *probe, XrAction action, const char *name)
{
    XrBoundSourcesForActionEnumerateInfo info = {
        .type = XR_TYPE_BOUND_SOURCES_FOR_ACTION_ENUMERATE_INFO, .action = action};
    XrPath sources[32];
    uint32_t count = 0;
    bool ok = true;
    XrResult result = xrEnumerateBoundSourcesForAction(probe->session, &info, 32, &count, sources);
    if (!probe_check(probe, result, "xrEnumerateBoundSourcesForAction"))
        return false;
    struct us_json_text *text = probe_report_begin(&probe->log, "sources");
    us_json_text_string(text, "action", name);
    us_json_text_value(text, "sources", "[");
    for (uint32_t i = 0; ok && i < count; i++)
        ok = report_source(probe, sources[i], text);
    us_json_text_raw(text, "]");
    probe_report_end(&probe->log);
    return ok;
}

bool probe_inputs_report_sources(struct probe *probe)
{
    for (int i = 0; i < PROBE_INPUT_COUNT; i++)
        if (!report_sources(probe, probe->inputs[i], actions[i].name))
            return false;
    return report_sources(probe, probe->select, "select") &&
           report_sources(probe, probe->grip, "grip") &&
           report_sources(probe, probe->haptic, "haptic");
}
