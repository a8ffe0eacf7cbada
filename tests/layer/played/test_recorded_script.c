/* SPDX-License-Identifier: MIT */
/* Hazard: what an app was told in a recorded session, or where its spaces were, is played at
 * another time, as something else, or not at all. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "testing.h"
#include "counting.h"
#include "layer/session_script/session_script.h"
#include "session/session_recorder.h"

/* The session begins 50 ms before time 0 of the recording, and has a frame each 10 ms. */
#define PERIOD_NS INT64_C(10000000)
#define ORIGIN_NS INT64_C(77000000000)
#define BEGIN_NS (ORIGIN_NS - INT64_C(50000000))
#define FRAME_NS(frame) (ORIGIN_NS + (frame)*PERIOD_NS)

/* ---- the recording ---- */

static char path[64];
static struct us_session_recorder *recorder;
static struct us_session_script *script;

static int begin(void **state)
{
    (void)state;
    const struct us_session_recorder_options options = {.path = path, .version = "test"};
    const struct us_session_info info = {.time_ns = BEGIN_NS};
    static const struct us_session_components components;
    struct us_error error;
    snprintf(path, sizeof path, "/tmp/understudy-script-%ld.mcap", (long)getpid());
    unlink(path);
    if (us_session_recorder_open(&options, &recorder, &error) != US_OK)
        fail_msg("%s", error.text);
    assert_true(us_session_recorder_put_session(recorder, &info));
    assert_true(us_session_recorder_put_components(recorder, &components));
    script = NULL;
    return 0;
}

static int end(void **state)
{
    (void)state;
    us_session_script_destroy(script);
    unlink(path);
    return 0;
}

static void read_script(void)
{
    struct us_error error;
    assert_true(us_session_recorder_close(recorder));
    if (us_recorded_script_read(path, ORIGIN_NS, &script, &error) != US_OK)
        fail_msg("%s", error.text);
}

static void put_event(struct us_session_event event)
{
    assert_true(us_session_recorder_put_event(recorder, &event));
}

static struct us_pose at(float x)
{
    return (struct us_pose){{0.0f, 0.0f, 0.0f, 1.0f}, {x, 0.0f, 0.0f}};
}

/* A frame that is to be rendered. LOCAL is at x; the other spaces are not recorded. */
static struct us_session_frame frame_at(int number, float x)
{
    struct us_session_frame frame = {.time_ns = FRAME_NS(number),
                                     .period_ns = PERIOD_NS,
                                     .number = (uint64_t)(number + 10),
                                     .should_render = true};
    frame.spaces[US_SESSION_SPACE_LOCAL] = (struct us_session_location){
        .is_recorded = true,
        .is_active = true,
        .flags = US_SESSION_ORIENTATION_VALID | US_SESSION_POSITION_VALID,
        .pose = at(x)};
    return frame;
}

static void put_frame(const struct us_session_frame *frame)
{
    assert_true(us_session_recorder_put_frame(recorder, frame));
}

static void check_near(double found, double expected)
{
    if (!(fabs(found - expected) < 1e-9))
        fail_msg("%.9f, not %.9f", found, expected);
}

static const struct us_session_script_event *event(size_t index)
{
    assert_true(index < script->event_count);
    return &script->events[index];
}

static const struct us_session_script_steps *steps(enum us_session_script_level level)
{
    return &script->levels[level];
}

static void check_step(enum us_session_script_level level, size_t index, double at_s)
{
    assert_true(index < steps(level)->count);
    check_near(steps(level)->list[index].at_s, at_s);
}

/* ---- events ---- */

/* An app is told after a frame; what it was told before the first one was told at the beginning.
 * Recordings of before say only when an event was made. */
