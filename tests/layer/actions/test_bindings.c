/* SPDX-License-Identifier: MIT */
/* Hazard: a profile that lacks a component, has one too many, or has it on the wrong hand; a pinch
 * that drives the wrong one. Lists are from the specification's registry, drives from what a pinch
 * and a fist mean for each profile; neither from the code. */
#include "scene.h"

#include <stdio.h>
#include <string.h>

#include "profiles/bindings.h"

enum { LEFT = 1, RIGHT = 2 };

#define TOUCH                                                                                      \
    "<x/click <x/touch <y/click <y/touch <menu/click >a/click >a/touch >b/click >b/touch "         \
    ">system/click squeeze/value trigger/value trigger/touch thumbstick thumbstick/x "             \
    "thumbstick/y thumbstick/click thumbstick/touch grip/pose aim/pose haptic "
#define PICO                                                                                       \
    "<x/click <x/touch <y/click <y/touch >a/click >a/touch >b/click >b/touch system/click "        \
    "squeeze/click squeeze/value trigger/click trigger/touch trigger/value thumbstick "            \
    "thumbstick/x thumbstick/y thumbstick/click thumbstick/touch grip/pose aim/pose haptic "
#define TRACKPAD "trackpad trackpad/x trackpad/y trackpad/click trackpad/touch "
#define WINDOWS                                                                                    \
    "menu/click squeeze/click trigger/value thumbstick thumbstick/x thumbstick/y "                 \
    "thumbstick/click " TRACKPAD "grip/pose aim/pose haptic"
#define NEAR "trigger/proximity thumb_resting_surfaces/proximity grip_surface/pose "

