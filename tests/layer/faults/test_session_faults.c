/* SPDX-License-Identifier: MIT */
/* Hazard: a fault on purpose that happens to the session (UNDERSTUDY_FAULT), told in another order,
 * at another time or of another size than the user wrote. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "actions.h"
#include "layer/state/session.h"
#include "record_log.h"

static struct record record;
static struct scene *const scene = &record.scene;

static void begin_as(const char *faults, const char *name, const char *value)
{
    const char *names[] = {SCENE_HAND_AND_EYES, XR_EXT_USER_PRESENCE_EXTENSION_NAME,
                           XR_EXT_LOCAL_FLOOR_EXTENSION_NAME,
                           XR_KHR_VISIBILITY_MASK_EXTENSION_NAME};
    record_begin(&record, SCENE_ALL | SCENE_PINCH);
    setenv("UNDERSTUDY_FAULT", faults, 1);
    setenv(name, value, 1);
    fake.has_local_floor = true;
    fake.also[0] = names[2];
    fake.also[1] = names[3];
    fake.also[2] = names[4];
    fake.renders = true;
    assert_success(scene_create(scene, names, 5));
    scene_expect_log(scene, "faults on purpose");
    scene_begin(scene);
    scene_focus(scene);
}

static void begin(const char *faults)
{
    begin_as(faults, "UNDERSTUDY_END", "hold");
}

/* A test with faults; the log is read at its end, if the test has not read it. */
#define FAULT_TEST(name, ...) TEST_BETWEEN(name, begin(__VA_ARGS__), record_close(&record))

static XrEventDataReferenceSpaceChangePending space_change; /* the last that was told */

/* What the app is told after a frame: a letter for each session state, "p" and "a" for a user who
 * is present or absent, "c" for a reference space that changes, "0" and "1" for the mask of a view,
 * "e" for lost events and "i" for an instance that is being lost. */
static const char *told_at(double seconds)
{
    static const char letters[] = "-IRSVFXLE";
    static char text[16];
    int count = 0;
    scene_wait_frame(scene, SCENE_AT(seconds));
    for (;;) {
        XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
        XrResult result = scene->calls.xrPollEvent(scene->instance, &event);
        text[count] = '\0';
        if (result == XR_EVENT_UNAVAILABLE || count == 15)
            return text;
        assert_success(result);
        if (event.type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED)
            text[count++] =
                letters[((const XrEventDataSessionStateChanged *)(const void *)&event)->state];
        else if (event.type == XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT)
            text[count++] =
                ((const XrEventDataUserPresenceChangedEXT *)(const void *)&event)->isUserPresent
                    ? 'p'
                    : 'a';
        else if (event.type == XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING)
            memcpy(&space_change, &event, sizeof space_change), text[count++] = 'c';
        else if (event.type == XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR)
            text[count++] =
                (char)('0' +
                       (int)((const XrEventDataVisibilityMaskChangedKHR *)(const void *)&event)
                           ->viewIndex);
        else if (event.type == XR_TYPE_EVENT_DATA_EVENTS_LOST)
            text[count++] = 'e';
        else if (event.type == XR_TYPE_EVENT_DATA_INSTANCE_LOSS_PENDING)
            text[count++] = 'i';
    }
}

/* An action of the left hand. */
struct inputs {
    XrActionSet set;
    XrAction select;
};

static struct inputs make_inputs(void)
{
    struct inputs inputs = {.set = actions_set(scene, 0)};
    inputs.select = actions_make(scene, inputs.set, XR_ACTION_TYPE_BOOLEAN_INPUT, LEFT, NULL, NULL);
    const struct actions_binding binding = {inputs.select, LEFT "/input/select/click"};
    actions_bind(scene, inputs.set, SIMPLE, &binding, 1);
    return inputs;
}

static XrResult stop_vibration(void)
{
    XrHapticActionInfo info = {.type = XR_TYPE_HAPTIC_ACTION_INFO};
    return scene->calls.xrStopHapticFeedback(scene->session, &info);
}

