/* SPDX-License-Identifier: MIT */
/* Hazard: what an app was told in a recorded session, or where its spaces were, is played at
 * another time, as something else, or not at all. session_events has the order of what is told. */
#include "told_session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "actions.h"
#include "counting.h"

#define TOLD_TEST(name)                                                                            \
    TEST_OF(name, struct told_session, told, told_session_init(told), told_session_finish(told))
#define CHECK(seconds, expected) CHECK_TOLD(told, seconds, expected)

static void start(struct told_session *told, double until_s)
{
    told_session_record(told, until_s);
    told_session_start(told);
}

static void put(struct told_session *told, struct us_session_event event)
{
    assert_true(us_session_recorder_put_event(told->recorder, &event));
}

/* ---- events ---- */

/* An app is told after a frame; what it was told before the first one was told at the beginning.
 * Recordings of before say only when an event was made. */
TOLD_TEST(when_events_were_told)
{
    put(told, (struct us_session_event){
                  .time_ns = TOLD_NS(0.1), .kind = US_SESSION_EVENT_PRESENCE, .order = 1});
    put(told, (struct us_session_event){.time_ns = TOLD_NS(0.2),
                                        .kind = US_SESSION_EVENT_PRESENCE,
                                        .value = 1,
                                        .frame_time_ns = TOLD_NS(0.5),
                                        .order = 2});
    put(told, (struct us_session_event){.time_ns = TOLD_NS(0.7),
                                        .kind = US_SESSION_EVENT_PRESENCE,
                                        .frame_time_ns = TOLD_NS(0.9)});
    told_session_record(told, 1.0);
    static const char *const names[] = {XR_EXT_USER_PRESENCE_EXTENSION_NAME};
    told_session_open(told, names, 1);
    assert_string_equal(told_session_now(told), "- ");
    scene_focus(&told->scene);
    CHECK(0.4, "");
    CHECK(0.5, "+ ");
    CHECK(0.69, "");
    CHECK(0.7, "- ");
}

/* Only states of a running session, and its loss, are played; the others the runtime tells. */
TOLD_TEST(states_that_are_played)
{
    static const XrSessionState states[] = {XR_SESSION_STATE_UNKNOWN, XR_SESSION_STATE_IDLE,
                                            XR_SESSION_STATE_READY,   XR_SESSION_STATE_SYNCHRONIZED,
                                            XR_SESSION_STATE_VISIBLE, XR_SESSION_STATE_FOCUSED,
                                            XR_SESSION_STATE_EXITING, (XrSessionState)9};
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++)
        told_session_state(told, 0.2, states[i]);
    told_session_put(told, 0.3, (struct us_session_event){.kind = US_SESSION_EVENT_PROFILE});
    told_session_state(told, 0.4, XR_SESSION_STATE_LOSS_PENDING);
    start(told, 1.0);
    CHECK(0.1, "");
    CHECK(0.2, "V S V F ");
    CHECK(0.3, "");
    CHECK(0.4, "L ");
    assert_int_equal(fake.exits, 0);
}

/* After STOPPING comes the session's next life. One before time 0 is another session's. */
TEST(nothing_after_the_end)
{
    static const struct {
        double at_s;
        XrSessionState state;
        const char *before, *after;
    } cases[] = {{-0.1, XR_SESSION_STATE_STOPPING, "", "- "},
                 {0.0, XR_SESSION_STATE_STOPPING, "", ""},
                 {0.2, XR_SESSION_STATE_STOPPING, "", ""},
                 {0.2, XR_SESSION_STATE_LOSS_PENDING, "L ", ""},
                 {0.2, XR_SESSION_STATE_VISIBLE, "V ", "- "}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct told_session of_the_case, *told = &of_the_case;
        told_session_init(told);
        told_session_state(told, cases[i].at_s, cases[i].state);
        told_session_presence(told, 0.5, false);
        start(told, 1.0);
        CHECK(0.0, "");
        CHECK(0.3, cases[i].before);
        CHECK(0.6, cases[i].after);
        assert_int_equal(fake.exits,
                         cases[i].at_s >= 0.0 && cases[i].state == XR_SESSION_STATE_STOPPING);
        told_session_finish(told);
    }
}

