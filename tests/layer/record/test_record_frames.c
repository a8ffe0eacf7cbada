/* SPDX-License-Identifier: MIT */
/* Hazard: a frame holds what nobody asked for, what an app was told is put to another part of it,
 * or a part that the app was not told about is lost. */
#include <stdio.h>
#include <stdlib.h>

#include "scripted.h"

static const char *const names[] = {
    XR_EXT_LOCAL_FLOOR_EXTENSION_NAME, XR_KHR_LOCATE_SPACES_EXTENSION_NAME,
    XR_EXT_HAND_TRACKING_EXTENSION_NAME, XR_EXT_HAND_TRACKING_DATA_SOURCE_EXTENSION_NAME,
    XR_FB_HAND_TRACKING_AIM_EXTENSION_NAME};
enum { ALL = 5, WITHOUT_AIMS = 4 };

static int begin(void **state)
{
    (void)state;
    scripted_begin(names, ALL, true);
    return 0;
}

static int end(void **state)
{
    (void)state;
    scripted_end();
    return 0;
}

static void check_x(struct us_pose pose, float x)
{
    assert_float_equal(pose.position_m.x, x, 1e-5f);
}

/* ---- what is sampled ---- */

/* Spaces have no velocity, the head has one; of the views there are as many as the runtime says. */
TEST(a_sampled_frame)
{
    scripted_wait();
    const struct us_session_frame *frame = scripted_end_frame();
    assert_int_equal(scripted.asked_velocity, 1u << XR_REFERENCE_SPACE_TYPE_VIEW);
    assert_int_equal(frame->spaces[US_SESSION_SPACE_LOCAL_FLOOR].flags, SCRIPTED_TRACKED);
    check_x(frame->spaces[US_SESSION_SPACE_LOCAL_FLOOR].pose, 3);
    check_x(frame->spaces[US_SESSION_SPACE_STAGE].pose, 4);
    check_x(frame->head.pose, 2);
    assert_int_equal(frame->head.flags, SCRIPTED_TRACKED | US_SESSION_LINEAR_VALID);
    assert_float_equal(frame->head.linear_m_s.x, 20.0f, 0.0f);
    assert_int_equal(frame->view_count, 2);
    for (uint32_t i = 0; i < US_SESSION_VIEWS_MAX; i++) {
        check_x(frame->views[i].pose, i < 2 ? 0.1f * (float)(i + 1) : 0.0f);
        assert_float_equal(frame->views[i].fov.right_rad, i < 2 ? 1.0f : 0.0f, 0.0f);
    }
    assert_int_equal(frame->number, 1);
}

/* A runtime that reads its head twice for one answer; and a lens that somebody turns. Rounding is
 * no move: up to 2e-6 m, and of an orientation up to 2e-6. */
TEST(eyes_that_are_off_once)
{
    static const struct {
        int off;
        float apart, recorded;
    } frames[] = {
        {0, 0.1f, 0.1f}, {1, 0.1f, 0.1f}, {0, 0.2f, 0.2f}, {0, 0.2f, 0.2f}, {1, 0.200001f, 0.2f}};
    for (size_t i = 0; i < sizeof frames / sizeof frames[0]; i++) {
        scripted.views_are_off = frames[i].off;
        scripted.view_position.x = frames[i].apart;
        scripted_wait();
        const struct us_session_frame *frame = scripted_end_frame();
        check_x(frame->views[0].pose, frames[i].recorded);
        check_x(frame->views[1].pose, 2.0f * frames[i].recorded);
    }
}

/* While the recorder asks the runtime for the frame, another thread may end it: the frame is
 * recorded once it is whole, and once. */
static void end_at_once(void)
{
    assert_success(scene_submit(&scripted.scene, scripted.time, 0, NULL));
    assert_int_equal(sink_count(US_SESSION_TOPIC_FRAME), 1);
}

TEST(a_frame_that_ends_while_it_is_sampled)
{
    scripted_wait();
    (void)scripted_end_frame();
    scripted.while_sampling = end_at_once;
    scripted_wait();
    scripted.while_sampling = NULL;
    assert_int_equal(sink_count(US_SESSION_TOPIC_FRAME), 2);
    assert_int_equal(sink_frame(1)->view_count, 2);
    /* That was the wish for one frame alone. */
    scripted_wait();
    assert_int_equal(sink_count(US_SESSION_TOPIC_FRAME), 2);
    (void)scripted_end_frame();
    assert_int_equal(sink_count(US_SESSION_TOPIC_FRAME), 3);
}

