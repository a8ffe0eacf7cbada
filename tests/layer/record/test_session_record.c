/* SPDX-License-Identifier: MIT */
/* Hazard: a recorded frame is not what the app was told, or the app notices that it is recorded. */
#include "layer/record/base/recorder.h"
#include "sink.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "actions.h"
#include "fake_space.h"
#include "platform/time.h"
#include "scene.h"
#include "session/open_recording.h"
#include "status/run_status.h"

static void begin(struct scene *scene, const char *const *names, uint32_t count)
{
    assert_success(scene_create(scene, names, count));
    fake.state_time = SCENE_START - 50000000;
    scene_begin(scene);
    scene_tell_state(scene, XR_SESSION_STATE_FOCUSED);
}

static void end_frame(struct scene *scene, XrTime time)
{
    assert_success(scene_submit(scene, time, 0, NULL));
}

static void finish(struct scene *scene)
{
    assert_success(scene->calls.xrDestroySession(scene->session));
    sink_scene_finish(scene);
}

/* What the fake says of its live head, STAGE and hands, in closed form. */
TEST(test_a_frame_is_what_the_runtime_says)
{
    struct scene scene;
    const char *names[] = {SCENE_HAND_AND_EYES};
    sink_scene_init(&scene, 0);
    fake.has_hands = fake.has_eyes = true;
    begin(&scene, names, 2);
    assert_int_equal(sink.opens, 1);
    assert_string_equal(sink.path, sink_path);
    scene_wait_frame(&scene, SCENE_AT(1));
    assert_int_equal(sink_count(US_SESSION_TOPIC_FRAME), 0);
    end_frame(&scene, SCENE_AT(1));
    assert_int_equal(sink_count(US_SESSION_TOPIC_FRAME), 1);
    const struct us_session_frame *frame = sink_frame(0);
    assert_int_equal(frame->time_ns, SCENE_AT(1));
    assert_int_equal(frame->period_ns, 10000000);
    assert_int_equal(frame->number, 1);
    assert_true(frame->head.is_recorded);
    assert_int_equal(frame->head.flags & 15, 15);
    scene_check_pose(scene_from_pose(frame->head.pose), (XrQuaternionf){0, 1, 0, 0},
                     (XrVector3f){7, 7, 7});
    assert_int_equal(frame->view_count, 0); /* the scene names no view configuration */
    scene_check_pose(scene_from_pose(frame->spaces[US_SESSION_SPACE_STAGE].pose),
                     (XrQuaternionf){0, 0, 0, 1}, (XrVector3f){0, FAKE_STAGE_Y_M, 0});
    assert_false(frame->spaces[US_SESSION_SPACE_LOCAL_FLOOR].is_recorded);
    for (int hand = 0; hand < 2; hand++) {
        assert_true(frame->hands[hand].is_recorded && frame->hands[hand].is_active);
        assert_true(frame->hands[hand].joints[25].radius_m == 1.0f);
        assert_true(frame->hands[hand].joints[25].pose.position_m.x == 9.0f);
        assert_int_equal(frame->hands[hand].joints[25].flags, 15);
    }
    assert_true(frame->has_stage_bounds);
    assert_true(frame->stage_width_m == 4.0f && frame->stage_depth_m == 3.0f);
    finish(&scene);
    assert_int_equal(sink.closes, 1);
}

static bool next_has_bounds(struct scene *scene, int frame)
{
    sink_frame_at(scene, frame);
    return sink_frame(-1)->has_stage_bounds;
}

#define BEGUN_TEST(name)                                                                           \
    TEST_OF(name, struct scene, scene, sink_scene_init(scene, 0), finish(scene))

/* The frames of an app that waits for them are those that it waited for, whatever other times it
 * asks about. */
BEGUN_TEST(test_questions_are_no_frames)
{
    begin(scene, NULL, 0);
    for (int i = 1; i <= 3; i++) {
        scene_wait_frame(scene, SCENE_AT(i));
        scene_locate(scene, scene->view, scene->local, SCENE_AT(i + 0.25), NULL);
        scene_locate(scene, scene->view, scene->local, SCENE_AT(i + 0.5), NULL);
        end_frame(scene, SCENE_AT(i));
        assert_int_equal(sink_count(US_SESSION_TOPIC_FRAME), i);
        assert_int_equal(sink_frame(-1)->time_ns, SCENE_AT(i));
    }
}

/* A frame that has no display time is none that could be recorded. */
BEGUN_TEST(test_a_frame_without_a_time)
{
    begin(scene, NULL, 0);
    scene_wait_frame(scene, 0);
    sink_frame_at(scene, 1);
    assert_int_equal(sink_count(US_SESSION_TOPIC_FRAME), 1);
    assert_int_equal(sink_frame(0)->number, 1);
}

/* STAGE's bounds are asked for at the beginning, when the app is told that the runtime moves STAGE,
 * and with each frame until it has moved, at FAKE_MOVE_FROM. The event says what the app would be
 * told at once. */
BEGUN_TEST(test_bounds_are_read_when_they_change)
{
    begin(scene, NULL, 0);
    assert_true(next_has_bounds(scene, 1));
    fake_fail("xrGetReferenceSpaceBoundsRect", XR_SPACE_BOUNDS_UNAVAILABLE);
    assert_true(next_has_bounds(scene, 2));
    fake_space_push_change(scene->session, XR_REFERENCE_SPACE_TYPE_LOCAL);
    scene_poll(scene);
    assert_true(next_has_bounds(scene, 3));
    fake_space_push_change(scene->session, XR_REFERENCE_SPACE_TYPE_STAGE);
    scene_poll(scene);
    assert_false(next_has_bounds(scene, 4));
    fake.fails = NULL;
    assert_false(next_has_bounds(scene, 5));
    fake_space_push_change(scene->session, XR_REFERENCE_SPACE_TYPE_STAGE);
    scene_poll(scene);
    assert_true(next_has_bounds(scene, 6));
}

