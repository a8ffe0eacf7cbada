/* SPDX-License-Identifier: MIT */
/* Hazard: playing at the wrong moment: at the ends, before the start, or after hours of session.
 * White-box: exact arithmetic. */
#include "support.h"

#include "core/playback/clock.h"

static const enum us_end_mode modes[] = {US_END_HOLD, US_END_LOOP, US_END_PINGPONG, US_END_RESET};

static int64_t ns(double seconds)
{
    return (int64_t)llround(seconds * 1e9);
}

static void check_time(struct us_clock_time got, double recording_s, double rate,
                       enum us_clock_phase phase)
{
    check_near(got.recording_s, recording_s, 1e-9, "recording time");
    check_near(got.rate, rate, 0, "rate");
    assert_int_equal(got.phase, phase);
}

TEST(before_the_start_it_waits)
{
    for (unsigned i = 0; i < 4; i++) {
        struct us_clock clock = {.from_s = 2.0, .to_s = 5.0, .speed = 1.0, .end_mode = modes[i]};
        check_time(us_clock_map(&clock, -1), 2.0, 0.0, US_CLOCK_WAITING);
        check_time(us_clock_map(&clock, INT64_MIN), 2.0, 0.0, US_CLOCK_WAITING);
        check_time(us_clock_map(&clock, 0), 2.0, 1.0, US_CLOCK_PLAYING);
    }
}

TEST(inside_every_mode_plays)
{
    for (unsigned i = 0; i < 4; i++) {
        struct us_clock clock = {.from_s = 2.0, .to_s = 5.0, .speed = 2.0, .end_mode = modes[i]};
        check_time(us_clock_map(&clock, ns(0.5)), 3.0, 2.0, US_CLOCK_PLAYING);
        check_time(us_clock_map(&clock, ns(1.4)), 4.8, 2.0, US_CLOCK_PLAYING);
        clock.speed = 0.25;
        check_time(us_clock_map(&clock, ns(4.0)), 3.0, 0.25, US_CLOCK_PLAYING);
    }
}

TEST(every_end)
{
    struct us_clock clock = {.from_s = 2.0, .to_s = 5.0, .speed = 1.0, .end_mode = US_END_HOLD};
    check_time(us_clock_map(&clock, ns(3.0)), 5.0, 0.0, US_CLOCK_ENDED);
    check_time(us_clock_map(&clock, ns(100.0)), 5.0, 0.0, US_CLOCK_ENDED);
    check_time(us_clock_map(&clock, INT64_MAX), 5.0, 0.0, US_CLOCK_ENDED);
    clock.end_mode = US_END_RESET;
    check_time(us_clock_map(&clock, ns(3.0)), 2.0, 0.0, US_CLOCK_ENDED);
    check_time(us_clock_map(&clock, ns(100.0)), 2.0, 0.0, US_CLOCK_ENDED);
    clock.end_mode = US_END_LOOP;
    check_time(us_clock_map(&clock, ns(3.0)), 2.0, 1.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(7.25)), 3.25, 1.0, US_CLOCK_PLAYING);
    clock.end_mode = US_END_PINGPONG;
    check_time(us_clock_map(&clock, ns(3.0)), 5.0, -1.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(4.0)), 4.0, -1.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(6.0)), 2.0, 1.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(7.0)), 3.0, 1.0, US_CLOCK_PLAYING);
    clock.speed = 2.0;
    check_time(us_clock_map(&clock, ns(2.0)), 4.0, -2.0, US_CLOCK_PLAYING);
}

