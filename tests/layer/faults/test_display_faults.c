/* SPDX-License-Identifier: MIT */
/* Hazard: a fault of the display (frame-drop, refresh) that misses another number of display times,
 * at another time, of which the calls of the app tell different things, or that loses a frame of
 * the app. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "fake_frame.h"
#include "record_log.h"

/* Nobody waits in vain: while `counts_sleep`, a sleep of this thread only counts. The journal's
 * thread sleeps, too. */
static _Thread_local bool counts_sleep;
static _Thread_local int64_t slept_ns;
/* A sleep of a thread that is the waiter says so: it waits for the end of a frame. */
static _Thread_local bool is_waiter;
static atomic_bool is_waiting;

int __real_nanosleep(const struct timespec *time, struct timespec *left);
int __wrap_nanosleep(const struct timespec *time, struct timespec *left);

int __wrap_nanosleep(const struct timespec *time, struct timespec *left)
{
    if (is_waiter)
        atomic_store(&is_waiting, true);
    if (!counts_sleep)
        return __real_nanosleep(time, left);
    slept_ns += time->tv_nsec;
    return 0;
}

static struct record record;
static struct scene *const scene = &record.scene;

#define MS INT64_C(1000000)

static void create_on(const char *faults, bool wants_rates, bool has_rates)
{
    const char *names[] = {SCENE_HAND_AND_EYES, XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME};
    record_begin(&record, SCENE_ALL | SCENE_PINCH);
    setenv("UNDERSTUDY_FAULT", faults, 1);
    setenv("UNDERSTUDY_EVENTS_LEVEL", "frames", 1);
    fake.also[0] = has_rates ? names[2] : NULL;
    fake.rate_hz = 100.0f;
    fake.discards = true;
    atomic_store(&fake_is_open, false);
    assert_success(scene_create(scene, names, wants_rates ? 3 : 2));
    assert_int_equal(scene_count_log(scene, "faults on purpose"), 1);
    scene_begin(scene);
}

/* The fake display has 100 Hz: frame n of the chain below is at n * 10 ms, from 0 s of the
 * recording on. The first one is waited for. */
static void begin_on(const char *faults, bool wants_rates, bool has_rates)
{
    create_on(faults, wants_rates, has_rates);
    scene_focus(scene);
    fake.next_step = 10 * MS;
    fake.next_time = SCENE_AT(0.01);
    fake.waits = fake.begins = 0;
}

static void begin(const char *faults, bool has_rates)
{
    begin_on(faults, has_rates, has_rates);
}

/* A test with faults; the log is read at its end, if the test has not read it. */
#define FAULT_TEST(name, ...) TEST_BETWEEN(name, begin(__VA_ARGS__), record_close(&record))

static PFN_xrVoidFunction get(const char *name)
{
    PFN_xrVoidFunction function = NULL;
    assert_success(scene->get(scene->instance, name, &function));
    return function;
}

static XrResult begin_frame(void)
{
    return ((PFN_xrBeginFrame)get("xrBeginFrame"))(scene->session, NULL);
}

static XrResult end_frame(XrTime time)
{
    return scene_submit(scene, time, 0, NULL);
}

static XrFrameState wait(void)
{
    XrFrameState state = {.type = XR_TYPE_FRAME_STATE};
    assert_success(scene->calls.xrWaitFrame(scene->session, NULL, &state));
    return state;
}

/* A whole frame of the app; returns its display time in ms since SCENE_START. Nothing of the app is
 * discarded. */
static int frame(XrDuration expected_period)
{
    XrFrameState state = wait();
    assert_success(begin_frame());
    assert_success(end_frame(state.predictedDisplayTime));
    assert_int_equal(state.predictedDisplayPeriod, expected_period);
    assert_int_equal((state.predictedDisplayTime - SCENE_START) % MS, 0);
    return (int)((state.predictedDisplayTime - SCENE_START) / MS);
}

static void check_frames(const int *expected_ms, int count, XrDuration period)
{
    for (int i = 0; i < count; i++) {
        int at_ms = frame(period);
        if (at_ms != expected_ms[i])
            fail_msg("frame %d is at %d ms, not at %d ms", i, at_ms, expected_ms[i]);
    }
}

