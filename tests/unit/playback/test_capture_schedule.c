/* SPDX-License-Identifier: MIT */
/* Hazard: a screenshot of another frame than the one that was asked for, or of none. */
#include "support.h"

#include "core/playback/capture_schedule.h"

static struct us_capture_schedule schedule;
static struct us_capture_schedule_error wrong;

static const struct us_capture_schedule_moment *one(const char *text)
{
    if (!us_capture_schedule_parse(text, &schedule, &wrong))
        fail_msg("%s: '%.*s' %s", text, wrong.length, wrong.text, wrong.why);
    assert_int_equal(schedule.count, 1);
    assert_int_equal(schedule.moments[0].length, strlen(text));
    return &schedule.moments[0];
}

TEST(moments_are_read)
{
    assert_int_equal(one("1.5s")->kind, US_CAPTURE_SCHEDULE_TIME);
    assert_true(one("1.5")->time_s == 1.5);
    assert_int_equal(one("frame:0")->kind, US_CAPTURE_SCHEDULE_FRAME);
    assert_true(one("frame:0")->frame == 0);
    assert_true(one("frame:90")->frame == 90);
    assert_true(one("frame:123456789")->frame == 123456789);
    assert_true(one("frame:999999999999999999")->frame == UINT64_C(999999999999999999));
    assert_int_equal(one("marker:m")->kind, US_CAPTURE_SCHEDULE_MARKER);
    assert_int_equal(one("every:0.001")->kind, US_CAPTURE_SCHEDULE_EVERY);
    assert_true(one("every:0.5s")->time_s == 0.5);
    assert_true(us_capture_schedule_parse("1s,frame:2,marker:a b", &schedule, &wrong));
    assert_int_equal(schedule.count, 3);
    assert_int_equal(schedule.moments[1].kind, US_CAPTURE_SCHEDULE_FRAME);
    assert_memory_equal(schedule.moments[2].text, "marker:a b", 10);
}

