/* SPDX-License-Identifier: MIT */
/* Hazard: a hand that pinches and does not, at once; a pointing finger that grabs. */
#include "scene.h"

#include <math.h>

#include "layer/pose/convert.h"
#include "layer/pose/hand.h"
#include "skeleton.h"

enum { JOINTS = XR_HAND_JOINT_COUNT_EXT };

static void bend_hand(enum us_hand hand, struct hand_bend bend, float size,
                      struct us_motion out[JOINTS])
{
    struct us_pose joints[US_JOINT_COUNT];
    us_skeleton_pose(hand, us_pose_identity, &bend, joints);
    for (int i = 0; i < JOINTS; i++) {
        struct us_pose pose = us_convert_pose(joints[us_joint_from_openxr(i)]);
        pose.position_m = us_vec3_scale(pose.position_m, size);
        out[i] = (struct us_motion){.pose = pose};
    }
}

/* Tips whose skins are this far apart. */
static void tips_apart(float gap_m, struct us_motion joints[JOINTS])
{
    const float skins_m =
        us_joint_radius_m(US_JOINT_THUMB_TIP) + us_joint_radius_m(US_JOINT_INDEX_TIP);
    memset(joints, 0, JOINTS * sizeof *joints);
    joints[XR_HAND_JOINT_THUMB_TIP_EXT].pose.position_m = (struct us_vec3){0.1f, 0.2f, 0.3f};
    joints[XR_HAND_JOINT_INDEX_TIP_EXT].pose.position_m =
        (struct us_vec3){0.1f + (gap_m + skins_m) * 0.6f, 0.2f, 0.3f - (gap_m + skins_m) * 0.8f};
}

/* Linear from 5 cm, where it is 0; without the flag it stops at 0.4, which is 3 cm. */
TEST(test_pinch_by_distance)
{
    static const float rows[][2] = {{0.10f, 0.0f}, {0.05f, 0.0f},  {0.045f, 0.1f},
                                    {0.04f, 0.2f}, {0.035f, 0.3f}, {0.03f, 0.4f},
                                    {0.02f, 0.4f}, {0.0f, 0.4f},   {-0.02f, 0.4f}};
    struct us_motion joints[JOINTS];
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tips_apart(rows[i][0], joints);
        assert_true(fabsf(us_gesture_pinch(joints, false) - rows[i][1]) < 1e-5f);
        assert_true(us_gesture_pinch(joints, true) >= 1.0f);
        assert_true(us_gesture_pinch(joints, true) <= 1.0f);
    }
}

TEST(test_grasp_of_hands)
{
    struct us_motion joints[JOINTS];
    for (int i = 0; i < 2 * 3; i++) {
        const enum us_hand hand = (enum us_hand)(i % 2);
        const float size = 0.7f + 0.3f * (float)(i / 2); /* a child's, an adult's, a giant's */
        bend_hand(hand, hand_bend_of(HAND_BEND_OPEN), size, joints);
        assert_true(us_gesture_grasp(joints) <= 0.0f);
        bend_hand(hand, hand_bend_of(HAND_BEND_RELAXED), size, joints);
        assert_true(us_gesture_grasp(joints) <= 0.0f);
        bend_hand(hand, hand_bend_of(HAND_BEND_POINT), size, joints);
        assert_true(us_gesture_grasp(joints) <= 0.0f);
        bend_hand(hand, hand_bend_of(HAND_BEND_PINCH), size, joints);
        assert_true(us_gesture_grasp(joints) < 0.5f);
        bend_hand(hand, hand_bend_of(HAND_BEND_FIST), size, joints);
        assert_true(us_gesture_grasp(joints) >= 1.0f);
    }
}

/* A closing hand never lets go on the way, and passes through the values between. */
TEST(test_grasp_grows)
{
    struct us_motion joints[JOINTS];
    float last = 0.0f;
    bool between = false;
    for (int i = 0; i <= 100; i++) {
        bend_hand(
            US_HAND_RIGHT,
            hand_bend_blend(hand_bend_of(HAND_BEND_OPEN), hand_bend_of(HAND_BEND_FIST), 0.01 * i),
            1.0f, joints);
        const float now = us_gesture_grasp(joints);
        assert_true(now >= last && now <= last + 0.1f);
        between = between || (now > 0.3f && now < 0.7f);
        last = now;
    }
    assert_true(between && last >= 1.0f);
}

/* A finger of bones of 5, 3, 3 and 3 cm whose tip is `reach_m` ahead of the palm. */
static void lay_finger(struct us_motion *finger, float reach_m)
{
    const float bent_m = (0.05f - reach_m + 0.03f) * 0.5f;
    finger[0].pose.position_m = (struct us_vec3){0, 0, -0.05f};
    finger[1].pose.position_m =
        (struct us_vec3){0, -sqrtf(0.03f * 0.03f - bent_m * bent_m), -0.05f + bent_m};
    finger[2].pose.position_m = (struct us_vec3){0, 0, -0.05f + 2.0f * bent_m};
    finger[3].pose.position_m = (struct us_vec3){0, 0, -reach_m};
}

/* The bones add up to 14 cm. A tip 7 cm ahead is half the way: 0.65 - 0.5 is 15 of the 22
 * hundredths from open to closed. The other fingers are in the palm, and do not count. */
TEST(test_grasp_share)
{
    static const int proximal[] = {
        XR_HAND_JOINT_INDEX_PROXIMAL_EXT, XR_HAND_JOINT_MIDDLE_PROXIMAL_EXT,
        XR_HAND_JOINT_RING_PROXIMAL_EXT, XR_HAND_JOINT_LITTLE_PROXIMAL_EXT};
    struct us_motion joints[JOINTS] = {0};
    for (int half = 0; half < 4; half++) {
        for (int finger = 0; finger < 4; finger++)
            lay_finger(&joints[proximal[finger]], finger == half ? 0.07f : 0.03f);
        assert_true(fabsf(us_gesture_grasp(joints) - 15.0f / 22.0f) < 1e-4f);
    }
}

TEST(test_hostile)
{
    struct us_motion joints[JOINTS] = {0};
    assert_true(us_gesture_grasp(joints) <= 0.0f); /* all in one place is no hand */
    const float values[] = {NAN, INFINITY, 1e38f, 1e-42f};
    for (int i = 0; i < 4 * JOINTS; i++) {
        bend_hand(US_HAND_LEFT, hand_bend_of(HAND_BEND_FIST), 1.0f, joints);
        joints[i / 4].pose.position_m = (struct us_vec3){values[i % 4], values[i % 4], 0};
        const float pinch = us_gesture_pinch(joints, false), grasp = us_gesture_grasp(joints);
        assert_true(pinch >= 0.0f && pinch <= 0.4f && grasp >= 0.0f && grasp <= 1.0f);
        assert_true(us_gesture_pinch(joints, true) >= 1.0f);
    }
    tips_apart(NAN, joints);
    assert_true(us_gesture_pinch(joints, false) <= 0.0f);
}

TESTS_MAIN(test_pinch_by_distance, test_grasp_of_hands, test_grasp_grows, test_grasp_share,
           test_hostile)