/* Once without a length. */
FAULT_TEST(test_once, "frame-drop:3@0.03s", false)
{
    const int expected[] = {10, 20, 60, 70, 80};
    check_frames(expected, 5, 10 * MS);
    assert_int_equal(fake.waits, 8);
    assert_int_equal(fake.begins, 8);
    record_end(&record);
    /* What the log says: a fault, and a frame whose time is 4 periods after the one before. */
    const char *line = record_need(&record, 0, "'e':'fault'", "'begin'");
    record_check_has(line, "'kind':'frame-drop','fault':'frame-drop:3@0.03s'");
    record_check_has(line, "'at_s':0.06");
    record_need(&record, 0, "'e':'wait'", "'wall_time_ns':5060000000");
    assert_null(record_find(&record, 0, "'e':'wait'", "'wall_time_ns':5030000000"));
    assert_int_equal(scene_count_log(scene, "3 display times"), 1);
}

/* In each frame of a length: every second display time, then all of them again. */
FAULT_TEST(test_for_a_while, "frame-drop:1@0.03s+0.05s", false)
{
    const int expected[] = {10, 20, 40, 60, 80, 90, 100};
    check_frames(expected, 7, 10 * MS);
}

/* With the frame clock of 100 frames a second the recording is as far as the display: what is
 * missed is missed of the recording, too. The app's frames have the numbers of their display times.
 */
TEST(test_frame_clock)
{
    record_begin(&record, SCENE_ALL);
    setenv("UNDERSTUDY_FAULT", "frame-drop:2@0.02s", 1);
    setenv("UNDERSTUDY_CLOCK", "frame:50", 1);
    setenv("UNDERSTUDY_EVENTS_LEVEL", "frames", 1);
    scene_play(scene, 0);
    fake.next_step = 10 * MS;
    fake.next_time = SCENE_AT(0.01);
    assert_int_equal(frame(10 * MS), 30);
    XrSpaceVelocity velocity;
    /* Frame 3 of 50 a second is at 0.06 s; the head is at x = 0.1 t. */
    XrSpaceLocation at = scene_locate(scene, scene->view, scene->local, SCENE_AT(0.03), &velocity);
    assert_true(fabsf(at.pose.position.x - 0.006f) < 1e-5f);
    assert_int_equal(frame(10 * MS), 40);
    record_end(&record);
    record_need(&record, 0, "'e':'wait'", "'frame':3,");
    assert_null(record_find(&record, 0, "'e':'wait'", "'frame':2,"));
    record_need(&record, 0, "'e':'wait'", "'frame':4,");
    record_finish(&record);
}

/* With --end loop the fault comes again. */
TEST(test_loop)
{
    record_begin(&record, SCENE_ALL);
    setenv("UNDERSTUDY_FAULT", "frame-drop:2@0.02s", 1);
    setenv("UNDERSTUDY_TO", "0.1", 1);
    setenv("UNDERSTUDY_END", "loop", 1);
    scene_play(scene, 0);
    fake.next_step = 10 * MS;
    fake.next_time = SCENE_AT(0.01);
    const int expected[] = {10, 40, 50, 60, 70, 80, 90, 100, 110, 140, 150};
    check_frames(expected, 11, 10 * MS);
    record_close(&record);
}

/* A frame that the app does not end is the app's own matter. */
FAULT_TEST(test_discarded_by_app, "frame-drop:1@0.03s", false)
{
    wait();
    assert_success(begin_frame());
    wait();
    assert_int_equal(begin_frame(), XR_FRAME_DISCARDED);
    /* Inside of that frame the app misses the next display time. */
    XrFrameState missed = wait();
    assert_int_equal(missed.predictedDisplayTime, SCENE_AT(0.04));
    assert_success(end_frame(SCENE_AT(0.02)));
    assert_success(begin_frame());
    assert_success(end_frame(missed.predictedDisplayTime));
}

static atomic_bool is_drawn;

