/* SPDX-License-Identifier: MIT */
/*
 * random: numbers that depend on nothing but a seed and an index, so that any moment can be made
 * without its past.
 */
#ifndef US_RANDOM_H
#define US_RANDOM_H

#include <stdint.h>

/* A number in [0, 1) (SplitMix64 of both). */
double us_random_unit(uint64_t seed, uint64_t index);
/* A number in [low, high). */
double us_random_between(uint64_t seed, uint64_t index, double low, double high);

#endif
