/* SPDX-License-Identifier: MIT */
/* Hazard: a pose that is right for one hand, or at rest, or for a hand that is not held straight
 * up. */
#include "scene.h"

#include <float.h>
#include <math.h>

#include "layer/pose/convert.h"
#include "layer/pose/hand.h"
#include "skeleton.h"

enum { JOINTS = XR_HAND_JOINT_COUNT_EXT };

static const struct us_quat slanted = {0.1f, -0.5f, 0.7f, 0.5f}; /* a unit one */
static const struct us_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static struct us_vec3 axis_of(struct us_motion motion, int axis)
{
    return us_quat_rotate(motion.pose.rotation, axes[axis]);
}

static void check_near(struct us_vec3 a, struct us_vec3 b, float tolerance)
{
    const float apart = us_vec3_norm(us_vec3_sub(a, b));
    if (!(apart <= tolerance))
        fail_msg("(%g, %g, %g) is not (%g, %g, %g)", (double)a.x, (double)a.y, (double)a.z,
                 (double)b.x, (double)b.y, (double)b.z);
}

/* A hand that flies, turns, opens and closes: bones as they are, in OpenXR's axes. */
static void pose_at(enum us_hand hand, double t, struct us_pose out[JOINTS])
{
    const struct us_pose palm = {
        us_skeleton_turn(70.0 * sin(2.0 * t), 40.0 * t, 90.0 * cos(1.5 * t)),
        {(float)(0.2 * sin(3.0 * t)), (float)(1.3 + 0.3 * t), (float)(0.4 + 0.1 * cos(4.0 * t))}};
    const struct hand_bend bend = hand_bend_blend(
        hand_bend_of(HAND_BEND_OPEN), hand_bend_of(HAND_BEND_PINCH), 0.5 + 0.5 * sin(5.0 * t));
    struct us_pose joints[US_JOINT_COUNT];
    us_skeleton_pose(hand, palm, &bend, joints);
    for (int i = 0; i < JOINTS; i++)
        out[i] = us_convert_pose(joints[us_joint_from_openxr(i)]);
}

static struct us_pose head_at(double t)
{
    return (struct us_pose){
        us_skeleton_turn(50.0 * sin(t), 60.0 * sin(1.7 * t), 20.0 * cos(2.0 * t)),
        {(float)(0.1 * t), 1.6f, (float)(0.05 * sin(4.0 * t))}};
}

/* The motion between two poses 2h apart, whose middle is `now`. */
static struct us_motion differ(struct us_pose before, struct us_pose now, struct us_pose after,
                               float h)
{
    struct us_quat d = us_quat_multiply(after.rotation, us_quat_conjugate(before.rotation));
    const float sign = d.w < 0.0f ? -1.0f : 1.0f;
    const struct us_vec3 sine = {d.x * sign, d.y * sign, d.z * sign};
    const float norm = us_vec3_norm(sine), angle = 2.0f * atan2f(norm, d.w * sign);
    return (struct us_motion){
        now,
        us_vec3_scale(us_vec3_sub(after.position_m, before.position_m), 0.5f / h),
        us_vec3_scale(sine, norm > 0.0f ? angle / norm * 0.5f / h : 0.0f),
    };
}

static const float step_s = 0.002f;

static void hand_at(enum us_hand hand, double t, struct us_motion out[JOINTS])
{
    struct us_pose before[JOINTS], now[JOINTS], after[JOINTS];
    pose_at(hand, t - (double)step_s, before);
    pose_at(hand, t, now);
    pose_at(hand, t + (double)step_s, after);
    for (int i = 0; i < JOINTS; i++)
        out[i] = differ(before[i], now[i], after[i], step_s);
}

static struct us_motion moving_head(double t)
{
    return differ(head_at(t - (double)step_s), head_at(t), head_at(t + (double)step_s), step_s);
}

