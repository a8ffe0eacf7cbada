/* SPDX-License-Identifier: MIT */
/*
 * monotonic: the time of CLOCK_MONOTONIC, which all processes of a machine share and which is never
 * set. Any thread; no lock, no allocation, and on Linux no system call (vDSO).
 */
#ifndef US_MONOTONIC_H
#define US_MONOTONIC_H

#include <stdint.h>

int64_t us_monotonic_ns(void);
double us_monotonic_s(void);

#endif
