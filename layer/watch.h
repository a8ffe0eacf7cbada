/* SPDX-License-Identifier: MIT */
/*
 * watch: what the app calls in place of a function while an event log is written.
 *
 * A watcher calls what the app would have got without a log, a hook of the layer or the chain
 * below, and notes what the app was told. It changes nothing of that. Where no log is written there
 * are no watchers. On a frame thread they allocate nothing, lock nothing and make no system call,
 * but that with the frame clock xrWaitFrame waits until the log has room.
 */
#ifndef US_WATCH_H
#define US_WATCH_H

#include <stdbool.h>

#include "xr.h"

struct us_instance;

enum us_watch {
#define US_WATCH(name) US_WATCH_##name,
#include "watch.def"
#undef US_WATCH
    US_WATCH_COUNT
};

/* What the watchers call; NULL where the app would get nothing. Immutable once loaded. */
struct us_told {
#define US_WATCH(name) PFN_##name name;
#include "watch.def"
#undef US_WATCH
};

/* `get` answers as xrGetInstanceProcAddr does without a log. */
void us_watch_load(struct us_told *told, const struct us_instance *instance,
                   XrResult (*get)(const struct us_instance *, const char *, PFN_xrVoidFunction *));

/* The watcher of the function called `name`; NULL if there is none, or nothing that it could call.
 */
PFN_xrVoidFunction us_watch_find(const struct us_told *told, const char *name);

/* "xrLocateSpace" */
const char *us_watch_name(enum us_watch which);

/* The files' lists, each ended by US_WATCH_COUNT. */
struct us_watcher {
    enum us_watch which;
    PFN_xrVoidFunction function;
};
extern const struct us_watcher us_watch_plain[], us_watch_session[], us_watch_frame[],
    us_watch_space[], us_watch_action[];

/* A row of a list. A watcher with a wrong signature does not compile. */
#define US_WATCHER(name)                                                                           \
    {                                                                                              \
        US_WATCH_##name, _Generic(watch_##name, PFN_##name : (PFN_xrVoidFunction)watch_##name)     \
    }
#define US_WATCHERS_END                                                                            \
    {                                                                                              \
        US_WATCH_COUNT, NULL                                                                       \
    }

#endif
