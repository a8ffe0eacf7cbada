/* SPDX-License-Identifier: MIT */
/*
 * spy: a test layer that sits nearest to the app and writes down what the app received, in the
 * lines of tests/app/report.h. It changes nothing. One instance at a time, as the loaders have it.
 *
 * UNDERSTUDY_SPY_LOG names the file, which is appended to. `lock` guards all but `next`; it is
 * never held across a call down.
 */
#ifndef US_SPY_H
#define US_SPY_H

#include "names.h"
#include "report_layers.h"

#include <openxr/openxr.h>

#include <pthread.h>

#ifndef XR_KHR_locate_spaces
typedef PFN_xrLocateSpaces PFN_xrLocateSpacesKHR;
#endif

struct us_spy_next {
    PFN_xrGetInstanceProcAddr GetInstanceProcAddr;
#define CALL(name) PFN_xr##name name;
#define HOOK(name) PFN_xr##name name;
#include "functions.def"
#undef CALL
#undef HOOK
};

struct us_spy {
    struct us_spy_next next;
    XrInstance instance;
    pthread_mutex_t lock;
    FILE *file;
    struct us_jsonl log;
    struct us_names names;
    int64_t frame;
    XrTime time; /* of the newest frame */
};

extern struct us_spy us_spy;

/* Between these `us_spy.log` may be written and `us_spy.names` read and changed. */
void us_spy_lock(void);
void us_spy_unlock(void);

#define HOOK(name) extern PFN_xr##name const us_hook_##name;
#define CALL(name)
#include "functions.def"
#undef CALL
#undef HOOK

#endif
