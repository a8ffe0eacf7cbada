/* SPDX-License-Identifier: MIT */
/*
 * xrSuggestInteractionProfileBindings (OpenXR, "Suggested Bindings"): which profiles and which
 * paths an app may suggest, by its version of OpenXR and its extensions. The lists are the
 * registry's. Linked with the runtime, because Debian 12's loader refuses apps of OpenXR 1.1.
 */
#include <string.h>

#include "../test_client.h"

#define BASE "/interaction_profiles/"
#define L "/user/hand/left/input/"
#define R "/user/hand/right/input/"

/* `extension`: that defines the profile, or NULL. `core`: the minor version from which core has it,
 * or 9. `path`: one of its paths. `other`: a path that looks right and is none of the profile's. */
static const struct {
    const char *profile, *extension;
    uint32_t core;
    const char *path, *other;
} profiles[] = {
    {"khr/simple_controller", NULL, 0, L "select/click", L "trigger/value"},
    {"google/daydream_controller", NULL, 0, L "trackpad/touch", "/user/hand/left/output/haptic"},
    {"htc/vive_controller", NULL, 0, R "squeeze/click", R "squeeze/value"},
    {"htc/vive_pro", NULL, 0, "/user/head/input/volume_up/click", L "system/click"},
    {"microsoft/motion_controller", NULL, 0, L "thumbstick/y", L "trigger/click"},
    {"microsoft/xbox_controller", NULL, 0, "/user/gamepad/input/view/click",
     "/user/gamepad/input/squeeze/value"},
    {"oculus/go_controller", NULL, 0, R "back/click", R "squeeze/click"},
    {"oculus/touch_controller", NULL, 0, L "x/touch", R "x/touch"},
    {"valve/index_controller", NULL, 0, L "trackpad/force", L "trackpad/click"},
    {"hp/mixed_reality_controller", "XR_EXT_hp_mixed_reality_controller", 1, R "a/click",
     L "a/click"},
    {"samsung/odyssey_controller", "XR_EXT_samsung_odyssey_controller", 1, R "trackpad/click",
     R "a/click"},
    {"htc/vive_cosmos_controller", "XR_HTC_vive_cosmos_controller_interaction", 1,
     L "shoulder/click", L "squeeze/value"},
    {"htc/vive_focus3_controller", "XR_HTC_vive_focus3_controller_interaction", 1,
     L "squeeze/touch", L "shoulder/click"},
    {"valve/frame_controller_valve", "XR_VALVE_frame_controller_interaction", 9, L "dpad_up/click",
     R "dpad_up/click"},
    {"bytedance/pico_neo3_controller", "XR_BD_controller_interaction", 1, R "menu/click",
     R "x/click"},
    {"bytedance/pico4_controller", "XR_BD_controller_interaction", 1, L "menu/click",
     R "menu/click"},
    {"bytedance/pico_g3_controller", "XR_BD_controller_interaction", 1, R "thumbstick/click",
     R "squeeze/click"},
    {"ml/ml2_controller", "XR_ML_ml2_controller_interaction", 1, R "shoulder/click",
     R "squeeze/value"},
    {"meta/touch_controller_rift_cv1", NULL, 1, L "thumbrest/touch", L "trigger_curl/value"},
    {"meta/touch_controller_quest_1_rift_s", NULL, 1, R "trigger/proximity", R "thumbrest/touch"},
    {"meta/touch_controller_quest_2", NULL, 1, R "thumb_resting_surfaces/proximity",
     R "trigger/force"},
    {"meta/touch_plus_controller", NULL, 1, L "trigger/force", L "stylus/force"},
    {"meta/touch_pro_controller", NULL, 1, L "stylus/force", L "trigger/force"},
    {"facebook/touch_controller_pro", "XR_FB_touch_controller_pro", 9, R "stylus_fb/force",
     R "stylus/force"},
    {"meta/touch_controller_plus", "XR_META_touch_controller_plus", 9, R "trigger/curl_meta",
     R "trigger_curl/value"},
    {"bytedance/pico_ultra_controller_bd", "XR_BD_ultra_controller_interaction", 9,
     L "squeeze/click", R "menu/click"},
    {"khr/generic_controller", "XR_KHR_generic_controller", 9, L "primary/click", L "a/click"},
    {"ext/hand_interaction_ext", "XR_EXT_hand_interaction", 9, L "grasp_ext/value",
     L "squeeze/value"},
    {"microsoft/hand_interaction", "XR_MSFT_hand_interaction", 9, L "select/value",
     L "select/click"},
    {"htc/hand_interaction", "XR_HTC_hand_interaction", 9, "/user/hand_htc/left/input/select/value",
     L "select/value"},
    {"htc/vive_wrist_tracker", "XR_HTC_vive_wrist_tracker_interaction", 9,
     "/user/wrist_htc/right/input/a/click", "/user/wrist_htc/left/input/a/click"},
    {"ext/eye_gaze_interaction", "XR_EXT_eye_gaze_interaction", 9,
     "/user/eyes_ext/input/gaze_ext/pose", L "gaze_ext/pose"},
    {"huawei/controller", "XR_HUAWEI_controller_interaction", 9, L "volume_up/click", L "x/click"},
    {"oppo/mr_controller_oppo", "XR_OPPO_controller_interaction", 9, L "heartrate_oppo/value",
     R "heartrate_oppo/value"},
    {"yvr/touch_controller_yvr", "XR_YVR_controller_interaction", 9, L "squeeze/click",
     L "squeeze/value"},
    {"varjo/xr-4_controller", "XR_VARJO_xr4_controller_interaction", 9, L "squeeze/touch",
     L "squeeze/value"},
    {"logitech/mx_ink_stylus_logitech", "XR_LOGITECH_mx_ink_stylus_interaction", 9,
     R "dock_logitech/docked_logitech", R "trigger/value"},
    {"android/mouse_interaction_android", "XR_ANDROID_mouse_interaction", 9,
     "/user/mouse/input/select/click", L "select/click"},
};
#define PROFILES (sizeof profiles / sizeof profiles[0])