/* "<": left only, ">": right only. */
static const struct {
    const char *profile, *extension;
    uint32_t core_since;
    const char *components;
} lists[] = {
    {"khr/simple_controller", NULL, 0, "select/click menu/click grip/pose aim/pose haptic"},
    {"khr/generic_controller", "XR_KHR_generic_controller", UINT32_MAX,
     "primary/click secondary/click thumbstick thumbstick/x thumbstick/y thumbstick/click "
     "squeeze/value trigger/value grip/pose grip_surface/pose aim/pose haptic"},
    {"ext/hand_interaction_ext", "XR_EXT_hand_interaction", UINT32_MAX,
     "pinch_ext/pose poke_ext/pose grip/pose aim/pose pinch_ext/value pinch_ext/ready_ext "
     "grasp_ext/value grasp_ext/ready_ext aim_activate_ext/value aim_activate_ext/ready_ext"},
    {"microsoft/hand_interaction", "XR_MSFT_hand_interaction", UINT32_MAX,
     "select/value squeeze/value grip/pose aim/pose"},
    {"htc/hand_interaction", "XR_HTC_hand_interaction", UINT32_MAX,
     "select/value squeeze/value grip/pose aim/pose"},
    {"google/daydream_controller", NULL, 0, "select/click " TRACKPAD "grip/pose aim/pose"},
    {"oculus/touch_controller", NULL, 0, TOUCH "thumbrest/touch"},
    {"oculus/go_controller", NULL, 0,
     "system/click trigger/click back/click " TRACKPAD "grip/pose aim/pose"},
    {"meta/touch_pro_controller", NULL, 1,
     TOUCH NEAR "thumbrest/touch thumbrest/force stylus/force trigger_curl/value "
                "trigger_slide/value haptic_trigger haptic_thumb"},
    {"meta/touch_plus_controller", NULL, 1,
     TOUCH NEAR "thumbrest/touch trigger_curl/value trigger_slide/value trigger/force"},
    {"meta/touch_controller_rift_cv1", NULL, 1, TOUCH NEAR "thumbrest/touch"},
    {"meta/touch_controller_quest_1_rift_s", NULL, 1, TOUCH NEAR},
    {"meta/touch_controller_quest_2", NULL, 1, TOUCH NEAR "thumbrest/touch"},
    {"facebook/touch_controller_pro", "XR_FB_touch_controller_pro", UINT32_MAX,
     TOUCH "thumbrest/touch thumbrest/force stylus_fb/force trigger/curl_fb trigger/slide_fb "
           "thumb_fb/proximity_fb trigger/proximity_fb haptic_trigger_fb haptic_thumb_fb"},
    {"meta/touch_controller_plus", "XR_META_touch_controller_plus", UINT32_MAX,
     TOUCH "thumbrest/touch thumb_meta/proximity_meta trigger/proximity_meta trigger/curl_meta "
           "trigger/slide_meta trigger/force"},
    {"valve/index_controller", NULL, 0,
     "system/click system/touch a/click a/touch b/click b/touch squeeze/value squeeze/force "
     "trigger/click trigger/value trigger/touch thumbstick thumbstick/x thumbstick/y "
     "thumbstick/click thumbstick/touch trackpad trackpad/x trackpad/y trackpad/force "
     "trackpad/touch grip/pose aim/pose haptic"},
    {"htc/vive_controller", NULL, 0,
     "system/click squeeze/click menu/click trigger/click trigger/value " TRACKPAD
     "grip/pose aim/pose haptic"},
    {"htc/vive_cosmos_controller", "XR_HTC_vive_cosmos_controller_interaction", 1,
     "<x/click <y/click <menu/click >a/click >b/click >system/click shoulder/click squeeze/click "
     "trigger/click trigger/value thumbstick thumbstick/x thumbstick/y thumbstick/click "
     "thumbstick/touch grip/pose aim/pose haptic"},
    {"htc/vive_focus3_controller", "XR_HTC_vive_focus3_controller_interaction", 1,
     "<x/click <y/click <menu/click >a/click >b/click >system/click squeeze/click squeeze/touch "
     "squeeze/value trigger/click trigger/touch trigger/value thumbstick thumbstick/x "
     "thumbstick/y thumbstick/click thumbstick/touch thumbrest/touch grip/pose aim/pose haptic"},
    /* Not in the registry: from Valve's list for engines. */
    {"valve/frame_controller_valve", "XR_VALVE_frame_controller_interaction", UINT32_MAX,
     "system/click system/touch shoulder/click shoulder/touch bumper/click bumper/touch "
     "<view/click <view/touch <dpad_up/click <dpad_up/touch <dpad_down/click <dpad_down/touch "
     "<dpad_left/click <dpad_left/touch <dpad_right/click <dpad_right/touch >menu/click "
     ">menu/touch >a/click >a/touch >b/click >b/touch >x/click >x/touch >y/click >y/touch "
     "squeeze/click squeeze/touch squeeze/value trigger/click trigger/touch trigger/value "
     "thumbstick thumbstick/x thumbstick/y thumbstick/click thumbstick/touch grip/pose aim/pose "
     "haptic"},
    {"microsoft/motion_controller", NULL, 0, WINDOWS},
    {"samsung/odyssey_controller", "XR_EXT_samsung_odyssey_controller", 1, WINDOWS},
    {"hp/mixed_reality_controller", "XR_EXT_hp_mixed_reality_controller", 1,
     "<x/click <y/click >a/click >b/click menu/click squeeze/value trigger/value thumbstick "
     "thumbstick/x thumbstick/y thumbstick/click grip/pose aim/pose haptic"},
    {"bytedance/pico_neo3_controller", "XR_BD_controller_interaction", 1, PICO "menu/click"},
    {"bytedance/pico4_controller", "XR_BD_controller_interaction", 1, PICO "<menu/click"},
    {"bytedance/pico_g3_controller", "XR_BD_controller_interaction", 1,
     "trigger/click trigger/value menu/click grip/pose aim/pose thumbstick thumbstick/x "
     "thumbstick/y thumbstick/click"},
    {"bytedance/pico_ultra_controller_bd", "XR_BD_ultra_controller_interaction", UINT32_MAX,
     PICO "<menu/click grip_surface/pose"},
    {"ml/ml2_controller", "XR_ML_ml2_controller_interaction", 1,
     "menu/click home/click trigger/click trigger/value " TRACKPAD
     "trackpad/force grip/pose aim/pose shoulder/click haptic"},
    {"huawei/controller", "XR_HUAWEI_controller_interaction", UINT32_MAX,
     "home/click back/click volume_up/click volume_down/click trigger/click trigger/value " TRACKPAD
     "grip/pose aim/pose haptic"},
    {"varjo/xr-4_controller", "XR_VARJO_xr4_controller_interaction", UINT32_MAX,
     "<menu/click >system/click a/click a/touch b/click b/touch squeeze/click squeeze/touch "
     "trigger/value trigger/touch thumbstick thumbstick/x thumbstick/y thumbstick/click "
     "thumbstick/touch grip/pose aim/pose haptic"},
    {"oppo/mr_controller_oppo", "XR_OPPO_controller_interaction", UINT32_MAX,
     "<x/click <x/touch <y/click <y/touch <menu/click <heartrate_oppo/value >a/click >a/touch "
     ">b/click >b/touch >home/click squeeze/value trigger/touch trigger/value thumbstick "
     "thumbstick/x thumbstick/y thumbstick/click thumbstick/touch grip/pose aim/pose haptic"},
    {"yvr/touch_controller_yvr", "XR_YVR_controller_interaction", UINT32_MAX,
     "<x/click <x/touch <y/click <y/touch <menu/click >a/click >a/touch >b/click >b/touch "
     ">system/click squeeze/click trigger/value trigger/touch thumbstick thumbstick/x "
     "thumbstick/y thumbstick/click thumbstick/touch grip/pose aim/pose haptic"},
    {"logitech/mx_ink_stylus_logitech", "XR_LOGITECH_mx_ink_stylus_interaction", UINT32_MAX,
     "tip_logitech/force cluster_middle_logitech/force cluster_front_logitech/click "
     "cluster_front_logitech/double_tap_logitech cluster_back_logitech/click "
     "cluster_back_logitech/double_tap_logitech system/click dock_logitech/docked_logitech "
     "grip/pose aim/pose tip_logitech/pose haptic"},
};
#define LIST_COUNT (sizeof lists / sizeof lists[0])