/* A thread that draws: begins a frame, and ends it when the other one waits for that. */
static void *draw(void *data)
{
    (void)data;
    assert_success(begin_frame());
    atomic_store(&is_drawn, true);
    while (!atomic_load(&is_waiting))
        ;
    assert_success(end_frame(SCENE_AT(0.02)));
    return NULL;
}

FAULT_TEST(test_pipelined, "frame-drop:2@0.03s", false)
{
    pthread_t thread;
    frame(10 * MS);
    wait();
    atomic_store(&is_drawn, false);
    atomic_store(&is_waiting, false);
    is_waiter = true;
    assert_int_equal(pthread_create(&thread, NULL, draw, NULL), 0);
    while (!atomic_load(&is_drawn))
        ;
    XrFrameState missed = wait();
    is_waiter = false;
    atomic_store(&is_waiting, true); /* also where nobody waited */
    pthread_join(thread, NULL);
    /* The first frame of the layer is discarded, and not the one that was open. */
    assert_int_equal(fake.discarded, 1);
    assert_int_equal(missed.predictedDisplayTime, SCENE_AT(0.05));
    assert_success(begin_frame());
    assert_success(end_frame(missed.predictedDisplayTime));
}

/* Behind the end of the range the display is the runtime's, though the recording stands in the
 * fault. */
static void check_end(const char *fault, const char *end_mode, const int *expected, int slower)
{
    record_begin(&record, SCENE_ALL);
    setenv("UNDERSTUDY_FAULT", fault, 1);
    setenv("UNDERSTUDY_TO", "0.05", 1);
    setenv("UNDERSTUDY_END", end_mode, 1);
    scene_play(scene, 0);
    fake.next_step = 10 * MS;
    fake.next_time = SCENE_AT(0.01);
    for (int i = 0; i < 6; i++)
        check_frames(&expected[i], 1, i > 0 && i <= slower ? 20 * MS : 10 * MS);
    record_close(&record);
}

TEST(test_after_the_end)
{
    check_end("frame-drop:1@0.03s+9s", "hold", (const int[]){10, 20, 40, 50, 60, 70}, 0);
    check_end("refresh:50@0.02s+9s", "release", (const int[]){10, 20, 40, 60, 70, 80}, 3);
}

static void *begin_elsewhere(void *data)
{
    (void)data;
    (void)begin_frame();
    return NULL;
}

/* Another thread begins a frame, and never does anything else. */
static void begin_on_another_thread(void)
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, begin_elsewhere, NULL), 0);
    pthread_join(thread, NULL);
}

/* For each display time that the app is to miss, the layer waits a second for the end of the frame.
 * Then the app gets the display time, and a message says so once. */
FAULT_TEST(test_a_frame_without_end, "frame-drop:3@0.03s+1s", false)
{
    frame(10 * MS);
    begin_on_another_thread();
    counts_sleep = true;
    slept_ns = 0;
    assert_int_equal(wait().predictedDisplayTime, SCENE_AT(0.02));
    assert_int_equal(slept_ns, 0);
    for (int i = 1; i <= 3; i++) {
        assert_int_equal(wait().predictedDisplayTime, SCENE_AT(0.02 + 0.01 * i));
        assert_int_equal(slept_ns, i * INT64_C(1000000000));
        assert_int_equal(scene_count_log(scene, "the app has not ended its frame within 1 s"), 1);
    }
    /* An end that fails is none. */
    fake.fails = "xrEndFrame";
    fake.fails_with = XR_ERROR_LAYER_INVALID;
    assert_int_equal(end_frame(SCENE_AT(0.05)), XR_ERROR_LAYER_INVALID);
    fake.fails = NULL;
    assert_int_equal(wait().predictedDisplayTime, SCENE_AT(0.06));
    assert_int_equal(slept_ns, INT64_C(4000000000));
    assert_success(end_frame(SCENE_AT(0.06)));
    assert_int_equal(wait().predictedDisplayTime, SCENE_AT(0.1));
    assert_int_equal(slept_ns, INT64_C(4000000000));
    assert_int_equal(fake.discarded, 2); /* of the layer, one after the other */
    counts_sleep = false;
}

