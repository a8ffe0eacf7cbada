/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "openxr/xr_names.h"
#include "runtime/base/two_call.h"
#include "runtime/instance/call.h"
#include "runtime/instance/instance.h"

uint32_t rt_system_view_count(const struct rt_instance *instance, XrViewConfigurationType type)
{
    if (type == XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO)
        return 2;
    if (type == XR_VIEW_CONFIGURATION_TYPE_PRIMARY_QUAD_VARJO &&
        instance->enabled[RT_EXTENSION_QUAD_VIEWS])
        return 4;
    if (type == RT_SYSTEM_OBSERVER && instance->enabled[RT_EXTENSION_SECONDARY] &&
        instance->enabled[RT_EXTENSION_OBSERVER])
        return 1;
    return 0;
}

bool rt_system_has_local_floor(const struct rt_instance *instance)
{
    return !instance->settings.disabled[RT_FEATURE_LOCAL_FLOOR] &&
           (instance->enabled[RT_EXTENSION_LOCAL_FLOOR] ||
            instance->enabled[RT_EXTENSION_VERSION_1_1]);
}

static XrResult check_view_type(const struct rt_instance *instance, XrSystemId system,
                                XrViewConfigurationType type)
{
    if (system != RT_SYSTEM_ID)
        return XR_ERROR_SYSTEM_INVALID;
    return rt_system_view_count(instance, type) == 0 ? XR_ERROR_VIEW_CONFIGURATION_TYPE_UNSUPPORTED
                                                     : XR_SUCCESS;
}

static XrResult get_system(const XrSystemGetInfo *info, XrSystemId *out_system)
{
    if (info == NULL || info->type != XR_TYPE_SYSTEM_GET_INFO || out_system == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (info->formFactor != XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY)
        return XR_ERROR_FORM_FACTOR_UNSUPPORTED;
    *out_system = RT_SYSTEM_ID;
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetSystem(XrInstance instance, const XrSystemGetInfo *getInfo,
                                           XrSystemId *systemId)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrGetSystem, INSTANCE, instance))
        call.result = get_system(getInfo, systemId);
    return rt_call_leave(&call);
}

static void fill_chain(const struct rt_instance *instance, void *chain)
{
    const bool *disabled = instance->settings.disabled;
    XrSystemHandTrackingPropertiesEXT *hands =
        rt_chain_find_out(chain, XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT);
    if (hands != NULL && instance->enabled[RT_EXTENSION_HAND_TRACKING])
        hands->supportsHandTracking = !disabled[RT_FEATURE_HAND_TRACKING_SYSTEM];
    XrSystemEyeGazeInteractionPropertiesEXT *eyes =
        rt_chain_find_out(chain, XR_TYPE_SYSTEM_EYE_GAZE_INTERACTION_PROPERTIES_EXT);
    if (eyes != NULL && instance->enabled[RT_EXTENSION_EYE_GAZE])
        eyes->supportsEyeGazeInteraction = !disabled[RT_FEATURE_EYE_GAZE_SYSTEM];
    XrSystemUserPresencePropertiesEXT *presence =
        rt_chain_find_out(chain, XR_TYPE_SYSTEM_USER_PRESENCE_PROPERTIES_EXT);
    if (presence != NULL && instance->enabled[RT_EXTENSION_USER_PRESENCE])
        presence->supportsUserPresence = XR_TRUE;
}

static XrResult get_properties(const struct rt_instance *instance, XrSystemId system,
                               XrSystemProperties *properties)
{
    if (properties == NULL || properties->type != XR_TYPE_SYSTEM_PROPERTIES)
        return XR_ERROR_VALIDATION_FAILURE;
    if (system != RT_SYSTEM_ID)
        return XR_ERROR_SYSTEM_INVALID;
    properties->systemId = RT_SYSTEM_ID;
    properties->vendorId = 0;
    snprintf(properties->systemName, sizeof properties->systemName, "Understudy headless system");
    properties->graphicsProperties = (XrSystemGraphicsProperties){
        .maxSwapchainImageHeight = RT_SYSTEM_MAX_IMAGE_PX,
        .maxSwapchainImageWidth = RT_SYSTEM_MAX_IMAGE_PX,
        .maxLayerCount = RT_SYSTEM_MAX_LAYERS,
    };
    properties->trackingProperties = (XrSystemTrackingProperties){XR_TRUE, XR_TRUE};
    fill_chain(instance, properties->next);
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetSystemProperties(XrInstance instance, XrSystemId systemId,
                                                     XrSystemProperties *properties)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrGetSystemProperties, INSTANCE, instance))
        call.result = get_properties((struct rt_instance *)call.object, systemId, properties);
    return rt_call_leave(&call);
}