static void tell_stage_change(struct scene *scene, double change_s)
{
    fake.change_time = SCENE_AT(change_s);
    fake_space_push_change(scene->session, XR_REFERENCE_SPACE_TYPE_STAGE);
    scene_poll(scene);
}

/* The app may ask as soon as it is told. STAGE is what the runtime says, from the event to the time
 * of the change; after that nobody asks. */
BEGUN_TEST(test_bounds_until_the_change)
{
    static const struct {
        float runtime_m, recorded_m;
    } frames[] = {{5, 5}, {6, 6}, {7, 7}, {8, 7}};
    begin(scene, NULL, 0);
    assert_true(next_has_bounds(scene, 1));
    fake.stage_width_m = 5.0f;
    tell_stage_change(scene, 3.5);
    assert_true(sink_event(-1)->number == 5.0f && sink_event(-1)->number2 == 3.0f);
    for (int i = 0; i < 4; i++) {
        fake.stage_width_m = frames[i].runtime_m;
        assert_true(next_has_bounds(scene, 2 + i));
        assert_true(sink_frame(-1)->stage_width_m == frames[i].recorded_m);
    }
    fake_fail("xrGetReferenceSpaceBoundsRect", XR_SPACE_BOUNDS_UNAVAILABLE);
    tell_stage_change(scene, 6.5);
    assert_true(sink_event(-1)->number == -1.0f && sink_event(-1)->number2 == -1.0f);
    fake.fails = NULL;
    fake_space_push_change(scene->session, XR_REFERENCE_SPACE_TYPE_LOCAL);
    scene_poll(scene);
    assert_true(sink_event(-1)->number == 0.0f);
}

/* What is not there goes down as it came, and the runtime says so. */
BEGUN_TEST(test_calls_without_their_arguments)
{
    begin(scene, NULL, 0);
    const struct us_dispatch *calls = &scene->calls;
    const XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO,
                                        .actionSetName = "set",
                                        .localizedActionSetName = "Set"};
    const XrHapticActionInfo haptic = {.type = XR_TYPE_HAPTIC_ACTION_INFO};
    const XrResult refused = XR_ERROR_VALIDATION_FAILURE;
    XrActionSet set;
    XrAction action;
    uint32_t count = 0;
    assert_success(calls->xrCreateActionSet(scene->instance, &info, &set));
    assert_int_equal(calls->xrCreateAction(set, NULL, &action), refused);
    assert_int_equal(calls->xrSuggestInteractionProfileBindings(scene->instance, NULL), refused);
    assert_int_equal(calls->xrGetCurrentInteractionProfile(scene->session, 1, NULL), refused);
    assert_int_equal(calls->xrAttachSessionActionSets(scene->session, NULL), refused);
    assert_int_equal(calls->xrSyncActions(scene->session, NULL), refused);
    assert_int_equal(calls->xrApplyHapticFeedback(scene->session, NULL, NULL), refused);
    assert_int_equal(calls->xrApplyHapticFeedback(scene->session, &haptic, NULL), refused);
    assert_int_equal(calls->xrStopHapticFeedback(scene->session, NULL), refused);
    assert_int_equal(calls->xrGetSystemProperties(scene->instance, 1, NULL), refused);
    assert_int_equal(calls->xrPollEvent(scene->instance, NULL), refused);
    assert_int_equal(calls->xrLocateViews(scene->session, NULL, NULL, 0, &count, NULL), refused);
    assert_int_equal(calls->xrLocateSpace(scene->local, scene->local, SCENE_AT(1), NULL), refused);
    assert_int_equal(sink_count(US_SESSION_TOPIC_HAPTIC), 0);
}

/* A runtime that predicts anew: the head is 5 mm further than it said right after xrWaitFrame. */
BEGUN_TEST(test_what_the_app_is_told_counts)
{
    assert_success(scene_create(scene, NULL, 0));
    const XrSessionCreateInfo session = {.type = XR_TYPE_SESSION_CREATE_INFO};
    assert_success(scene->calls.xrCreateSession(scene->instance, &session, &scene->session));
    const XrSessionBeginInfo begin_info = {.type = XR_TYPE_SESSION_BEGIN_INFO,
                                           .primaryViewConfigurationType =
                                               XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO};
    assert_success(scene->calls.xrBeginSession(scene->session, &begin_info));
    scene->view = scene_space(scene, XR_REFERENCE_SPACE_TYPE_VIEW, scene_identity);
    scene->stage = scene_space(scene, XR_REFERENCE_SPACE_TYPE_STAGE, scene_identity);

    scene_wait_frame(scene, SCENE_AT(1));
    fake.head_moves = true; /* the live head is elsewhere from now on */
    XrSpaceLocation told = scene_locate(scene, scene->view, scene->stage, SCENE_AT(1), NULL);
    end_frame(scene, SCENE_AT(1));
    const struct us_session_frame *frame = sink_frame(0);
    XrVector3f at = told.pose.position;
    at.y += FAKE_STAGE_Y_M;
    scene_check_pose(scene_from_pose(frame->head.pose), told.pose.orientation, at);
    assert_int_equal(frame->view_count, 2);
    assert_true(frame->views[0].fov.left_rad == -0.5f && frame->views[1].fov.left_rad == -1.5f);
    assert_true(fabsf(frame->views[0].pose.position_m.x + FAKE_EYE_X_M) < 1e-6f);

    /* The views of the app count as well, and keep the eyes where they are in the head. */
    fake.head_moves = false;
    scene_wait_frame(scene, SCENE_AT(2));
    fake.head_moves = true;
    fake.view_flags = 15;
    const struct scene_views seen = scene_locate_views(scene, scene->stage, SCENE_AT(2));
    end_frame(scene, SCENE_AT(2));
    frame = sink_frame(1);
    struct us_pose eye = us_pose_multiply(frame->head.pose, frame->views[0].pose);
    at = seen.views[0].pose.position;
    at.y += FAKE_STAGE_Y_M;
    scene_check_pose(scene_from_pose(eye), seen.views[0].pose.orientation, at);
}

