/* SPDX-License-Identifier: MIT */
/* Hazard: a hand that aims or pinches elsewhere than it is (XR_FB_hand_tracking_aim). */
#include "told_session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layer/pose/hand.h"
#include "layer/state/session.h"

static const char *const names[] = {SCENE_HAND_AND_EYES, "XR_FB_hand_tracking_aim"};
enum { NAMES = 3 };

enum { COMPUTED = 1, VALID = 2, INDEX = 4, MIDDLE = 8, RING = 16, LITTLE = 32, DOMINANT = 128 };

static void begin(struct scene *scene)
{
    scene_start(scene, names, NAMES);
}

struct located {
    XrHandTrackingAimStateFB aim;
    XrHandJointLocationEXT joints[XR_HAND_JOINT_COUNT_EXT];
};

static void locate(struct scene *scene, XrHandTrackerEXT tracker, XrSpace base, XrTime time,
                   struct located *out)
{
    memset(out, 0x55, sizeof *out);
    out->aim.type = XR_TYPE_HAND_TRACKING_AIM_STATE_FB;
    out->aim.next = NULL;
    XrHandJointLocationsEXT locations = {.type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT,
                                         .next = &out->aim,
                                         .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                         .jointLocations = out->joints};
    scene_joints(scene, tracker, base, time, &locations);
}

static void check_clear(const XrHandTrackingAimStateFB *aim)
{
    assert_int_equal(aim->status, 0);
    scene_check_pose(aim->aimPose, (XrQuaternionf){0, 0, 0, 1}, (XrVector3f){0, 0, 0});
    assert_true(aim->pinchStrengthIndex == 0.0f && aim->pinchStrengthMiddle == 0.0f);
    assert_true(aim->pinchStrengthRing == 0.0f && aim->pinchStrengthLittle == 0.0f);
}

/* Where the hand aims by the joints and the head that the app itself was told. */
static XrPosef expected_in_local(struct scene *scene, enum us_hand hand, struct located *located,
                                 bool with_head)
{
    struct us_motion joints[XR_HAND_JOINT_COUNT_EXT] = {{.pose = us_pose_identity}};
    struct us_motion head = {.pose = us_pose_identity};
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++)
        joints[i].pose = scene_to_pose(located->joints[i].pose);
    head.pose =
        scene_to_pose(scene_locate(scene, scene->view, scene->local, SCENE_AT(3), NULL).pose);
    return scene_from_pose(
        us_hand_pose(US_HAND_POSE_AIM, hand, joints, with_head ? &head : NULL).pose);
}

static void check_hand(struct scene *scene, XrHandEXT which, bool with_head)
{
    enum us_hand hand = which == XR_HAND_LEFT_EXT ? US_HAND_LEFT : US_HAND_RIGHT;
    XrHandTrackerEXT tracker = scene_hand(scene, which);
    struct located located, other;
    locate(scene, tracker, scene->local, SCENE_AT(3), &located);
    XrPosef aim = expected_in_local(scene, hand, &located, with_head);
    scene_check_pose(located.aim.aimPose, aim.orientation, aim.position);
    /* STAGE is 1.5 m lower; and a space that is turned by 180 degrees about Y. */
    locate(scene, tracker, scene->stage, SCENE_AT(3), &other);
    scene_check_pose(other.aim.aimPose, aim.orientation,
                     (XrVector3f){aim.position.x, aim.position.y + 1.5f, aim.position.z});
    XrSpace back =
        scene_space(scene, XR_REFERENCE_SPACE_TYPE_LOCAL, (XrPosef){{0, 1, 0, 0}, {0, 0, 0}});
    locate(scene, tracker, back, SCENE_AT(3), &other);
    XrQuaternionf q = aim.orientation;
    scene_check_pose(other.aim.aimPose, (XrQuaternionf){-q.z, -q.w, q.x, q.y},
                     (XrVector3f){-aim.position.x, aim.position.y, -aim.position.z});
}

TEST(test_pose)
{
    for (int there = 0; there < 3; there++) {
        struct scene scene = {0};
        scene_init(&scene, SCENE_ALL);
        fake.has_hands = there > 0;
        fake.also[0] = there == 2 ? names[2] : NULL;
        begin(&scene);
        check_hand(&scene, XR_HAND_LEFT_EXT, true);
        check_hand(&scene, XR_HAND_RIGHT_EXT, true);
        scene_end(&scene);
    }
    struct scene scene = {0};
    scene_init(&scene, SCENE_HANDS);
    begin(&scene);
    check_hand(&scene, XR_HAND_LEFT_EXT, false);
    scene_end(&scene);
}