TEST(what_is_wrong_is_named)
{
    static const struct {
        const char *text, *word, *why;
    } cases[] = {
        {"", "", "is none of"},
        {"1s,", "", "is none of"},
        {"1s,x:,2s", "x:", "is none of"},
        {"1s,1x,2s", "1x", "is none of"},
        {"frame:", "frame:", "is not a frame"},
        {"frame:1/", "frame:1/", "is not a frame"},
        {"frame:1:", "frame:1:", "is not a frame"},
        {"frame:-1", "frame:-1", "is not a frame"},
        {"frame:1000000000000000000", "frame:1000000000000000000", "is not a frame"},
        {"marker:", "marker:", "names no marker"},
        {"every:0.0009", "every:0.0009", "is not an interval"},
        {"every:x", "every:x", "is not an interval"},
        {"every:", "every:", "is not an interval"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_false(us_capture_schedule_parse(cases[i].text, &schedule, &wrong));
        assert_int_equal(schedule.count, 0);
        assert_int_equal(wrong.length, strlen(cases[i].word));
        assert_memory_equal(wrong.text, cases[i].word, strlen(cases[i].word));
        if (strstr(wrong.why, cases[i].why) == NULL)
            fail_msg("%s: %s", cases[i].text, wrong.why);
    }
    char many[33 * 2 + 1] = "";
    for (int i = 0; i < 33; i++)
        strcat(many, i == 0 ? "1" : ",1");
    assert_false(us_capture_schedule_parse(many, &schedule, &wrong));
    assert_non_null(strstr(wrong.why, "32 are allowed"));
    many[32 * 2 - 1] = '\0';
    assert_true(us_capture_schedule_parse(many, &schedule, &wrong));
    assert_int_equal(schedule.count, 32);
    char word[100] = "";
    memset(word, '1', 89);
    word[89] = 'x';
    assert_false(us_capture_schedule_parse(word, &schedule, &wrong));
    assert_int_equal(wrong.length, 64);
}

/* Plays from 1 s to 3 s; the marker "in" is at 2 s, "out" at 4 s. */
static enum us_result resolve(const char *text, struct us_error *error)
{
    char in[] = "in", out[] = "out";
    struct us_marker markers[] = {{2.0f, in, 2}, {4.0f, out, 3}};
    struct us_recording recording = {.last_key_s = 5.0, .markers = markers, .marker_count = 2};
    struct us_clock clock = {.from_s = 1.0, .to_s = 3.0, .speed = 1.0};
    one(text);
    enum us_result result =
        us_capture_schedule_resolve(&schedule.moments[0], &recording, &clock, error);
    assert_int_equal(schedule.moments[0].possible, result == US_OK);
    return result;
}

TEST(moments_must_be_inside_of_what_plays)
{
    static const char *const good[] = {"1",          "3",         "2.5",       "marker:in",
                                       "frame:9000", "every:0.5", "0.9999995", "3.0000005"};
    static const char *const bad[] = {"0.99", "3.01", "marker:out", "marker:none"};
    struct us_error error;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_int_equal(resolve(good[i], &error), US_OK);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(resolve(bad[i], &error), US_ERROR_USAGE);
    assert_int_equal(resolve("marker:in", &error), US_OK);
    assert_true(schedule.moments[0].time_s == 2.0);
}

static struct us_capture_schedule_state reached;

/* Which of the frames are wanted, as a text of 0 and 1: frame i plays the i-th time, in its pass.
 */
static void check_frames(const char *text, const double *times_s, const double *passes,
                         const char *expected)
{
    assert_true(us_capture_schedule_parse(text, &schedule, &wrong));
    for (unsigned i = 0; i < schedule.count; i++)
        schedule.moments[i].possible = true;
    reached = (struct us_capture_schedule_state){0};
    for (unsigned i = 0; expected[i] != '\0'; i++) {
        struct us_clock_time at = {times_s[i], 1.0, US_CLOCK_PLAYING,
                                   passes != NULL ? passes[i] : 0};
        bool wanted = us_capture_schedule_wants(&schedule, &reached, 1.0, i, &at);
        if (wanted != (expected[i] == '1'))
            fail_msg("%s: frame %u", text, i);
    }
}

TEST(the_first_frame_at_a_time_is_taken_once)
{
    const double times_s[] = {1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 2.75};
    check_frames("1.5", times_s, NULL, "00100000");
    check_frames("1.4,1.6", times_s, NULL, "00110000");
    check_frames("1.5000005", times_s, NULL, "00100000"); /* within what rounding does */
    check_frames("1.51", times_s, NULL, "00010000");
    check_frames("frame:0", times_s, NULL, "10000000");
    check_frames("frame:5,2.0,frame:2", times_s, NULL, "00101100");
    check_frames("every:0.5", times_s, NULL, "10101010");
    check_frames("every:0.6", times_s, NULL, "10010100");
    check_frames("every:9", times_s, NULL, "10000000");
    check_frames("every:0.5,1.25", times_s, NULL, "11101010");
}

/* Each pass begins its own intervals; a time is reached once. */
TEST(every_pass_has_its_intervals)
{
    const double times_s[] = {1.0, 1.25, 1.5, 1.0, 1.25, 1.5, 1.5},
                 passes[] = {0, 0, 0, 1, 1, 1, 2};
    check_frames("every:0.5", times_s, passes, "1011011");
    check_frames("1.5", times_s, passes, "0010000");
    const double same_s[] = {1.0, 1.0, 1.0}, turns[] = {0, 0, 1};
    check_frames("every:0.5", same_s, turns, "101");
}

TEST(what_is_not_possible_is_never_taken)
{
    assert_true(us_capture_schedule_parse("1.0,2.0", &schedule, &wrong));
    schedule.moments[1].possible = true;
    reached = (struct us_capture_schedule_state){0};
    struct us_clock_time at = {1.5, 1.0, US_CLOCK_PLAYING, 0.0};
    assert_false(us_capture_schedule_wants(&schedule, &reached, 1.0, 0, &at));
    assert_int_equal(reached.reached, 0);
    at.recording_s = 2.5;
    assert_true(us_capture_schedule_wants(&schedule, &reached, 1.0, 1, &at));
    assert_int_equal(reached.reached, 2);
}

int main(void)
{
    return RUN_TESTS(moments_are_read, what_is_wrong_is_named, moments_must_be_inside_of_what_plays,
                     the_first_frame_at_a_time_is_taken_once, every_pass_has_its_intervals,
                     what_is_not_possible_is_never_taken);
}
