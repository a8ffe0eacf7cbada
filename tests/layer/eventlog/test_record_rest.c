/* SPDX-License-Identifier: MIT */
/* Hazard: lines of an event log that few apps cause are missing, or say something else. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "actions.h"
#include "core/base/own_use.h"
#include "fake_space.h"
#include "layer/eventlog/event_log.h"
#include "platform/time.h"
#include "record_log.h"

static PFN_xrVoidFunction function_of(struct scene *scene, const char *name)
{
    PFN_xrVoidFunction function = NULL;
    assert_success(scene->get(scene->instance, name, &function));
    return function;
}

RECORD_TEST(an_exit_is_said, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_ALL);
    PFN_xrRequestExitSession leave =
        (PFN_xrRequestExitSession)function_of(scene, "xrRequestExitSession");
    fake_fail("xrRequestExitSession", XR_ERROR_SESSION_NOT_RUNNING);
    assert_int_equal(leave(scene->session), XR_ERROR_SESSION_NOT_RUNNING);
    fake.fails = NULL;
    assert_int_equal(fake.exits, 0);
    assert_success(leave(scene->session));
    assert_int_equal(fake.exits, 1);
    record_end(record);
    record_check_has(record_need(record, 0, "'e':'error'", "xrRequestExitSession"),
                     "XR_ERROR_SESSION_NOT_RUNNING");
    assert_int_equal(record_count(record, "'what':'exit requested'", ""), 1);
    record_check(record, 0, "'what':'exit requested'", "'session':1");
}

RECORD_TEST(a_screenshot_is_said, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_ALL);
    us_session_find(scene->session)
        ->instance->observer->on_screenshot(us_session_find(scene->session), "left-7.png", 64, 48);
    record_end(record);
    record_check(record, 0, "'e':'shot'", "'session':1,'file':'left-7.png','width':64,'height':48");
}

/* A runtime that fills fewer velocities than the app asks for poses: what it did not write is not
 * logged. */
RECORD_TEST(a_velocity_that_is_missing, SCENE_HANDS)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_HANDS);
    fake.any_count = true;
    XrSpace spaces[] = {scene->stage, scene->view, scene->view};
    XrSpaceLocationData data[3];
    XrSpaceVelocityData moving[3] = {{0}};
    XrSpaceVelocities velocities = {
        .type = XR_TYPE_SPACE_VELOCITIES, .velocityCount = 1, .velocities = moving};
    LOCATE_SPACES(info, locations, scene->local, SCENE_AT(1), 3, spaces, data, &velocities);
    assert_success(scene->calls.xrLocateSpaces(scene->session, &info, &locations));
    record_end(record);
    assert_int_equal(record_count(record, "xrLocateSpaces", "'from':'runtime'"), 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(strstr(record_need(record, i, "xrLocateSpaces", ""), "velocity") != NULL,
                         i == 0);
}

/* More views than a line has room for: the first ones are there, as they were told. */
RECORD_TEST(very_many_views, SCENE_HANDS)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_HANDS);
    XrView views[12];
    for (uint32_t count = US_LOG_EVENT_VIEWS_MAX - 1; count <= US_LOG_EVENT_VIEWS_MAX + 2;
         count++) {
        for (uint32_t i = 0; i < 12; i++)
            views[i] = (XrView){.type = XR_TYPE_VIEW};
        fake.view_count = count;
        XrViewLocateInfo info = {
            .type = XR_TYPE_VIEW_LOCATE_INFO, .displayTime = SCENE_AT(0), .space = scene->local};
        XrViewState view_state = {.type = XR_TYPE_VIEW_STATE};
        uint32_t told = 0;
        assert_success(
            scene->calls.xrLocateViews(scene->session, &info, &view_state, 12, &told, views));
        assert_int_equal(told, count);
    }
    record_end(record);
    assert_int_equal(record_count(record, "'e':'views'", ""), 4);
    for (int i = 0; i < 4; i++)
        record_check(record, i, "'e':'views'",
                     "'fovs':[[-0.5,0.5,0.5,-0.5],[-1.5,0.5,0.5,-0.5],[-2.5,");
}

