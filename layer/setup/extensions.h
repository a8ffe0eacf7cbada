/* SPDX-License-Identifier: MIT */
/*
 * extensions: the request of xrCreateApiLayerInstance, and the extensions of it that the layer
 * knows, supplies or adds.
 *
 * create_request: what the app asked for in XrInstanceCreateInfo: the names of the extensions and
 * the OpenXR version. Immutable after us_create_request_init.
 */
#ifndef US_EXTENSIONS_H
#define US_EXTENSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "openxr/xr.h"

struct us_create_request {
    char (*names)[XR_MAX_EXTENSION_NAME_SIZE]; /* from malloc */
    uint32_t count;
    uint32_t minor; /* minor version of OpenXR 1; UINT32_MAX for a higher major version */
};

/* Copies the names. Returns false if memory runs out; then no extension counts as enabled. */
bool us_create_request_init(struct us_create_request *request, const XrInstanceCreateInfo *info);
void us_create_request_finish(struct us_create_request *request);

/* Whether the app enabled an extension. */
bool us_create_request_has(const struct us_create_request *request, const char *name);

/* Whether the app may use a feature that `extension` adds (NULL: no extension adds it) and that
 * core has from minor version `core_since` on (0: always; UINT32_MAX: never). */
bool us_create_request_allows(const struct us_create_request *request, const char *extension,
                              uint32_t core_since);

/*
 * extensions: which extensions the app enabled, and which of them the layer supplies.
 *
 * One table lists the extensions that the layer can supply if the chain below does not have them.
 * The manifest lists the same extensions, so that the loader lets an app enable them. If the chain
 * below has an extension, the layer passes the name on. If it does not, the layer removes the name
 * from XrInstanceCreateInfo and supplies the extension itself. The table contains only extensions
 * that the layer really implements, because apps change their behaviour when they find a name.
 */

/* The extensions that the layer knows. It can supply those before US_EXTENSION_OWN_COUNT. */
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
    US_EXTENSION_USER_PRESENCE,         /* XR_EXT_user_presence */
    US_EXTENSION_MESH_FB,               /* XR_FB_hand_tracking_mesh */
    US_EXTENSION_LOCAL_FLOOR,           /* XR_EXT_local_floor */
    US_EXTENSION_REFRESH_RATE,          /* XR_FB_display_refresh_rate */
    US_EXTENSION_OWN_COUNT,
    US_EXTENSION_HEADLESS = US_EXTENSION_OWN_COUNT, /* XR_MND_headless */
    US_EXTENSION_FOREARM,                           /* XR_ULTRALEAP_hand_tracking_forearm */
    US_EXTENSION_PRIORITIES,                        /* XR_EXT_active_action_set_priority */
    US_EXTENSION_MAINTENANCE1,                      /* XR_KHR_maintenance1 */
    US_EXTENSION_CONVERT_TIMESPEC,                  /* XR_KHR_convert_timespec_time */
    US_EXTENSION_VISIBILITY_MASK,                   /* XR_KHR_visibility_mask */
    US_EXTENSION_COUNT
};

/*
 * The extensions of an instance. Each set has one bit per extension: 1 << enum us_extension.
 * `enabled`: the app enabled it. `supplied`: the app enabled it, the chain below does not have it,
 * and the layer supplies it. The struct is small and passed by value.
 */
struct us_extensions {
    uint32_t enabled, supplied;
};

/* One row of the table. */
struct us_extensions_row {
    const char *name;
    uint32_t version; /* extensionVersion as advertised; 0: the layer cannot supply it */
    /* Prerequisite: if it is removed, this extension is removed with it. US_EXTENSION_COUNT: none.
     */
    enum us_extension needs;
};
extern const struct us_extensions_row us_extensions_table[US_EXTENSION_COUNT];

/* The extension with this name. US_EXTENSION_COUNT: the table does not have it. */
enum us_extension us_extensions_find(const char *name);

bool us_extensions_is_enabled(struct us_extensions extensions, enum us_extension which);
bool us_extensions_is_supplied(struct us_extensions extensions, enum us_extension which);

/* Writes the names of the supplied extensions, separated by ", ". Truncates to `size` bytes. */
void us_extensions_describe(struct us_extensions extensions, char *out_text, size_t size);

/* The extensions of the chain below. */
struct us_extensions_below {
    bool known; /* false: no answer; only an attempt to create the instance can tell */
    XrExtensionProperties *properties; /* from malloc */
    uint32_t count;
};

/*
 * Asks the chain below for its extensions, with xrEnumerateInstanceExtensionProperties. It asks the
 * runtime through the last element of the chain, which belongs to the loader. If the runtime lacks
 * an extension that the app enabled and the layer can supply, it also asks each layer in between by
 * its name; some layers print a complaint when they are asked. It does not call the loader's
 * exported functions, because the loader holds its lock while it creates an instance. If the app
 * enabled no extension that the layer can supply, and `wants_more` is false, it asks nobody.
 */
void us_extensions_below_query(struct us_extensions_below *below, const XrInstanceCreateInfo *info,
                               const XrApiLayerNextInfo *own_info, bool wants_more);
void us_extensions_below_finish(struct us_extensions_below *below);

/* The set of all extensions that the layer can supply. */
#define US_EXTENSIONS_OWN ((UINT32_C(1) << US_EXTENSION_OWN_COUNT) - 1)

/* Returns the set of the layer's extensions that the chain below lacks, or whose prerequisite it
 * lacks. Returns 0 if the chain below did not answer. */
uint32_t us_extensions_missing(const struct us_extensions_below *below);

/* The extensions that the layer enables to record a session, if the app did not: hands, eyes, and
 * the current time. */
#define US_EXTENSIONS_RECORDED                                                                     \
    (UINT32_C(1) << US_EXTENSION_HAND_TRACKING | UINT32_C(1) << US_EXTENSION_DATA_SOURCE |         \
     UINT32_C(1) << US_EXTENSION_AIM_FB | UINT32_C(1) << US_EXTENSION_EYE_GAZE |                   \
     UINT32_C(1) << US_EXTENSION_CONVERT_TIMESPEC)

/* The extensions of `wanted` that the layer can enable in addition to the app's: those that the app
 * did not enable and the chain below has, if their prerequisites are enabled too. 0 if it is not
 * known what the chain below has. */
uint32_t us_extensions_addable(const struct us_extensions_below *below,
                               const XrInstanceCreateInfo *info, uint32_t wanted);

/*
 * Copies the app's list of extension names to `out_names` (room for enabledExtensionCount), without
 * those in the set `removed` and without those that depend on them. Returns how many remain.
 */
uint32_t us_extensions_strip(const XrInstanceCreateInfo *info, uint32_t removed,
                             const char **out_names);

/* Returns the sets for an app's request after the extensions in `removed` were removed from it. */
struct us_extensions us_extensions_read(const XrInstanceCreateInfo *info, uint32_t removed);

/* xrEnumerateInstanceExtensionProperties for the layer's own extensions, with OpenXR's two-call
 * idiom. */
XRAPI_ATTR XrResult XRAPI_CALL us_extensions_enumerate(const char *layer_name, uint32_t capacity,
                                                       uint32_t *out_count,
                                                       XrExtensionProperties *properties);

/* layer_name: the name of the layer, as in the manifest. */

#define US_LAYER_NAME "XR_APILAYER_NOVENDOR_understudy"

#endif
