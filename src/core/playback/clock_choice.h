/* SPDX-License-Identifier: MIT */
/*
 * clock_choice: the clock that a user names: "wall", "frame" or "frame:HZ".
 */
#ifndef US_CLOCK_CHOICE_H
#define US_CLOCK_CHOICE_H

#include "core/playback/clock.h"

/* Sets the kind and the rate of `clock`. False, and `clock` is unchanged, if `text` is no such name
 * or HZ is not from `minimum_hz` to `maximum_hz`. */
bool us_clock_choice_parse(const char *text, double minimum_hz, double maximum_hz,
                           struct us_clock *clock);

#endif
