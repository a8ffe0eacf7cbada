/* SPDX-License-Identifier: MIT */
/*
 * random: numbers that look random and are a function of a seed alone, the same on every machine.
 * Pure; any thread.
 */
#ifndef US_RANDOM_H
#define US_RANDOM_H

#include <stdint.h>

/* A well-mixed 64-bit hash (the finalizer of the generator SplitMix64). */
static inline uint64_t us_random_mix(uint64_t value)
{
    value += UINT64_C(0x9e3779b97f4a7c15);
    value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
    return value ^ (value >> 31);
}

/* A random number in [-1, 1) of a hash. */
static inline double us_random_of(uint64_t hash)
{
    return (double)(hash >> 11) / 4503599627370496.0 - 1.0; /* 2^52 */
}

#endif