/* What a pinch and a fist drive; every other input of the profile is at rest. */
static const struct {
    const char *profile;
    const char *pinch_flag, *pinch, *pinch_touch, *grasp_flag, *grasp, *grasp_touch, *ready;
} drives[] = {
    {.profile = "khr/simple_controller", .pinch_flag = "select/click"},
    {.profile = "khr/generic_controller", .pinch = "trigger/value", .grasp = "squeeze/value"},
    {.profile = "ext/hand_interaction_ext",
     .pinch = "pinch_ext/value aim_activate_ext/value",
     .grasp = "grasp_ext/value",
     .ready = "pinch_ext/ready_ext grasp_ext/ready_ext aim_activate_ext/ready_ext"},
    {.profile = "microsoft/hand_interaction", .pinch = "select/value squeeze/value"},
    {.profile = "htc/hand_interaction", .pinch = "select/value squeeze/value"},
    {.profile = "google/daydream_controller", .pinch_flag = "select/click"},
#define TOUCH_DRIVES(...)                                                                          \
    .pinch = "trigger/value", .pinch_touch = "trigger/touch" __VA_ARGS__, .grasp = "squeeze/value"
    {.profile = "oculus/touch_controller", TOUCH_DRIVES(" trigger/proximity_fb trigger/proximity")},
    {.profile = "meta/touch_pro_controller", TOUCH_DRIVES(" trigger/proximity")},
    {.profile = "meta/touch_plus_controller", TOUCH_DRIVES(" trigger/proximity")},
    {.profile = "meta/touch_controller_rift_cv1", TOUCH_DRIVES(" trigger/proximity")},
    {.profile = "meta/touch_controller_quest_1_rift_s", TOUCH_DRIVES(" trigger/proximity")},
    {.profile = "meta/touch_controller_quest_2", TOUCH_DRIVES(" trigger/proximity")},
    {.profile = "facebook/touch_controller_pro", TOUCH_DRIVES(" trigger/proximity_fb")},
    {.profile = "meta/touch_controller_plus", TOUCH_DRIVES(" trigger/proximity_meta")},
    {.profile = "valve/index_controller",
     .pinch = "trigger/value",
     .pinch_flag = "trigger/click",
     .pinch_touch = "trigger/touch",
     .grasp = "squeeze/value squeeze/force"},
    {.profile = "htc/vive_controller",
     .pinch = "trigger/value",
     .pinch_flag = "trigger/click",
     .grasp_flag = "squeeze/click"},
    {.profile = "htc/vive_cosmos_controller",
     .pinch = "trigger/value",
     .pinch_flag = "trigger/click",
     .grasp_flag = "squeeze/click"},
    {.profile = "htc/vive_focus3_controller",
     .pinch = "trigger/value",
     .pinch_flag = "trigger/click",
     .pinch_touch = "trigger/touch",
     .grasp = "squeeze/value",
     .grasp_flag = "squeeze/click",
     .grasp_touch = "squeeze/touch"},
    {.profile = "valve/frame_controller_valve",
     .pinch = "trigger/value",
     .pinch_flag = "trigger/click",
     .pinch_touch = "trigger/touch",
     .grasp = "squeeze/value",
     .grasp_flag = "squeeze/click",
     .grasp_touch = "squeeze/touch"},
    {.profile = "microsoft/motion_controller",
     .pinch = "trigger/value",
     .grasp_flag = "squeeze/click"},
    {.profile = "samsung/odyssey_controller",
     .pinch = "trigger/value",
     .grasp_flag = "squeeze/click"},
    {.profile = "hp/mixed_reality_controller", .pinch = "trigger/value", .grasp = "squeeze/value"},
#define PICO_DRIVES                                                                                \
    .pinch = "trigger/value", .pinch_flag = "trigger/click", .pinch_touch = "trigger/touch",       \
    .grasp = "squeeze/value", .grasp_flag = "squeeze/click"
    {.profile = "bytedance/pico_neo3_controller", PICO_DRIVES},
    {.profile = "bytedance/pico4_controller", PICO_DRIVES},
    {.profile = "bytedance/pico_ultra_controller_bd", PICO_DRIVES},
    {.profile = "bytedance/pico_g3_controller",
     .pinch = "trigger/value",
     .pinch_flag = "trigger/click"},
    {.profile = "ml/ml2_controller", .pinch = "trigger/value", .pinch_flag = "trigger/click"},
    {.profile = "oculus/go_controller", .pinch_flag = "trigger/click"},
    {.profile = "huawei/controller", .pinch = "trigger/value", .pinch_flag = "trigger/click"},
    {.profile = "varjo/xr-4_controller",
     .pinch = "trigger/value",
     .pinch_touch = "trigger/touch",
     .grasp_flag = "squeeze/click",
     .grasp_touch = "squeeze/touch"},
    {.profile = "oppo/mr_controller_oppo",
     .pinch = "trigger/value",
     .pinch_touch = "trigger/touch",
     .grasp = "squeeze/value"},
    {.profile = "yvr/touch_controller_yvr",
     .pinch = "trigger/value",
     .pinch_touch = "trigger/touch",
     .grasp_flag = "squeeze/click"},
    {.profile = "logitech/mx_ink_stylus_logitech"},
};
#define DRIVE_COUNT (sizeof drives / sizeof drives[0])

