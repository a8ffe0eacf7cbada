/* SPDX-License-Identifier: MIT */
/* Session states: the focus gate, and forced focus on a runtime that is stuck. */
#include <stdlib.h>

#include "actions.h"

/* After so many frames and empty polls the runtime is stuck. */
enum { WAIT_COUNT = 60 };

#define IDLE XR_SESSION_STATE_IDLE
#define READY XR_SESSION_STATE_READY
#define SYNCHRONIZED XR_SESSION_STATE_SYNCHRONIZED
#define VISIBLE XR_SESSION_STATE_VISIBLE
#define FOCUSED XR_SESSION_STATE_FOCUSED
#define STOPPING XR_SESSION_STATE_STOPPING

static void begin(struct scene *scene, const char *force)
{
    const char *names[] = {SCENE_HAND_AND_EYES};
    scene_init(scene, SCENE_ALL);
    setenv("UNDERSTUDY_FORCE_FOCUS", force, 1);
    scene_open(scene, names, 2);
}

/* The state that one poll tells, or 0 if there is no event. */
static int poll_state(struct scene *scene)
{
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    XrResult result = scene->calls.xrPollEvent(scene->instance, &event);
    if (result == XR_EVENT_UNAVAILABLE)
        return 0;
    assert_success(result);
    assert_int_equal(event.type, XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED);
    const XrEventDataSessionStateChanged *changed = (const XrEventDataSessionStateChanged *)&event;
    assert_ptr_equal(changed->session, scene->session);
    assert_null(changed->next);
    return (int)changed->state;
}

/* Frames with a poll each; the states that were told. Returns how many. */
static int run(struct scene *scene, int frames, int told[8])
{
    int count = 0;
    for (int i = 0; i < frames; i++) {
        scene_wait_frame(scene, SCENE_START + (XrTime)i * 10000000);
        for (int state = poll_state(scene); state != 0; state = poll_state(scene)) {
            assert_true(count < 8);
            told[count++] = state;
        }
    }
    return count;
}

static XrResult sync(struct scene *scene)
{
    XrActionsSyncInfo info = {.type = XR_TYPE_ACTIONS_SYNC_INFO};
    return scene->calls.xrSyncActions(scene->session, &info);
}

static bool renders(struct scene *scene)
{
    XrFrameState state = {.type = XR_TYPE_FRAME_STATE};
    assert_success(scene->calls.xrWaitFrame(scene->session, NULL, &state));
    return state.shouldRender;
}

static bool is_hand_active(struct scene *scene)
{
    return scene_is_hand_active(scene, scene_hand(scene, XR_HAND_LEFT_EXT), 1);
}

static XrResult vibrate(struct scene *scene)
{
    XrHapticActionInfo info = {.type = XR_TYPE_HAPTIC_ACTION_INFO};
    XrHapticVibration vibration = {.type = XR_TYPE_HAPTIC_VIBRATION};
    return scene->calls.xrApplyHapticFeedback(scene->session, &info,
                                              (const XrHapticBaseHeader *)&vibration);
}

/* Whether the app is told that it has the focus, which the runtime does not say: it may vibrate. */
static bool is_forced(struct scene *scene, XrSession session)
{
    struct scene of = *scene;
    of.session = session;
    fake_fail("xrApplyHapticFeedback", XR_SESSION_NOT_FOCUSED);
    XrResult result = vibrate(&of);
    fake.fails = NULL;
    return result == XR_SUCCESS;
}

/* Frames with one poll each, until a poll tells a state. Returns it, or 0 after so many. */
static int run_until_told(struct scene *scene, int frames)
{
    int state = 0;
    for (int i = 0; i < frames && state == 0; i++) {
        scene_wait_frame(scene, SCENE_START + (XrTime)i * 10000000);
        state = poll_state(scene);
    }
    return state;
}

#define BEGUN_TEST(name) TEST_OF(name, struct scene, scene, begin(scene, "1"), scene_end(scene))