/* Frames stay in order, and none is lost, however the app draws them. */
TEST(test_frames_that_are_not_submitted)
{
    struct scene scene;
    sink_scene_init(&scene, 0);
    begin(&scene, NULL, 0);
    for (int i = 0; i < 20; i++)
        scene_wait_frame(&scene, SCENE_AT(1 + 0.01 * i));
    assert_int_equal(sink_count(US_SESSION_TOPIC_FRAME), 18);
    finish(&scene);
    assert_int_equal(sink_count(US_SESSION_TOPIC_FRAME), 20);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(sink_frame(i)->time_ns, SCENE_AT(1 + 0.01 * i));
        assert_int_equal(sink_frame(i)->number, i + 1);
    }
}

/* The runtime puts LOCAL elsewhere: poses stay in LOCAL as it was at the beginning. */
BEGUN_TEST(test_recentring)
{
    begin(scene, NULL, 0);
    sink_frame_at(scene, 1);
    fake.local_moved_x_m = 2.0f; /* LOCAL is 2 m to the right of where it was */
    sink_frame_at(scene, 2);
    const struct us_session_frame *frame = sink_frame(1);
    scene_check_pose(scene_from_pose(frame->head.pose), (XrQuaternionf){0, 1, 0, 0},
                     (XrVector3f){7, 7, 7});
    scene_check_pose(scene_from_pose(frame->spaces[US_SESSION_SPACE_LOCAL].pose),
                     (XrQuaternionf){0, 0, 0, 1}, (XrVector3f){2, 0, 0});
    scene_check_pose(scene_from_pose(frame->spaces[US_SESSION_SPACE_STAGE].pose),
                     (XrQuaternionf){0, 0, 0, 1}, (XrVector3f){0, FAKE_STAGE_Y_M, 0});
}

/* The layer enables what the app did not ask for, and the app cannot tell. */
BEGUN_TEST(test_extensions_are_added)
{
    fake.has_hands = fake.has_eyes = true;
    fake.tells_system = fake.sees_hands = fake.sees_eyes = true;
    begin(scene, NULL, 0);
    assert_true(fake_enabled(XR_EXT_HAND_TRACKING_EXTENSION_NAME));
    assert_true(fake_enabled(XR_EXT_EYE_GAZE_INTERACTION_EXTENSION_NAME));
    assert_null(scene->calls.xrCreateHandTrackerEXT);
    XrSystemHandTrackingPropertiesEXT hands = {.type = XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT};
    XrSystemProperties properties = {.type = XR_TYPE_SYSTEM_PROPERTIES, .next = &hands};
    assert_success(scene->calls.xrGetSystemProperties(scene->instance, 1, &properties));
    assert_int_equal(hands.supportsHandTracking, XR_FALSE);
    sink_frame_at(scene, 1);
    assert_true(sink_frame(0)->hands[0].is_active);
    bool found = false;
    for (uint32_t i = 0; i < sink.info.extension_count; i++)
        found |= sink.info.extensions[i].added &&
                 strcmp(sink.info.extensions[i].name, XR_EXT_HAND_TRACKING_EXTENSION_NAME) == 0;
    assert_true(found);
    assert_true(sink.info.hand_tracking && sink.info.eye_gaze);
}

BEGUN_TEST(test_only_what_is_asked)
{
    setenv("UNDERSTUDY_RECORD_ONLY_ASKED", "1", 1);
    fake.has_hands = fake.has_eyes = true;
    begin(scene, NULL, 0);
    assert_int_equal(fake.name_count, 0);
    sink_frame_at(scene, 1);
    assert_false(sink_frame(0)->hands[0].is_recorded);
    assert_true(sink_frame(0)->head.is_recorded);
}

/* A runtime that lists an extension and refuses it: the app gets its instance. */
BEGUN_TEST(test_a_refused_extension_is_left_out)
{
    fake.has_hands = true;
    fake.refused_extension = XR_EXT_HAND_TRACKING_EXTENSION_NAME;
    begin(scene, NULL, 0);
    assert_int_equal(fake.creates, 2);
    assert_int_equal(fake.name_count, 0);
    sink_frame_at(scene, 1);
    assert_true(sink_frame(0)->head.is_recorded);
    assert_false(sink_frame(0)->hands[0].is_recorded);
}

BEGUN_TEST(test_a_file_that_is_there_stays)
{
    FILE *file = fopen(sink_path, "w");
    assert_non_null(file);
    fputs("mine", file);
    fclose(file);
    begin(scene, NULL, 0);
    scene_wait_frame(scene, SCENE_AT(1));
    assert_int_equal(sink.opens, 0);
    scene_expect_log(scene, "the file is there already");
}

BEGUN_TEST(test_a_file_that_cannot_be_written)
{
    sink.refuses = true;
    begin(scene, NULL, 0);
    scene_wait_frame(scene, SCENE_AT(1));
    end_frame(scene, SCENE_AT(1));
    scene_expect_log(scene, "the sink refuses; the app runs without");
    assert_int_equal(sink.count, 0);
    /* It is tried once, also for later sessions. */
    assert_success(scene->calls.xrDestroySession(scene->session));
    scene_begin(scene);
    scene_wait_frame(scene, SCENE_AT(2));
    assert_int_equal(sink.opens, 1);
    scene_expect_log(scene, "the sink refuses");
}

/* The recorder makes a file, so that the next session finds it there. */
static void make_file(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("recorded", file);
    fclose(file);
}

static void submit_layer(struct scene *scene, XrTime time)
{
    const XrCompositionLayerQuad quad = {.type = XR_TYPE_COMPOSITION_LAYER_QUAD,
                                         .space = scene->local};
    const XrCompositionLayerBaseHeader *layers[] = {(const XrCompositionLayerBaseHeader *)&quad};
    assert_success(scene_submit(scene, time, 1, layers));
}

