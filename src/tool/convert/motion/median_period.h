/* SPDX-License-Identifier: MIT */
/*
 * median_period: the median of many spans of time, in constant memory: spans that differ by less
 * than 10 microseconds count as their mean. One thread.
 */
#ifndef TOOL_CONVERT_MOTION_MEDIAN_PERIOD_H
#define TOOL_CONVERT_MOTION_MEDIAN_PERIOD_H

#include <stdint.h>

enum { TOOL_MEDIAN_BINS = 100001 }; /* up to 1 s; the last one has all that are longer */

struct tool_median_period {
    uint64_t count;
    uint64_t counts[TOOL_MEDIAN_BINS];
    double sums_s[TOOL_MEDIAN_BINS];
};

/* Spans of 0 do not count. */
void tool_median_period_add(struct tool_median_period *median, double span_s);
/* The lower one of two in the middle; 0 if there is none. */
double tool_median_period_s(const struct tool_median_period *median);

#endif
