/* SPDX-License-Identifier: MIT */
/* Hazard: a time that no integer of nanoseconds holds, or that the app's locale writes with a
 * comma. */
#include "support.h"

#include <float.h>
#include <locale.h>

#include "core/base/text.h"
#include "platform/time.h"

TEST(times_of_any_size)
{
    const struct {
        double seconds;
        int decimals;
        const char *text;
    } cases[] = {
        {0, 9, "0.000000000"},
        {-1.5, 9, "-1.500000000"},
        {12.3456, 3, "12.346"},
        {59.9999, 0, "60"},
        {8.9e9, 9, "8900000000.000000000"},
        {9e9, 9, "9.000000000e+9"},
        {1e22, 3, "1.000000000e+22"},
        {-2.5e30, 3, "-2.500000000e+30"},
        {1.23456789045e20, 3, "1.234567890e+20"},
        {1.23456789049e20, 3, "1.234567890e+20"},
        {1.23456789051e20, 3, "1.234567891e+20"},
        {1.23456789055e20, 3, "1.234567891e+20"},
        {12.3454, 3, "12.345"},
        {0.49, 0, "0"},
        {0.51, 0, "1"},
        {9.9999999999e15, 3, "1.000000000e+16"},
        {DBL_MAX, 9, "1.797693135e+308"},
        {(double)INFINITY, 9, "inf"},
        {-(double)INFINITY, 9, "-inf"},
        {(double)NAN, 9, "nan"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(us_seconds_text(cases[i].seconds, cases[i].decimals).text,
                            cases[i].text);
}

/* The C library reads the same number back. */
TEST(every_power_of_ten_comes_back)
{
    for (int exponent = -9; exponent < 308; exponent++) {
        double seconds = strtod("1", NULL) * pow(10.0, exponent);
        double back = strtod(us_seconds_text(seconds, 9).text, NULL);
        check_near(back, seconds, 1e-9 * fmax(seconds, 1.0), "power of ten");
    }
}

TEST(words_for_a_person)
{
    assert_string_equal(us_seconds_words(12).text, "12.000 s");
    assert_string_equal(us_seconds_words(-0.0004).text, "-0.000 s");
    assert_string_equal(us_seconds_words(1e30).text, "1.000000000e+30 s (more than 31 years)");
    assert_string_equal(us_seconds_words(-DBL_MAX).text,
                        "-1.797693135e+308 s (more than 31 years)");
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

/* Both clocks are one: a second of it is 1e9 ns. */
TEST(the_clock_in_seconds)
{
    const int64_t before_ns = us_time_now_ns();
    const double seconds = us_time_now_s();
    const int64_t after_ns = us_time_now_ns();
    assert_true(seconds * 1e9 > (double)before_ns - 1e3);
    assert_true(seconds * 1e9 < (double)after_ns + 1e3);
}

int main(void)
{
    (void)setlocale(LC_ALL, "");
    return RUN_TESTS(times_of_any_size, every_power_of_ten_comes_back, words_for_a_person,
                     times_at_their_limits, the_clock_in_seconds);
}