static XrResult enumerate_blend_modes(XrResult checked, uint32_t capacity, uint32_t *out_count,
                                      XrEnvironmentBlendMode *out_modes)
{
    const XrEnvironmentBlendMode mode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE;
    return checked == XR_SUCCESS
               ? rt_two_call_list(&mode, 1, sizeof mode, capacity, out_count, out_modes)
               : checked;
}

XRAPI_ATTR XrResult XRAPI_CALL xrEnumerateEnvironmentBlendModes(
    XrInstance instance, XrSystemId systemId, XrViewConfigurationType viewConfigurationType,
    uint32_t environmentBlendModeCapacityInput, uint32_t *environmentBlendModeCountOutput,
    XrEnvironmentBlendMode *environmentBlendModes)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrEnumerateEnvironmentBlendModes, INSTANCE, instance)) {
        call.result =
            check_view_type((struct rt_instance *)call.object, systemId, viewConfigurationType);
        call.result = enumerate_blend_modes(call.result, environmentBlendModeCapacityInput,
                                            environmentBlendModeCountOutput, environmentBlendModes);
    }
    return rt_call_leave(&call);
}

static XrResult enumerate_types(const struct rt_instance *instance, XrSystemId system,
                                uint32_t capacity, uint32_t *out_count,
                                XrViewConfigurationType *out_types)
{
    if (system != RT_SYSTEM_ID)
        return XR_ERROR_SYSTEM_INVALID;
    static const XrViewConfigurationType types[] = {XR_VIEW_CONFIGURATION_TYPE_PRIMARY_QUAD_VARJO,
                                                    XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO,
                                                    RT_SYSTEM_OBSERVER};
    XrViewConfigurationType there[3];
    uint32_t count = 0;
    for (size_t i = 0; i < 3; i++) {
        if (rt_system_view_count(instance, types[i]) != 0)
            there[count++] = types[i];
    }
    return rt_two_call_list(there, count, sizeof there[0], capacity, out_count, out_types);
}

XRAPI_ATTR XrResult XRAPI_CALL xrEnumerateViewConfigurations(
    XrInstance instance, XrSystemId systemId, uint32_t viewConfigurationTypeCapacityInput,
    uint32_t *viewConfigurationTypeCountOutput, XrViewConfigurationType *viewConfigurationTypes)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrEnumerateViewConfigurations, INSTANCE, instance))
        call.result = enumerate_types((struct rt_instance *)call.object, systemId,
                                      viewConfigurationTypeCapacityInput,
                                      viewConfigurationTypeCountOutput, viewConfigurationTypes);
    return rt_call_leave(&call);
}

static XrResult fill_view_properties(XrResult checked, XrViewConfigurationType type,
                                     XrViewConfigurationProperties *properties)
{
    if (checked != XR_SUCCESS)
        return checked;
    if (properties == NULL || properties->type != XR_TYPE_VIEW_CONFIGURATION_PROPERTIES)
        return XR_ERROR_VALIDATION_FAILURE;
    properties->viewConfigurationType = type;
    properties->fovMutable = XR_TRUE;
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetViewConfigurationProperties(
    XrInstance instance, XrSystemId systemId, XrViewConfigurationType viewConfigurationType,
    XrViewConfigurationProperties *configurationProperties)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrGetViewConfigurationProperties, INSTANCE, instance)) {
        call.result =
            check_view_type((struct rt_instance *)call.object, systemId, viewConfigurationType);
        call.result =
            fill_view_properties(call.result, viewConfigurationType, configurationProperties);
    }
    return rt_call_leave(&call);
}