FAULT_TEST(test_focus_lost, "focus-lost@1s+1s")
{
    struct inputs inputs = make_inputs();
    assert_string_equal(told_at(0.9), "");
    assert_success(actions_sync(scene, inputs.set));
    const struct us_session *session = us_session_find(scene->session);
    assert_int_equal(atomic_load(&session->app_state), XR_SESSION_STATE_FOCUSED);
    assert_string_equal(told_at(1.0), "V");
    assert_int_equal(atomic_load(&session->app_state), XR_SESSION_STATE_VISIBLE);
    assert_success(stop_vibration());
    assert_int_equal(actions_sync(scene, inputs.set), XR_SESSION_NOT_FOCUSED);
    assert_int_equal(stop_vibration(), XR_SESSION_NOT_FOCUSED);
    fake_fail("xrStopHapticFeedback", XR_ERROR_SESSION_LOST);
    assert_int_equal(stop_vibration(), XR_ERROR_SESSION_LOST);
    fake.fails = NULL;
    assert_int_equal(actions_boolean(scene, inputs.select, NULL).isActive, XR_FALSE);
    assert_true(scene_renders_at(scene, 1.5));
    assert_string_equal(told_at(1.9), "");
    assert_string_equal(told_at(2.0), "F");
    assert_int_equal(atomic_load(&session->app_state), XR_SESSION_STATE_FOCUSED);
    assert_success(actions_sync(scene, inputs.set));
    assert_int_equal(actions_boolean(scene, inputs.select, NULL).isActive, XR_TRUE);
    record_end(&record);
    record_check_has(record_need(&record, 0, "'e':'fault'", "'begin'"), "'kind':'focus-lost'");
    record_need(&record, 0, "'e':'fault'", "'what':'end'");
}

/* Where both are in force, the lower state counts. */
FAULT_TEST(test_not_visible, "not-visible@1s+1s,focus-lost@1.5s+1s")
{
    assert_string_equal(told_at(1.0), "VS");
    assert_false(scene_renders_at(scene, 1.2));
    assert_string_equal(told_at(1.6), "");
    assert_string_equal(told_at(2.0), "V");
    assert_true(scene_renders_at(scene, 2.1));
    assert_string_equal(told_at(2.5), "F");
}

FAULT_TEST(test_headset_off, "headset-off@1s+1s")
{
    const char *first = told_at(0.5);
    assert_true(first[0] == '\0' || first[0] == 'p');
    const char *off = told_at(1.0);
    assert_non_null(strchr(off, 'a'));
    assert_non_null(strchr(off, 'S'));
    const char *on = told_at(2.0);
    assert_non_null(strchr(on, 'p'));
    assert_non_null(strchr(on, 'F'));
}

FAULT_TEST(test_loss_pending, "loss-pending@1s")
{
    const char *told = told_at(1.0);
    assert_int_equal(told[strlen(told) - 1], 'L');
    assert_string_equal(told_at(2.0), "");
}

static XrResult wait_at(double seconds)
{
    XrFrameState state = {.type = XR_TYPE_FRAME_STATE};
    fake.next_time = SCENE_AT(seconds);
    return scene->calls.xrWaitFrame(scene->session, NULL, &state);
}

static XrVector3f head_at(double seconds)
{
    return scene_locate(scene, scene->view, scene->local, SCENE_AT(seconds), NULL).pose.position;
}

/* An app that goes on: its calls succeed with XR_SESSION_LOSS_PENDING for ten frames, and fail with
 * XR_ERROR_SESSION_LOST after that, until it destroys the session. */
FAULT_TEST(test_loss_ignored, "loss-pending@1s")
{
    assert_success(wait_at(0.9));
    told_at(1.0);
    for (int i = 1; i <= 9; i++)
        assert_int_equal(wait_at(1.0 + 0.01 * i), XR_SESSION_LOSS_PENDING);
    assert_int_equal(stop_vibration(), XR_SESSION_LOSS_PENDING);
    assert_int_equal(wait_at(1.1), XR_SESSION_LOSS_PENDING);
    assert_int_equal(wait_at(1.11), XR_ERROR_SESSION_LOST);
    assert_int_equal(stop_vibration(), XR_ERROR_SESSION_LOST);
    scene_expect_log(scene, "told LOSS_PENDING 10 frames ago and goes on");
    assert_success(scene->calls.xrDestroySession(scene->session));
}

/* An app that makes another session at once: there the recording goes on with the next time, and
 * nothing is lost or missed again. Until then it stands. The head is at (0.1 t, 0.2, -0.3); frames
 * are 10 ms apart. */
