/* SPDX-License-Identifier: MIT */
/*
 * interaction_profile: the types that describe an interaction profile (OpenXR 1.0, "Interaction
 * Profile Paths") and the recorded input that drives each component. Constant data.
 */
#ifndef US_INTERACTION_PROFILE_H
#define US_INTERACTION_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "openxr/xr.h"

/* The poses that an interaction profile has for a hand. */
enum us_hand_pose {
    US_HAND_POSE_GRIP,
    US_HAND_POSE_AIM,
    US_HAND_POSE_PALM, /* grip_surface and palm_ext */
    US_HAND_POSE_PINCH,
    US_HAND_POSE_POKE,
    US_HAND_POSE_COUNT
};

/* The source of a component's value. */
enum us_component_drive {
    US_DRIVE_ZERO,        /* active, but never used: FALSE, 0 or (0, 0) */
    US_DRIVE_PINCH_FLAG,  /* the recorded pinch flag */
    US_DRIVE_PINCH,       /* us_gesture_pinch */
    US_DRIVE_PINCH_TOUCH, /* TRUE while us_gesture_pinch is above 0 */
    US_DRIVE_GRASP_FLAG,  /* us_gesture_grasp with a threshold */
    US_DRIVE_GRASP,       /* us_gesture_grasp */
    US_DRIVE_GRASP_TOUCH, /* TRUE while us_gesture_grasp is above 0 */
    US_DRIVE_READY,       /* TRUE while the hand is tracked */
    US_DRIVE_HAND_POSE,   /* us_hand_pose */
    US_DRIVE_GAZE,        /* the gaze pose */
    US_DRIVE_HAPTIC,      /* none: the component is an output */
};

struct us_component {
    const char *path;  /* the part behind the user path: "/input/select/click" */
    XrActionType type; /* the component's own: boolean, float, vector2f, pose or vibration */
    enum us_component_drive drive;
    enum us_hand_pose pose;     /* only with US_DRIVE_HAND_POSE */
    const char *localized_name; /* "Select", "Trigger", "Aim Pose" */
    bool left, right;           /* which hand has it; unused in a profile without hands */
    /* The extension that adds the component to the profile, and the minor version of OpenXR 1 from
     * which core has it (UINT32_MAX: core does not). NULL and 0: it belongs to the profile. */
    const char *extension;
    uint32_t core_since;
};

struct us_profile {
    const char *path;           /* "/interaction_profiles/khr/simple_controller" */
    const char *localized_name; /* "Khronos Simple Controller" */
    const char *extension;      /* that defines the profile; NULL: only core defines it */
    uint32_t core_since;  /* minor version of OpenXR 1 from which core has it; UINT32_MAX: never */
    const char *users[2]; /* user paths; the left hand comes first; the second may be NULL */
    const struct us_component *components;
    size_t component_count;
};

/* The table of profiles.def. Of the profiles that an app suggests, a hand takes the first. */
extern const struct us_profile us_profile_table[];
extern const size_t us_profile_table_count;

/* Components that every profile with hands has in addition: poses of extensions, and the directions
 * of its thumbsticks and trackpads (XR_EXT_dpad_binding). */
extern const struct us_component us_profile_table_poses[];
extern const size_t us_profile_table_pose_count;
extern const struct us_component us_profile_table_directions[];
extern const size_t us_profile_table_direction_count;

#endif
