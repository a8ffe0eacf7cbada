/* SPDX-License-Identifier: MIT */
#include "layer/eventlog/tap.h"

#include <string.h>

#include "status/call_watch.h"

static const char *const names[] = {
#define US_TAP(name) #name,
#include "layer/eventlog/tap.def"
#undef US_TAP
};

const char *us_tap_name(enum us_tap which)
{
    return names[which];
}

void us_tap_name_calls(struct us_call_watch *watch)
{
    _Static_assert(US_TAP_COUNT <= (int)US_CALL_WATCH_CALLS, "every function has a place");
    us_call_watch_name(watch, names, US_TAP_COUNT);
}

void us_tap_load(struct us_tap_next *next, const struct us_instance *instance,
                 XrResult (*get)(const struct us_instance *, const char *, PFN_xrVoidFunction *))
{
    PFN_xrVoidFunction function;
#define US_TAP(name)                                                                               \
    function = NULL;                                                                               \
    next->name =                                                                                   \
        XR_SUCCEEDED(get(instance, #name, &function)) ? (PFN_##name)function : (PFN_##name)NULL;
#include "layer/eventlog/tap.def"
#undef US_TAP
}

static bool has(const struct us_tap_next *next, enum us_tap which)
{
    const bool is_there[] = {
#define US_TAP(name) next->name != NULL,
#include "layer/eventlog/tap.def"
#undef US_TAP
    };
    return is_there[which];
}

PFN_xrVoidFunction us_tap_find(const struct us_tap_next *next, const char *name)
{
    static const struct us_tap_function *const lists[] = {
        us_tap_plain, us_tap_session, us_tap_swapchain, us_tap_frame, us_tap_space, us_tap_action};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        for (const struct us_tap_function *at = lists[i]; at->which != US_TAP_COUNT; at++) {
            if (strcmp(names[at->which], name) == 0)
                return has(next, at->which) ? at->function : NULL;
        }
    }
    return NULL;
}
