/* SPDX-License-Identifier: MIT */
/* The profiles of stand-alone headsets: ByteDance, Huawei, Magic Leap, OPPO, Varjo and YVR. */
#include "profiles/bindings_table.h"

#define PICO                                                                                       \
    US_FACE, US_FACE_TOUCH, US_SYSTEM(1, 1), US_SQUEEZE_CLICK, US_SQUEEZE_VALUE, US_TRIGGER_CLICK, \
        US_TRIGGER_TOUCH, US_TRIGGER_VALUE, US_THUMBSTICK, US_THUMBSTICK_CLICK,                    \
        US_THUMBSTICK_TOUCH, US_GRIP_AIM, US_HAPTIC
static const struct us_component pico_neo3_controller[] = {PICO, US_MENU(1, 1)};
static const struct us_component pico4_controller[] = {PICO, US_MENU(1, 0)};
static const struct us_component pico_ultra_controller[] = {PICO, US_MENU(1, 0), US_GRIP_SURFACE};
static const struct us_component pico_g3_controller[] = {
    US_TRIGGER_CLICK, US_TRIGGER_VALUE, US_MENU(1, 1),
    US_GRIP_AIM,      US_THUMBSTICK,    US_THUMBSTICK_CLICK,
};

static const struct us_component huawei_controller[] = {
    US_HOME(1, 1),
    US_BUTTON("back", "Back", 1, 1),
    US_BUTTON("volume_up", "Volume Up", 1, 1),
    US_BUTTON("volume_down", "Volume Down", 1, 1),
    US_TRIGGER_CLICK,
    US_TRIGGER_VALUE,
    US_TRACKPAD,
    US_TRACKPAD_CLICK,
    US_TRACKPAD_TOUCH,
    US_GRIP_AIM,
    US_HAPTIC,
};

static const struct us_component ml2_controller[] = {
    US_MENU(1, 1),     US_HOME(1, 1),
    US_TRIGGER_CLICK,  US_TRIGGER_VALUE,
    US_TRACKPAD,       US_TRACKPAD_CLICK,
    US_TRACKPAD_FORCE, US_TRACKPAD_TOUCH,
    US_GRIP_AIM,       US_BUTTON("shoulder", "Shoulder", 1, 1),
    US_HAPTIC,
};

#define STICK_AND_POSES                                                                            \
    US_THUMBSTICK, US_THUMBSTICK_CLICK, US_THUMBSTICK_TOUCH, US_GRIP_AIM, US_HAPTIC
static const struct us_component oppo_controller[] = {
    US_FACE,          US_FACE_TOUCH,
    US_MENU(1, 0),    US_FLOAT("heartrate_oppo/value", ZERO, "Heart Rate", 1, 0),
    US_HOME(0, 1),    US_SQUEEZE_VALUE,
    US_TRIGGER_TOUCH, US_TRIGGER_VALUE,
    STICK_AND_POSES,
};

static const struct us_component yvr_controller[] = {
    US_FACE,          US_FACE_TOUCH,    US_MENU(1, 0),    US_SYSTEM(0, 1),
    US_SQUEEZE_CLICK, US_TRIGGER_VALUE, US_TRIGGER_TOUCH, STICK_AND_POSES,
};

static const struct us_component xr4_controller[] = {
    US_MENU(1, 0),    US_SYSTEM(0, 1),  US_TWIN_FACE,     US_SQUEEZE_CLICK,
    US_SQUEEZE_TOUCH, US_TRIGGER_VALUE, US_TRIGGER_TOUCH, STICK_AND_POSES,
};

#define PICO_EXTENSION "XR_BD_controller_interaction"
static const struct us_profile profiles[] = {
    US_HANDS("bytedance/pico_ultra_controller_bd", "PICO Ultra Controller",
             "XR_BD_ultra_controller_interaction", US_NEVER, 40, pico_ultra_controller),
    US_HANDS("bytedance/pico4_controller", "ByteDance PICO 4 Controller", PICO_EXTENSION, 1, 41,
             pico4_controller),
    US_HANDS("bytedance/pico_neo3_controller", "ByteDance PICO Neo3 Controller", PICO_EXTENSION, 1,
             42, pico_neo3_controller),
    US_HANDS("bytedance/pico_g3_controller", "ByteDance PICO G3 Controller", PICO_EXTENSION, 1, 43,
             pico_g3_controller),
    US_HANDS("ml/ml2_controller", "Magic Leap 2 Controller", "XR_ML_ml2_controller_interaction", 1,
             50, ml2_controller),
    US_HANDS("varjo/xr-4_controller", "Varjo XR-4 Controller",
             "XR_VARJO_xr4_controller_interaction", US_NEVER, 51, xr4_controller),
    US_HANDS("oppo/mr_controller_oppo", "OPPO MR Controller", "XR_OPPO_controller_interaction",
             US_NEVER, 52, oppo_controller),
    US_HANDS("yvr/touch_controller_yvr", "YVR Touch Controller", "XR_YVR_controller_interaction",
             US_NEVER, 53, yvr_controller),
    US_HANDS("huawei/controller", "Huawei Controller", "XR_HUAWEI_controller_interaction", US_NEVER,
             54, huawei_controller),
};
const struct us_profile_group us_bindings_table_mobile = {profiles, US_COUNT(profiles)};