/* A session with a picture, or with frames that are empty. */
static void run_session(struct scene *scene, bool has_picture, bool is_last)
{
    scene_wait_frame(scene, SCENE_AT(1));
    if (has_picture)
        submit_layer(scene, SCENE_AT(1));
    else
        end_frame(scene, SCENE_AT(1));
    if (is_last)
        return;
    assert_success(scene->calls.xrDestroySession(scene->session));
    scene_begin(scene);
}

/* Each session has a file of its own beside the first one. A session without a picture gives its
 * file to the next one. */
TEST(test_later_sessions_have_files_of_their_own)
{
    struct scene scene;
    char second[80], third[80];
    sink_scene_init(&scene, 0);
    assert_true(us_session_file_name(sink_path, 2, second, sizeof second));
    assert_true(us_session_file_name(sink_path, 3, third, sizeof third));
    begin(&scene, NULL, 0);
    make_file(sink_path);
    run_session(&scene, false, false);
    assert_int_equal(sink.opens, 2);
    assert_string_equal(sink.path, sink_path);
    assert_true(sink.replaces);
    run_session(&scene, true, false);
    assert_string_equal(sink.path, second);
    assert_int_equal(sink.number, 2);
    assert_false(sink.replaces);
    make_file(second);
    /* What the session is told comes after it begins: events of another one are not in its file. */
    uint32_t frames = sink_count(US_SESSION_TOPIC_FRAME);
    run_session(&scene, true, false);
    assert_int_equal(sink_count(US_SESSION_TOPIC_FRAME), frames + 1);
    assert_int_equal(sink_frame(-1)->number, 1);
    assert_string_equal(sink.path, third);
    run_session(&scene, true, true);
    finish(&scene);
    assert_int_equal(sink.opens, 4);
    assert_int_equal(sink.closes, 4);
    unlink(second);
}

/* Sessions have 999 files at most; a further one is not recorded, and that is said. */
BEGUN_TEST(test_too_many_files)
{
    char path[80];
    begin(scene, NULL, 0);
    make_file(sink_path);
    for (unsigned i = 2; i < 999; i++) {
        assert_true(us_session_file_name(sink_path, i, path, sizeof path));
        make_file(path);
    }
    run_session(scene, true, false);
    assert_int_equal(sink.number, 999);
    assert_int_equal(sink.opens, 2);
    make_file(sink.path);
    run_session(scene, true, false);
    assert_int_equal(sink.opens, 2);
    scene_expect_log(scene, "there are too many files beside it");
    for (unsigned i = 2; i <= 999; i++) {
        assert_true(us_session_file_name(sink_path, i, path, sizeof path));
        unlink(path);
    }
}

/* Another instance of the app goes on with the files: in that of a session without a picture, or in
 * the next one. */
BEGUN_TEST(test_files_of_another_instance)
{
    char second[80];
    assert_true(us_session_file_name(sink_path, 2, second, sizeof second));
    begin(scene, NULL, 0);
    make_file(sink_path);
    for (int has_picture = 0; has_picture < 2; has_picture++) {
        run_session(scene, has_picture == 1, true);
        assert_success(scene->calls.xrDestroyInstance(scene->instance));
        begin(scene, NULL, 0);
        assert_int_equal(sink.replaces, has_picture == 0);
        assert_string_equal(sink.path, has_picture == 0 ? sink_path : second);
    }
}

/* xrEndSession and xrBeginSession again: the recording goes on in the same file. */
TEST_OF(test_a_session_that_begins_again_goes_on, struct scene, scene, sink_scene_init(scene, 0),
        finish(scene))
{
    const XrSessionBeginInfo again = {.type = XR_TYPE_SESSION_BEGIN_INFO};
    begin(scene, NULL, 0);
    sink_frame_at(scene, 1);
    assert_success(scene->calls.xrEndSession(scene->session));
    assert_success(scene->calls.xrBeginSession(scene->session, &again));
    sink_frame_at(scene, 2);
    assert_int_equal(sink.opens, 1);
    assert_int_equal(sink_count(US_SESSION_TOPIC_FRAME), 2);
    assert_int_equal(sink_frame(1)->number, 2);
}

/* What plays is recorded as the app is told it, also what the app does not ask for. */
TEST_OF(test_what_plays_is_recorded, struct scene, scene, sink_scene_init(scene, SCENE_ALL),
        scene_finish(scene))
{
    scene_start(scene, NULL, 0);
    scene_wait_frame(scene, SCENE_AT(5));
    XrSpaceLocation head = scene_locate(scene, scene->view, scene->local, SCENE_AT(5), NULL);
    end_frame(scene, SCENE_AT(5));
    const struct us_session_frame *frame = sink_frame(-1);
    scene_check_pose(scene_from_pose(frame->head.pose), head.pose.orientation, head.pose.position);
    /* In the file's axes the head is at (0.5, 0.2, 0.3), and z points the other way in OpenXR's. */
    scene_check_vector(scene_from_pose(frame->head.pose).position, (XrVector3f){0.5f, 0.2f, -0.3f});
    assert_true(frame->hands[US_SESSION_LEFT].is_active);
    assert_false(frame->hands[US_SESSION_RIGHT].is_active); /* it is lost at 4 s */
    assert_success(scene->calls.xrDestroySession(scene->session));
    assert_success(scene->calls.xrDestroyInstance(scene->instance));
    /* The layer's summary speaks of what the app asked for: the head once, and no hands. */
    scene_expect_log(scene, "so it got no joints");
    assert_int_equal(scene_count_log(scene, "hand tracker"), 0);
    scene_expect_log(scene, "located its VIEW space 1 time in 1 of 2 frames, but never its views");
    unlink(sink_path);
}

