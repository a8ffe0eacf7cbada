/* SPDX-License-Identifier: MIT */
/* xrNegotiateLoaderApiLayerInterface, the only exported symbol (OpenXR loader specification, "Layer
 * Interface Negotiation"). */
#include "layer/state/instance.h"
#include "platform/library.h"

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
     * (record/base/record_file.c) must outlast that. */
    us_library_stay();
    request->layerInterfaceVersion = XR_CURRENT_LOADER_API_LAYER_VERSION;
    request->layerApiVersion = XR_MAKE_VERSION(1, 0, XR_VERSION_PATCH(XR_CURRENT_API_VERSION));
    request->getInstanceProcAddr = us_instance_get_proc_addr;
    request->createApiLayerInstance = us_instance_create_api_layer;
    return XR_SUCCESS;
}
