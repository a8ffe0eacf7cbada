// SPDX-License-Identifier: MIT
#include "runtime/input/component.h"

#include <stddef.h>
#include <string.h>

#define ANY 0
#define LEFT 1
#define RIGHT 2

struct component {
    const char *path;
    int side;
};

static const struct component simple[] = {
    {"/input/select/click", ANY}, {"/input/menu/click", ANY}, {"/input/grip/pose", ANY},
    {"/input/aim/pose", ANY},     {"/output/haptic", ANY},    {NULL, ANY},
};
static const struct component touch[] = {
    {"/input/squeeze/value", ANY},    {"/input/trigger/value", ANY},
    {"/input/trigger/touch", ANY},    {"/input/thumbstick/x", ANY},
    {"/input/thumbstick/y", ANY},     {"/input/thumbstick/click", ANY},
    {"/input/thumbstick/touch", ANY}, {"/input/thumbrest/touch", ANY},
    {"/input/x/click", LEFT},         {"/input/x/touch", LEFT},
    {"/input/y/click", LEFT},         {"/input/y/touch", LEFT},
    {"/input/menu/click", LEFT},      {"/input/a/click", RIGHT},
    {"/input/a/touch", RIGHT},        {"/input/b/click", RIGHT},
    {"/input/b/touch", RIGHT},        {"/input/system/click", RIGHT},
    {"/input/grip/pose", ANY},        {"/input/aim/pose", ANY},
    {"/output/haptic", ANY},          {NULL, ANY},
};
static const struct component index_controller[] = {
    {"/input/system/click", ANY},
    {"/input/system/touch", ANY},
    {"/input/a/click", ANY},
    {"/input/a/touch", ANY},
    {"/input/b/click", ANY},
    {"/input/b/touch", ANY},
    {"/input/squeeze/value", ANY},
    {"/input/squeeze/force", ANY},
    {"/input/trigger/click", ANY},
    {"/input/trigger/value", ANY},
    {"/input/trigger/touch", ANY},
    {"/input/thumbstick/x", ANY},
    {"/input/thumbstick/y", ANY},
    {"/input/thumbstick/click", ANY},
    {"/input/thumbstick/touch", ANY},
    {"/input/trackpad/x", ANY},
    {"/input/trackpad/y", ANY},
    {"/input/trackpad/force", ANY},
    {"/input/trackpad/touch", ANY},
    {"/input/grip/pose", ANY},
    {"/input/aim/pose", ANY},
    {"/output/haptic", ANY},
    {NULL, ANY},
};
static const struct component hand_ext[] = {
    {"/input/pinch_ext/value", ANY},
    {"/input/pinch_ext/ready_ext", ANY},
    {"/input/pinch_ext/pose", ANY},
    {"/input/aim_activate_ext/value", ANY},
    {"/input/aim_activate_ext/ready_ext", ANY},
    {"/input/grasp_ext/value", ANY},
    {"/input/grasp_ext/ready_ext", ANY},
    {"/input/poke_ext/pose", ANY},
    {"/input/grip/pose", ANY},
    {"/input/aim/pose", ANY},
    {NULL, ANY},
};
static const struct component hand_msft[] = {
    {"/input/select/value", ANY},
    {"/input/squeeze/value", ANY},
    {"/input/grip/pose", ANY},
    {"/input/aim/pose", ANY},
    {NULL, ANY},
};

static const struct {
    const char *profile;
    const struct component *components;
} profiles[] = {
    {"khr/simple_controller", simple},
    {"oculus/touch_controller", touch},
    {"valve/index_controller", index_controller},
    {"ext/hand_interaction_ext", hand_ext},
    {"microsoft/hand_interaction", hand_msft},
};

static const struct component *components_of(const char *profile)
{
    for (size_t i = 0; i < sizeof(profiles) / sizeof(profiles[0]); i++) {
        if (strcmp(profiles[i].profile, profile) == 0)
            return profiles[i].components;
    }
    return NULL;
}

enum rt_component_answer rt_component_find(const char *profile, const char *component, bool right)
{
    const struct component *c = components_of(profile);
    const size_t length = strlen(component);
    enum rt_component_answer answer = RT_COMPONENT_NONE;
    if (c == NULL)
        return RT_COMPONENT_UNKNOWN_PROFILE;
    for (; c->path != NULL; c++) {
        if (c->side == (right ? LEFT : RIGHT) || strncmp(c->path, component, length) != 0)
            continue;
        if (c->path[length] == '\0')
            return RT_COMPONENT_WHOLE;
        if (c->path[length] == '/' && strcmp(component, "/input") != 0)
            answer = RT_COMPONENT_PARENT;
    }
    return answer;
}

bool rt_component_exists(const char *profile, const char *component)
{
    const char *name = profile + strlen("/interaction_profiles/");
    const enum rt_component_answer left = rt_component_find(name, component, false);
    const enum rt_component_answer right = rt_component_find(name, component, true);
    if (left == RT_COMPONENT_UNKNOWN_PROFILE)
        return true;
    const size_t length = strlen(component);
    const bool pose = length > 5 && strcmp(component + length - 5, "/pose") == 0;
    return left == RT_COMPONENT_WHOLE || right == RT_COMPONENT_WHOLE || pose;
}