TEST(when_events_were_told)
{
    put_event((struct us_session_event){
        .time_ns = FRAME_NS(-2), .kind = US_SESSION_EVENT_PRESENCE, .value = 1, .order = 1});
    put_event((struct us_session_event){.time_ns = FRAME_NS(1) + 7,
                                        .kind = US_SESSION_EVENT_PRESENCE,
                                        .frame_time_ns = FRAME_NS(3),
                                        .order = 2});
    put_event((struct us_session_event){.time_ns = FRAME_NS(4),
                                        .kind = US_SESSION_EVENT_PRESENCE,
                                        .frame_time_ns = FRAME_NS(9),
                                        .value = 1});
    read_script();
    assert_int_equal(script->event_count, 3);
    assert_true(script->has_presence);
    static const double at_s[] = {-0.05, 0.03, 0.04};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(event(i)->kind, US_SESSION_SCRIPT_PRESENCE);
        assert_int_equal(event(i)->is_present, i != 1);
        assert_int_equal(event(i)->order, i == 2 ? 0 : i + 1);
        check_near(event(i)->at_s, at_s[i]);
    }
}

/* Only states of a running session, and its loss, are played; the others the runtime tells. */
TEST(states_that_are_played)
{
    static const int64_t values[] = {0, 1, 2, 3, 4, 5, 8, 9};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        put_event((struct us_session_event){.time_ns = FRAME_NS(1),
                                            .kind = US_SESSION_EVENT_STATE,
                                            .frame_time_ns = FRAME_NS(1),
                                            .order = (uint32_t)i + 1,
                                            .value = values[i]});
    put_event((struct us_session_event){.time_ns = FRAME_NS(2), .kind = US_SESSION_EVENT_PROFILE});
    put_event((struct us_session_event){.time_ns = FRAME_NS(3),
                                        .kind = US_SESSION_EVENT_STATE,
                                        .frame_time_ns = FRAME_NS(3),
                                        .order = 20,
                                        .value = XR_SESSION_STATE_LOSS_PENDING});
    read_script();
    static const XrSessionState played[] = {XR_SESSION_STATE_SYNCHRONIZED, XR_SESSION_STATE_VISIBLE,
                                            XR_SESSION_STATE_FOCUSED,
                                            XR_SESSION_STATE_LOSS_PENDING};
    assert_int_equal(script->event_count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(event(i)->kind, US_SESSION_SCRIPT_STATE);
        assert_int_equal(event(i)->state, played[i]);
    }
}

/* After STOPPING or a loss comes the session's next life. One before time 0 is another session's.
 */
