/* SPDX-License-Identifier: MIT */
/* Hazard: an app is told what did not happen, not told what did, or in another order: at the times
 * of a recorded session and of faults, at a jump of playback, and where the two meet. */
#include "told_session.h"

#include <stdio.h>
#include <stdlib.h>

#define SYNCHRONIZED XR_SESSION_STATE_SYNCHRONIZED
#define VISIBLE XR_SESSION_STATE_VISIBLE
#define FOCUSED XR_SESSION_STATE_FOCUSED
#define STOPPING XR_SESSION_STATE_STOPPING

#define LOCAL XR_REFERENCE_SPACE_TYPE_LOCAL
#define STAGE XR_REFERENCE_SPACE_TYPE_STAGE

#define TOLD_TEST(name)                                                                            \
    TEST_OF(name, struct told_session, told, told_session_init(told), told_session_finish(told))

/* Plays ten seconds. */
static void start(struct told_session *told, const char *faults)
{
    scene_set("UNDERSTUDY_FAULT", faults);
    told_session_record(told, 10.0);
    told_session_start(told);
}

static void report(const struct told_session *told, XrSessionState state)
{
    fake_push_state(told->scene.session, state);
}

#define CHECK(seconds, expected) CHECK_TOLD(told, seconds, expected)

/* ---- states ---- */

/* Two microseconds before its time an event counts as due, and not earlier. */
TOLD_TEST(states_at_their_times)
{
    start(told, "focus-lost@2s+1s");
    CHECK(0.0, "");
    CHECK(2.0 - 3e-6, "");
    CHECK(2.0 - 1e-6, "V ");
    CHECK(2.5, "");
    CHECK(3.0, "F ");
    assert_int_equal(fake.exits, 0);
}

TOLD_TEST(the_lower_of_two_states)
{
    told_session_state(told, 1.0, SYNCHRONIZED);
    told_session_state(told, 3.0, FOCUSED);
    start(told, "focus-lost@2s+2s");
    CHECK(1.0, "V S ");
    CHECK(2.0, "");
    CHECK(3.0, "V ");
    CHECK(4.0, "F ");
}

/* The events of both are told by their times; of the same time the recorded one is first. */
TOLD_TEST(two_sources_in_one_frame)
{
    told_session_presence(told, 2.0, false);
    told_session_presence(told, 4.0, true);
    start(told, "focus-lost@1s+2s,not-visible@4s+5s");
    CHECK(0.5, "");
    CHECK(5.0, "V - F + V S ");
}

/* The runtime is asked once to end a session, and tells the states on the way itself. */
TOLD_TEST(sessions_that_end)
{
    told_session_state(told, 2.0, STOPPING);
    start(told, "stopping@1s");
    CHECK(0.9, "");
    assert_int_equal(fake.exits, 0);
    CHECK(1.0, "");
    assert_int_equal(fake.exits, 1);
    CHECK(2.0, "");
    assert_int_equal(fake.exits, 1);
    report(told, VISIBLE);
    report(told, SYNCHRONIZED);
    report(told, STOPPING);
    report(told, XR_SESSION_STATE_IDLE);
    CHECK(3.0, "V S X I ");
}