/* Where the app did not ask for hands, they are recorded if they are played, unless only what the
 * app asks for is to be recorded. */
TEST(test_hands_that_are_played)
{
    for (int i = 0; i < 4; i++) {
        bool plays = (i & 1) != 0, only_asked = (i & 2) != 0;
        struct scene scene;
        sink_scene_init(&scene, SCENE_ALL);
        setenv("UNDERSTUDY_CHANNELS", plays ? "head,hands" : "head", 1);
        if (only_asked)
            setenv("UNDERSTUDY_RECORD_ONLY_ASKED", "1", 1);
        scene_start(&scene, NULL, 0);
        sink_frame_at(&scene, 1);
        for (int hand = 0; hand < 2; hand++)
            assert_int_equal(sink_frame(-1)->hands[hand].is_recorded, plays && !only_asked);
        finish(&scene);
    }
}

static void tell_presence(struct scene *scene, bool is_there)
{
    XrEventDataUserPresenceChangedEXT event = {.type = XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT,
                                               .session = scene->session,
                                               .isUserPresent = is_there};
    memcpy(&fake.events[atomic_fetch_add(&fake.event_count, 1)], &event, sizeof event);
    scene_poll(scene);
}

/* Events before the session begins are put when it does: as many as there is room for, in their
 * order; one without a time has the time of the beginning. */
BEGUN_TEST(test_events_before_the_file)
{
    const XrSessionCreateInfo create = {.type = XR_TYPE_SESSION_CREATE_INFO};
    const XrSessionBeginInfo begin_info = {.type = XR_TYPE_SESSION_BEGIN_INFO};
    assert_success(scene_create(scene, NULL, 0));
    assert_success(scene->calls.xrCreateSession(scene->instance, &create, &scene->session));
    for (int i = 0; i < US_RECORDER_EARLY_EVENTS + 2; i++)
        tell_presence(scene, i % 3 == 0);
    assert_int_equal(sink.count, 0);
    struct timespec before, after;
    clock_gettime(CLOCK_REALTIME, &before);
    assert_success(scene->calls.xrBeginSession(scene->session, &begin_info));
    clock_gettime(CLOCK_REALTIME, &after);
    assert_int_equal(sink_count(US_SESSION_TOPIC_EVENT), US_RECORDER_EARLY_EVENTS);
    for (int i = 0; i < US_RECORDER_EARLY_EVENTS; i++) {
        assert_int_equal(sink_event(i)->time_ns, sink.info.time_ns);
        assert_int_equal(sink_event(i)->value, i % 3 == 0);
        assert_int_equal(sink_event(i)->order, i + 1);
    }
    assert_true(sink.info.wall_ns >= (int64_t)before.tv_sec * 1000000000 + before.tv_nsec);
    assert_true(sink.info.wall_ns <= (int64_t)after.tv_sec * 1000000000 + after.tv_nsec);
    tell_presence(scene, true);
    assert_int_equal(sink_event(-1)->order, US_RECORDER_EARLY_EVENTS + 3);
    assert_true(sink_event(-1)->time_ns > sink.info.time_ns);
    /* xrBeginSession again. */
    assert_success(scene->calls.xrEndSession(scene->session));
    assert_success(scene->calls.xrBeginSession(scene->session, &begin_info));
    assert_int_equal(sink.opens, 1);
}

/* The name of the file is longer than any name can be. */
BEGUN_TEST(test_a_name_that_is_too_long)
{
    static char name[US_RECORD_FILE_PATH_SIZE + 10];
    memset(name, 'x', sizeof name - 1);
    setenv("UNDERSTUDY_RECORD", name, 1);
    begin(scene, NULL, 0);
    scene_wait_frame(scene, SCENE_AT(1));
    end_frame(scene, SCENE_AT(1));
    assert_int_equal(sink.opens, 0);
}

/* An event log beside the recording holds what the app asked for, and nothing of the recorder's. */
TEST(test_with_an_event_log)
{
    struct scene scene;
    char events[64];
    sink_scene_init(&scene, SCENE_ALL);
    snprintf(events, sizeof events, "/tmp/understudy-record-%ld.jsonl", (long)getpid());
    unlink(events);
    setenv("UNDERSTUDY_EVENTS", events, 1);
    scene_open(&scene, NULL, 0);
    XrActionSet set = actions_set(&scene, 1);
    XrAction grip = actions_make(&scene, set, XR_ACTION_TYPE_POSE_INPUT, LEFT, NULL, NULL);
    actions_bind_one(&scene, set, SIMPLE, grip, LEFT "/input/grip/pose");
    scene_focus(&scene);
    scene_wait_frame(&scene, SCENE_AT(5));
    assert_success(actions_sync(&scene, set));
    XrSpaceLocation head = scene_locate(&scene, scene.view, scene.stage, SCENE_AT(5), NULL);
    end_frame(&scene, SCENE_AT(5));
    finish(&scene);
    assert_true(fabsf(sink_frame(-1)->head.pose.position_m.x - head.pose.position.x) < 1e-5f);
    assert_int_equal(scene_count_lines(events, "\"e\":\"locate\""), 1);
    assert_int_equal(scene_count_lines(events, "\"e\":\"space\""), 3);
    assert_int_equal(scene_count_lines(events, "\"e\":\"hand\""), 0);
    unlink(events);
}

/* A run's status, as `understudy run` makes it, for the app that begins next. */
struct run {
    struct scene scene;
    struct us_run_status *status;
    char path[64];
};

static void begin_run(struct run *run)
{
    snprintf(run->path, sizeof run->path, "/tmp/understudy-status-%ld", (long)getpid());
    int file = open(run->path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0 && us_run_status_prepare(file));
    run->status = us_run_status_make(file);
    assert_non_null(run->status);
    close(file);
    sink_scene_init(&run->scene, 0);
    setenv("UNDERSTUDY_RUN_STATUS", run->path, 1);
}

