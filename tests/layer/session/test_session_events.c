/* SPDX-License-Identifier: MIT */
/* Hazard: an app is told what did not happen, not told what did, or in another order: at the times
 * of a script, at a jump of playback, and where two scripts meet. */
#include <stdio.h>
#include <string.h>

#include "testing.h"
#include "layer/session_script/session_events.h"

#define IDLE XR_SESSION_STATE_IDLE
#define SYNCHRONIZED XR_SESSION_STATE_SYNCHRONIZED
#define VISIBLE XR_SESSION_STATE_VISIBLE
#define FOCUSED XR_SESSION_STATE_FOCUSED
#define STOPPING XR_SESSION_STATE_STOPPING
#define LOSS_PENDING XR_SESSION_STATE_LOSS_PENDING
#define EXITING XR_SESSION_STATE_EXITING

/* A frame at second t of playback has the time (100 + t) s. */
#define TIME_AT(t) ((XrTime)((100.0 + (t)) * 1e9))

static struct us_session_script *recorded, *faults;
static struct us_session_scripts scripts;
static struct us_session_events events;
static struct us_script_now now;

static const struct us_session_events_audience everything = {true, true, true, true};

static XrSession session(void)
{
    static int own;
    return (XrSession)(uintptr_t)&own;
}

/* Two empty scripts, and a session of an app that is told everything. */
static int begin(void **state)
{
    (void)state;
    recorded = us_session_script_create();
    faults = us_session_script_create();
    scripts =
        (struct us_session_scripts){{[US_SCRIPT_RECORDED] = recorded, [US_SCRIPT_FAULTS] = faults}};
    us_session_events_init(&events, &scripts, everything);
    now = (struct us_script_now){.is_playing = true, .ns_per_second = 1e9, .rate_hz = 90.0f};
    return 0;
}

static int end(void **state)
{
    (void)state;
    us_session_script_destroy(recorded);
    us_session_script_destroy(faults);
    return 0;
}

static void report(XrSessionState state)
{
    XrSessionState told;
    (void)us_session_events_report(&events, state, &told);
}

/* A session that the runtime gives the focus, of an app that was told so. */
static void start(double from_s)
{
    static const XrSessionState states[] = {XR_SESSION_STATE_IDLE, XR_SESSION_STATE_READY,
                                            SYNCHRONIZED, VISIBLE, FOCUSED};
    us_session_events_begin(&events, from_s);
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++)
        report(states[i]);
}

static struct us_pose at(float x, float z)
{
    return (struct us_pose){{0.0f, 0.0f, 0.0f, 1.0f}, {x, 0.0f, z}};
}

static int print_move(char *out, size_t size, const XrEventDataBuffer *event)
{
    const XrEventDataReferenceSpaceChangePending *move =
        (const XrEventDataReferenceSpaceChangePending *)event;
    static const char letters[] = "?VLS"; /* by type; LOCAL_FLOOR is F */
    char letter = move->referenceSpaceType <= XR_REFERENCE_SPACE_TYPE_STAGE
                      ? letters[move->referenceSpaceType]
                      : 'F';
    assert_ptr_equal(move->session, session());
    assert_float_equal(move->poseInPreviousSpace.orientation.w, 1.0f, 1e-5);
    return snprintf(out, size, "%c(%.1f,%.1f%s@%.2f) ", letter,
                    (double)move->poseInPreviousSpace.position.x,
                    (double)move->poseInPreviousSpace.position.z, move->poseValid ? "" : "?",
                    (double)move->changeTime * 1e-9 - 100.0);
}

