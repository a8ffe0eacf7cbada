/* SPDX-License-Identifier: MIT */
/*
 * runtime_app: an app on the headless runtime with the layer in between, in one process and without
 * a loader. The runtime knows all of OpenXR's action system: priorities, subaction paths, limits of
 * calls, names of sources.
 */
#ifndef US_TEST_RUNTIME_APP_H
#define US_TEST_RUNTIME_APP_H

#include <string.h>

#include "scene.h"

/* What the app calls; every function of the layer's list, and what the layer has no hook for. */
struct runtime_app {
    struct scene scene;
    XrSystemId system;
    char record[64]; /* the recording's file; "": nothing is recorded */
};

/* The runtime refuses a suggestion that holds a binding with this text in it; NULL: none. */
extern const char *runtime_app_refuses;
/* It refuses to attach more sets than this; 0: any number. */
extern uint32_t runtime_app_sets_max;

/* One more variable of the environment, and its value; NULL: none. */
extern const char *runtime_app_variable, *runtime_app_value;
/* What takes the place of a function of the runtime; NULL: nothing does. */
extern PFN_xrVoidFunction (*runtime_app_wrap)(const char *name, PFN_xrVoidFunction function);

/* In runtime_app_wrap, for a function of the runtime: keeps it in `variable`, and returns `own`. */
#define RUNTIME_APP_WRAP(call, variable, own)                                                      \
    if (strcmp(name, #call) == 0) {                                                                \
        PFN_##call instead = own;                                                                  \
        variable = (PFN_##call)function;                                                           \
        return (PFN_xrVoidFunction)instead;                                                        \
    }

/* A session without graphics. `person`: UNDERSTUDY_HEADLESS_PERSON; NULL: nobody. */
void runtime_app_begin(struct runtime_app *app, bool is_recorded, const char *person,
                       const char *const *extensions, uint32_t extension_count);
/* Another session of the same instance, once the first is destroyed. */
void runtime_app_next_session(struct runtime_app *app);
void runtime_app_end(struct runtime_app *app);
/* The session goes with its instance. */
void runtime_app_end_with_session(struct runtime_app *app);
/* Until the app has the focus, and one frame. */
void runtime_app_focus(struct runtime_app *app);
/* xrWaitFrame, xrBeginFrame and xrEndFrame; returns the display time. */
XrTime runtime_app_frame(struct runtime_app *app);

#define RUNTIME_APP_CALL(app, name) ((PFN_##name)runtime_app_function(app, #name))
PFN_xrVoidFunction runtime_app_function(struct runtime_app *app, const char *name);

#endif
