/* SPDX-License-Identifier: MIT */
/*
 * Hazard: an interaction profile whose trigger does nothing when the recorded hand pinches, or
 * whose menu opens by itself. One row for each component of each profile that a pinch, a fist or
 * nothing drives, from the app's suggestion to the app's state. The table is written from the
 * specification's list of components, not from the layer's.
 */
#include "actions.h"

#include <stdio.h>
#include <string.h>

/* What the left hand, open at 1.5 s and pinching at 2.5 s, makes of a component. */
enum what {
    CLICK,  /* FALSE, and TRUE */
    VALUE,  /* at most 0.4, and 1 */
    FINGER, /* TRUE while it pinches */
    READY,  /* TRUE, and TRUE: the hand is there */
    FIST,   /* a number or a truth that the pinch does not have to change */
    REST,   /* there, and nothing */
};

struct row {
    const char *profile, *extension, *path;
    enum what what;
};

#define LIVE 0.6f /* what no recorded hand says */

#define META_PLUS "XR_META_touch_controller_plus"
#define FB_PRO "XR_FB_touch_controller_pro"
#define COSMOS "XR_HTC_vive_cosmos_controller_interaction"
#define FOCUS3 "XR_HTC_vive_focus3_controller_interaction"
#define PICO "XR_BD_controller_interaction"
#define ULTRA "XR_BD_ultra_controller_interaction"
#define HP "XR_EXT_hp_mixed_reality_controller"
#define ODYSSEY "XR_EXT_samsung_odyssey_controller"

static const struct row rows[] = {
    {"khr/simple_controller", NULL, "select/click", CLICK},
    {"khr/simple_controller", NULL, "menu/click", REST},
    {"khr/generic_controller", "XR_KHR_generic_controller", "trigger/value", VALUE},
    {"khr/generic_controller", "XR_KHR_generic_controller", "squeeze/value", FIST},
    {"ext/hand_interaction_ext", "XR_EXT_hand_interaction", "pinch_ext/value", VALUE},
    {"ext/hand_interaction_ext", "XR_EXT_hand_interaction", "pinch_ext/ready_ext", READY},
    {"ext/hand_interaction_ext", "XR_EXT_hand_interaction", "aim_activate_ext/value", VALUE},
    {"ext/hand_interaction_ext", "XR_EXT_hand_interaction", "aim_activate_ext/ready_ext", READY},
    {"ext/hand_interaction_ext", "XR_EXT_hand_interaction", "grasp_ext/value", FIST},
    {"ext/hand_interaction_ext", "XR_EXT_hand_interaction", "grasp_ext/ready_ext", READY},
    {"microsoft/hand_interaction", "XR_MSFT_hand_interaction", "select/value", VALUE},
    {"microsoft/hand_interaction", "XR_MSFT_hand_interaction", "squeeze/value", VALUE},
    {"htc/hand_interaction", "XR_HTC_hand_interaction", "select/value", VALUE},
    {"htc/hand_interaction", "XR_HTC_hand_interaction", "squeeze/value", VALUE},
    {"google/daydream_controller", NULL, "select/click", CLICK},
    {"oculus/touch_controller", NULL, "trigger/value", VALUE},
    {"oculus/touch_controller", NULL, "trigger/touch", FINGER},
    {"oculus/touch_controller", NULL, "squeeze/value", FIST},
    {"oculus/touch_controller", NULL, "menu/click", REST},
    {"oculus/touch_controller", NULL, "x/click", REST},
    {"oculus/touch_controller", NULL, "thumbstick/x", REST},
    {"meta/touch_controller_plus", META_PLUS, "trigger/value", VALUE},
    {"meta/touch_controller_plus", META_PLUS, "squeeze/value", FIST},
    {"facebook/touch_controller_pro", FB_PRO, "trigger/value", VALUE},
    {"facebook/touch_controller_pro", FB_PRO, "squeeze/value", FIST},
    {"valve/index_controller", NULL, "trigger/value", VALUE},
    {"valve/index_controller", NULL, "trigger/click", CLICK},
    {"valve/index_controller", NULL, "trigger/touch", FINGER},
    {"valve/index_controller", NULL, "squeeze/value", FIST},
    {"valve/index_controller", NULL, "squeeze/force", FIST},
    {"valve/index_controller", NULL, "system/click", REST},
    {"htc/vive_controller", NULL, "trigger/value", VALUE},
    {"htc/vive_controller", NULL, "trigger/click", CLICK},
    {"htc/vive_controller", NULL, "squeeze/click", FIST},
    {"htc/vive_controller", NULL, "trackpad/click", REST},
    {"htc/vive_cosmos_controller", COSMOS, "trigger/value", VALUE},
    {"htc/vive_cosmos_controller", COSMOS, "trigger/click", CLICK},
    {"htc/vive_cosmos_controller", COSMOS, "squeeze/click", FIST},
    {"htc/vive_focus3_controller", FOCUS3, "trigger/value", VALUE},
    {"htc/vive_focus3_controller", FOCUS3, "trigger/click", CLICK},
    {"htc/vive_focus3_controller", FOCUS3, "trigger/touch", FINGER},
    {"htc/vive_focus3_controller", FOCUS3, "squeeze/click", FIST},
    {"microsoft/motion_controller", NULL, "trigger/value", VALUE},
    {"microsoft/motion_controller", NULL, "squeeze/click", FIST},
    {"microsoft/motion_controller", NULL, "menu/click", REST},
    {"samsung/odyssey_controller", ODYSSEY, "trigger/value", VALUE},
    {"samsung/odyssey_controller", ODYSSEY, "squeeze/click", FIST},
    {"hp/mixed_reality_controller", HP, "trigger/value", VALUE},
    {"hp/mixed_reality_controller", HP, "squeeze/value", FIST},
    {"bytedance/pico_neo3_controller", PICO, "trigger/value", VALUE},
    {"bytedance/pico_neo3_controller", PICO, "trigger/click", CLICK},
    {"bytedance/pico_neo3_controller", PICO, "trigger/touch", FINGER},
    {"bytedance/pico_neo3_controller", PICO, "squeeze/value", FIST},
    {"bytedance/pico4_controller", PICO, "trigger/value", VALUE},
    {"bytedance/pico4_controller", PICO, "trigger/click", CLICK},
    {"bytedance/pico4_controller", PICO, "squeeze/click", FIST},
    {"bytedance/pico_g3_controller", PICO, "trigger/value", VALUE},
    {"bytedance/pico_g3_controller", PICO, "trigger/click", CLICK},
    {"bytedance/pico_ultra_controller_bd", ULTRA, "trigger/value", VALUE},
    {"ml/ml2_controller", "XR_ML_ml2_controller_interaction", "trigger/value", VALUE},
    {"ml/ml2_controller", "XR_ML_ml2_controller_interaction", "trigger/click", CLICK},
    {"ml/ml2_controller", "XR_ML_ml2_controller_interaction", "shoulder/click", REST},
    {"oculus/go_controller", NULL, "trigger/click", CLICK},
    {"huawei/controller", "XR_HUAWEI_controller_interaction", "trigger/value", VALUE},
    {"huawei/controller", "XR_HUAWEI_controller_interaction", "trigger/click", CLICK},
    {"varjo/xr-4_controller", "XR_VARJO_xr4_controller_interaction", "trigger/value", VALUE},
    {"varjo/xr-4_controller", "XR_VARJO_xr4_controller_interaction", "trigger/touch", FINGER},
    {"varjo/xr-4_controller", "XR_VARJO_xr4_controller_interaction", "squeeze/click", FIST},
    {"oppo/mr_controller_oppo", "XR_OPPO_controller_interaction", "trigger/value", VALUE},
    {"oppo/mr_controller_oppo", "XR_OPPO_controller_interaction", "squeeze/value", FIST},
    {"yvr/touch_controller_yvr", "XR_YVR_controller_interaction", "trigger/value", VALUE},
    {"yvr/touch_controller_yvr", "XR_YVR_controller_interaction", "squeeze/click", FIST},
};

