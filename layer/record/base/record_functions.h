/* SPDX-License-Identifier: MIT */
/*
 * record_functions: what the app calls in place of a function while a session is recorded.
 *
 * A watcher calls what the app would have got without it (a hook of the layer, or the chain below)
 * and records what came of that. The app gets the same results and outputs. Without
 * UNDERSTUDY_RECORD there are no watchers. On a frame thread a watcher allocates nothing, locks
 * nothing and makes no system call of its own.
 */
#ifndef US_RECORD_FUNCTIONS_H
#define US_RECORD_FUNCTIONS_H

#include "openxr/xr.h"

struct us_instance;

/* The functions below the recorder; NULL where there is none. Immutable once loaded. */
struct us_record_functions {
#define US_RECORD_WATCH(name) PFN_##name name;
#define US_RECORD_LOCATE(name) PFN_##name name;
#define US_RECORD_CALL(name) PFN_##name name;
#include "layer/record/base/record_functions.def"
#undef US_RECORD_WATCH
#undef US_RECORD_LOCATE
#undef US_RECORD_CALL
};

/* What the app would get of the functions for locating without a recorder. */
struct us_record_told {
#define US_RECORD_WATCH(name)
#define US_RECORD_LOCATE(name) PFN_##name name;
#define US_RECORD_CALL(name)
#include "layer/record/base/record_functions.def"
#undef US_RECORD_WATCH
#undef US_RECORD_LOCATE
#undef US_RECORD_CALL
};

/* Finds a function by its name. */
typedef XrResult (*us_record_get)(const struct us_instance *, const char *, PFN_xrVoidFunction *);

/*
 * `get` finds what the watchers call. `get_own` finds what the recorder calls for itself: both find
 * functions whose extension the app did not enable, if the layer did.
 */
void us_record_functions_load(struct us_record_functions *functions,
                              const struct us_instance *instance, us_record_get get,
                              us_record_get get_own);
/* `get` finds what the app gets, with an event log. */
void us_record_told_load(struct us_record_told *told, const struct us_instance *instance,
                         us_record_get get);

/* The watcher of the function called `name`; NULL if there is none, or nothing that it could call.
 */
PFN_xrVoidFunction us_record_functions_find(const struct us_record_functions *functions,
                                            const char *name);
PFN_xrVoidFunction us_record_told_find(const struct us_record_told *told, const char *name);

#define US_RECORD_WATCH(name) extern const PFN_##name us_record_watch_##name;
#define US_RECORD_LOCATE(name) extern const PFN_##name us_record_watch_##name;
#define US_RECORD_CALL(name)
#include "layer/record/base/record_functions.def"
#undef US_RECORD_WATCH
#undef US_RECORD_LOCATE
#undef US_RECORD_CALL

#endif