static void finish_run(struct run *run)
{
    finish(&run->scene);
    us_run_status_close(run->status);
    unlink(run->path);
}

#define RUN_TEST(name) TEST_OF(name, struct run, run, begin_run(run), finish_run(run))

static const struct us_session_marker *marker(int index)
{
    return &sink_message(US_SESSION_TOPIC_MARKER, index)->of.marker;
}

/* `understudy mark` and its like leave markers in the run's status. */
RUN_TEST(test_markers_of_the_tool)
{
    struct scene *scene = &run->scene;
    us_run_status_add_marker(run->status, US_RUN_STATUS_MARKER_USER, "too early", 1);
    /* The app's clock is 7 s behind. */
    fake.also[0] = XR_KHR_CONVERT_TIMESPEC_TIME_EXTENSION_NAME;
    fake.now = us_time_now_ns() - INT64_C(7000000000);
    begin(scene, NULL, 0);
    const int64_t behind_ns = sink.info.monotonic_ns - sink.info.time_ns, now_ns = 99000000000;
    us_run_status_add_marker(run->status, US_RUN_STATUS_MARKER_USER, "one", now_ns);
    us_run_status_add_marker(run->status, US_RUN_STATUS_MARKER_SIGNAL, "two", now_ns + 5);
    scene_wait_frame(scene, SCENE_AT(1));
    assert_int_equal(sink_count(US_SESSION_TOPIC_MARKER), 2);
    assert_string_equal(marker(0)->name, "one");
    assert_int_equal(marker(0)->source, US_SESSION_MARKER_USER);
    assert_true(behind_ns >= INT64_C(7000000000));
    assert_int_equal(marker(0)->time_ns, now_ns - behind_ns);
    assert_string_equal(marker(1)->name, "two");
    assert_int_equal(marker(1)->source, US_SESSION_MARKER_SIGNAL);
    assert_int_equal(marker(1)->time_ns, now_ns - behind_ns + 5);
}

/* Frames that come after every so many markers: all that are kept are recorded, in their order. Of
 * more than there is room for, the newest stay. */
RUN_TEST(test_many_markers)
{
    int added = 0, frames = 0;
    begin(&run->scene, NULL, 0);
    for (int every = 1; every < 3 * US_RUN_STATUS_MARKERS; every += every < 60 ? 7 : 1) {
        int first = added + 1, recorded = 0;
        for (int i = 0; i < every; i++) {
            char name[16];
            snprintf(name, sizeof name, "%d", ++added);
            us_run_status_add_marker(run->status, US_RUN_STATUS_MARKER_USER, name, added);
        }
        if (every > US_RUN_STATUS_MARKERS)
            first = added - US_RUN_STATUS_MARKERS + 1;
        sink.count = 0;
        scene_wait_frame(&run->scene, SCENE_AT(1 + 0.01 * ++frames));
        for (int i = first; i <= added; i++)
            assert_int_equal(atoi(marker(recorded++)->name), i);
        assert_int_equal(sink_count(US_SESSION_TOPIC_MARKER), recorded);
    }
}

/* What another process is writing waits, and so does what comes after it. */
RUN_TEST(test_a_marker_that_is_being_written)
{
    begin(&run->scene, NULL, 0);
    us_run_status_add_marker(run->status, US_RUN_STATUS_MARKER_USER, "one", 1);
    us_run_status_add_marker(run->status, US_RUN_STATUS_MARKER_USER, "two", 2);
    atomic_store(&run->status->markers[0].number, 0);
    scene_wait_frame(&run->scene, SCENE_AT(1));
    assert_int_equal(sink_count(US_SESSION_TOPIC_MARKER), 0);
    atomic_store(&run->status->markers[0].number, 1);
    scene_wait_frame(&run->scene, SCENE_AT(1.01));
    assert_int_equal(sink_count(US_SESSION_TOPIC_MARKER), 2);
    assert_string_equal(marker(1)->name, "two");
}

/* A name of any length is kept up to the room that there is, also one that another process has
 * written beyond that. */
RUN_TEST(test_names_of_markers)
{
    char name[US_RUN_STATUS_MARKER_SIZE + 4];
    begin(&run->scene, NULL, 0);
    for (size_t length = 0; length < US_RUN_STATUS_MARKER_SIZE + 4; length++) {
        const size_t kept =
            length < US_RUN_STATUS_MARKER_SIZE ? length : US_RUN_STATUS_MARKER_SIZE - 1;
        struct us_run_status_marker *at = &run->status->markers[length % US_RUN_STATUS_MARKERS];
        struct us_run_status_marker *next = at + 1;
        memset(name, 'x', sizeof name);
        name[length % sizeof name] = '\0';
        memset(at->name, 'y', sizeof at->name);
        const struct us_run_status_marker before = {.monotonic_ns = next->monotonic_ns};
        us_run_status_add_marker(run->status, US_RUN_STATUS_MARKER_USER, name, 5);
        if (length % US_RUN_STATUS_MARKERS + 1 < US_RUN_STATUS_MARKERS)
            assert_int_equal(next->monotonic_ns, before.monotonic_ns);
        sink.count = 0;
        scene_wait_frame(&run->scene, SCENE_AT(1 + 0.01 * (double)length));
        assert_int_equal(strlen(marker(0)->name), kept);
        assert_int_equal(strspn(marker(0)->name, "x"), kept);
    }
    us_run_status_add_marker(run->status, US_RUN_STATUS_MARKER_USER, "z", 5);
    memset(run->status->markers[(US_RUN_STATUS_MARKER_SIZE + 4) % US_RUN_STATUS_MARKERS].name, 'z',
           US_RUN_STATUS_MARKER_SIZE);
    sink.count = 0;
    scene_wait_frame(&run->scene, SCENE_AT(9));
    assert_int_equal(strspn(marker(0)->name, "z"), US_RUN_STATUS_MARKER_SIZE - 1);
}

