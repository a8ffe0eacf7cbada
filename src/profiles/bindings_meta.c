/* SPDX-License-Identifier: MIT */
/* The profiles of Oculus, Facebook and Meta, and of a pen for their headsets. */
#include "profiles/bindings_table.h"

#define TOUCH                                                                                      \
    US_FACE, US_FACE_TOUCH, US_MENU(1, 0), US_SYSTEM(0, 1), US_SQUEEZE_VALUE, US_TRIGGER_VALUE,    \
        US_TRIGGER_TOUCH, US_THUMBSTICK, US_THUMBSTICK_CLICK, US_THUMBSTICK_TOUCH, US_GRIP_AIM,    \
        US_HAPTIC
/* A finger that touches the trigger is also in its proximity. */
#define NEAR_TRIGGER(where) US_BOOLEAN("trigger/" where, PINCH_TOUCH, "Trigger Proximity", 1, 1)
#define NEAR_THUMB(where) US_BOOLEAN(where, ZERO, "Thumb Proximity", 1, 1)
#define NEAR                                                                                       \
    US_GRIP_SURFACE, NEAR_TRIGGER("proximity"), NEAR_THUMB("thumb_resting_surfaces/proximity")
#define TRIGGER_CURL(where) US_FLOAT(where, ZERO, "Trigger Curl", 1, 1)
#define TRIGGER_SLIDE(where) US_FLOAT(where, ZERO, "Trigger Slide", 1, 1)
#define TRIGGER_FORCE US_FLOAT("trigger/force", ZERO, "Trigger Force", 1, 1)
#define THUMBREST_FORCE US_FLOAT("thumbrest/force", ZERO, "Thumbrest Force", 1, 1)
#define STYLUS(where) US_FLOAT(where "/force", ZERO, "Stylus Force", 1, 1)

#define FB_PROXIMITY "XR_FB_touch_controller_proximity"
#define PROXIMITY(where, does, name, ext, since)                                                   \
    {                                                                                              \
        .path = "/input/" where, .type = XR_ACTION_TYPE_BOOLEAN_INPUT, .drive = US_DRIVE_##does,   \
        .localized_name = name, .left = 1, .right = 1, .extension = ext, .core_since = since       \
    }

/* OpenXR 1.1 has the components of the extension in core, under other names. */
static const struct us_component touch_controller[] = {
    TOUCH,
    US_THUMBREST_TOUCH,
    PROXIMITY("trigger/proximity", PINCH_TOUCH, "Trigger Proximity", NULL, 1),
    PROXIMITY("thumb_resting_surfaces/proximity", ZERO, "Thumb Proximity", NULL, 1),
    PROXIMITY("trigger/proximity_fb", PINCH_TOUCH, "Trigger Proximity", FB_PROXIMITY, US_NEVER),
    PROXIMITY("thumb_fb/proximity_fb", ZERO, "Thumb Proximity", FB_PROXIMITY, US_NEVER),
};

static const struct us_component touch_controller_pro[] = {
    TOUCH,
    US_THUMBREST_TOUCH,
    THUMBREST_FORCE,
    STYLUS("stylus_fb"),
    TRIGGER_CURL("trigger/curl_fb"),
    TRIGGER_SLIDE("trigger/slide_fb"),
    NEAR_THUMB("thumb_fb/proximity_fb"),
    NEAR_TRIGGER("proximity_fb"),
    US_OUTPUT("haptic_trigger_fb", "Trigger Haptic"),
    US_OUTPUT("haptic_thumb_fb", "Thumb Haptic"),
};

static const struct us_component touch_controller_plus[] = {
    TOUCH,
    US_THUMBREST_TOUCH,
    NEAR_THUMB("thumb_meta/proximity_meta"),
    NEAR_TRIGGER("proximity_meta"),
    TRIGGER_CURL("trigger/curl_meta"),
    TRIGGER_SLIDE("trigger/slide_meta"),
    TRIGGER_FORCE,
};

