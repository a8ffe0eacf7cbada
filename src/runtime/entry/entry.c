/* SPDX-License-Identifier: MIT */
/* Negotiation with the loader, and xrGetInstanceProcAddr. */
#include <string.h>

#include "runtime/instance/call.h"
#include "runtime/instance/instance.h"
#include "runtime/base/xr.h"

static PFN_xrVoidFunction find(const char *name, enum rt_extension *out_extension)
{
#define RT_FUNCTION(function, extension)                                                           \
    if (strcmp(name, #function) == 0) {                                                            \
        const PFN_##function typed = function;                                                     \
        *out_extension = extension;                                                                \
        return (PFN_xrVoidFunction)typed;                                                          \
    }
#include "runtime/base/functions.def"
#undef RT_FUNCTION
    return NULL;
}

static bool works_without_instance(const char *name)
{
    return strcmp(name, "xrEnumerateInstanceExtensionProperties") == 0 ||
           strcmp(name, "xrEnumerateApiLayerProperties") == 0 ||
           strcmp(name, "xrCreateInstance") == 0;
}

static XrResult look_up(const struct rt_instance *instance, const char *name,
                        PFN_xrVoidFunction *out_function)
{
    if (instance == NULL && !works_without_instance(name))
        return XR_ERROR_HANDLE_INVALID;
    enum rt_extension extension = RT_EXTENSION_NONE;
    const PFN_xrVoidFunction function = find(name, &extension);
    if (function == NULL || (instance != NULL && !instance->enabled[extension]))
        return XR_ERROR_FUNCTION_UNSUPPORTED;
    *out_function = function;
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetInstanceProcAddr(XrInstance instance, const char *name,
                                                     PFN_xrVoidFunction *function)
{
    if (name == NULL || function == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    *function = NULL;
    struct rt_call call;
    if (instance == XR_NULL_HANDLE)
        return look_up(NULL, name, function);
    if (RT_ENTER(&call, xrGetInstanceProcAddr, INSTANCE, instance))
        call.result = look_up((const struct rt_instance *)call.object, name, function);
    return rt_call_leave(&call);
}

static bool is_range_good(const XrNegotiateLoaderInfo *info)
{
    const XrVersion api = XR_MAKE_VERSION(1, 0, 0);
    return info->minInterfaceVersion <= XR_CURRENT_LOADER_RUNTIME_VERSION &&
           info->maxInterfaceVersion >= XR_CURRENT_LOADER_RUNTIME_VERSION &&
           info->minApiVersion <= XR_MAKE_VERSION(1, 1, 0xFFFFFFFF) && info->maxApiVersion >= api;
}

XRAPI_ATTR XrResult XRAPI_CALL xrNegotiateLoaderRuntimeInterface(
    const XrNegotiateLoaderInfo *loaderInfo, XrNegotiateRuntimeRequest *runtimeRequest)
{
    if (loaderInfo == NULL || loaderInfo->structType != XR_LOADER_INTERFACE_STRUCT_LOADER_INFO ||
        loaderInfo->structVersion != XR_LOADER_INFO_STRUCT_VERSION ||
        loaderInfo->structSize != sizeof *loaderInfo || !is_range_good(loaderInfo))
        return XR_ERROR_INITIALIZATION_FAILED;
    if (runtimeRequest == NULL ||
        runtimeRequest->structType != XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST ||
        runtimeRequest->structVersion != XR_RUNTIME_INFO_STRUCT_VERSION ||
        runtimeRequest->structSize != sizeof *runtimeRequest)
        return XR_ERROR_INITIALIZATION_FAILED;
    runtimeRequest->runtimeInterfaceVersion = XR_CURRENT_LOADER_RUNTIME_VERSION;
    const bool newer = loaderInfo->maxApiVersion >= XR_MAKE_VERSION(1, 1, 0);
    runtimeRequest->runtimeApiVersion = XR_MAKE_VERSION(1, newer ? 1 : 0, 0);
    runtimeRequest->getInstanceProcAddr = xrGetInstanceProcAddr;
    return XR_SUCCESS;
}
