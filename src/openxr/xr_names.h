/* SPDX-License-Identifier: MIT */
/*
 * xr_names: the names of OpenXR values. All strings are constant. Any thread may call.
 */
#ifndef US_XR_NAMES_H
#define US_XR_NAMES_H

#include <stdbool.h>

#include "openxr/xr.h"

/* "XR_ERROR_TIME_INVALID"; NULL if the OpenXR headers of the build do not know the value. */
const char *us_xr_names_result(XrResult result);
/* The result with that name; false if the headers have none. */
bool us_xr_names_find_result(const char *name, XrResult *out_result);
/* "XR_TYPE_INSTANCE_CREATE_INFO"; NULL if neither the headers nor xr.h know the value. */
const char *us_xr_names_structure(XrStructureType type);
/* "LOCAL_FLOOR"; NULL if the headers do not know the value. */
const char *us_xr_names_reference(XrReferenceSpaceType type);
/* "FOCUSED"; "?" if the value is not a session state. */
const char *us_xr_names_state(XrSessionState state);
/* "projection", "quad", "cylinder", "equirect", "equirect2", "cube", "passthrough" or "other". */
const char *us_xr_names_layer(XrStructureType type);

#endif
