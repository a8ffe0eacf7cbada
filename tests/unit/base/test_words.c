/* SPDX-License-Identifier: MIT */
/* Hazard: a name, a text or a number is written as another one, or cut in the middle of a
 * character. */
#include "support.h"

#include <math.h>

#include "core/base/text.h"
#include "openxr/xr_names.h"

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

TEST(what_is_meant_by_a_word)
{
    static const char *const names[] = {"advance", "squeeze/value", "squeeze/click", NULL};
    assert_string_equal(us_text_closest("advnace", names), "advance");
    assert_string_equal(us_text_closest("squeeze", names), "squeeze/value");
    assert_null(us_text_closest("squish", names));
    assert_null(us_text_closest("a", names + 3));
}

TEST(a_list_that_does_not_fit_is_cut)
{
    char list[12] = "", guard[12];
    memset(guard, '#', sizeof guard);
    us_text_add_word(list, sizeof list, "head");
    assert_string_equal(list, "head");
    us_text_add_word(list, sizeof list, "hands");
    assert_string_equal(list, "head, hands");
    us_text_add_word(list, sizeof list, "gaze");
    assert_string_equal(list, "head, hands");
    us_text_add_word(guard, 1, (guard[0] = '\0', "gaze"));
    assert_true(guard[0] == '\0' && guard[1] == '#');
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

TEST(results_have_their_names)
{
    static const struct {
        const char *name;
        XrResult result;
    } rows[] = {{"XR_SUCCESS", XR_SUCCESS},
                {"XR_ERROR_RUNTIME_FAILURE", XR_ERROR_RUNTIME_FAILURE},
                {"XR_SESSION_LOSS_PENDING", XR_SESSION_LOSS_PENDING},
                {"XR_ERROR_GRAPHICS_DEVICE_INVALID", XR_ERROR_GRAPHICS_DEVICE_INVALID}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        XrResult result = (XrResult)12345;
        assert_true(us_xr_names_find_result(rows[i].name, &result));
        assert_int_equal(result, rows[i].result);
        assert_string_equal(us_xr_names_result(rows[i].result), rows[i].name);
    }
    XrResult result = (XrResult)12345;
    assert_false(us_xr_names_find_result("XR_ERROR_NOBODY_KNOWS", &result));
    assert_false(us_xr_names_find_result("", &result));
    assert_int_equal(result, 12345);
}

/* Whatever the headers of the build know, and what only a newer registry knows. */
TEST(structures_have_their_names)
{
    static const struct {
        const char *name;
        XrStructureType type;
    } known[] = {
#define ROW(symbol, value) {#symbol, symbol},
        XR_LIST_ENUM_XrStructureType(ROW)
#undef ROW
            {"XR_TYPE_SPATIAL_GRAPH_STATIC_NODE_BINDING_CREATE_INFO_MSFT",
             (XrStructureType)1000049001},
        {"XR_TYPE_SPATIAL_GRAPH_NODE_BINDING_PROPERTIES_GET_INFO_MSFT",
         (XrStructureType)1000049002},
        {"XR_TYPE_SPATIAL_GRAPH_NODE_BINDING_PROPERTIES_MSFT", (XrStructureType)1000049003},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const char *name = us_xr_names_structure(known[i].type);
        bool is_newer = name == NULL && XR_CURRENT_API_VERSION > XR_MAKE_VERSION(1, 1, 62);
        if (known[i].type != XR_STRUCTURE_TYPE_MAX_ENUM && !is_newer &&
            (name == NULL || strcmp(name, known[i].name) != 0))
            fail_msg("%s is called %s", known[i].name, name != NULL ? name : "nothing");
    }
    assert_null(us_xr_names_structure((XrStructureType)0x7ffffffe));
}

TEST(states_have_their_names)
{
    assert_string_equal(us_xr_names_state(XR_SESSION_STATE_UNKNOWN), "UNKNOWN");
    assert_string_equal(us_xr_names_state(XR_SESSION_STATE_FOCUSED), "FOCUSED");
    assert_string_equal(us_xr_names_state(XR_SESSION_STATE_EXITING), "EXITING");
    assert_string_equal(us_xr_names_state((XrSessionState)(XR_SESSION_STATE_EXITING + 1)), "?");
    assert_string_equal(us_xr_names_state((XrSessionState)-1), "?");
}

/* More than 31 years are a power of ten, and the largest short time is below it. */
TEST(times_at_their_limits)
{
    assert_string_equal(us_seconds_words(1e9).text, "1.000000000e+9 s (more than 31 years)");
    assert_string_equal(us_seconds_words(-1e9).text, "-1.000000000e+9 s (more than 31 years)");
    assert_string_equal(us_seconds_words(nextafter(1e9, 0)).text, "1000000000.000 s");
    for (int exponent = 10; exponent < 300; exponent++) {
        char expected[64];
        double below = nextafter(pow(10.0, exponent), 0);
        snprintf(expected, sizeof expected, "%.9e", below);
        /* The C library writes exponents of two digits at least. */
        double back = strtod(us_seconds_text(below, 9).text, NULL);
        check_near(back / strtod(expected, NULL), 1.0, 1e-12, "below a power of ten");
    }
}

static void check_json(uint32_t size, const char *text, uint32_t length, const char *expected)
{
    char out[32] = "before";
    struct us_json_text json;
    us_json_text_init(&json, out, size);
    us_json_text_raw(&json, text);
    assert_int_equal(us_json_text_finish(&json), length);
    assert_string_equal(out, expected);
}

TEST(json_that_does_not_fit_is_empty)
{
    check_json(5, "true", 4, "true");
    check_json(4, "true", 0, "");
    check_json(1, "", 0, "");
    check_json(0, "", 0, "before");
}

int main(void)
{
    return RUN_TESTS(what_is_meant_by_a_word, a_list_that_does_not_fit_is_cut,
                     texts_are_cut_between_characters, results_have_their_names,
                     structures_have_their_names, states_have_their_names, times_at_their_limits,
                     json_that_does_not_fit_is_empty);
}