/* A state is its letter, presence is + or -, a rate is "90>72", a mask M and its view. */
static int print(char *out, size_t size, const XrEventDataBuffer *event)
{
    static const char letters[] = "-IRSVFXLE";
    const XrEventDataSessionStateChanged *state = (const XrEventDataSessionStateChanged *)event;
    const XrEventDataUserPresenceChangedEXT *presence =
        (const XrEventDataUserPresenceChangedEXT *)event;
    const XrEventDataDisplayRefreshRateChangedFB *rate =
        (const XrEventDataDisplayRefreshRateChangedFB *)event;
    if (event->type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED) {
        assert_ptr_equal(state->session, session());
        assert_int_equal(state->time, now.time);
        return snprintf(out, size, "%c ", letters[state->state]);
    }
    if (event->type == XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT) {
        assert_ptr_equal(presence->session, session());
        return snprintf(out, size, "%c ", presence->isUserPresent ? '+' : '-');
    }
    if (event->type == XR_TYPE_EVENT_DATA_DISPLAY_REFRESH_RATE_CHANGED_FB)
        return snprintf(out, size, "%.0f>%.0f ", (double)rate->fromDisplayRefreshRate,
                        (double)rate->toDisplayRefreshRate);
    if (event->type == XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR)
        return snprintf(out, size, "M%u ",
                        ((const XrEventDataVisibilityMaskChangedKHR *)event)->viewIndex);
    assert_int_equal(event->type, XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING);
    return print_move(out, size, event);
}

/* What the app is told by all polls after a frame at this second. */
static const char *told_now(void)
{
    static char text[256];
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < 20; i++) {
        XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
        if (!us_session_events_next(&events, session(), &now, &event))
            return text;
        used += (size_t)print(text + used, sizeof text - used, &event);
    }
    fail_msg("events without end: %s", text);
    return text;
}

static const char *told_at(double recording_s)
{
    now.recording_s = recording_s;
    now.time = TIME_AT(recording_s);
    return told_now();
}

#define CHECK(seconds, expected) assert_string_equal(told_at(seconds), expected)

/* ---- states ---- */

/* Two microseconds before its time an event counts as due, and not earlier. */
TEST(states_at_their_times)
{
    us_session_script_add_state(faults, 2.0, VISIBLE);
    us_session_script_add_state(faults, 3.0, FOCUSED);
    start(0.0);
    CHECK(0.0, "");
    CHECK(2.0 - 3e-6, "");
    CHECK(2.0 - 1e-6, "V ");
    CHECK(2.5, "");
    CHECK(3.0, "F ");
    assert_false(us_session_events_take_exit(&events));
}

TEST(the_lower_of_two_states)
{
    us_session_script_add_state(recorded, 1.0, SYNCHRONIZED);
    us_session_script_add_state(faults, 2.0, VISIBLE);
    us_session_script_add_state(recorded, 3.0, FOCUSED);
    us_session_script_add_state(faults, 4.0, FOCUSED);
    start(0.0);
    CHECK(1.0, "V S ");
    CHECK(2.0, "");
    CHECK(3.0, "V ");
    CHECK(4.0, "F ");
}

/* The events of both scripts are told by their times; of the same time the recorded one is first.
 */
TEST(two_scripts_in_one_frame)
{
    us_session_script_add_state(faults, 1.0, VISIBLE);
    us_session_script_add_presence(recorded, 2.0, false);
    us_session_script_add_state(faults, 3.0, FOCUSED);
    us_session_script_add_presence(recorded, 4.0, true);
    us_session_script_add_state(faults, 4.0, SYNCHRONIZED);
    start(0.0);
    CHECK(0.5, "+ ");
    CHECK(5.0, "V - F + V S ");
}

TEST(sessions_that_end)
{
    us_session_script_add_state(faults, 1.0, STOPPING);
    start(0.0);
    CHECK(0.9, "");
    assert_false(us_session_events_take_exit(&events));
    CHECK(1.0, "");
    assert_true(us_session_events_take_exit(&events));
    assert_false(us_session_events_take_exit(&events));
    report(VISIBLE);
    report(SYNCHRONIZED);
    report(STOPPING);
    report(IDLE);
    CHECK(2.0, "");
    end(NULL);
    begin(NULL);
    us_session_script_add_state(faults, 1.0, EXITING);
    start(0.0);
    CHECK(1.0, "");
    assert_true(us_session_events_take_exit(&events));
    report(VISIBLE);
    report(SYNCHRONIZED);
    report(STOPPING);
    report(IDLE);
    CHECK(2.0, "E ");
    end(NULL);
    begin(NULL);
    us_session_script_add_state(faults, 1.0, LOSS_PENDING);
    start(0.0);
    CHECK(1.0, "L ");
    assert_false(us_session_events_take_exit(&events));
}

