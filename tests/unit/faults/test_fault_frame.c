/* SPDX-License-Identifier: MIT */
/* Hazard: a fault that changes an answer otherwise than by its formula. White-box: exact
 * mathematics. */
#include "support.h"

#include "core/faults/fault_frame.h"
#include "core/keys/key_source.h"

/*
 * The recording, from 0 to 4 s, in the file's axes: the head at (0.5 t, 1, 0); joint j of the left
 * hand at (0.01 j, 1 + 0.25 t, 0.2), of the right hand at (-0.01 j, 1, 0.2 + 0.125 t); no
 * rotation; the gaze from (0, 1, 0) along +Z. The left hand pinches in [1, 2), the right hand
 * never.
 */
static struct us_recording recording;
static struct us_sampler *sampler;
static struct us_faults faults;

static void add_line(struct animation_file *file, unsigned curve, const double from[3],
                     const double to[3])
{
    const double q[4] = {0, 0, 0, 1};
    animation_add_pose(file, curve, 0.0, q, from);
    animation_add_pose(file, curve, 4.0, q, to);
}

static int setup(void **state)
{
    (void)state;
    struct animation_file file;
    struct us_error error;
    uint64_t size;
    animation_init(&file);
    add_line(&file, ANIMATION_CAMERA, (double[]){0, 1, 0}, (double[]){2, 1, 0});
    for (unsigned joint = 0; joint < ANIMATION_JOINT_COUNT; joint++) {
        double x = 0.01 * joint;
        add_line(&file, animation_joint(0, joint), (double[]){x, 1, 0.2}, (double[]){x, 2, 0.2});
        add_line(&file, animation_joint(1, joint), (double[]){-x, 1, 0.2}, (double[]){-x, 1, 0.7});
    }
    for (unsigned hand = 0; hand < 2; hand++) {
        animation_add(&file, ANIMATION_TRACKED + hand, 0.0, 1.0);
        animation_add(&file, ANIMATION_PINCHING + hand, 0.0, 0.0);
    }
    animation_add(&file, ANIMATION_PINCHING, 1.0, 1.0);
    animation_add(&file, ANIMATION_PINCHING, 2.0, 0.0);
    for (unsigned i = 0; i < 6; i++)
        animation_add(&file, ANIMATION_GAZE + i, 0.0, i == 1 || i == 5 ? 1.0 : 0.0);
    uint8_t *bytes = animation_bytes(&file, &size);
    assert_int_equal(us_recording_decode(bytes, size, &recording, &error), US_OK);
    animation_finish(&file);
    assert_int_equal(us_sampler_create(&recording, &sampler, &error), US_OK);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    us_sampler_destroy(sampler);
    us_recording_finish(&recording);
    return 0;
}

static void use(const char *list)
{
    struct us_faults_error wrong;
    if (!us_faults_parse(list, &faults, &wrong) ||
        !us_faults_resolve(&faults, &recording, 0.0, 4.0, 31, &wrong))
        fail_msg("%s: %s", list, wrong.why);
}

static struct us_frame_sample at(double time_s)
{
    struct us_frame_sample frame;
    memset(&frame, 0x5a, sizeof frame);
    us_fault_frame(&faults, sampler, time_s, US_SAMPLE_ALL, &frame);
    return frame;
}

static void near_vector(struct us_vec3 got, double x, double y, double z, double within,
                        const char *what)
{
    check_near((double)got.x, x, within, what);
    check_near((double)got.y, y, within, what);
    check_near((double)got.z, z, within, what);
}

static void check_head(const struct us_frame_sample *frame, double x)
{
    near_vector(frame->head.motion.pose.position_m, x, 1, 0, 1e-6, "head");
}

static void check_left(const struct us_frame_sample *frame, double y)
{
    near_vector(frame->hands[0].joints[5].pose.position_m, 0.05, y, 0.2, 1e-6, "left joint 5");
}

TEST(test_lose)
{
    use("lose:left@1s+1s,lose:head@1s+1s,lose:gaze@1s+1s");
    struct us_frame_sample frame = at(0.999);
    assert_true(frame.hands[0].tracked && frame.head.flags == US_POSE_ALL && frame.gaze.valid);
    assert_true(frame.gaze.is_active);
    frame = at(1.0);
    assert_false(frame.gaze.is_active);
    assert_true(!frame.hands[0].tracked && frame.head.flags == 0 && !frame.gaze.valid);
    assert_true(frame.hands[1].tracked && !frame.hands[0].inferred);
    frame = at(2.0);
    assert_true(frame.hands[0].tracked && frame.head.flags == US_POSE_ALL && frame.gaze.valid);
}