/* OpenXR 1.1 renamed the two profiles above. */
static const struct us_component touch_pro_controller[] = {
    TOUCH,
    US_THUMBREST_TOUCH,
    NEAR,
    THUMBREST_FORCE,
    STYLUS("stylus"),
    TRIGGER_CURL("trigger_curl/value"),
    TRIGGER_SLIDE("trigger_slide/value"),
    US_OUTPUT("haptic_trigger", "Trigger Haptic"),
    US_OUTPUT("haptic_thumb", "Thumb Haptic"),
};

static const struct us_component touch_plus_controller[] = {
    TOUCH,
    US_THUMBREST_TOUCH,
    NEAR,
    TRIGGER_CURL("trigger_curl/value"),
    TRIGGER_SLIDE("trigger_slide/value"),
    TRIGGER_FORCE,
};

static const struct us_component touch_with_thumbrest[] = {TOUCH, US_THUMBREST_TOUCH, NEAR};
static const struct us_component touch_without_thumbrest[] = {TOUCH, NEAR};

static const struct us_component go_controller[] = {
    US_SYSTEM(1, 1), US_TRIGGER_CLICK,  US_BUTTON("back", "Back", 1, 1),
    US_TRACKPAD,     US_TRACKPAD_CLICK, US_TRACKPAD_TOUCH,
    US_GRIP_AIM,
};

static const struct us_component mx_ink_stylus[] = {
    US_FLOAT("tip_logitech/force", ZERO, "Tip Force", 1, 1),
    US_FLOAT("cluster_middle_logitech/force", ZERO, "Middle Force", 1, 1),
    US_BUTTON("cluster_front_logitech", "Front", 1, 1),
    US_BOOLEAN("cluster_front_logitech/double_tap_logitech", ZERO, "Front Double Tap", 1, 1),
    US_BUTTON("cluster_back_logitech", "Back", 1, 1),
    US_BOOLEAN("cluster_back_logitech/double_tap_logitech", ZERO, "Back Double Tap", 1, 1),
    US_SYSTEM(1, 1),
    US_BOOLEAN("dock_logitech/docked_logitech", ZERO, "Docked", 1, 1),
    US_GRIP_AIM,
    US_HAND_POSE("tip_logitech", PINCH, "Tip Pose"), /* the pinch pose stands for the pen's tip */
    US_HAPTIC,
};

static const struct us_profile profiles[] = {
    US_HANDS("oculus/touch_controller", "Oculus Touch Controller", NULL, 0, 10, touch_controller),
    US_HANDS("meta/touch_plus_controller", "Meta Quest Touch Plus Controller", NULL, 1, 11,
             touch_plus_controller),
    US_HANDS("meta/touch_pro_controller", "Meta Quest Touch Pro Controller", NULL, 1, 12,
             touch_pro_controller),
    US_HANDS("meta/touch_controller_plus", "Meta Quest Touch Plus Controller",
             "XR_META_touch_controller_plus", US_NEVER, 13, touch_controller_plus),
    US_HANDS("facebook/touch_controller_pro", "Meta Quest Touch Pro Controller",
             "XR_FB_touch_controller_pro", US_NEVER, 14, touch_controller_pro),
    US_HANDS("meta/touch_controller_quest_2", "Meta Quest 2 Controller", NULL, 1, 15,
             touch_with_thumbrest),
    US_HANDS("meta/touch_controller_quest_1_rift_s", "Meta Quest 1 and Rift S Controller", NULL, 1,
             16, touch_without_thumbrest),
    US_HANDS("meta/touch_controller_rift_cv1", "Meta Rift CV1 Controller", NULL, 1, 17,
             touch_with_thumbrest),
    US_HANDS("oculus/go_controller", "Oculus Go Controller", NULL, 0, 61, go_controller),
    US_HANDS("logitech/mx_ink_stylus_logitech", "Logitech MX Ink Stylus",
             "XR_LOGITECH_mx_ink_stylus_interaction", US_NEVER, 80, mx_ink_stylus),
};
const struct us_profile_group us_bindings_table_meta = {profiles, US_COUNT(profiles)};