TOLD_TEST(rates_and_moves)
{
    told_session_rate(told, 0.1, 0.0f, 90.0f);
    told_session_rate(told, 0.2, 72.0f, 90.0f);
    told_session_change(told, 0.3, 0.3, XR_REFERENCE_SPACE_TYPE_VIEW, 1.0f, 0.0f);
    told_session_change(told, 0.3, 0.4, XR_REFERENCE_SPACE_TYPE_LOCAL, 2.0f, 0.0f);
    told_session_put(told, 0.3,
                     (struct us_session_event){.kind = US_SESSION_EVENT_REFERENCE_SPACE,
                                               .value = XR_REFERENCE_SPACE_TYPE_STAGE,
                                               .change_time_ns = TOLD_NS(0.5),
                                               .pose.rotation.w = 1.0f});
    told_session_change(told, 0.3, 0.6, XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR, 3.0f, 4.0f);
    start(told, 1.0);
    CHECK(0.1, "");
    CHECK(0.2, "90>72 ");
    CHECK(0.3, "L(2.0,0.0@0.40) S(0.0,0.0?@0.50) F(3.0,4.0@0.60) ");
}

/* Only masks of stereo, and of its two views. */
TOLD_TEST(masks)
{
    static const int64_t rows[][2] = {{1, 0}, {2, -1}, {2, 2}, {2, 32}, {2, 0}, {2, 1}};
    for (int i = 0; i < 6; i++)
        told_session_put(told, 0.1 * (i + 1),
                         (struct us_session_event){.kind = US_SESSION_EVENT_VISIBILITY,
                                                   .value = rows[i][0],
                                                   .value2 = rows[i][1]});
    start(told, 1.0);
    CHECK(0.4, "");
    CHECK(0.5, "M0 ");
    CHECK(0.6, "M1 ");
}

/* ---- what holds at a time ---- */

static void deny_input(double at_s, struct us_session_frame *frame, struct us_session_input *input)
{
    (void)frame;
    if ((at_s > 0.05 && at_s < 0.25) || at_s > 0.45)
        input->result = XR_SESSION_NOT_FOCUSED;
}

TOLD_TEST(syncs_without_input)
{
    static const double denied_s[][2] = {{0.1, 0.3}, {0.5, 0.6}};
    told->edit = deny_input;
    start(told, 0.6);
    for (int i = 0; i < 2; i++) {
        static const double off_s[] = {-3e-6, 0.0, 0.05};
        for (int k = 0; k < 3; k++) {
            scene_wait_frame(&told->scene, SCENE_AT(denied_s[i][0] + off_s[k]));
            assert_int_equal(actions_sync(&told->scene, XR_NULL_HANDLE),
                             k == 0 ? XR_SUCCESS : XR_SESSION_NOT_FOCUSED);
        }
    }
    scene_wait_frame(&told->scene, SCENE_AT(0.3 - 3e-6));
    assert_int_equal(actions_sync(&told->scene, XR_NULL_HANDLE), XR_SESSION_NOT_FOCUSED);
    scene_wait_frame(&told->scene, SCENE_AT(0.3));
    assert_success(actions_sync(&told->scene, XR_NULL_HANDLE));
    assert_string_equal(told_session_now(told), "");
}

static void hide(double at_s, struct us_session_frame *frame, struct us_session_input *input)
{
    (void)input;
    frame->should_render = (at_s > 0.15 && at_s < 0.35) || at_s > 0.45;
}

TOLD_TEST(frames_that_are_hidden)
{
    static const bool renders[] = {false, false, true, true, false, true};
    told->edit = hide;
    start(told, 0.5);
    for (int i = 1; i < 6; i++) {
        assert_int_equal(scene_renders_at(&told->scene, 0.1 * i - 3e-6), renders[i - 1]);
        assert_int_equal(scene_renders_at(&told->scene, 0.1 * i), renders[i]);
    }
}