/* Valid, not tracked, and where it was when the fault began. */
TEST(test_untracked)
{
    use("lose:left:untracked@1s+1s,lose:head:untracked@1s+1s,lose:gaze:untracked@1s");
    struct us_frame_sample frame = at(1.5);
    assert_true(frame.hands[0].tracked && frame.hands[0].inferred && !frame.hands[1].inferred);
    assert_int_equal(frame.head.flags, US_POSE_ORIENTATION_VALID | US_POSE_POSITION_VALID);
    assert_true(frame.gaze.valid && frame.gaze.inferred);
    check_left(&frame, 1.25);
    check_head(&frame, 0.5);
    near_vector(frame.head.motion.linear_m_s, 0, 0, 0, 0, "velocity of a held pose");
    frame = at(2.5);
    assert_true(!frame.hands[0].inferred && frame.head.flags == US_POSE_ALL);
    check_left(&frame, 1.625);
}

TEST(test_freeze)
{
    use("freeze@1s+1s");
    struct us_frame_sample frame = at(1.75);
    check_left(&frame, 1.25);
    check_head(&frame, 0.5);
    near_vector(frame.hands[0].joints[5].linear_m_s, 0, 0, 0, 0, "frozen hand");
    assert_true(frame.hands[0].pinching);
    frame = at(2.0);
    check_left(&frame, 1.5);
    near_vector(frame.hands[0].joints[5].linear_m_s, 0, 0.25, 0, 1e-5, "moving hand");
    use("freeze:left@1s+1s");
    frame = at(1.75);
    check_left(&frame, 1.25);
    check_head(&frame, 0.875);
}

/* The pose at t - MS. */
TEST(test_latency)
{
    use("latency:250@1s");
    struct us_frame_sample frame = at(2.0);
    check_left(&frame, 1 + 0.25 * 1.75);
    check_head(&frame, 0.5 * 1.75);
    near_vector(frame.head.motion.linear_m_s, 0.5, 0, 0, 1e-5, "delayed velocity");
    assert_true(frame.hands[0].pinching); /* until 2.25 */
    frame = at(2.26);
    assert_false(frame.hands[0].pinching);
    frame = at(0.9);
    check_head(&frame, 0.45);
}

/* 40 mm/s along +X and 30 degrees/s about the origin; counterclockwise in right-handed axes, which
 * have -z where the file has z. */
TEST(test_drift)
{
    use("drift:40,30@1s");
    const double angle = 30.0 * 3.14159265358979323846 / 180.0 * 2.0;
    struct us_frame_sample frame = at(3.0);
    near_vector(frame.head.motion.pose.position_m, 1.5 * cos(angle) + 0.08, 1, 1.5 * sin(angle),
                1e-5, "drifted head");
    double x = 0.05, z = -0.2; /* of joint 5, right-handed */
    near_vector(frame.hands[0].joints[5].pose.position_m, cos(angle) * x + sin(angle) * z + 0.08,
                1.75, -(-sin(angle) * x + cos(angle) * z), 1e-5, "drifted joint");
    near_vector(frame.gaze.direction, -sin(angle), 0, cos(angle), 1e-5, "drifted gaze");
    near_vector(frame.head.motion.angular_rad_s, 0, -angle / 2.0, 0, 1e-6, "turning");
    use("drift:head:40,0@1s");
    frame = at(3.0);
    check_head(&frame, 1.58);
    near_vector(frame.head.motion.linear_m_s, 0.54, 0, 0, 1e-5, "drifting");
    check_left(&frame, 1.75);
}

/* An angular velocity from two rotations, by another formula than the code's. */
static struct us_vec3 turning_between(struct us_quat a, struct us_quat b, double seconds)
{
    struct us_quat turn = us_quat_multiply(b, us_quat_conjugate(a));
    double scale = (turn.w < 0.0f ? -2.0 : 2.0) / seconds;
    return (struct us_vec3){(float)(turn.x * scale), (float)(turn.y * scale),
                            (float)(turn.z * scale)};
}

/* Within its bounds, not 0, another one for each seed and for each of the head and the hands, and
 * the same again in any order of calls. */
