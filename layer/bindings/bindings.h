/* SPDX-License-Identifier: MIT */
/*
 * bindings: interaction profile and path -> what of a recording drives it.
 *
 * One table of the interaction profiles of OpenXR 1.0 and 1.1 ("Interaction Profile Paths") and of
 * the extensions that define more, each with its user paths and input components. Strings only:
 * nothing here knows an instance. All of it is constant; any thread.
 */
#ifndef US_BINDINGS_H
#define US_BINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "layer/pose/hand_pose.h"
#include "core/base/joint.h"
#include "openxr/xr.h"

/* Top-level user paths that a recording can play. */
enum us_user {
    US_USER_LEFT,
    US_USER_RIGHT,
    US_USER_EYES,
    US_USER_COUNT,
    US_USER_OTHER = US_USER_COUNT
};

/* Of a path that begins with a top-level user path, or is one; US_USER_OTHER for all that a
 * recording does not play. /user/hand_htc/left and right are the hands as well. */
enum us_user us_bindings_user(const char *path);

/* What a component's value is made of. */
enum us_drive {
    US_DRIVE_REST,        /* there, and at rest: FALSE, 0 or (0, 0) */
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
    enum us_hand_pose pose; /* of US_DRIVE_HAND_POSE */
    const char *words;      /* for people: "Select", "Trigger", "Aim Pose" */
    bool left, right;       /* which hand has it; of no meaning for a profile without hands */
    /* What adds it to the profile: an extension, and the minor version of OpenXR 1 from which it
     * needs none (UINT32_MAX: never). NULL: no extension; 0: it is there wherever the profile is.
     */
    const char *extension;
    uint32_t core_since;
};

struct us_profile {
    const char *path;      /* "/interaction_profiles/khr/simple_controller" */
    const char *words;     /* for people: "Khronos Simple Controller" */
    const char *extension; /* that defines it, also where core took it over; NULL: core alone */
    uint32_t core_since;   /* minor version of OpenXR 1 with which it is core; UINT32_MAX: never */
    const char *users[2];  /* "/user/hand/left", ...; of hands the left one first; the second may be
                              NULL */
    int preference;        /* which one a hand takes of those suggested: the smallest */
    const struct us_component *components;
    size_t component_count;
};

/* By its path; NULL if unknown. */
const struct us_profile *us_bindings_profile(const char *path);
/* All of them, for tests and for enumeration. */
size_t us_bindings_profile_count(void);
const struct us_profile *us_bindings_profile_at(size_t index);

/* A binding path resolved for an action type. */
struct us_binding {
    enum us_user user;
    const struct us_component
        *component; /* what the action reads or drives; NULL: accepted, but nothing of it
                       converts to the action's type, so it is unbound */
    const struct us_component
        *named; /* what makes the path one of the profile's, whatever the action's type: the
                   component of that path, or of a parent one below it, if possible one that no
                   extension adds. Never NULL */
    size_t
        source_length; /* the length of the binding path's part that names the input source, without
                          component: "/user/hand/left/input/trigger"; priorities go by it */
};

enum us_binding_result {
    US_BINDING_OK,
    US_BINDING_UNSUPPORTED, /* XR_ERROR_PATH_UNSUPPORTED: no such user or component in this profile
                             */
};

/*
 * Resolve "/user/hand/left/input/trigger/value", or the parent "/user/hand/left/input/trigger", for
 * an action of this type (OpenXR 1.0, 11.4.1: a parent means click before value for booleans, value
 * before click for floats, pose for poses, x and y for vectors, haptic for vibrations).
 * grip_surface, palm_ext, pinch_ext and poke_ext poses resolve on every hand profile: whether the
 * app may use them is the caller's matter, by the extension and the version of `named`.
 */
enum us_binding_result us_bindings_resolve(const struct us_profile *profile, const char *binding,
                                           XrActionType type, struct us_binding *out_binding);

#endif