/* A frame that is recorded stays as it is, whatever the app asks of its time. */
TEST(a_frame_that_is_recorded)
{
    scripted_wait();
    (void)scripted_end_frame();
    scripted.told = scripted_at(9, 0, 0);
    scripted_locate(scripted.head, scripted.local, false);
    scripted_wait();
    check_x(scripted_end_frame()->head.pose, 2);
    assert_int_equal(sink_count(US_SESSION_TOPIC_FRAME), 2);
    check_x(sink_frame(0)->head.pose, 2);
}

/* ---- what is written once ---- */

static XRAPI_ATTR XrResult XRAPI_CALL create_any(const XrInstanceCreateInfo *info,
                                                 const XrApiLayerCreateInfo *layer_info,
                                                 XrInstance *instance)
{
    XrInstanceCreateInfo without = *info;
    without.enabledExtensionCount = 0;
    return fake_create(&without, layer_info, instance);
}

TEST(more_extensions_than_room)
{
    enum { NAMES = US_SESSION_EXTENSIONS_MAX + 3 };
    static char texts[NAMES][16];
    const char *many[NAMES];
    for (int i = 0; i < NAMES; i++) {
        snprintf(texts[i], sizeof texts[i], "XR_%d", i);
        many[i] = texts[i];
    }
    struct scene scene = scripted.scene;
    assert_success(scene.calls.xrDestroyInstance(scene.instance));
    setenv("UNDERSTUDY_RECORD_ONLY_ASKED", "1", 1);
    assert_success(scene_create_over(&scene, fake_get, create_any, many, NAMES));
    scene_begin(&scene);
    assert_int_equal(sink.info.extension_count, US_SESSION_EXTENSIONS_MAX);
    assert_string_equal(sink.info.extensions[US_SESSION_EXTENSIONS_MAX - 1].name, "XR_127");
    scripted.scene = scene;
}

/* ---- views ---- */

static void tell_views(XrViewStateFlags flags, uint32_t count, XrSpace space, float x)
{
    struct scene_views told;
    scripted.view_flags = flags;
    scripted.view_count = count;
    scripted.view_position.x = x;
    scripted.right_rad = 2.0f;
    assert_success(scene_ask_views(&scripted.scene, space, scripted.time, 3, &told));
    scripted.view_flags = SCRIPTED_TRACKED;
    scripted.view_count = 2;
    scripted.view_position.x = 0.1f;
    scripted.right_rad = 1.0f;
}

/* The head is where the first view says, which is 10 cm beside it. */
TEST(views_say_where_the_head_is)
{
    scripted_wait();
    tell_views(SCRIPTED_TRACKED, 2, scripted.local, 5.1f);
    check_x(scripted_end_frame()->head.pose, 5.0f);
    scripted_wait();
    tell_views(SCRIPTED_VALID, 2, scripted.stage, 6.1f);
    const struct us_session_frame *frame = scripted_end_frame();
    check_x(frame->head.pose, 6.0f + 4.0f);
    for (int i = 0; i < 3; i++)
        assert_float_equal(frame->views[i].fov.right_rad, i < 2 ? 2.0f : 0.0f, 0.0f);
    scripted_wait();
    tell_views(SCRIPTED_VALID, 2, scripted.floor, 6.1f);
    check_x(scripted_end_frame()->head.pose, 6.0f + 3.0f);
}

/* Views without a place, in a space that nobody knows, in the head, more than there are; and what
 * says nothing where the head was not located when it was sampled. */
TEST(views_that_say_nothing)
{
    const struct {
        XrViewStateFlags flags;
        uint32_t count;
        XrSpace space;
    } rows[] = {{XR_VIEW_STATE_POSITION_VALID_BIT, 2, scripted.local},
                {XR_VIEW_STATE_ORIENTATION_VALID_BIT, 2, scripted.local},
                {SCRIPTED_TRACKED, 2, scripted.unknown},
                {SCRIPTED_TRACKED, 2, scripted.head},
                {SCRIPTED_TRACKED, 3, scripted.local}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        scripted_wait();
        tell_views(rows[i].flags, rows[i].count, rows[i].space, 5.0f);
        const struct us_session_frame *frame = scripted_end_frame();
        check_x(frame->head.pose, 2);
        assert_float_equal(frame->views[2].fov.right_rad, 0.0f, 0.0f);
    }
    scripted.view_at.result = XR_ERROR_RUNTIME_FAILURE;
    scripted_wait();
    tell_views(SCRIPTED_TRACKED, 2, scripted.local, 5.0f);
    assert_false(scripted_end_frame()->head.is_recorded);
    check_x(sink_frame(-1)->head.pose, 0);
    scripted.view_at.result = XR_SUCCESS;
    scripted.view_at.flags = XR_SPACE_LOCATION_POSITION_VALID_BIT;
    scripted_wait();
    tell_views(SCRIPTED_TRACKED, 2, scripted.local, 5.0f);
    check_x(scripted_end_frame()->head.pose, 2);
}

