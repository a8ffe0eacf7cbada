/* SPDX-License-Identifier: MIT */
/* Hazard: a session is played with other poses, inputs or flags than were recorded. */
#include "support.h"

#include "session/session_block.h"

enum { FRAMES = 20, PERIOD_NS = 10000000 };
#define ORIGIN_NS INT64_C(5000000000)
#define VALID (US_POSE_ORIENTATION_VALID | US_POSE_POSITION_VALID)
#define TRACKED (US_POSE_ORIENTATION_TRACKED | US_POSE_POSITION_TRACKED)

/* A quarter turn about Y in 20 frames, and a step of (1, 2, 3) cm a frame. */
static struct us_session_location location_at(unsigned frame)
{
    float half_rad = 0.785398163f * (float)frame / (float)FRAMES, at = 0.01f * (float)frame;
    return (struct us_session_location){
        .is_recorded = true,
        .is_active = true,
        .flags = US_POSE_ALL,
        .pose = {{0.0f, sinf(half_rad), 0.0f, cosf(half_rad)}, {at, 2.0f * at, 3.0f * at}},
        .linear_m_s = {1.0f, 2.0f, 3.0f + (float)frame},
        .angular_rad_s = {4.0f, 5.0f, 6.0f},
    };
}

static void fill_hand(struct us_session_hand_joints *hand, unsigned frame)
{
    hand->is_recorded = hand->is_active = true;
    for (unsigned i = 0; i < US_SESSION_JOINTS; i++) {
        struct us_session_location at = location_at(frame);
        hand->joints[i] = (struct us_session_joint){
            .flags = VALID, .pose = at.pose, .radius_m = 0.001f * (float)(i + 1)};
        hand->joints[i].pose.position_m.x += (float)i;
    }
}

static struct us_session_frame frame_at(unsigned number)
{
    struct us_session_frame frame = {.time_ns = ORIGIN_NS + (int64_t)number * PERIOD_NS,
                                     .period_ns = PERIOD_NS,
                                     .number = number + 1};
    frame.head = frame.gaze = location_at(number);
    frame.poses[US_SESSION_RIGHT][US_SESSION_POSE_AIM] = location_at(number);
    fill_hand(&frame.hands[US_SESSION_LEFT], number);
    return frame;
}

/* All frames but those from `lost` to `lost + 3`, which have no valid pose. */
static struct us_block *make_block(unsigned lost)
{
    struct us_session_content content = {.origin_ns = ORIGIN_NS,
                                         .first_ns = ORIGIN_NS,
                                         .last_ns = ORIGIN_NS + (FRAMES - 1) * (int64_t)PERIOD_NS,
                                         .frame_count = FRAMES,
                                         .input_count = 2};
    content.frames = calloc(FRAMES, sizeof *content.frames);
    content.inputs = calloc(2, sizeof *content.inputs);
    assert_non_null(content.frames);
    assert_non_null(content.inputs);
    for (unsigned i = 0; i < FRAMES; i++) {
        content.frames[i] = frame_at(i);
        if (i >= lost && i < lost + 3)
            content.frames[i].head.flags = 0;
        content.frames[i].aims[US_SESSION_RIGHT].is_recorded = true;
        content.frames[i].aims[US_SESSION_RIGHT].status =
            i == 7 ? 3u | 4u : 3u; /* computed, valid; the index pinches */
    }
    struct us_session_frame *last = &content.frames[FRAMES - 1];
    last->view_count = 2;
    for (int i = 0; i < 2; i++)
        last->views[i] = (struct us_session_view){
            {{0.0f, 0.0f, 0.0f, 1.0f}, {0.06f * (float)i - 0.03f, 0.0f, 0.01f}},
            {-0.7f, 0.8f, 0.9f, -1.0f}};
    for (unsigned i = 0; i < 2; i++) {
        struct us_session_input *input = &content.inputs[i];
        input->time_ns = ORIGIN_NS + (int64_t)(2 + 10 * i) * PERIOD_NS;
        input->profiles[US_SESSION_USER_LEFT] = (uint8_t)(1 + i);
        input->count = 3;
        input->active[2] = 1;
        input->values[2] = (struct us_session_value){0.1f * (float)(i + 1), -0.7f};
    }
    struct us_block *block;
    struct us_error error;
    assert_int_equal(us_session_block_create(&content, &block, &error), US_OK);
    return block;
}

/* As OpenXR has it, of a pose in the axes of sample.h. */
static struct us_pose mirrored(struct us_pose pose)
{
    struct us_quat q = pose.rotation;
    struct us_vec3 p = pose.position_m;
    return (struct us_pose){{-q.x, -q.y, q.z, q.w}, {p.x, p.y, -p.z}};
}