/* A session that begins again plays from the beginning: the app misses the display time once more.
 * A frame that was open when the session ended is not waited for. */
TEST(test_a_session_that_begins_again)
{
    const XrSessionBeginInfo info = {.type = XR_TYPE_SESSION_BEGIN_INFO,
                                     .primaryViewConfigurationType =
                                         XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO};
    const int expected[] = {10, 20, 40, 50};
    begin("frame-drop:1@0.03s", false);
    check_frames(expected, 4, 10 * MS);
    begin_on_another_thread();
    assert_success(scene->calls.xrEndSession(scene->session));
    atomic_store(&fake_is_open, false);
    assert_success(scene->calls.xrBeginSession(scene->session, &info));
    scene_focus(scene);
    counts_sleep = true;
    slept_ns = 0;
    fake.next_time = SCENE_AT(0.01);
    assert_int_equal(wait().predictedDisplayTime, SCENE_AT(0.01));
    assert_int_equal(wait().predictedDisplayTime, SCENE_AT(0.02));
    assert_int_equal(wait().predictedDisplayTime, SCENE_AT(0.04));
    assert_int_equal(slept_ns, 0);
    counts_sleep = false;
    record_close(&record);
}

/* A frame that could not begin is not waited for; and where the layer's own cannot begin, the app
 * gets the display time. */
FAULT_TEST(test_frames_that_cannot_begin, "frame-drop:2@0.03s+1s", false)
{
    frame(10 * MS), frame(10 * MS);
    fake.fails = "xrBeginFrame";
    fake.fails_with = XR_ERROR_RUNTIME_FAILURE;
    begin_on_another_thread();
    counts_sleep = true;
    slept_ns = 0;
    assert_int_equal(wait().predictedDisplayTime, SCENE_AT(0.03));
    assert_int_equal(slept_ns, 0);
    fake.fails = NULL;
    assert_int_equal(wait().predictedDisplayTime, SCENE_AT(0.06));
    counts_sleep = false;
    record_close(&record);
    begin("refresh:50@0.02s+1s", false);
    const int slower[] = {10, 20, 40};
    for (int i = 0; i < 3; i++)
        assert_int_equal(frame(i == 0 ? 10 * MS : 20 * MS), slower[i]);
    fake.fails = "xrBeginFrame";
    fake.fails_with = XR_ERROR_RUNTIME_FAILURE;
    assert_int_equal(wait().predictedDisplayTime, SCENE_AT(0.05));
    fake.fails = NULL;
}

/* An app may be told a display time twice: what it missed before it does not miss again. Of faults
 * at the same time the larger one counts. */
FAULT_TEST(test_the_same_time_twice, "frame-drop:1@0.03s,frame-drop:3@0.03s,frame-drop:2@0.03s",
           false)
{
    const int expected[] = {10, 20, 60};
    check_frames(expected, 3, 10 * MS);
    fake.next_time = SCENE_AT(0.06);
    assert_int_equal(frame(10 * MS), 60);
    assert_int_equal(frame(10 * MS), 70);
}

/* What the app is told of the rate: a text for each event, "100>40 ". */
static const char *told_rates(void)
{
    static char text[128];
    int length = 0;
    text[0] = '\0';
    for (;;) {
        XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
        if (scene->calls.xrPollEvent(scene->instance, &event) != XR_SUCCESS)
            return text;
        if (event.type != XR_TYPE_EVENT_DATA_DISPLAY_REFRESH_RATE_CHANGED_FB)
            continue;
        const XrEventDataDisplayRefreshRateChangedFB *changed = (const void *)&event;
        length += snprintf(text + length, sizeof text - (size_t)length, "%g>%g ",
                           (double)changed->fromDisplayRefreshRate,
                           (double)changed->toDisplayRefreshRate);
    }
}

static double rate(void)
{
    float rate_hz = 0.0f;
    assert_success(((PFN_xrGetDisplayRefreshRateFB)get("xrGetDisplayRefreshRateFB"))(scene->session,
                                                                                     &rate_hz));
    return (double)rate_hz;
}

