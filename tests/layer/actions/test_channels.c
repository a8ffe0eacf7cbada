/* SPDX-License-Identifier: MIT */
/* Which channels are played, and that the others stay live wherever an app may ask. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layer/state/instance.h"
#include "scene.h"

static void play(struct scene *scene, const char *channels)
{
    scene_init(scene, SCENE_ALL);
    fake.has_hands = fake.has_eyes = true;
    setenv("UNDERSTUDY_CHANNELS", channels, 1);
    scene_play(scene, 0);
}

struct support {
    bool head, hands, gaze;
};

/* The fake says no to everything: what is supported is the layer's word. */
static struct support ask_support(struct scene *scene)
{
    XrSystemEyeGazeInteractionPropertiesEXT eyes = {
        .type = XR_TYPE_SYSTEM_EYE_GAZE_INTERACTION_PROPERTIES_EXT};
    XrSystemHandTrackingPropertiesEXT hands = {.type = XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT,
                                               .next = &eyes};
    XrSystemProperties properties = {.type = XR_TYPE_SYSTEM_PROPERTIES, .next = &hands};
    assert_success(scene->calls.xrGetSystemProperties(scene->instance, 1, &properties));
    assert_true(properties.trackingProperties.orientationTracking ==
                properties.trackingProperties.positionTracking);
    return (struct support){properties.trackingProperties.orientationTracking,
                            hands.supportsHandTracking, eyes.supportsEyeGazeInteraction};
}

static bool is_head_live(struct scene *scene)
{
    XrSpaceLocation location = scene_locate(scene, scene->view, scene->local, SCENE_AT(5), NULL);
    const struct scene_views told = scene_locate_views(scene, scene->local, SCENE_AT(5));
    bool live = location.pose.position.y == FAKE_LIVE_HEAD_M;
    assert_int_equal(told.views[0].pose.position.y == FAKE_LIVE_HEAD_M, live);
    return live;
}

static bool is_hand_live(struct scene *scene)
{
    XrHandTrackerEXT tracker = scene_hand(scene, XR_HAND_LEFT_EXT);
    HAND_JOINTS(locations, joints);
    scene_joints(scene, tracker, scene->local, SCENE_AT(5), &locations);
    assert_true(locations.isActive);
    return joints[0].pose.position.y == FAKE_LIVE_OTHER_M;
}

static const char *const names[] = {"head", "hands", "gaze", "pinch"};

/* Every subset: each channel is played if it is in it, and live if it is not. */
TEST(test_subsets)
{
    for (unsigned set = 1; set < 16; set++) {
        char list[64] = "";
        for (int i = 0; i < 4; i++) {
            if (set & (1u << i))
                snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s",
                         list[0] != '\0' ? "," : "", names[i]);
        }
        struct scene scene = {0};
        play(&scene, list);
        struct support support = ask_support(&scene);
        assert_int_equal(support.head, (set & US_CHANNEL_HEAD) != 0);
        assert_int_equal(support.hands, (set & US_CHANNEL_HANDS) != 0);
        assert_int_equal(support.gaze, (set & US_CHANNEL_GAZE) != 0);
        assert_int_equal(is_head_live(&scene), (set & US_CHANNEL_HEAD) == 0);
        assert_int_equal(is_hand_live(&scene), (set & US_CHANNEL_HANDS) == 0);
        assert_int_equal(us_instance_find(scene.instance)->bindings.plays.pinch,
                         (set & US_CHANNEL_PINCH) != 0);
        assert_int_equal(scene_count_log(&scene, "not played"),
                         set == (US_CHANNEL_ALL & ~US_CHANNEL_CONTROLLERS) ? 0 : 1);
        scene_end(&scene);
    }
}

/* What the runtime has not got and what is not played is not there. */
SCENE_TEST(test_lacking, SCENE_ALL)
{
    setenv("UNDERSTUDY_CHANNELS", "head", 1);
    scene_play(scene, 0);
    struct support support = ask_support(scene);
    assert_true(support.head && !support.hands && !support.gaze);
    XrHandTrackerCreateInfoEXT info = {.type = XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT,
                                       .hand = XR_HAND_LEFT_EXT,
                                       .handJointSet = XR_HAND_JOINT_SET_DEFAULT_EXT};
    XrHandTrackerEXT tracker;
    assert_int_equal(scene->calls.xrCreateHandTrackerEXT(scene->session, &info, &tracker),
                     XR_ERROR_FEATURE_UNSUPPORTED);
    scene_expect_log(scene, "channels played: head; recorded but not played: hands, gaze, pinch");
}

/* A live hand beside a recorded head is where it is in the world, seen from that head. */
TEST_OF(test_live_hand_from_recorded_head, struct scene, scene, play(scene, "head"),
        scene_end(scene))
{
    XrHandTrackerEXT tracker = scene_hand(scene, XR_HAND_LEFT_EXT);
    HAND_JOINTS(locations, joints);
    scene_joints(scene, tracker, scene->view, SCENE_AT(5), &locations);
    assert_true(locations.isActive);
    assert_true(fake.hands_space != scene->view && fake.hands_space != scene->local);
    assert_int_equal(joints[7].locationFlags, 15);
    /* (9, 9, 9) from (0.5, 0.2, -0.3), turned by 45 degrees to the left. */
    const float h = 0.707106781f;
    scene_check_vector(joints[7].pose.position, (XrVector3f){17.8f * h, 8.8f, 0.8f * h});
    scene_joints(scene, tracker, scene->local, SCENE_AT(5), &locations);
    assert_true(fake.hands_space == scene->local);
}

TEST_OF(test_unknown, struct scene, scene, play(scene, "head,legs"), scene_end(scene))
{
    assert_false(is_head_live(scene));
    assert_false(is_hand_live(scene));
    scene_expect_log(scene,
                     "'legs' is not any of head, hands, gaze, pinch, controllers: playing all");
}

/* Asked for what was not recorded: as without a recording. */
SCENE_TEST(test_nothing_left, SCENE_GAZE)
{
    setenv("UNDERSTUDY_CHANNELS", "hands", 1);
    scene_play(scene, 0);
    assert_true(is_head_live(scene));
    assert_false(us_instance_find(scene->instance)->bindings.plays.any);
    scene_expect_log(scene, "the recording has no hands; it has gaze; the app runs untouched");
}

TESTS_MAIN(test_subsets, test_lacking, test_live_hand_from_recorded_head, test_unknown,
           test_nothing_left)