static XrAction make(struct scene *scene, const struct row *row, XrActionSet *out_set)
{
    const char *names[] = {SCENE_HAND_AND_EYES, row->extension};
    bool is_truth = strstr(row->path, "/value") == NULL && strstr(row->path, "/force") == NULL &&
                    strstr(row->path, "/x") == NULL;
    char path[128], profile[128];
    const char *user = strcmp(row->profile, "htc/hand_interaction") == 0 ? HTC_LEFT : LEFT;
    snprintf(path, sizeof path, "%s/input/%s", user, row->path);
    snprintf(profile, sizeof profile, "/interaction_profiles/%s", row->profile);
    memset(scene, 0, sizeof *scene);
    scene_init(scene, SCENE_ALL | SCENE_PINCHES);
    fake.also[0] = row->extension;
    scene_open(scene, names, row->extension != NULL ? 3 : 2);
    *out_set = actions_set(scene, 0);
    XrAction action = actions_make(
        scene, *out_set, is_truth ? XR_ACTION_TYPE_BOOLEAN_INPUT : XR_ACTION_TYPE_FLOAT_INPUT, NULL,
        NULL, NULL);
    assert_success(actions_suggest_one(scene, profile, action, path));
    assert_success(actions_attach(scene, out_set, 1));
    scene_focus(scene);
    return action;
}

struct reading {
    bool active;
    float value;
};

static struct reading state_of(struct scene *scene, const struct row *row, XrAction action)
{
    bool is_truth = strstr(row->path, "/value") == NULL && strstr(row->path, "/force") == NULL &&
                    strstr(row->path, "/x") == NULL;
    if (!is_truth) {
        XrActionStateFloat state = actions_float(scene, action, NULL);
        return (struct reading){state.isActive, state.currentState};
    }
    XrActionStateBoolean state = actions_boolean(scene, action, NULL);
    return (struct reading){state.isActive, state.currentState ? 1.0f : 0.0f};
}

static bool is_good(enum what what, float open, float pinching)
{
    switch (what) {
    case CLICK:
        return open == 0 && pinching == 1;
    case VALUE:
        return open >= 0 && open <= 0.4f && pinching == 1;
    case FINGER:
        return pinching == 1;
    case READY:
        return open == 1 && pinching == 1;
    case FIST:
        return open >= 0 && open <= 1 && open != LIVE && pinching >= 0 && pinching <= 1 &&
               pinching != LIVE;
    case REST:
        break;
    }
    return open == 0 && pinching == 0;
}

TEST(test_rows)
{
    int wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scene scene;
        XrActionSet set;
        XrAction action = make(&scene, &rows[i], &set);
        /* The live controllers say the opposite. */
        fake.live_hand = (struct fake_live){true, true, true, LIVE, 77};
        actions_frame(&scene, set, 1.5);
        struct reading open = state_of(&scene, &rows[i], action);
        actions_frame(&scene, set, 2.5);
        struct reading pinching = state_of(&scene, &rows[i], action);
        if (!open.active || !pinching.active ||
            !is_good(rows[i].what, open.value, pinching.value)) {
            print_error("%s %s: open %d %g, pinching %d %g\n", rows[i].profile, rows[i].path,
                        open.active, (double)open.value, pinching.active, (double)pinching.value);
            wrong++;
        }
        scene_end(&scene);
    }
    assert_int_equal(wrong, 0);
}

TESTS_MAIN(test_rows)
