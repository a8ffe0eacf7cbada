/* SPDX-License-Identifier: MIT */
/* The profiles of Khronos, EXT and of hand interaction, and the components that all hands share. */
#include "profiles/bindings_table.h"

static const struct us_component simple_controller[] = {
    US_BOOLEAN("select/click", PINCH_FLAG, "Select", 1, 1),
    US_MENU(1, 1),
    US_GRIP_AIM,
    US_HAPTIC,
};

static const struct us_component generic_controller[] = {
    US_BUTTON("primary", "Primary", 1, 1),
    US_BUTTON("secondary", "Secondary", 1, 1),
    US_THUMBSTICK,
    US_THUMBSTICK_CLICK,
    US_SQUEEZE_VALUE,
    US_TRIGGER_VALUE,
    US_GRIP_AIM,
    US_GRIP_SURFACE,
    US_HAPTIC,
};

static const struct us_component hand_interaction_ext[] = {
    US_HAND_POSE("pinch_ext", PINCH, "Pinch Pose"),
    US_HAND_POSE("poke_ext", POKE, "Poke Pose"),
    US_GRIP_AIM,
    US_FLOAT("pinch_ext/value", PINCH, "Pinch", 1, 1),
    US_BOOLEAN("pinch_ext/ready_ext", READY, "Pinch Ready", 1, 1),
    US_FLOAT("grasp_ext/value", GRASP, "Grasp", 1, 1),
    US_BOOLEAN("grasp_ext/ready_ext", READY, "Grasp Ready", 1, 1),
    US_FLOAT("aim_activate_ext/value", PINCH, "Aim Activate", 1, 1),
    US_BOOLEAN("aim_activate_ext/ready_ext", READY, "Aim Activate Ready", 1, 1),
};

/* The profiles of Microsoft and HTC: a pinch drives the squeeze component too. */
static const struct us_component hand_interaction[] = {
    US_FLOAT("select/value", PINCH, "Select", 1, 1),
    US_FLOAT("squeeze/value", PINCH, "Squeeze", 1, 1),
    US_GRIP_AIM,
};

static const struct us_component eye_gaze_interaction[] = {
    US_COMPONENT("/input/gaze_ext/pose", POSE_INPUT, GAZE, "Gaze Pose", 0, 0),
};

static const struct us_component daydream_controller[] = {
    US_BOOLEAN("select/click", PINCH_FLAG, "Select", 1, 1),
    US_TRACKPAD,
    US_TRACKPAD_CLICK,
    US_TRACKPAD_TOUCH,
    US_GRIP_AIM,
};

static const struct us_component mouse_interaction[] = {
    US_COMPONENT("/input/aim/pose", POSE_INPUT, ZERO, "Aim Pose", 0, 0),
    US_BUTTON("select", "Select", 0, 0),
    US_BUTTON("secondary_android", "Secondary", 0, 0),
    US_BUTTON("tertiary_android", "Tertiary", 0, 0),
    US_COMPONENT("/input/scroll_android/value", VECTOR2F_INPUT, ZERO, "Scroll", 0, 0),
};

static const struct us_profile profiles[] = {
    US_HANDS("ext/hand_interaction_ext", "Hand Interaction", "XR_EXT_hand_interaction", US_NEVER, 0,
             hand_interaction_ext),
    US_HANDS("microsoft/hand_interaction", "Microsoft Hand Interaction", "XR_MSFT_hand_interaction",
             US_NEVER, 1, hand_interaction),
    US_USERS("htc/hand_interaction", "HTC Hand Interaction", "XR_HTC_hand_interaction", US_NEVER, 2,
             hand_interaction, "/user/hand_htc/left", "/user/hand_htc/right"),
    US_HANDS("khr/simple_controller", "Khronos Simple Controller", NULL, 0, 3, simple_controller),
    US_HANDS("khr/generic_controller", "Khronos Generic Controller", "XR_KHR_generic_controller",
             US_NEVER, 4, generic_controller),
    US_HANDS("google/daydream_controller", "Google Daydream Controller", NULL, 0, 60,
             daydream_controller),
    US_USERS("ext/eye_gaze_interaction", "Eye Gaze Interaction", "XR_EXT_eye_gaze_interaction",
             US_NEVER, 0, eye_gaze_interaction, "/user/eyes_ext"),
    US_USERS("android/mouse_interaction_android", "Android Mouse", "XR_ANDROID_mouse_interaction",
             US_NEVER, 90, mouse_interaction, "/user/mouse"),
};
const struct us_profile_group us_bindings_table_khronos = {profiles, US_COUNT(profiles)};

#define ADDED(where, which, name, ext, since)                                                      \
    {                                                                                              \
        .path = "/input/" where "/pose", .type = XR_ACTION_TYPE_POSE_INPUT,                        \
        .drive = US_DRIVE_HAND_POSE, .pose = US_HAND_POSE_##which, .localized_name = name,         \
        .left = 1, .right = 1, .extension = ext, .core_since = since                               \
    }
const struct us_component us_bindings_table_poses[] = {
    ADDED("grip_surface", PALM, "Grip Surface Pose", "XR_KHR_maintenance1", 1),
    ADDED("palm_ext", PALM, "Palm Pose", "XR_EXT_palm_pose", US_NEVER),
    ADDED("pinch_ext", PINCH, "Pinch Pose", "XR_EXT_hand_interaction", US_NEVER),
    ADDED("poke_ext", POKE, "Poke Pose", "XR_EXT_hand_interaction", US_NEVER),
};
const size_t us_bindings_table_pose_count = US_COUNT(us_bindings_table_poses);

#define DIRECTION(where, name)                                                                     \
    {                                                                                              \
        .path = "/input/" where, .type = XR_ACTION_TYPE_BOOLEAN_INPUT, .drive = US_DRIVE_ZERO,     \
        .localized_name = name, .left = 1, .right = 1, .extension = "XR_EXT_dpad_binding",         \
        .core_since = US_NEVER                                                                     \
    }
const struct us_component us_bindings_table_directions[] = {
    DIRECTION("thumbstick/dpad_up", "Thumbstick Up"),
    DIRECTION("thumbstick/dpad_down", "Thumbstick Down"),
    DIRECTION("thumbstick/dpad_left", "Thumbstick Left"),
    DIRECTION("thumbstick/dpad_right", "Thumbstick Right"),
    DIRECTION("trackpad/dpad_up", "Trackpad Up"),
    DIRECTION("trackpad/dpad_down", "Trackpad Down"),
    DIRECTION("trackpad/dpad_left", "Trackpad Left"),
    DIRECTION("trackpad/dpad_right", "Trackpad Right"),
    DIRECTION("trackpad/dpad_center", "Trackpad Center"),
};
const size_t us_bindings_table_direction_count = US_COUNT(us_bindings_table_directions);
