/* SPDX-License-Identifier: MIT */
/* Hazard: text for a person or a program that is cut in the wrong place, is no UTF-8, or names
 * something that does not exist. */
#include "support.h"

#include <ctype.h>
#include <string.h>

#include "core/base/pose.h"
#include "core/base/text.h"
#include "core/base/result.h"
#include "core/playback/play_choices.h"
#include "core/repair/repair_report.h"

/* RFC 3629 by the number that a sequence stands for: no longer than needed, none of UTF-16's
 * surrogates, and not above U+10FFFF. 0 for a control character, as us_utf8_length. */
static size_t length_by_number(const unsigned char *at)
{
    static const uint32_t least[] = {0, 0x20, 0x80, 0x800, 0x10000};
    size_t length = at[0] < 0x80 ? 1 : at[0] < 0xc0 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    if (length == 0 || at[0] >= 0xf8)
        return 0;
    uint32_t number = length == 1 ? at[0] : at[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        number = number << 6 | (at[i] & 0x3f);
    }
    bool good = number >= least[length] && !(number >= 0xd800 && number < 0xe000);
    return good && number <= 0x10ffff ? length : 0;
}

static const unsigned char edges[] = {0x00, 0x01, 0x7f, 0x80, 0x81, 0x8f, 0x90,
                                      0x9f, 0xa0, 0xa1, 0xbf, 0xc0, 0xc2, 0xff};

TEST(sequences_are_well_formed)
{
    for (unsigned first = 0; first < 256; first++)
        for (unsigned second = 0; second < 256; second++)
            for (unsigned rest = 0; rest < sizeof edges * sizeof edges; rest++) {
                const unsigned char bytes[5] = {(unsigned char)first, (unsigned char)second,
                                                edges[rest % sizeof edges],
                                                edges[rest / sizeof edges], 0};
                size_t expected = length_by_number(bytes);
                if (us_utf8_length((const char *)bytes) != expected)
                    fail_msg("%02x %02x %02x %02x", bytes[0], bytes[1], bytes[2], bytes[3]);
            }
}

static void check_json(const char *value, const char *expected)
{
    char out[64];
    struct us_json_text text;
    us_json_text_init(&text, out, sizeof out);
    us_json_text_string(&text, NULL, value);
    assert_int_equal(us_json_text_finish(&text), strlen(expected));
    assert_string_equal(out, expected);
}

TEST(json_is_text_of_any_bytes)
{
    check_json("", "\"\"");
    check_json(NULL, "null");
    check_json("a\"b\\c", "\"a\\\"b\\\\c\"");
    check_json("\x01\x1f \x7f", "\"\\u0001\\u001f \\u007f\"");
    check_json("\xc3\xa4\xe2\x82\xac\xf0\x9f\x99\x82", "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x99\x82\"");
    check_json("\xff\xc3", "\"\xef\xbf\xbd\xef\xbf\xbd\"");
    check_json("\xe2\x82", "\"\xef\xbf\xbd\xef\xbf\xbd\"");
}

/* What does not fit is nothing, with its NUL; what just fits is whole. */
TEST(json_that_does_not_fit)
{
    char out[16];
    struct us_json_text text;
    for (uint32_t size = 0; size < 12; size++) {
        memset(out, '#', sizeof out);
        us_json_text_init(&text, out, size);
        us_json_text_string(&text, "n", "abc"); /* "n":"abc" */
        uint32_t length = us_json_text_finish(&text);
        assert_int_equal(length, size > 9 ? 9 : 0);
        assert_string_equal(size > 0 ? out : "", size > 9 ? "\"n\":\"abc\"" : "");
        assert_int_equal(out[size], '#');
    }
    us_json_text_init(&text, out, sizeof out);
    us_json_text_raw(&text, "{");
    us_json_text_integer(&text, "a", -1);
    us_json_text_bool(&text, "b", true);
    assert_int_equal(us_json_text_finish(&text), 0);
    us_json_text_init(&text, out, sizeof out);
    us_json_text_numbers(&text, NULL, (const float[]){1.5f, -2.0f, INFINITY}, 3);
    assert_int_equal(us_json_text_finish(&text), 13);
    assert_string_equal(out, "[1.5,-2,null]");
}