FAULT_TEST(test_loss_survived, "loss-pending@1s,frame-drop:2@0.5s")
{
    XrSpaceVelocity velocity;
    fake.waits = 0;
    told_at(0.9);
    assert_int_equal(fake.waits, 3);
    told_at(1.0);
    scene_check_vector(head_at(1.0), (XrVector3f){0.1f, 0.2f, -0.3f});
    assert_success(scene->calls.xrDestroySession(scene->session));
    scene_begin(scene);
    scene_check_vector(head_at(1.2), (XrVector3f){0.101f, 0.2f, -0.3f});
    scene_locate(scene, scene->view, scene->local, SCENE_AT(1.2), &velocity);
    assert_true(velocity.linearVelocity.x == 0.0f);
    fake.waits = 0;
    scene_focus(scene); /* waits for a frame at SCENE_AT(0) */
    scene_check_vector(head_at(0.0), (XrVector3f){0.101f, 0.2f, -0.3f});
    assert_string_equal(told_at(0.5), "");
    assert_int_equal(fake.waits, 2);
    scene_check_vector(head_at(0.5), (XrVector3f){0.151f, 0.2f, -0.3f});
    assert_int_equal(scene_count_log(scene, "playback starts at"), 2);
    scene_expect_log(scene, "from=1.010000000");
    record_end(&record);
    assert_int_equal(record_count(&record, "'e':'fault'", "loss-pending"), 1);
}

/* With the frame clock the recording goes on with the next frame: two a second. */
TEST(test_loss_survived_by_frames)
{
    begin_as("loss-pending@1s", "UNDERSTUDY_CLOCK", "frame:2");
    assert_string_equal(told_at(0.01), "");
    scene_check_vector(head_at(0.01), (XrVector3f){0.05f, 0.2f, -0.3f});
    told_at(0.02);
    scene_check_vector(head_at(0.02), (XrVector3f){0.1f, 0.2f, -0.3f});
    assert_success(scene->calls.xrDestroySession(scene->session));
    scene_begin(scene);
    scene_focus(scene);
    scene_check_vector(head_at(0.0), (XrVector3f){0.15f, 0.2f, -0.3f});
    assert_string_equal(told_at(0.01), "");
    scene_check_vector(head_at(0.01), (XrVector3f){0.2f, 0.2f, -0.3f});
    record_close(&record);
}

/* STAGE has other bounds from a time on, and is where it was. */
static void expect_bounds(double seconds, float width_m, float height_m)
{
    XrExtent2Df bounds;
    assert_success(scene->calls.xrGetReferenceSpaceBoundsRect(
        scene->session, XR_REFERENCE_SPACE_TYPE_STAGE, &bounds));
    assert_true(bounds.width == width_m && bounds.height == height_m);
    assert_int_equal(space_change.referenceSpaceType, XR_REFERENCE_SPACE_TYPE_STAGE);
    assert_int_equal(space_change.changeTime, SCENE_AT(seconds));
    assert_int_equal(space_change.poseValid, XR_TRUE);
    scene_check_pose(space_change.poseInPreviousSpace, scene_identity.orientation,
                     scene_identity.position);
}

/* Each tells the app one thing, and nothing else of the session changes. */
FAULT_TEST(test_news, "user-absent@1s+1s,mask@3s+1s,events-lost:7@5s,bounds:2,1.5@6s+1s")
{
    told_at(0.9);
    assert_string_equal(told_at(1.0), "a");
    assert_true(scene_renders_at(scene, 1.5));
    assert_string_equal(told_at(2.0), "p");
    assert_string_equal(told_at(3.0), "01");
    assert_string_equal(told_at(3.5), "");
    assert_string_equal(told_at(4.0), "01");
    assert_string_equal(told_at(5.0), "e");
    assert_string_equal(told_at(6.0), "c");
    expect_bounds(6.0, 2.0f, 1.5f);
    assert_string_equal(told_at(7.0), "c");
    expect_bounds(7.0, 4.0f, 3.0f); /* the fake's own */
}

/* Ten frames later all calls fail with XR_ERROR_INSTANCE_LOST. */
FAULT_TEST(test_instance_loss, "instance-loss@1s")
{
    told_at(0.9);
    assert_string_equal(told_at(1.0), "i");
    for (int i = 1; i <= 10; i++)
        assert_success(wait_at(1.0 + 0.01 * i));
    assert_int_equal(wait_at(1.11), XR_ERROR_INSTANCE_LOST);
    assert_int_equal(stop_vibration(), XR_ERROR_INSTANCE_LOST);
    scene_expect_log(scene, "its instance is lost now");
}

FAULT_TEST(test_stopping, "stopping@1s")
{
    told_at(0.9);
    assert_int_equal(fake.exits, 0);
    told_at(1.0);
    assert_int_equal(fake.exits, 1);
    told_at(1.1);
    assert_int_equal(fake.exits, 1);
}