/* ---- presence ---- */

TEST(presence_of_both_scripts)
{
    us_session_script_add_presence(recorded, 1.0, false);
    us_session_script_add_presence(faults, 2.0, false);
    us_session_script_add_presence(recorded, 3.0, true);
    us_session_script_add_presence(faults, 4.0, true);
    us_session_script_add_presence(faults, 5.0, false);
    us_session_script_add_presence(faults, 5.1, true);
    start(0.0);
    CHECK(0.0, "+ ");
    CHECK(0.9, "");
    CHECK(1.0, "- ");
    CHECK(3.5, "");
    CHECK(4.0, "+ ");
    CHECK(6.0, "- + ");
}

/* A session begins with what is so at that time, and an app is told when it begins again. */
TEST(presence_at_the_beginning)
{
    us_session_script_add_presence(recorded, 1.0, false);
    us_session_script_add_presence(recorded, 8.0, true);
    start(5.0);
    CHECK(5.0, "- ");
    us_session_events_begin(&events, 5.0);
    CHECK(5.0, "- ");
    us_session_events_begin(&events, 9.0);
    CHECK(9.0, "+ ");
}

TEST(an_app_without_extensions)
{
    us_session_script_add_presence(recorded, 1.0, false);
    us_session_script_add_recentring(recorded, 2.0, 2.0, at(1.0f, 0.0f));
    us_session_script_add_refresh_rate(faults, 3.0, 72.0f);
    us_session_script_add_state(faults, 3.0, VISIBLE);
    us_session_events_init(&events, &scripts, (struct us_session_events_audience){0});
    start(0.0);
    CHECK(0.0, "");
    CHECK(1.0, "");
    CHECK(2.0, "L(1.0,0.0@2.00) ");
    CHECK(3.0, "V ");
    CHECK(4.0, "");
}

/* ---- spaces ---- */

/* Told at once, for a time that may lie ahead; playback may be fast, or stand still. */
TEST(moves_and_their_times)
{
    us_session_script_add_recentring(recorded, 1.0, 1.5, at(1.0f, 0.0f));
    start(0.0);
    CHECK(0.5, "");
    now.ns_per_second = 2e9;
    CHECK(1.1, "L(1.0,0.0@1.90) F(1.0,0.0@1.90) ");
    end(NULL);
    begin(NULL);
    us_session_script_add_recentring(recorded, 1.0, 1.0, at(0.0f, 2.0f));
    start(0.0);
    CHECK(0.5, "");
    CHECK(1.2, "L(0.0,2.0@1.00) F(0.0,2.0@1.00) ");
    end(NULL);
    begin(NULL);
    us_session_script_add_recentring(recorded, 1.0, 5.0, at(0.0f, 2.0f));
    start(0.0);
    CHECK(0.5, "");
    now.ns_per_second = 0.0;
    CHECK(1.2, "L(0.0,2.0@1.20) F(0.0,2.0@1.20) ");
}

/* A second before the first second: no time of OpenXR is below 1. */
TEST(a_move_before_all_times)
{
    static const struct {
        XrTime now, change;
    } cases[] = {{999999999, 1}, {1000000000, 1}, {1000000001, 1}, {1000000002, 2}};
    us_session_script_add_recentring(recorded, 1.0, 1.0, at(1.0f, 0.0f));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
        us_session_events_init(&events, &scripts, everything);
        start(0.0);
        CHECK(0.0, "");
        now.recording_s = 2.0;
        now.time = cases[i].now;
        assert_true(us_session_events_next(&events, session(), &now, &event));
        assert_int_equal(((XrEventDataReferenceSpaceChangePending *)&event)->changeTime,
                         cases[i].change);
    }
}