TEST(test_jitter)
{
    double most_m = 0.0, most_rad = 0.0;
    struct us_quat straight = {0, 0, 0, 1};
    float seen[2][200];
    for (int seed = 0; seed < 2; seed++) {
        use(seed == 0 ? "jitter:3,1,7" : "jitter:3,1,8");
        for (int i = 199; i >= 0; i--) {
            struct us_frame_sample frame = at(i * 0.0167);
            struct us_vec3 off = frame.head.motion.pose.position_m;
            off.x -= 0.5f * (float)(i * 0.0167);
            off.y -= 1.0f;
            seen[seed][i] = off.y;
            most_m = fmax(most_m, (double)us_vec3_norm(off));
            most_rad = fmax(most_rad,
                            (double)us_quat_angle_rad(frame.head.motion.pose.rotation, straight));
            assert_true(off.y != frame.hands[1].joints[US_JOINT_WRIST].pose.position_m.y - 1.0f);
        }
    }
    assert_true(most_m <= 0.003 + 1e-6 && most_m > 0.0015);
    /* Of many new values, each 10 ms, the greatest is nearly what all three axes may have. */
    float most_y_m = 0.0f;
    for (int i = 0; i < 400; i++)
        most_y_m = fmaxf(most_y_m, fabsf(at(i * 0.01).head.motion.pose.position_m.y - 1.0f));
    assert_true(most_y_m <= 0.003f / sqrtf(3.0f) + 1e-6f &&
                most_y_m > 0.98f * 0.003f / sqrtf(3.0f));
    assert_true(most_rad <= 0.0174533 + 1e-6 && most_rad > 0.008);
    assert_memory_not_equal(seen[0], seen[1], sizeof seen[0]);
    use("jitter:3,1,7");
    for (int i = 0; i < 200; i++)
        assert_true(at(i * 0.0167).head.motion.pose.position_m.y - 1.0f == seen[0][i]);
}

/* Twice as many degrees turn twice as far, however far that is. */
TEST(test_jitter_is_in_degrees)
{
    const struct us_quat straight = {0, 0, 0, 1};
    for (int i = 0; i < 200; i++) {
        use("jitter:0,45,7");
        double half = (double)us_quat_angle_rad(at(i * 0.0167).head.motion.pose.rotation, straight);
        use("jitter:0,90,7");
        check_near((double)us_quat_angle_rad(at(i * 0.0167).head.motion.pose.rotation, straight),
                   2.0 * half, 1e-3, "turn");
    }
}

/* A hand jitters as one rigid thing. */
TEST(test_jitter_is_rigid)
{
    use("jitter:3,5");
    struct us_frame_sample frame = at(1.234);
    const struct us_motion *joints = frame.hands[0].joints;
    for (int a = 1; a < US_JOINT_COUNT; a++)
        for (int b = a + 1; b < US_JOINT_COUNT; b++)
            check_near((double)us_vec3_norm(
                           us_vec3_sub(joints[a].pose.position_m, joints[b].pose.position_m)),
                       0.01 * (b - a), 1e-6, "distance of joints");
}

/* Velocities are what positions and rotations do. */
TEST(test_velocities)
{
    static const char *const lists[] = {"jitter:20,10", "drift:40,30",
                                        "jitter:hands:20,10,drift:5,9"};
    const double step = 5e-5;
    for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++) {
        use(lists[k]);
        for (int i = 0; i < 40; i++) {
            double t = 0.5 + 0.07 * i + 0.002 * (1 + i % 4); /* between random values */
            struct us_frame_sample before = at(t - step), now = at(t), after = at(t + step);
            const struct us_motion *a = &before.hands[0].joints[9], *b = &now.hands[0].joints[9],
                                   *c = &after.hands[0].joints[9];
            struct us_vec3 moved = us_vec3_scale(
                us_vec3_sub(c->pose.position_m, a->pose.position_m), (float)(0.5 / step));
            near_vector(b->linear_m_s, (double)moved.x, (double)moved.y, (double)moved.z, 0.02,
                        lists[k]);
            struct us_vec3 turned = turning_between(a->pose.rotation, c->pose.rotation, 2.0 * step);
            near_vector(b->angular_rad_s, (double)turned.x, (double)turned.y, (double)turned.z,
                        0.02, lists[k]);
        }
    }
}

TEST(test_swap_hands)
{
    use("swap-hands@0.5s+1s");
    struct us_frame_sample frame = at(1.2);
    near_vector(frame.hands[0].joints[5].pose.position_m, -0.05, 1, 0.2 + 0.125 * 1.2, 1e-6,
                "left is right");
    near_vector(frame.hands[1].joints[5].pose.position_m, 0.05, 1 + 0.25 * 1.2, 0.2, 1e-6,
                "right is left");
    assert_true(!frame.hands[0].pinching && frame.hands[1].pinching);
    frame = at(1.6);
    check_left(&frame, 1.4);
}

TEST(test_pinches)
{
    use("no-pinch:left@1.2s+0.2s,ghost-pinch:right@3s+0.5s");
    assert_true(at(1.1).hands[0].pinching);
    assert_false(at(1.2).hands[0].pinching);
    assert_true(at(1.4).hands[0].pinching);
    assert_false(at(2.9).hands[1].pinching);
    assert_true(at(3.0).hands[1].pinching);
    assert_false(at(3.5).hands[1].pinching);
}

static bool left_pinched(double from_s, double to_s)
{
    return us_fault_pinched(&faults, sampler, US_HAND_LEFT, from_s, to_s);
}

