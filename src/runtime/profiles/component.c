// SPDX-License-Identifier: MIT
#include "runtime/profiles/component.h"

#include <stdio.h>
#include <string.h>

#define INPUT "/input/"
#define BOTH 0
#define LEFT 1
#define RIGHT 2

struct component {
    const char *path;
    int side;
};

// clang-format off
#define END {NULL, BOTH}
#define POSES {"/input/grip/pose", BOTH}, {"/input/aim/pose", BOTH}
#define HAPTIC {"/output/haptic", BOTH}
#define CLICK(name, side) {"/input/" name "/click", side}
#define TOUCH(name, side) {"/input/" name "/touch", side}
#define VALUE(name) {"/input/" name "/value", BOTH}
#define FORCE(name) {"/input/" name "/force", BOTH}
#define AXES(name) {"/input/" name "/x", BOTH}, {"/input/" name "/y", BOTH}
#define XYAB CLICK("x", LEFT), CLICK("y", LEFT), CLICK("a", RIGHT), CLICK("b", RIGHT)
#define XYAB_TOUCH TOUCH("x", LEFT), TOUCH("y", LEFT), TOUCH("a", RIGHT), TOUCH("b", RIGHT)
#define STICK AXES("thumbstick"), CLICK("thumbstick", BOTH)
#define STICK_TOUCH TOUCH("thumbstick", BOTH)
#define PAD AXES("trackpad")
#define PAD_CLICK CLICK("trackpad", BOTH)
#define PAD_TOUCH TOUCH("trackpad", BOTH)

static const struct component simple[] = {
    CLICK("select", BOTH), CLICK("menu", BOTH), POSES, HAPTIC, END,
};
static const struct component touch[] = {
    VALUE("squeeze"), VALUE("trigger"), TOUCH("trigger", BOTH), STICK, STICK_TOUCH,
    TOUCH("thumbrest", BOTH), XYAB, XYAB_TOUCH, CLICK("menu", LEFT), CLICK("system", RIGHT), POSES,
    HAPTIC, END,
};
static const struct component index_controller[] = {
    CLICK("system", BOTH), TOUCH("system", BOTH), CLICK("a", BOTH), TOUCH("a", BOTH),
    CLICK("b", BOTH), TOUCH("b", BOTH), VALUE("squeeze"), FORCE("squeeze"), CLICK("trigger", BOTH),
    VALUE("trigger"), TOUCH("trigger", BOTH), STICK, STICK_TOUCH, PAD, FORCE("trackpad"), PAD_TOUCH,
    POSES, HAPTIC, END,
};
static const struct component vive[] = {
    CLICK("system", BOTH), CLICK("squeeze", BOTH), CLICK("menu", BOTH), CLICK("trigger", BOTH),
    VALUE("trigger"), PAD, PAD_CLICK, PAD_TOUCH, POSES, HAPTIC, END,
};
static const struct component motion[] = {
    CLICK("menu", BOTH), CLICK("squeeze", BOTH), VALUE("trigger"), STICK, PAD, PAD_CLICK, PAD_TOUCH,
    POSES, HAPTIC, END,
};
static const struct component daydream[] = {
    CLICK("select", BOTH), PAD, PAD_CLICK, PAD_TOUCH, POSES, END,
};
static const struct component go[] = {
    CLICK("system", BOTH), CLICK("trigger", BOTH), CLICK("back", BOTH), PAD, PAD_CLICK, PAD_TOUCH,
    POSES, END,
};
static const struct component hp[] = {
    XYAB, CLICK("menu", BOTH), VALUE("squeeze"), VALUE("trigger"), STICK, POSES, HAPTIC, END,
};
static const struct component cosmos[] = {
    XYAB, CLICK("menu", LEFT), CLICK("system", RIGHT), CLICK("shoulder", BOTH),
    CLICK("squeeze", BOTH), CLICK("trigger", BOTH), VALUE("trigger"), STICK, STICK_TOUCH, POSES,
    HAPTIC, END,
};
static const struct component focus3[] = {
    XYAB, CLICK("menu", LEFT), CLICK("system", RIGHT), CLICK("squeeze", BOTH),
    TOUCH("squeeze", BOTH), VALUE("squeeze"), CLICK("trigger", BOTH), TOUCH("trigger", BOTH),
    VALUE("trigger"), STICK, STICK_TOUCH, TOUCH("thumbrest", BOTH), POSES, HAPTIC, END,
};
#define PICO XYAB, XYAB_TOUCH, CLICK("system", BOTH), CLICK("trigger", BOTH), VALUE("trigger"),    \
    TOUCH("trigger", BOTH), STICK, STICK_TOUCH, CLICK("squeeze", BOTH), VALUE("squeeze"), POSES,   \
    HAPTIC
