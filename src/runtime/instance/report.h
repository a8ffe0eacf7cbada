// SPDX-License-Identifier: MIT
// What an instance counted, and the line of JSON that says so. Under the runtime's lock.
#ifndef RT_RUNTIME_REPORT_H
#define RT_RUNTIME_REPORT_H

#include "runtime/base/function_id.h"
#include "runtime/person/live.h"

struct rt_counters {
    uint64_t calls[RT_FUNCTION_COUNT];  // with a valid handle, answered or not
    uint64_t failed[RT_FUNCTION_COUNT]; // those that were refused
    uint64_t frames;                    // accepted by xrEndFrame
    uint64_t projection_layers;
    uint64_t quad_layers;
    uint64_t other_layers;
    uint64_t shots;
    uint64_t haptics[RT_HAND_COUNT];
};

// Appends one line to the file: {"frames":n,"layers":{"projection":n,"quad":n,"other":n},"shots":n,
// "haptics":{"left":n,"right":n},"calls":{"xrFoo":n,...},"failed":{"xrFoo":n,...}}, calls that
// never came left out. A file that cannot be written is named on standard error.
void rt_report_write(const char *path, const struct rt_counters *counters);

#endif