static double processor_ms(void)
{
    struct timespec now;
    assert_int_equal(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now), 0);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* The clock of frames is CLOCK_MONOTONIC. */
TEST(the_clock_of_frames)
{
    struct timespec before, after;
    assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &before), 0);
    int64_t now_ns = us_time_now_ns();
    assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &after), 0);
    int64_t s = now_ns / 1000000000, ns = now_ns % 1000000000;
    assert_true(s > before.tv_sec || (s == before.tv_sec && ns >= before.tv_nsec));
    assert_true(s < after.tv_sec || (s == after.tv_sec && ns <= after.tv_nsec));
}

static double thread_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Takes no less of the clock on the wall. */
static void burn(double spent_ms)
{
    double until_ms = thread_ms() + spent_ms;
    while (thread_ms() < until_ms)
        continue;
}

/* Returns the thread's processor time, ms. */
static void *burn_apart(void *out_ms)
{
    burn(20);
    *(double *)out_ms = thread_ms();
    return NULL;
}

static double number_of(const char *line, const char *name)
{
    const char *text = strstr(line, name);
    return text != NULL ? strtod(text + strlen(name), NULL) : -1.0;
}

/* What a frame takes, from one xrWaitFrame to the next: what the app does before xrEndFrame and
 * after it, and not what a thread of Understudy does; not more than the whole process used. */
TEST(processor_time_is_that_of_the_frame)
{
    for (int wanted = 0; wanted < 2; wanted++) {
        struct record record;
        struct scene *scene = &record.scene;
        record_begin(&record, SCENE_ALL);
        setenv("UNDERSTUDY_EVENTS_PROCESSOR", wanted ? "1" : "0", 1);
        scene_play(scene, SCENE_ALL);
        PFN_xrBeginFrame begin = (PFN_xrBeginFrame)function_of(scene, "xrBeginFrame");
        XrFrameEndInfo info = {.type = XR_TYPE_FRAME_END_INFO, .displayTime = SCENE_START};
        assert_success(scene->calls.xrEndFrame(scene->session, &info));
        burn(30);
        double before_ms = processor_ms();
        int64_t before_ns = us_time_now_ns();
        scene_wait_frame(scene, SCENE_AT(0.01));
        int64_t waited_ns = us_time_now_ns();
        assert_success(begin(scene->session, NULL));
        burn(5);
        double inside_ms = (double)(us_time_now_ns() - waited_ns) / 1e6;
        info.displayTime = SCENE_AT(0.01);
        assert_success(scene->calls.xrEndFrame(scene->session, &info));
        double apart_ms = 0.0;
        struct us_thread apart;
        assert_int_equal(us_own_use_start_thread(&apart, 0, burn_apart, &apart_ms), 0);
        us_thread_join(&apart);
        burn(5);
        double least_ms = (double)(us_time_now_ns() - waited_ns) / 1e6;
        scene_wait_frame(scene, SCENE_AT(0.02));
        double most_ms = processor_ms() - before_ms - apart_ms;
        double longest_ms = (double)(us_time_now_ns() - before_ns) / 1e6;
        record_end(&record);
        /* A frame that was not begun has neither. */
        const char *first = record_need(&record, 0, "'e':'submit'", "");
        assert_null(strstr(first, "\"wall_frame_ms\""));
        double frame_ms =
            number_of(record_need(&record, 1, "'e':'submit'", ""), "\"wall_frame_ms\":");
        assert_true(frame_ms > inside_ms - 0.001 && frame_ms < longest_ms - 4.9);
        int waits = record_count(&record, "'e':'wait'", "");
        const char *line = record_need(&record, waits - 1, "'e':'wait'", "");
        double spent_ms = number_of(line, "\"wall_spent_ms\":");
        assert_true(spent_ms > least_ms - 0.001 && spent_ms < longest_ms + 0.001);
        assert_int_equal(strstr(line, "\"wall_processor_ms\":") != NULL, wanted);
        double found_ms = number_of(line, "\"wall_processor_ms\":");
        if (wanted)
            assert_true(found_ms > 9.9 && found_ms < most_ms + apart_ms / 2);
        assert_null(strstr(record_need(&record, 0, "'e':'wait'", ""), "\"wall_spent_ms\""));
        record_finish(&record);
    }
    unsetenv("UNDERSTUDY_EVENTS_PROCESSOR");
}

