/* SPDX-License-Identifier: MIT */
/*
 * extensions: which extensions the app enabled, who has them, and which must not reach the runtime.
 */
#ifndef US_EXTENSIONS_H
#define US_EXTENSIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "xr.h"

/* What the app enabled; "supplied" is what the chain below lacks, so that it was taken out and the
 * layer stands in. */
struct us_extensions {
    bool hand_tracking, hand_tracking_supplied;
    bool eye_gaze, eye_gaze_supplied;
    bool locate_spaces; /* XR_KHR_locate_spaces */
    bool headless;      /* XR_MND_headless */
};

/* What the layer's manifest advertises. */
struct us_extensions_own {
    const char *name;
    uint32_t version;
};
enum { US_EXTENSIONS_OWN_COUNT = 2 };
extern const struct us_extensions_own us_extensions_own[US_EXTENSIONS_OWN_COUNT];

/* The names of extensions that the chain below has. */
struct us_extensions_below {
    bool known;                        /* false: nobody answered, and only trying tells */
    XrExtensionProperties *properties; /* from malloc */
    uint32_t count;
};

/*
 * Ask the runtime, through the last element of the chain, which is the loader's own end of it; and
 * where it lacks something that the app wants of what the layer supplies, every layer in between by
 * its name (some complain of the question aloud). Never the loader's exported functions: it holds
 * its lock during creation. Nobody is asked if the app wants nothing.
 */
void us_extensions_ask(struct us_extensions_below *below, const XrInstanceCreateInfo *info,
                       const XrApiLayerNextInfo *own_info);
void us_extensions_ask_finish(struct us_extensions_below *below);

/* Which of the layer's own extensions to take out. */
struct us_extensions_take_out {
    bool hand_tracking, eye_gaze;
};

/* What the chain below is known to lack. */
struct us_extensions_take_out us_extensions_missing(const struct us_extensions_below *below);

/*
 * Copy the app's list of names to `out_names` (room for as many) without what is to be taken out
 * and without what depends on it. Returns how many remain.
 */
uint32_t us_extensions_strip(const XrInstanceCreateInfo *info,
                             struct us_extensions_take_out take_out, const char **out_names);

/* What the app enabled, given what was taken out. */
struct us_extensions us_extensions_read(const XrInstanceCreateInfo *info,
                                        struct us_extensions_take_out taken_out);

/* The two-call answer of xrEnumerateInstanceExtensionProperties for the layer's own list. */
XRAPI_ATTR XrResult XRAPI_CALL us_extensions_enumerate(const char *layer_name, uint32_t capacity,
                                                       uint32_t *out_count,
                                                       XrExtensionProperties *properties);

#endif
