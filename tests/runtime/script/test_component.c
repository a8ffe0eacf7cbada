/* SPDX-License-Identifier: MIT */
/*
 * The numbers and inputs of the profiles that a hand can have, as a script names them. The table
 * itself is compared with the registry in tests/layer/actions/test_bindings.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../check.h"
#include "person/component.h"

static uint32_t find(const char *name)
{
    const uint32_t profile = rt_component_find_profile(name);
    CHECK(profile != RT_COMPONENT_NO_PROFILE);
    return profile;
}

/* Each name is its own number, and another one's name is not. */
static void check_numbers(void)
{
    CHECK(rt_component_profile_count() == 32);
    for (uint32_t i = 0; i < rt_component_profile_count(); i++)
        CHECK(find(rt_component_profile_name(i)) == i);
    CHECK(rt_component_find_profile("ext/eye_gaze_interaction") == RT_COMPONENT_NO_PROFILE);
    CHECK(rt_component_find_profile("htc/hand_interaction") == RT_COMPONENT_NO_PROFILE);
    CHECK(rt_component_find_profile("microsoft/xbox_controller") == RT_COMPONENT_NO_PROFILE);
    CHECK(rt_component_find_profile("khr/simple") == RT_COMPONENT_NO_PROFILE);
}

static void check_inputs(void)
{
    const uint32_t touch = find("oculus/touch_controller");
    CHECK(rt_component_has_input(touch, "x/click", false));
    CHECK(!rt_component_has_input(touch, "x/click", true));
    CHECK(!rt_component_has_input(touch, "a/click", false));
    CHECK(rt_component_has_input(touch, "a/click", true));
    CHECK(rt_component_has_input(touch, "thumbstick/x", true));
    CHECK(!rt_component_has_input(touch, "thumbstick", true)); /* a vector */
    CHECK(!rt_component_has_input(touch, "grip/pose", true));
    CHECK(!rt_component_has_input(touch, "haptic", true));
    CHECK(!rt_component_has_input(touch, "trackpad/x", true));
    CHECK(rt_component_has_input(find("meta/touch_plus_controller"), "trigger_curl/value", true));
    CHECK(rt_component_has_input(find("bytedance/pico_g3_controller"), "menu/click", false));
}

static void check_truth(void)
{
    CHECK(rt_component_is_truth("x/click"));
    CHECK(rt_component_is_truth("trigger/proximity"));
    CHECK(rt_component_is_truth("pinch_ext/ready_ext"));
    CHECK(rt_component_is_truth("cluster_front_logitech/double_tap_logitech"));
    CHECK(!rt_component_is_truth("trigger/value"));
    CHECK(!rt_component_is_truth("thumbstick/y"));
    CHECK(!rt_component_is_truth("thumbstick"));
    CHECK(!rt_component_is_truth("nothing/click"));
}

static void check_list(void)
{
    char list[1024];
    rt_component_list(find("khr/simple_controller"), false, list, sizeof list);
    CHECK(strcmp(list, "select/click, menu/click") == 0);
    rt_component_list(find("bytedance/pico_g3_controller"), true, list, sizeof list);
    CHECK(strcmp(list, "trigger/click, trigger/value, menu/click, thumbstick/x, thumbstick/y, "
                       "thumbstick/click") == 0);
    rt_component_list(find("khr/simple_controller"), false, list, 20);
    CHECK(strlen(list) < 20 && strncmp(list, "select/click", 12) == 0);
}

int main(void)
{
    check_numbers();
    check_inputs();
    check_truth();
    check_list();
    return 0;
}
