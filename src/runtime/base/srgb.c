/* SPDX-License-Identifier: MIT */
#include "runtime/base/srgb.h"

#include <math.h>

uint8_t rt_srgb_encode(double linear)
{
    if (!(linear > 0))
        return 0;
    if (linear >= 1)
        return 255;
    const double encoded =
        linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055;
    return (uint8_t)(encoded * 255.0 + 0.5);
}

double rt_srgb_decode(uint8_t encoded)
{
    const double value = encoded / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}
