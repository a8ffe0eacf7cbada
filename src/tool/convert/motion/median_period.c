/* SPDX-License-Identifier: MIT */
#include "tool/convert/motion/median_period.h"

#include <math.h>

#define BIN_S 1e-5

void tool_median_period_add(struct tool_median_period *median, double span_s)
{
    const double bin = fmin(span_s / BIN_S, (double)(TOOL_MEDIAN_BINS - 1));
    if (!(span_s > 0.0))
        return;
    median->count++;
    median->counts[(unsigned)bin]++;
    median->sums_s[(unsigned)bin] += span_s;
}

double tool_median_period_s(const struct tool_median_period *median)
{
    uint64_t before = 0;
    for (unsigned i = 0; i < TOOL_MEDIAN_BINS; i++) {
        before += median->counts[i];
        if (median->counts[i] > 0 && 2 * before >= median->count)
            return median->sums_s[i] / (double)median->counts[i];
    }
    return 0.0;
}
