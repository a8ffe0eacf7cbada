/* SPDX-License-Identifier: MIT */
/*
 * The report: a file of JSON lines, and the counters of an instance that it holds. Under the
 * runtime's lock.
 */
#ifndef RT_RUNTIME_REPORT_H
#define RT_RUNTIME_REPORT_H

#include "core/base/text.h"
#include "platform/numbers.h"
#include "runtime/base/settings.h"
#include "runtime/base/xr.h"
#include "runtime/person/moving_person.h"

struct rt_counters {
    uint64_t calls[RT_FUNCTION_COUNT];  /* calls with a valid handle, answered or refused */
    uint64_t failed[RT_FUNCTION_COUNT]; /* refused calls */
    uint64_t frames;                    /* frames that xrEndFrame accepted */
    uint64_t projection_layers;
    uint64_t quad_layers;
    uint64_t other_layers;
    uint64_t shots;
    uint64_t haptics[US_HAND_COUNT];
};

struct rt_report_line {
    const char *path;
    char *bytes;
    struct us_json_text text; /* the caller writes the line into it */
    struct us_numbers app_numbers;
};

/* Begins a line. False: the settings name no report, or memory ran out. Otherwise the caller must
 * end the line: until then the thread has the locale "C", which JSON numbers need. */
bool rt_report_begin(struct rt_report_line *line, const struct rt_settings *settings);

/* Appends the line to the file. Prints a message on standard error where that fails. */
void rt_report_end(struct rt_report_line *line);

/* Appends {"frames":n,"layers":{"projection":n,"quad":n,"other":n},"shots":n,
 * "haptics":{"left":n,"right":n},"calls":{"xrFoo":n,...},"failed":{"xrFoo":n,...}}. It leaves out
 * functions that were never called. */
void rt_report_write_counters(const struct rt_settings *settings,
                              const struct rt_counters *counters);

#endif