static void check_same_bits(const void *a, const void *b, size_t size)
{
    assert_memory_equal(a, b, size);
}

TEST(a_frame_is_played_bit_for_bit)
{
    struct us_block *block = make_block(FRAMES);
    for (unsigned i = 0; i < FRAMES; i++) {
        struct us_frame_sample sample;
        us_block_frame(block, 0.01 * i,
                       US_SAMPLE_ALL | US_SAMPLE_LEFT_CONTROLLER | US_SAMPLE_RIGHT_CONTROLLER,
                       &sample);
        struct us_session_location want = location_at(i);
        struct us_pose head = mirrored(sample.head.motion.pose);
        /* -0 is not 0 in bits. */
        head.rotation.x += 0.0f;
        check_same_bits(&head, &want.pose, sizeof head);
        assert_int_equal(sample.head.how, US_HOW_EXACT);
        assert_int_equal(sample.head.flags, US_POSE_ALL);
        assert_true(sample.head.motion.linear_m_s.z == -want.linear_m_s.z);
        assert_true(sample.head.motion.angular_rad_s.x == -4.0f &&
                    sample.head.motion.angular_rad_s.y == -5.0f &&
                    sample.head.motion.angular_rad_s.z == 6.0f);
        assert_false(sample.controllers[0].poses[US_SESSION_POSE_AIM].is_recorded);
        assert_int_equal(sample.controllers[0].how, US_HOW_ABSENT);
        const struct us_controller_pose *aim = &sample.controllers[1].poses[US_SESSION_POSE_AIM];
        assert_true(aim->is_recorded && aim->is_active);
        check_same_bits(&aim->motion, &sample.head.motion, sizeof aim->motion);
        assert_true(sample.gaze.valid && sample.gaze.has_pose);
        check_same_bits(&sample.gaze.motion, &sample.head.motion, sizeof aim->motion);
    }
    us_block_destroy(block);
}

/* A runtime may have an active gaze that it cannot locate. */
TEST(a_gaze_may_be_active_and_nowhere)
{
    for (int active = 0; active < 2; active++) {
        struct us_session_frame frame = frame_at(0);
        frame.gaze.flags = 0;
        frame.gaze.is_active = active != 0;
        const struct us_session_content content = {.frames = &frame,
                                                   .frame_count = 1,
                                                   .origin_ns = frame.time_ns,
                                                   .first_ns = frame.time_ns,
                                                   .last_ns = frame.time_ns};
        struct us_frame_sample sample;
        us_session_content_sample(&content, 0.0, US_SAMPLE_GAZE, &sample);
        assert_false(sample.gaze.valid);
        assert_int_equal(sample.gaze.is_active, active);
    }
}

/* The forward direction of a gaze at an angle a about Y is (-sin a, 0, -cos a) in OpenXR's axes. */
TEST(the_gaze_looks_forward)
{
    struct us_block *block = make_block(FRAMES);
    struct us_frame_sample sample;
    us_block_frame(block, 0.1, US_SAMPLE_GAZE, &sample);
    float angle_rad = 1.57079633f * 10.0f / (float)FRAMES;
    check_near((double)sample.gaze.direction.x, -sin((double)angle_rad), 1e-6, "x");
    check_near((double)sample.gaze.direction.y, 0.0, 1e-6, "y");
    check_near((double)sample.gaze.direction.z, cos((double)angle_rad), 1e-6, "z");
    us_block_destroy(block);
}

TEST(between_frames_poses_are_interpolated)
{
    struct us_block *block = make_block(FRAMES);
    struct us_frame_sample sample;
    us_block_frame(block, 0.0525, US_SAMPLE_HEAD, &sample);
    assert_int_equal(sample.head.how, US_HOW_INTERPOLATED);
    struct us_pose head = mirrored(sample.head.motion.pose);
    check_near((double)head.position_m.x, 0.0525, 1e-7, "x");
    check_near((double)head.position_m.y, 0.105, 1e-7, "y");
    check_near((double)head.position_m.z, 0.1575, 1e-7, "z");
    /* The point a quarter along the chord between two points of a circle. */
    double step_rad = 0.785398163397 / FRAMES;
    double half_rad = 5.0 * step_rad + atan2(0.25 * sin(step_rad), 0.75 + 0.25 * cos(step_rad));
    check_near(atan2((double)head.rotation.y, (double)head.rotation.w), half_rad, 2e-7, "angle");
    check_near((double)sample.head.motion.linear_m_s.z, -(3.0 + 5.25), 1e-5, "velocity");
    us_block_frame(block, 0.0525, US_SAMPLE_HEAD | US_SAMPLE_STILL, &sample);
    assert_true(sample.head.motion.linear_m_s.z == 0.0f);
    us_block_destroy(block);
}