TEST(nothing_after_the_end)
{
    static const struct {
        int frame;
        XrSessionState state;
        size_t played;
    } cases[] = {{-1, XR_SESSION_STATE_STOPPING, 4},
                 {0, XR_SESSION_STATE_STOPPING, 2},
                 {2, XR_SESSION_STATE_LOSS_PENDING, 2},
                 {2, XR_SESSION_STATE_FOCUSED, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const int64_t frame_ns = FRAME_NS(cases[i].frame);
        put_event((struct us_session_event){.time_ns = FRAME_NS(-2),
                                            .kind = US_SESSION_EVENT_PRESENCE,
                                            .frame_time_ns = FRAME_NS(-2),
                                            .order = 1});
        put_event((struct us_session_event){.time_ns = frame_ns,
                                            .kind = US_SESSION_EVENT_STATE,
                                            .frame_time_ns = frame_ns,
                                            .order = 2,
                                            .value = cases[i].state});
        for (uint32_t k = 3; k < 5; k++)
            put_event((struct us_session_event){.time_ns = FRAME_NS(5),
                                                .kind = US_SESSION_EVENT_PRESENCE,
                                                .frame_time_ns = FRAME_NS(5),
                                                .order = k});
        read_script();
        assert_int_equal(script->event_count, cases[i].played);
        assert_int_equal(event(1)->state, cases[i].state);
        end(NULL);
        begin(NULL);
    }
    assert_true(us_session_recorder_close(recorder));
}

TEST(rates_and_moves)
{
    for (int i = 0; i < 2; i++)
        put_event((struct us_session_event){.time_ns = FRAME_NS(1),
                                            .kind = US_SESSION_EVENT_REFRESH_RATE,
                                            .number = i == 0 ? 72.0f : 0.0f,
                                            .number2 = 90.0f});
    static const int64_t types[] = {XR_REFERENCE_SPACE_TYPE_VIEW, XR_REFERENCE_SPACE_TYPE_LOCAL,
                                    XR_REFERENCE_SPACE_TYPE_STAGE,
                                    XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR};
    for (int i = 0; i < 4; i++)
        put_event((struct us_session_event){.time_ns = FRAME_NS(2),
                                            .kind = US_SESSION_EVENT_REFERENCE_SPACE,
                                            .value = types[i],
                                            .change_time_ns = FRAME_NS(2 + i),
                                            .has_pose = i != 2,
                                            .pose = at((float)i)});
    read_script();
    assert_int_equal(script->event_count, 4);
    assert_int_equal(event(0)->kind, US_SESSION_SCRIPT_REFRESH_RATE);
    assert_float_equal(event(0)->rate_hz, 72.0f, 0.0);
    assert_float_equal(event(0)->before_hz, 90.0f, 0.0);
    static const enum us_script_space spaces[] = {US_SCRIPT_SPACE_LOCAL, US_SCRIPT_SPACE_STAGE,
                                                  US_SCRIPT_SPACE_LOCAL_FLOOR};
    for (size_t i = 1; i < 4; i++) {
        assert_int_equal(event(i)->kind, US_SESSION_SCRIPT_RECENTRING);
        assert_int_equal(event(i)->space, spaces[i - 1]);
        assert_int_equal(event(i)->has_pose, i != 2);
        check_near(event(i)->change_s, 0.01 * (double)(2 + i));
        if (i != 2)
            assert_float_equal(event(i)->T_before_after.position_m.x, (float)i, 0.0);
    }
}

/* ---- levels ---- */

TEST(syncs_without_input)
{
    static const int32_t results[] = {0, XR_SESSION_NOT_FOCUSED, XR_SESSION_NOT_FOCUSED, 0,
                                      0, XR_SESSION_NOT_FOCUSED};
    for (int i = 0; i < 6; i++) {
        const struct us_session_input input = {.time_ns = FRAME_NS(i), .result = results[i]};
        assert_true(us_session_recorder_put_input(recorder, &input));
    }
    read_script();
    assert_int_equal(steps(US_SCRIPT_LEVEL_INPUT)->count, 3);
    check_step(US_SCRIPT_LEVEL_INPUT, 0, 0.01);
    check_step(US_SCRIPT_LEVEL_INPUT, 1, 0.03);
    check_step(US_SCRIPT_LEVEL_INPUT, 2, 0.05);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(steps(US_SCRIPT_LEVEL_INPUT)->list[i].truth, i == 1);
}

TEST(frames_that_are_hidden)
{
    static const bool renders[] = {false, false, true, true, false, true};
    for (int i = 0; i < 6; i++) {
        struct us_session_frame frame = frame_at(i, 0.0f);
        frame.should_render = renders[i];
        put_frame(&frame);
    }
    read_script();
    assert_int_equal(steps(US_SCRIPT_LEVEL_RENDER)->count, 4);
    static const double at_s[] = {0.0, 0.02, 0.04, 0.05};
    for (size_t i = 0; i < 4; i++) {
        check_step(US_SCRIPT_LEVEL_RENDER, i, at_s[i]);
        assert_int_equal(steps(US_SCRIPT_LEVEL_RENDER)->list[i].truth, i % 2 == 1);
    }
}

/* A session without graphics renders nothing ever; an app that plays it may have graphics. */
TEST(a_session_without_graphics)
{
    for (int i = 0; i < 3; i++) {
        struct us_session_frame frame = frame_at(i, 0.0f);
        frame.should_render = false;
        put_frame(&frame);
    }
    read_script();
    assert_int_equal(steps(US_SCRIPT_LEVEL_RENDER)->count, 0);
}

TEST(rates_of_frames)
{
    static const float rates_hz[] = {0.0f, 90.0f, 90.0f, NAN, -1.0f, 72.0f, 0.0f};
    for (int i = 0; i < 7; i++) {
        struct us_session_frame frame = frame_at(i, 0.0f);
        frame.refresh_rate_hz = rates_hz[i];
        put_frame(&frame);
    }
    read_script();
    assert_int_equal(steps(US_SCRIPT_LEVEL_RATE)->count, 3);
    static const double at_s[] = {0.01, 0.05, 0.06};
    static const float steps_hz[] = {90.0f, 72.0f, 0.0f};
    for (size_t i = 0; i < 3; i++) {
        check_step(US_SCRIPT_LEVEL_RATE, i, at_s[i]);
        assert_float_equal(steps(US_SCRIPT_LEVEL_RATE)->list[i].number, steps_hz[i], 0.0);
    }
}

/* LOCAL is in what recorded poses are in; another space is where it was first. Only a move that can
 * be seen counts, and a space that is back is exactly back. */
TEST(places_of_spaces)
{
    static const float xs[] = {0.0f, 0.00005f, 1.0f, 1.00005f, 0.00003f, 2.0f};
    for (int i = 0; i < 6; i++) {
        struct us_session_frame frame = frame_at(i, xs[i]);
        struct us_session_location *stage = &frame.spaces[US_SESSION_SPACE_STAGE],
                                   *floor = &frame.spaces[US_SESSION_SPACE_LOCAL_FLOOR];
        *stage = frame.spaces[US_SESSION_SPACE_LOCAL];
        stage->pose = at(5.0f + xs[i]);
        *floor = frame.spaces[US_SESSION_SPACE_LOCAL];
        floor->pose = at(7.0f + (float)i);
        floor->is_recorded = i < 3;
        floor->flags = i == 1 ? US_SESSION_POSITION_VALID : floor->flags;
        put_frame(&frame);
    }
    read_script();
    static const enum us_session_script_level levels[] = {US_SCRIPT_LEVEL_LOCAL,
                                                          US_SCRIPT_LEVEL_STAGE};
    static const double at_s[] = {0.02, 0.04, 0.05};
    static const float places[] = {1.0f, 0.0f, 2.0f};
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(steps(levels[i])->count, 3);
        for (size_t k = 0; k < 3; k++) {
            check_step(levels[i], k, at_s[k]);
            assert_true(steps(levels[i])->list[k].truth);
            assert_float_equal(steps(levels[i])->list[k].pose.position_m.x, places[k],
                               k == 1 ? 0.0f : 1e-6f);
        }
    }
    assert_int_equal(steps(US_SCRIPT_LEVEL_FLOOR)->count, 1);
    check_step(US_SCRIPT_LEVEL_FLOOR, 0, 0.02);
    assert_float_equal(steps(US_SCRIPT_LEVEL_FLOOR)->list[0].pose.position_m.x, 2.0f, 1e-6);
}