/* The tables of axes: X, Y and Z of the pose in the palm's own. What a hand grips leans 15 degrees
 * towards the fingertips on the thumb's side. */
TEST(test_palm_axes)
{
    const float sine = 0.25881905f, cosine = 0.96592583f;
    const struct {
        enum us_hand_pose kind;
        enum us_hand hand;
        struct us_vec3 x, y, z;
    } rows[] = {
        {US_HAND_POSE_GRIP, US_HAND_LEFT, {0, -1, 0}, {sine, 0, cosine}, {-cosine, 0, sine}},
        {US_HAND_POSE_GRIP, US_HAND_RIGHT, {0, 1, 0}, {-sine, 0, cosine}, {cosine, 0, sine}},
        {US_HAND_POSE_PALM, US_HAND_LEFT, {0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
        {US_HAND_POSE_PALM, US_HAND_RIGHT, {0, 1, 0}, {-1, 0, 0}, {0, 0, 1}},
    };
    struct us_motion joints[JOINTS] = {0};
    joints[XR_HAND_JOINT_PALM_EXT].pose = (struct us_pose){slanted, {1, 2, 3}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct us_motion pose = us_hand_pose(rows[i].kind, rows[i].hand, joints, NULL);
        check_near(axis_of(pose, 0), us_quat_rotate(slanted, rows[i].x), 1e-6f);
        check_near(axis_of(pose, 1), us_quat_rotate(slanted, rows[i].y), 1e-6f);
        check_near(axis_of(pose, 2), us_quat_rotate(slanted, rows[i].z), 1e-6f);
        const struct us_vec3 skin = us_quat_rotate(slanted, (struct us_vec3){0, -0.016f, 0});
        check_near(pose.pose.position_m, us_vec3_add(skin, (struct us_vec3){1, 2, 3}), 1e-6f);
    }
}

static float angle_deg(struct us_vec3 a, struct us_vec3 b)
{
    const float cosine = us_vec3_dot(a, b) / (us_vec3_norm(a) * us_vec3_norm(b));
    return acosf(fminf(cosine, 1.0f)) * 57.2957795f;
}

/*
 * What the conformance suite asks of a palm pose seen from the grip, however the hand is held: X
 * the same within 10 degrees, Z less than 90 degrees apart, and the surface's Y less than 85
 * degrees from where the handle leads. None of it by a hair. The handle leads from the little
 * finger to the index finger: along the line of their knuckles, as nearly as a hand's differ (9 to
 * 18 degrees).
 */
TEST(test_grip_and_surface)
{
    for (int i = 0; i < 40; i++) {
        const enum us_hand hand = (enum us_hand)(i % 2);
        struct us_motion joints[JOINTS];
        hand_at(hand, 0.1 * i, joints);
        const struct us_motion grip = us_hand_pose(US_HAND_POSE_GRIP, hand, joints, NULL);
        const struct us_motion palm = us_hand_pose(US_HAND_POSE_PALM, hand, joints, NULL);
        const struct us_vec3 handle = us_vec3_scale(axis_of(grip, 2), -1.0f);
        const struct us_vec3 knuckles =
            us_vec3_sub(joints[XR_HAND_JOINT_INDEX_PROXIMAL_EXT].pose.position_m,
                        joints[XR_HAND_JOINT_LITTLE_PROXIMAL_EXT].pose.position_m);
        assert_true(angle_deg(axis_of(grip, 0), axis_of(palm, 0)) < 0.1f);
        assert_true(angle_deg(axis_of(grip, 2), axis_of(palm, 2)) < 80.0f);
        assert_true(angle_deg(handle, axis_of(palm, 1)) < 20.0f);
        assert_true(angle_deg(handle, knuckles) < 8.0f);
    }
}

/* The palm's skin is 16 mm below the joint: turning at 2 rad/s about Z moves it along X. */
TEST(test_palm_lever)
{
    struct us_motion joints[JOINTS] = {0};
    joints[XR_HAND_JOINT_PALM_EXT] =
        (struct us_motion){us_pose_identity, {0.1f, 0.2f, 0.3f}, {0, 0, 2.0f}};
    const enum us_hand_pose kinds[] = {US_HAND_POSE_GRIP, US_HAND_POSE_PALM};
    for (int i = 0; i < 4; i++) {
        const struct us_motion pose =
            us_hand_pose(kinds[i / 2], (enum us_hand)(i % 2), joints, NULL);
        check_near(pose.linear_m_s, (struct us_vec3){0.1f + 0.032f, 0.2f, 0.3f}, 1e-6f);
        check_near(pose.angular_rad_s, (struct us_vec3){0, 0, 2.0f}, 1e-6f);
    }
}

/* The finger's foremost point is a radius before the joint: turning about Y moves it sideways. */
TEST(test_poke)
{
    const float r = us_joint_radius_m(US_JOINT_INDEX_TIP);
    struct us_motion joints[JOINTS] = {0};
    joints[XR_HAND_JOINT_INDEX_TIP_EXT] =
        (struct us_motion){{us_pose_identity.rotation, {1, 2, 3}}, {0, 0, 0}, {0, 4.0f, 0}};
    for (int hand = 0; hand < US_HAND_COUNT; hand++) {
        const struct us_motion pose =
            us_hand_pose(US_HAND_POSE_POKE, (enum us_hand)hand, joints, NULL);
        check_near(pose.pose.position_m, (struct us_vec3){1, 2, 3 - r}, 1e-6f);
        check_near(pose.linear_m_s, (struct us_vec3){-4.0f * r, 0, 0}, 1e-6f);
        assert_true(us_quat_angle_rad(pose.pose.rotation, us_pose_identity.rotation) < 1e-6f);
    }
}

static void aim_hand(struct us_motion joints[JOINTS])
{
    memset(joints, 0, JOINTS * sizeof *joints);
    joints[XR_HAND_JOINT_INDEX_PROXIMAL_EXT].pose.position_m = (struct us_vec3){0.32f, 1.2f, -0.4f};
    joints[XR_HAND_JOINT_THUMB_PROXIMAL_EXT].pose.position_m = (struct us_vec3){0.28f, 1.2f, -0.4f};
    joints[XR_HAND_JOINT_WRIST_EXT].pose =
        (struct us_pose){us_pose_identity.rotation, {0.3f, 1.2f, -0.3f}};
}

/* Away from the shoulder, whose place goes by the head's turn about the vertical and by no nod. */
TEST(test_aim_from_shoulder)
{
    const float half = 0.70710678f;
    static const struct us_vec3 shoulders[US_HAND_COUNT][2] = {
        {{-0.17f, 1.4f, 0}, {0, 1.4f, 0.17f}},
        {{0.17f, 1.4f, 0}, {0, 1.4f, -0.17f}},
    };
    const struct us_quat turns[2] = {{0, 0, 0, 1}, {0, half, 0, half}}; /* to the left */
    const struct us_quat nods[3] = {{0, 0, 0, 1}, {0.5f, 0, 0, 0.8660254f}, {-half, 0, 0, half}};
    struct us_motion joints[JOINTS];
    aim_hand(joints);
    for (int i = 0; i < 12; i++) {
        const int hand = i / 6, turn = i / 3 % 2;
        struct us_motion head = {
            {us_quat_multiply(turns[turn], nods[i % 3]), {0, 1.6f, 0}}, {0, 0, 0}, {0, 0, 0}};
        const struct us_motion pose =
            us_hand_pose(US_HAND_POSE_AIM, (enum us_hand)hand, joints, &head);
        const struct us_vec3 origin = {0.3f, 1.2f, -0.4f};
        check_near(pose.pose.position_m, origin, 1e-6f);
        const struct us_vec3 away = us_vec3_sub(origin, shoulders[hand][turn]);
        check_near(us_vec3_scale(axis_of(pose, 2), -us_vec3_norm(away)), away, 1e-5f);
        assert_true(fabsf(axis_of(pose, 0).y) < 1e-6f && axis_of(pose, 1).y > 0.0f);
    }
    /* A head upside down has no turn about the vertical: its shoulders are as if it had none. */
    const struct us_motion head = {{{1, 0, 0, 0}, {0, 1.6f, 0}}, {0, 0, 0}, {0, 0, 0}};
    for (int hand = 0; hand < US_HAND_COUNT; hand++) {
        const struct us_motion pose =
            us_hand_pose(US_HAND_POSE_AIM, (enum us_hand)hand, joints, &head);
        const struct us_vec3 away = us_vec3_sub(pose.pose.position_m, shoulders[hand][0]);
        check_near(us_vec3_scale(axis_of(pose, 2), -us_vec3_norm(away)), away, 1e-5f);
    }
}

/* Without a head, away from the elbow, which the wrist's +Z leads to: ahead of this level hand. */
TEST(test_aim_without_head)
{
    struct us_motion joints[JOINTS];
    aim_hand(joints);
    const struct us_motion pose = us_hand_pose(US_HAND_POSE_AIM, US_HAND_RIGHT, joints, NULL);
    assert_true(us_quat_angle_rad(pose.pose.rotation, us_pose_identity.rotation) < 1e-5f);
}

TEST(test_pinch)
{
    for (int side = 0; side < US_HAND_COUNT; side++) {
        const enum us_hand hand = (enum us_hand)side;
        /* Palms face each other: rolled by a quarter, fingers ahead. */
        const struct us_pose palm = {us_skeleton_turn(0, 0, hand == US_HAND_LEFT ? 90 : -90),
                                     {0, 1, 0}};
        const struct hand_bend bend = hand_bend_of(HAND_BEND_PINCH);
        struct us_pose recorded[US_JOINT_COUNT];
        struct us_motion joints[JOINTS] = {0};
        us_skeleton_pose(hand, palm, &bend, recorded);
        for (int i = 0; i < JOINTS; i++)
            joints[i].pose = us_convert_pose(recorded[us_joint_from_openxr(i)]);
        const struct us_vec3 out = us_quat_rotate(joints[XR_HAND_JOINT_PALM_EXT].pose.rotation,
                                                  (struct us_vec3){0, -1, 0});
        assert_true(out.x * (hand == US_HAND_LEFT ? 1.0f : -1.0f) > 0.99f);

        const struct us_vec3 a = joints[XR_HAND_JOINT_THUMB_TIP_EXT].pose.position_m,
                             b = joints[XR_HAND_JOINT_INDEX_TIP_EXT].pose.position_m,
                             c = joints[XR_HAND_JOINT_THUMB_PROXIMAL_EXT].pose.position_m,
                             d = joints[XR_HAND_JOINT_INDEX_PROXIMAL_EXT].pose.position_m;
        const struct us_vec3 tips = us_vec3_scale(us_vec3_add(a, b), 0.5f);
        const struct us_vec3 back = us_vec3_sub(us_vec3_scale(us_vec3_add(c, d), 0.5f), tips);
        const struct us_motion pose = us_hand_pose(US_HAND_POSE_PINCH, hand, joints, NULL);
        check_near(pose.pose.position_m, tips, 1e-6f);
        check_near(us_vec3_scale(axis_of(pose, 2), us_vec3_norm(back)), back, 1e-5f);
        assert_true(axis_of(pose, 1).y > 0.8f);

        /* It turns with the hand, whichever way that is. */
        for (int i = 0; i < JOINTS; i++)
            joints[i].pose = us_pose_multiply((struct us_pose){slanted, {0, 0, 0}}, joints[i].pose);
        const struct us_motion turned = us_hand_pose(US_HAND_POSE_PINCH, hand, joints, NULL);
        assert_true(us_quat_angle_rad(turned.pose.rotation,
                                      us_quat_multiply(slanted, pose.pose.rotation)) < 1e-4f);
    }
}

/* What an app sees that takes differences of located positions: within 1 mm/s and 0.003 rad/s. */
TEST(test_velocities)
{
    float most_m_s = 0.0f, most_rad_s = 0.0f;
    for (int i = 0; i < 2 * US_HAND_COUNT * US_HAND_POSE_COUNT * 20; i++) {
        const enum us_hand hand = (enum us_hand)(i / 20 % 2);
        const enum us_hand_pose kind = (enum us_hand_pose)(i / 40 % US_HAND_POSE_COUNT);
        const bool with_head = i >= 20 * 2 * US_HAND_POSE_COUNT;
        struct us_motion poses[3];
        for (int k = 0; k < 3; k++) {
            const double t = 0.13 * (i % 20) + (k - 1) * (double)step_s;
            struct us_motion joints[JOINTS], head = moving_head(t);
            hand_at(hand, t, joints);
            poses[k] = us_hand_pose(kind, hand, joints, with_head ? &head : NULL);
        }
        const struct us_motion seen = differ(poses[0].pose, poses[1].pose, poses[2].pose, step_s);
        /* A ray that sweeps past the vertical spins; there the differences are coarse themselves.
         */
        const float spin_rad_s = us_vec3_norm(seen.angular_rad_s);
        check_near(poses[1].linear_m_s, seen.linear_m_s, 1e-3f);
        check_near(poses[1].angular_rad_s, seen.angular_rad_s, fmaxf(3e-3f, 2e-3f * spin_rad_s));
        most_m_s = fmaxf(most_m_s, us_vec3_norm(seen.linear_m_s));
        most_rad_s = fmaxf(most_rad_s, us_vec3_norm(seen.angular_rad_s));
    }
    assert_true(most_m_s > 0.5f && most_rad_s > 1.0f);
}

/* Whichever of the three axes is turned least, the axes of the pose are those that were asked for:
 * a pinch that leads along `back` with its up along the palm's X. */
TEST(test_any_turn)
{
    /* All turns by multiples of a quarter: half of them leave no axis, or one, where it is. */
    for (int i = 0; i < 64; i++) {
        const struct us_quat turn =
            us_skeleton_turn(90.0 * (i % 4), 90.0 * (i / 4 % 4), 90.0 * (i / 16));
        struct us_motion joints[JOINTS] = {0};
        joints[XR_HAND_JOINT_PALM_EXT].pose.rotation = turn;
        const struct us_vec3 back = us_quat_rotate(turn, axes[2]),
                             up = us_quat_rotate(turn, axes[0]);
        joints[XR_HAND_JOINT_THUMB_PROXIMAL_EXT].pose.position_m = back;
        joints[XR_HAND_JOINT_INDEX_PROXIMAL_EXT].pose.position_m = back;
        const struct us_motion pose = us_hand_pose(US_HAND_POSE_PINCH, US_HAND_LEFT, joints, NULL);
        check_near(axis_of(pose, 2), back, 1e-5f);
        check_near(axis_of(pose, 1), up, 1e-5f);
        check_near(axis_of(pose, 0), us_vec3_cross(up, back), 1e-5f);
    }
}

static void check_axes(struct us_motion pose, struct us_vec3 x, struct us_vec3 y, struct us_vec3 z)
{
    check_near(axis_of(pose, 0), x, 1e-5f);
    check_near(axis_of(pose, 1), y, 1e-5f);
    check_near(axis_of(pose, 2), z, 1e-5f);
}

/* A ray that is upright has no up: its +Y is level then. Fingers that are all at one point lead
 * nowhere: the pose has the axes of the palm then. */
TEST(test_no_direction)
{
    const struct us_motion head = {.pose = {us_pose_identity.rotation, {0, 1.6f, 0}}};
    for (int i = 0; i < 2; i++) {
        const float sign = i == 0 ? 1.0f : -1.0f;
        struct us_motion joints[JOINTS] = {0};
        joints[XR_HAND_JOINT_INDEX_PROXIMAL_EXT].pose.position_m =
            joints[XR_HAND_JOINT_THUMB_PROXIMAL_EXT].pose.position_m =
                (struct us_vec3){0.17f, 1.4f + sign, 0};
        check_axes(us_hand_pose(US_HAND_POSE_AIM, US_HAND_RIGHT, joints, &head), axes[0],
                   (struct us_vec3){0, 0, sign}, (struct us_vec3){0, -sign, 0});
    }
    struct us_motion joints[JOINTS] = {0};
    joints[XR_HAND_JOINT_PALM_EXT].pose.rotation = slanted;
    const struct us_vec3 x = us_quat_rotate(slanted, axes[0]), z = us_quat_rotate(slanted, axes[2]);
    check_axes(us_hand_pose(US_HAND_POSE_PINCH, US_HAND_LEFT, joints, NULL), us_vec3_cross(x, z), x,
               z);
    check_axes(us_hand_pose(US_HAND_POSE_PINCH, US_HAND_RIGHT, joints, NULL), us_vec3_cross(z, x),
               us_vec3_scale(x, -1.0f), z);
}

static void check_sane(const struct us_motion joints[JOINTS], const struct us_motion *head)
{
    for (int i = 0; i < US_HAND_COUNT * US_HAND_POSE_COUNT; i++) {
        const struct us_motion pose =
            us_hand_pose((enum us_hand_pose)(i / 2), (enum us_hand)(i % 2), joints, head);
        const struct us_vec3 vectors[] = {pose.pose.position_m, pose.linear_m_s,
                                          pose.angular_rad_s};
        for (int v = 0; v < 3; v++)
            assert_true(isfinite(vectors[v].x) && isfinite(vectors[v].y) && isfinite(vectors[v].z));
        assert_true(fabsf(us_quat_norm(pose.pose.rotation) - 1.0f) < 1e-5f);
    }
}

static void fill(struct us_motion *motion, float value)
{
    const struct us_vec3 v = {value, value, value};
    *motion = (struct us_motion){{{value, value, value, value}, v}, v, v};
}

TEST(test_hostile)
{
    const float values[] = {0.0f,     NAN,     INFINITY, -INFINITY, FLT_MAX,
                            -FLT_MAX, FLT_MIN, 1e-40f,   1e30f,     1.0f};
    struct us_motion joints[JOINTS], head;
    for (unsigned v = 0; v < sizeof values / sizeof values[0]; v++) {
        for (int i = 0; i < JOINTS; i++)
            fill(&joints[i], values[v]);
        fill(&head, values[v]);
        check_sane(joints, &head);
        check_sane(joints, NULL);
        for (int i = 0; i < JOINTS; i++) { /* one bad joint among good ones */
            hand_at(US_HAND_LEFT, 0.3, joints);
            fill(&joints[i], values[v]);
            check_sane(joints, NULL);
            check_sane(joints, &head);
        }
    }
    /* Straight up and down from the shoulder, and a head on its head. */
    const struct us_quat heads[] = {{0, 0, 0, 1}, {1, 0, 0, 0}, {0, 0, 1, 0}, {0, 1, 0, 0}};
    for (int i = 0; i < 8; i++) {
        aim_hand(joints);
        head =
            (struct us_motion){{heads[i / 2], {0.3f - 0.17f, 1.2f + (i % 2 ? 1.0f : -1.0f), -0.4f}},
                               {1, 2, 3},
                               {4, 5, 6}};
        check_sane(joints, &head);
    }
}

TESTS_MAIN(test_palm_axes, test_grip_and_surface, test_palm_lever, test_poke,
           test_aim_from_shoulder, test_aim_without_head, test_pinch, test_any_turn,
           test_velocities, test_no_direction, test_hostile)