TEST(lost_tracking_is_played_as_lost)
{
    struct us_block *block = make_block(10);
    struct us_frame_sample sample;
    us_block_frame(block, 0.095, US_SAMPLE_HEAD, &sample);
    assert_int_equal(sample.head.flags & (VALID | TRACKED), VALID | TRACKED);
    struct us_pose head = mirrored(sample.head.motion.pose);
    check_near((double)head.position_m.x, 0.09, 1e-7, "held before the loss");
    us_block_frame(block, 0.1, US_SAMPLE_HEAD, &sample);
    assert_int_equal(sample.head.flags, 0);
    us_block_frame(block, 0.125, US_SAMPLE_HEAD, &sample);
    assert_int_equal(sample.head.flags, 0);
    us_block_frame(block, 0.13, US_SAMPLE_HEAD, &sample);
    assert_int_equal(sample.head.flags, US_POSE_ALL);
    us_block_destroy(block);
}

/* XrHandJointEXT begins with palm and wrist, the toolkit's joints with None, wrist and palm. */
TEST(joints_keep_their_place)
{
    struct us_block *block = make_block(FRAMES);
    struct us_frame_sample sample;
    us_block_frame(block, 0.0, US_SAMPLE_LEFT | US_SAMPLE_RIGHT, &sample);
    const struct us_hand_sample *hand = &sample.hands[US_HAND_LEFT];
    assert_true(hand->tracked && hand->has_details);
    const struct {
        enum us_joint joint;
        int number;
    } want[] = {{US_JOINT_PALM, 0},      {US_JOINT_WRIST, 1},      {US_JOINT_THUMB_METACARPAL, 2},
                {US_JOINT_THUMB_TIP, 5}, {US_JOINT_INDEX_TIP, 10}, {US_JOINT_MIDDLE_TIP, 15},
                {US_JOINT_RING_TIP, 20}, {US_JOINT_PINKY_TIP, 25}};
    for (unsigned i = 0; i < sizeof want / sizeof want[0]; i++) {
        check_near((double)hand->joints[want[i].joint].pose.position_m.x, want[i].number, 1e-6,
                   us_joint_name(want[i].joint));
        check_near((double)hand->radius_m[want[i].joint], 0.001 * (want[i].number + 1), 1e-7,
                   "radius");
        assert_int_equal(hand->flags[want[i].joint], VALID);
    }
    assert_false(sample.hands[US_HAND_RIGHT].tracked);
    assert_int_equal(sample.hands[US_HAND_RIGHT].how, US_HOW_ABSENT);
    us_block_destroy(block);
}

TEST(outside_of_the_session_the_ends_are_held)
{
    struct us_block *block = make_block(FRAMES);
    struct us_frame_sample sample;
    us_block_frame(block, -1.0, US_SAMPLE_HEAD, &sample);
    assert_int_equal(sample.head.how, US_HOW_BEFORE_START);
    assert_true(sample.head.motion.pose.position_m.x == 0.0f);
    us_block_frame(block, 1e300, US_SAMPLE_HEAD, &sample);
    assert_int_equal(sample.head.how, US_HOW_HELD);
    assert_true(sample.head.motion.pose.position_m.x == 0.01f * (float)(FRAMES - 1));
    us_block_destroy(block);
}

/* Wherever time 0 is between two frames as far apart as a file may have them. */
TEST(no_time_is_too_far_off)
{
    static const double times_s[] = {-INFINITY, -1e300, -9.5e9, -8.5e9, -8e9,  -4e9,
                                     4e9,       8e9,    8.5e9,  9.5e9,  1e300, INFINITY};
    for (int zero = 0; zero < 2; zero++) {
        struct us_session_content content = {
            .frame_count = 2, .first_ns = 0, .last_ns = US_SESSION_TIME_MAX};
        struct us_block *block;
        content.origin_ns = zero == 0 ? 0 : US_SESSION_TIME_MAX;
        content.frames = calloc(2, sizeof *content.frames);
        assert_non_null(content.frames);
        content.frames[0] = frame_at(0);
        content.frames[1] = frame_at(1);
        content.frames[0].time_ns = content.first_ns;
        content.frames[1].time_ns = content.last_ns;
        assert_int_equal(us_session_block_create(&content, &block, NULL), US_OK);
        for (size_t i = 0; i < sizeof times_s / sizeof times_s[0]; i++) {
            struct us_frame_sample sample;
            struct us_input_sample inputs;
            us_block_frame(block, times_s[i], US_SAMPLE_HEAD, &sample);
            us_block_inputs(block, times_s[i], &inputs);
            bool is_before = times_s[i] < 0.0;
            enum us_how far = is_before ? US_HOW_BEFORE_START : US_HOW_HELD;
            bool is_inside = is_before == (zero == 1) && fabs(times_s[i]) < 8.05e9;
            assert_int_equal(sample.head.how, is_inside ? US_HOW_INTERPOLATED : far);
        }
        us_block_destroy(block);
    }
}