/* A runtime may tell of one view of two. */
TEST(fewer_views)
{
    scripted_wait();
    tell_views(SCRIPTED_TRACKED, 1, scripted.local, 5.0f);
    const struct us_session_frame *frame = scripted_end_frame();
    check_x(frame->head.pose, 2);
    assert_float_equal(frame->views[0].fov.right_rad, 2.0f, 0.0f);
    assert_float_equal(frame->views[1].fov.right_rad, 1.0f, 0.0f);
}

/* ---- spaces ---- */

static void tell(XrSpace space, float x, XrSpaceLocationFlags flags, bool moves)
{
    scripted.told = scripted_at(x, 0, 0);
    scripted.told.flags = flags;
    scripted.told.moving = XR_SPACE_VELOCITY_ANGULAR_VALID_BIT;
    scripted.told.angular.x = 7.0f;
    scripted_locate(space, scripted.local, moves);
}

static void check_head(const struct us_session_location *head, float x, unsigned flags)
{
    check_x(head->pose, x);
    assert_int_equal(head->flags, flags);
    if ((flags & US_SESSION_LINEAR_VALID) != 0)
        assert_float_equal(head->linear_m_s.x, 20.0f, 0.0f);
    if ((flags & US_SESSION_ANGULAR_VALID) != 0)
        assert_float_equal(head->angular_rad_s.x, 7.0f, 0.0f);
}

/* A velocity counts where it was asked for, and the space is the head itself, somewhere else. */
TEST(velocities_that_count)
{
    const struct {
        XrSpace space;
        float told, recorded;
        XrSpaceLocationFlags flags;
        bool moves;
        unsigned recorded_flags;
    } rows[] = {
        {scripted.head, 3, 3, SCRIPTED_TRACKED, false, SCRIPTED_TRACKED | US_SESSION_LINEAR_VALID},
        {scripted.head, 2, 2, SCRIPTED_TRACKED, true, SCRIPTED_TRACKED | US_SESSION_LINEAR_VALID},
        {scripted.beside_head, 104, 4, SCRIPTED_TRACKED, true,
         SCRIPTED_TRACKED | US_SESSION_LINEAR_VALID},
        {scripted.head, 5, 5, SCRIPTED_VALID, true, SCRIPTED_VALID | US_SESSION_ANGULAR_VALID}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        scripted_wait();
        tell(rows[i].space, rows[i].told, rows[i].flags, rows[i].moves);
        check_head(&scripted_end_frame()->head, rows[i].recorded, rows[i].recorded_flags);
    }
}

/* A head that is told is there, even if it was not when it was sampled; what is lost is lost. */
TEST(heads_that_come_and_go)
{
    scripted.view_at.result = XR_ERROR_RUNTIME_FAILURE;
    scripted_wait();
    tell(scripted.head, 3, SCRIPTED_TRACKED, false);
    const struct us_session_location *head = &scripted_end_frame()->head;
    assert_true(head->is_recorded && head->is_active);
    check_head(head, 3, SCRIPTED_TRACKED);
    scripted.view_at.result = XR_SUCCESS;
    scripted_wait();
    tell(scripted.head, 9, 0, false);
    check_head(&scripted_end_frame()->head, 2, 0);
    scripted_wait();
    tell(scripted.head, 9, 0, false);
    tell(scripted.head, 9, SCRIPTED_TRACKED, false);
    check_head(&scripted_end_frame()->head, 9, SCRIPTED_TRACKED);
}

/* As many as there are locations, and velocities; what lies behind them is not looked at. */
TEST(many_spaces_at_once)
{
    static const struct {
        uint32_t spaces, locations, velocities;
        float x;
        unsigned flags;
    } cases[] = {{2, 2, 2, 12, SCRIPTED_TRACKED | US_SESSION_ANGULAR_VALID},
                 {2, 2, 1, 12, SCRIPTED_TRACKED | US_SESSION_LINEAR_VALID},
                 {2, 1, 2, 2, SCRIPTED_TRACKED | US_SESSION_LINEAR_VALID},
                 {1, 2, 2, 2, SCRIPTED_TRACKED | US_SESSION_LINEAR_VALID}};
    const XrSpace asked[2] = {scripted.local, scripted.head};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        XrSpaceLocationData found[2];
        XrSpaceVelocityData moving[2];
        XrSpaceVelocities velocities = {.type = XR_TYPE_SPACE_VELOCITIES,
                                        .velocityCount = cases[i].velocities,
                                        .velocities = moving};
        XrSpaceLocations locations = {.type = XR_TYPE_SPACE_LOCATIONS,
                                      .next = &velocities,
                                      .locationCount = cases[i].locations,
                                      .locations = found};
        scripted_wait();
        const XrSpacesLocateInfo info = {.type = XR_TYPE_SPACES_LOCATE_INFO,
                                         .baseSpace = scripted.local,
                                         .time = scripted.time,
                                         .spaceCount = cases[i].spaces,
                                         .spaces = asked};
        scripted.told = scripted_at(11, 0, 0);
        scripted.told.moving = XR_SPACE_VELOCITY_ANGULAR_VALID_BIT;
        scripted.told.angular.x = 6.0f;
        assert_success(
            scripted.scene.calls.xrLocateSpacesKHR(scripted.scene.session, &info, &locations));
        check_head(&scripted_end_frame()->head, cases[i].x, cases[i].flags);
    }
}

