/* SPDX-License-Identifier: MIT */
/* Hazard: a number, a moment or a clock at the limit of what is allowed is taken for another one,
 * or one beyond it is not refused. */
#include "support.h"

#include "core/playback/play_choices.h"

TEST(numbers_are_read)
{
    static const struct {
        const char *text;
        double value;
    } good[] = {{"0", 0.0},
                {"9", 9.0},
                {"10", 10.0},
                {"-0.5", -0.5},
                {".25", 0.25},
                {"7.", 7.0},
                {"-12.75", -12.75},
                {"1.09", 1.09},
                {"-.5", -0.5},
                {"0099.00", 99.0},
                {"123456789", 123456789.0}};
    static const char *const bad[] = {"",      "-",   ".",  "-.", "1/", "1:", "/1", ":1",
                                      "1.2.3", "--1", "+1", "1-", " 1", "1 ", "0x1"};
    double value;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(us_play_range_number(good[i].text, strlen(good[i].text), &value));
        check_near(value, good[i].value, 1e-15 * fabs(good[i].value), good[i].text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(us_play_range_number(bad[i], strlen(bad[i]), &value));
    assert_true(us_play_range_number("123", 2, &value) && value == 12.0);
    assert_false(us_play_range_number("-1", 1, &value));
    /* 300 digits are a number, which no time is, and 301 are none; the same behind the point. */
    char digits[400];
    memset(digits, '1', sizeof digits);
    assert_true(us_play_range_number(digits, 300, &value));
    check_near(value, 1e300 / 9.0, 1e287, "300 digits");
    assert_false(us_play_range_number(digits, 301, &value));
    digits[1] = '.';
    assert_true(us_play_range_number(digits, 301, &value));
    check_near(value, 10.0 / 9.0, 1e-12, "299 decimals");
    assert_false(us_play_range_number(digits, 303, &value));
}

TEST(seconds_may_have_a_unit)
{
    double value;
    assert_true(us_play_range_seconds("2.5s", 4, &value) && value == 2.5);
    assert_true(us_play_range_seconds("2.5", 3, &value) && value == 2.5);
    assert_true(us_play_range_seconds("2s", 2, &value) && value == 2.0);
    assert_false(us_play_range_seconds("s", 1, &value));
    assert_false(us_play_range_seconds("2ss", 3, &value));
    assert_false(us_play_range_seconds("2m", 2, &value));
    assert_false(us_play_range_seconds("", 0, &value));
}

static enum us_result apply(const char *from, const char *to, const char *pauses,
                            struct us_clock *clock, struct us_error *error)
{
    const struct us_recording recording = {.first_key_s = 1.0, .last_key_s = 10.0, .key_count = 2};
    *clock = (struct us_clock){.from_s = -7, .to_s = -7, .speed = 1};
    return us_play_range_apply(&recording, &(struct us_play_range){from, to, pauses}, clock, error);
}

/* The ends belong to what plays, and its end may be given with three decimals. */
TEST(the_ends_belong_to_the_range)
{
    struct us_clock clock;
    struct us_error error;
    assert_int_equal(apply("1", "10", "1:0,10:86400", &clock, &error), US_OK);
    assert_true(clock.from_s == 1.0 && clock.to_s == 10.0);
    assert_true(clock.pauses.count == 2 && clock.pauses.list[1].for_s == 86400.0);
    assert_int_equal(apply(NULL, "10.0005", NULL, &clock, &error), US_OK);
    assert_true(clock.to_s == 10.0);
    assert_int_equal(apply("10.0004", NULL, NULL, &clock, &error), US_OK);
    assert_true(clock.from_s == 10.0);
    assert_int_equal(apply(NULL, "10.0006", NULL, &clock, &error), US_ERROR_USAGE);
    assert_int_equal(apply("0.9999", NULL, NULL, &clock, &error), US_ERROR_USAGE);
    assert_int_equal(apply(NULL, NULL, "2:86400.1", &clock, &error), US_ERROR_USAGE);
    assert_int_equal(apply(NULL, NULL, "0.9:1", &clock, &error), US_ERROR_USAGE);
    assert_int_equal(apply("3", "4", "4.1:1", &clock, &error), US_ERROR_USAGE);
    assert_int_equal(apply(NULL, NULL, "9s:.5,2:1", &clock, &error), US_OK);
    assert_true(clock.pauses.list[0].at_s == 2.0 && clock.pauses.list[1].for_s == 0.5);
    assert_int_equal(apply(NULL, NULL,
                           "1:1,2:1,3:1,4:1,5:1,6:1,7:1,8:1,9:1,10:1,1:1,2:1,3:1,4:1,5:1,6:1",
                           &clock, &error),
                     US_OK);
    assert_int_equal(clock.pauses.count, 16);
    /* A recording whose keys all have one time lasts no time. */
    const struct us_recording moment = {.first_key_s = 2.0, .last_key_s = 2.0, .key_count = 1};
    const struct us_play_range all = {NULL, NULL, NULL};
    assert_int_equal(us_play_range_apply(&moment, &all, &clock, &error), US_OK);
    assert_true(clock.from_s == 2.0 && clock.to_s == 2.0);
    /* One whose keys are all before 0 plays from its first one. */
    const struct us_recording before = {.first_key_s = -3.0, .last_key_s = -2.0, .key_count = 2};
    assert_int_equal(us_play_range_apply(&before, &all, &clock, &error), US_OK);
    assert_true(clock.from_s == -3.0 && clock.to_s == -2.0);
    const struct us_recording around = {.first_key_s = -3.0, .last_key_s = 0.0, .key_count = 2};
    assert_int_equal(us_play_range_apply(&around, &all, &clock, &error), US_OK);
    assert_true(clock.from_s == 0.0 && clock.to_s == 0.0);
}

/* An error shows the first 40 characters of what was written. */
TEST(long_words_are_cut)
{
    struct us_clock clock;
    struct us_error error;
    char word[64] = "";
    memset(word, '1', 50);
    assert_int_equal(apply(word, NULL, NULL, &clock, &error), US_ERROR_USAGE);
    assert_non_null(strstr(error.text, "'1111111111111111111111111111111111111111'"));
    assert_int_equal(apply(NULL, NULL, word, &clock, &error), US_ERROR_USAGE);
    assert_non_null(strstr(error.text, "'1111111111111111111111111111111111111111'"));
    memset(word, 'a', 50);
    assert_int_equal(apply(word, NULL, NULL, &clock, &error), US_ERROR_USAGE);
    assert_non_null(strstr(error.text, "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'"));
}

TEST(a_marker_is_found_by_all_of_its_name)
{
    char name[] = "reach";
    struct us_marker marker = {2.5f, name, 5};
    struct us_recording recording = {.markers = &marker, .marker_count = 1};
    double at_s;
    assert_int_equal(us_play_range_moment(&recording, "marker:reach", 12, &at_s, NULL), US_OK);
    assert_true(at_s == 2.5);
    char nothing[] = "";
    const struct us_marker markers[] = {marker, {4.0f, nothing, 0}};
    struct us_recording two = {.markers = (struct us_marker *)markers, .marker_count = 2};
    assert_int_equal(us_play_range_moment(&two, "marker:", 7, &at_s, NULL), US_OK);
    assert_true(at_s == 4.0);
    static const char *const others[] = {"marker:", "marker:reac", "marker:reach2",
                                         "marker",  "reach2",      "marker:react"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_int_equal(
            us_play_range_moment(&recording, others[i], strlen(others[i]), &at_s, NULL),
            US_ERROR_USAGE);
}

/* A user may set a marker while the app loads, and when its last frame was shown. */
TEST(a_marker_of_a_session_is_within_it)
{
    char early[] = "early", late[] = "late", on[] = "on";
    struct us_marker markers[] = {{-0.25f, early, 5}, {2.5f, on, 2}, {6.5f, late, 4}};
    struct us_recording session = {
        .markers = markers, .marker_count = 3, .last_key_s = 6.0, .is_session = true};
    const struct us_play_range range = {"early", "late", NULL};
    struct us_clock clock = {.speed = 1.0};
    assert_int_equal(us_play_range_apply(&session, &range, &clock, NULL), US_OK);
    assert_true(clock.from_s == 0.0 && clock.to_s == 6.0);
    double at_s = 0.0;
    assert_int_equal(us_play_range_moment(&session, "on", 2, &at_s, NULL), US_OK);
    assert_true(at_s == 2.5);
    session.is_session = false;
    assert_int_not_equal(us_play_range_apply(&session, &range, &clock, NULL), US_OK);
}

/* A list of markers that does not fit ends behind one of them, or in dots, never inside. */
TEST(lists_of_markers_are_cut_between_them)
{
    char name[64];
    memset(name, 'n', sizeof name);
    for (uint32_t length = 1; length < 60; length++)
        for (uint32_t last = 1; last < 12; last++) {
            struct us_marker markers[60];
            for (unsigned i = 0; i < 60; i++)
                markers[i] = (struct us_marker){1.0f, name + 63 - length, length};
            name[63] = '\0';
            markers[1] = (struct us_marker){1.0f, name + 63 - last, last};
            struct us_recording recording = {.markers = markers, .marker_count = 60};
            struct us_error error;
            double at_s;
            assert_int_equal(us_play_range_moment(&recording, "x", 1, &at_s, &error),
                             US_ERROR_USAGE);
            size_t size = strlen(error.text);
            bool is_whole = size > 3 && strcmp(error.text + size - 3, " s)") == 0;
            bool has_dots = size > 5 && strcmp(error.text + size - 5, ", ...") == 0;
            if (!is_whole && !has_dots)
                fail_msg("'%s'", error.text);
        }
}

TEST(clocks_are_chosen)
{
    static const struct {
        const char *text;
        double hz; /* 0: the wall clock; -1: refused */
    } cases[] = {{"wall", 0},
                 {"frame", 60},
                 {"frame:72.5", 72.5},
                 {"frame:1", 1},
                 {"frame:1000", 1000},
                 {"frame:0.9", -1},
                 {"frame:1000.1", -1},
                 {"frame:", -1},
                 {"frames", -1},
                 {"frame60", -1},
                 {"fram", -1},
                 {"walls", -1},
                 {"", -1},
                 {"frame:x", -1},
                 {"Wall", -1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct us_clock clock = {.kind = US_CLOCK_FRAME, .frame_hz = 5.0};
        bool chosen = us_clock_choice_parse(cases[i].text, 1.0, 1000.0, &clock);
        if (chosen != (cases[i].hz >= 0))
            fail_msg("'%s'", cases[i].text);
        assert_int_equal(clock.kind, cases[i].hz == 0 ? US_CLOCK_WALL : US_CLOCK_FRAME);
        assert_true(clock.frame_hz == (chosen ? cases[i].hz : 5.0));
    }
}

/* A hand's profile may come before or after the other one's, and never twice. */
TEST(each_hand_has_one_profile)
{
    struct us_profile_choice choice;
    struct us_profile_choice_error wrong;
    static const char *const twice[] = {
        "khr/simple_controller,khr/simple_controller",
        "khr/simple_controller,left=htc/vive_controller",
        "left=htc/vive_controller,khr/simple_controller",
        "right=htc/vive_controller,right=htc/vive_controller",
        "right=htc/vive_controller,left=htc/vive_controller,right=htc/vive_controller"};
    for (size_t i = 0; i < sizeof twice / sizeof twice[0]; i++) {
        assert_false(us_profile_choice_parse(twice[i], &choice, &wrong));
        assert_non_null(strstr(wrong.why, "second profile"));
    }
    assert_true(us_profile_choice_parse("left=htc/vive_controller,right=khr/simple_controller",
                                        &choice, &wrong));
    assert_string_equal(choice.left, "htc/vive_controller");
    assert_string_equal(choice.right, "khr/simple_controller");
    /* An error shows the first 128 characters. */
    char word[200] = "";
    memset(word, 'x', 150);
    assert_false(us_profile_choice_parse(word, &choice, &wrong));
    assert_int_equal(wrong.length, 128);
    assert_false(us_profile_choice_parse("left=/interaction_profiles/khr/simple", &choice, &wrong));
    assert_non_null(strstr(wrong.why, "is not an interaction profile"));
}

int main(void)
{
    return RUN_TESTS(numbers_are_read, seconds_may_have_a_unit, the_ends_belong_to_the_range,
                     long_words_are_cut, a_marker_is_found_by_all_of_its_name,
                     a_marker_of_a_session_is_within_it, lists_of_markers_are_cut_between_them,
                     clocks_are_chosen, each_hand_has_one_profile);
}
