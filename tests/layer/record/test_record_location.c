/* SPDX-License-Identifier: MIT */
/* Hazard: a pose, a velocity or a flag is recorded in the wrong axes, or none where one was told;
 * a frame is committed twice, never, or while it is used. */
#include <string.h>

#include <math.h>

#include "testing.h"
#include "layer/record/base/pending_frames.h"
#include "layer/record/base/record_location.h"

/* A quarter turn around Y, 10 m to the right: (x, y, z) becomes (10 + z, y, -x). */
static const struct us_record_base turned = {false, {{0, 0.70710678f, 0, 0.70710678f}, {10, 0, 0}}};
static const struct us_record_base same = {true, {{0, 0, 0, 1}, {0, 0, 0}}};

static void check_vector(struct us_vec3 got, float x, float y, float z)
{
    assert_true(fabsf(got.x - x) < 1e-5f && fabsf(got.y - y) < 1e-5f && fabsf(got.z - z) < 1e-5f);
}

static const XrSpaceLocation location = {
    .type = XR_TYPE_SPACE_LOCATION, .locationFlags = 15, .pose = {{0, 0, 0, 1}, {1, 2, 3}}};

static XrSpaceVelocity velocity(XrSpaceVelocityFlags flags)
{
    return (XrSpaceVelocity){.type = XR_TYPE_SPACE_VELOCITY,
                             .velocityFlags = flags,
                             .linearVelocity = {1, 2, 3},
                             .angularVelocity = {4, 5, 6}};
}

TEST(test_locations)
{
    struct us_session_location out = {0};
    us_record_location_fill(&out, &turned, &location, NULL);
    assert_true(out.is_recorded && out.is_active);
    assert_int_equal(out.flags, 15);
    check_vector(out.pose.position_m, 13, 2, -1);
    check_vector(out.linear_m_s, 0, 0, 0);
    for (unsigned flags = 0; flags < 4; flags++) {
        const XrSpaceVelocity moves = velocity(flags);
        out = (struct us_session_location){0};
        us_record_location_fill(&out, &turned, &location, &moves);
        assert_int_equal(out.flags, 15 | flags << 4);
        check_vector(out.linear_m_s, flags & 1 ? 3.0f : 0.0f, flags & 1 ? 2.0f : 0.0f,
                     flags & 1 ? -1.0f : 0.0f);
        check_vector(out.angular_rad_s, flags & 2 ? 6.0f : 0.0f, flags & 2 ? 5.0f : 0.0f,
                     flags & 2 ? -4.0f : 0.0f);
    }
    /* In the reference itself nothing is computed. */
    const XrSpaceVelocity moves = velocity(3);
    us_record_location_fill(&out, &same, &location, &moves);
    assert_memory_equal(&out.pose.position_m, &location.pose.position, 12);
    assert_memory_equal(&out.linear_m_s, &moves.linearVelocity, 12);
    assert_memory_equal(&out.angular_rad_s, &moves.angularVelocity, 12);
}

