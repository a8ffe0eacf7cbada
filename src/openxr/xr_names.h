/* SPDX-License-Identifier: MIT */
/*
 * xr_names: OpenXR's values by the names that people know them by. Constant strings; any thread.
 */
#ifndef US_XR_NAMES_H
#define US_XR_NAMES_H

#include "openxr/xr.h"

/* "XR_ERROR_TIME_INVALID"; NULL if the headers that the layer was built with do not know it. */
const char *us_xr_names_result(XrResult result);
/* "LOCAL_FLOOR"; NULL as above. */
const char *us_xr_names_reference(XrReferenceSpaceType type);
/* "FOCUSED"; "?" for what no session can be in. */
const char *us_xr_names_state(XrSessionState state);
/* "projection", "quad", "cylinder", "equirect", "equirect2", "cube", "passthrough" or "other". */
const char *us_xr_names_layer(XrStructureType type);

#endif
