/* SPDX-License-Identifier: MIT */
/*
 * Top-level user paths such as /user/hand/left (OpenXR, "Top level /user paths"). Under the
 * runtime's lock.
 */
#ifndef RT_RUNTIME_USER_PATH_H
#define RT_RUNTIME_USER_PATH_H

#include "runtime/instance/instance.h"

/* The top-level user paths that the runtime knows. ANY stands for XR_NULL_PATH; OTHER stands for
 * users without a device, such as /user/treadmill. */
enum rt_user {
    RT_USER_ANY,
    RT_USER_LEFT,
    RT_USER_RIGHT,
    RT_USER_EYES,
    RT_USER_HEAD,    /* what a headset has to press */
    RT_USER_GAMEPAD, /* both only of XR_EXT_conformance_automation */
    RT_USER_OTHER,
    RT_USER_COUNT,
};

/* "left", "right", "eyes", "head", "gamepad" or "other"; empty for ANY. */
const char *rt_user_path_name(enum rt_user user);

/* The number of a user's device (automation.h). False: the user has none that a test can set. */
bool rt_user_path_device(enum rt_user user, uint32_t *out_device);

/* The user of a top-level path. RT_USER_COUNT: the path is no top-level path, or the instance did
 * not enable the extension that it belongs to. */
enum rt_user rt_user_path_find(const struct rt_instance *instance, XrPath path);

/* The part of a path behind the top-level user path, such as /input/select/click, and the user.
 * NULL where the path does not begin with a top-level path that /input/ or /output/ follows. */
const char *rt_user_path_skip(const char *string, enum rt_user *out_user);

#endif
