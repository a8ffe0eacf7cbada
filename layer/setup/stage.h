/* SPDX-License-Identifier: MIT */
/*
 * stage: the functions of OpenXR that the layer touches, and the stages that a call of the app
 * passes.
 */
#ifndef US_STAGE_H
#define US_STAGE_H

#include <stdbool.h>

#include "layer/base/handle_table.h"
#include "layer/setup/extensions.h"
#include "openxr/xr.h"

/*
 * dispatch: one pointer for each OpenXR function that the layer touches (functions.def), and the
 * functions' names.
 */

enum us_function {
#define US_FUNCTION(name, extension, handle, parameters, arguments) US_FUNCTION_##name,
#include "layer/setup/functions.def"
#undef US_FUNCTION
    US_FUNCTION_COUNT
};

/* The functions of one place in the chain of calls; NULL: there is none. `of` are the same pointers
 * by number. */
struct us_dispatch {
    union {
        struct {
#define US_FUNCTION(name, extension, handle, parameters, arguments) PFN_##name name;
#include "layer/setup/functions.def"
#undef US_FUNCTION
        };
        PFN_xrVoidFunction of[US_FUNCTION_COUNT];
    };
};

/* Asks `get` for every function. A missing function is not an error. */
void us_dispatch_load(struct us_dispatch *out, PFN_xrGetInstanceProcAddr get, XrInstance instance);

/* The names in the order of enum us_function, for example "xrLocateSpace". */
extern const char *const us_function_names[US_FUNCTION_COUNT];
/* US_FUNCTION_COUNT: no function of the table has that name. */
enum us_function us_function_find(const char *name);
/* The extension that the app must have enabled; US_EXTENSION_CORE: none. */
#define US_EXTENSION_CORE US_EXTENSION_COUNT
enum us_extension us_function_extension(enum us_function function);

/*
 * stage: what stands between the app and the chain below.
 *
 * A call of the app goes through the stages that are switched on, from the highest to the lowest. A
 * stage has a handler for each function that it takes part in. A handler gets the app's arguments,
 * and passes the call on to the function below it, or answers it. stages.def lists the stages, and
 * layer/entry/create_instance.c builds the chain of an instance; a stage that is off costs nothing.
 *
 * The state of a stage is its own. What it keeps with an instance is instance->kept[US_STAGE_name]:
 * `open` makes it, and `close` destroys it. What it keeps with another handle is
 * node.kept[US_STAGE_name]: its handler of the call that creates the handle makes it
 * (us_handle_table_keep), and the handle table frees it with the handle.
 */

struct us_instance;

enum us_stage_number {
#define US_STAGE(name, stage) US_STAGE_##name,
#include "layer/setup/stages.def"
#undef US_STAGE
    US_STAGE_COUNT
};
_Static_assert((int)US_STAGE_COUNT <= (int)US_NODE_PLACES, "every stage has a place in a node");

struct us_handler {
    enum us_function function;
    PFN_xrVoidFunction handler;
};

/* An element of a list of handlers. A handler with a wrong signature does not compile. */
#define US_HANDLER(name, handler)                                                                  \
    {                                                                                              \
        US_FUNCTION_##name, _Generic(handler, PFN_##name : (PFN_xrVoidFunction)handler)            \
    }
#define US_HANDLERS_END                                                                            \
    {                                                                                              \
        US_FUNCTION_COUNT, NULL                                                                    \
    }

/* In a handler: if `owner` is NULL, the call belongs to nothing that the stage knows. */
#define US_RETURN_IF_INVALID(owner)                                                                \
    do {                                                                                           \
        if ((owner) == NULL)                                                                       \
            return XR_ERROR_HANDLE_INVALID;                                                        \
    } while (0)

/* Defines the handlers of xrLocateSpaces and of its twin of an extension: `locate` answers both,
 * and is told which one it is. */
#define US_LOCATE_SPACES_HANDLERS(prefix, locate)                                                  \
    US_LOCATE_SPACES_HANDLER(prefix, locate, xrLocateSpaces)                                       \
    US_LOCATE_SPACES_HANDLER(prefix, locate, xrLocateSpacesKHR)
#define US_LOCATE_SPACES_HANDLER(prefix, locate, name)                                             \
    static XRAPI_ATTR XrResult XRAPI_CALL prefix##_##name(                                         \
        XrSession handle, const XrSpacesLocateInfo *info, XrSpaceLocations *locations)             \
    {                                                                                              \
        return locate(handle, info, locations, US_FUNCTION_##name);                                \
    }

struct us_stage {
    /* Makes the state of the stage, which may keep a copy of `below`: the functions that its
     * handlers call. Messages say what goes wrong. False: the stage is off. NULL: it is always on.
     */
    bool (*open)(struct us_instance *instance, const XrInstanceCreateInfo *info,
                 const struct us_dispatch *below);
    /* Frees what `open` made; also called for a stage that is off. NULL: there is nothing to free.
     */
    void (*close)(struct us_instance *instance);
    /* Whether the app gets the handler of a function. `is_there`: there is a function below. NULL:
     * the app gets the handler if there is one. */
    bool (*handles)(const struct us_instance *instance, enum us_function function, bool is_there);
    /* Lists of handlers; NULL ends them. */
    const struct us_handler *const *handlers;
};

/* The stages. Each is in its own folder; only layer/entry uses them. */
#define US_STAGE(name, stage) extern const struct us_stage stage;
#include "layer/setup/stages.def"
#undef US_STAGE

#endif