static struct client *open_instance(struct client *client, uint32_t minor, const char *extension)
{
    *client = (struct client){.minor = minor, .bare = true, .extension = extension};
    client_create_instance(client);
    const XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO,
                                        .actionSetName = "set",
                                        .localizedActionSetName = "Set"};
    OK(xrCreateActionSet(client->instance, &info, &client->set));
    client->select = client_create_action(client, "button", XR_ACTION_TYPE_BOOLEAN_INPUT);
    client->grip = client_create_action(client, "pose", XR_ACTION_TYPE_POSE_INPUT);
    return client;
}

static XrResult suggest(const struct client *client, const char *profile, const char *path)
{
    char whole[128];
    snprintf(whole, sizeof whole, BASE "%s", profile);
    const XrAction action = strstr(path, "/pose") != NULL ? client->grip : client->select;
    const XrActionSuggestedBinding binding = {action, client_path(client, path)};
    return client_suggest(client, whole, 1, &binding);
}

/* Each profile in each version, with its extension and without. */
static void check_profiles(uint32_t minor)
{
    for (size_t i = 0; i < PROFILES; i++) {
        struct client client;
        open_instance(&client, minor, NULL);
        const bool in_core = profiles[i].core <= minor;
        if (suggest(&client, profiles[i].profile, profiles[i].path) !=
            (in_core ? XR_SUCCESS : XR_ERROR_PATH_UNSUPPORTED)) {
            fprintf(stderr, "OpenXR 1.%u: %s\n", minor, profiles[i].profile);
            exit(1);
        }
        CHECK(suggest(&client, profiles[i].profile, profiles[i].other) ==
              XR_ERROR_PATH_UNSUPPORTED);
        OK(xrDestroyInstance(client.instance));
        if (profiles[i].extension == NULL)
            continue;
        open_instance(&client, minor, profiles[i].extension);
        OK(suggest(&client, profiles[i].profile, profiles[i].path));
        if (suggest(&client, profiles[i].profile, profiles[i].other) != XR_ERROR_PATH_UNSUPPORTED) {
            fprintf(stderr, "%s has %s\n", profiles[i].profile, profiles[i].other);
            exit(1);
        }
        OK(xrDestroyInstance(client.instance));
    }
}

