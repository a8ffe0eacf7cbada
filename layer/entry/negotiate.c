/* SPDX-License-Identifier: MIT */
/* What the loader asks the layer for: its interface, and its functions. */
#include <stdio.h>
#include <string.h>

#include "layer/state/instance.h"
#include "platform/library.h"

/* xrGetInstanceProcAddr of the layer (OpenXR 1.0, 3.2): returns the highest handler of a function
 * (create_instance.c), or the function of the chain below. The functions of an extension exist only
 * if the app enabled the extension. */
static XRAPI_ATTR XrResult XRAPI_CALL get_proc_addr(XrInstance handle, const char *name,
                                                    PFN_xrVoidFunction *function);

/* Set while this thread calls the next function of the upper copy of the layer. That function leads
 * to the lower copy, which is this same code; the flag tells it to answer as the lower copy. */
static _Thread_local bool asking_above;

static XRAPI_ATTR XrResult XRAPI_CALL enumerate_api_layers(uint32_t capacity, uint32_t *out_count,
                                                           XrApiLayerProperties *properties)
{
    if (out_count == NULL || (capacity > 0 && properties == NULL))
        return XR_ERROR_VALIDATION_FAILURE;
    *out_count = 1;
    if (capacity == 0)
        return XR_SUCCESS;
    snprintf(properties->layerName, sizeof properties->layerName, "%s", US_LAYER_NAME);
    snprintf(properties->description, sizeof properties->description, "Plays recorded input");
    properties->specVersion = XR_MAKE_VERSION(1, 0, 0);
    properties->layerVersion = 1;
    return XR_SUCCESS;
}

/* Only a few functions are available without an instance (OpenXR 1.0, table in 3.2). */
static XrResult get_without_instance(const char *name, PFN_xrVoidFunction *function)
{
    PFN_xrEnumerateInstanceExtensionProperties extensions = us_extensions_enumerate;
    PFN_xrEnumerateApiLayerProperties layers = enumerate_api_layers;
    if (strcmp(name, "xrEnumerateInstanceExtensionProperties") == 0)
        *function = (PFN_xrVoidFunction)extensions;
    else if (strcmp(name, "xrEnumerateApiLayerProperties") == 0)
        *function = (PFN_xrVoidFunction)layers;
    else if (strcmp(name, "xrCreateInstance") == 0 || strcmp(name, "xrInitializeLoaderKHR") == 0)
        return XR_ERROR_FUNCTION_UNSUPPORTED;
    else
        return XR_ERROR_HANDLE_INVALID;
    return XR_SUCCESS;
}

static XrResult get_with_instance(const struct us_instance *instance, const char *name,
                                  PFN_xrVoidFunction *function)
{
    PFN_xrGetInstanceProcAddr own_get = get_proc_addr;
    if (strcmp(name, "xrGetInstanceProcAddr") == 0) {
        *function = (PFN_xrVoidFunction)own_get;
        return XR_SUCCESS;
    }
    enum us_function which = us_function_find(name);
    if (which == US_FUNCTION_COUNT || instance->functions.of[which] == NULL)
        return instance->get_below(instance->handle, name, function);
    /* The layer may have enabled an extension that the app did not. */
    enum us_extension extension = us_function_extension(which);
    if (extension != US_EXTENSION_CORE &&
        !us_extensions_is_enabled(instance->bindings.extensions, extension))
        return XR_ERROR_FUNCTION_UNSUPPORTED;
    *function = instance->functions.of[which];
    return XR_SUCCESS;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_proc_addr(XrInstance handle, const char *name,
                                                    PFN_xrVoidFunction *function)
{
    if (function == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    *function = NULL;
    if (name == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (handle == XR_NULL_HANDLE)
        return get_without_instance(name, function);
    struct us_instance *instance = us_instance_find(handle);
    if (instance == NULL)
        return XR_ERROR_HANDLE_INVALID;
    PFN_xrGetInstanceProcAddr get_above =
        atomic_load_explicit(&instance->get_above, memory_order_acquire);
    if (get_above == NULL || asking_above)
        return get_with_instance(instance, name, function);
    asking_above = true;
    XrResult result = get_above(handle, name, function);
    asking_above = false;
    return result;
}

/* xrNegotiateLoaderApiLayerInterface, the only exported symbol (OpenXR loader specification, "Layer
 * Interface Negotiation"). */
#if defined(__GNUC__)
#define US_EXPORT __attribute__((visibility("default")))
#else
#define US_EXPORT
#endif

US_EXPORT XRAPI_ATTR XrResult XRAPI_CALL
xrNegotiateLoaderApiLayerInterface(const XrNegotiateLoaderInfo *loader_info, const char *layer_name,
                                   XrNegotiateApiLayerRequest *request);

static bool is_info_valid(const XrNegotiateLoaderInfo *info)
{
    return info != NULL && info->structType == XR_LOADER_INTERFACE_STRUCT_LOADER_INFO &&
           info->structVersion == XR_LOADER_INFO_STRUCT_VERSION && info->structSize == sizeof *info;
}

static bool is_request_valid(const XrNegotiateApiLayerRequest *request)
{
    return request != NULL && request->structType == XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST &&
           request->structVersion == XR_API_LAYER_INFO_STRUCT_VERSION &&
           request->structSize == sizeof *request;
}

/* The layer implements OpenXR 1.0. The patch version does not matter. */
static bool is_range_valid(const XrNegotiateLoaderInfo *info)
{
    return info->minInterfaceVersion <= XR_CURRENT_LOADER_API_LAYER_VERSION &&
           info->maxInterfaceVersion >= XR_CURRENT_LOADER_API_LAYER_VERSION &&
           info->minApiVersion < XR_MAKE_VERSION(1, 1, 0) &&
           info->maxApiVersion >= XR_MAKE_VERSION(1, 0, 0);
}

XRAPI_ATTR XrResult XRAPI_CALL
xrNegotiateLoaderApiLayerInterface(const XrNegotiateLoaderInfo *loader_info, const char *layer_name,
                                   XrNegotiateApiLayerRequest *request)
{
    (void)layer_name; /* may be NULL; a changed manifest may have another name */
    if (!is_info_valid(loader_info) || !is_request_valid(request) || !is_range_valid(loader_info))
        return XR_ERROR_INITIALIZATION_FAILED;
    /* Newer loaders unload their layers with each instance, and what this process has done
     * (record/base/recorder.c) must outlast that. */
    us_library_stay();
    request->layerInterfaceVersion = XR_CURRENT_LOADER_API_LAYER_VERSION;
    request->layerApiVersion = XR_MAKE_VERSION(1, 0, XR_VERSION_PATCH(XR_CURRENT_API_VERSION));
    request->getInstanceProcAddr = get_proc_addr;
    request->createApiLayerInstance = us_instance_create_api_layer;
    return XR_SUCCESS;
}
