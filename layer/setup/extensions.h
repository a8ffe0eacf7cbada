/* SPDX-License-Identifier: MIT */
/*
 * extensions: which extensions the app enabled, who has them, and which must not reach the runtime.
 *
 * One table lists what the layer stands in for where the chain below lacks it; the manifest
 * advertises the same, so that the loader lets an app ask. Where the chain below has an extension
 * it goes down with the app's own names. Only what is honestly provided is in the table: apps
 * change their behaviour by the names they find.
 */
#ifndef US_EXTENSIONS_H
#define US_EXTENSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "openxr/xr.h"

/* The extensions that the layer knows of; those before US_EXTENSION_OWN_COUNT it can supply. */
enum us_extension {
    US_EXTENSION_HAND_TRACKING,         /* XR_EXT_hand_tracking */
    US_EXTENSION_EYE_GAZE,              /* XR_EXT_eye_gaze_interaction */
    US_EXTENSION_HAND_INTERACTION,      /* XR_EXT_hand_interaction */
    US_EXTENSION_PALM_POSE,             /* XR_EXT_palm_pose */
    US_EXTENSION_MOTION_RANGE,          /* XR_EXT_hand_joints_motion_range */
    US_EXTENSION_DATA_SOURCE,           /* XR_EXT_hand_tracking_data_source */
    US_EXTENSION_HAND_INTERACTION_MSFT, /* XR_MSFT_hand_interaction */
    US_EXTENSION_AIM_FB,                /* XR_FB_hand_tracking_aim */
    US_EXTENSION_LOCATE_SPACES,         /* XR_KHR_locate_spaces */
    US_EXTENSION_OWN_COUNT,
    US_EXTENSION_HEADLESS = US_EXTENSION_OWN_COUNT, /* XR_MND_headless */
    US_EXTENSION_FOREARM,                           /* XR_ULTRALEAP_hand_tracking_forearm */
    US_EXTENSION_PRIORITIES,                        /* XR_EXT_active_action_set_priority */
    US_EXTENSION_MAINTENANCE1,                      /* XR_KHR_maintenance1 */
    US_EXTENSION_CONVERT_TIMESPEC,                  /* XR_KHR_convert_timespec_time */
    US_EXTENSION_COUNT
};

/*
 * Sets of extensions are a bit each, 1 << enum us_extension.
 *
 * What the app enabled. "Supplied" is what the chain below lacks of it, so that it was taken
 * out and the layer stands in. By value: two words.
 */
struct us_extensions {
    uint32_t enabled, supplied;
};

/* A row of the table. */
struct us_extensions_row {
    const char *name;
    uint32_t version;        /* as advertised; 0 for what is not supplied */
    enum us_extension needs; /* what it means nothing without: goes out when that does;
                                US_EXTENSION_COUNT: nothing */
};
extern const struct us_extensions_row us_extensions_table[US_EXTENSION_COUNT];

bool us_extensions_is_enabled(struct us_extensions extensions, enum us_extension which);
bool us_extensions_is_supplied(struct us_extensions extensions, enum us_extension which);

/* The names of what is supplied, with ", " between; cut if `size` is too small. */
void us_extensions_describe(struct us_extensions extensions, char *out_text, size_t size);

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
 * its lock during creation. Nobody is asked if neither the app wants anything of that nor
 * `wants_time`.
 */
void us_extensions_below_query(struct us_extensions_below *below, const XrInstanceCreateInfo *info,
                               const XrApiLayerNextInfo *own_info, bool wants_time);
void us_extensions_below_finish(struct us_extensions_below *below);

/* Whether the chain below is known to have an extension. */
bool us_extensions_has(const struct us_extensions_below *below, const char *name);

/* Everything that the layer can supply. */
#define US_EXTENSIONS_OWN ((UINT32_C(1) << US_EXTENSION_OWN_COUNT) - 1)

/* What of its own extensions the layer has to take out, because the chain below is known to lack
 * it or what it needs. */
uint32_t us_extensions_missing(const struct us_extensions_below *below);

/*
 * Copy the app's list of names to `out_names` (room for as many) without what is to be taken out
 * and without what depends on it. Returns how many remain.
 */
uint32_t us_extensions_strip(const XrInstanceCreateInfo *info, uint32_t removed,
                             const char **out_names);

/* What the app enabled, given what was taken out. */
struct us_extensions us_extensions_read(const XrInstanceCreateInfo *info, uint32_t removed);

/* The two-call answer of xrEnumerateInstanceExtensionProperties for the layer's own list. */
XRAPI_ATTR XrResult XRAPI_CALL us_extensions_enumerate(const char *layer_name, uint32_t capacity,
                                                       uint32_t *out_count,
                                                       XrExtensionProperties *properties);

#endif
