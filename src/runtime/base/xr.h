/* SPDX-License-Identifier: MIT */
/*
 * The OpenXR, Vulkan and OpenGL headers of the headless runtime.
 *
 * The entry points keep their OpenXR names. The SDK header is their prototype, so a wrong signature
 * does not compile. The library does not export them: runtime.map hides them.
 */
#ifndef RT_RUNTIME_XR_H
#define RT_RUNTIME_XR_H

#include <stdint.h>
#include <time.h>

#define XR_USE_GRAPHICS_API_VULKAN 1
#define XR_USE_TIMESPEC 1
#ifndef XR_EXTENSION_PROTOTYPES
#define XR_EXTENSION_PROTOTYPES 1
#endif

#include <vulkan/vulkan.h>

#include "openxr/xr.h"
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

/* The value of a handle, and the handle of an object. */
#define RT_VALUE(handle) US_XR_VALUE(handle)
#define RT_HANDLE(type, object_ptr) US_XR_HANDLE(type, (object_ptr)->object.handle)

#endif
