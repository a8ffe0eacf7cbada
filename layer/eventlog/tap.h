/* SPDX-License-Identifier: MIT */
/*
 * tap: what the app calls in place of a function while an event log is written.
 *
 * A tap calls the function that the app would call without a log, a hook or a function of the chain
 * below, and logs the result without changing it. There are no taps if no log is written. On a
 * frame thread a tap makes no allocation, takes no lock and makes no system call, with one
 * exception: with the frame clock, xrWaitFrame waits until the log has room.
 */
#ifndef US_TAP_H
#define US_TAP_H

#include <stdbool.h>

#include "openxr/xr.h"

struct us_instance;

enum us_tap {
#define US_TAP(name) US_TAP_##name,
#include "layer/eventlog/tap.def"
#undef US_TAP
    US_TAP_COUNT
};

/* The functions that the taps call; NULL if the app would not get that function. Immutable once
 * loaded. */
struct us_tap_next {
#define US_TAP(name) PFN_##name name;
#include "layer/eventlog/tap.def"
#undef US_TAP
};

/* Fills `next`. `get` resolves functions as xrGetInstanceProcAddr does without a log. */
void us_tap_load(struct us_tap_next *next, const struct us_instance *instance,
                 XrResult (*get)(const struct us_instance *, const char *, PFN_xrVoidFunction *));

/* The tap of the function `name`. NULL if it has no tap, or if the tap would have no function to
 * call. */
PFN_xrVoidFunction us_tap_find(const struct us_tap_next *next, const char *name);

/* Tells `understudy run` the names of the functions. NULL is fine. */
struct us_call_watch;
void us_tap_name_calls(struct us_call_watch *watch);

/* The function's name, for example "xrLocateSpace". */
const char *us_tap_name(enum us_tap which);

/* The taps of each file. US_TAP_COUNT ends a list. */
struct us_tap_function {
    enum us_tap which;
    PFN_xrVoidFunction function;
};
extern const struct us_tap_function us_tap_plain[], us_tap_session[], us_tap_swapchain[],
    us_tap_frame[], us_tap_space[], us_tap_action[];

/* An element of a list. A tap with a wrong signature does not compile. */
#define US_TAP_FUNCTION(name)                                                                      \
    {                                                                                              \
        US_TAP_##name, _Generic(tap_##name, PFN_##name : (PFN_xrVoidFunction)tap_##name)           \
    }
#define US_TAP_FUNCTIONS_END                                                                       \
    {                                                                                              \
        US_TAP_COUNT, NULL                                                                         \
    }

#endif