static const struct us_profile *profile_of(const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "/interaction_profiles/%s", name);
    const struct us_profile *profile = us_bindings_profile(path);
    if (profile == NULL)
        fail_msg("%s is unknown", path);
    return profile;
}

static bool ends(const char *word, const char *end)
{
    const size_t length = strlen(word), tail = strlen(end);
    return length >= tail && strcmp(word + length - tail, end) == 0;
}

static XrActionType type_of(const char *word)
{
    if (strncmp(word, "haptic", 6) == 0)
        return XR_ACTION_TYPE_VIBRATION_OUTPUT;
    if (strchr(word, '/') == NULL)
        return XR_ACTION_TYPE_VECTOR2F_INPUT;
    if (ends(word, "/pose"))
        return XR_ACTION_TYPE_POSE_INPUT;
    if (ends(word, "/value") || ends(word, "/force") || ends(word, "/x") || ends(word, "/y") ||
        strstr(word, "/curl") != NULL || strstr(word, "/slide") != NULL)
        return XR_ACTION_TYPE_FLOAT_INPUT;
    return XR_ACTION_TYPE_BOOLEAN_INPUT;
}

static enum us_binding_result resolve(const struct us_profile *profile, int hand, const char *word,
                                      XrActionType type, struct us_binding *out)
{
    char path[192];
    snprintf(path, sizeof path, "%s/%s/%s", profile->users[hand == LEFT ? 0 : 1],
             strncmp(word, "haptic", 6) == 0 ? "output" : "input", word);
    return us_bindings_resolve(profile, path, type, out);
}

/* The next of the words of `list`, which moves on; false at the end. */
static bool next_word(const char **list, char word[64], int *hands)
{
    if (*list == NULL)
        return false;
    *list += strspn(*list, " ");
    *hands = **list == '<' ? LEFT : **list == '>' ? RIGHT : LEFT | RIGHT;
    if (*hands != (LEFT | RIGHT))
        (*list)++;
    const size_t length = strcspn(*list, " ");
    assert_true(length < 64);
    memcpy(word, *list, length);
    word[length] = '\0';
    *list += length;
    return length > 0;
}

static void check_component(const struct us_profile *profile, const char *word, int hands)
{
    for (int hand = LEFT; hand <= RIGHT; hand++) {
        struct us_binding binding = {0};
        const enum us_binding_result result = resolve(profile, hand, word, type_of(word), &binding);
        if ((hands & hand) == 0) {
            assert_int_equal(result, US_BINDING_UNSUPPORTED);
            continue;
        }
        if (result != US_BINDING_OK || binding.component == NULL)
            fail_msg("%s lacks %s", profile->path, word);
        assert_int_equal(binding.component->type, type_of(word));
        assert_int_equal(binding.user, hand == LEFT ? US_USER_LEFT : US_USER_RIGHT);
        assert_true(binding.component->localized_name[0] != '\0');
        assert_null(binding.component->extension);
    }
}

/* Each profile has the components of the registry, all of them and no others. */
TEST(test_lists)
{
    for (unsigned i = 0; i < LIST_COUNT; i++) {
        const struct us_profile *profile = profile_of(lists[i].profile);
        const char *list = lists[i].components;
        char word[64];
        int hands;
        size_t listed = 0, own = 0;
        for (; next_word(&list, word, &hands); listed++)
            check_component(profile, word, hands);
        for (size_t c = 0; c < profile->component_count; c++)
            own +=
                profile->components[c].extension == NULL && profile->components[c].core_since == 0;
        if (own != listed)
            fail_msg("%s has %zu components, not %zu", profile->path, own, listed);
        assert_int_equal(profile->core_since, lists[i].core_since);
        if (lists[i].extension == NULL)
            assert_null(profile->extension);
        else
            assert_string_equal(profile->extension, lists[i].extension);
    }
}

