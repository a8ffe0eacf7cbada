/* SPDX-License-Identifier: MIT */
/*
 * spy: a test layer that sits nearest to the app and writes what the app received into an event
 * log, as tests/app/report/report.h describes. It changes nothing. One instance at a time.
 *
 * UNDERSTUDY_SPY_LOG names the file, which is appended to. `lock` guards all but `next`; it is
 * never held across a call down.
 */
#ifndef SPY_H
#define SPY_H

#include "names.h"
#include "report.h"

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
    struct probe_report log;
    struct spy_names names;
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