/* A comma stands between two values of a list, and nowhere else. */
TEST(json_has_commas_between_values)
{
    char out[128];
    struct us_json_text text;
    memset(out, ',', sizeof out);
    us_json_text_init(&text, out, sizeof out);
    us_json_text_raw(&text, "{");
    us_json_text_integer(&text, "a", -1);
    us_json_text_bool(&text, "b", true);
    us_json_text_value(&text, "c", "[");
    us_json_text_string(&text, NULL, "x");
    us_json_text_string(&text, NULL, "y,");
    us_json_text_string(&text, NULL, "z");
    us_json_text_raw(&text, "]");
    us_json_text_numbers(&text, "d", (const float[]){1.5f, 2.0f}, 2);
    us_json_text_raw(&text, "}");
    static const char expected[] = "{\"a\":-1,\"b\":true,\"c\":[\"x\",\"y,\",\"z\"],\"d\":[1.5,2]}";
    assert_int_equal(us_json_text_finish(&text), strlen(expected));
    assert_string_equal(out, expected);
}

static void check_described(const char *curve, uint64_t byte, const char *expected)
{
    struct us_error error;
    char text[128];
    assert_int_equal(us_result_fail(&error, US_ERROR_COUNT, byte, curve, "%s %d", "it is", 7),
                     US_ERROR_COUNT);
    assert_int_equal(error.result, US_ERROR_COUNT);
    assert_string_equal(error.curve, curve != NULL ? curve : "");
    for (unsigned size = 0; size < sizeof text; size++) {
        memset(text, '#', sizeof text);
        int length = us_error_describe(&error, text, size);
        size_t fits = strlen(expected) < size ? strlen(expected) : size > 0 ? size - 1 : 0;
        assert_int_equal(length, fits);
        assert_memory_equal(text, expected, fits);
        assert_int_equal(text[fits], size > 0 ? '\0' : '#');
    }
}

TEST(errors_say_where)
{
    check_described(NULL, US_NO_BYTE, "it is 7");
    check_described(NULL, 12, "it is 7 (at byte 12)");
    check_described("gaze origin X", US_NO_BYTE, "it is 7 (in gaze origin X)");
    check_described("gaze origin X", 0, "it is 7 (in gaze origin X, at byte 0)");
    assert_int_equal(us_result_fail(NULL, US_ERROR_FILE, 1, NULL, "%s", "nobody asked"),
                     US_ERROR_FILE);
}

/* A sequence that goes on behind the end is none. */
TEST(copies_end_where_the_text_does)
{
    char to[16];
    us_utf8_copy(to, sizeof to, "a\xe2\x82\xac", 3);
    assert_string_equal(to, "a??");
    us_utf8_copy(to, sizeof to, "abcd\xf0\x9f\x99\x82", 7);
    assert_string_equal(to, "abcd???");
    us_utf8_copy(to, sizeof to, "ab\xc3\xa4", 4);
    assert_string_equal(to, "ab\xc3\xa4");
    us_utf8_copy(to, 4, "ab\xc3\xa4", 4);
    assert_string_equal(to, "ab");
    us_utf8_copy(to, 5, "ab\xc3\xa4", 4);
    assert_string_equal(to, "ab\xc3\xa4");
}

static void check_raw(uint32_t size, const char *text, uint32_t length, const char *expected)
{
    char out[32] = "before";
    struct us_json_text json;
    us_json_text_init(&json, out, size);
    us_json_text_raw(&json, text);
    assert_int_equal(us_json_text_finish(&json), length);
    assert_string_equal(out, expected);
}

TEST(raw_json_that_does_not_fit_is_empty)
{
    check_raw(5, "true", 4, "true");
    check_raw(4, "true", 0, "");
    check_raw(1, "", 0, "");
    check_raw(0, "", 0, "before");
}

/* An "a" with two dots has two bytes, the sign for the euro three, a face four. */
#define TWO "\xc3\xa4"
#define THREE "\xe2\x82\xac"
#define FOUR "\xf0\x9f\x98\x80"

static void check_copy(size_t to_size, const char *from, const char *expected)
{
    char to[32];
    memset(to, 'x', sizeof to);
    us_utf8_copy(to, to_size, from, strlen(from) + 1);
    assert_string_equal(to, expected);
    for (size_t i = strlen(expected) + 1; i < sizeof to; i++)
        assert_int_equal(to[i], 'x');
    /* The same without a NUL behind it. */
    us_utf8_copy(to, to_size, from, strlen(from));
    assert_string_equal(to, expected);
}