static void add_move(struct us_session_script *script, double at_s, bool has_pose,
                     struct us_pose told, struct us_pose place)
{
    const struct us_session_script_event event = {.at_s = at_s,
                                                  .kind = US_SESSION_SCRIPT_RECENTRING,
                                                  .space = US_SCRIPT_SPACE_STAGE,
                                                  .change_s = at_s,
                                                  .has_pose = has_pose,
                                                  .T_before_after = told};
    const struct us_session_script_step step = {at_s, true, place, 0.0f};
    assert_true(us_session_script_add_event(script, &event));
    assert_true(us_session_script_add_level(script, US_SCRIPT_LEVEL_STAGE, &step));
}

/* What the runtime said at the time of the recording, which may differ from where the space was,
 * is told as it was, unless another script moves the space too. */
TEST(the_recorded_pose_is_told)
{
    add_move(recorded, 1.0, true, at(1.1f, 0.0f), at(1.0f, 0.0f));
    add_move(recorded, 2.0, false, at(3.0f, 0.0f), at(2.0f, 0.0f));
    start(0.0);
    CHECK(1.0, "S(1.1,0.0@1.00) ");
    CHECK(2.0, "S(0.0,0.0?@2.00) ");
    end(NULL);
    begin(NULL);
    add_move(recorded, 1.0, true, at(1.1f, 0.0f), at(1.0f, 0.0f));
    add_move(faults, 2.0, true, at(0.0f, 3.3f), at(0.0f, 3.0f));
    add_move(recorded, 3.0, true, at(2.2f, 0.0f), at(3.0f, 0.0f));
    start(0.0);
    CHECK(1.0, "S(1.0,0.0@1.00) ");
    CHECK(2.0, "S(0.0,3.0@2.00) ");
    CHECK(3.0, "S(2.0,0.0@3.00) ");
    end(NULL);
    /* One script alone. */
    begin(NULL);
    add_move(recorded, 1.0, true, at(1.1f, 0.0f), at(1.0f, 0.0f));
    scripts.of[US_SCRIPT_FAULTS] = NULL;
    start(0.0);
    CHECK(1.0, "S(1.1,0.0@1.00) ");
}

/* ---- jumps of playback ---- */

/* The app is told the state of the new time, and none of what lies between. */
TEST(a_jump_ahead)
{
    us_session_script_add_state(recorded, 1.0, VISIBLE);
    us_session_script_add_state(recorded, 2.0, FOCUSED);
    us_session_script_add_state(recorded, 3.0, SYNCHRONIZED);
    us_session_script_add_state(recorded, 3.5, STOPPING);
    us_session_script_add_recentring(recorded, 2.0, 2.0, at(1.0f, 0.0f));
    us_session_script_add_recentring(recorded, 2.5, 2.5, at(1.0f, 0.0f));
    us_session_script_add_state(recorded, 5.0, VISIBLE);
    start(0.0);
    CHECK(0.5, "");
    now.pass = 1.0;
    CHECK(4.0, "V S L(2.0,0.0@4.00) F(2.0,0.0@4.00) ");
    assert_false(us_session_events_take_exit(&events));
    CHECK(4.5, "");
    CHECK(5.0, "V ");
    now.pass = 2.0;
    CHECK(1.5, "L(-2.0,0.0@1.50) F(-2.0,0.0@1.50) ");
    CHECK(2.0, "F L(1.0,0.0@2.00) F(1.0,0.0@2.00) ");
    now.pass = 3.0;
    CHECK(2.7, "L(1.0,0.0@2.70) F(1.0,0.0@2.70) ");
}

/* Masks that changed between two times, and the bounds of STAGE, are to be asked for again, in
 * either direction; what was not passed is not told. */
