/* SPDX-License-Identifier: MIT */
/* The profiles of HTC and Valve. */
#include "profiles/bindings_table.h"

static const struct us_component index_controller[] = {
    US_SYSTEM(1, 1),
    US_BUTTON_TOUCH("system", "System", 1, 1),
    US_TWIN_FACE,
    US_SQUEEZE_VALUE,
    US_FLOAT("squeeze/force", GRASP, "Squeeze Force", 1, 1),
    US_TRIGGER_CLICK,
    US_TRIGGER_VALUE,
    US_TRIGGER_TOUCH,
    US_THUMBSTICK,
    US_THUMBSTICK_CLICK,
    US_THUMBSTICK_TOUCH,
    US_TRACKPAD,
    US_TRACKPAD_FORCE,
    US_TRACKPAD_TOUCH,
    US_GRIP_AIM,
    US_HAPTIC,
};

static const struct us_component vive_controller[] = {
    US_SYSTEM(1, 1), US_SQUEEZE_CLICK,  US_MENU(1, 1),     US_TRIGGER_CLICK, US_TRIGGER_VALUE,
    US_TRACKPAD,     US_TRACKPAD_CLICK, US_TRACKPAD_TOUCH, US_GRIP_AIM,      US_HAPTIC,
};

static const struct us_component vive_cosmos_controller[] = {
    US_FACE,
    US_MENU(1, 0),
    US_SYSTEM(0, 1),
    US_BUTTON("shoulder", "Shoulder", 1, 1),
    US_SQUEEZE_CLICK,
    US_TRIGGER_CLICK,
    US_TRIGGER_VALUE,
    US_THUMBSTICK,
    US_THUMBSTICK_CLICK,
    US_THUMBSTICK_TOUCH,
    US_GRIP_AIM,
    US_HAPTIC,
};

static const struct us_component vive_focus3_controller[] = {
    US_FACE,
    US_MENU(1, 0),
    US_SYSTEM(0, 1),
    US_SQUEEZE_CLICK,
    US_SQUEEZE_TOUCH,
    US_SQUEEZE_VALUE,
    US_TRIGGER_CLICK,
    US_TRIGGER_TOUCH,
    US_TRIGGER_VALUE,
    US_THUMBSTICK,
    US_THUMBSTICK_CLICK,
    US_THUMBSTICK_TOUCH,
    US_THUMBREST_TOUCH,
    US_GRIP_AIM,
    US_HAPTIC,
};

static const struct us_component vive_pro[] = {
    US_SYSTEM(0, 0),
    US_BUTTON("volume_up", "Volume Up", 0, 0),
    US_BUTTON("volume_down", "Volume Down", 0, 0),
    US_BUTTON("mute_mic", "Mute Microphone", 0, 0),
};

static const struct us_component vive_wrist_tracker[] = {
    US_MENU(1, 0),
    US_BUTTON("x", "X", 1, 0),
    US_SYSTEM(0, 1),
    US_BUTTON("a", "A", 0, 1),
    US_COMPONENT("/input/entity_htc/pose", POSE_INPUT, ZERO, "Tracker Pose", 1, 1),
};

static const struct us_profile profiles[] = {
    US_HANDS("valve/index_controller", "Valve Index Controller", NULL, 0, 20, index_controller),
    US_HANDS("htc/vive_controller", "HTC Vive Controller", NULL, 0, 21, vive_controller),
    US_HANDS("htc/vive_cosmos_controller", "HTC VIVE Cosmos Controller",
             "XR_HTC_vive_cosmos_controller_interaction", 1, 22, vive_cosmos_controller),
    US_HANDS("htc/vive_focus3_controller", "HTC VIVE Focus 3 Controller",
             "XR_HTC_vive_focus3_controller_interaction", 1, 23, vive_focus3_controller),
    US_USERS("htc/vive_pro", "HTC Vive Pro", NULL, 0, 91, vive_pro, "/user/head"),
    US_USERS("htc/vive_wrist_tracker", "HTC VIVE Wrist Tracker",
             "XR_HTC_vive_wrist_tracker_interaction", US_NEVER, 92, vive_wrist_tracker,
             "/user/wrist_htc/left", "/user/wrist_htc/right"),
};
const struct us_profile_group us_bindings_table_htc = {profiles, US_COUNT(profiles)};