/* A live hand aims as the runtime says, or as nobody does where it cannot; only what is played is
 * counted in the summary. */
TEST(test_live_or_played)
{
    for (int there = 0; there < 2; there++) {
        for (int plays = 0; plays < 2; plays++) {
            struct scene scene = {0};
            struct located located;
            scene_init(&scene, plays ? SCENE_ALL | SCENE_PINCH : SCENE_HEAD);
            fake.has_hands = true;
            fake.also[0] = there ? names[2] : NULL;
            begin(&scene);
            XrHandTrackerEXT left = scene_hand(&scene, XR_HAND_LEFT_EXT);
            locate(&scene, left, scene.local, SCENE_AT(3), &located);
            if (!plays && there)
                assert_int_equal(located.aim.status, FAKE_LIVE_AIM_BITS);
            else if (!plays)
                check_clear(&located.aim);
            const struct us_summary *summary = us_session_find(scene.session)->instance->summary;
            assert_int_equal((atomic_load(&summary->steps) & US_SUMMARY_READ_AIM) != 0, plays);
            scene_end(&scene);
        }
    }
}

/* Thumb tip and index tip of the recording are 5 cm apart; the thumb's radius is 12 mm, the
 * finger's 8.5 mm; no flag: never above 0.4. */
TEST(test_bits)
{
    for (int there = 0; there < 3; there++) {
        struct scene scene = {0};
        struct located located;
        scene_init(&scene, SCENE_ALL | SCENE_PINCH);
        fake.has_hands = there > 0;
        fake.also[0] = there == 2 ? names[2] : NULL;
        begin(&scene);
        XrHandTrackerEXT left = scene_hand(&scene, XR_HAND_LEFT_EXT);
        XrHandTrackerEXT right = scene_hand(&scene, XR_HAND_RIGHT_EXT);
        locate(&scene, left, scene.local, SCENE_AT(3), &located);
        assert_int_equal(located.aim.status, COMPUTED | VALID | INDEX);
        assert_true(located.aim.pinchStrengthIndex == 1.0f);
        assert_true(located.aim.pinchStrengthMiddle == 0.0f);
        locate(&scene, right, scene.local, SCENE_AT(3), &located);
        assert_int_equal(located.aim.status, COMPUTED | VALID | DOMINANT);
        assert_true(fabsf(located.aim.pinchStrengthIndex - 0.4f) < 1e-6f);
        /* The hand is lost, then the focus. */
        locate(&scene, right, scene.local, SCENE_AT(6), &located);
        check_clear(&located.aim);
        scene_tell_state(&scene, XR_SESSION_STATE_VISIBLE);
        locate(&scene, left, scene.local, SCENE_AT(3), &located);
        check_clear(&located.aim);
        scene_end(&scene);
    }
}

/* The first revision chained it to the question. */
SCENE_TEST(test_behind_the_question, SCENE_ALL)
{
    begin(scene);
    XrHandTrackerEXT tracker = scene_hand(scene, XR_HAND_LEFT_EXT);
    struct located located;
    locate(scene, tracker, scene->local, SCENE_AT(3), &located);
    XrHandTrackingAimStateFB aim = {.type = XR_TYPE_HAND_TRACKING_AIM_STATE_FB};
    XrHandJointLocationsEXT locations = {.type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT,
                                         .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                         .jointLocations = located.joints};
    XrHandJointsLocateInfoEXT info = {.type = XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT,
                                      .next = &aim,
                                      .baseSpace = scene->local,
                                      .time = SCENE_AT(3)};
    assert_success(scene->calls.xrLocateHandJointsEXT(tracker, &info, &locations));
    assert_int_equal(aim.status, located.aim.status);
    scene_check_pose(aim.aimPose, located.aim.aimPose.orientation, located.aim.aimPose.position);
}

/* What the app did not enable is not written. */
PLAYED_TEST(test_not_enabled, SCENE_ALL)
{
    struct located located;
    locate(scene, scene_hand(scene, XR_HAND_LEFT_EXT), scene->local, SCENE_AT(3), &located);
    assert_true(located.aim.status == UINT64_C(0x5555555555555555));
}

/* Live hands: nobody knows where they aim, but the runtime that has the extension. */
TEST(test_live)
{
    for (int there = 0; there < 2; there++) {
        struct scene scene = {0};
        scene_init(&scene, SCENE_HEAD);
        fake.has_hands = true;
        fake.also[0] = there ? names[2] : NULL;
        begin(&scene);
        struct located located;
        locate(&scene, scene_hand(&scene, XR_HAND_LEFT_EXT), scene.local, SCENE_AT(3), &located);
        scene_check_vector(located.joints[0].pose.position, (XrVector3f){9, 9, 9});
        if (!there)
            check_clear(&located.aim);
        else
            assert_int_equal(located.aim.status, FAKE_LIVE_AIM_BITS);
        scene_end(&scene);
    }
}

