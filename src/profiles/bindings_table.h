/* SPDX-License-Identifier: MIT */
/*
 * bindings_table: the macros and declarations for the table behind bindings.h. Each
 * bindings_VENDOR.c defines the profiles of a group of vendors.
 *
 * A macro defines one component, or a list of components that many controllers share. L and R are 1
 * if the left or the right hand has the component. A profile has only the components that its list
 * names; the lists follow the specification.
 */
#ifndef US_BINDINGS_TABLE_H
#define US_BINDINGS_TABLE_H

#include "profiles/interaction_profile.h"

struct us_profile_group {
    const struct us_profile *profiles;
    size_t count;
};

extern const struct us_profile_group us_bindings_table_khronos; /* KHR, EXT, hand interaction */
extern const struct us_profile_group us_bindings_table_meta;    /* Meta, Oculus, Facebook */
extern const struct us_profile_group us_bindings_table_htc;     /* HTC, Valve */
extern const struct us_profile_group us_bindings_table_windows; /* Microsoft, HP, Samsung */
extern const struct us_profile_group us_bindings_table_mobile;  /* stand-alone headsets */

/* Components that every profile with hands has in addition: poses of extensions, and the directions
 * of its thumbsticks and trackpads (XR_EXT_dpad_binding). */
extern const struct us_component us_bindings_table_poses[];
extern const size_t us_bindings_table_pose_count;
extern const struct us_component us_bindings_table_directions[];
extern const size_t us_bindings_table_direction_count;

#define US_COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define US_COMPONENT(where, what, does, name, L, R)                                                \
    {                                                                                              \
        .path = where, .type = XR_ACTION_TYPE_##what, .drive = US_DRIVE_##does,                    \
        .localized_name = name, .left = L, .right = R                                              \
    }
#define US_BOOLEAN(where, does, name, L, R)                                                        \
    US_COMPONENT("/input/" where, BOOLEAN_INPUT, does, name, L, R)
#define US_FLOAT(where, does, name, L, R)                                                          \
    US_COMPONENT("/input/" where, FLOAT_INPUT, does, name, L, R)
#define US_VECTOR(where, name) US_COMPONENT("/input/" where, VECTOR2F_INPUT, ZERO, name, 1, 1)
#define US_HAND_POSE(where, which, name)                                                           \
    {                                                                                              \
        .path = "/input/" where "/pose", .type = XR_ACTION_TYPE_POSE_INPUT,                        \
        .drive = US_DRIVE_HAND_POSE, .pose = US_HAND_POSE_##which, .localized_name = name,         \
        .left = 1, .right = 1                                                                      \
    }
#define US_OUTPUT(where, name) US_COMPONENT("/output/" where, VIBRATION_OUTPUT, HAPTIC, name, 1, 1)

#define US_BUTTON(where, name, L, R) US_BOOLEAN(where "/click", ZERO, name, L, R)
#define US_BUTTON_TOUCH(where, name, L, R) US_BOOLEAN(where "/touch", ZERO, name " Touch", L, R)
#define US_MENU(L, R) US_BUTTON("menu", "Menu", L, R)
#define US_SYSTEM(L, R) US_BUTTON("system", "System", L, R)
#define US_HOME(L, R) US_BUTTON("home", "Home", L, R)

/* Face buttons: X and Y on the left hand, A and B on the right hand. */
#define US_FACE                                                                                    \
    US_BUTTON("x", "X", 1, 0), US_BUTTON("y", "Y", 1, 0), US_BUTTON("a", "A", 0, 1),               \
        US_BUTTON("b", "B", 0, 1)
#define US_FACE_TOUCH                                                                              \
    US_BUTTON_TOUCH("x", "X", 1, 0), US_BUTTON_TOUCH("y", "Y", 1, 0),                              \
        US_BUTTON_TOUCH("a", "A", 0, 1), US_BUTTON_TOUCH("b", "B", 0, 1)
/* Face buttons: A and B on both hands. */
#define US_TWIN_FACE                                                                               \
    US_BUTTON("a", "A", 1, 1), US_BUTTON_TOUCH("a", "A", 1, 1), US_BUTTON("b", "B", 1, 1),         \
        US_BUTTON_TOUCH("b", "B", 1, 1)

#define US_TRIGGER_VALUE US_FLOAT("trigger/value", PINCH, "Trigger", 1, 1)
#define US_TRIGGER_CLICK US_BOOLEAN("trigger/click", PINCH_FLAG, "Trigger Click", 1, 1)
#define US_TRIGGER_TOUCH US_BOOLEAN("trigger/touch", PINCH_TOUCH, "Trigger Touch", 1, 1)
#define US_SQUEEZE_VALUE US_FLOAT("squeeze/value", GRASP, "Squeeze", 1, 1)
#define US_SQUEEZE_CLICK US_BOOLEAN("squeeze/click", GRASP_FLAG, "Squeeze Click", 1, 1)
#define US_SQUEEZE_TOUCH US_BOOLEAN("squeeze/touch", GRASP_TOUCH, "Squeeze Touch", 1, 1)

#define US_STICK(where, name)                                                                      \
    US_VECTOR(where, name), US_FLOAT(where "/x", ZERO, name " X", 1, 1),                           \
        US_FLOAT(where "/y", ZERO, name " Y", 1, 1)
#define US_THUMBSTICK US_STICK("thumbstick", "Thumbstick")
#define US_THUMBSTICK_CLICK US_BUTTON("thumbstick", "Thumbstick Click", 1, 1)
#define US_THUMBSTICK_TOUCH US_BUTTON_TOUCH("thumbstick", "Thumbstick", 1, 1)
#define US_TRACKPAD US_STICK("trackpad", "Trackpad")
#define US_TRACKPAD_CLICK US_BUTTON("trackpad", "Trackpad Click", 1, 1)
#define US_TRACKPAD_TOUCH US_BUTTON_TOUCH("trackpad", "Trackpad", 1, 1)
#define US_TRACKPAD_FORCE US_FLOAT("trackpad/force", ZERO, "Trackpad Force", 1, 1)
#define US_THUMBREST_TOUCH US_BUTTON_TOUCH("thumbrest", "Thumbrest", 1, 1)

#define US_GRIP_AIM US_HAND_POSE("grip", GRIP, "Grip Pose"), US_HAND_POSE("aim", AIM, "Aim Pose")
#define US_GRIP_SURFACE US_HAND_POSE("grip_surface", PALM, "Grip Surface Pose")
#define US_HAPTIC US_OUTPUT("haptic", "Haptic")

/* US_HANDS defines a profile of /user/hand/left and right, US_USERS one of other user paths.
 * `since` is the minor version of OpenXR 1 from which core has the profile, or US_NEVER. `order`
 * is the preference: a hand takes the profile with the smallest value. */
#define US_NEVER UINT32_MAX
#define US_HANDS(where, name, ext, since, order, list)                                             \
    {                                                                                              \
        .path = "/interaction_profiles/" where, .localized_name = name, .extension = ext,          \
        .core_since = since, .users = {"/user/hand/left", "/user/hand/right"},                     \
        .preference = order, .components = list, .component_count = US_COUNT(list)                 \
    }
#define US_USERS(where, name, ext, since, order, list, ...)                                        \
    {                                                                                              \
        .path = "/interaction_profiles/" where, .localized_name = name, .extension = ext,          \
        .core_since = since, .users = {__VA_ARGS__}, .preference = order, .components = list,      \
        .component_count = US_COUNT(list)                                                          \
    }

#endif