/* An app that names what it did not declare: the line has no such name. */
RECORD_TEST(what_was_not_declared, SCENE_HEAD)
{
    struct scene *scene = &record->scene;
    fake.has_eyes = true;
    scene_play(scene, SCENE_HEAD);
    XrActionSet set = actions_set(scene, 0);
    XrAction look = actions_make(scene, set, XR_ACTION_TYPE_POSE_INPUT, LEFT, NULL, NULL);
    (void)actions_space(scene, look, RIGHT);
    XrActionSuggestedBinding bindings[] = {
        {US_XR_HANDLE(XrAction, 4711), actions_path(scene, EYE_GAZE)},
        {look, actions_path(scene, EYE_GAZE)}};
    XrInteractionProfileSuggestedBinding suggested = {
        .type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
        .interactionProfile = actions_path(scene, EYE_GAZE_PROFILE),
        .countSuggestedBindings = 2,
        .suggestedBindings = bindings};
    assert_success(scene->calls.xrSuggestInteractionProfileBindings(scene->instance, &suggested));
    record_end(record);
    const char *line = record_need(record, 0, "'e':'space'", "'kind':'action'");
    assert_null(strstr(line, "\"subaction\":\"/"));
    record_check(record, 0, "'e':'bindings'", "'count':2,'gaze':['");
    assert_int_equal(record_count(record, "'session':0", ""), 0);
}

/* A marker at the time of a frame is said with that frame, and not again with the one that passes
 * the end. */
TEST(markers_are_said_once)
{
    static const char *const modes[] = {"hold", "loop"};
    for (int i = 0; i < 2; i++) {
        struct record record;
        record_begin(&record, SCENE_ALL | SCENE_MARKERS);
        setenv("UNDERSTUDY_END", modes[i], 1);
        scene_play(&record.scene, SCENE_ALL);
        scene_wait_frame(&record.scene, SCENE_AT(2.5));
        scene_wait_frame(&record.scene, SCENE_AT(11));
        record_end(&record);
        assert_int_equal(record_count(&record, "'e':'marker'", "'one'"), 1);
        assert_int_equal(record_count(&record, "'e':'marker'", "'two'"), 1);
        assert_int_equal(record_count(&record, "'e':'marker'", "'end'"), 1);
        assert_int_equal(record_count(&record, "'e':'marker'", "'begin'"), 1 + i);
        record_finish(&record);
    }
}

/* Without a time nothing is played in a frame; and what vibrates need not be said. */
RECORD_TEST(what_has_no_time, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_ALL);
    XrFrameEndInfo info = {.type = XR_TYPE_FRAME_END_INFO};
    assert_int_equal(scene->calls.xrEndFrame(scene->session, &info), XR_ERROR_TIME_INVALID);
    info.displayTime = SCENE_START;
    assert_success(scene->calls.xrEndFrame(scene->session, &info));
    XrActionSet set = actions_set(scene, 0);
    XrHapticActionInfo where = {
        .type = XR_TYPE_HAPTIC_ACTION_INFO,
        .action = actions_make(scene, set, XR_ACTION_TYPE_VIBRATION_OUTPUT, LEFT, NULL, NULL)};
    assert_int_equal(scene->calls.xrApplyHapticFeedback(scene->session, &where, NULL),
                     XR_ERROR_VALIDATION_FAILURE);
    record_end(record);
    assert_null(strstr(record_need(record, 0, "'e':'submit'", ""), "\"at_s\""));
    assert_non_null(strstr(record_need(record, 1, "'e':'submit'", ""), "\"at_s\":0"));
    const char *line = record_need(record, 0, "'e':'haptic'", "");
    record_check_has(line, "'what':'apply'");
    record_check_has(line, "XR_ERROR_VALIDATION_FAILURE");
    assert_null(strstr(line, "\"amplitude\":0"));
}

