/* SPDX-License-Identifier: MIT */
/*
 * modification: what an app chains to its suggested bindings (XR_KHR_binding_modification), judged
 * as a runtime does that knows the profile.
 *
 * Known are the directions of thumbsticks and trackpads (XR_EXT_dpad_binding) and the thresholds of
 * XR_VALVE_analog_threshold. A chain counts only if the app enabled XR_KHR_binding_modification.
 */
#ifndef US_MODIFICATION_H
#define US_MODIFICATION_H

#include "bindings.h"
#include "xr.h"

struct us_instance;

enum us_modification {
    US_MODIFICATION_FINE,    /* also: none is there */
    US_MODIFICATION_UNKNOWN, /* there is one that the layer knows nothing of, and none is wrong */
    US_MODIFICATION_WRONG_PATH, /* of an input that the profile does not have, or of another kind */
    US_MODIFICATION_WRONG_VALUE, /* out of its range, or given twice */
};

/* The worst of what is chained at `next`. */
enum us_modification us_modification_check(const struct us_instance *instance,
                                           const struct us_profile *profile, const void *next);

/* The list of modifications in a chain; NULL if there is none. */
const XrBindingModificationsKHR *us_modification_list(const struct us_instance *instance,
                                                      const void *next);

#endif