static void check_rates(const float *expected_hz, uint32_t expected_count)
{
    PFN_xrEnumerateDisplayRefreshRatesFB list =
        (PFN_xrEnumerateDisplayRefreshRatesFB)get("xrEnumerateDisplayRefreshRatesFB");
    float rates_hz[8] = {0};
    uint32_t count = 77;
    assert_success(list(scene->session, 0, &count, NULL));
    assert_int_equal(count, expected_count);
    count = 77;
    assert_int_equal(list(scene->session, expected_count - 1, &count, rates_hz),
                     XR_ERROR_SIZE_INSUFFICIENT);
    assert_int_equal(count, expected_count);
    assert_true(rates_hz[0] == 0.0f);
    assert_success(list(scene->session, 8, &count, rates_hz));
    assert_int_equal(count, expected_count);
    assert_memory_equal(rates_hz, expected_hz, expected_count * sizeof *rates_hz);
    assert_int_equal(list(scene->session, 8, NULL, rates_hz), XR_ERROR_VALIDATION_FAILURE);
    assert_int_equal(list(scene->session, 8, &count, NULL), XR_ERROR_VALIDATION_FAILURE);
}

static XrResult request(float rate_hz)
{
    return ((PFN_xrRequestDisplayRefreshRateFB)get("xrRequestDisplayRefreshRateFB"))(scene->session,
                                                                                     rate_hz);
}

/* 40 Hz on a display of 100 Hz: from 30 ms on the frames are due at 30, 55, 80, 105 and 130 ms; a
 * time is taken if it is less than 5 ms early. */
FAULT_TEST(test_slower, "refresh:40@0.03s+0.09s", true)
{
    const float all_hz[] = {40.0f, 50.0f, 100.0f};
    check_rates(all_hz, 3);
    const int before[] = {10, 20}, slower[] = {30, 50, 80, 100}, after[] = {120, 130, 140};
    check_frames(before, 2, 10 * MS);
    assert_string_equal(told_rates(), "");
    assert_true(rate() == 100.0);
    check_frames(slower, 1, 25 * MS);
    assert_true(rate() == 40.0);
    assert_string_equal(told_rates(), "100>40 ");
    check_frames(slower + 1, 3, 25 * MS);
    check_rates(all_hz, 3);
    assert_success(request(40.0f));
    assert_success(request(50.0f));
    assert_int_equal(request(41.0f), XR_ERROR_DISPLAY_REFRESH_RATE_UNSUPPORTED_FB);
    assert_string_equal(told_rates(), "");
    check_frames(after, 3, 10 * MS);
    assert_string_equal(told_rates(), "40>100 ");
    assert_true(rate() == 100.0);
    record_end(&record);
    record_need(&record, 0, "'e':'refresh_rate'", "'hz':40,'before_hz':100");
    record_need(&record, 0, "'e':'refresh_rate'", "'hz':100,'before_hz':40");
}

/* Without a time the rate is there with playback: from frame 0 on, at 10 ms, the frames are due at
 * 35, 60, 85 and 110 ms. */
TEST(test_from_frame_0)
{
    const int slower[] = {10, 30, 60, 80, 110};
    create_on("refresh:40", true, true);
    fake_push_state(scene->session, XR_SESSION_STATE_FOCUSED);
    scene_poll(scene);
    fake.next_step = 10 * MS;
    fake.next_time = SCENE_AT(0.01);
    check_frames(slower, 1, 25 * MS);
    assert_true(rate() == 40.0);
    assert_string_equal(told_rates(), "100>40 ");
    check_frames(slower + 1, 4, 25 * MS);
    record_end(&record);
    record_need(&record, 0, "'e':'wait'", "'frame':0,");
    assert_int_equal(scene_count_log(scene, "display times"), 0);
    record_finish(&record);
}

/* On a runtime without XR_FB_display_refresh_rate the app has the rate of its frames, and the
 * fault's beside it. */
