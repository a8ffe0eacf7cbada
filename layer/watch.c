/* SPDX-License-Identifier: MIT */
#include "watch.h"

#include <string.h>

static const char *const names[] = {
#define US_WATCH(name) #name,
#include "watch.def"
#undef US_WATCH
};

const char *us_watch_name(enum us_watch which)
{
    return names[which];
}

void us_watch_load(struct us_told *told, const struct us_instance *instance,
                   XrResult (*get)(const struct us_instance *, const char *, PFN_xrVoidFunction *))
{
    PFN_xrVoidFunction function;
#define US_WATCH(name)                                                                             \
    function = NULL;                                                                               \
    told->name =                                                                                   \
        XR_SUCCEEDED(get(instance, #name, &function)) ? (PFN_##name)function : (PFN_##name)NULL;
#include "watch.def"
#undef US_WATCH
}

static bool has(const struct us_told *told, enum us_watch which)
{
    switch (which) {
#define US_WATCH(name)                                                                             \
    case US_WATCH_##name:                                                                          \
        return told->name != NULL;
#include "watch.def"
#undef US_WATCH
    case US_WATCH_COUNT:
        break;
    }
    return false;
}

PFN_xrVoidFunction us_watch_find(const struct us_told *told, const char *name)
{
    static const struct us_watcher *const lists[] = {
        us_watch_plain, us_watch_session, us_watch_frame, us_watch_space, us_watch_action};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        for (const struct us_watcher *at = lists[i]; at->which != US_WATCH_COUNT; at++) {
            if (strcmp(names[at->which], name) == 0)
                return has(told, at->which) ? at->function : NULL;
        }
    }
    return NULL;
}