static bool lists_word(const char *list, const char *sought)
{
    char word[64];
    int hands;
    while (next_word(&list, word, &hands))
        if (strcmp(word, sought) == 0)
            return true;
    return false;
}

static enum us_component_drive expected_drive(unsigned row, const struct us_component *component)
{
    const char *word = strchr(component->path + 1, '/') + 1;
    if (component->type == XR_ACTION_TYPE_VIBRATION_OUTPUT)
        return US_DRIVE_HAPTIC;
    if (component->type == XR_ACTION_TYPE_POSE_INPUT)
        return US_DRIVE_HAND_POSE;
    if (lists_word(drives[row].pinch_flag, word))
        return US_DRIVE_PINCH_FLAG;
    if (lists_word(drives[row].pinch, word))
        return US_DRIVE_PINCH;
    if (lists_word(drives[row].pinch_touch, word))
        return US_DRIVE_PINCH_TOUCH;
    if (lists_word(drives[row].grasp_flag, word))
        return US_DRIVE_GRASP_FLAG;
    if (lists_word(drives[row].grasp, word))
        return US_DRIVE_GRASP;
    if (lists_word(drives[row].grasp_touch, word))
        return US_DRIVE_GRASP_TOUCH;
    return lists_word(drives[row].ready, word) ? US_DRIVE_READY : US_DRIVE_ZERO;
}

TEST(test_drives)
{
    assert_int_equal(DRIVE_COUNT, LIST_COUNT);
    for (unsigned i = 0; i < DRIVE_COUNT; i++) {
        const struct us_profile *profile = profile_of(drives[i].profile);
        for (size_t c = 0; c < profile->component_count; c++) {
            const struct us_component *component = &profile->components[c];
            if (component->drive != expected_drive(i, component))
                fail_msg("%s%s is driven by %d", profile->path, component->path,
                         (int)component->drive);
        }
    }
}

/* What a version or an extension adds says so; the names differ from one to the other. */
TEST(test_added)
{
    static const struct {
        const char *word, *extension;
        uint32_t core_since;
    } rows[] = {
        {"trigger/proximity", NULL, 1},
        {"thumb_resting_surfaces/proximity", NULL, 1},
        {"trigger/proximity_fb", "XR_FB_touch_controller_proximity", UINT32_MAX},
        {"thumb_fb/proximity_fb", "XR_FB_touch_controller_proximity", UINT32_MAX},
        {"thumbstick/dpad_left", "XR_EXT_dpad_binding", UINT32_MAX},
        {"trigger/value", NULL, 0},
    };
    const struct us_profile *touch = profile_of("oculus/touch_controller");
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct us_binding binding = {0};
        assert_int_equal(
            resolve(touch, RIGHT, rows[i].word, XR_ACTION_TYPE_BOOLEAN_INPUT, &binding),
            US_BINDING_OK);
        assert_int_equal(binding.component->core_since, rows[i].core_since);
        assert_string_equal(binding.component->extension == NULL ? ""
                                                                 : binding.component->extension,
                            rows[i].extension == NULL ? "" : rows[i].extension);
    }
    struct us_binding surface = {0};
    resolve(touch, LEFT, "grip_surface/pose", XR_ACTION_TYPE_POSE_INPUT, &surface);
    assert_int_equal(surface.component->core_since, 1);
}

/* Every profile of hands has the standard poses, and those that extensions add. */
TEST(test_poses)
{
    static const struct {
        const char *word;
        enum us_hand_pose pose;
        const char *extension; /* where the profile does not have it by itself */
    } poses[] = {
        {"grip/pose", US_HAND_POSE_GRIP, NULL},
        {"aim/pose", US_HAND_POSE_AIM, NULL},
        {"grip_surface/pose", US_HAND_POSE_PALM, "XR_KHR_maintenance1"},
        {"palm_ext/pose", US_HAND_POSE_PALM, "XR_EXT_palm_pose"},
        {"pinch_ext/pose", US_HAND_POSE_PINCH, "XR_EXT_hand_interaction"},
        {"poke_ext/pose", US_HAND_POSE_POKE, "XR_EXT_hand_interaction"},
    };
    for (unsigned i = 0; i < LIST_COUNT * 6 * 2; i++) {
        const unsigned p = i / 2 % 6;
        const struct us_profile *profile = profile_of(lists[i / 12].profile);
        struct us_binding binding = {0};
        const int hand = i % 2 == 0 ? LEFT : RIGHT;
        assert_int_equal(resolve(profile, hand, poses[p].word, XR_ACTION_TYPE_POSE_INPUT, &binding),
                         US_BINDING_OK);
        assert_int_equal(binding.component->drive, US_DRIVE_HAND_POSE);
        assert_int_equal(binding.component->pose, poses[p].pose);
        const bool added = binding.component->extension != NULL;
        const uint32_t since = strcmp(poses[p].word, "grip_surface/pose") == 0 ? 1 : UINT32_MAX;
        assert_int_equal(binding.component->core_since, added ? since : 0);
        if (added)
            assert_string_equal(binding.component->extension, poses[p].extension);
        else
            assert_true(lists_word(lists[i / 12].components, poses[p].word));
        char parent[64]; /* the same without "/pose" */
        snprintf(parent, sizeof parent, "%.*s", (int)strcspn(poses[p].word, "/"), poses[p].word);
        struct us_binding of_parent = {0};
        assert_int_equal(resolve(profile, hand, parent, XR_ACTION_TYPE_POSE_INPUT, &of_parent),
                         US_BINDING_OK);
        assert_ptr_equal(of_parent.component, binding.component);
    }
}