TEST(test_supplied)
{
    const float all_hz[] = {40.0f, 100.0f};
    begin_on("refresh:40@0.03s+0.09s", true, false);
    assert_false(fake_enabled(XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME));
    check_rates(all_hz, 2);
    const int before[] = {10, 20}, slower[] = {30, 50, 80, 100}, after[] = {120, 130};
    check_frames(before, 2, 10 * MS);
    assert_true(rate() == 100.0);
    check_frames(slower, 4, 25 * MS);
    assert_true(rate() == 40.0);
    assert_string_equal(told_rates(), "100>40 ");
    check_frames(after, 2, 10 * MS);
    assert_string_equal(told_rates(), "40>100 ");
    record_close(&record);
    begin_on("lose:left@9s", true, false);
    float only_hz = 0.0f;
    uint32_t count = 0;
    PFN_xrEnumerateDisplayRefreshRatesFB list = scene->calls.xrEnumerateDisplayRefreshRatesFB;
    assert_success(list(scene->session, 0, &count, NULL));
    assert_success(list(scene->session, count, &count, &only_hz));
    assert_true(count == 1 && only_hz == 100.0f);
    assert_success(request(0.0f));
    assert_success(request(100.0f));
    assert_int_equal(request(50.0f), XR_ERROR_DISPLAY_REFRESH_RATE_UNSUPPORTED_FB);
    fake.next_period = 13888889; /* 72 Hz in whole nanoseconds */
    frame(13888889);
    assert_true(rate() == 72.0);
    /* Before a session's first frame it is 60 Hz. */
    const XrSessionCreateInfo info = {.type = XR_TYPE_SESSION_CREATE_INFO};
    assert_success(scene->calls.xrDestroySession(scene->session));
    assert_success(scene->calls.xrCreateSession(scene->instance, &info, &scene->session));
    assert_true(rate() == 60.0);
    record_close(&record);
}

/* Each rate once, in ascending order, wherever it comes from. */
FAULT_TEST(test_list_of_rates,
           "refresh:70@0.03s+0.01s,refresh:40@0.05s+0.01s,refresh:50@0.07s+0.01s,"
           "refresh:70@0.1s+0.01s,refresh:60@0.2s+0.01s,refresh:120@0.3s+0.01s",
           true)
{
    const float all_hz[] = {40.0f, 50.0f, 60.0f, 70.0f, 100.0f, 120.0f};
    check_rates(all_hz, 6);
    PFN_xrEnumerateDisplayRefreshRatesFB list =
        (PFN_xrEnumerateDisplayRefreshRatesFB)get("xrEnumerateDisplayRefreshRatesFB");
    float rates_hz[6];
    uint32_t count = 0;
    assert_success(list(scene->session, 6, &count, rates_hz));
    assert_memory_equal(rates_hz, all_hz, sizeof all_hz);
    /* A runtime with more of them than there is room for lists its own. */
    float many_hz[102];
    fake.more_rates = 100;
    assert_success(list(scene->session, 0, &count, NULL));
    assert_int_equal(count, 102);
    assert_int_equal(list(scene->session, 101, &count, many_hz), XR_ERROR_SIZE_INSUFFICIENT);
    assert_success(list(scene->session, 102, &count, many_hz));
    assert_true(many_hz[0] == 50.0f && many_hz[101] == 200.0f);
    fake.more_rates = 0;
    fake.fails = "xrEnumerateDisplayRefreshRatesFB";
    fake.fails_with = XR_ERROR_SESSION_LOST;
    count = 77;
    assert_int_equal(list(scene->session, 6, &count, rates_hz), XR_ERROR_SESSION_LOST);
    assert_int_equal(count, 77);
    fake.fails = "xrGetDisplayRefreshRateFB";
    frame(10 * MS), frame(10 * MS), frame(1000000000 / 70);
    float rate_hz = 1.5f;
    assert_int_equal(
        ((PFN_xrGetDisplayRefreshRateFB)get("xrGetDisplayRefreshRateFB"))(scene->session, &rate_hz),
        XR_ERROR_SESSION_LOST);
    assert_true(rate_hz == 1.5f);
    /* No rate is 0 Hz: a request for any rate is the runtime's. */
    fake.fails = "xrRequestDisplayRefreshRateFB";
    fake.fails_with = XR_ERROR_DISPLAY_REFRESH_RATE_UNSUPPORTED_FB;
    assert_int_equal(request(0.0f), XR_ERROR_DISPLAY_REFRESH_RATE_UNSUPPORTED_FB);
    fake.fails = NULL;
    assert_true(rate() == 70.0);
}