static void hide_all(double at_s, struct us_session_frame *frame, struct us_session_input *input)
{
    (void)at_s, (void)input;
    frame->should_render = false;
}

/* A session without graphics renders nothing ever; an app that plays it may have graphics. */
TOLD_TEST(a_session_without_graphics)
{
    told->edit = hide_all;
    start(told, 0.5);
    assert_true(scene_renders_at(&told->scene, 0.1));
}

static void set_rate(double at_s, struct us_session_frame *frame, struct us_session_input *input)
{
    static const float rates_hz[] = {0.0f, 90.0f, 90.0f, NAN, -1.0f, 72.0f, 0.0f};
    const int number = (int)(at_s * 10.0 + 0.5);
    (void)input;
    frame->refresh_rate_hz = at_s > 0.05 && number < 7 ? rates_hz[number] : 0.0f;
}

/* The fake's own rate is 100 Hz. */
TOLD_TEST(rates_of_frames)
{
    static const float expected_hz[] = {100.0f, 90.0f, 90.0f, 90.0f, 90.0f, 72.0f, 100.0f};
    PFN_xrVoidFunction function = NULL;
    told->edit = set_rate;
    told_session_record(told, 0.7);
    fake.rate_hz = 100.0f;
    told_session_start(told);
    assert_success(told->scene.get(told->scene.instance, "xrGetDisplayRefreshRateFB", &function));
    for (int i = 0; i < 7; i++)
        for (int is_early = 1; is_early >= 0; is_early--) {
            float rate_hz = 0.0f;
            scene_wait_frame(&told->scene, SCENE_AT(0.1 * i + 0.01 - 0.010003 * is_early));
            assert_success(
                ((PFN_xrGetDisplayRefreshRateFB)function)(told->scene.session, &rate_hz));
            assert_float_equal(rate_hz, expected_hz[is_early && i > 0 ? i - 1 : i], 0.0);
        }
}

/* ---- where spaces are ---- */

static XrVector3f place_of(struct told_session *told, XrSpace space, double seconds)
{
    return scene_locate(&told->scene, space, told->scene.local, SCENE_AT(seconds), NULL)
        .pose.position;
}

static void rest(double at_s, struct us_session_frame *frame, struct us_session_input *input)
{
    (void)at_s, (void)input;
    frame->head.pose.position_m.x = 0.25f;
}

/* LOCAL is in what recorded poses are in; another space is where it was first. Only a move that can
 * be seen counts, and a space that is back is exactly back. */
TOLD_TEST(places_of_spaces)
{
    static const float xs[] = {0.0f, 0.00005f, 1.0f, 1.00005f, 0.00003f, 2.0f};
    static const float places[] = {0.0f, 0.0f, 1.0f, 1.0f, 0.0f, 2.0f};
    told->edit = rest;
    for (int i = 0; i < 6; i++) {
        told_session_place(told, i == 0 ? -1.0 : 0.1 * i, US_SESSION_SPACE_LOCAL, xs[i], 0.0f);
        told_session_place(told, i == 0 ? -1.0 : 0.1 * i, US_SESSION_SPACE_STAGE, 5.0f - xs[i],
                           0.0f);
    }
    start(told, 0.6);
    const XrVector3f head = place_of(told, told->scene.view, 0.0),
                     stage = place_of(told, told->scene.stage, 0.0);
    for (int i = 0; i < 6; i++) {
        const XrVector3f found = place_of(told, told->scene.view, 0.1 * i);
        if (places[i] == 0.0f)
            assert_memory_equal(&found, &head, sizeof head);
        scene_check_vector(found, (XrVector3f){head.x - places[i], head.y, head.z});
        scene_check_vector(place_of(told, told->scene.stage, 0.1 * i),
                           (XrVector3f){stage.x - 2.0f * places[i], stage.y, stage.z});
    }
}

static struct us_pose moved; /* where LOCAL is from second 0.1 on */