TEST(test_eyes)
{
    const struct us_profile *profile = profile_of("ext/eye_gaze_interaction");
    struct us_binding binding = {0};
    const char *const paths[] = {"/user/eyes_ext/input/gaze_ext/pose",
                                 "/user/eyes_ext/input/gaze_ext"};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(
            us_bindings_resolve(profile, paths[i], XR_ACTION_TYPE_POSE_INPUT, &binding),
            US_BINDING_OK);
        assert_int_equal(binding.user, US_USER_EYES);
        assert_int_equal(binding.component->drive, US_DRIVE_GAZE);
        assert_int_equal(binding.source_length, strlen(paths[1]));
    }
    const char *const wrong[] = {"/user/eyes_ext/input/grip/pose",
                                 "/user/eyes_ext/input/palm_ext/pose",
                                 "/user/hand/left/input/gaze_ext/pose", "/user/eyes_ext"};
    for (int i = 0; i < 4; i++)
        assert_int_equal(
            us_bindings_resolve(profile, wrong[i], XR_ACTION_TYPE_POSE_INPUT, &binding),
            US_BINDING_UNSUPPORTED);
}

#define BOOLEAN XR_ACTION_TYPE_BOOLEAN_INPUT
#define FLOAT XR_ACTION_TYPE_FLOAT_INPUT
#define VECTOR XR_ACTION_TYPE_VECTOR2F_INPUT
#define POSE XR_ACTION_TYPE_POSE_INPUT
#define VIBRATION XR_ACTION_TYPE_VIBRATION_OUTPUT

/* Parents and conversions: what of the path an action of that type reads, "" for nothing. */
TEST(test_conversions)
{
    static const struct {
        const char *profile, *path;
        XrActionType type;
        const char *reads;
    } rows[] = {
        {"valve/index_controller", "/input/trigger", BOOLEAN, "/input/trigger/click"},
        {"valve/index_controller", "/input/trigger", FLOAT, "/input/trigger/value"},
        {"valve/index_controller", "/input/trigger", VECTOR, ""},
        {"valve/index_controller", "/input/trigger", POSE, ""},
        {"valve/index_controller", "/input/trigger", VIBRATION, ""},
        {"valve/index_controller", "/input/trigger/click", FLOAT, "/input/trigger/click"},
        {"valve/index_controller", "/input/trigger/value", BOOLEAN, "/input/trigger/value"},
        {"valve/index_controller", "/input/trigger/value", POSE, ""},
        {"valve/index_controller", "/input/squeeze", BOOLEAN, "/input/squeeze/value"},
        {"valve/index_controller", "/input/squeeze/force", BOOLEAN, "/input/squeeze/force"},
        {"valve/index_controller", "/input/a", BOOLEAN, "/input/a/click"},
        {"valve/index_controller", "/input/a", FLOAT, "/input/a/click"},
        {"valve/index_controller", "/input/thumbstick", VECTOR, "/input/thumbstick"},
        {"valve/index_controller", "/input/thumbstick", BOOLEAN, "/input/thumbstick/click"},
        {"valve/index_controller", "/input/thumbstick/x", VECTOR, ""},
        {"valve/index_controller", "/input/thumbstick/x", FLOAT, "/input/thumbstick/x"},
        {"valve/index_controller", "/input/trackpad", BOOLEAN, ""},
        {"valve/index_controller", "/input/grip", POSE, "/input/grip/pose"},
        {"valve/index_controller", "/input/grip", BOOLEAN, ""},
        {"valve/index_controller", "/input/grip/pose", FLOAT, ""},
        {"valve/index_controller", "/output/haptic", VIBRATION, "/output/haptic"},
        {"valve/index_controller", "/output", VIBRATION, "/output/haptic"},
        {"valve/index_controller", "/output/haptic", BOOLEAN, ""},
        {"khr/simple_controller", "/input/select", BOOLEAN, "/input/select/click"},
        {"khr/simple_controller", "/input/select", FLOAT, "/input/select/click"},
        {"microsoft/hand_interaction", "/input/select", BOOLEAN, "/input/select/value"},
        {"ext/hand_interaction_ext", "/input/pinch_ext", FLOAT, "/input/pinch_ext/value"},
        {"ext/hand_interaction_ext", "/input/pinch_ext", BOOLEAN, "/input/pinch_ext/value"},
        {"ext/hand_interaction_ext", "/input/pinch_ext", POSE, "/input/pinch_ext/pose"},
        {"valve/index_controller", "/input/thumbstick/dpad_up", BOOLEAN,
         "/input/thumbstick/dpad_up"},
        {"valve/index_controller", "/input/trackpad/dpad_center", BOOLEAN,
         "/input/trackpad/dpad_center"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct us_profile *profile = profile_of(rows[i].profile);
        char path[192];
        struct us_binding binding = {0};
        snprintf(path, sizeof path, "/user/hand/right%s", rows[i].path);
        assert_int_equal(us_bindings_resolve(profile, path, rows[i].type, &binding), US_BINDING_OK);
        assert_string_equal(binding.component == NULL ? "" : binding.component->path,
                            rows[i].reads);
    }
}

/* Two paths collide in priority where they name one source, whatever their components. */
TEST(test_sources)
{
    static const struct {
        const char *path, *source;
        XrActionType type;
    } rows[] = {
        {"/user/hand/left/input/trigger/value", "/user/hand/left/input/trigger", FLOAT},
        {"/user/hand/left/input/trigger/touch", "/user/hand/left/input/trigger", BOOLEAN},
        {"/user/hand/left/input/trigger", "/user/hand/left/input/trigger", FLOAT},
        {"/user/hand/right/input/thumbstick", "/user/hand/right/input/thumbstick", VECTOR},
        {"/user/hand/right/input/thumbstick/x", "/user/hand/right/input/thumbstick", FLOAT},
        {"/user/hand/right/input/grip/pose", "/user/hand/right/input/grip", POSE},
        {"/user/hand/right/output/haptic", "/user/hand/right/output/haptic", VIBRATION},
    };
    const struct us_profile *profile = profile_of("oculus/touch_controller");
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct us_binding binding = {0};
        assert_int_equal(us_bindings_resolve(profile, rows[i].path, rows[i].type, &binding),
                         US_BINDING_OK);
        assert_int_equal(binding.source_length, strlen(rows[i].source));
        assert_int_equal(strncmp(rows[i].path, rows[i].source, binding.source_length), 0);
    }
}

