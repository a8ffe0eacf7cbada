/* SPDX-License-Identifier: MIT */
/* What src/tool/openxr_abi.h declares of OpenXR is what OpenXR's headers, and the layer's, declare.
 */
#include "openxr/xr.h"

#include "tool/doctor/openxr_abi.h"

#define SAME(ours, a, theirs, b)                                                                   \
    _Static_assert(offsetof(struct ours, a) == offsetof(theirs, b) &&                              \
                       sizeof(((struct ours *)0)->a) == sizeof(((theirs *)0)->b),                  \
                   #ours "." #a " is not " #theirs "." #b)
#define SAME_SIZE(ours, theirs)                                                                    \
    _Static_assert(sizeof(struct ours) == sizeof(theirs), #ours " is not " #theirs)

SAME_SIZE(tool_xr_loader_info, XrNegotiateLoaderInfo);
SAME(tool_xr_loader_info, type, XrNegotiateLoaderInfo, structType);
SAME(tool_xr_loader_info, version, XrNegotiateLoaderInfo, structVersion);
SAME(tool_xr_loader_info, size, XrNegotiateLoaderInfo, structSize);
SAME(tool_xr_loader_info, least_interface, XrNegotiateLoaderInfo, minInterfaceVersion);
SAME(tool_xr_loader_info, most_interface, XrNegotiateLoaderInfo, maxInterfaceVersion);
SAME(tool_xr_loader_info, least_api, XrNegotiateLoaderInfo, minApiVersion);
SAME(tool_xr_loader_info, most_api, XrNegotiateLoaderInfo, maxApiVersion);
SAME_SIZE(tool_xr_layer_request, XrNegotiateApiLayerRequest);
SAME(tool_xr_layer_request, interface, XrNegotiateApiLayerRequest, layerInterfaceVersion);
SAME(tool_xr_layer_request, api, XrNegotiateApiLayerRequest, layerApiVersion);
SAME(tool_xr_layer_request, get_proc, XrNegotiateApiLayerRequest, getInstanceProcAddr);
SAME(tool_xr_layer_request, create, XrNegotiateApiLayerRequest, createApiLayerInstance);
SAME_SIZE(tool_xr_extension, XrExtensionProperties);
SAME(tool_xr_extension, name, XrExtensionProperties, extensionName);
SAME(tool_xr_extension, revision, XrExtensionProperties, extensionVersion);
SAME_SIZE(tool_xr_layer, XrApiLayerProperties);
SAME(tool_xr_layer, name, XrApiLayerProperties, layerName);
SAME(tool_xr_layer, spec_version, XrApiLayerProperties, specVersion);
SAME(tool_xr_layer, layer_version, XrApiLayerProperties, layerVersion);
SAME(tool_xr_layer, description, XrApiLayerProperties, description);
SAME_SIZE(tool_xr_create_info, XrInstanceCreateInfo);
SAME(tool_xr_create_info, flags, XrInstanceCreateInfo, createFlags);
SAME(tool_xr_create_info, app_name, XrInstanceCreateInfo, applicationInfo.applicationName);
SAME(tool_xr_create_info, app_version, XrInstanceCreateInfo, applicationInfo.applicationVersion);
SAME(tool_xr_create_info, engine_name, XrInstanceCreateInfo, applicationInfo.engineName);
SAME(tool_xr_create_info, engine_version, XrInstanceCreateInfo, applicationInfo.engineVersion);
SAME(tool_xr_create_info, api, XrInstanceCreateInfo, applicationInfo.apiVersion);
SAME(tool_xr_create_info, layer_count, XrInstanceCreateInfo, enabledApiLayerCount);
SAME(tool_xr_create_info, layers, XrInstanceCreateInfo, enabledApiLayerNames);
SAME(tool_xr_create_info, extension_count, XrInstanceCreateInfo, enabledExtensionCount);
SAME(tool_xr_create_info, extensions, XrInstanceCreateInfo, enabledExtensionNames);
SAME_SIZE(tool_xr_instance_properties, XrInstanceProperties);
SAME(tool_xr_instance_properties, version, XrInstanceProperties, runtimeVersion);
SAME(tool_xr_instance_properties, name, XrInstanceProperties, runtimeName);

_Static_assert((int)TOOL_XR_EXTENSION_PROPERTIES == (int)XR_TYPE_EXTENSION_PROPERTIES, "type");
_Static_assert((int)TOOL_XR_INSTANCE_CREATE_INFO == (int)XR_TYPE_INSTANCE_CREATE_INFO, "type");
_Static_assert((int)TOOL_XR_API_LAYER_PROPERTIES == (int)XR_TYPE_API_LAYER_PROPERTIES, "type");
_Static_assert((int)TOOL_XR_INSTANCE_PROPERTIES == (int)XR_TYPE_INSTANCE_PROPERTIES, "type");
_Static_assert((int)TOOL_XR_LOADER_INFO == (int)XR_LOADER_INTERFACE_STRUCT_LOADER_INFO, "type");
_Static_assert((int)TOOL_XR_LAYER_REQUEST == (int)XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST,
               "type");
_Static_assert((int)TOOL_XR_RUNTIME_REQUEST == (int)XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST,
               "type");
_Static_assert(TOOL_XR_VERSION(1, 2, 3) == XR_MAKE_VERSION(1, 2, 3), "version");

int main(void)
{
    return 0;
}
