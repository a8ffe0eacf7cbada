/* SPDX-License-Identifier: MIT */
#include "random.h"

static uint64_t mix(uint64_t value)
{
    value += UINT64_C(0x9e3779b97f4a7c15);
    value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
    return value ^ (value >> 31);
}

double us_random_unit(uint64_t seed, uint64_t index)
{
    return (double)(mix(mix(seed) ^ index) >> 11) * 0x1p-53;
}

double us_random_between(uint64_t seed, uint64_t index, double low, double high)
{
    return low + (high - low) * us_random_unit(seed, index);
}