/* Hands are played and pinches are not: those stay what the runtime says of them. */
TEST(test_live_pinches)
{
    for (int there = 0; there < 2; there++) {
        struct scene scene = {0};
        scene_init(&scene, SCENE_ALL | SCENE_PINCH);
        setenv("UNDERSTUDY_CHANNELS", "head,hands", 1);
        fake.has_hands = true;
        fake.also[0] = there ? names[2] : NULL;
        begin(&scene);
        struct located located;
        locate(&scene, scene_hand(&scene, XR_HAND_LEFT_EXT), scene.local, SCENE_AT(3), &located);
        assert_int_equal(located.aim.status, COMPUTED | VALID | (there ? INDEX : 0));
        assert_true(fabsf(located.aim.pinchStrengthIndex - (there ? 0.9f : 0.0f)) < 1e-6f);
        assert_true(located.aim.aimPose.position.x < 8.0f);
        scene_end(&scene);
        unsetenv("UNDERSTUDY_CHANNELS");
    }
}

/* A recorded hand whose tips are this far from the thumb's, skin to skin, for index, middle, ring
 * and little. */
static float gaps_m[4];

static void place_tips(double at_s, struct us_session_frame *frame, struct us_session_input *input)
{
    static const XrHandJointEXT tips[4] = {XR_HAND_JOINT_INDEX_TIP_EXT,
                                           XR_HAND_JOINT_MIDDLE_TIP_EXT, XR_HAND_JOINT_RING_TIP_EXT,
                                           XR_HAND_JOINT_LITTLE_TIP_EXT};
    struct us_session_hand_joints *hand = &frame->hands[US_SESSION_LEFT];
    (void)at_s, (void)input;
    hand->is_recorded = hand->is_active = true;
    for (int i = 0; i < US_SESSION_JOINTS; i++)
        hand->joints[i] =
            (struct us_session_joint){.flags = 15, .pose = us_pose_identity, .radius_m = 0.01f};
    for (int i = 0; i < 4; i++)
        hand->joints[tips[i]].pose.position_m.y =
            gaps_m[i] + us_joint_radius_m(US_JOINT_THUMB_TIP) +
            us_joint_radius_m(us_joint_from_openxr((int)tips[i]));
}

static XrHandTrackingAimStateFB aim_with_gaps(float index_m, float middle_m, float ring_m,
                                              float little_m)
{
    struct told_session told;
    struct located located;
    const float gaps[4] = {index_m, middle_m, ring_m, little_m};
    memcpy(gaps_m, gaps, sizeof gaps);
    told_session_init(&told);
    told.edit = place_tips;
    told_session_record(&told, 1.0);
    told_session_open(&told, names, NAMES);
    scene_focus(&told.scene);
    locate(&told.scene, scene_hand(&told.scene, XR_HAND_LEFT_EXT), told.scene.local, SCENE_AT(0.5),
           &located);
    told_session_finish(&told);
    return located.aim;
}

TEST(test_fingers)
{
    XrHandTrackingAimStateFB aim = aim_with_gaps(0.045f, 0.02f, -0.001f, 0.06f);
    assert_int_equal(aim.status, COMPUTED | VALID | RING);
    assert_true(fabsf(aim.pinchStrengthIndex - 0.1f) < 1e-5f);
    assert_true(fabsf(aim.pinchStrengthMiddle - 0.6f) < 1e-5f);
    assert_true(aim.pinchStrengthRing == 1.0f && aim.pinchStrengthLittle == 0.0f);
    aim = aim_with_gaps(0.045f, -0.001f, -0.001f, -0.001f);
    assert_int_equal(aim.status, COMPUTED | VALID | MIDDLE | RING | LITTLE);
    /* A hand that pinches with the index finger pinches with no other. */
    aim = aim_with_gaps(-0.001f, -0.001f, -0.001f, -0.001f);
    assert_int_equal(aim.status, COMPUTED | VALID | INDEX);
    assert_true(aim.pinchStrengthIndex == 1.0f && aim.pinchStrengthLittle == 1.0f);
}

TESTS_MAIN(test_pose, test_live_or_played, test_bits, test_behind_the_question, test_not_enabled,
           test_live, test_live_pinches, test_fingers)