/* LOCAL that is elsewhere at the beginning moved before. */
TEST(a_local_space_that_has_moved)
{
    struct us_session_frame frame = frame_at(1, 3.0f);
    put_frame(&frame);
    read_script();
    assert_int_equal(steps(US_SCRIPT_LEVEL_LOCAL)->count, 1);
    assert_float_equal(steps(US_SCRIPT_LEVEL_LOCAL)->list[0].pose.position_m.x, 3.0f, 1e-6);
}

static void put_move(int64_t change_time_ns, XrReferenceSpaceType type)
{
    put_event((struct us_session_event){.time_ns = FRAME_NS(0),
                                        .kind = US_SESSION_EVENT_REFERENCE_SPACE,
                                        .value = type,
                                        .change_time_ns = change_time_ns,
                                        .has_pose = true,
                                        .pose = at(1.0f)});
}

/* LOCAL moves in the frames 2, 3 and 6; what the events about it say of the time comes first. A
 * step stands two microseconds behind the time where a level begins to hold, and two more. */
TEST(times_of_moves)
{
    static const float xs[] = {0.0f, 0.0f, 1.0f, 2.0f, 2.0f, 2.0f, 3.0f};
    const double late_s = 4e-6;
    put_move(FRAME_NS(1) + 4000000, XR_REFERENCE_SPACE_TYPE_LOCAL);
    put_move(FRAME_NS(3) - 1000, XR_REFERENCE_SPACE_TYPE_LOCAL);
    put_move(FRAME_NS(4) - 1000000, XR_REFERENCE_SPACE_TYPE_LOCAL); /* more than 20 ms before */
    put_move(FRAME_NS(5) + 5000000, XR_REFERENCE_SPACE_TYPE_STAGE); /* of another space */
    for (int i = 0; i < 7; i++) {
        struct us_session_frame frame = frame_at(i, xs[i]);
        put_frame(&frame);
    }
    read_script();
    assert_int_equal(steps(US_SCRIPT_LEVEL_LOCAL)->count, 3);
    check_step(US_SCRIPT_LEVEL_LOCAL, 0, 0.014 + late_s);
    check_step(US_SCRIPT_LEVEL_LOCAL, 1, 0.03);
    check_step(US_SCRIPT_LEVEL_LOCAL, 2, 0.06);
}

