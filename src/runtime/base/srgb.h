/* SPDX-License-Identifier: MIT */
/* The sRGB transfer function (IEC 61966-2-1). Any thread. */
#ifndef RT_RUNTIME_SRGB_H
#define RT_RUNTIME_SRGB_H

#include <stdint.h>

/* Encodes linear light. Values outside of 0 to 1 are clamped; NaN becomes 0. */
uint8_t rt_srgb_encode(double linear);

/* The linear light of an encoded value, 0 to 1. */
double rt_srgb_decode(uint8_t encoded);

#endif
