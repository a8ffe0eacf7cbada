/* SPDX-License-Identifier: MIT */
/*
 * seconds: formats times of any size as text, with a decimal point in every locale.
 */
#ifndef US_SECONDS_H
#define US_SECONDS_H

struct us_seconds {
    char text[56];
};

/* "-1.500000000": rounded to `decimals` digits, 0 to 9. From 9e9 s (285 years) on with an exponent,
 * "1.000000015e+30"; "nan" and "inf" are themselves. A number of C and, if finite, of JSON. */
struct us_seconds us_seconds_text(double seconds, int decimals);

/* For the user: "1.500 s"; from 1e9 s on "1.000000000e+30 s (more than 31 years)". */
struct us_seconds us_seconds_words(double seconds);

#endif