TEST(test_hands)
{
    XrHandJointLocationEXT joints[XR_HAND_JOINT_COUNT_EXT];
    XrHandJointVelocityEXT moves[XR_HAND_JOINT_COUNT_EXT];
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        joints[i] = (XrHandJointLocationEXT){15, {{0, 0, 0, 1}, {(float)i, 2, 3}}, 0.5f};
        moves[i] = (XrHandJointVelocityEXT){(unsigned)i % 4, {1, 2, 3}, {4, 5, 6}};
    }
    XrHandTrackingDataSourceStateEXT source = {.type = XR_TYPE_HAND_TRACKING_DATA_SOURCE_STATE_EXT,
                                               .isActive = XR_TRUE,
                                               .dataSource =
                                                   XR_HAND_TRACKING_DATA_SOURCE_CONTROLLER_EXT};
    XrHandJointVelocitiesEXT velocities = {.type = XR_TYPE_HAND_JOINT_VELOCITIES_EXT,
                                           .next = &source,
                                           .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                           .jointVelocities = moves};
    XrHandJointLocationsEXT locations = {.type = XR_TYPE_HAND_JOINT_LOCATIONS_EXT,
                                         .isActive = XR_TRUE,
                                         .jointCount = XR_HAND_JOINT_COUNT_EXT,
                                         .jointLocations = joints};
    struct us_session_hand_joints out = {.data_source = 9};
    us_record_hand_fill(&out, &turned, &locations);
    assert_true(out.is_recorded && out.is_active);
    assert_int_equal(out.data_source, 9);
    assert_int_equal(out.joints[7].flags, 15);
    check_vector(out.joints[7].pose.position_m, 13, 2, -7);
    assert_true(out.joints[25].radius_m == 0.5f);
    locations.next = &velocities;
    locations.isActive = XR_FALSE;
    us_record_hand_fill(&out, &turned, &locations);
    assert_false(out.is_active);
    assert_int_equal(out.data_source, XR_HAND_TRACKING_DATA_SOURCE_CONTROLLER_EXT);
    for (int i = 0; i < XR_HAND_JOINT_COUNT_EXT; i++) {
        bool has_linear = i & 1, has_angular = i & 2;
        assert_int_equal(out.joints[i].flags, 15 | (i % 4) << 4);
        check_vector(out.joints[i].linear_m_s, has_linear ? 3.0f : 0.0f, has_linear ? 2.0f : 0.0f,
                     has_linear ? -1.0f : 0.0f);
        check_vector(out.joints[i].angular_rad_s, has_angular ? 6.0f : 0.0f,
                     has_angular ? 5.0f : 0.0f, has_angular ? -4.0f : 0.0f);
    }
    source.isActive = XR_FALSE;
    us_record_hand_fill(&out, &turned, &locations);
    assert_int_equal(out.data_source, 0);
    /* A list of velocities that is too short is not read. */
    velocities.jointCount = XR_HAND_JOINT_COUNT_EXT - 1;
    us_record_hand_fill(&out, &turned, &locations);
    assert_int_equal(out.joints[3].flags, 15);
}

TEST(test_aims)
{
    const XrHandTrackingAimStateFB aim = {.type = XR_TYPE_HAND_TRACKING_AIM_STATE_FB,
                                          .status = 7,
                                          .aimPose = {{0, 0, 0, 1}, {1, 2, 3}},
                                          .pinchStrengthIndex = 0.1f,
                                          .pinchStrengthMiddle = 0.2f,
                                          .pinchStrengthRing = 0.3f,
                                          .pinchStrengthLittle = 0.4f};
    struct us_session_hand_aim out = {0};
    us_record_aim_fill(&out, &turned, &aim);
    assert_true(out.is_recorded);
    assert_int_equal(out.status, 7);
    check_vector(out.pose.position_m, 13, 2, -1);
    assert_true(out.pinch_index == 0.1f && out.pinch_middle == 0.2f);
    assert_true(out.pinch_ring == 0.3f && out.pinch_little == 0.4f);
}

/* Float rounding grows with the distance from the origin. */
TEST(test_near)
{
    struct us_pose a = {{0, 0, 0, 1}, {0, 0, 0}}, b = a;
    assert_true(us_record_pose_is_near(a, b));
    b.position_m.x = 1.5e-6f;
    assert_true(us_record_pose_is_near(a, b));
    b.position_m.x = 3e-6f;
    assert_false(us_record_pose_is_near(a, b));
    a.position_m.y = b.position_m.y = 99.0f; /* 2e-4 m there */
    b.position_m.x = 1.5e-4f;
    assert_true(us_record_pose_is_near(a, b));
    b.position_m.x = 2.5e-4f;
    assert_false(us_record_pose_is_near(a, b));
    b = a;
    b.rotation = (struct us_quat){0, 1.5e-6f, 0, 1};
    assert_true(us_record_pose_is_near(a, b));
    b.rotation.y = 3e-6f;
    assert_false(us_record_pose_is_near(a, b));
}