TEST(a_jump_past_changes)
{
    const struct us_session_script_event masks = {
        .at_s = 2.0, .kind = US_SESSION_SCRIPT_MASK, .views = 2};
    const struct us_session_script_event stage = {.at_s = 3.0,
                                                  .kind = US_SESSION_SCRIPT_RECENTRING,
                                                  .space = US_SCRIPT_SPACE_STAGE,
                                                  .change_s = 3.0,
                                                  .has_pose = true,
                                                  .T_before_after = at(0.0f, 0.0f)};
    assert_true(us_session_script_add_event(recorded, &masks));
    assert_true(us_session_script_add_event(recorded, &stage));
    start(0.0);
    CHECK(1.0, "");
    now.pass = 1.0;
    CHECK(2.5, "M1 ");
    now.pass = 2.0;
    CHECK(4.0, "S(0.0,0.0@4.00) ");
    now.pass = 3.0;
    CHECK(1.0, "S(0.0,0.0@1.00) M1 ");
    CHECK(2.0, "M1 ");
    start(5.0);
    CHECK(5.0, "");
}

/* Within a pass, too, playback may go back. */
TEST(a_jump_back)
{
    us_session_script_add_state(recorded, 1.0, VISIBLE);
    us_session_script_add_presence(faults, 2.0, false);
    start(0.0);
    CHECK(0.5, "+ ");
    CHECK(3.0, "V - ");
    CHECK(2.0, "");
    CHECK(1.5, "+ ");
    CHECK(0.5, "F ");
    CHECK(2.5, "V - ");
}

/* What happens at the very time of a jump is told as it happens. */
TEST(a_jump_to_the_time_of_an_event)
{
    us_session_script_add_recentring(recorded, 2.0, 3.0, at(1.0f, 0.0f));
    us_session_script_add_state(recorded, 2.0, STOPPING);
    start(2.0);
    CHECK(2.0, "L(1.0,0.0@3.00) F(1.0,0.0@3.00) ");
    assert_true(us_session_events_take_exit(&events));
    now.pass = 1.0;
    CHECK(2.0 - 1e-6, "L(-1.0,0.0@2.00) F(-1.0,0.0@2.00) L(1.0,0.0@3.00) F(1.0,0.0@3.00) ");
    assert_true(us_session_events_take_exit(&events));
}

/* Where playback begins in the middle, spaces are where they are: nothing moves. */
TEST(a_start_in_the_middle)
{
    us_session_script_add_recentring(recorded, 2.0, 2.0, at(1.0f, 0.0f));
    us_session_script_add_state(recorded, 2.0, VISIBLE);
    start(5.0);
    CHECK(5.0, "V ");
    CHECK(6.0, "");
}

/* After the end the app gets what the runtime gives. */
TEST(the_end_of_playback)
{
    us_session_script_add_state(recorded, 1.0, VISIBLE);
    us_session_script_add_state(recorded, 3.0, SYNCHRONIZED);
    start(0.0);
    CHECK(0.5, "");
    CHECK(1.0, "V ");
    now.is_playing = false;
    CHECK(2.0, "F ");
    CHECK(3.5, "");
    now.is_playing = true;
    CHECK(2.0, "V ");
    CHECK(3.0, "S ");
}

/* Before playback begins nothing of the script holds. */
TEST(before_playback)
{
    us_session_script_add_state(recorded, 1.0, SYNCHRONIZED);
    now.is_playing = false;
    start(2.0);
    CHECK(2.0, "");
    now.is_playing = true;
    CHECK(2.0, "V S ");
    scripts = (struct us_session_scripts){{NULL}};
    us_session_events_init(&events, &scripts, everything);
    start(2.0);
    CHECK(2.0, "");
}

/* ---- refresh rates ---- */

