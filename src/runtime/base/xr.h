// SPDX-License-Identifier: MIT
// The one place where the headless runtime includes OpenXR and Vulkan headers.
//
// The entry points keep their OpenXR names: the SDK header is their prototype, so that a wrong
// signature does not compile. They never leave the module (hidden visibility and a version script).
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
#include <openxr/openxr.h>
#include <openxr/openxr_platform.h>

#include "runtime/base/newer.h"

#ifndef XR_VERSION_1_1
XRAPI_ATTR XrResult XRAPI_CALL xrLocateSpaces(XrSession session,
                                              const XrSpacesLocateInfo *locateInfo,
                                              XrSpaceLocations *spaceLocations);
#endif
#ifndef XR_KHR_locate_spaces
typedef PFN_xrLocateSpaces PFN_xrLocateSpacesKHR;
XRAPI_ATTR XrResult XRAPI_CALL xrLocateSpacesKHR(XrSession session,
                                                 const XrSpacesLocateInfo *locateInfo,
                                                 XrSpaceLocations *spaceLocations);
#endif

// A handle's value, and back. Handles are pointers on 64-bit targets and integers on 32-bit ones.
#define RT_VALUE(handle) ((uint64_t)(uintptr_t)(handle))
#define RT_HANDLE(type, object_ptr) ((type)(uintptr_t)(object_ptr)->object.handle)

#endif
