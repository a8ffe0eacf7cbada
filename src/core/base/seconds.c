/* SPDX-License-Identifier: MIT */
#include "core/base/seconds.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Below this a time in nanoseconds fits into an int64_t. */
#define MOST_PLAIN_S 9e9
#define MOST_SHORT_S 1e9

static uint64_t power_of_ten(int exponent)
{
    uint64_t power = 1;
    for (int i = 0; i < exponent; i++)
        power *= 10;
    return power;
}

static struct us_seconds plain(double size_s, const char *sign, int decimals)
{
    struct us_seconds out;
    uint64_t unit = power_of_ten(decimals);
    uint64_t count = (uint64_t)(size_s * (double)unit + 0.5);
    if (decimals == 0)
        snprintf(out.text, sizeof(out.text), "%s%" PRIu64, sign, count);
    else
        snprintf(out.text, sizeof(out.text), "%s%" PRIu64 ".%0*" PRIu64, sign, count / unit,
                 decimals, count % unit);
    return out;
}

static struct us_seconds with_exponent(double size_s, const char *sign)
{
    struct us_seconds out;
    int exponent = (int)floor(log10(size_s));
    uint64_t digits = (uint64_t)(size_s / pow(10.0, exponent) * 1e9 + 0.5);
    /* The logarithm or the digits may have been rounded up to a power of ten. */
    if (digits >= 10000000000u) {
        digits /= 10;
        exponent++;
    }
    snprintf(out.text, sizeof(out.text), "%s%" PRIu64 ".%09" PRIu64 "e+%d", sign,
             digits / 1000000000u, digits % 1000000000u, exponent);
    return out;
}

struct us_seconds us_seconds_text(double seconds, int decimals)
{
    struct us_seconds out;
    const char *sign = seconds < 0.0 ? "-" : "";
    if (isnan(seconds))
        snprintf(out.text, sizeof(out.text), "nan");
    else if (isinf(seconds))
        snprintf(out.text, sizeof(out.text), "%sinf", sign);
    else if (fabs(seconds) < MOST_PLAIN_S)
        out = plain(fabs(seconds), sign, decimals);
    else
        out = with_exponent(fabs(seconds), sign);
    return out;
}

struct us_seconds us_seconds_words(double seconds)
{
    bool is_short = fabs(seconds) < MOST_SHORT_S;
    struct us_seconds out = is_short ? us_seconds_text(seconds, 3)
                                     : with_exponent(fabs(seconds), seconds < 0.0 ? "-" : "");
    const char *unit = is_short ? " s" : " s (more than 31 years)";
    strncat(out.text, unit, sizeof(out.text) - strlen(out.text) - 1);
    return out;
}