static void move_local(double at_s, struct us_session_frame *frame, struct us_session_input *input)
{
    (void)input;
    frame->head.pose.position_m.x = 0.25f;
    frame->spaces[US_SESSION_SPACE_LOCAL].pose = at_s > 0.05 ? moved : us_pose_identity;
}

/* Less than a tenth of a millimetre, and less than a tenth of a milliradian. */
TEST(moves_that_cannot_be_seen)
{
    static const struct {
        float x_m, turn_rad;
        bool is_seen;
    } cases[] = {{0.98e-4f, 0.0f, false}, {1.02e-4f, 0.0f, true}, {0.0f, 0.98e-4f, false},
                 {0.0f, 1.02e-4f, true},  {0.0f, 3.0f, true},     {0.9e-4f, 0.9e-4f, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct told_session of_the_case, *told = &of_the_case;
        const float half_rad = 0.5f * cases[i].turn_rad;
        moved = (struct us_pose){{0.0f, sinf(half_rad), 0.0f, cosf(half_rad)},
                                 {cases[i].x_m, 0.0f, 0.0f}};
        told_session_init(told);
        told_session_place(told, -1.0, US_SESSION_SPACE_LOCAL, 0.0f, 0.0f);
        told->edit = move_local;
        start(told, 0.3);
        const XrSpaceLocation before =
            scene_locate(&told->scene, told->scene.view, told->scene.local, SCENE_AT(0.0), NULL);
        const XrSpaceLocation after =
            scene_locate(&told->scene, told->scene.view, told->scene.local, SCENE_AT(0.2), NULL);
        assert_int_equal(memcmp(&before.pose, &after.pose, sizeof before.pose) != 0,
                         cases[i].is_seen);
        told_session_finish(told);
    }
}

static void half_known(double at_s, struct us_session_frame *frame, struct us_session_input *input)
{
    (void)input;
    frame->spaces[US_SESSION_SPACE_STAGE].is_recorded = at_s < 0.25;
    if (at_s > 0.05 && at_s < 0.15)
        frame->spaces[US_SESSION_SPACE_STAGE].flags = US_SESSION_POSITION_VALID;
}

/* A space whose place is known by halves, or not recorded, is where it was. */
TOLD_TEST(places_that_are_not_known)
{
    static const float expected[] = {0.0f, 0.0f, 2.0f, 2.0f};
    told->edit = half_known;
    for (int i = 0; i < 4; i++)
        told_session_place(told, i == 0 ? -1.0 : 0.1 * i, US_SESSION_SPACE_STAGE, (float)i, 0.0f);
    start(told, 0.5);
    for (int i = 0; i < 4; i++)
        assert_float_equal(place_of(told, told->scene.stage, 0.1 * i + 0.05).x, expected[i], 1e-5);
}

/* LOCAL that is elsewhere at the beginning moved before. */
TOLD_TEST(a_local_space_that_has_moved)
{
    told_session_place(told, -1.0, US_SESSION_SPACE_LOCAL, 3.0f, 0.0f);
    start(told, 0.5);
    assert_float_equal(place_of(told, told->scene.view, 0.2).x, 0.2f - 3.0f, 1e-5);
}

/* Whether LOCAL moves by a metre at a time, to the microsecond. */
static void check_move(struct told_session *told, double at_s, float before_m)
{
    const float x_m = (float)at_s - before_m;
    assert_float_equal(place_of(told, told->scene.view, at_s - 3e-6).x, x_m, 1e-5);
    assert_float_equal(place_of(told, told->scene.view, at_s + 3e-6).x, x_m - 1.0f, 1e-5);
}

/* LOCAL moves in the frames 2, 3 and 6; what the events about it say of the time comes first. */
TOLD_TEST(times_of_moves)
{
    static const double moves_s[] = {0.02, 0.03, 0.06};
    static const XrReferenceSpaceType local = XR_REFERENCE_SPACE_TYPE_LOCAL;
    told->period_s = 0.01;
    told_session_place(told, -1.0, US_SESSION_SPACE_LOCAL, 0.0f, 0.0f);
    for (int i = 0; i < 3; i++)
        told_session_place(told, moves_s[i], US_SESSION_SPACE_LOCAL, (float)(i + 1), 0.0f);
    told_session_change(told, 0.0, 0.014, local, 1.0f, 0.0f);
    told_session_change(told, 0.0, 0.029999, local, 1.0f, 0.0f);
    told_session_change(told, 0.0, 0.039, local, 1.0f, 0.0f); /* more than 20 ms before */
    told_session_change(told, 0.0, 0.055, XR_REFERENCE_SPACE_TYPE_STAGE, 1.0f, 0.0f);
    start(told, 0.1);
    check_move(told, 0.014, 0.0f);
    check_move(told, 0.03, 1.0f);
    check_move(told, 0.06, 2.0f);
}

/* Two moves, each at the time of a frame: both stay where they are. */
TOLD_TEST(moves_at_frames)
{
    told->period_s = 0.01;
    told_session_place(told, -1.0, US_SESSION_SPACE_LOCAL, 0.0f, 0.0f);
    told_session_rate(told, 0.0, 72.0f, 90.0f);
    for (int i = 1; i <= 2; i++) {
        told_session_place(told, 0.01 * i, US_SESSION_SPACE_LOCAL, (float)i, 0.0f);
        told_session_change(told, 0.0, 0.01 * i, XR_REFERENCE_SPACE_TYPE_LOCAL, 1.0f, 0.0f);
    }
    start(told, 0.1);
    check_move(told, 0.01, 0.0f);
    check_move(told, 0.02, 1.0f);
}

/* Times inside of an event may be any number of 64 bits: 30 years are as far off as more. */
TOLD_TEST(moves_at_impossible_times)
{
    static const int64_t times_ns[] = {INT64_MIN, INT64_MAX};
    for (int i = 0; i < 2; i++)
        told_session_put(told, 0.1 * (i + 1),
                         (struct us_session_event){.kind = US_SESSION_EVENT_REFERENCE_SPACE,
                                                   .value = XR_REFERENCE_SPACE_TYPE_LOCAL,
                                                   .change_time_ns = times_ns[i],
                                                   .has_pose = true,
                                                   .pose = us_pose_identity});
    start(told, 1.0);
    CHECK(0.1, "L(0.0,0.0@-5.00) ");
    CHECK(0.2, "L(0.0,0.0@1000000000.20) ");
}

/* An instance is made without the events, or not at all, if memory runs out while they are read. */
TOLD_TEST(no_memory)
{
    int without_events = 0, too_many = 0, without_instance = 0;
    told_session_presence(told, 0.1, false);
    told_session_place(told, -1.0, US_SESSION_SPACE_LOCAL, 3.0f, 0.0f);
    told_session_record(told, 0.3);
    for (uint64_t n = 1;; n++) {
        counting_reset();
        counting.fails_at = n;
        const XrResult result = scene_create(&told->scene, NULL, 0);
        const bool is_reached = counting.taken >= n;
        counting_reset();
        if (XR_FAILED(result)) {
            assert_int_equal(result, XR_ERROR_OUT_OF_MEMORY);
            without_instance++;
            continue;
        }
        without_events +=
            scene_count_log(&told->scene, "the events of the session are not played: ");
        too_many += scene_count_log(&told->scene, ": the session has too many events");
        scene_end(&told->scene);
        if (!is_reached)
            break;
    }
    told->scene.instance = XR_NULL_HANDLE;
    assert_int_equal(too_many, 2); /* there is no room for the event, or for the place of LOCAL */
    assert_true(without_events > too_many);
    assert_true(without_instance > 2);
}

TESTS_MAIN(when_events_were_told, states_that_are_played, nothing_after_the_end, rates_and_moves,
           masks, syncs_without_input, frames_that_are_hidden, a_session_without_graphics,
           rates_of_frames, places_of_spaces, moves_that_cannot_be_seen, places_that_are_not_known,
           a_local_space_that_has_moved, times_of_moves, moves_at_frames, moves_at_impossible_times,
           no_memory)
