/* SPDX-License-Identifier: MIT */
/* Hazard: playing at the wrong moment: at the ends, before the start, or after hours of session. */
#include "support.h"

#include "core/playback/clock.h"
#include "core/playback/play_choices.h"

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

/* What plays lasts from 0 to 10 s. */
static struct us_recording with_markers(struct us_marker *markers, uint32_t count)
{
    return (struct us_recording){.first_key_s = 0.0,
                                 .last_key_s = 10.0,
                                 .key_count = 2,
                                 .markers = markers,
                                 .marker_count = count};
}

TEST(moments_are_seconds_or_markers)
{
    char a[] = "reach", b[] = "7", c[] = "reach";
    struct us_marker markers[] = {{2.5f, a, 5}, {3.5f, b, 1}, {4.0f, c, 5}};
    struct us_recording recording = with_markers(markers, 3);
    const struct {
        const char *text;
        double at_s;
    } cases[] = {{"0", 0},       {"2.25", 2.25}, {".5", 0.5}, {"-3", -3},
                 {"reach", 2.5}, {"7", 7},       {"7.", 7},   {"marker:7", 3.5}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double at_s = -1;
        struct us_error error;
        if (us_play_range_moment(&recording, cases[i].text, strlen(cases[i].text), &at_s, &error) !=
            US_OK)
            fail_msg("%s: %s", cases[i].text, error.text);
        check_near(at_s, cases[i].at_s, 1e-12, cases[i].text);
    }
    const char *wrong[] = {"", "-", ".", "1e3", "1,5", "Reach", "reac", "marker:nothing", "0x10"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        double at_s;
        struct us_error error;
        assert_int_equal(
            us_play_range_moment(&recording, wrong[i], strlen(wrong[i]), &at_s, &error),
            US_ERROR_USAGE);
        assert_non_null(strstr(error.text, "the recording has 'reach' (2.500 s), '7' (3.500 s)"));
    }
}

static struct us_clock apply(const char *from, const char *to, const char *pauses,
                             const char *expected_error)
{
    char name[] = "reach";
    struct us_marker marker = {2.5f, name, 5};
    struct us_recording recording = with_markers(&marker, 1);
    struct us_clock clock = {.from_s = -7, .to_s = -7, .speed = 3, .end_mode = US_END_LOOP};
    struct us_error error = {0};
    enum us_result result =
        us_play_range_apply(&recording, &(struct us_play_range){from, to, pauses}, &clock, &error);
    assert_int_equal(result, expected_error != NULL ? US_ERROR_USAGE : US_OK);
    if (expected_error != NULL) {
        if (strstr(error.text, expected_error) == NULL)
            fail_msg("'%s' is not '%s'", error.text, expected_error);
        assert_true(clock.from_s == -7 && clock.to_s == -7 && clock.pauses.count == 0);
    }
    assert_true(clock.speed == 3 && clock.end_mode == US_END_LOOP);
    return clock;
}

TEST(segments_are_inside_of_what_plays)
{
    struct us_clock clock = apply(NULL, NULL, NULL, NULL);
    assert_true(clock.from_s == 0 && clock.to_s == 10 && clock.pauses.count == 0);
    clock = apply("reach", "9.5", "9:1,reach:0.5,3:0", NULL);
    assert_true(clock.from_s == 2.5 && clock.to_s == 9.5 && clock.pauses.count == 3);
    assert_true(clock.pauses.list[0].at_s == 2.5 && clock.pauses.list[0].for_s == 0.5);
    assert_true(clock.pauses.list[1].at_s == 3 && clock.pauses.list[2].at_s == 9);
    clock = apply("2s", "9.5s", "9s:1s,4:0.5s", NULL);
    assert_true(clock.from_s == 2 && clock.to_s == 9.5 && clock.pauses.count == 2);
    assert_true(clock.pauses.list[0].at_s == 4 && clock.pauses.list[0].for_s == 0.5);
    assert_true(clock.pauses.list[1].at_s == 9 && clock.pauses.list[1].for_s == 1);
    apply("s", NULL, NULL, "there is no marker 's'");
    apply("2ss", NULL, NULL, "there is no marker '2ss'");
    apply("4", "4", NULL, NULL);
    apply("4", "3.9", NULL, "ends before it begins");
    apply("10.1", NULL, NULL, "'10.1' is outside of the range from 0.000 s to 10.000 s");
    apply("-1", NULL, NULL, "outside");
    apply(NULL, "eight", NULL, "there is no marker 'eight'; the recording has 'reach' (2.500 s)");
    apply("3", NULL, "2:1", "'2' is outside of the range from 3.000 s to 10.000 s");
    const char *wrong[] = {"2", "2:", ":2", "2:-1", "2:x", "2:1,", "", "2:86401"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        apply(NULL, NULL, wrong[i], "is not a pause");
    apply(NULL, NULL, "1:1,1:1,1:1,1:1,1:1,1:1,1:1,1:1,1:1,1:1,1:1,1:1,1:1,1:1,1:1,1:1,1:1",
          "more than 16 pauses");
}

TEST(what_is_wrong_is_named)
{
    char name[] = "reach";
    struct us_marker marker = {2.5f, name, 5};
    struct us_recording recording = with_markers(&marker, 1);
    const struct {
        struct us_play_range asked;
        const char *wrong;
    } cases[] = {
        {{"reach", "5", "3:1"}, NULL},      {{"rich", "tea", "x"}, "from"},
        {{"reach", "tea", "x"}, "to"},      {{"reach", "1", "3:1"}, "to"},
        {{"reach", "5", "3:1,x"}, "pause"}, {{NULL, NULL, "11:1"}, "pause"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *wrong = us_play_range_wrong(&recording, &cases[i].asked);
        if (cases[i].wrong == NULL)
            assert_null(wrong);
        else
            assert_string_equal(wrong, cases[i].wrong);
    }
}

TEST(a_recording_with_many_markers_is_named_in_part)
{
    struct us_marker markers[100];
    char name[] = "a-rather-long-name-of-a-marker";
    for (int i = 0; i < 100; i++)
        markers[i] = (struct us_marker){(float)i, name, (uint32_t)strlen(name)};
    struct us_recording recording = with_markers(markers, 100);
    double at_s;
    struct us_error error;
    const char *text = "a name that is longer than what there is room for in an error's sentence";
    assert_int_equal(us_play_range_moment(&recording, text, strlen(text), &at_s, &error),
                     US_ERROR_USAGE);
    assert_non_null(strstr(error.text, ", ..."));
    assert_true(strlen(error.text) < US_ERROR_TEXT_SIZE - 1);
    recording.marker_count = 0;
    us_play_range_moment(&recording, text, strlen(text), &at_s, &error);
    assert_non_null(strstr(error.text, "the recording has none"));
}

int main(void)
{
    return RUN_TESTS(before_the_start_it_waits, inside_every_mode_plays, every_end,
                     every_end_begins_a_pass, without_a_span_it_has_ended,
                     hours_later_it_is_still_exact, the_answer_never_leaves_the_span,
                     it_rests_where_it_is_told, what_lies_behind_the_pauses,
                     a_pingpong_rests_on_both_ways, the_callers_ends_hold, frames_have_times,
                     moments_are_seconds_or_markers, segments_are_inside_of_what_plays,
                     what_is_wrong_is_named, a_recording_with_many_markers_is_named_in_part);
}
