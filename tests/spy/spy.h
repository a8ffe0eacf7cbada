/* SPDX-License-Identifier: MIT */
/*
 * spy: a test layer that sits nearest to the app and writes down what the app received, in the
 * lines of tests/app/report/report.h. It changes nothing. One instance at a time, as the loaders
 * have it.
 *
 * UNDERSTUDY_SPY_LOG names the file, which is appended to. `lock` guards all but `next`; it is
 * never held across a call down.
 */
#ifndef SPY_H
#define SPY_H

#include "names.h"
#include "report_layers.h"

#include <openxr/openxr.h>

#include <pthread.h>

#ifndef XR_KHR_locate_spaces
typedef PFN_xrLocateSpaces PFN_xrLocateSpacesKHR;
#endif

struct spy_next {
    PFN_xrGetInstanceProcAddr GetInstanceProcAddr;
#define CALL(name) PFN_xr##name name;
#define HOOK(name) PFN_xr##name name;
#include "functions.def"
#undef CALL
#undef HOOK
};

struct spy {
    struct spy_next next;
    XrInstance instance;
    pthread_mutex_t lock;
    FILE *file;
    struct probe_jsonl log;
    struct spy_names names;
    int64_t frame;
    XrTime time; /* of the newest frame */
};

extern struct spy spy;

/* Between these `spy.log` may be written and `spy.names` read and changed. */
void spy_lock(void);
void spy_unlock(void);

#define HOOK(name) extern PFN_xr##name const spy_hook_##name;
#define CALL(name)
#include "functions.def"
#undef CALL
#undef HOOK

#endif