/* The eyes of the frame itself, also between two frames. */
TEST(eyes_are_those_of_the_frame)
{
    struct us_block *block = make_block(FRAMES);
    struct us_frame_sample sample;
    us_block_frame(block, 0.005, US_SAMPLE_VIEWS, &sample);
    assert_int_equal(sample.views.how, US_HOW_ABSENT);
    us_block_frame(block, 0.195, US_SAMPLE_VIEWS, &sample);
    assert_int_equal(sample.views.how, US_HOW_HELD);
    assert_int_equal(sample.views.count, 2);
    const struct us_view_sample *right = &sample.views.views[1];
    struct us_pose pose = mirrored(right->pose);
    assert_true(pose.position_m.x == 0.03f && pose.position_m.z == 0.01f);
    assert_true(right->left_rad == -0.7f && right->right_rad == 0.8f && right->up_rad == 0.9f &&
                right->down_rad == -1.0f);
    us_block_destroy(block);
}

/* A clock of 60 frames a second is a few nanoseconds off the frames of a runtime. */
TEST(a_time_beside_a_frame_is_that_frame)
{
    struct us_block *block = make_block(FRAMES);
    for (int side = -1; side <= 1; side += 2) {
        struct us_frame_sample sample;
        struct us_input_sample inputs;
        us_block_frame(block, 0.12 + side * 1.9e-6, US_SAMPLE_HEAD, &sample);
        assert_int_equal(sample.head.how, US_HOW_EXACT);
        assert_true(sample.head.motion.pose.position_m.x == 0.01f * 12.0f);
        us_block_frame(block, 0.12 + side * 2.1e-6, US_SAMPLE_HEAD, &sample);
        assert_int_equal(sample.head.how, US_HOW_INTERPOLATED);
        us_block_inputs(block, 0.12 + side * 0.39e-3, &inputs);
        assert_int_equal(inputs.profiles[0], 2);
    }
    us_block_destroy(block);
}

TEST(inputs_are_steps)
{
    struct us_block *block = make_block(FRAMES);
    struct us_input_sample inputs;
    us_block_inputs(block, 0.0189, &inputs);
    assert_int_equal(inputs.how, US_HOW_BEFORE_START);
    for (unsigned i = 2; i < FRAMES; i++) {
        us_block_inputs(block, 0.01 * i, &inputs);
        assert_int_equal(inputs.how, US_HOW_EXACT);
        assert_int_equal(inputs.count, 3);
        assert_int_equal(inputs.profiles[0], i < 12 ? 1 : 2);
        assert_int_equal(inputs.active[2], 1);
        assert_int_equal(inputs.active[1], 0);
        assert_true(inputs.values[2].x == (i < 12 ? 0.1f : 0.2f) && inputs.values[2].y == -0.7f);
    }
    us_block_destroy(block);
}

TEST(a_pinch_between_two_times_is_found)
{
    struct us_block *block = make_block(FRAMES);
    assert_true(us_block_pinched(block, US_HAND_RIGHT, 0.07, 0.07));
    assert_true(us_block_pinched(block, US_HAND_RIGHT, 0.05, 0.09));
    assert_true(us_block_pinched(block, US_HAND_RIGHT, 0.05, 0.07));
    assert_false(us_block_pinched(block, US_HAND_RIGHT, 0.08, 0.15));
    assert_false(us_block_pinched(block, US_HAND_RIGHT, 0.0, 0.065));
    /* The left hand's runtime says nothing: its thumb and index tips are 5 m apart. */
    assert_false(us_block_pinched(block, US_HAND_LEFT, 0.0, 0.19));
    us_block_destroy(block);
}

TEST(a_session_without_frames_is_refused)
{
    struct us_session_content content = {.input_count = 0};
    struct us_block *block;
    struct us_error error;
    assert_int_equal(us_session_block_create(&content, &block, &error), US_ERROR_NOTHING);
    assert_null(block);
}

TESTS_MAIN(a_frame_is_played_bit_for_bit, the_gaze_looks_forward, a_gaze_may_be_active_and_nowhere,
           between_frames_poses_are_interpolated, lost_tracking_is_played_as_lost,
           joints_keep_their_place, outside_of_the_session_the_ends_are_held,
           no_time_is_too_far_off, a_time_beside_a_frame_is_that_frame, inputs_are_steps,
           eyes_are_those_of_the_frame, a_pinch_between_two_times_is_found,
           a_session_without_frames_is_refused)
