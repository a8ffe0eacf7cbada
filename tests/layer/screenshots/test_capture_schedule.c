/* SPDX-License-Identifier: MIT */
/* Hazard: a screenshot of another moment. */

#include <math.h>
#include <string.h>

#include "testing.h"
#include "core/playback/capture_schedule.h"

static struct us_capture_schedule parse(const char *text)
{
    struct us_capture_schedule schedule;
    struct us_capture_schedule_error error;
    assert_true(us_capture_schedule_parse(text, &schedule, &error));
    return schedule;
}

TEST(test_words)
{
    struct us_capture_schedule schedule =
        parse("1.5s,marker:the end,frame:90,every:0.25s,2,every:3");
    assert_int_equal(schedule.count, 6);
    assert_int_equal(schedule.moments[0].kind, US_CAPTURE_SCHEDULE_TIME);
    assert_true(schedule.moments[0].time_s == 1.5);
    assert_int_equal(schedule.moments[1].kind, US_CAPTURE_SCHEDULE_MARKER);
    assert_int_equal(schedule.moments[1].length, strlen("marker:the end"));
    assert_memory_equal(schedule.moments[1].text, "marker:the end,", 15);
    assert_int_equal(schedule.moments[2].kind, US_CAPTURE_SCHEDULE_FRAME);
    assert_int_equal(schedule.moments[2].frame, 90);
    assert_int_equal(schedule.moments[3].kind, US_CAPTURE_SCHEDULE_EVERY);
    assert_true(schedule.moments[3].time_s == 0.25);
    assert_true(schedule.moments[4].kind == US_CAPTURE_SCHEDULE_TIME &&
                schedule.moments[4].time_s == 2.0);
    assert_true(schedule.moments[5].kind == US_CAPTURE_SCHEDULE_EVERY &&
                schedule.moments[5].time_s == 3.0);
}

TEST(test_wrong_words)
{
    const char *wrong[] = {"",
                           "-s",
                           "1,,2",
                           "1,",
                           "frame:",
                           "frame:-1",
                           "frame:1.5",
                           "marker:",
                           "every:",
                           "every:0",
                           "every:-1",
                           "every:0.0s",
                           "1.5m",
                           "1e3",
                           "1,5.5.5",
                           "begin:",
                           "frame:99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct us_capture_schedule schedule = {.count = 7};
        struct us_capture_schedule_error error = {0};
        assert_false(us_capture_schedule_parse(wrong[i], &schedule, &error));
        assert_int_equal(schedule.count, 0);
        assert_non_null(error.why);
        assert_true(error.text >= wrong[i] && error.text <= wrong[i] + strlen(wrong[i]));
    }
    struct us_capture_schedule schedule;
    struct us_capture_schedule_error error;
    assert_false(us_capture_schedule_parse("1s,frame:2,often:,3", &schedule, &error));
    assert_int_equal(error.length, 6);
    assert_memory_equal(error.text, "often:", 6);

    char many[US_CAPTURE_SCHEDULE_MAX * 2 + 4] = "1";
    for (int i = 1; i < US_CAPTURE_SCHEDULE_MAX; i++)
        strcat(many, ",1");
    assert_true(us_capture_schedule_parse(many, &schedule, &error));
    strcat(many, ",1");
    assert_false(us_capture_schedule_parse(many, &schedule, &error));
}

TEST(test_moments_in_a_recording)
{
    char first[] = "go", second[] = "go", third[] = "late";
    struct us_marker markers[] = {{1.25f, first, 2}, {3.0f, second, 2}, {9.0f, third, 4}};
    const struct us_recording recording = {.markers = markers, .marker_count = 3};
    const struct us_clock clock = {.from_s = 1.0, .to_s = 4.0, .speed = 1.0};
    struct us_capture_schedule schedule =
        parse("marker:go,marker:late,marker:g,0.5s,1s,4,4.1,frame:5,every:9");
    const bool possible[] = {true, false, false, false, true, true, false, true, true};
    for (unsigned i = 0; i < schedule.count; i++) {
        struct us_error error = {0};
        enum us_result result =
            us_capture_schedule_resolve(&schedule.moments[i], &recording, &clock, &error);
        assert_int_equal(result == US_OK, possible[i]);
        assert_int_equal(schedule.moments[i].possible, possible[i]);
        assert_int_equal(error.text[0] != '\0', !possible[i]);
    }
    assert_true(schedule.moments[0].time_s == 1.25);
}

/* The frames of `hz` a second that are wanted, of the first `count`; up to 16 of them. */
static unsigned wanted_frames(const char *text, double hz, unsigned count, double round_frames,
                              unsigned out[16])
{
    struct us_capture_schedule schedule = parse(text);
    struct us_capture_schedule_state taken;
    unsigned found = 0;
    memset(&taken, 0, sizeof taken);
    for (unsigned i = 0; i < schedule.count; i++)
        schedule.moments[i].possible = true;
    for (unsigned frame = 0; frame < count; frame++) {
        double in_round = fmod(frame, round_frames);
        struct us_clock_time at = {.recording_s = in_round / hz + 10.0,
                                   .pass = floor(frame / round_frames)};
        if (us_capture_schedule_wants(&schedule, &taken, 10.0, frame, &at)) {
            assert_true(found < 16);
            out[found++] = frame;
        }
    }
    return found;
}

TEST(test_which_frames)
{
    unsigned got[16];
    /* 10.1 s is frame 1 of 10 a second, and not exactly so in binary; 10.15 s is met by frame 2. */
    assert_int_equal(wanted_frames("10.1s,10.15s,frame:7,frame:2", 10.0, 20, 100.0, got), 3);
    assert_true(got[0] == 1 && got[1] == 2 && got[2] == 7);
    assert_int_equal(wanted_frames("every:0.5s", 10.0, 20, 100.0, got), 4);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(got[i], i * 5);
    /* Not before it, once, and not again in the next round. */
    assert_int_equal(wanted_frames("10.34s", 10.0, 20, 10.0, got), 1);
    assert_int_equal(got[0], 4);
    /* Rounds of 0.8 s, which are 8 frames: each has its own stretches, at 0 and 0.5 s. */
    const unsigned rounds[] = {0, 5, 8, 13, 16};
    assert_int_equal(wanted_frames("every:0.5s", 10.0, 20, 8.0, got), 5);
    assert_memory_equal(got, rounds, sizeof rounds);
    /* Slow frames meet several moments at once: one screenshot. */
    assert_int_equal(wanted_frames("10.1s,10.2s,10.3s,every:0.1s", 2.0, 2, 100.0, got), 2);
    assert_true(got[0] == 0 && got[1] == 1);
}

TEST(test_impossible_is_never_wanted)
{
    struct us_capture_schedule schedule = parse("0s");
    struct us_capture_schedule_state taken;
    memset(&taken, 0, sizeof taken);
    const struct us_clock_time at = {.recording_s = 5.0};
    assert_false(us_capture_schedule_wants(&schedule, &taken, 0.0, 0, &at));
}

int main(void)
{
    return RUN_TESTS(test_words, test_wrong_words, test_moments_in_a_recording, test_which_frames,
                     test_impossible_is_never_wanted);
}