TEST(texts_are_cut_between_characters)
{
    check_copy(32, "plain", "plain");
    check_copy(6, "plain", "plain");
    check_copy(5, "plain", "plai");
    check_copy(1, "plain", "");
    check_copy(32, TWO THREE FOUR, TWO THREE FOUR);
    check_copy(10, TWO THREE FOUR, TWO THREE FOUR);
    check_copy(9, TWO THREE FOUR, TWO THREE);
    check_copy(6, TWO THREE FOUR, TWO THREE);
    check_copy(5, TWO THREE FOUR, TWO);
    check_copy(3, TWO "b", TWO);
    check_copy(2, TWO "b", "");
    check_copy(32, "a\xff" TWO "\xe2\x82", "a?" TWO "??");
    check_copy(2, "\xff\xff", "?");
}

TEST(names_of_what_there_is)
{
    assert_string_equal(us_joint_name(US_JOINT_COUNT), "?");
    assert_string_not_equal(us_joint_name((enum us_joint)(US_JOINT_COUNT - 1)), "?");
    assert_true(us_joint_radius_m(US_JOINT_COUNT) == us_joint_radius_m((enum us_joint)0));
    assert_string_equal(us_repair_name(US_REPAIR_KIND_COUNT), "?");
    assert_string_equal(us_repair_name(US_REPAIR_LOST_TAIL), "lost-tail");
    assert_int_equal(us_repair_weight(US_REPAIR_KIND_COUNT), US_REPAIR_REMAINS);
    assert_int_equal(us_repair_weight(US_REPAIR_TRACKING_GAP), US_REPAIR_NOTE);
}

static void check_place(enum us_repair_kind kind, unsigned curve, const char *begins)
{
    char text[256];
    const struct us_repair_item item = {kind, curve, 2, 0.0};
    us_repair_describe(&item, text, sizeof text);
    if (strncmp(text, begins, strlen(begins)) != 0)
        fail_msg("'%s' does not begin with '%s'", text, begins);
}

/* A rotation's item is of its owner, a curve's is of the curve. */
TEST(repairs_are_said_of_their_place)
{
    check_place(US_REPAIR_SIGN_FLIP, ANIMATION_CAMERA + 3, "camera: the rotation");
    check_place(US_REPAIR_SIGN_FLIP, animation_joint(0, 0) + 3, "left None: ");
    check_place(US_REPAIR_NO_ROTATION, ANIMATION_JOINTS, "left None: ");
    check_place(US_REPAIR_NO_ROTATION, ANIMATION_GAZE - 1, "right PinkyTip: ");
    check_place(US_REPAIR_SIGN_FLIP, animation_joint(1, 26) + 3, "right PinkyTip: ");
    check_place(US_REPAIR_ZERO_GAZE, ANIMATION_GAZE, "gaze: no direction in 2 keys");
    check_place(US_REPAIR_UNSORTED, ANIMATION_CAMERA, "camera position X: keys");
    check_place(US_REPAIR_UNSORTED, ANIMATION_CURVES + 1, "?: keys"); /* there is no such curve */
    check_place(US_REPAIR_UNSORTED, UINT32_MAX, "?: keys");
    check_place(US_REPAIR_UNKNOWN_WRAP, ANIMATION_CAMERA, "camera position X: a wrap mode");
    check_place(US_REPAIR_UNKNOWN_WEIGHTED, ANIMATION_CAMERA, "camera position X: a weighted mode");
    const struct us_repair_item gap = {US_REPAIR_TRACKING_GAP, ANIMATION_TRACKED, 1, 2.5};
    const struct us_repair_item gaps = {US_REPAIR_TRACKING_GAP, ANIMATION_TRACKED + 1, 2, 0.5};
    char sentence[128];
    us_repair_describe(&gap, sentence, sizeof sentence);
    assert_string_equal(sentence, "left: not tracked in 1 gap, 2.500 s in all");
    us_repair_describe(&gaps, sentence, sizeof sentence);
    assert_string_equal(sentence, "right: not tracked in 2 gaps, 0.500 s in all");
    check_place(US_REPAIR_MARKER_NAME, ANIMATION_CURVES, "markers: 2 names not");
    check_place(US_REPAIR_KIND_COUNT, ANIMATION_CAMERA, "");
    char text[8] = "#######";
    const struct us_repair_item item = {US_REPAIR_KIND_COUNT, 0, 1, 0.0};
    us_repair_describe(&item, text, 0);
    assert_string_equal(text, "#######");
    us_repair_describe(&item, text, 1);
    assert_string_equal(text, "");
}

TEST(errors_that_are_cut)
{
    struct us_error error = {.byte = US_NO_BYTE};
    char out[16];
    strcpy(error.text, "0123456789");
    for (unsigned size = 0; size < sizeof out; size++) {
        memset(out, '#', sizeof out);
        int length = us_error_describe(&error, out, size);
        int expected = size == 0 ? 0 : size > 10 ? 10 : (int)size - 1;
        assert_int_equal(length, expected);
        if (size > 0)
            assert_int_equal(strlen(out), expected);
        assert_int_equal(out[size], '#');
    }
    error.text[0] = '\0';
    assert_int_equal(us_error_describe(&error, out, sizeof out), 0);
    assert_string_equal(out, "");
}

