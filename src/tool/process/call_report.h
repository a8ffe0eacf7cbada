/* SPDX-License-Identifier: MIT */
/*
 * call_report: says in which OpenXR call each thread of an app is, or which call returned last, and
 * how to get a backtrace.
 */
#ifndef TOOL_CALL_REPORT_H
#define TOOL_CALL_REPORT_H

#include "status/run_status.h"

enum { TOOL_CALL_REPORT_LINE_SIZE = 512 };

/* A line for the next thread that has called OpenXR: "thread 4711 (render) is in xrWaitFrame". The
 * search begins at place `*place`, at first 0, which is moved past that thread. False: there is no
 * more of them. `status` may be NULL. */
bool tool_call_report_next(const struct us_run_status *status, unsigned *place,
                           char out[TOOL_CALL_REPORT_LINE_SIZE]);

/* Prints a line for each thread that has called OpenXR, or one line that says why there is none.
 * `status` may be NULL. */
void tool_call_report_print(const struct us_run_status *status);

/* Prints how to get a backtrace of an app that crashed: by a core handler of the system, or by
 * gdb. `app` is its command. */
void tool_call_report_print_backtrace(const char *app);

/* A number that changes with each frame of the app. 0 for NULL. */
uint64_t tool_call_report_frames(const struct us_run_status *status);

#endif