static void add_rate(struct us_session_script *script, double at_s, float rate_hz, float before_hz)
{
    const struct us_session_script_event event = {.at_s = at_s,
                                                  .kind = US_SESSION_SCRIPT_REFRESH_RATE,
                                                  .rate_hz = rate_hz,
                                                  .before_hz = before_hz};
    assert_true(us_session_script_add_event(script, &event));
}

TEST(rates_of_faults)
{
    add_rate(faults, 2.0, 72.0f, 0.0f);
    add_rate(faults, 3.0, 72.0f, 0.0f);
    add_rate(faults, 4.0, 0.0f, 0.0f);
    start(0.0);
    CHECK(1.0, "");
    CHECK(2.0, "90>72 ");
    CHECK(3.0, "");
    CHECK(4.0, "72>90 ");
    now.pass = 1.0;
    CHECK(3.0, "90>72 ");
    now.pass = 2.0;
    now.rate_hz = 0.0f; /* not known for a while */
    CHECK(1.0, "");
    now.rate_hz = 90.0f;
    CHECK(1.5, "72>90 ");
}

TEST(recorded_rates)
{
    add_rate(recorded, 2.0, 120.0f, 80.0f);
    add_rate(recorded, 3.0, 60.0f, 80.0f);
    start(0.0);
    CHECK(1.0, "");
    CHECK(2.0, "80>120 ");
    CHECK(3.0, "120>60 ");
    end(NULL);
    begin(NULL); /* the rate before is not recorded */
    add_rate(recorded, 2.0, 120.0f, 0.0f);
    start(0.0);
    CHECK(2.0, "90>120 ");
    end(NULL);
    begin(NULL); /* nor known */
    add_rate(recorded, 2.0, 120.0f, 0.0f);
    now.rate_hz = 0.0f;
    start(0.0);
    CHECK(2.0, "");
    CHECK(3.0, "");
    end(NULL);
    begin(NULL); /* the app asks for the rate, and gets the recorded one from the beginning */
    add_rate(recorded, 2.0, 120.0f, 80.0f);
    add_rate(recorded, 6.0, 72.0f, 0.0f);
    start(5.0);
    CHECK(5.0, "");
    CHECK(6.0, "120>72 ");
    end(NULL);
    begin(NULL); /* an app that has asked for no rate yet gets the one of the new time then */
    add_rate(recorded, 2.0, 120.0f, 80.0f);
    start(0.0);
    CHECK(1.0, "");
    now.pass = 1.0;
    CHECK(5.0, "");
}

/* Faults come before the recording, and both before what the display itself does. */
TEST(rates_of_both)
{
    add_rate(recorded, 1.0, 120.0f, 80.0f);
    add_rate(faults, 2.0, 72.0f, 0.0f);
    add_rate(recorded, 3.0, 60.0f, 120.0f);
    add_rate(faults, 4.0, 0.0f, 0.0f);
    start(0.0);
    CHECK(1.0, "80>120 ");
    CHECK(2.0, "120>72 ");
    CHECK(3.0, "");
    CHECK(4.0, "72>60 ");
}

TEST(a_rate_of_the_display)
{
    add_rate(faults, 2.0, 72.0f, 0.0f);
    start(0.0);
    us_session_events_on_rate(&events, 144.0f);
    CHECK(1.0, "");
    CHECK(2.0, "90>72 ");
    us_session_events_on_rate(&events, 144.0f);
    CHECK(3.0, "144>72 ");
}

int main(void)
{
    return RUN_TESTS_BETWEEN(
        begin, end, states_at_their_times, the_lower_of_two_states, two_scripts_in_one_frame,
        sessions_that_end, presence_of_both_scripts, presence_at_the_beginning,
        an_app_without_extensions, moves_and_their_times, a_move_before_all_times,
        the_recorded_pose_is_told, a_jump_ahead, a_jump_past_changes, a_jump_back,
        a_jump_to_the_time_of_an_event, a_start_in_the_middle, the_end_of_playback, before_playback,
        rates_of_faults, recorded_rates, rates_of_both, a_rate_of_the_display);
}