/* The app gets all frames that there are, with the period of the rate. */
FAULT_TEST(test_faster, "refresh:200@0.02s+0.02s", true)
{
    const int before[] = {10}, faster[] = {20, 30}, after[] = {40};
    check_frames(before, 1, 10 * MS);
    check_frames(faster, 2, 5 * MS);
    assert_string_equal(told_rates(), "100>200 ");
    check_frames(after, 1, 10 * MS);
    assert_string_equal(told_rates(), "200>100 ");
}

/* An app that stalls gets the next time that there is; the display's times count from there. */
FAULT_TEST(test_a_stall, "refresh:50@0.02s+1s", true)
{
    const int before[] = {10}, slower[] = {20, 40}, later[] = {300, 320, 340};
    check_frames(before, 1, 10 * MS);
    check_frames(slower, 2, 20 * MS);
    fake.next_time = SCENE_AT(0.3);
    check_frames(later, 3, 20 * MS);
}

/* An app without the extension sees the period alone, and no function and no event. */
FAULT_TEST(test_without_extension, "refresh:50@0.02s+0.05s", false)
{
    const int before[] = {10}, slower[] = {20, 40, 60}, after[] = {70};
    check_frames(before, 1, 10 * MS);
    check_frames(slower, 3, 20 * MS);
    check_frames(after, 1, 10 * MS);
    assert_string_equal(told_rates(), "");
    PFN_xrVoidFunction function = NULL;
    assert_int_equal(scene->get(scene->instance, "xrGetDisplayRefreshRateFB", &function),
                     XR_ERROR_FUNCTION_UNSUPPORTED);
    assert_null(function);
}

/* The runtime changes its own rate: during the fault the app is not told, after it the app goes to
 * the new one. Otherwise the app is told what the runtime tells. */
static void push_rate(float from_hz, float to_hz)
{
    XrEventDataDisplayRefreshRateChangedFB *event =
        (XrEventDataDisplayRefreshRateChangedFB *)&fake.events[fake.event_count++];
    *event = (XrEventDataDisplayRefreshRateChangedFB){
        .type = XR_TYPE_EVENT_DATA_DISPLAY_REFRESH_RATE_CHANGED_FB,
        .fromDisplayRefreshRate = from_hz,
        .toDisplayRefreshRate = to_hz};
    fake.rate_hz = to_hz;
}

FAULT_TEST(test_own_change, "refresh:40@0.03s+0.05s", true)
{
    push_rate(100.0f, 50.0f);
    assert_string_equal(told_rates(), "100>50 ");
    push_rate(50.0f, 100.0f);
    assert_string_equal(told_rates(), "50>100 ");
    frame(10 * MS), frame(10 * MS), frame(25 * MS);
    assert_string_equal(told_rates(), "100>40 ");
    push_rate(100.0f, 50.0f);
    assert_string_equal(told_rates(), "");
    frame(25 * MS), frame(10 * MS);
    assert_string_equal(told_rates(), "40>50 ");
    push_rate(50.0f, 100.0f);
    assert_string_equal(told_rates(), "50>100 ");
    frame(10 * MS);
    assert_string_equal(told_rates(), "");
}

TESTS_MAIN(test_once, test_for_a_while, test_frame_clock, test_loop, test_discarded_by_app,
           test_pipelined, test_after_the_end, test_a_frame_without_end,
           test_a_session_that_begins_again, test_frames_that_cannot_begin,
           test_the_same_time_twice, test_supplied, test_list_of_rates, test_slower,
           test_from_frame_0, test_faster, test_a_stall, test_without_extension, test_own_change)