static XrResult enumerate_views(const struct rt_instance *instance, XrViewConfigurationType type,
                                uint32_t capacity, uint32_t *out_count,
                                XrViewConfigurationView *out_views)
{
    const uint32_t count = rt_system_view_count(instance, type);
    const XrResult result = rt_two_call(capacity, out_count, out_views, count);
    for (uint32_t i = 0; result == XR_SUCCESS && capacity != 0 && i < count; i++) {
        XrViewConfigurationView *view = &out_views[i];
        if (view->type != XR_TYPE_VIEW_CONFIGURATION_VIEW)
            return XR_ERROR_VALIDATION_FAILURE;
        view->recommendedImageRectWidth = view->recommendedImageRectHeight =
            instance->settings.eye_size_px;
        view->maxImageRectWidth = view->maxImageRectHeight = RT_SYSTEM_MAX_IMAGE_PX;
        view->recommendedSwapchainSampleCount = view->maxSwapchainSampleCount = 1;
    }
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL xrEnumerateViewConfigurationViews(
    XrInstance instance, XrSystemId systemId, XrViewConfigurationType viewConfigurationType,
    uint32_t viewCapacityInput, uint32_t *viewCountOutput, XrViewConfigurationView *views)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrEnumerateViewConfigurationViews, INSTANCE, instance)) {
        const struct rt_instance *owner = (struct rt_instance *)call.object;
        call.result = check_view_type(owner, systemId, viewConfigurationType);
        if (call.result == XR_SUCCESS)
            call.result = enumerate_views(owner, viewConfigurationType, viewCapacityInput,
                                          viewCountOutput, views);
    }
    return rt_call_leave(&call);
}

/* xrGetInstanceProperties and other queries of an instance. */
XRAPI_ATTR XrResult XRAPI_CALL xrEnumerateApiLayerProperties(uint32_t propertyCapacityInput,
                                                             uint32_t *propertyCountOutput,
                                                             XrApiLayerProperties *properties)
{
    return rt_two_call(propertyCapacityInput, propertyCountOutput, properties, 0);
}

static XrResult describe_runtime(XrInstanceProperties *properties)
{
    if (properties == NULL || properties->type != XR_TYPE_INSTANCE_PROPERTIES)
        return XR_ERROR_VALIDATION_FAILURE;
    properties->runtimeVersion = XR_MAKE_VERSION(0, 1, 0);
    snprintf(properties->runtimeName, sizeof properties->runtimeName,
             "Understudy headless runtime");
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetInstanceProperties(XrInstance instance,
                                                       XrInstanceProperties *instanceProperties)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrGetInstanceProperties, INSTANCE, instance))
        call.result = describe_runtime(instanceProperties);
    return rt_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrResultToString(XrInstance instance, XrResult value,
                                                char buffer[XR_MAX_RESULT_STRING_SIZE])
{
    struct rt_call call;
    const char *name = us_xr_names_result(value);
    if (!RT_ENTER(&call, xrResultToString, INSTANCE, instance))
        return rt_call_leave(&call);
    if (buffer == NULL)
        call.result = XR_ERROR_VALIDATION_FAILURE;
    else if (name != NULL)
        snprintf(buffer, XR_MAX_RESULT_STRING_SIZE, "%s", name);
    else
        snprintf(buffer, XR_MAX_RESULT_STRING_SIZE, "XR_UNKNOWN_%s_%d",
                 value < 0 ? "FAILURE" : "SUCCESS", value);
    return rt_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrStructureTypeToString(XrInstance instance, XrStructureType value,
                                                       char buffer[XR_MAX_STRUCTURE_NAME_SIZE])
{
    struct rt_call call;
    const char *name = us_xr_names_structure(value);
    if (!RT_ENTER(&call, xrStructureTypeToString, INSTANCE, instance))
        return rt_call_leave(&call);
    if (buffer == NULL)
        call.result = XR_ERROR_VALIDATION_FAILURE;
    else if (name != NULL)
        snprintf(buffer, XR_MAX_STRUCTURE_NAME_SIZE, "%s", name);
    else
        snprintf(buffer, XR_MAX_STRUCTURE_NAME_SIZE, "XR_UNKNOWN_STRUCTURE_TYPE_%d", (int)value);
    return rt_call_leave(&call);
}