/* ---- hands ---- */

static void tell_hand(XrHandTrackerEXT tracker, float x, void *next, uint32_t joint_count)
{
    HAND_JOINTS(locations, joints);
    locations.next = next;
    locations.jointCount = joint_count;
    scripted.hand.is_active = XR_TRUE;
    scripted.hand.at = scripted_at(x, 0, 0);
    scene_joints(&scripted.scene, tracker, scripted.local, scripted.time, &locations);
    scripted.hand.is_active = XR_FALSE;
}

/* Who answered is only told to an app that asks; otherwise it is what the recorder was told. */
TEST(sources_of_a_hand)
{
    XrHandTrackerEXT left = scene_hand(&scripted.scene, XR_HAND_LEFT_EXT);
    scripted.hand.data_source = XR_HAND_TRACKING_DATA_SOURCE_CONTROLLER_EXT;
    scripted_wait();
    tell_hand(left, 1.0f, NULL, XR_HAND_JOINT_COUNT_EXT);
    const struct us_session_frame *frame = scripted_end_frame();
    assert_true(frame->hands[US_SESSION_LEFT].is_active);
    assert_false(frame->hands[US_SESSION_RIGHT].is_active);
    check_x(frame->hands[US_SESSION_LEFT].joints[25].pose, 26.0f);
    assert_int_equal(frame->hands[US_SESSION_LEFT].data_source, 2);
    scripted_wait();
    XrHandTrackingDataSourceStateEXT source = {.type = XR_TYPE_HAND_TRACKING_DATA_SOURCE_STATE_EXT};
    scripted.hand.data_source = XR_HAND_TRACKING_DATA_SOURCE_UNOBSTRUCTED_EXT;
    tell_hand(left, 2.0f, &source, XR_HAND_JOINT_COUNT_EXT);
    assert_int_equal(scripted_end_frame()->hands[US_SESSION_LEFT].data_source, 1);
    assert_int_equal(sink_frame(-1)->hands[US_SESSION_RIGHT].data_source, 2);
    /* Fewer joints than a hand has are those of another set. */
    scripted_wait();
    tell_hand(left, 2.0f, NULL, XR_HAND_JOINT_COUNT_EXT - 1);
    assert_false(scripted_end_frame()->hands[US_SESSION_LEFT].is_active);
}

TEST(aims_of_a_hand)
{
    XrHandTrackerEXT right = scene_hand(&scripted.scene, XR_HAND_RIGHT_EXT);
    XrHandTrackingAimStateFB aim = {.type = XR_TYPE_HAND_TRACKING_AIM_STATE_FB};
    scripted.aim.status = 4;
    scripted_wait();
    scripted.aim.status = 5;
    tell_hand(right, 1.0f, &aim, XR_HAND_JOINT_COUNT_EXT);
    const struct us_session_frame *frame = scripted_end_frame();
    assert_int_equal(frame->aims[US_SESSION_LEFT].status, 4);
    assert_int_equal(frame->aims[US_SESSION_RIGHT].status, 5);
    scripted_end();
    /* An app that chains the struct of an extension that it did not enable. */
    scripted_begin(names, WITHOUT_AIMS, true);
    right = scene_hand(&scripted.scene, XR_HAND_RIGHT_EXT);
    scripted_wait();
    tell_hand(right, 1.0f, &aim, XR_HAND_JOINT_COUNT_EXT);
    assert_false(scripted_end_frame()->aims[US_SESSION_RIGHT].is_recorded);
    assert_true(sink_frame(-1)->hands[US_SESSION_RIGHT].is_active);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(
        begin, end, a_sampled_frame, eyes_that_are_off_once, a_frame_that_ends_while_it_is_sampled,
        a_frame_that_is_recorded, more_extensions_than_room, views_say_where_the_head_is,
        views_that_say_nothing, fewer_views, velocities_that_count, heads_that_come_and_go,
        many_spaces_at_once, sources_of_a_hand, aims_of_a_hand);
}
