/* SPDX-License-Identifier: MIT */
/* The sRGB transfer function (IEC 61966-2-1). Any thread. */
#ifndef US_SRGB_H
#define US_SRGB_H

#include <math.h>
#include <stdint.h>

/* Encodes linear light. Values outside of 0 to 1 are clamped; NaN becomes 0. */
static inline uint8_t us_srgb_encode(double linear)
{
    if (!(linear > 0))
        return 0;
    if (linear >= 1)
        return 255;
    const double encoded =
        linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055;
    return (uint8_t)(encoded * 255.0 + 0.5);
}

/* The linear light of an encoded value, 0 to 1. */
static inline double us_srgb_decode(uint8_t encoded)
{
    const double value = encoded / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

#endif
