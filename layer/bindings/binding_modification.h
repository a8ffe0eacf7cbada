/* SPDX-License-Identifier: MIT */
/*
 * binding_modification: what an app chains to its suggested bindings (XR_KHR_binding_modification),
 * judged as a runtime does that knows the profile.
 *
 * Known are the directions of thumbsticks and trackpads (XR_EXT_dpad_binding) and the thresholds of
 * XR_VALVE_analog_threshold. A chain counts only if the app enabled XR_KHR_binding_modification.
 */
#ifndef US_BINDING_MODIFICATION_H
#define US_BINDING_MODIFICATION_H

#include "layer/profiles/bindings.h"
#include "openxr/xr.h"

struct us_bindings_context;

enum us_binding_modification {
    US_BINDING_MODIFICATION_FINE,       /* also: none is there */
    US_BINDING_MODIFICATION_UNKNOWN,    /* there is one that the layer knows nothing of, and none is
                                           wrong */
    US_BINDING_MODIFICATION_WRONG_PATH, /* of an input that the profile does not have, or of another
                                           kind */
    US_BINDING_MODIFICATION_WRONG_VALUE, /* out of its range, or given twice */
};

/* The worst of what is chained at `next`. */
enum us_binding_modification
us_binding_modification_check(const struct us_bindings_context *context,
                              const struct us_profile *profile, const void *next);

/* The list of modifications in a chain; NULL if there is none. */
const XrBindingModificationsKHR *
us_binding_modification_list(const struct us_bindings_context *context, const void *next);

#endif