BEGUN_TEST(test_stuck_synchronized)
{
    fake_fail("xrSyncActions", XR_SESSION_NOT_FOCUSED);
    fake_push_state(scene->session, SYNCHRONIZED);
    assert_int_equal(poll_state(scene), SYNCHRONIZED);
    assert_int_equal(sync(scene), XR_SESSION_NOT_FOCUSED);
    fake.fails = "xrApplyHapticFeedback";
    assert_int_equal(vibrate(scene), XR_SESSION_NOT_FOCUSED);
    fake.fails = "xrSyncActions";
    assert_false(renders(scene));
    assert_false(is_hand_active(scene));
    int told[8];
    assert_int_equal(run(scene, 20, told), 0);
    assert_int_equal(scene_count_log(scene, "playback starts"), 0);
    assert_int_equal(run(scene, 60, told), 2);
    assert_int_equal(told[0], VISIBLE);
    assert_int_equal(told[1], FOCUSED);
    assert_success(sync(scene));
    assert_true(renders(scene));
    assert_true(is_hand_active(scene));
    scene_expect_log(scene, "playback starts");
    assert_int_equal(
        scene_count_log(scene, "--start force-focus (UNDERSTUDY_FORCE_FOCUS=1) reports it"), 2);
    assert_int_equal(run(scene, 200, told), 0);
    fake.fails = "xrApplyHapticFeedback";
    assert_success(vibrate(scene));
}

BEGUN_TEST(test_stuck_visible)
{
    fake_push_state(scene->session, SYNCHRONIZED);
    fake_push_state(scene->session, VISIBLE);
    int told[8];
    assert_int_equal(run(scene, 100, told), 3);
    assert_true(told[0] == SYNCHRONIZED && told[1] == VISIBLE && told[2] == FOCUSED);
    scene_expect_log(scene, "the runtime does not report FOCUSED");
    assert_int_equal(scene_count_log(scene, "the runtime does not report VISIBLE"), 0);
}

/* Off unless asked for. */
TEST_OF(test_off, struct scene, scene, begin(scene, "0"), scene_end(scene))
{
    fake_fail("xrSyncActions", XR_SESSION_NOT_FOCUSED);
    fake_push_state(scene->session, SYNCHRONIZED);
    fake_push_state(scene->session, VISIBLE);
    int told[8];
    assert_int_equal(run(scene, 300, told), 2);
    assert_int_equal(sync(scene), XR_SESSION_NOT_FOCUSED);
    assert_false(renders(scene));
    assert_false(is_hand_active(scene));
}

/* Unless something was forced, the app is told what the runtime tells, whatever that is, of any
 * session. */
TEST(test_told_as_it_is)
{
    for (int force = 0; force < 2; force++) {
        struct scene scene = {0};
        int told[8];
        begin(&scene, force ? "1" : "0");
        XrSession known = scene.session;
        scene.session = US_XR_HANDLE(XrSession, 4711);
        fake_push_state(scene.session, VISIBLE);
        fake_push_state(scene.session, VISIBLE);
        assert_int_equal(poll_state(&scene), VISIBLE);
        assert_int_equal(poll_state(&scene), VISIBLE);
        scene.session = known;
        fake_push_state(scene.session, VISIBLE);
        fake_push_state(scene.session, VISIBLE);
        fake_push_state(scene.session, SYNCHRONIZED);
        assert_int_equal(run(&scene, 2, told), 3);
        assert_true(told[0] == VISIBLE && told[1] == VISIBLE && told[2] == SYNCHRONIZED);
        scene_end(&scene);
    }
}

/* What the runtime tells at last is not told twice; then it is in charge again. */
BEGUN_TEST(test_late)
{
    int told[8];
    fake_push_state(scene->session, SYNCHRONIZED);
    assert_int_equal(run(scene, 100, told), 3);
    fake_push_state(scene->session, VISIBLE);
    fake_push_state(scene->session, SYNCHRONIZED);
    fake_push_state(scene->session, VISIBLE);
    assert_int_equal(run(scene, 2, told), 0);
    assert_true(is_forced(scene, scene->session));
    fake_push_state(scene->session, FOCUSED);
    assert_int_equal(run(scene, 2, told), 0);
    assert_false(is_forced(scene, scene->session));
    assert_true(is_hand_active(scene));
    fake_push_state(scene->session, VISIBLE);
    assert_int_equal(run(scene, 300, told), 1);
    assert_int_equal(told[0], VISIBLE);
    assert_false(is_hand_active(scene));
}