/* Two times of one pass have nothing but the recording between them; over an end they do not. */
TEST(every_end_begins_a_pass)
{
    const double third = 1.0 / 3.0;
    struct us_clock clock = {.from_s = 2.0, .to_s = 2.0 + third, .speed = 1.0};
    for (int mode = 0; mode < 4; mode++) {
        clock.end_mode = modes[mode];
        for (int64_t i = 0; i < 30000; i++) {
            struct us_clock_time at = us_clock_map(&clock, i * 11111111);
            struct us_clock_time next = us_clock_map(&clock, (i + 1) * 11111111);
            double moved_s = next.recording_s - at.recording_s;
            bool went_on = fabs(moved_s - 0.011111111 * at.rate) < 1e-6;
            bool stopped = next.phase == US_CLOCK_ENDED && clock.end_mode == US_END_HOLD;
            if (!stopped)
                assert_int_equal(at.pass == next.pass, went_on);
            else
                assert_true(at.pass == next.pass);
        }
    }
    clock =
        (struct us_clock){.from_s = 2.0, .to_s = 5.0, .speed = 1.0, .end_mode = US_END_PINGPONG};
    check_near(us_clock_map(&clock, ns(2.5)).pass, 0.0, 0.0, "there");
    check_near(us_clock_map(&clock, ns(3.5)).pass, 1.0, 0.0, "and back");
    check_near(us_clock_map(&clock, ns(600.5)).pass, 200.0, 0.0, "and so on");
}

TEST(without_a_span_it_has_ended)
{
    for (unsigned i = 0; i < 4; i++) {
        struct us_clock clock = {.from_s = 2.0, .to_s = 2.0, .speed = 1.0, .end_mode = modes[i]};
        check_time(us_clock_map(&clock, 0), 2.0, 0.0, US_CLOCK_ENDED);
        check_time(us_clock_map(&clock, ns(9.0)), 2.0, 0.0, US_CLOCK_ENDED);
        check_time(us_clock_map(&clock, -9), 2.0, 0.0, US_CLOCK_WAITING);
    }
}

/* A single-precision clock is off by milliseconds after hours; the spans here are whole
 * nanoseconds, so integers give the exact answer. */
TEST(hours_later_it_is_still_exact)
{
    const int64_t span_ns = INT64_C(21183000001);
    struct us_clock clock = {
        .from_s = 0.0, .to_s = 21.183000001, .speed = 1.0, .end_mode = US_END_LOOP};
    uint64_t seed = 9;
    for (int i = 0; i < 20000; i++) {
        int64_t elapsed_ns = (int64_t)random_between(&seed, 0, 24 * 3600e9);
        int64_t rest_ns = elapsed_ns % span_ns;
        if (rest_ns < 10 || rest_ns > span_ns - 10)
            continue;
        check_near(us_clock_map(&clock, elapsed_ns).recording_s, (double)rest_ns * 1e-9, 1e-9,
                   "after up to a day");
    }
    clock = (struct us_clock){.from_s = 0.0, .to_s = 1e9, .speed = 1.0, .end_mode = US_END_HOLD};
    int64_t day_ns = INT64_C(86400000000000);
    double step_s =
        us_clock_map(&clock, day_ns + 1000).recording_s - us_clock_map(&clock, day_ns).recording_s;
    check_near(step_s, 1e-6, 1e-10, "a microsecond after a day");
}

TEST(the_answer_never_leaves_the_span)
{
    uint64_t seed = 4;
    for (int i = 0; i < 300000; i++) {
        struct us_clock clock = {.from_s = random_between(&seed, -100, 100),
                                 .speed = random_between(&seed, 0.1, 4),
                                 .end_mode = modes[i & 3]};
        clock.to_s = clock.from_s + random_between(&seed, 0, i & 4 ? 1e-6 : 30.0);
        double span_s = clock.to_s - clock.from_s;
        /* Close to the ends, where rounding could carry it over. */
        double laps = floor(random_between(&seed, 1, 5));
        int64_t elapsed_ns = (int64_t)(span_s * laps / clock.speed * 1e9) + (i / 8 % 3) - 1;
        struct us_clock_time got = us_clock_map(&clock, elapsed_ns);
        if (!(got.recording_s >= clock.from_s && got.recording_s <= clock.to_s))
            fail_msg("%.17g is outside [%.17g, %.17g]", got.recording_s, clock.from_s, clock.to_s);
    }
}

