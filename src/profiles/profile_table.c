/* SPDX-License-Identifier: MIT */
/* Makes constant data of profiles.def. */
#include "profiles/interaction_profile.h"

#include "core/base/text.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define NEVER UINT32_MAX

/* The hands that have a component; in a profile without hands: NEITHER. */
enum side { NEITHER = 0, LEFT = 1, RIGHT = 2, BOTH = LEFT | RIGHT };

/* ---- A component ---- */

/* Of an extension, and from `since` on of core; NULL and 0: the profile's own. */
#define COMPONENT_OF(where, what, does, name, side, ext, since)                                    \
    {                                                                                              \
        .path = where, .type = XR_ACTION_TYPE_##what, .drive = US_DRIVE_##does,                    \
        .localized_name = name, .left = ((side)&LEFT) != 0, .right = ((side)&RIGHT) != 0,          \
        .extension = ext, .core_since = since                                                      \
    }
#define HAND_POSE_OF(where, which, name, ext, since)                                               \
    {                                                                                              \
        .path = "/input/" where "/pose", .type = XR_ACTION_TYPE_POSE_INPUT,                        \
        .drive = US_DRIVE_HAND_POSE, .pose = US_HAND_POSE_##which, .localized_name = name,         \
        .left = true, .right = true, .extension = ext, .core_since = since                         \
    }
#define COMPONENT(where, what, does, name, side)                                                   \
    COMPONENT_OF(where, what, does, name, side, NULL, 0)
#define HAND_POSE(where, which, name) HAND_POSE_OF(where, which, name, NULL, 0)
#define BOOLEAN(where, does, name, side) COMPONENT("/input/" where, BOOLEAN_INPUT, does, name, side)
#define FLOAT(where, does, name, side) COMPONENT("/input/" where, FLOAT_INPUT, does, name, side)
#define VECTOR(where, name) COMPONENT("/input/" where, VECTOR2F_INPUT, ZERO, name, BOTH)
#define OUTPUT(where, name) COMPONENT("/output/" where, VIBRATION_OUTPUT, HAPTIC, name, BOTH)
#define BUTTON(where, name, side) BOOLEAN(where "/click", ZERO, name, side)
#define BUTTON_TOUCH(where, name, side) BOOLEAN(where "/touch", ZERO, name " Touch", side)
#define PRESS(where, name, side) BUTTON(where, name, side), BUTTON_TOUCH(where, name, side)
#define PROXIMITY(where, does, name, ext, since)                                                   \
    COMPONENT_OF("/input/" where, BOOLEAN_INPUT, does, name, BOTH, ext, since)

/* ---- Components that many controllers have ---- */

#define MENU(side) BUTTON("menu", "Menu", side)
#define SYSTEM(side) BUTTON("system", "System", side)
#define HOME(side) BUTTON("home", "Home", side)
/* X and Y on the left hand, A and B on the right hand. */
#define FACE                                                                                       \
    BUTTON("x", "X", LEFT), BUTTON("y", "Y", LEFT), BUTTON("a", "A", RIGHT), BUTTON("b", "B", RIGHT)
#define FACE_TOUCH                                                                                 \
    BUTTON_TOUCH("x", "X", LEFT), BUTTON_TOUCH("y", "Y", LEFT), BUTTON_TOUCH("a", "A", RIGHT),     \
        BUTTON_TOUCH("b", "B", RIGHT)
/* A and B on both hands. */
#define TWIN_FACE PRESS("a", "A", BOTH), PRESS("b", "B", BOTH)
#define TRIGGER_VALUE FLOAT("trigger/value", PINCH, "Trigger", BOTH)
#define TRIGGER_CLICK BOOLEAN("trigger/click", PINCH_FLAG, "Trigger Click", BOTH)
#define TRIGGER_TOUCH BOOLEAN("trigger/touch", PINCH_TOUCH, "Trigger Touch", BOTH)
#define TRIGGER_FORCE FLOAT("trigger/force", ZERO, "Trigger Force", BOTH)
#define TRIGGER_CURL(where) FLOAT(where, ZERO, "Trigger Curl", BOTH)
#define TRIGGER_SLIDE(where) FLOAT(where, ZERO, "Trigger Slide", BOTH)
#define SQUEEZE_VALUE FLOAT("squeeze/value", GRASP, "Squeeze", BOTH)
#define SQUEEZE_CLICK BOOLEAN("squeeze/click", GRASP_FLAG, "Squeeze Click", BOTH)
#define SQUEEZE_TOUCH BOOLEAN("squeeze/touch", GRASP_TOUCH, "Squeeze Touch", BOTH)
#define STICK(where, name)                                                                         \
    VECTOR(where, name), FLOAT(where "/x", ZERO, name " X", BOTH),                                 \
        FLOAT(where "/y", ZERO, name " Y", BOTH)
