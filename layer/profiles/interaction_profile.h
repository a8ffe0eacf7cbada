/* SPDX-License-Identifier: MIT */
/*
 * interaction_profile: what an interaction profile consists of (OpenXR 1.0, "Interaction Profile
 * Paths"), and what of a recording each component follows. Constant data.
 */
#ifndef US_INTERACTION_PROFILE_H
#define US_INTERACTION_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "layer/pose/hand_pose.h"
#include "openxr/xr.h"

/* What a component's value is made of. */
enum us_drive {
    US_DRIVE_ZERO,        /* there, and at rest: FALSE, 0 or (0, 0) */
    US_DRIVE_PINCH_FLAG,  /* the recorded pinch */
    US_DRIVE_PINCH,       /* us_gesture_pinch */
    US_DRIVE_PINCH_TOUCH, /* TRUE where us_gesture_pinch is above 0 */
    US_DRIVE_GRASP_FLAG,  /* us_gesture_grasp with a threshold */
    US_DRIVE_GRASP,       /* us_gesture_grasp */
    US_DRIVE_GRASP_TOUCH, /* TRUE where us_gesture_grasp is above 0 */
    US_DRIVE_READY,       /* TRUE while the hand is tracked */
    US_DRIVE_HAND_POSE,   /* us_hand_pose */
    US_DRIVE_GAZE,        /* the gaze pose */
    US_DRIVE_HAPTIC,      /* an output */
};

struct us_component {
    const char *path;  /* behind the user path: "/input/select/click" */
    XrActionType type; /* its own: boolean, float, vector2f, pose or vibration */
    enum us_drive drive;
    enum us_hand_pose pose;     /* of US_DRIVE_HAND_POSE */
    const char *localized_name; /* for people: "Select", "Trigger", "Aim Pose" */
    bool left, right;           /* which hand has it; of no meaning for a profile without hands */
    /* What adds it to the profile: an extension, and the minor version of OpenXR 1 from which it
     * needs none (UINT32_MAX: never). NULL: no extension; 0: it is there wherever the profile is.
     */
    const char *extension;
    uint32_t core_since;
};

struct us_profile {
    const char *path;           /* "/interaction_profiles/khr/simple_controller" */
    const char *localized_name; /* for people: "Khronos Simple Controller" */
    const char *extension; /* that defines it, also where core took it over; NULL: core alone */
    uint32_t core_since;   /* minor version of OpenXR 1 with which it is core; UINT32_MAX: never */
    const char *users[2];  /* "/user/hand/left", ...; of hands the left one first; the second may be
                              NULL */
    int preference;        /* which one a hand takes of those suggested: the smallest */
    const struct us_component *components;
    size_t component_count;
};

#endif
