/* SPDX-License-Identifier: MIT */
/* The function that the loader calls first (OpenXR specification, "Runtime Interface Negotiation").
 */
#ifndef RT_RUNTIME_NEGOTIATION_H
#define RT_RUNTIME_NEGOTIATION_H

#include "runtime/base/xr.h"

/* The only exported function. It accepts interface version 1 and any range of API versions that
 * holds 1.0 or 1.1. It refuses anything else with XR_ERROR_INITIALIZATION_FAILED and then does not
 * change the request. */
XRAPI_ATTR XrResult XRAPI_CALL xrNegotiateLoaderRuntimeInterface(
    const XrNegotiateLoaderInfo *loaderInfo, XrNegotiateRuntimeRequest *runtimeRequest);

#endif
