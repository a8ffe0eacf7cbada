/* SPDX-License-Identifier: MIT */
#include "tool/convert/iwer/layout.h"

#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "profiles/bindings.h"

/* ---- Profiles ---- */

#define OPENXR US_PROFILE_PREFIX
#define STICK "generic-trigger-squeeze-thumbstick"
#define PAD "generic-trigger-squeeze-touchpad"
#define BOTH "generic-trigger-squeeze-touchpad-thumbstick"

/* Of one name or one path, the first line is taken. The newer controllers of Meta are read as those
 * that an app knows which suggests no others: their gamepads in WebXR are the same. */
static const struct {
    const char *webxr, *path, *generic;
} profiles[] = {
    {"oculus-touch-v3", OPENXR "oculus/touch_controller", STICK},
    {"oculus-touch-v2", OPENXR "oculus/touch_controller", STICK},
    {"oculus-touch", OPENXR "oculus/touch_controller", STICK},
    {"meta-quest-touch-plus", OPENXR "oculus/touch_controller", STICK},
    {"meta-quest-touch-plus-v2", OPENXR "oculus/touch_controller", STICK},
    {"meta-quest-touch-pro", OPENXR "oculus/touch_controller", STICK},
    {"meta-quest-touch-plus", OPENXR "meta/touch_plus_controller", STICK},
    {"meta-quest-touch-plus", OPENXR "meta/touch_controller_plus", STICK},
    {"meta-quest-touch-pro", OPENXR "meta/touch_pro_controller", STICK},
    {"meta-quest-touch-pro", OPENXR "facebook/touch_controller_pro", STICK},
    {"oculus-touch-v2", OPENXR "meta/touch_controller_quest_1_rift_s", STICK},
    {"oculus-touch-v3", OPENXR "meta/touch_controller_quest_2", STICK},
    {"oculus-touch", OPENXR "meta/touch_controller_rift_cv1", STICK},
    {"valve-index", OPENXR "valve/index_controller", BOTH},
    {"htc-vive", OPENXR "htc/vive_controller", PAD},
    {"htc-vive-cosmos", OPENXR "htc/vive_cosmos_controller", STICK},
    {"htc-vive-focus-3", OPENXR "htc/vive_focus3_controller", STICK},
    {"microsoft-mixed-reality", OPENXR "microsoft/motion_controller", BOTH},
    {"hp-mixed-reality", OPENXR "hp/mixed_reality_controller", STICK},
    {"samsung-odyssey", OPENXR "samsung/odyssey_controller", BOTH},
    {"pico-4u", OPENXR "bytedance/pico_ultra_controller_bd", STICK},
    {"pico-4", OPENXR "bytedance/pico4_controller", STICK},
    {"pico-neo3", OPENXR "bytedance/pico_neo3_controller", STICK},
    {"magicleap-two", OPENXR "ml/ml2_controller", PAD},
    {"yvr-touch", OPENXR "yvr/touch_controller_yvr", STICK},
    {"oculus-go", OPENXR "oculus/go_controller", "generic-trigger-touchpad"},
    {"oculus-hand", TOOL_IWER_HAND_PROFILE, "generic-hand"},
    {"oculus-hand", OPENXR "microsoft/hand_interaction", "generic-hand"},
    {"generic-hand", TOOL_IWER_HAND_PROFILE, "generic-hand-select"},
    {"generic-hand-select", TOOL_IWER_HAND_PROFILE, "generic-trigger"},
    {STICK, OPENXR "khr/generic_controller", "generic-trigger"},
    {"generic-trigger", OPENXR "khr/simple_controller", "generic-trigger"},
};

enum { PROFILES = sizeof profiles / sizeof profiles[0] };

const char *tool_iwer_profile_of(const char *webxr)
{
    for (unsigned i = 0; i < PROFILES; i++)
        if (strcmp(profiles[i].webxr, webxr) == 0)
            return profiles[i].path;
    return NULL;
}

