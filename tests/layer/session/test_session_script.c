/* SPDX-License-Identifier: MIT */
/* What happens to the session on purpose (UNDERSTUDY_FAULT): what the app is told, and what its
 * calls answer meanwhile. */
#include <stdlib.h>

#include "actions.h"
#include "layer/session_script/session_script.h"
#include "layer/state/session.h"

#define SYNCHRONIZED XR_SESSION_STATE_SYNCHRONIZED
#define VISIBLE XR_SESSION_STATE_VISIBLE
#define FOCUSED XR_SESSION_STATE_FOCUSED
#define STOPPING XR_SESSION_STATE_STOPPING
#define LOSS_PENDING XR_SESSION_STATE_LOSS_PENDING

#define HALF 0.70710678f

/* A quarter turn to the left, and one metre ahead. */
static const char quarter[] = "recenter:90,0,-1@2s";

/* An app with hands, and its instance. */
static void begin(struct scene *scene, const char *faults, const char *variable, const char *value)
{
    const char *names[] = {SCENE_HAND_AND_EYES, XR_EXT_USER_PRESENCE_EXTENSION_NAME,
                           XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME,
                           XR_EXT_LOCAL_FLOOR_EXTENSION_NAME};
    scene_init(scene, SCENE_ALL | SCENE_PINCH);
    if (variable != NULL)
        setenv(variable, value, 1);
    setenv("UNDERSTUDY_FAULT", faults, 1);
    fake.has_local_floor = true;
    for (int i = 2; i < 5; i++)
        fake.also[i - 2] = names[i];
    fake.renders = true;
    assert_success(scene_create(scene, names, 5));
}

static void play(struct scene *scene)
{
    scene_begin(scene);
    scene_focus(scene);
}

static void end(struct scene *scene)
{
    scene_end(scene);
}

static bool poll(struct scene *scene, XrEventDataBuffer *event)
{
    *event = (XrEventDataBuffer){.type = XR_TYPE_EVENT_DATA_BUFFER};
    XrResult result = scene->calls.xrPollEvent(scene->instance, event);
    assert_true(result == XR_SUCCESS || result == XR_EVENT_UNAVAILABLE);
    return result == XR_SUCCESS;
}

static XrTime state_time; /* of the last state event */

/* The states that the app is told after a frame at `seconds`, such as "VS"; other events are "?".
 */
static const char *states_at(struct scene *scene, double seconds)
{
    static const char letters[] = "-IRSVFXLE";
    static char text[16];
    XrEventDataBuffer event;
    int count = 0;
    scene_wait_frame(scene, SCENE_AT(seconds));
    while (count < 15 && poll(scene, &event)) {
        if (event.type == XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED)
            continue;
        const XrEventDataSessionStateChanged *changed =
            (const XrEventDataSessionStateChanged *)&event;
        bool is_state = event.type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED;
        text[count++] = is_state ? letters[changed->state] : '?';
        state_time = is_state ? changed->time : state_time;
    }
    text[count] = '\0';
    return text;
}

/* The actions of an app: select, and a vibration. */
struct inputs {
    XrActionSet set;
    XrAction select, vibration;
    XrHandTrackerEXT tracker;
};

static void make_inputs(struct scene *scene, struct inputs *inputs)
{
    inputs->set = actions_set(scene, 0);
    inputs->select =
        actions_make(scene, inputs->set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, NULL, NULL);
    inputs->vibration =
        actions_make(scene, inputs->set, XR_ACTION_TYPE_VIBRATION_OUTPUT, LEFT, NULL, NULL);
    const struct actions_binding bindings[] = {{inputs->select, LEFT "/input/select/click"},
                                               {inputs->vibration, LEFT "/output/haptic"}};
    actions_bind(scene, inputs->set, SIMPLE, bindings, 2);
    inputs->tracker = scene_hand(scene, XR_HAND_LEFT_EXT);
}

static XrResult vibrate(struct scene *scene, XrAction action)
{
    return actions_vibrate(scene, action, NULL, (XrHapticVibration){0});
}

/* Whether everything answers as OpenXR wants it with or without input. */
static void check_input(struct scene *scene, const struct inputs *inputs, double seconds,
                        bool has_input)
{
    int vibrations = atomic_load(&fake.haptics);
    XrResult result = has_input ? XR_SUCCESS : XR_SESSION_NOT_FOCUSED;
    assert_int_equal(actions_sync(scene, inputs->set), result);
    XrActionStateBoolean select = actions_boolean(scene, inputs->select, NULL);
    assert_int_equal(select.isActive, has_input);
    assert_int_equal(select.currentState, has_input);
    assert_int_equal(scene_is_hand_active(scene, inputs->tracker, seconds), has_input);
    assert_int_equal(vibrate(scene, inputs->vibration), result);
    assert_int_equal(atomic_load(&fake.haptics), vibrations + has_input);
    XrSpaceLocation head = scene_locate(scene, scene->view, scene->local, SCENE_AT(seconds), NULL);
    assert_int_equal(head.locationFlags, 15); /* the head is known in every state */
}

