/* SPDX-License-Identifier: MIT */
/*
 * The headers of OpenXR and of graphics of the headless runtime.
 *
 * The entry points keep their OpenXR names. The SDK header is their prototype, so a wrong signature
 * does not compile. The library does not export them: runtime.map hides them.
 */
#ifndef RT_RUNTIME_XR_H
#define RT_RUNTIME_XR_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#define XR_USE_GRAPHICS_API_VULKAN 1
#define XR_USE_TIMESPEC 1
#ifndef XR_EXTENSION_PROTOTYPES
#define XR_EXTENSION_PROTOTYPES 1
#endif

#include <vulkan/vulkan.h>

#include "openxr/xr.h"
#include "openxr/xr_d3d11.h"
#include "openxr/xr_opengl.h"

#ifndef XR_VERSION_1_1
XRAPI_ATTR XrResult XRAPI_CALL xrLocateSpaces(XrSession session,
                                              const XrSpacesLocateInfo *locateInfo,
                                              XrSpaceLocations *spaceLocations);
#endif
#ifndef XR_KHR_locate_spaces
XRAPI_ATTR XrResult XRAPI_CALL xrLocateSpacesKHR(XrSession session,
                                                 const XrSpacesLocateInfo *locateInfo,
                                                 XrSpaceLocations *spaceLocations);
#endif

typedef XrResult(XRAPI_PTR *PFN_xrGetD3D11GraphicsRequirementsKHR)(
    XrInstance instance, XrSystemId systemId,
    struct us_xr_requirements_d3d11 *graphicsRequirements);
XRAPI_ATTR XrResult XRAPI_CALL
xrGetD3D11GraphicsRequirementsKHR(XrInstance instance, XrSystemId systemId,
                                  struct us_xr_requirements_d3d11 *graphicsRequirements);

/* The value of a handle, and the handle of an object. */
#define RT_VALUE(handle) US_XR_VALUE(handle)
#define RT_HANDLE(type, object_ptr) US_XR_HANDLE(type, (object_ptr)->object.handle)

/* A number for each OpenXR function of the runtime. functions.def lists them. Any thread. */

enum rt_function_id {
#define RT_FUNCTION(name, extension) RT_FUNCTION_##name,
#include "runtime/base/functions.def"
#undef RT_FUNCTION
    RT_FUNCTION_COUNT,
};

/* Such as "xrEndFrame". */
const char *rt_function_name(enum rt_function_id id);

/* Whether the runtime has a function of that name. */
bool rt_function_exists(const char *name);

/* The function that the loader calls first (OpenXR specification, "Runtime Interface Negotiation").
 */

/* The only exported function. It accepts interface version 1 and any range of API versions that
 * holds 1.0 or 1.1. It refuses anything else with XR_ERROR_INITIALIZATION_FAILED and then does not
 * change the request. */
XRAPI_ATTR XrResult XRAPI_CALL xrNegotiateLoaderRuntimeInterface(
    const XrNegotiateLoaderInfo *loaderInfo, XrNegotiateRuntimeRequest *runtimeRequest);

#endif