const char *tool_iwer_name_of(const char *path, const char **out_generic)
{
    *out_generic = STICK;
    for (unsigned i = 0; i < PROFILES; i++)
        if (strcmp(profiles[i].path, path) == 0) {
            *out_generic = profiles[i].generic;
            return profiles[i].webxr;
        }
    return STICK;
}

bool tool_iwer_is_hand_profile(const char *path)
{
    return strcmp(path, TOOL_IWER_HAND_PROFILE) == 0 ||
           strcmp(path, OPENXR "microsoft/hand_interaction") == 0;
}

/* ---- Buttons and axes ---- */

/* The names at each place: of "xr-standard" the first four, then those that the profiles share. */
static const char *const buttons[TOOL_IWER_BUTTONS_MOST][3] = {
    {"trigger", "select", "pinch_ext"}, {"squeeze", NULL, NULL}, {"trackpad", NULL, NULL},
    {"thumbstick", NULL, NULL},         {"x", "a", "primary"},   {"y", "b", "secondary"},
    {"thumbrest", "shoulder", NULL},    {"menu", NULL, NULL},
};

static const struct us_component *find(const struct us_profile *profile, enum us_session_hand hand,
                                       const char *name, const char *part, XrActionType type)
{
    char path[64];
    snprintf(path, sizeof path, "/input/%s%s", name, part);
    const struct us_component *component = us_bindings_component(profile, hand, path);
    return component != NULL && component->type == type ? component : NULL;
}

bool tool_iwer_button(const struct us_profile *profile, enum us_session_hand hand, unsigned place,
                      struct tool_iwer_control *out)
{
    *out = (struct tool_iwer_control){0};
    if (place >= TOOL_IWER_BUTTONS_MOST)
        return false;
    for (unsigned i = 0; i < 3 && buttons[place][i] != NULL; i++) {
        const char *name = buttons[place][i];
        out->value = find(profile, hand, name, "/value", XR_ACTION_TYPE_FLOAT_INPUT);
        out->click = find(profile, hand, name, "/click", XR_ACTION_TYPE_BOOLEAN_INPUT);
        out->touch = find(profile, hand, name, "/touch", XR_ACTION_TYPE_BOOLEAN_INPUT);
        if (out->value != NULL || out->click != NULL || out->touch != NULL)
            return true;
    }
    return false;
}

const struct us_component *tool_iwer_axes(const struct us_profile *profile,
                                          enum us_session_hand hand, unsigned place)
{
    return find(profile, hand, place < 2 ? "trackpad" : "thumbstick", "",
                XR_ACTION_TYPE_VECTOR2F_INPUT);
}

/* ---- Joints ---- */

/* In the order of OpenXR behind its palm, which is that of WebXR, too. */
static const char *const joints[TOOL_IWER_JOINTS + 1] = {
    "wrist",
    "thumb-metacarpal",
    "thumb-phalanx-proximal",
    "thumb-phalanx-distal",
    "thumb-tip",
    "index-finger-metacarpal",
    "index-finger-phalanx-proximal",
    "index-finger-phalanx-intermediate",
    "index-finger-phalanx-distal",
    "index-finger-tip",
    "middle-finger-metacarpal",
    "middle-finger-phalanx-proximal",
    "middle-finger-phalanx-intermediate",
    "middle-finger-phalanx-distal",
    "middle-finger-tip",
    "ring-finger-metacarpal",
    "ring-finger-phalanx-proximal",
    "ring-finger-phalanx-intermediate",
    "ring-finger-phalanx-distal",
    "ring-finger-tip",
    "pinky-finger-metacarpal",
    "pinky-finger-phalanx-proximal",
    "pinky-finger-phalanx-intermediate",
    "pinky-finger-phalanx-distal",
    "pinky-finger-tip",
};

const char *tool_iwer_joint_name(unsigned joint)
{
    return joint >= 1 && joint <= TOOL_IWER_JOINTS ? joints[joint - 1] : "";
}

int tool_iwer_joint_of(const char *name)
{
    const int place = us_text_find(joints, name);
    return place >= 0 ? place + 1 : TOOL_IWER_NONE;
}