/* The tool learns to which files sessions were recorded, as far as there is room, and that one of
 * them could not be written to its end. */
RUN_TEST(test_recordings_are_told)
{
    struct us_run_status *status = run->status;
    begin(&run->scene, NULL, 0);
    for (unsigned i = 1; i <= US_RUN_STATUS_RECORDINGS + 3; i++) {
        assert_int_equal(atomic_load(&status->recording_count), i);
        if (i <= US_RUN_STATUS_RECORDINGS)
            assert_int_equal(atomic_load(&status->recordings[i - 1]), 1); /* empty ones */
        assert_false(atomic_load(&status->recording_failed));
        assert_success(run->scene.calls.xrDestroySession(run->scene.session));
        memset(fake.spaces, 0, sizeof fake.spaces); /* they went with the session */
        fake.space_count = 0;
        scene_begin(&run->scene);
    }
    /* The tool finds a file by its number: the first of that number, of those that are kept. */
    atomic_store(&status->recordings[5], 7);
    assert_int_equal(us_run_status_find_recording(status, 1), 0);
    assert_int_equal(us_run_status_find_recording(status, 7), 5);
    assert_int_equal(us_run_status_find_recording(status, 9), -1);
    sink.on_failure(sink.data, "the disk is full");
    assert_true(atomic_load(&status->recording_failed));
    scene_expect_log(&run->scene, "ended: the disk is full. The app runs on.");
}

BEGUN_TEST(test_states_and_the_times)
{
    fake.also[0] = XR_KHR_CONVERT_TIMESPEC_TIME_EXTENSION_NAME;
    fake.now = SCENE_START - 60000000;
    assert_success(scene_create(scene, NULL, 0));
    const XrSessionCreateInfo session = {.type = XR_TYPE_SESSION_CREATE_INFO};
    assert_success(scene->calls.xrCreateSession(scene->instance, &session, &scene->session));
    fake.state_time = SCENE_START - 100000000;
    fake_push_state(scene->session, XR_SESSION_STATE_IDLE);
    scene_tell_state(scene, XR_SESSION_STATE_READY);
    const XrSessionBeginInfo begin_info = {.type = XR_TYPE_SESSION_BEGIN_INFO,
                                           .primaryViewConfigurationType =
                                               XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO};
    assert_success(scene->calls.xrBeginSession(scene->session, &begin_info));
    fake.state_time = SCENE_START;
    fake_push_state(scene->session, XR_SESSION_STATE_FOCUSED);
    fake_space_push_change(scene->session, XR_REFERENCE_SPACE_TYPE_STAGE);
    scene_poll(scene);
    assert_int_equal(sink.info.time_ns, SCENE_START - 60000000);
    assert_true(sink.info.monotonic_ns > 0 && sink.info.wall_ns > sink.info.monotonic_ns);
    assert_int_equal(sink.info.view_configuration, XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO);
    assert_string_equal(sink.info.app_name, "scene");
    assert_int_equal(sink_count(US_SESSION_TOPIC_EVENT), 4);
    assert_int_equal(sink_event(0)->value, XR_SESSION_STATE_IDLE);
    assert_int_equal(sink_event(0)->time_ns, SCENE_START - 100000000);
    assert_int_equal(sink_event(1)->value, XR_SESSION_STATE_READY);
    assert_int_equal(sink_event(2)->value, XR_SESSION_STATE_FOCUSED);
    assert_int_equal(sink_event(2)->time_ns, SCENE_START);
    assert_int_equal(sink_event(3)->kind, US_SESSION_EVENT_REFERENCE_SPACE);
    assert_int_equal(sink_event(3)->change_time_ns, FAKE_MOVE_FROM);
    /* What says no time was now: the system's clock goes on from the beginning. */
    tell_presence(scene, true);
    const int64_t passed_ns = us_time_now_ns() - sink.info.monotonic_ns;
    assert_true(sink_event(4)->time_ns >= sink.info.time_ns &&
                sink_event(4)->time_ns <= sink.info.time_ns + passed_ns);
    /* Also where the app has a frame that is shown much later. */
    scene_wait_frame(scene, SCENE_AT(1000));
    tell_presence(scene, false);
    assert_true(sink_event(5)->time_ns >= sink_event(4)->time_ns &&
                sink_event(5)->time_ns < SCENE_AT(500));
    assert_success(scene->calls.xrDestroySession(scene->session));
    assert_int_equal(scene_count_log(scene, "messages are missing"), 0);
    scene_begin(scene);
}

static void push_state_at(const struct scene *scene, XrTime time)
{
    fake.state_time = time;
    fake_push_state(scene->session, XR_SESSION_STATE_IDLE);
}

/* When the recording begins: what the runtime says that the time is; otherwise what it last named
 * in an event, counted on from there. Of two events the one that came late says less. */