/* Poses and proximities that an extension or OpenXR 1.1 adds to the profiles of others. */
static void check_added(void)
{
    static const struct {
        const char *extension, *path;
        uint32_t core;
    } cases[] = {
        {"XR_EXT_palm_pose", L "palm_ext/pose", 9},
        {"XR_KHR_maintenance1", L "grip_surface/pose", 1},
        {"XR_EXT_hand_interaction", R "pinch_ext/pose", 9},
        {"XR_EXT_hand_interaction", R "poke_ext/pose", 9},
        {"XR_FB_touch_controller_proximity", R "trigger/proximity_fb", 9},
        {NULL, R "trigger/proximity", 1},
        {NULL, R "thumbstick/dpad_up",
         9}, /* XR_EXT_dpad_binding, which the runtime does not have */
    };
    for (uint32_t minor = 0; minor < 2; minor++) {
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            struct client client;
            open_instance(&client, minor, NULL);
            const XrResult expected =
                cases[i].core <= minor ? XR_SUCCESS : XR_ERROR_PATH_UNSUPPORTED;
            CHECK(suggest(&client, "oculus/touch_controller", cases[i].path) == expected);
            OK(xrDestroyInstance(client.instance));
            if (cases[i].extension == NULL)
                continue;
            open_instance(&client, minor, cases[i].extension);
            OK(suggest(&client, "oculus/touch_controller", cases[i].path));
            OK(xrDestroyInstance(client.instance));
        }
    }
}

/* Paths that are wrong in every version, and arguments. */
static void check_wrong(uint32_t minor)
{
    static const char *const paths[] = {
        "/user/hand/left",        L "select",        L "select/click/more",
        "/user/hand/left/input",  "/input/select",   "/user/hand/middle/input/select/click",
        "/user/head/input/a",     R "menu/touch",    "/user/invalid/input/select/click",
        "/user/hand/left/select", L "selected/click"};
    struct client client;
    open_instance(&client, minor, NULL);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        const bool parent = strcmp(paths[i], L "select") == 0; /* stands for select/click */
        CHECK(suggest(&client, "khr/simple_controller", paths[i]) ==
              (parent ? XR_SUCCESS : XR_ERROR_PATH_UNSUPPORTED));
    }
    CHECK(suggest(&client, "khr/unknown_controller", L "select/click") ==
          XR_ERROR_PATH_UNSUPPORTED);
    XrActionSuggestedBinding binding = {client.select, XR_NULL_PATH};
    CHECK(client_suggest(&client, BASE "khr/simple_controller", 1, &binding) ==
          XR_ERROR_PATH_INVALID);
    binding.binding = 0x1234;
    CHECK(client_suggest(&client, BASE "khr/simple_controller", 1, &binding) ==
          XR_ERROR_PATH_INVALID);
    CHECK(client_suggest(&client, BASE "khr/simple_controller", 0, &binding) ==
          XR_ERROR_VALIDATION_FAILURE);
    binding = (XrActionSuggestedBinding){XR_NULL_HANDLE, client_path(&client, L "select/click")};
    CHECK(client_suggest(&client, BASE "khr/simple_controller", 1, &binding) ==
          XR_ERROR_HANDLE_INVALID);
    OK(xrDestroyInstance(client.instance));
}

int main(void)
{
    for (uint32_t minor = 0; minor < 2; minor++) {
        check_profiles(minor);
        check_wrong(minor);
    }
    check_added();
    return 0;
}