/* A runtime that goes the ordinary way is never interfered with. */
BEGUN_TEST(test_ordinary)
{
    int told[8];
    const XrSessionState order[] = {SYNCHRONIZED, VISIBLE,  FOCUSED, VISIBLE,
                                    SYNCHRONIZED, STOPPING, IDLE};
    for (int i = 0; i < 7; i++) {
        fake_push_state(scene->session, order[i]);
        assert_int_equal(run(scene, order[i] == FOCUSED ? 100 : 5, told), 1);
        assert_int_equal(told[0], order[i]);
    }
}

/* The way down before STOPPING, and the same again in the session's next life. */
BEGUN_TEST(test_stopping)
{
    int told[8];
    for (int life = 0; life < 2; life++) {
        fake_push_state(scene->session, IDLE);
        fake_push_state(scene->session, READY);
        fake_push_state(scene->session, SYNCHRONIZED);
        assert_int_equal(run(scene, 100, told), 5);
        assert_int_equal(told[4], FOCUSED);
        fake_push_state(scene->session, STOPPING);
        assert_int_equal(poll_state(scene), VISIBLE);
        assert_false(is_hand_active(scene));
        assert_false(renders(scene)); /* as the runtime says, which shows nothing any more */
        assert_int_equal(poll_state(scene), SYNCHRONIZED);
        assert_int_equal(poll_state(scene), STOPPING);
        assert_int_equal(poll_state(scene), 0);
        assert_int_equal(run(scene, 100, told), 0);
        assert_false(is_forced(scene, scene->session));
    }
}

/* STOPPING comes when VISIBLE was told and FOCUSED was not yet. */
BEGUN_TEST(test_stopping_half_way)
{
    fake_push_state(scene->session, SYNCHRONIZED);
    assert_int_equal(poll_state(scene), SYNCHRONIZED);
    assert_int_equal(run_until_told(scene, 100), VISIBLE);
    assert_false(is_forced(scene, scene->session));
    fake_push_state(scene->session, STOPPING);
    assert_int_equal(poll_state(scene), SYNCHRONIZED);
    assert_int_equal(poll_state(scene), STOPPING);
    for (int i = 0; i < 100; i++)
        assert_int_equal(poll_state(scene), 0);
}

/* The runtime itself gives VISIBLE after the layer did, and then no more. */
BEGUN_TEST(test_half_given)
{
    fake_push_state(scene->session, SYNCHRONIZED);
    assert_int_equal(poll_state(scene), SYNCHRONIZED);
    assert_int_equal(run_until_told(scene, 100), VISIBLE);
    fake_push_state(scene->session, VISIBLE);
    for (int i = 1; i < WAIT_COUNT; i++)
        assert_int_equal(poll_state(scene), 0);
    assert_int_equal(poll_state(scene), FOCUSED);
    assert_true(is_forced(scene, scene->session));
    /* A state that is none of a running session is told, whatever was forced. */
    fake_push_state(scene->session, SYNCHRONIZED);
    assert_int_equal(poll_state(scene), 0);
    fake_push_state(scene->session, XR_SESSION_STATE_LOSS_PENDING);
    assert_int_equal(poll_state(scene), XR_SESSION_STATE_LOSS_PENDING);
    assert_false(is_forced(scene, scene->session));
}

/* Frames and polls that tell nothing count, and no others: after 60 of them the runtime is stuck.
 */