static int64_t committed[16];
static int commit_count;

static void commit(void *data, const struct us_session_frame *frame)
{
    assert_ptr_equal(data, &commit_count);
    committed[commit_count++] = frame->time_ns;
}

static struct us_record_pending_frames frames;

static void begin_frames(void)
{
    memset(&frames, 0, sizeof frames);
    commit_count = 0;
    us_record_pending_frames_init(&frames, commit, &commit_count);
}

static void open_frame(XrTime time)
{
    struct us_pending_frame *frame = us_record_pending_frames_begin(&frames, time);
    assert_non_null(frame);
    assert_int_equal(frame->frame.time_ns, time);
    us_record_pending_frames_release(&frames, frame);
}

TEST(test_pending_frames)
{
    begin_frames();
    for (int i = 1; i <= US_PENDING_FRAMES; i++)
        open_frame(100 * i);
    assert_null(us_record_pending_frames_begin(&frames, 900));
    assert_null(us_record_pending_frames_claim(&frames, 150));
    us_record_pending_frames_commit(&frames, 99);
    assert_int_equal(commit_count, 0);
    us_record_pending_frames_commit(&frames, 200);
    assert_int_equal(commit_count, 2);
    assert_true(committed[0] == 100 && committed[1] == 200);
    us_record_pending_frames_commit(&frames, 200);
    assert_int_equal(commit_count, 2);
    assert_null(us_record_pending_frames_claim(&frames, 200));
    /* A place is used again, from zero. */
    open_frame(500);
    us_record_pending_frames_commit(&frames, INT64_MAX);
    assert_int_equal(commit_count, 5);
}

/* A frame that is in use is committed by its user, and once. */
TEST(test_commit_while_in_use)
{
    begin_frames();
    open_frame(100);
    struct us_pending_frame *used = us_record_pending_frames_claim(&frames, 100);
    assert_non_null(used);
    assert_null(us_record_pending_frames_claim(&frames, 100));
    us_record_pending_frames_commit(&frames, 100);
    assert_int_equal(commit_count, 0);
    us_record_pending_frames_release(&frames, used);
    assert_int_equal(commit_count, 1);
    /* The wish was for that frame alone. */
    open_frame(200);
    assert_int_equal(commit_count, 1);
    used = us_record_pending_frames_claim(&frames, 200);
    assert_non_null(used);
    us_record_pending_frames_release(&frames, used);
    assert_int_equal(commit_count, 1);
    us_record_pending_frames_commit(&frames, 199);
    used = us_record_pending_frames_claim(&frames, 200);
    assert_non_null(used);
    us_record_pending_frames_release(&frames, used);
    assert_int_equal(commit_count, 1);
}

/* Between the look at a place and the wish to commit it, another thread made a later frame of it.
 * That one is not committed, neither then nor later. */
TEST(test_commit_of_what_became_later)
{
    begin_frames();
    open_frame(100);
    atomic_store(&frames.slots[0].time, 50); /* as it was when it was looked at */
    us_record_pending_frames_commit(&frames, 60);
    atomic_store(&frames.slots[0].time, 100);
    assert_int_equal(commit_count, 0);
    struct us_pending_frame *used = us_record_pending_frames_claim(&frames, 100);
    assert_non_null(used);
    us_record_pending_frames_release(&frames, used);
    assert_int_equal(commit_count, 0);
    us_record_pending_frames_commit(&frames, 100);
    assert_int_equal(commit_count, 1);
}

int main(void)
{
    return RUN_TESTS(test_locations, test_hands, test_aims, test_near, test_pending_frames,
                     test_commit_while_in_use, test_commit_of_what_became_later);
}