static const struct component neo3[] = {PICO, CLICK("menu", BOTH), END};
static const struct component pico4[] = {PICO, CLICK("menu", LEFT), END};
static const struct component ml2[] = {
    CLICK("menu", BOTH), CLICK("home", BOTH), CLICK("trigger", BOTH), VALUE("trigger"), PAD,
    PAD_CLICK, FORCE("trackpad"), PAD_TOUCH, CLICK("shoulder", BOTH), POSES, HAPTIC, END,
};
static const struct component huawei[] = {
    CLICK("home", BOTH), CLICK("back", BOTH), CLICK("volume_up", BOTH), CLICK("volume_down", BOTH),
    VALUE("trigger"), CLICK("trigger", BOTH), PAD, PAD_CLICK, PAD_TOUCH, POSES, HAPTIC, END,
};
#define READY(name) {"/input/" name "/ready_ext", BOTH}
static const struct component hand_ext[] = {
    VALUE("pinch_ext"), READY("pinch_ext"), {"/input/pinch_ext/pose", BOTH},
    VALUE("aim_activate_ext"), READY("aim_activate_ext"), VALUE("grasp_ext"), READY("grasp_ext"),
    {"/input/poke_ext/pose", BOTH}, POSES, END,
};
static const struct component hand_msft[] = {VALUE("select"), VALUE("squeeze"), POSES, END};
// clang-format on

// A hand prefers the first of these profiles that the app suggests.
static const struct {
    const char *name;
    const struct component *components;
} profiles[] = {
    {"khr/simple_controller", simple},
    {"oculus/touch_controller", touch},
    {"valve/index_controller", index_controller},
    {"htc/vive_controller", vive},
    {"microsoft/motion_controller", motion},
    {"google/daydream_controller", daydream},
    {"oculus/go_controller", go},
    {"samsung/odyssey_controller", motion},
    {"hp/mixed_reality_controller", hp},
    {"htc/vive_cosmos_controller", cosmos},
    {"htc/vive_focus3_controller", focus3},
    {"bytedance/pico_neo3_controller", neo3},
    {"bytedance/pico4_controller", pico4},
    {"ml/ml2_controller", ml2},
    {"huawei/controller", huawei},
    {"ext/hand_interaction_ext", hand_ext},
    {"microsoft/hand_interaction", hand_msft},
};
#define PROFILE_COUNT ((uint32_t)(sizeof(profiles) / sizeof(profiles[0])))

uint32_t rt_component_profile_count(void)
{
    return PROFILE_COUNT;
}

const char *rt_component_profile_name(uint32_t profile)
{
    return profiles[profile].name;
}

uint32_t rt_component_find_profile(const char *name)
{
    for (uint32_t i = 0; i < PROFILE_COUNT; i++) {
        if (strcmp(profiles[i].name, name) == 0)
            return i;
    }
    return RT_COMPONENT_NO_PROFILE;
}

enum rt_component_answer rt_component_find(const char *profile, const char *component, bool right)
{
    const uint32_t index = rt_component_find_profile(profile);
    if (index == RT_COMPONENT_NO_PROFILE)
        return RT_COMPONENT_UNKNOWN_PROFILE;
    const size_t length = strlen(component);
    enum rt_component_answer answer = RT_COMPONENT_NONE;
    for (const struct component *c = profiles[index].components; c->path != NULL; c++) {
        if (c->side == (right ? LEFT : RIGHT) || strncmp(c->path, component, length) != 0)
            continue;
        if (c->path[length] == '\0')
            return RT_COMPONENT_WHOLE;
        if (c->path[length] == '/' && strcmp(component, "/input") != 0)
            answer = RT_COMPONENT_PARENT;
    }
    return answer;
}

static bool is_pose(const char *component)
{
    const size_t length = strlen(component);
    return length > 5 && strcmp(component + length - 5, "/pose") == 0;
}

bool rt_component_exists(const char *profile, const char *component)
{
    const char *name = profile + strlen("/interaction_profiles/");
    const enum rt_component_answer left = rt_component_find(name, component, false);
    const enum rt_component_answer right = rt_component_find(name, component, true);
    if (left == RT_COMPONENT_UNKNOWN_PROFILE)
        return true;
    return left == RT_COMPONENT_WHOLE || right == RT_COMPONENT_WHOLE || is_pose(component);
}

void rt_component_list(uint32_t profile, bool right, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (const struct component *c = profiles[profile].components; c->path != NULL; c++) {
        if (c->side == (right ? LEFT : RIGHT) || strncmp(c->path, INPUT, strlen(INPUT)) != 0 ||
            is_pose(c->path))
            continue;
        const int written = snprintf(out + used, size - used, "%s%s", used == 0 ? "" : ", ",
                                     c->path + strlen(INPUT));
        if (written < 0 || (size_t)written >= size - used)
            return;
        used += (size_t)written;
    }
}
