/* SPDX-License-Identifier: MIT */
#include "core/playback/clock_choice.h"

#include <string.h>

#include "core/playback/play_range.h"

/* The rate of "frame" without ":HZ". */
#define DEFAULT_HZ 60.0

bool us_clock_choice_parse(const char *text, double minimum_hz, double maximum_hz,
                           struct us_clock *clock)
{
    double hz = DEFAULT_HZ;
    bool by_frame = strncmp(text, "frame", 5) == 0;
    if (!by_frame && strcmp(text, "wall") != 0)
        return false;
    if (by_frame && text[5] != '\0' &&
        !(text[5] == ':' && us_play_range_number(text + 6, strlen(text + 6), &hz) &&
          hz >= minimum_hz && hz <= maximum_hz))
        return false;
    clock->kind = by_frame ? US_CLOCK_FRAME : US_CLOCK_WALL;
    clock->frame_hz = by_frame ? hz : 0.0;
    return true;
}