BEGUN_TEST(test_when_it_is_stuck)
{
    for (int frames = 0; frames < WAIT_COUNT; frames += 13) {
        fake_push_state(scene->session, SYNCHRONIZED);
        assert_int_equal(poll_state(scene), SYNCHRONIZED);
        for (int i = 0; i < frames; i++)
            scene_wait_frame(scene, SCENE_START + (XrTime)i * 10000000);
        for (int i = frames + 1; i < WAIT_COUNT; i++)
            assert_int_equal(poll_state(scene), 0);
        assert_int_equal(poll_state(scene), VISIBLE);
        assert_int_equal(poll_state(scene), FOCUSED);
        fake_push_state(scene->session, IDLE);
        assert_int_equal(poll_state(scene), IDLE);
    }
}

/* Two sessions of an instance are apart. */
BEGUN_TEST(test_two_sessions)
{
    XrSession other;
    XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO};
    assert_success(scene->calls.xrCreateSession(scene->instance, &info, &other));
    fake_push_state(scene->session, SYNCHRONIZED);
    int told[8];
    assert_int_equal(run(scene, 100, told), 3);
    assert_true(is_forced(scene, scene->session));
    assert_false(is_forced(scene, other));
    assert_success(scene->calls.xrDestroySession(scene->session));
    assert_int_equal(poll_state(scene), 0);
}

/* Two sessions that are stuck at once are told each of their own, one event a poll; and another
 * instance tells nothing of them. */
TEST(test_two_stuck)
{
    struct scene scene = {0}, apart = {0};
    begin(&scene, "1");
    struct scene second = scene;
    scene_begin(&second);
    apart = scene;
    assert_success(scene_create(&apart, NULL, 0));
    fake_push_state(scene.session, SYNCHRONIZED);
    fake_push_state(second.session, SYNCHRONIZED);
    int told[2] = {0};
    for (int i = 0; i < 100; i++) {
        scene_wait_frame(&scene, SCENE_START + (XrTime)i * 10000000);
        scene_wait_frame(&second, SCENE_START + (XrTime)i * 10000000);
        XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
        if (i >= 2)
            assert_int_equal(apart.calls.xrPollEvent(apart.instance, &event), XR_EVENT_UNAVAILABLE);
        for (; scene.calls.xrPollEvent(scene.instance, &event) == XR_SUCCESS;
             event.type = XR_TYPE_EVENT_DATA_BUFFER) {
            const XrEventDataSessionStateChanged *changed = (const void *)&event;
            assert_int_equal(event.type, XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED);
            assert_true(changed->session == scene.session || changed->session == second.session);
            told[changed->session == second.session] *= 10;
            told[changed->session == second.session] += (int)changed->state;
        }
    }
    /* SYNCHRONIZED is 3, VISIBLE 4 and FOCUSED 5. */
    assert_int_equal(told[0], 345);
    assert_int_equal(told[1], 345);
    assert_int_equal(scene_count_log(&scene, "the runtime does not report VISIBLE"), 2);
    assert_int_equal(scene_count_log(&scene, "the runtime does not report FOCUSED"), 2);
    assert_success(apart.calls.xrDestroyInstance(apart.instance));
    scene_end(&scene);
}

/* Nothing of the layer's is written to where there is nothing; it waits for the next poll. */
TEST_OF(test_no_buffer, struct scene, scene, begin(scene, "0"), scene_end(scene))
{
    XrActionSet set = actions_set(scene, 0);
    XrAction click = actions_make(scene, set, XR_ACTION_TYPE_BOOLEAN_INPUT, NULL, NULL, NULL);
    actions_bind_one(scene, set, SIMPLE, click, LEFT "/input/select/click");
    scene_focus(scene);
    assert_success(actions_sync(scene, set));
    assert_int_equal(scene->calls.xrPollEvent(scene->instance, NULL), XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(scene_poll(scene), 1);
}

TESTS_MAIN(test_stuck_synchronized, test_stuck_visible, test_off, test_told_as_it_is, test_late,
           test_ordinary, test_stopping, test_stopping_half_way, test_half_given,
           test_when_it_is_stuck, test_two_sessions, test_two_stuck, test_no_buffer)