/* From 2 to 5 s, resting at 3 for 1 s and at 5 for 2 s: 6 s in all at speed 1. */
TEST(it_rests_where_it_is_told)
{
    struct us_clock clock = {.from_s = 2.0,
                             .to_s = 5.0,
                             .speed = 1.0,
                             .end_mode = US_END_HOLD,
                             .pauses = {3, {{1.0, 9.0}, {3.0, 1.0}, {5.0, 2.0}}}};
    check_time(us_clock_map(&clock, ns(0.5)), 2.5, 1.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(1.0)), 3.0, 0.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(1.9)), 3.0, 0.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(2.0)), 3.0, 1.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(3.5)), 4.5, 1.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(4.5)), 5.0, 0.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(6.0)), 5.0, 0.0, US_CLOCK_ENDED);
    clock.speed = 2.0; /* a pause stays as long as it is: 1.5 + 3 s */
    check_time(us_clock_map(&clock, ns(0.5)), 3.0, 0.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(1.49)), 3.0, 0.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(2.0)), 4.0, 2.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(4.49)), 5.0, 0.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(4.5)), 5.0, 0.0, US_CLOCK_ENDED);
    clock.speed = 1.0;
    clock.end_mode = US_END_LOOP;
    check_time(us_clock_map(&clock, ns(6.5)), 2.5, 1.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(7.5)), 3.0, 0.0, US_CLOCK_PLAYING);
    assert_true(us_clock_map(&clock, ns(5.9)).pass == 0.0);
    assert_true(us_clock_map(&clock, ns(13.0)).pass == 2.0);
}

/* A pause that an earlier list left behind the last one is none. */
TEST(what_lies_behind_the_pauses)
{
    struct us_clock clock = {.from_s = 2.0,
                             .to_s = 5.0,
                             .speed = 1.0,
                             .end_mode = US_END_HOLD,
                             .pauses = {1, {{3.0, 1.0}, {4.0, 7.0}}}};
    check_time(us_clock_map(&clock, ns(3.5)), 4.5, 1.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(4.0)), 5.0, 0.0, US_CLOCK_ENDED);
}

/* The end is rested at once, where it turns; what is in between, on both ways. */
TEST(a_pingpong_rests_on_both_ways)
{
    struct us_clock clock = {.from_s = 2.0,
                             .to_s = 5.0,
                             .speed = 1.0,
                             .end_mode = US_END_PINGPONG,
                             .pauses = {3, {{2.0, 0.5}, {3.0, 1.0}, {5.0, 2.0}}}};
    check_time(us_clock_map(&clock, ns(0.25)), 2.0, 0.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(1.75)), 3.0, 0.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(6.4)), 5.0, 0.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(7.5)), 4.0, -1.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(9.0)), 3.0, 0.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(10.0)), 2.5, -1.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(10.75)), 2.0, 0.0, US_CLOCK_PLAYING);
    check_time(us_clock_map(&clock, ns(11.25)), 2.25, 1.0, US_CLOCK_PLAYING);
    assert_true(us_clock_map(&clock, ns(9.0)).pass == 1.0);
    assert_true(us_clock_map(&clock, ns(10.75)).pass == 2.0);
}

TEST(the_callers_ends_hold)
{
    struct us_clock clock = {.from_s = 2.0, .to_s = 5.0, .speed = 1.0, .end_mode = US_END_RELEASE};
    check_time(us_clock_map(&clock, ns(9.0)), 5.0, 0.0, US_CLOCK_ENDED);
    clock.end_mode = US_END_QUIT;
    check_time(us_clock_map(&clock, ns(9.0)), 5.0, 0.0, US_CLOCK_ENDED);
}

TEST(frames_have_times)
{
    assert_true(us_clock_frame_ns(0, 60) == 0);
    assert_true(us_clock_frame_ns(1, 60) == 16666667);
    assert_true(us_clock_frame_ns(2, 60) == 33333333);
    assert_true(us_clock_frame_ns(60, 60) == 1000000000);
    assert_true(us_clock_frame_ns(90 * 86400 + 45, 90) == INT64_C(86400500000000));
    assert_true(us_clock_frame_ns(-0.5, 50) == -10000000);
    assert_true(us_clock_frame_ns(1e300, 60) == INT64_MAX);
    assert_true(us_clock_frame_ns(-1e300, 60) == INT64_MIN);
}

TESTS_MAIN(before_the_start_it_waits, inside_every_mode_plays, every_end, every_end_begins_a_pass,
           without_a_span_it_has_ended, hours_later_it_is_still_exact,
           the_answer_never_leaves_the_span, it_rests_where_it_is_told, what_lies_behind_the_pauses,
           a_pingpong_rests_on_both_ways, the_callers_ends_hold, frames_have_times)