/* Faults of several kinds, whose order in the list does not count. */
TEST(faults_that_overlap)
{
    static const struct {
        const char *faults, *told[7]; /* at the seconds from 0 on */
        int exits;
    } rows[] = {
        {"headset-off@1s+1s", {"", "- V S ", "+ V F ", "", "", "", ""}, 0},
        {"focus-lost@1s+3s,not-visible@2s+1s", {"", "V ", "S ", "V ", "F ", "", ""}, 0},
        {"not-visible@2s,focus-lost@1s", {"", "V ", "S ", "", "", "", ""}, 0},
        {"refresh:72@1s+1s,refresh:72@2s+1s,refresh:90@4s",
         {"", "100>72 ", "", "72>100 ", "100>90 ", "", ""},
         0},
        {"headset-off@1s+2s,not-visible@2s+2s,loss-pending@6s,stopping@5s",
         {"", "- V S ", "", "+ ", "V F ", "", "L "},
         1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct told_session of_the_row, *told = &of_the_row;
        told_session_init(told);
        start(told, rows[i].faults);
        for (int second = 0; second < 7; second++)
            CHECK(second, rows[i].told[second]);
        assert_int_equal(fake.exits, rows[i].exits);
        told_session_finish(told);
    }
}

/* ---- presence ---- */

TOLD_TEST(presence_of_both)
{
    told_session_presence(told, 1.0, false);
    told_session_presence(told, 3.0, true);
    start(told, "user-absent@2s+2s,user-absent@5s+0.1s");
    CHECK(0.9, "");
    CHECK(1.0, "- ");
    CHECK(3.5, "");
    CHECK(4.0, "+ ");
    CHECK(6.0, "- + ");
}

/* A session begins with what is so at that time, and an app is told when it begins again. */
TOLD_TEST(presence_at_the_beginning)
{
    static const char *const names[] = {XR_EXT_USER_PRESENCE_EXTENSION_NAME};
    const XrSessionBeginInfo begin = {.type = XR_TYPE_SESSION_BEGIN_INFO};
    const struct us_dispatch *calls = &told->scene.calls;
    told_session_presence(told, 1.0, false);
    told_session_presence(told, 8.0, true);
    told_session_record(told, 10.0);
    setenv("UNDERSTUDY_FROM", "5", 1);
    told_session_open(told, names, 1);
    assert_string_equal(told_session_now(told), "- ");
    assert_string_equal(told_session_now(told), "");
    assert_success(calls->xrEndSession(told->scene.session));
    assert_success(calls->xrBeginSession(told->scene.session, &begin));
    assert_string_equal(told_session_now(told), "- ");
    scene_focus(&told->scene);
    CHECK(2.9, "");
    CHECK(3.0, "+ ");
}

TOLD_TEST(an_app_without_extensions)
{
    told_session_presence(told, 1.0, false);
    told_session_recentre(told, 2.0, 2.0, 1.0f, 0.0f);
    told_session_put(told, 2.5,
                     (struct us_session_event){.kind = US_SESSION_EVENT_VISIBILITY, .value = 2});
    told_session_record(told, 10.0);
    setenv("UNDERSTUDY_FAULT", "refresh:72@3s,focus-lost@3s", 1);
    told_session_open(told, NULL, 0);
    scene_focus(&told->scene);
    CHECK(1.0, "");
    CHECK(2.0, "L(1.0,0.0@2.00) ");
    CHECK(2.5, "");
    CHECK(3.0, "V ");
    CHECK(4.0, "");
}

/* ---- spaces ---- */

/* Told at once, for a time that may lie ahead; playback may be slow, or stand still. */
TOLD_TEST(moves_and_their_times)
{
    told_session_recentre(told, 1.0, 1.5, 1.0f, 0.0f);
    told_session_recentre(told, 2.0, 2.0, 0.0f, 2.0f);
    told_session_recentre(told, 4.0, 8.0, 0.0f, 3.0f);
    setenv("UNDERSTUDY_SPEED", "0.5", 1);
    setenv("UNDERSTUDY_PAUSE", "4.5:100", 1);
    start(told, NULL);
    CHECK(1.0, "");
    CHECK(2.2, "L(1.0,0.0@3.00) F(1.0,0.0@3.00) ");
    CHECK(4.4, "L(0.0,2.0@4.00) F(0.0,2.0@4.00) ");
    CHECK(20.0, "L(0.0,3.0@20.00) F(0.0,3.0@20.00) ");
}

/* A second before the first second: no time of OpenXR is below 1. */
TOLD_TEST(a_move_before_all_times)
{
    static const double changes_s[] = {-5.0, -11e-9, -10e-9, -9e-9, -8e-9, 0.0};
    static const XrTime expected[] = {1, 1, 1, 1, 2, 10};
    for (int i = 0; i < 6; i++)
        told_session_change(told, 1.0, changes_s[i], STAGE, 1.0f, 0.0f);
    told_session_record(told, 10.0);
    told_session_open(told, NULL, 0);
    fake_push_state(told->scene.session, FOCUSED);
    told_session_now(told);
    scene_wait_frame(&told->scene, 10);
    assert_string_equal(told_session_now(told), "");
    scene_wait_frame(&told->scene, 2000000010);
    for (int i = 0; i < 6; i++) {
        XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
        assert_success(told->scene.calls.xrPollEvent(told->scene.instance, &event));
        assert_int_equal(event.type, XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING);
        assert_int_equal(((XrEventDataReferenceSpaceChangePending *)&event)->changeTime,
                         expected[i]);
    }
}

/* What the runtime said at the time of the recording, which may differ from where the space was,
 * is told as it was. */
TOLD_TEST(the_recorded_pose_is_told)
{
    told_session_place(told, -1.0, US_SESSION_SPACE_STAGE, 0.0f, 0.0f);
    told_session_place(told, 1.0, US_SESSION_SPACE_STAGE, 1.0f, 0.0f);
    told_session_place(told, 2.0, US_SESSION_SPACE_STAGE, 2.0f, 0.0f);
    told_session_change(told, 1.0, 1.0, STAGE, 1.1f, 0.0f);
    told_session_put(told, 2.0,
                     (struct us_session_event){.kind = US_SESSION_EVENT_REFERENCE_SPACE,
                                               .value = STAGE,
                                               .change_time_ns = TOLD_NS(2.0)});
    start(told, "focus-lost@1.5s");
    CHECK(1.0, "S(1.1,0.0@1.00) ");
    CHECK(1.5, "V ");
    CHECK(2.0, "S(0.0,0.0?@2.00) ");
}

/* Unless a fault moves the space too: then the app is told where the space gets. */
TOLD_TEST(both_move_a_space)
{
    told_session_place(told, -1.0, US_SESSION_SPACE_LOCAL, 0.0f, 0.0f);
    told_session_place(told, 1.0, US_SESSION_SPACE_LOCAL, 1.0f, 0.0f);
    told_session_place(told, 3.0, US_SESSION_SPACE_LOCAL, 3.0f, 0.0f);
    told_session_change(told, 1.0, 1.0, LOCAL, 1.1f, 0.0f);
    told_session_change(told, 3.0, 3.0, LOCAL, 2.2f, 0.0f);
    start(told, "recenter:0,0,3@2s");
    CHECK(1.0, "L(1.0,0.0@1.00) ");
    CHECK(1.95, "L(0.0,3.0@2.00) F(0.0,3.0@2.00) ");
    CHECK(3.0, "L(2.0,0.0@3.00) ");
    const XrSpaceLocation head =
        scene_locate(&told->scene, told->scene.view, told->scene.local, SCENE_AT(3.5), NULL);
    scene_check_vector(head.pose.position, (XrVector3f){3.5f - 3.0f, 0.0f, -3.0f});
}

/* A metre ahead in a space that is turned to the left is a metre to the left. */
TOLD_TEST(a_fault_moves_what_the_recording_moved)
{
    told_session_recentre(told, 1.0, 1.0, 2.0f, 0.0f);
    start(told, "recenter:90,0,-1@2s");
    CHECK(1.0, "L(2.0,0.0@1.00) F(2.0,0.0@1.00) ");
    const XrSpaceLocation head =
        scene_locate(&told->scene, told->scene.view, told->scene.local, SCENE_AT(2.5), NULL);
    /* The head is at (0.5, 0, 0) in the space before, which is (0.5, 0, 1) from the new one. */
    scene_check_vector(head.pose.position, (XrVector3f){-1.0f, 0.0f, 0.5f});
}

/* ---- jumps of playback ---- */

/* The second pass begins at second 10. */
static void start_loop(struct told_session *told)
{
    setenv("UNDERSTUDY_END", "loop", 1);
    start(told, NULL);
}

/* The app is told the state of the new time, and none of what lies between. */
TOLD_TEST(a_jump_ahead)
{
    told_session_state(told, 1.0, VISIBLE);
    told_session_state(told, 2.0, FOCUSED);
    told_session_state(told, 3.0, SYNCHRONIZED);
    told_session_recentre(told, 2.0, 2.0, 1.0f, 0.0f);
    told_session_recentre(told, 2.5, 2.5, 1.0f, 0.0f);
    told_session_state(told, 5.0, VISIBLE);
    start_loop(told);
    CHECK(0.5, "");
    CHECK(14.0, "V S L(2.0,0.0@14.00) F(2.0,0.0@14.00) ");
    CHECK(14.5, "");
    CHECK(15.0, "V ");
    CHECK(21.5, "L(-2.0,0.0@21.50) F(-2.0,0.0@21.50) ");
    CHECK(22.0, "F L(1.0,0.0@22.00) F(1.0,0.0@22.00) ");
    CHECK(32.7, "L(1.0,0.0@32.70) F(1.0,0.0@32.70) ");
}

/* That the session ended is not told by a jump. */
TOLD_TEST(a_jump_past_the_end)
{
    told_session_state(told, 3.0, SYNCHRONIZED);
    told_session_state(told, 3.5, STOPPING);
    start_loop(told);
    CHECK(0.5, "");
    CHECK(14.0, "V S ");
    assert_int_equal(fake.exits, 0);
}

/* Masks that changed between two times, and the bounds of STAGE, are to be asked for again, in
 * either direction; what was not passed is not told. */
TOLD_TEST(a_jump_past_changes)
{
    told_session_put(
        told, 2.0,
        (struct us_session_event){.kind = US_SESSION_EVENT_VISIBILITY, .value = 2, .value2 = 1});
    told_session_change(told, 3.0, 3.0, STAGE, 0.0f, 0.0f);
    start_loop(told);
    CHECK(1.0, "");
    CHECK(12.5, "M1 ");
    CHECK(24.0, "S(0.0,0.0@24.00) ");
    CHECK(31.0, "S(0.0,0.0@31.00) M1 ");
    CHECK(32.0, "M1 ");
}

/* Within a pass, too, playback may go back. */
TOLD_TEST(a_jump_back)
{
    told_session_state(told, 1.0, VISIBLE);
    start(told, "user-absent@2s");
    CHECK(0.5, "");
    CHECK(3.0, "V - ");
    CHECK(2.0, "");
    CHECK(1.5, "+ ");
    CHECK(0.5, "F ");
    CHECK(2.5, "V - ");
}

/* What happens at the very time of a jump is told as it happens. */
TOLD_TEST(a_jump_to_the_time_of_an_event)
{
    told_session_recentre(told, 2.0, 3.0, 1.0f, 0.0f);
    told_session_state(told, 2.0, STOPPING);
    setenv("UNDERSTUDY_FROM", "2", 1);
    setenv("UNDERSTUDY_TO", "6", 1);
    setenv("UNDERSTUDY_END", "loop", 1);
    start(told, NULL);
    CHECK(0.0, "L(1.0,0.0@1.00) F(1.0,0.0@1.00) ");
    CHECK(0.1, "");
    assert_int_equal(fake.exits, 1);
    CHECK(1.5, "");
    CHECK(4.0, "L(-1.0,0.0@4.00) F(-1.0,0.0@4.00) L(1.0,0.0@5.00) F(1.0,0.0@5.00) ");
}

/* Where playback begins in the middle, spaces are where they are: nothing moves. */
TOLD_TEST(a_start_in_the_middle)
{
    told_session_recentre(told, 2.0, 2.0, 1.0f, 0.0f);
    told_session_state(told, 2.0, VISIBLE);
    setenv("UNDERSTUDY_FROM", "5", 1);
    start(told, NULL);
    CHECK(0.0, "V ");
    CHECK(1.0, "");
}

/* After the end the app gets what the runtime gives. */
TOLD_TEST(the_end_of_playback)
{
    told_session_state(told, 1.0, VISIBLE);
    told_session_state(told, 3.0, SYNCHRONIZED);
    setenv("UNDERSTUDY_TO", "2", 1);
    setenv("UNDERSTUDY_END", "release", 1);
    start(told, NULL);
    CHECK(0.5, "");
    CHECK(1.0, "V ");
    CHECK(2.5, "F ");
    CHECK(3.5, "");
}

/* Before playback begins nothing of the script holds. */
TOLD_TEST(before_playback)
{
    told_session_state(told, 1.0, SYNCHRONIZED);
    setenv("UNDERSTUDY_FROM", "2", 1);
    told_session_record(told, 10.0);
    told_session_open(told, NULL, 0);
    report(told, VISIBLE);
    CHECK(-1.0, "V ");
    CHECK(-0.5, "");
    report(told, FOCUSED);
    assert_string_equal(told_session_now(told), "F ");
    CHECK(0.0, "V S ");
}

/* ---- refresh rates; the fake's display has 100 Hz ---- */

TOLD_TEST(rates_of_faults)
{
    setenv("UNDERSTUDY_END", "loop", 1);
    start(told, "refresh:72@2s+2s");
    CHECK(1.0, "");
    CHECK(2.0, "100>72 ");
    CHECK(3.0, "");
    CHECK(4.0, "72>100 ");
    CHECK(13.0, "100>72 ");
    CHECK(21.0, "72>100 ");
}

TOLD_TEST(recorded_rates)
{
    told_session_rate(told, 2.0, 120.0f, 80.0f);
    told_session_rate(told, 3.0, 60.0f, 80.0f);
    start(told, NULL);
    CHECK(1.0, "");
    CHECK(2.0, "80>120 ");
    CHECK(3.0, "120>60 ");
}

TOLD_TEST(a_rate_whose_rate_before_is_not_recorded)
{
    told_session_rate(told, 2.0, 120.0f, 0.0f);
    start(told, NULL);
    CHECK(2.0, "100>120 ");
}

/* The app asks for the rate, and gets the recorded one from the beginning. */
TOLD_TEST(a_rate_from_the_beginning)
{
    told_session_rate(told, 2.0, 120.0f, 80.0f);
    told_session_rate(told, 6.0, 72.0f, 0.0f);
    setenv("UNDERSTUDY_FROM", "5", 1);
    start(told, NULL);
    CHECK(0.0, "");
    CHECK(1.0, "120>72 ");
}

/* An app that has asked for no rate yet gets the one of the new time then. */
TOLD_TEST(a_rate_after_a_jump)
{
    told_session_rate(told, 2.0, 120.0f, 80.0f);
    start_loop(told);
    CHECK(1.0, "");
    CHECK(15.0, "");
}

/* Faults come before the recording, and both before what the display itself does. */
TOLD_TEST(rates_of_both)
{
    told_session_rate(told, 1.0, 120.0f, 80.0f);
    told_session_rate(told, 3.0, 60.0f, 120.0f);
    start(told, "refresh:72@2s+2s");
    CHECK(1.0, "80>120 ");
    CHECK(2.0, "120>72 ");
    CHECK(3.0, "");
    CHECK(4.0, "72>60 ");
}

static void change_rate(float from_hz, float to_hz)
{
    const int slot = atomic_fetch_add(&fake.event_count, 1);
    *(XrEventDataDisplayRefreshRateChangedFB *)&fake.events[slot] =
        (XrEventDataDisplayRefreshRateChangedFB){
            .type = XR_TYPE_EVENT_DATA_DISPLAY_REFRESH_RATE_CHANGED_FB,
            .fromDisplayRefreshRate = from_hz,
            .toDisplayRefreshRate = to_hz};
}

TOLD_TEST(a_rate_of_the_display)
{
    start(told, "refresh:72@2s");
    change_rate(100.0f, 144.0f);
    CHECK(1.0, "100>144 ");
    CHECK(2.0, "144>72 ");
    change_rate(144.0f, 120.0f);
    CHECK(3.0, "");
}

/* ---- order ---- */

/* By time, then by their order, whatever stands in the file first; each rate tells the one before.
 */
TOLD_TEST(events_are_in_order)
{
    enum { COUNT = 40 };
    char expected[1024] = "";
    size_t used = 0;
    float last_hz = 80.0f;
    for (int i = 0; i < COUNT; i++) {
        const int which = i * 17 % COUNT; /* each once */
        told->order = (uint32_t)which;
        told_session_rate(told, 1.0 + 0.1 * (which / 4), (float)(101 + which), 80.0f);
    }
    for (int i = 0; i < COUNT; i++) {
        used += (size_t)snprintf(expected + used, sizeof expected - used, "%.0f>%d ",
                                 (double)last_hz, 101 + i);
        last_hz = (float)(101 + i);
    }
    start(told, NULL);
    CHECK(0.9, "");
    CHECK(8.0, expected);
}

TESTS_MAIN(states_at_their_times, the_lower_of_two_states, two_sources_in_one_frame,
           sessions_that_end, faults_that_overlap, presence_of_both, presence_at_the_beginning,
           an_app_without_extensions, moves_and_their_times, a_move_before_all_times,
           the_recorded_pose_is_told, both_move_a_space, a_fault_moves_what_the_recording_moved,
           a_jump_ahead, a_jump_past_the_end, a_jump_past_changes, a_jump_back,
           a_jump_to_the_time_of_an_event, a_start_in_the_middle, the_end_of_playback,
           before_playback, rates_of_faults, recorded_rates,
           a_rate_whose_rate_before_is_not_recorded, a_rate_from_the_beginning, a_rate_after_a_jump,
           rates_of_both, a_rate_of_the_display, events_are_in_order)