/* Two moves, each at the time of a frame: both stay where they are. */
TEST(moves_at_frames)
{
    static const float xs[] = {0.0f, 1.0f, 2.0f};
    put_move(FRAME_NS(1), XR_REFERENCE_SPACE_TYPE_LOCAL);
    put_move(FRAME_NS(2), XR_REFERENCE_SPACE_TYPE_LOCAL);
    put_event((struct us_session_event){.time_ns = FRAME_NS(0),
                                        .kind = US_SESSION_EVENT_REFRESH_RATE,
                                        .number = 72.0f,
                                        .order = 1});
    for (int i = 0; i < 3; i++) {
        struct us_session_frame frame = frame_at(i, xs[i]);
        put_frame(&frame);
    }
    read_script();
    assert_int_equal(steps(US_SCRIPT_LEVEL_LOCAL)->count, 2);
    check_step(US_SCRIPT_LEVEL_LOCAL, 0, 0.01);
    check_step(US_SCRIPT_LEVEL_LOCAL, 1, 0.02);
}

/* Times inside of an event may be any number of 64 bits. */
TEST(moves_at_impossible_times)
{
    put_move(INT64_MIN, XR_REFERENCE_SPACE_TYPE_LOCAL);
    put_move(INT64_MAX, XR_REFERENCE_SPACE_TYPE_LOCAL);
    struct us_session_frame frame = frame_at(0, 0.0f);
    put_frame(&frame);
    read_script();
    assert_int_equal(script->event_count, 2);
    for (unsigned i = 0; i < 2; i++) {
        const double moves_s = event(i)->change_s;
        assert_true(fabs(moves_s - (moves_s < 0.0 ? -9223372036.85 : 9223372036.85) + 77.0) < 0.1);
    }
}

/* ---- what cannot be read ---- */

static void check_error(enum us_result expected, const char *text)
{
    struct us_error error = {0};
    script = (struct us_session_script *)path;
    assert_int_equal(us_recorded_script_read(path, ORIGIN_NS, &script, &error), expected);
    assert_null(script);
    if (text != NULL)
        assert_string_equal(error.text, text);
}

TEST(no_room)
{
    put_event((struct us_session_event){
        .time_ns = FRAME_NS(0), .kind = US_SESSION_EVENT_PRESENCE, .order = 1});
    struct us_session_frame frame = frame_at(1, 1.0f);
    put_frame(&frame);
    frame = frame_at(2, 1.0f);
    put_frame(&frame);
    assert_true(us_session_recorder_close(recorder));
    /* The first growth of a list has room for 16. */
    counting.refused = 16 * sizeof(struct us_session_script_event);
    check_error(US_ERROR_COUNT, "the session has too many events");
    counting.refused = 16 * sizeof(struct us_session_script_step);
    check_error(US_ERROR_COUNT, "the session has too many events");
    counting_reset();
}

TEST(no_recording)
{
    assert_true(us_session_recorder_close(recorder));
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("this is no recording", file);
    fclose(file);
    struct us_error error = {0};
    assert_int_not_equal(us_recorded_script_read(path, ORIGIN_NS, &script, &error), US_OK);
    assert_null(script);
    unlink(path);
    assert_int_not_equal(us_recorded_script_read(path, ORIGIN_NS, &script, &error), US_OK);
    assert_null(script);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(begin, end, when_events_were_told, states_that_are_played,
                             nothing_after_the_end, rates_and_moves, syncs_without_input,
                             frames_that_are_hidden, a_session_without_graphics, rates_of_frames,
                             places_of_spaces, a_local_space_that_has_moved, times_of_moves,
                             moves_at_frames, moves_at_impossible_times, no_room, no_recording);
}
