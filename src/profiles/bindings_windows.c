/* SPDX-License-Identifier: MIT */
/* The profiles of Windows Mixed Reality controllers and of the Xbox gamepad. */
#include "profiles/bindings_table.h"

/* Samsung's controller has the same components as Microsoft's. */
static const struct us_component motion_controller[] = {
    US_MENU(1, 1), US_SQUEEZE_CLICK,  US_TRIGGER_VALUE,  US_THUMBSTICK, US_THUMBSTICK_CLICK,
    US_TRACKPAD,   US_TRACKPAD_CLICK, US_TRACKPAD_TOUCH, US_GRIP_AIM,   US_HAPTIC,
};

static const struct us_component hp_controller[] = {
    US_FACE,       US_MENU(1, 1),       US_SQUEEZE_VALUE, US_TRIGGER_VALUE,
    US_THUMBSTICK, US_THUMBSTICK_CLICK, US_GRIP_AIM,      US_HAPTIC,
};

#define PAD(where, name) US_BUTTON(where, name, 0, 0)
static const struct us_component xbox_controller[] = {
    PAD("menu", "Menu"),
    PAD("view", "View"),
    PAD("a", "A"),
    PAD("b", "B"),
    PAD("x", "X"),
    PAD("y", "Y"),
    PAD("dpad_down", "D-Pad Down"),
    PAD("dpad_right", "D-Pad Right"),
    PAD("dpad_up", "D-Pad Up"),
    PAD("dpad_left", "D-Pad Left"),
    PAD("shoulder_left", "Left Shoulder"),
    PAD("shoulder_right", "Right Shoulder"),
    PAD("thumbstick_left", "Left Thumbstick Click"),
    PAD("thumbstick_right", "Right Thumbstick Click"),
    US_FLOAT("trigger_left/value", ZERO, "Left Trigger", 0, 0),
    US_FLOAT("trigger_right/value", ZERO, "Right Trigger", 0, 0),
    US_STICK("thumbstick_left", "Left Thumbstick"),
    US_STICK("thumbstick_right", "Right Thumbstick"),
    US_OUTPUT("haptic_left", "Left Haptic"),
    US_OUTPUT("haptic_right", "Right Haptic"),
    US_OUTPUT("haptic_left_trigger", "Left Trigger Haptic"),
    US_OUTPUT("haptic_right_trigger", "Right Trigger Haptic"),
};

static const struct us_profile profiles[] = {
    US_HANDS("microsoft/motion_controller", "Microsoft Mixed Reality Motion Controller", NULL, 0,
             30, motion_controller),
    US_HANDS("hp/mixed_reality_controller", "HP Mixed Reality Motion Controller",
             "XR_EXT_hp_mixed_reality_controller", 1, 31, hp_controller),
    US_HANDS("samsung/odyssey_controller", "Samsung Odyssey Mixed Reality Motion Controller",
             "XR_EXT_samsung_odyssey_controller", 1, 32, motion_controller),
    US_USERS("microsoft/xbox_controller", "Microsoft Xbox Controller", NULL, 0, 93, xbox_controller,
             "/user/gamepad"),
};
const struct us_profile_group us_bindings_table_windows = {profiles, US_COUNT(profiles)};