TEST(test_unsupported)
{
    static const char *const rows[][2] = {
        {"khr/simple_controller", "/user/hand/left/input/trigger/value"},
        {"khr/simple_controller", "/user/hand/left/input/select/value"},
        {"khr/simple_controller", "/user/hand/left/input/select/click/"},
        {"khr/simple_controller", "/user/hand/left/input/select/"},
        {"khr/simple_controller", "/user/hand/left/input/selec"},
        {"khr/simple_controller", "/user/hand/left/input/select/clicks"},
        {"khr/simple_controller", "/user/hand/left/input"},
        {"khr/simple_controller", "/user/hand/left/input/"},
        {"khr/simple_controller", "/user/hand/left/"},
        {"khr/simple_controller", "/user/hand/left"},
        {"khr/simple_controller", "/user/hand/lefty/input/select/click"},
        {"khr/simple_controller", "/user/hand_htc/left/input/select/value"},
        {"khr/simple_controller", "/user/gamepad/input/select/click"},
        {"khr/simple_controller", "/input/select/click"},
        {"khr/simple_controller", ""},
        {"khr/simple_controller", "/user/hand/left/input/thumbstick/dpad_up"},
        {"htc/hand_interaction", "/user/hand/left/input/select/value"},
        {"htc/vive_controller", "/user/hand/left/input/trackpad/dpad_north"},
        {"oculus/touch_controller", "/user/hand/left/input/thumbstick/dpad_center"},
        {"oculus/touch_controller", "/user/hand/right/input/x"},
        {"oculus/touch_controller", "/user/hand/left/input/a"},
        {"oculus/touch_controller", "/user/hand/right/input/menu"},
        {"oculus/go_controller", "/user/hand/right/output/haptic"},
        {"oculus/go_controller", "/user/hand/right/output"},
        {"microsoft/xbox_controller", "/user/hand/left/input/a/click"},
        {"microsoft/xbox_controller", "/user/gamepad/input/grip_surface/pose"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int type = XR_ACTION_TYPE_BOOLEAN_INPUT; type <= XR_ACTION_TYPE_VIBRATION_OUTPUT;
             type++) {
            struct us_binding binding = {0};
            assert_int_equal(us_bindings_resolve(profile_of(rows[i][0]), rows[i][1],
                                                 (XrActionType)type, &binding),
                             US_BINDING_UNSUPPORTED);
        }
    assert_null(us_bindings_profile("/interaction_profiles/htc/vive"));
    assert_null(us_bindings_profile("khr/simple_controller"));
    assert_null(us_bindings_profile(""));
}

/* What a recording does not play resolves, to be at rest, and is nobody's hand. */
TEST(test_no_hands)
{
    struct us_binding binding = {0};
    const struct us_profile *pad = profile_of("microsoft/xbox_controller");
    assert_int_equal(us_bindings_resolve(pad, "/user/gamepad/input/thumbstick_left",
                                         XR_ACTION_TYPE_VECTOR2F_INPUT, &binding),
                     US_BINDING_OK);
    assert_int_equal(binding.user, US_USER_OTHER);
    assert_int_equal(binding.component->drive, US_DRIVE_ZERO);
    assert_int_equal(pad->component_count, 26);
    assert_int_equal(profile_of("htc/vive_pro")->component_count, 4);
    const struct us_profile *wrist = profile_of("htc/vive_wrist_tracker");
    assert_int_equal(us_bindings_resolve(wrist, "/user/wrist_htc/left/input/x/click",
                                         XR_ACTION_TYPE_BOOLEAN_INPUT, &binding),
                     US_BINDING_OK);
    assert_int_equal(us_bindings_resolve(wrist, "/user/wrist_htc/right/input/x/click",
                                         XR_ACTION_TYPE_BOOLEAN_INPUT, &binding),
                     US_BINDING_UNSUPPORTED);
    for (size_t i = 0; i < us_profile_table_count; i++) {
        const struct us_profile *profile = &us_profile_table[i];
        for (size_t c = 0;
             us_bindings_user(profile->users[0]) == US_USER_OTHER && c < profile->component_count;
             c++)
            assert_true(profile->components[c].drive == US_DRIVE_ZERO ||
                        profile->components[c].drive == US_DRIVE_HAPTIC);
    }
}

TEST(test_users)
{
    static const struct {
        const char *path;
        enum us_user user;
    } rows[] = {
        {"/user/hand/left", US_USER_LEFT},
        {"/user/hand/right", US_USER_RIGHT},
        {"/user/hand/left/input/a/click", US_USER_LEFT},
        {"/user/hand_htc/left", US_USER_LEFT},
        {"/user/hand_htc/right/input/select", US_USER_RIGHT},
        {"/user/eyes_ext", US_USER_EYES},
        {"/user/eyes_ext/input/gaze_ext/pose", US_USER_EYES},
        {"/user/hand", US_USER_OTHER},
        {"/user/hand/leftover", US_USER_OTHER},
        {"/user/gamepad", US_USER_OTHER},
        {"/user/head", US_USER_OTHER},
        {"/user/treadmill", US_USER_OTHER},
        {"/user/wrist_htc/left", US_USER_OTHER},
        {"/user/vive_tracker_htcx/role/left_elbow", US_USER_OTHER},
        {"user/hand/left", US_USER_OTHER},
        {"", US_USER_OTHER},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(us_bindings_user(rows[i].path), rows[i].user);
}

/* Hands of their own first, then the simple controller, then the Touch family; never two alike. */
TEST(test_preferences)
{
    static const char *const order[] = {"ext/hand_interaction_ext", "microsoft/hand_interaction",
                                        "khr/simple_controller",    "oculus/touch_controller",
                                        "valve/index_controller",   "microsoft/xbox_controller"};
    for (int i = 0; i + 1 < 6; i++)
        assert_true(us_bindings_preference(profile_of(order[i])) <
                    us_bindings_preference(profile_of(order[i + 1])));
    const size_t count = us_profile_table_count;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++) {
            const struct us_profile *a = &us_profile_table[i], *b = &us_profile_table[k];
            assert_string_not_equal(a->path, b->path);
        }
}

/* A line for each component of the table, for registry.py: the profile, its extension, since which
 * minor version core has it, the user path, the component, its type, its extension, since when. */
static int print_table(void)
{
    for (size_t i = 0; i < us_profile_table_count; i++) {
        const struct us_profile *profile = &us_profile_table[i];
        for (size_t c = 0; c < 2 * profile->component_count; c++) {
            const struct us_component *component = &profile->components[c / 2];
            if (profile->users[1] == NULL ? c % 2 == 1
                                          : !(c % 2 == 0 ? component->left : component->right))
                continue;
            printf("%s %s %d %s %s %d %s %d\n", profile->path,
                   profile->extension == NULL ? "-" : profile->extension, (int)profile->core_since,
                   profile->users[c % 2], component->path, (int)component->type,
                   component->extension == NULL ? "-" : component->extension,
                   (int)component->core_since);
        }
    }
    return 0;
}

int main(void)
{
    if (hazard_argument != NULL && strcmp(hazard_argument, "table") == 0)
        return print_table();
    return RUN_TESTS(test_lists, test_drives, test_added, test_poses, test_eyes, test_conversions,
                     test_sources, test_unsupported, test_no_hands, test_users, test_preferences);
}
