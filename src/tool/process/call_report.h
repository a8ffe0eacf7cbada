/* SPDX-License-Identifier: MIT */
/*
 * call_report: says in which OpenXR call each thread of an app is, or which call returned last, and
 * how to get a backtrace.
 */
#ifndef TOOL_CALL_REPORT_H
#define TOOL_CALL_REPORT_H

#include "status/run_status.h"

/* Gives a line for each thread that has called OpenXR: "thread 4711 (render) is in xrWaitFrame".
 * Returns how many such threads there are. `status` may be NULL. */
unsigned tool_call_report_describe(const struct us_run_status *status,
                                   void (*add)(void *data, const char *line), void *data);

/* Prints a line for each thread that has called OpenXR, or one line that says why there is none.
 * `status` may be NULL. */
void tool_call_report_print(const struct us_run_status *status);

/* Prints how to get a backtrace of an app that crashed: by a core handler of the system, or by
 * gdb. `app` is its command. */
void tool_call_report_print_backtrace(const char *app);

/* A number that changes with each frame of the app. 0 for NULL. */
uint64_t tool_call_report_frames(const struct us_run_status *status);

#endif
