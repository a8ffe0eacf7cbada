/* SPDX-License-Identifier: MIT */
/*
 * clock_choice: parses the clock that a user chose: "wall", "frame" (60 Hz) or "frame:HZ".
 */
#ifndef US_CLOCK_CHOICE_H
#define US_CLOCK_CHOICE_H

#include "core/playback/clock.h"

/* Sets the kind and the rate of `clock`. Returns false and leaves `clock` unchanged if `text` is
 * none of these or HZ is outside [minimum_hz, maximum_hz]. Pure. */
bool us_clock_choice_parse(const char *text, double minimum_hz, double maximum_hz,
                           struct us_clock *clock);

#endif