/* Structs that are chained: so many are followed, because a chain may be a loop. */
RECORD_TEST(very_long_chains, SCENE_HANDS)
{
    struct scene *scene = &record->scene;
    XrBaseInStructure chain[70];
    scene_play(scene, SCENE_HANDS);
    for (int i = 0; i < 4; i++) {
        int count = i == 0 ? 70 : i < 3 ? 64 : US_LOG_LAYER_CHAIN_MAX;
        for (int k = 0; k < count; k++)
            chain[k] = (XrBaseInStructure){.type = (XrStructureType)(1999000000 + k),
                                           .next = k + 1 < count ? &chain[k + 1] : NULL};
        if (i == 2)
            chain[1].next = chain; /* a loop of two */
        XrCompositionLayerQuad quad = {.type = XR_TYPE_COMPOSITION_LAYER_QUAD,
                                       .next = chain,
                                       .space = scene->local,
                                       .pose = scene_identity};
        const XrCompositionLayerBaseHeader *layers[] = {(const void *)&quad};
        scene_wait_frame(scene, SCENE_AT(0.01 * i));
        assert_success(scene_submit(scene, SCENE_START, 1, layers));
    }
    record_end(record);
    char more[32];
    snprintf(more, sizeof more, "\"next_more\":%d", 64 - US_LOG_LAYER_CHAIN_MAX);
    assert_int_equal(record_count(record, "'e':'layer'", more), 2);
    record_check(record, 0, "'e':'layer'", "'next':['1999000000',");
    record_check(record, 1, "'e':'layer'",
                 "'next':['1999000000','1999000001','1999000000'],'next_more'");
    record_check(record, 2, "'e':'layer'", "'next':['1999000000','1999000001','1999000002']}");
}

/* The first answer is said, also that there is no profile; then what differs. */
RECORD_TEST(a_profile_is_said_where_it_changes, SCENE_HEAD)
{
    struct scene *scene = &record->scene;
    scene_play(scene, SCENE_HEAD);
    XrActionSet set = actions_set(scene, 0);
    XrAction click = actions_make(scene, set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, NULL, NULL);
    actions_bind_one(scene, set, SIMPLE, click, LEFT "/input/select/click");
    for (int i = 0; i < 6; i++) {
        fake.live_profile = i == 2 || i == 3 ? actions_path(scene, SIMPLE) : XR_NULL_PATH;
        assert_string_equal(actions_profile(scene, LEFT), i == 2 || i == 3 ? SIMPLE : "");
    }
    record_end(record);
    assert_int_equal(record_count(record, "'e':'profile'", ""), 3);
    for (int i = 0; i < 3; i++)
        record_check(record, i, "'e':'profile'",
                     i == 1 ? "'profile':'" SIMPLE "'" : "'profile':null");
}

