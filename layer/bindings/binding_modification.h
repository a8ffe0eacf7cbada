/* SPDX-License-Identifier: MIT */
/*
 * binding_modification: validates the structs that an app chains to its suggested bindings
 * (XR_KHR_binding_modification), for profiles that the chain below does not know.
 *
 * It knows the directions of thumbsticks and trackpads (XR_EXT_dpad_binding) and the thresholds of
 * XR_VALVE_analog_threshold. A chain counts only if the app enabled XR_KHR_binding_modification.
 */
#ifndef US_BINDING_MODIFICATION_H
#define US_BINDING_MODIFICATION_H

#include "profiles/bindings.h"
#include "openxr/xr.h"

struct us_bindings_context;

/* In ascending order of severity. */
enum us_binding_modification {
    US_BINDING_MODIFICATION_FINE,        /* valid, or there is none */
    US_BINDING_MODIFICATION_UNKNOWN,     /* the layer does not know the type of a modification */
    US_BINDING_MODIFICATION_WRONG_PATH,  /* the profile does not have the input, or its type differs
                                          */
    US_BINDING_MODIFICATION_WRONG_VALUE, /* a value is out of range, or two modifications collide */
};

/* Returns the most severe result for the modifications in the chain `next`. */
enum us_binding_modification
us_binding_modification_check(const struct us_bindings_context *context,
                              const struct us_profile *profile, const void *next);

/* Returns the list of modifications in a chain; NULL if there is none. */
const XrBindingModificationsKHR *
us_binding_modification_list(const struct us_bindings_context *context, const void *next);

#endif