static void check_number(const char *text, bool good, double expected)
{
    double number = -77.0;
    assert_int_equal(us_play_range_number(text, strlen(text), &number), good);
    if (good)
        check_near(number, expected, fabs(expected) * 1e-15, text);
    else
        assert_true(number == -77.0);
}

TEST(numbers_are_decimal)
{
    static const char *const wrong[] = {"",    "-",   ".",  "-.", "1.2.3", "--1", "1-", "+1",
                                        "1e3", "0x1", " 1", "1 ", ",5",    "nan", "/",  ":"};
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        check_number(wrong[i], false, 0.0);
    check_number("0", true, 0.0);
    check_number("-0.25", true, -0.25);
    check_number("-2.50", true, -2.5);
    check_number(".5", true, 0.5);
    check_number("5.", true, 5.0);
    check_number("1234567890", true, 1234567890.0);
    check_number("-98.7654321", true, -98.7654321);
    char digits[400];
    memset(digits, '9', sizeof digits);
    digits[399] = '\0';
    check_number(digits, false, 0.0);
    digits[1] = '.';
    check_number(digits, false, 0.0);
}

/* Large and small letters of ASCII count as one; nothing else does, neither the signs next to them
 * nor letters of more than one byte. */
TEST(the_same_letters)
{
    char a[] = "?x", b[] = "?x";
    for (int first = 1; first < 256; first++) {
        for (int second = 1; second < 256; second++) {
            a[0] = (char)first, b[0] = (char)second;
            bool are_letters = first < 128 && second < 128 && isalpha(first) && isalpha(second);
            bool expected = first == second || (are_letters && (first ^ second) == 0x20);
            if (us_text_same_letters(a, b) != expected)
                fail_msg("%02x %02x", (unsigned)first, (unsigned)second);
        }
    }
    assert_true(us_text_same_letters("", ""));
    assert_true(us_text_same_letters("Report.HTML", "rEPORT.html"));
    assert_false(us_text_same_letters("report", "report.html"));
    assert_false(us_text_same_letters("report.html", "report"));
    assert_false(us_text_same_letters("report.htm", "report.xtm"));
}

TEST(the_end_of_a_text)
{
    assert_true(us_text_ends_in("a.png", ".png"));
    assert_false(us_text_ends_in(".png", ".png")); /* nothing is before it */
    assert_false(us_text_ends_in("png", ".png"));
    assert_false(us_text_ends_in("a.pnG", ".png"));
}

/* Where playback of a recording of 100 s begins, or -1 with the error. */
static double begin_of(const struct us_recording *recording, const char *from,
                       struct us_error *error)
{
    struct us_recording known = *recording;
    const struct us_play_range range = {.from = from};
    struct us_clock clock = {0};
    known.last_key_s = 100.0;
    enum us_result result = us_play_range_apply(&known, &range, &clock, error);
    assert_true(result == US_OK || result == US_ERROR_USAGE);
    return result == US_OK ? clock.from_s : -1.0;
}

TEST(seconds_may_have_their_unit)
{
    const struct us_recording recording = {.markers = NULL};
    assert_true(begin_of(&recording, "2.5s", NULL) == 2.5);
    assert_true(begin_of(&recording, "2.5", NULL) == 2.5);
    assert_true(begin_of(&recording, "s", NULL) < 0.0);
    assert_true(begin_of(&recording, "2ss", NULL) < 0.0);
}