/* What a frame says: whether the app is to render, and what plays, until input is live again. */
TEST(frames_until_the_end)
{
    struct record record;
    struct scene *scene = &record.scene;
    record_begin(&record, SCENE_ALL);
    setenv("UNDERSTUDY_END", "release", 1);
    scene_play(scene, SCENE_ALL);
    for (int i = 0; i < 4; i++) {
        fake.renders = i == 1;
        XrFrameState frame = {.type = XR_TYPE_FRAME_STATE};
        fake.next_time = i < 2 ? SCENE_AT(9 + 0.01 * i) : SCENE_AT(11 + 0.01 * i);
        assert_success(scene->calls.xrWaitFrame(scene->session, NULL, &frame));
        (void)scene_locate(scene, scene->view, scene->local, fake.next_time, NULL);
    }
    record_end(&record);
    for (int i = 0; i < 5; i++) {
        const char *line = record_need(&record, i, "'e':'wait'", "");
        record_check_has(line, i == 2 ? "'render':true" : "'render':false");
        assert_int_equal(strstr(line, "\"at_s\":") != NULL, i < 3);
    }
    record_need(&record, 0, "'what':'released'", "");
    record_finish(&record);
    unsetenv("UNDERSTUDY_END");
}

/* Systems that differ in their name alone are said each; and nothing else changes by that. */
RECORD_TEST(systems_of_other_names, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    assert_success(scene_create(scene, NULL, 0));
    fake.fails = "xrCreateActionSet";
    for (int i = 0; i < 16; i++) {
        XrSystemEyeGazeInteractionPropertiesEXT eyes = {
            .type = XR_TYPE_SYSTEM_EYE_GAZE_INTERACTION_PROPERTIES_EXT};
        XrSystemProperties properties = {.type = XR_TYPE_SYSTEM_PROPERTIES, .next = &eyes};
        snprintf(properties.systemName, sizeof properties.systemName, "system %c", 'a' + i / 2);
        assert_success(scene->calls.xrGetSystemProperties(scene->instance, 1, &properties));
        fake.fails_with = i % 2 ? XR_ERROR_LIMIT_REACHED : XR_ERROR_RUNTIME_FAILURE;
        XrActionSetCreateInfo info = {.type = XR_TYPE_ACTION_SET_CREATE_INFO};
        XrActionSet set;
        assert_true(XR_FAILED(scene->calls.xrCreateActionSet(scene->instance, &info, &set)));
    }
    record_end(record);
    assert_int_equal(record_count(record, "'e':'system'", ""), 8);
    for (int i = 0; i < 8; i++) {
        char name[32];
        snprintf(name, sizeof name, "\"name\":\"system %c\"", 'a' + i);
        record_check(record, i, "'e':'system'", name);
    }
    assert_int_equal(record_count(record, "'e':'error'", ""), 16);
    assert_int_equal(record_count(record, "'e':'error'", "'frame'"), 0);
}

/* Events of the runtime: the frame from which on a space is there, and who is. */
RECORD_TEST(events_have_their_members, SCENE_HEAD)
{
    struct scene *scene = &record->scene;
    scene_open(scene, NULL, 0);
    fake_space_push_change(scene->session, XR_REFERENCE_SPACE_TYPE_STAGE);
    scene_poll(scene);
    scene_focus(scene);
    fake_space_push_change(scene->session, XR_REFERENCE_SPACE_TYPE_STAGE);
    scene_poll(scene);
    fake_space_push_change(scene->session, XR_REFERENCE_SPACE_TYPE_STAGE);
    ((XrEventDataReferenceSpaceChangePending *)(void *)&fake.events[0])->poseValid = XR_TRUE;
    scene_poll(scene);
    for (int i = 0; i < 2; i++) {
        XrEventDataUserPresenceChangedEXT *presence =
            (XrEventDataUserPresenceChangedEXT *)(void *)&fake.events[fake.event_count++];
        *presence = (XrEventDataUserPresenceChangedEXT){
            .type = XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT,
            .session = scene->session,
            .isUserPresent = i == 0 ? XR_TRUE : XR_FALSE};
    }
    scene_poll(scene);
    record_end(record);
    assert_null(strstr(record_need(record, 0, "'e':'space_change'", ""), "\"ask\""));
    record_check(record, 1, "'e':'space_change'", "'type':'STAGE','ask':0");
    assert_null(strstr(record_need(record, 1, "'e':'space_change'", ""), "\"pose\""));
    record_check(record, 2, "'e':'space_change'", "'pose':[1,2,3,0,0,0,1]");
    record_check(record, 0, "'e':'presence'", "'present':true");
    record_check(record, 1, "'e':'presence'", "'present':false");
}