#define BEGUN_TEST(name, faults)                                                                   \
    TEST_OF(name, struct scene, scene, begin(scene, faults, NULL, NULL), end(scene))

BEGUN_TEST(test_focus, "focus-lost@2s+1s,not-visible@4s+1s")
{
    struct inputs inputs;
    play(scene);
    make_inputs(scene, &inputs);
    fake.live_hand.active = true; /* a live action is denied by an empty sync */
    const struct {
        double at_s;
        const char *told;
        bool input, renders;
    } rows[] = {{1.0, "", true, true},     {1.99, "", true, true},  {2.0, "V", false, true},
                {2.5, "", false, true},    {3.0, "F", true, true},  {3.5, "", true, true},
                {4.0, "VS", false, false}, {4.9, "", false, false}, {5.0, "VF", true, true},
                {9.0, "", true, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(states_at(scene, rows[i].at_s), rows[i].told);
        if (rows[i].told[0] != '\0')
            assert_int_equal(state_time, SCENE_AT(rows[i].at_s));
        /* An app syncs all sets; the runtime then gets a sync without any. */
        check_input(scene, &inputs, rows[i].at_s, rows[i].input);
        assert_int_equal(atomic_load(&fake.sync_count), rows[i].input ? 1 : 0);
        assert_int_equal(scene_renders_at(scene, rows[i].at_s), rows[i].renders);
    }
}

/* Without a script the runtime alone says whether the app renders. */
BEGUN_TEST(test_without_script, "")
{
    play(scene);
    assert_true(scene_renders_at(scene, 1.0));
    fake.renders = false;
    assert_false(scene_renders_at(scene, 2.0));
}

/* Events in one frame are all told, in their order. */
BEGUN_TEST(test_short, "not-visible@2s+0.001s,focus-lost@2.002s")
{
    play(scene);
    assert_string_equal(states_at(scene, 1.0), "");
    assert_string_equal(states_at(scene, 3.0), "VSVFV");
}

/* The runtime loses the focus, too, and stops. */
BEGUN_TEST(test_runtime, "focus-lost@2s+2s")
{
    struct inputs inputs;
    play(scene);
    make_inputs(scene, &inputs);
    fake.state_time = SCENE_AT(3);
    assert_string_equal(states_at(scene, 2.0), "V");
    fake_push_state(scene->session, VISIBLE);
    fake_push_state(scene->session, SYNCHRONIZED);
    assert_string_equal(states_at(scene, 3.0), "S");
    fake_push_state(scene->session, VISIBLE);
    fake.state_time = SCENE_AT(4);
    assert_string_equal(states_at(scene, 4.0), "V");
    assert_false(scene_is_hand_active(scene, inputs.tracker, 4.0)); /* the runtime has no focus */
    fake.state_time = SCENE_AT(5);
    fake_push_state(scene->session, FOCUSED);
    assert_string_equal(states_at(scene, 5.0), "F");
    check_input(scene, &inputs, 5.0, true);
    fake_push_state(scene->session, VISIBLE);
    fake_push_state(scene->session, SYNCHRONIZED);
    fake_push_state(scene->session, STOPPING);
    assert_string_equal(states_at(scene, 5.0), "VSX");
}

/* A runtime that stops the session at once: the app goes down state by state all the same. */
TEST(test_runtime_that_skips_states)
{
    static const struct {
        const char *faults, *before, *after;
    } rows[] = {{"focus-lost@2s", "V", "SX"}, {"not-visible@2s", "VS", "X"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scene scene = {0};
        begin(&scene, rows[i].faults, NULL, NULL);
        play(&scene);
        assert_string_equal(states_at(&scene, 2.0), rows[i].before);
        fake_push_state(scene.session, STOPPING);
        assert_string_equal(states_at(&scene, 3.0), rows[i].after);
        end(&scene);
    }
}

/* --start force-focus gives what the runtime does not; the script may still take it. */
TEST(test_forced)
{
    struct scene scene = {0};
    struct inputs inputs;
    begin(&scene, "focus-lost@2s+1s", "UNDERSTUDY_FORCE_FOCUS", "1");
    scene_begin(&scene);
    make_inputs(&scene, &inputs);
    fake_push_state(scene.session, SYNCHRONIZED);
    for (int i = 0; i < 100; i++) {
        scene_wait_frame(&scene, SCENE_START + i);
        scene_poll(&scene);
    }
    XrTime started = atomic_load(&us_session_find(scene.session)->start_ns);
    double late_s = (double)(started - SCENE_START) * 1e-9;
    fake_fail("xrSyncActions", XR_SESSION_NOT_FOCUSED);
    assert_success(actions_sync(&scene, inputs.set));
    assert_string_equal(states_at(&scene, 2.0 + late_s), "V");
    fake.fails = "xrSyncActions";
    assert_int_equal(actions_sync(&scene, inputs.set), XR_SESSION_NOT_FOCUSED);
    fake.fails = "xrApplyHapticFeedback";
    assert_int_equal(vibrate(&scene, inputs.vibration), XR_SESSION_NOT_FOCUSED);
    assert_string_equal(states_at(&scene, 3.0 + late_s), "F");
    fake.fails = "xrSyncActions";
    assert_success(actions_sync(&scene, inputs.set));
    end(&scene);
}

BEGUN_TEST(test_stopping, "stopping@2s")
{
    play(scene);
    assert_string_equal(states_at(scene, 1.0), "");
    assert_int_equal(fake.exits, 0);
    assert_string_equal(states_at(scene, 2.0), "");
    assert_string_equal(states_at(scene, 3.0), "");
    assert_int_equal(fake.exits, 1); /* the runtime stops the session */
}

/* A runtime such as Monado tells STOPPING for each xrRequestExitSession: it is asked once, whoever
 * wants the end, and not when the app knows of it. */
TEST(test_stopping_and_quit)
{
    static const struct {
        const char *faults;
        bool runtime; /* the runtime stops it at 3 s */
        int exits;
    } rows[] = {{"", false, 1},
                {"stopping@2s", false, 1},
                {"stopping@10s", false, 1},
                {"", true, 0},
                {"stopping@4s", true, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scene scene = {0};
        begin(&scene, rows[i].faults, "UNDERSTUDY_END", "quit");
        play(&scene);
        states_at(&scene, 2.5);
        if (rows[i].runtime)
            fake_push_state(scene.session, STOPPING);
        states_at(&scene, 3.0);
        states_at(&scene, 4.5);
        states_at(&scene, 10.5);
        states_at(&scene, 11.0);
        assert_int_equal(fake.exits, rows[i].exits);
        end(&scene);
    }
}

BEGUN_TEST(test_loss, "loss-pending@2s")
{
    play(scene);
    assert_string_equal(states_at(scene, 2.0), "L");
    fake_push_state(scene->session, VISIBLE);
    assert_string_equal(states_at(scene, 3.0), "");
}

static bool poll_presence(struct scene *scene, XrBool32 *out_present)
{
    XrEventDataBuffer event;
    if (!poll(scene, &event))
        return false;
    const XrEventDataUserPresenceChangedEXT *changed =
        (const XrEventDataUserPresenceChangedEXT *)&event;
    assert_int_equal(event.type, XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT);
    assert_ptr_equal(changed->session, scene->session);
    *out_present = changed->isUserPresent;
    return true;
}

/* Told after xrBeginSession, and when it changes; the runtime's own events are not told. */
TEST(test_presence)
{
    struct scene scene = {0};
    XrBool32 present = XR_FALSE;
    begin(&scene, "user-absent@2s+1s,user-absent@2.5s+0.5s", NULL, NULL);
    scene_begin(&scene);
    assert_true(poll_presence(&scene, &present));
    assert_true(present);
    assert_false(poll_presence(&scene, &present));
    scene_focus(&scene);
    XrEventDataUserPresenceChangedEXT own = {.type = XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT,
                                             .session = scene.session};
    int slot = atomic_fetch_add(&fake.event_count, 1);
    *(XrEventDataUserPresenceChangedEXT *)&fake.events[slot] = own;
    assert_false(poll_presence(&scene, &present));
    scene_wait_frame(&scene, SCENE_AT(2.0));
    assert_true(poll_presence(&scene, &present));
    assert_false(present);
    scene_wait_frame(&scene, SCENE_AT(2.6));
    assert_false(poll_presence(&scene, &present));
    scene_wait_frame(&scene, SCENE_AT(3.0));
    assert_true(poll_presence(&scene, &present));
    assert_true(present);
    end(&scene);
}

BEGUN_TEST(test_refresh_rate, "refresh:72@2s")
{
    XrEventDataBuffer event;
    play(scene);
    scene_wait_frame(scene, SCENE_AT(2.0));
    assert_true(poll(scene, &event));
    const XrEventDataDisplayRefreshRateChangedFB *changed =
        (const XrEventDataDisplayRefreshRateChangedFB *)&event;
    assert_int_equal(event.type, XR_TYPE_EVENT_DATA_DISPLAY_REFRESH_RATE_CHANGED_FB);
    assert_float_equal(changed->fromDisplayRefreshRate, 100.0f, 1e-3); /* the fake's period */
    assert_float_equal(changed->toDisplayRefreshRate, 72.0f, 0.0);
    assert_false(poll(scene, &event));
}

static XrEventDataReferenceSpaceChangePending poll_change(struct scene *scene)
{
    XrEventDataBuffer event;
    assert_true(poll(scene, &event));
    assert_int_equal(event.type, XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING);
    return *(const XrEventDataReferenceSpaceChangePending *)&event;
}

static void check_change(const XrEventDataReferenceSpaceChangePending *change,
                         XrReferenceSpaceType type, XrTime time, XrPosef pose)
{
    assert_int_equal(change->referenceSpaceType, type);
    assert_int_equal(change->changeTime, time);
    assert_int_equal(change->poseValid, XR_TRUE);
    scene_check_pose(change->poseInPreviousSpace, pose.orientation, pose.position);
}

static XrPosef quarter_pose(void)
{
    XrPosef pose = {{0.0f, HALF, 0.0f, HALF}, {0.0f, 0.0f, -1.0f}};
    return pose;
}

/* A point of the old LOCAL in the new one, which is a quarter turn to the left and 1 m ahead. */
static XrVector3f in_new_local(XrVector3f old)
{
    XrVector3f out = {-(old.z + 1.0f), old.y, old.x};
    return out;
}

static void check_head(struct scene *scene, XrSpace space, double seconds, bool is_moved)
{
    XrVector3f old = {0.1f * (float)seconds, 0.2f, -0.3f};
    XrSpaceVelocity velocity;
    XrSpaceLocation head = scene_locate(scene, scene->view, space, SCENE_AT(seconds), &velocity);
    scene_check_vector(head.pose.position, is_moved ? in_new_local(old) : old);
    XrVector3f along_x = {0.1f, 0.0f, 0.0f}, along_z = {0.0f, 0.0f, 0.1f};
    scene_check_vector(velocity.linearVelocity, is_moved ? along_z : along_x);
}

/* What is located in LOCAL: head, STAGE, a live controller's space, joints, views. */
static void check_located(struct scene *scene, double seconds, bool is_moved)
{
    check_head(scene, scene->local, seconds, is_moved);
    XrVector3f stage = {0.0f, FAKE_STAGE_Y_M, 0.0f};
    XrTime time = SCENE_AT(seconds);
    XrSpaceLocation found = scene_locate(scene, scene->stage, scene->local, time, NULL);
    scene_check_vector(found.pose.position, is_moved ? in_new_local(stage) : stage);
    /* An offset stays in the moved space. */
    XrPosef offset = {{0.0f, 0.0f, 0.0f, 1.0f}, {0.5f, 0.0f, 0.0f}};
    XrSpace beside = scene_space(scene, XR_REFERENCE_SPACE_TYPE_LOCAL, offset);
    found = scene_locate(scene, beside, scene->local, time, NULL);
    scene_check_vector(found.pose.position, offset.position);
    found = scene_locate(scene, beside, scene->stage, time, NULL);
    XrVector3f in_stage = {0.5f, -FAKE_STAGE_Y_M, 0.0f};
    XrVector3f moved_in_stage = {0.0f, -FAKE_STAGE_Y_M, -1.5f};
    scene_check_vector(found.pose.position, is_moved ? moved_in_stage : in_stage);
    const struct scene_views told = scene_locate_views(scene, scene->local, time);
    XrVector3f middle = {(told.views[0].pose.position.x + told.views[1].pose.position.x) / 2,
                         (told.views[0].pose.position.y + told.views[1].pose.position.y) / 2,
                         (told.views[0].pose.position.z + told.views[1].pose.position.z) / 2};
    XrVector3f old = {0.1f * (float)seconds, 0.2f, -0.3f};
    scene_check_vector(middle, is_moved ? in_new_local(old) : old);
}

BEGUN_TEST(test_recentring, quarter)
{
    XrEventDataBuffer event;
    play(scene);
    scene_wait_frame(scene, SCENE_AT(1.8));
    assert_false(poll(scene, &event));
    check_located(scene, 1.8, false);
    scene_wait_frame(scene, SCENE_AT(1.95)); /* 0.05 s before */
    XrEventDataReferenceSpaceChangePending change = poll_change(scene);
    check_change(&change, XR_REFERENCE_SPACE_TYPE_LOCAL, SCENE_AT(2), quarter_pose());
    change = poll_change(scene);
    check_change(&change, XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR, SCENE_AT(2), quarter_pose());
    assert_false(poll(scene, &event));
    check_located(scene, 1.99, false);
    check_located(scene, 2.0, true);
    check_located(scene, 5.0, true);
}

/* The same where the recording defines the spaces. */
TEST_OF(test_virtual, struct scene, scene, begin(scene, quarter, "UNDERSTUDY_WORLD", "virtual"),
        end(scene))
{
    XrEventDataBuffer event;
    play(scene);
    assert_string_equal(states_at(scene, 1.0), "");
    check_located(scene, 1.0, false);
    scene_wait_frame(scene, SCENE_AT(2));
    XrEventDataReferenceSpaceChangePending change = poll_change(scene);
    check_change(&change, XR_REFERENCE_SPACE_TYPE_LOCAL, SCENE_AT(2), quarter_pose());
    change = poll_change(scene);
    assert_false(poll(scene, &event));
    check_located(scene, 3.0, true);
}

/* A loop begins again: the app is told that the space is back. */
TEST_OF(test_loop, struct scene, scene,
        begin(scene, "recenter:90,0,-1@2s,focus-lost@3s", "UNDERSTUDY_END", "loop"), end(scene))
{
    play(scene);
    assert_string_equal(states_at(scene, 1.0), "");
    scene_wait_frame(scene, SCENE_AT(2));
    poll_change(scene);
    poll_change(scene);
    assert_string_equal(states_at(scene, 9.0), "V");
    scene_wait_frame(scene, SCENE_AT(11));
    XrEventDataBuffer event;
    assert_true(poll(scene, &event)); /* FOCUSED again */
    assert_int_equal(event.type, XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED);
    XrEventDataReferenceSpaceChangePending change = poll_change(scene);
    /* The inverse of the quarter turn: back is one metre to the left of the moved space. */
    XrPosef back = {{0.0f, -HALF, 0.0f, HALF}, {-1.0f, 0.0f, 0.0f}};
    check_change(&change, XR_REFERENCE_SPACE_TYPE_LOCAL, SCENE_AT(11), back);
    poll_change(scene);
    assert_false(poll(scene, &event));
    check_head(scene, scene->local, 1.0, false);
}

/* A controller is put away and taken again. */
BEGUN_TEST(test_device, "battery:left@2s+1s")
{
    struct inputs inputs;
    play(scene);
    make_inputs(scene, &inputs);
    const struct {
        double at_s;
        int events;
        const char *profile;
    } rows[] = {{1.0, 1, SIMPLE}, {2.0, 1, ""}, {2.5, 0, ""}, {3.0, 1, SIMPLE}, {3.5, 0, SIMPLE}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        actions_frame(scene, inputs.set, rows[i].at_s);
        assert_int_equal(scene_poll(scene), rows[i].events);
        assert_string_equal(actions_profile(scene, LEFT), rows[i].profile);
        assert_int_equal(actions_boolean(scene, inputs.select, NULL).isActive,
                         rows[i].profile[0] != '\0');
    }
}

/* A list has room for so many steps and no more; another list is not full with it. */
TEST(test_full_script)
{
    struct us_session_script *script = us_session_script_create();
    struct us_session_script_step step = {.truth = true};
    assert_non_null(script);
    for (int i = 0; i < US_SESSION_SCRIPT_MOST; i++) {
        step.at_s = i;
        if (!us_session_script_add_level(script, US_SCRIPT_LEVEL_RENDER, &step))
            fail_msg("%d steps have no room", i + 1);
    }
    assert_false(us_session_script_add_level(script, US_SCRIPT_LEVEL_RENDER, &step));
    assert_false(us_session_script_add_state(script, 0.0, VISIBLE));
    assert_true(us_session_script_add_mask(script, 0.0, false));
    us_session_script_destroy(script);
}

TESTS_MAIN(test_focus, test_without_script, test_short, test_runtime,
           test_runtime_that_skips_states, test_forced, test_stopping, test_loss, test_presence,
           test_refresh_rate, test_recentring, test_virtual, test_loop, test_device,
           test_stopping_and_quit, test_full_script)