/* Each for itself. */
FAULT_TEST(test_battery, "battery:left@2s+1s,battery:left@2.5s+1s,battery:right@1.5s")
{
    struct inputs inputs = make_inputs();
    const struct {
        double at_s;
        int events;
        const char *profile;
    } rows[] = {{1.0, 1, SIMPLE}, {2.0, 1, ""}, {3.0, 0, ""}, {3.4, 0, ""}, {3.5, 1, SIMPLE}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        actions_frame(scene, inputs.set, rows[i].at_s);
        assert_int_equal(scene_poll(scene), rows[i].events);
        assert_string_equal(actions_profile(scene, LEFT), rows[i].profile);
        assert_int_equal(actions_boolean(scene, inputs.select, NULL).isActive,
                         rows[i].profile[0] != '\0');
    }
}

/* The head is at (0.1 t, 0.2, -0.3). LOCAL turns by 90 degrees to the left and moves to (0.5, 0,
 * 0.25): a point p is then at R^-1 (p - (0.5, 0, 0.25)), where R^-1 (x, y, z) = (-z, y, x). */
static void check_head(double seconds, bool is_moved)
{
    XrVector3f at =
        scene_locate(scene, scene->view, scene->local, SCENE_AT(seconds), NULL).pose.position;
    double x = 0.1 * seconds, z = -0.3;
    double expected_x = is_moved ? -(z - 0.25) : x, expected_z = is_moved ? x - 0.5 : z;
    assert_true(fabs((double)at.y - 0.2) < 1e-5);
    if (fabs((double)at.x - expected_x) > 1e-5 || fabs((double)at.z - expected_z) > 1e-5)
        fail_msg("at %g s: (%g, %g), not (%g, %g)", seconds, (double)at.x, (double)at.z, expected_x,
                 expected_z);
}

TEST(test_recenter)
{
    begin("recenter:90,0.5,0.25@2s+1s");
    assert_string_equal(told_at(1.949), "");
    check_head(1.949, false);
    assert_string_equal(told_at(1.95), "cc"); /* LOCAL and LOCAL_FLOOR, 0.05 s before */
    check_head(1.95, false);
    scene_wait_frame(scene, SCENE_AT(2.0));
    check_head(2.0, true);
    check_head(2.9, true);
    assert_string_equal(told_at(3.0), "cc");
    check_head(3.0, false);
    record_close(&record);
    /* A turn alone and a move alone are told as well. */
    static const char *const alone[] = {"recenter:90,0,0@2s", "recenter:0,0.5,0@2s"};
    for (int i = 0; i < 2; i++) {
        begin(alone[i]);
        assert_string_equal(told_at(1.95), "cc");
        record_close(&record);
    }
}

static const char *const session_kinds[] = {
    "focus-lost@1s+1s", "not-visible@1s+1s", "headset-off@1s+1s", "recenter:30,1,1@1s+1s",
    "battery@1s+1s",    "loss-pending@1s",   "stopping@1s",
};

/* The order of the states of a running session. */
static long rank(char state)
{
    const char order[] = "SVF", *found = strchr(order, state);
    return found != NULL ? (long)(found - order) : 100;
}

/* Each state is next to the one before (OpenXR 1.0, 9.3), whatever happens at once. */
TEST(test_legal_order)
{
    for (size_t i = 0; i < sizeof session_kinds / sizeof session_kinds[0]; i++) {
        char list[256];
        snprintf(list, sizeof list, "%s,focus-lost@0.5s+2s,headset-off@1.2s+0.1s",
                 session_kinds[i]);
        begin(list);
        char last = 'F';
        for (double at_s = 0.4; at_s < 3.0; at_s += 0.05) {
            for (const char *told = last == 'L' ? "" : told_at(at_s); *told != '\0'; told++) {
                if (strchr("pac", *told) != NULL)
                    continue;
                bool is_next = *told == 'L' || labs(rank(*told) - rank(last)) == 1;
                if (!is_next)
                    fail_msg("%s: %c after %c", list, *told, last);
                last = *told;
            }
        }
        record_close(&record);
    }
}

/* That the user is there is no state of the session: its input goes on. */
FAULT_TEST(test_presence_is_no_state, "headset-off@5s+1s")
{
    struct inputs inputs = make_inputs();
    char told[16];
    snprintf(told, sizeof told, "%s", told_at(0.5));
    if (strchr(told, 'p') == NULL) /* then it was told with the first events */
        assert_string_equal(told, "");
    assert_success(actions_sync(scene, inputs.set));
    assert_int_equal(actions_boolean(scene, inputs.select, NULL).isActive, XR_TRUE);
    assert_non_null(strchr(told_at(5.0), 'a'));
    assert_non_null(strchr(told_at(6.0), 'p'));
    assert_int_equal(atomic_load(&us_session_find(scene->session)->app_state),
                     XR_SESSION_STATE_FOCUSED);
    assert_success(actions_sync(scene, inputs.set));
    assert_int_equal(actions_boolean(scene, inputs.select, NULL).isActive, XR_TRUE);
}