/* Between two times: what is left of the recorded pinch from 1 s to 2 s, and the ghost. */
TEST(test_pinched_between)
{
    use("no-pinch@0.9s+0.3s,ghost-pinch@3s+0.1s");
    assert_false(left_pinched(0.5, 1.1));
    assert_false(left_pinched(0.95, 1.15));
    assert_true(left_pinched(0.5, 1.3)); /* from 1.2 s on */
    assert_true(left_pinched(1.5, 1.6));
    assert_true(left_pinched(1.6, 1.5)); /* playback that goes back */
    assert_false(left_pinched(2.1, 2.9));
    assert_true(left_pinched(2.9, 3.2));
    assert_false(left_pinched(3.15, 3.2));
    use("latency:500");
    assert_false(left_pinched(1.0, 1.4));
    assert_true(left_pinched(1.4, 1.6));
    assert_true(left_pinched(2.4, 2.6));
    assert_false(left_pinched(2.6, 2.7));
    use("freeze@1.5s+2s");
    assert_true(left_pinched(3.0, 3.1));
    assert_false(left_pinched(3.6, 3.7));
    use("swap-hands");
    assert_false(left_pinched(1.2, 1.3));
}

/* A fault begins and ends between the times, or just at one of them. */
TEST(test_pinched_around_a_fault)
{
    use("no-pinch@2.5s+0.25s");
    assert_false(left_pinched(2.25, 2.9));
    assert_false(left_pinched(2.5, 2.9));
    assert_false(left_pinched(2.75, 2.9));
    assert_false(left_pinched(2.25, 2.75));
    use("no-pinch@0s+1.5s");
    assert_true(left_pinched(1.0, 1.5));
    assert_false(left_pinched(1.0, 1.49));
    use("ghost-pinch@2.5s+0.25s");
    assert_false(left_pinched(2.75, 2.9));
    assert_true(left_pinched(2.25, 2.5));
    assert_true(left_pinched(2.74, 2.9));
}

/* A new random number from -1 to 1 each 10 ms; the rate of a cubic between two is 3 for each step
 * at most, and 0 at each of them. */
TEST(test_jitter_is_continuous)
{
    use("jitter:3,0,7");
    const double step_s = 0.0005, most = 0.003 * 3.0 / 0.01 * step_s * 1.01;
    double before = 0.0;
    for (int i = 0; i < 1000; i++) {
        double y = (double)at(i * step_s).head.motion.pose.position_m.y;
        if (i > 0)
            assert_true(fabs(y - before) <= most);
        before = y;
    }
    for (int i = 1; i < 100; i++)
        assert_true(fabs((double)at(i * 0.01).head.motion.linear_m_s.y) < 1e-6);
}

/* What an earlier list left behind the last fault is no fault. */
TEST(test_what_lies_behind_the_list)
{
    use("freeze@3s,lose:left,lose:head,swap-hands,no-pinch,latency:500,drift:9,9,ghost-pinch");
    unsigned count = faults.count;
    for (unsigned only = 1; only < count; only++) {
        faults.list[0] = (struct us_fault){.from_s = 3.0, .to_s = 4.0};
        faults.list[1] = faults.list[only];
        faults.count = 1;
        assert_int_equal(us_faults_active(&faults, 1.5), 0);
        struct us_frame_sample frame = at(1.5);
        check_left(&frame, 1.375);
        check_head(&frame, 0.75);
        assert_true(frame.hands[0].tracked && frame.head.flags == US_POSE_ALL);
        assert_true(frame.hands[0].pinching && !frame.hands[1].pinching);
        assert_true(left_pinched(1.5, 1.6) && !left_pinched(2.1, 2.9));
    }
    /* Behind a full list there is nothing at all. */
    struct us_faults full = {.count = US_FAULTS_MAX};
    struct guarded guarded = guarded_copy(&full, sizeof full);
    struct us_frame_sample frame;
    const struct us_faults *alone = (const struct us_faults *)guarded.bytes;
    us_fault_frame(alone, sampler, 1.5, US_SAMPLE_ALL | US_SAMPLE_LEFT_CONTROLLER, &frame);
    check_left(&frame, 1.375);
    assert_true(us_fault_pinched(alone, sampler, US_HAND_LEFT, 1.4, 1.5));
    guarded_free(&guarded);
}

int main(void)
{
    return RUN_TESTS_WITHIN(setup, teardown, test_lose, test_untracked, test_freeze, test_latency,
                            test_drift, test_jitter, test_jitter_is_in_degrees,
                            test_jitter_is_rigid, test_velocities, test_swap_hands, test_pinches,
                            test_pinched_between, test_pinched_around_a_fault,
                            test_jitter_is_continuous, test_what_lies_behind_the_list);
}