/* A call that fails belongs to the frame that it asked for. */
RECORD_TEST(failures_belong_to_the_time_asked_for, SCENE_ALL)
{
    struct scene *scene = &record->scene;
    fake.has_hands = true;
    scene_play(scene, SCENE_ALL);
    scene_wait_frame(scene, SCENE_AT(0.01));
    scene_wait_frame(scene, SCENE_AT(0.02));
    XrHandTrackerEXT tracker = scene_hand(scene, XR_HAND_LEFT_EXT);
    fake.fails_with = XR_ERROR_RUNTIME_FAILURE;
    const XrTime asked = SCENE_AT(0.01);
    HAND_JOINTS(locations, joints);
    fake.fails = "xrLocateHandJointsEXT";
    assert_true(XR_FAILED(scene_ask_joints(scene, tracker, scene->local, asked, &locations)));
    assert_true(XR_FAILED(scene->calls.xrLocateHandJointsEXT(tracker, NULL, &locations)));
    struct scene_views views;
    fake.fails = "xrLocateViews";
    assert_true(XR_FAILED(scene_ask_views(scene, scene->local, asked, 2, &views)));
    assert_true(XR_FAILED(scene->calls.xrLocateViews(scene->session, NULL, &views.state, 2,
                                                     &views.count, views.views)));
    XrSpaceLocationData data;
    LOCATE_SPACES(of_many, many, scene->local, asked, 1, &scene->stage, &data, NULL);
    fake.fails = "xrLocateSpaces";
    assert_true(XR_FAILED(scene->calls.xrLocateSpaces(scene->session, &of_many, &many)));
    assert_true(XR_FAILED(scene->calls.xrLocateSpaces(scene->session, NULL, &many)));
    fake.fails = NULL;
    record_end(record);
    static const char *const calls[] = {"xrLocateHandJointsEXT", "xrLocateViews", "xrLocateSpaces"};
    for (int i = 0; i < 3; i++) {
        record_check_has(record_need(record, 0, "'e':'error'", calls[i]), "'frame':1,");
        record_check_has(record_need(record, 1, "'e':'error'", calls[i]), "'frame':2,");
    }
}

/* Without a recording the log changes no answer: what the runtime allows is allowed. */
TEST(a_log_alone_refuses_nothing)
{
    const char *names[] = {XR_EXT_HAND_TRACKING_EXTENSION_NAME,
                           XR_EXT_HAND_TRACKING_DATA_SOURCE_EXTENSION_NAME};
    struct record record;
    struct scene *scene = &record.scene;
    record_begin(&record, 0);
    unsetenv("UNDERSTUDY_PLAY");
    fake.has_hands = true;
    fake.also[0] = names[1];
    scene_start(scene, names, 2);
    XrHandTrackerEXT tracker = scene_hand(scene, XR_HAND_RIGHT_EXT);
    XrHandTrackingDataSourceStateEXT source = {.type = XR_TYPE_HAND_TRACKING_DATA_SOURCE_STATE_EXT};
    HAND_JOINTS_WITH(locations, joints, &source);
    scene_joints(scene, tracker, scene->local, SCENE_AT(0), &locations);
    record_end(&record);
    record_check(&record, 0, "'e':'hand'", "'hand':'right'");
    record_finish(&record);
}

TESTS_MAIN(an_exit_is_said, a_screenshot_is_said, a_velocity_that_is_missing, very_many_views,
           the_clock_of_frames, processor_time_is_that_of_the_frame, what_was_not_declared,
           what_has_no_time, very_long_chains, markers_are_said_once,
           a_profile_is_said_where_it_changes, frames_until_the_end, systems_of_other_names,
           events_have_their_members, failures_belong_to_the_time_asked_for,
           a_log_alone_refuses_nothing)