/* A fault that lasts is over when input is live again, and not before. */
TEST(test_fault_at_the_end)
{
    static const char *const modes[] = {"hold", "release"};
    for (int i = 0; i < 2; i++) {
        begin_as("lose:left@9s", "UNDERSTUDY_END", modes[i]);
        for (int k = 0; k < 4; k++)
            scene_wait_frame(scene, SCENE_AT(8.8 + 0.6 * k)); /* 8.8, 9.4, 10.0, 10.6 */
        record_end(&record);
        assert_int_equal(record_count(&record, "'e':'fault'", "'what':'begin'"), 1);
        record_check_has(record_need(&record, 0, "'what':'begin'", "'e':'fault'"), "'frame':2,");
        assert_int_equal(record_count(&record, "'e':'fault'", "'what':'end'"), i);
        record_finish(&record);
    }
}

/* Two sessions of an instance, and one of another, to which the same happens at once: each is told
 * of its own, one event a poll. */
FAULT_TEST(test_several_sessions, "focus-lost@1s+1s")
{
    struct scene other[2] = {*scene, *scene};
    assert_success(scene_create(&other[1], NULL, 0));
    const struct scene *all[] = {scene, &other[0], &other[1]};
    for (int i = 0; i < 2; i++) {
        scene_begin(&other[i]);
        scene_focus(&other[i]);
    }
    assert_success(actions_sync(scene, XR_NULL_HANDLE));
    for (int i = 0; i < 3; i++)
        scene_wait_frame((struct scene *)(uintptr_t)all[i], SCENE_AT(1.0));
    int told[3] = {0};
    for (int polled = 0; polled < 2; polled++) {
        for (;;) {
            const struct scene *of = all[2 * polled];
            XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
            if (of->calls.xrPollEvent(of->instance, &event) == XR_EVENT_UNAVAILABLE)
                break;
            const XrEventDataSessionStateChanged *changed = (const void *)&event;
            assert_int_equal(event.type, XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED);
            assert_int_equal(changed->state, XR_SESSION_STATE_VISIBLE);
            for (int i = 0; i < 3; i++)
                told[i] += changed->session == all[i]->session;
        }
        assert_int_equal(told[0], 1);
        assert_int_equal(told[1], 1);
        assert_int_equal(told[2], polled);
    }
    assert_success(other[1].calls.xrDestroyInstance(other[1].instance));
}

/* Whether the system can tell that a user is there: true if a script tells it, false if only the
 * layer knows the extension and nothing tells it; otherwise as the runtime says. */
TEST(test_presence_of_the_system)
{
    static const struct {
        const char *faults;
        bool is_enabled, is_below;
        XrBool32 expected; /* 77: as it was */
    } rows[] = {{"headset-off@1s+1s", true, false, XR_TRUE}, {"", true, false, XR_FALSE},
                {"headset-off@1s+1s", true, true, XR_TRUE},  {"", true, true, 77},
                {"headset-off@1s+1s", false, true, 77},      {"", false, false, 77}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *names[] = {XR_EXT_USER_PRESENCE_EXTENSION_NAME};
        record_begin(&record, SCENE_ALL);
        setenv("UNDERSTUDY_FAULT", rows[i].faults, 1);
        fake.also[0] = rows[i].is_below ? names[0] : NULL;
        assert_success(scene_create(scene, names, rows[i].is_enabled));
        XrSystemUserPresencePropertiesEXT presence = {
            .type = XR_TYPE_SYSTEM_USER_PRESENCE_PROPERTIES_EXT, .supportsUserPresence = 77};
        XrSystemProperties properties = {.type = XR_TYPE_SYSTEM_PROPERTIES, .next = &presence};
        assert_success(scene->calls.xrGetSystemProperties(scene->instance, 1, &properties));
        assert_int_equal(presence.supportsUserPresence, rows[i].expected);
        record_close(&record);
    }
    unsetenv("UNDERSTUDY_FAULT");
}

TESTS_MAIN(test_focus_lost, test_not_visible, test_headset_off, test_loss_pending,
           test_loss_ignored, test_news, test_instance_loss, test_loss_survived,
           test_loss_survived_by_frames, test_stopping, test_battery, test_recenter,
           test_legal_order, test_presence_is_no_state, test_fault_at_the_end,
           test_several_sessions, test_presence_of_the_system)