/* A time stands before it, of one character at least. */
TEST(a_pause_has_a_colon)
{
    static const struct {
        const char *text;
        double at_s, for_s; /* -1: it is refused */
    } rows[] = {{"2:5", 2.0, 5.0}, {"2s:0", 2.0, 0.0},     {"2:86400s", 2.0, 86400.0},
                {"5", -1.0, 0.0},  {":5", -1.0, 0.0},      {"2:", -1.0, 0.0},
                {"", -1.0, 0.0},   {":", -1.0, 0.0},       {"235", -1.0, 0.0},
                {"23", -1.0, 0.0}, {"2:86401", -1.0, 0.0}, {"2:-1", -1.0, 0.0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct us_recording recording = {.last_key_s = 100.0};
        struct us_clock clock = {0};
        struct us_error error;
        const struct us_play_range range = {.pauses = rows[i].text};
        enum us_result result = us_play_range_apply(&recording, &range, &clock, &error);
        assert_int_equal(result, rows[i].at_s < 0.0 ? US_ERROR_USAGE : US_OK);
        if (result == US_OK)
            assert_true(clock.pauses.count == 1 && clock.pauses.list[0].at_s == rows[i].at_s &&
                        clock.pauses.list[0].for_s == rows[i].for_s);
    }
}

/* A list has commas between its words and is cut where its room ends. */
TEST(lists_of_words_have_room)
{
    static const char *const words[] = {"one", "two", "three", NULL};
    static const char joined[] = "of one, two, three", added[] = "one or two or three";
    for (size_t size = 4; size < 24; size++) {
        char room[24], expected[24];
        memset(room, '#', sizeof room);
        strcpy(room, "of ");
        us_text_join(words, room, size);
        snprintf(expected, size, "%s", joined);
        assert_string_equal(room, expected);
        for (size_t i = size; i < sizeof room; i++)
            assert_int_equal(room[i], '#');
        memset(room, '#', sizeof room);
        room[0] = '\0';
        for (int i = 0; i < 3; i++)
            us_text_add(room, size, " or ", words[i]);
        snprintf(expected, size, "%s", added);
        assert_string_equal(room, expected);
        for (size_t i = size; i < sizeof room; i++)
            assert_int_equal(room[i], '#');
    }
}

/* All markers are listed, or as many as there is room for and then "...". */
TEST(markers_are_listed_as_far_as_there_is_room)
{
    static char names[60][9];
    struct us_marker markers[60];
    struct us_recording recording;
    memset(&recording, 0, sizeof recording);
    recording.markers = markers;
    for (uint32_t i = 0; i < 60; i++) {
        snprintf(names[i], sizeof names[i], "mark-%02u", (unsigned)i);
        markers[i] = (struct us_marker){.time_s = (float)i, .name = names[i], .name_length = 7};
    }
    for (uint32_t count = 0; count <= 60; count++) {
        struct us_error error;
        recording.marker_count = count;
        assert_true(begin_of(&recording, "marker:x", &error) < 0.0);
        char whole[4096] = "there is no marker 'x'; the recording has ",
             *listed = whole + strlen(whole);
        for (uint32_t i = 0; i < count; i++)
            snprintf(whole + strlen(whole), 64, "%s'mark-%02u' (%u.000 s)", i > 0 ? ", " : "",
                     (unsigned)i, (unsigned)i);
        if (count == 0)
            strcpy(whole, "there is no marker 'x': the recording has none");
        if (strlen(listed) < US_ERROR_TEXT_SIZE - 116) {
            assert_string_equal(error.text, whole);
            continue;
        }
        size_t length = strlen(error.text);
        assert_true(length < US_ERROR_TEXT_SIZE && strcmp(error.text + length - 5, ", ...") == 0);
        assert_memory_equal(error.text, whole, length - 5);
        assert_true(length + 32 > US_ERROR_TEXT_SIZE - 116);
    }
    /* The list of one marker has 12 bytes besides its name, and 139 of all. */
    for (int length = 120; length < 135; length++) {
        char name[140], whole[200];
        struct us_error error;
        memset(name, 'm', sizeof name);
        name[length] = '\0';
        markers[0] = (struct us_marker){.name = name, .name_length = (uint32_t)length};
        recording.marker_count = 1;
        assert_true(begin_of(&recording, "marker:x", &error) < 0.0);
        snprintf(whole, sizeof whole, "there is no marker 'x'; the recording has '%s' (0.000 s)",
                 name);
        assert_int_equal(strcmp(error.text, whole) == 0, length + 12 <= 139);
    }
    recording.marker_count = 60;
    markers[0].name = "", markers[0].name_length = 0;
    assert_true(begin_of(&recording, "marker:", NULL) == 0.0);
    assert_true(begin_of(&recording, "mark-07", NULL) == 7.0);
}

TESTS_MAIN(sequences_are_well_formed, json_is_text_of_any_bytes, json_that_does_not_fit,
           json_has_commas_between_values, errors_say_where, raw_json_that_does_not_fit_is_empty,
           texts_are_cut_between_characters, copies_end_where_the_text_does, names_of_what_there_is,
           repairs_are_said_of_their_place, errors_that_are_cut, numbers_are_decimal,
           the_same_letters, the_end_of_a_text, lists_of_words_have_room,
           seconds_may_have_their_unit, a_pause_has_a_colon,
           markers_are_listed_as_far_as_there_is_room)
