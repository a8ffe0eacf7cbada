// SPDX-License-Identifier: MIT
// What a loader and a runtime tell each other first (OpenXR specification, "Runtime Interface
// Negotiation").
//
// SDKs before 1.0.33 have no header for it; there it is declared here, from the specification. The
// layout is an ABI: the assertions hold for both sources.
#ifndef RT_RUNTIME_NEGOTIATION_H
#define RT_RUNTIME_NEGOTIATION_H

#include <stddef.h>

#include "runtime/base/xr.h"

#if defined(__has_include)
#if __has_include(<openxr/openxr_loader_negotiation.h>)
#include <openxr/openxr_loader_negotiation.h>
#define RT_HAVE_NEGOTIATION_HEADER 1
#endif
#endif

#ifndef RT_HAVE_NEGOTIATION_HEADER

#define XR_LOADER_INFO_STRUCT_VERSION 1
#define XR_RUNTIME_INFO_STRUCT_VERSION 1
#define XR_CURRENT_LOADER_RUNTIME_VERSION 1

typedef enum XrLoaderInterfaceStructs {
    XR_LOADER_INTERFACE_STRUCT_UNINTIALIZED = 0,
    XR_LOADER_INTERFACE_STRUCT_LOADER_INFO = 1,
    XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST = 2,
    XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST = 3,
    XR_LOADER_INTERFACE_STRUCTS_MAX_ENUM = 0x7FFFFFFF
} XrLoaderInterfaceStructs;

typedef struct XrNegotiateLoaderInfo {
    XrLoaderInterfaceStructs structType;
    uint32_t structVersion;
    size_t structSize;
    uint32_t minInterfaceVersion;
    uint32_t maxInterfaceVersion;
    XrVersion minApiVersion;
    XrVersion maxApiVersion;
} XrNegotiateLoaderInfo;

typedef struct XrNegotiateRuntimeRequest {
    XrLoaderInterfaceStructs structType;
    uint32_t structVersion;
    size_t structSize;
    uint32_t runtimeInterfaceVersion;
    XrVersion runtimeApiVersion;
    PFN_xrGetInstanceProcAddr getInstanceProcAddr;
} XrNegotiateRuntimeRequest;

#endif

_Static_assert(sizeof(XrLoaderInterfaceStructs) == 4, "an enum of the ABI is four bytes");
_Static_assert(offsetof(XrNegotiateLoaderInfo, structSize) == 8, "loader info layout");
_Static_assert(offsetof(XrNegotiateLoaderInfo, minInterfaceVersion) == 8 + sizeof(size_t),
               "loader info layout");
_Static_assert(offsetof(XrNegotiateRuntimeRequest, runtimeInterfaceVersion) == 8 + sizeof(size_t),
               "request layout");
#if UINTPTR_MAX > 0xFFFFFFFFu
_Static_assert(sizeof(XrNegotiateLoaderInfo) == 40, "loader info layout");
_Static_assert(offsetof(XrNegotiateRuntimeRequest, runtimeApiVersion) == 24, "request layout");
_Static_assert(sizeof(XrNegotiateRuntimeRequest) == 40, "request layout");
#endif

// Exported. Accepts interface version 1 and any API range that holds 1.0 or 1.1; anything else is
// XR_ERROR_INITIALIZATION_FAILED and leaves the request as it is.
XRAPI_ATTR XrResult XRAPI_CALL xrNegotiateLoaderRuntimeInterface(
    const XrNegotiateLoaderInfo *loaderInfo, XrNegotiateRuntimeRequest *runtimeRequest);

#endif
