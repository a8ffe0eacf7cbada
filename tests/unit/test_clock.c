/* SPDX-License-Identifier: MIT */
/* Hazard: playing at the wrong moment: at the ends, before the start, or after hours of session. */
#include "support.h"

#include "clock.h"

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

static void before_the_start_it_waits(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        struct us_clock clock = {2.0, 5.0, 1.0, modes[i]};
        check_time(us_clock_map(&clock, -1), 2.0, 0.0, US_CLOCK_WAITING);
        check_time(us_clock_map(&clock, INT64_MIN), 2.0, 0.0, US_CLOCK_WAITING);
        check_time(us_clock_map(&clock, 0), 2.0, 1.0, US_CLOCK_PLAYING);
    }
}

static void inside_every_mode_plays(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        struct us_clock clock = {2.0, 5.0, 2.0, modes[i]};
        check_time(us_clock_map(&clock, ns(0.5)), 3.0, 2.0, US_CLOCK_PLAYING);
        check_time(us_clock_map(&clock, ns(1.4)), 4.8, 2.0, US_CLOCK_PLAYING);
        clock.speed = 0.25;
        check_time(us_clock_map(&clock, ns(4.0)), 3.0, 0.25, US_CLOCK_PLAYING);
    }
}

static void every_end(void **state)
{
    (void)state;
    struct us_clock clock = {2.0, 5.0, 1.0, US_END_HOLD};
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

static void without_a_span_it_has_ended(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        struct us_clock clock = {2.0, 2.0, 1.0, modes[i]};
        check_time(us_clock_map(&clock, 0), 2.0, 0.0, US_CLOCK_ENDED);
        check_time(us_clock_map(&clock, ns(9.0)), 2.0, 0.0, US_CLOCK_ENDED);
        check_time(us_clock_map(&clock, -9), 2.0, 0.0, US_CLOCK_WAITING);
    }
}

/* A single-precision clock is off by milliseconds after hours; the spans here are whole
 * nanoseconds, so integers give the exact answer. */
static void hours_later_it_is_still_exact(void **state)
{
    (void)state;
    const int64_t span_ns = INT64_C(21183000001);
    struct us_clock clock = {0.0, 21.183000001, 1.0, US_END_LOOP};
    uint64_t seed = 9;
    for (int i = 0; i < 20000; i++) {
        int64_t elapsed_ns = (int64_t)random_between(&seed, 0, 24 * 3600e9);
        int64_t rest_ns = elapsed_ns % span_ns;
        if (rest_ns < 10 || rest_ns > span_ns - 10)
            continue;
        check_near(us_clock_map(&clock, elapsed_ns).recording_s, (double)rest_ns * 1e-9, 1e-9,
                   "after up to a day");
    }
    clock = (struct us_clock){0.0, 1e9, 1.0, US_END_HOLD};
    int64_t day_ns = INT64_C(86400000000000);
    double step_s =
        us_clock_map(&clock, day_ns + 1000).recording_s - us_clock_map(&clock, day_ns).recording_s;
    check_near(step_s, 1e-6, 1e-10, "a microsecond after a day");
}

static void the_answer_never_leaves_the_span(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int i = 0; i < 300000; i++) {
        struct us_clock clock = {random_between(&seed, -100, 100), 0.0,
                                 random_between(&seed, 0.1, 4), modes[i & 3]};
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(before_the_start_it_waits),
        cmocka_unit_test(inside_every_mode_plays),
        cmocka_unit_test(every_end),
        cmocka_unit_test(without_a_span_it_has_ended),
        cmocka_unit_test(hours_later_it_is_still_exact),
        cmocka_unit_test(the_answer_never_leaves_the_span),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