#define THUMBSTICK STICK("thumbstick", "Thumbstick")
#define THUMBSTICK_CLICK BUTTON("thumbstick", "Thumbstick Click", BOTH)
#define THUMBSTICK_TOUCH BUTTON_TOUCH("thumbstick", "Thumbstick", BOTH)
#define TRACKPAD STICK("trackpad", "Trackpad")
#define TRACKPAD_CLICK BUTTON("trackpad", "Trackpad Click", BOTH)
#define TRACKPAD_TOUCH BUTTON_TOUCH("trackpad", "Trackpad", BOTH)
#define TRACKPAD_FORCE FLOAT("trackpad/force", ZERO, "Trackpad Force", BOTH)
#define THUMBREST_TOUCH BUTTON_TOUCH("thumbrest", "Thumbrest", BOTH)
#define THUMBREST_FORCE FLOAT("thumbrest/force", ZERO, "Thumbrest Force", BOTH)
#define STYLUS(where) FLOAT(where "/force", ZERO, "Stylus Force", BOTH)
#define GRIP_AIM HAND_POSE("grip", GRIP, "Grip Pose"), HAND_POSE("aim", AIM, "Aim Pose")
#define GRIP_SURFACE HAND_POSE("grip_surface", PALM, "Grip Surface Pose")
#define VIBRATION OUTPUT("haptic", "Haptic")
/* A finger that touches the trigger is also in its proximity. */
#define NEAR_TRIGGER(where) BOOLEAN("trigger/" where, PINCH_TOUCH, "Trigger Proximity", BOTH)
#define NEAR_THUMB(where) BOOLEAN(where, ZERO, "Thumb Proximity", BOTH)

/* ---- Families of controllers ---- */

#define NEAR GRIP_SURFACE, NEAR_TRIGGER("proximity"), NEAR_THUMB("thumb_resting_surfaces/proximity")
#define TOUCH                                                                                      \
    FACE, FACE_TOUCH, MENU(LEFT), SYSTEM(RIGHT), SQUEEZE_VALUE, TRIGGER_VALUE, TRIGGER_TOUCH,      \
        THUMBSTICK, THUMBSTICK_CLICK, THUMBSTICK_TOUCH, GRIP_AIM, VIBRATION
#define PICO                                                                                       \
    FACE, FACE_TOUCH, SYSTEM(BOTH), SQUEEZE_CLICK, SQUEEZE_VALUE, TRIGGER_CLICK, TRIGGER_TOUCH,    \
        TRIGGER_VALUE, THUMBSTICK, THUMBSTICK_CLICK, THUMBSTICK_TOUCH, GRIP_AIM, VIBRATION
#define STICK_AND_POSES THUMBSTICK, THUMBSTICK_CLICK, THUMBSTICK_TOUCH, GRIP_AIM, VIBRATION

/* ---- The tables ---- */

#define USERS(where, name, ext, since, first, second, ...)                                         \
    {.path = US_PROFILE_PREFIX where,                                                              \
     .localized_name = name,                                                                       \
     .extension = ext,                                                                             \
     .core_since = since,                                                                          \
     .users = {first, second},                                                                     \
     .components = (const struct us_component[]){__VA_ARGS__},                                     \
     .component_count = COUNT(((const struct us_component[]){__VA_ARGS__}))},
#define HANDS(where, name, ext, since, ...)                                                        \
    USERS(where, name, ext, since, "/user/hand/left", "/user/hand/right", __VA_ARGS__)
#define HTC_HANDS(where, name, ext, since, ...)                                                    \
    USERS(where, name, ext, since, "/user/hand_htc/left", "/user/hand_htc/right", __VA_ARGS__)

const struct us_profile us_profile_table[] = {
#include "profiles/profiles.def"
};
const size_t us_profile_table_count = COUNT(us_profile_table);

const struct us_component us_profile_table_poses[] = {
    HAND_POSE_OF("grip_surface", PALM, "Grip Surface Pose", "XR_KHR_maintenance1", 1),
    HAND_POSE_OF("palm_ext", PALM, "Palm Pose", "XR_EXT_palm_pose", NEVER),
    HAND_POSE_OF("pinch_ext", PINCH, "Pinch Pose", "XR_EXT_hand_interaction", NEVER),
    HAND_POSE_OF("poke_ext", POKE, "Poke Pose", "XR_EXT_hand_interaction", NEVER),
};
const size_t us_profile_table_pose_count = COUNT(us_profile_table_poses);

#define DIRECTION(where, name)                                                                     \
    COMPONENT_OF("/input/" where, BOOLEAN_INPUT, ZERO, name, BOTH, "XR_EXT_dpad_binding", NEVER)
const struct us_component us_profile_table_directions[] = {
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
const size_t us_profile_table_direction_count = COUNT(us_profile_table_directions);