TEST(test_the_time_of_the_beginning)
{
    static const struct {
        bool has_clock;
        XrResult fails_with;
        XrTime now, told[3], from; /* from: the beginning, or later; 0: on the system's clock */
    } rows[] = {{false, 0, 0, {0, -5, 0}, 0},
                {false, 0, 0, {1000000000, 500000000, 0}, 1000000000},
                {false, 0, 0, {-7, 500000000, 1000000000}, 1000000000},
                {true, XR_ERROR_VALIDATION_FAILURE, 12345, {1000000000, 0, 0}, 1000000000},
                {true, 0, 0, {1000000000, 0, 0}, 1000000000},
                {true, 0, 12345, {1000000000, 0, 0}, 12345}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scene scene;
        const XrSessionCreateInfo create = {.type = XR_TYPE_SESSION_CREATE_INFO};
        const XrSessionBeginInfo begin_info = {.type = XR_TYPE_SESSION_BEGIN_INFO};
        sink_scene_init(&scene, SCENE_ALL);
        fake.also[0] = rows[i].has_clock ? XR_KHR_CONVERT_TIMESPEC_TIME_EXTENSION_NAME : NULL;
        fake.now = rows[i].now;
        fake.fails = rows[i].fails_with != 0 ? "xrConvertTimespecTimeToTimeKHR" : NULL;
        fake.fails_with = rows[i].fails_with;
        assert_success(scene_create(&scene, NULL, 0));
        assert_success(scene.calls.xrCreateSession(scene.instance, &create, &scene.session));
        const int64_t before_ns = us_time_now_ns();
        for (int k = 0; k < 3; k++)
            push_state_at(&scene, rows[i].told[k]);
        scene_poll(&scene);
        assert_success(scene.calls.xrBeginSession(scene.session, &begin_info));
        const int64_t passed_ns = us_time_now_ns() - before_ns;
        if (rows[i].has_clock && rows[i].fails_with == 0)
            assert_true(fake.asked_ns >= before_ns && fake.asked_ns <= before_ns + passed_ns);
        if (rows[i].from == 0)
            assert_int_equal(sink.info.time_ns, sink.info.monotonic_ns);
        else if (rows[i].from == rows[i].now)
            assert_int_equal(sink.info.time_ns, rows[i].from);
        else
            assert_true(sink.info.time_ns >= rows[i].from &&
                        sink.info.time_ns <= rows[i].from + passed_ns);
        finish(&scene);
    }
}

/* With the frame clock each frame begins with room for its messages; with the wall clock no frame
 * waits for the disk. */
TEST(test_only_the_frame_clock_waits)
{
    for (int with_frame_clock = 0; with_frame_clock < 2; with_frame_clock++) {
        struct scene scene;
        sink_scene_init(&scene, 0);
        setenv("UNDERSTUDY_CLOCK", with_frame_clock ? "frame" : "wall", 1);
        begin(&scene, NULL, 0);
        sink.waits = 0;
        for (int i = 1; i <= 3; i++) {
            scene_wait_frame(&scene, SCENE_AT(i));
            assert_int_equal(sink.waits, with_frame_clock ? i : 0);
            end_frame(&scene, SCENE_AT(i));
            assert_int_equal(sink.waits, with_frame_clock ? i : 0);
        }
        finish(&scene);
    }
    unsetenv("UNDERSTUDY_CLOCK");
}

/* An app may ask for one thing at a time, each at its own now: what is closer than 4 ms to the
 * frame before is that frame. A frame's period is the time since that one. */
BEGUN_TEST(test_frames_of_an_app_that_waits_for_none)
{
    static const XrTime after_ns[] = {0, 3999999, 4000000, 7999999, 8000000};
    begin(scene, (const char *[]){"XR_MND_headless"}, 1);
    for (int i = 0; i < 5; i++)
        scene_locate(scene, scene->view, scene->local, SCENE_AT(1) + after_ns[i], NULL);
    assert_success(scene->calls.xrDestroySession(scene->session));
    assert_int_equal(sink_count(US_SESSION_TOPIC_FRAME), 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(sink_frame(i)->time_ns, SCENE_AT(1) + i * 4000000);
        assert_int_equal(sink_frame(i)->period_ns, i > 0 ? 4000000 : 0);
    }
    scene_begin(scene);
}

/* Vibrations that are less than half a second apart are one marker. */
TEST(test_markers_of_vibrations)
{
    static const struct {
        double at_s;
        uint32_t markers;
    } rows[] = {{1, 1}, {1.499999, 1}, {1.75, 1}, {2.25, 2}, {2.749999, 2}, {3.25, 3}};
    struct scene scene;
    sink_scene_init(&scene, 0);
    setenv("UNDERSTUDY_CLOCK", "frame", 1);
    setenv("UNDERSTUDY_RECORD_MARK_ON", "haptic", 1);
    begin(&scene, NULL, 0);
    XrAction shake = actions_make(&scene, actions_set(&scene, 0), XR_ACTION_TYPE_VIBRATION_OUTPUT,
                                  NULL, NULL, NULL);
    const XrHapticActionInfo info = {.type = XR_TYPE_HAPTIC_ACTION_INFO, .action = shake};
    const XrHapticVibration vibration = {.type = XR_TYPE_HAPTIC_VIBRATION, .amplitude = 1.0f};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        scene_wait_frame(&scene, SCENE_AT(rows[i].at_s));
        assert_success(
            scene.calls.xrApplyHapticFeedback(scene.session, &info, (const void *)&vibration));
        end_frame(&scene, SCENE_AT(rows[i].at_s));
        assert_int_equal(sink_count(US_SESSION_TOPIC_MARKER), rows[i].markers);
    }
    finish(&scene);
    unsetenv("UNDERSTUDY_RECORD_MARK_ON");
    unsetenv("UNDERSTUDY_CLOCK");
}

TESTS_MAIN(test_a_frame_is_what_the_runtime_says, test_questions_are_no_frames,
           test_a_frame_without_a_time, test_bounds_are_read_when_they_change,
           test_bounds_until_the_change, test_calls_without_their_arguments,
           test_what_the_app_is_told_counts, test_frames_that_are_not_submitted, test_recentring,
           test_extensions_are_added, test_only_what_is_asked, test_a_refused_extension_is_left_out,
           test_a_file_that_is_there_stays, test_a_file_that_cannot_be_written, test_too_many_files,
           test_later_sessions_have_files_of_their_own, test_a_session_that_begins_again_goes_on,
           test_what_plays_is_recorded, test_hands_that_are_played, test_events_before_the_file,
           test_a_name_that_is_too_long, test_files_of_another_instance,
           test_only_the_frame_clock_waits, test_frames_of_an_app_that_waits_for_none,
           test_markers_of_vibrations, test_with_an_event_log, test_markers_of_the_tool,
           test_many_markers, test_a_marker_that_is_being_written, test_names_of_markers,
           test_recordings_are_told, test_states_and_the_times, test_the_time_of_the_beginning)
