/* SPDX-License-Identifier: MIT */
/*
 * fail_functions: the functions that the app gets in place of those that are to fail. Each asks
 * whether this call fails, and otherwise calls the function that the app would have got.
 */
#ifndef US_FAIL_FUNCTIONS_H
#define US_FAIL_FUNCTIONS_H

#include "core/faults/fail_table.h"
#include "openxr/xr.h"

struct us_fail_calls;

/* By enum us_fail_function. */
extern const PFN_xrVoidFunction us_fail_functions[US_FAIL_FUNCTIONS];

/* The newest instance's; a loader allows one instance at a time. NULL: there is none. */
struct us_fail_calls *us_fail_calls_current(void);
/* XR_SUCCESS, or the error with which this call of the function fails. `calls` may be NULL. No
 * allocation, lock or system call. */
XrResult us_fail_calls_check(struct us_fail_calls *calls, enum us_fail_function function);
PFN_xrVoidFunction us_fail_calls_next(const struct us_fail_calls *calls,
                                      enum us_fail_function function);

#endif
