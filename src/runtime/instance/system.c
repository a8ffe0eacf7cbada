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

RT_CALL(xrGetSystem, INSTANCE,
        (XrInstance handle, const XrSystemGetInfo *info, XrSystemId *systemId),
        get_system(info, systemId))

static void fill_chain(const struct rt_instance *instance, void *chain)
{
    const bool *disabled = instance->settings.disabled;
    XrSystemHandTrackingPropertiesEXT *hands =
        us_xr_find_output(chain, XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT);
    if (hands != NULL && instance->enabled[RT_EXTENSION_HAND_TRACKING])
        hands->supportsHandTracking = !disabled[RT_FEATURE_HAND_TRACKING_SYSTEM];
    XrSystemEyeGazeInteractionPropertiesEXT *eyes =
        us_xr_find_output(chain, XR_TYPE_SYSTEM_EYE_GAZE_INTERACTION_PROPERTIES_EXT);
    if (eyes != NULL && instance->enabled[RT_EXTENSION_EYE_GAZE])
        eyes->supportsEyeGazeInteraction = !disabled[RT_FEATURE_EYE_GAZE_SYSTEM];
    XrSystemUserPresencePropertiesEXT *presence =
        us_xr_find_output(chain, XR_TYPE_SYSTEM_USER_PRESENCE_PROPERTIES_EXT);
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

RT_CALL(xrGetSystemProperties, INSTANCE,
        (XrInstance handle, XrSystemId systemId, XrSystemProperties *properties),
        get_properties(object, systemId, properties))

static XrResult enumerate_blend_modes(const struct rt_instance *instance, XrSystemId system,
                                      XrViewConfigurationType type, uint32_t capacity,
                                      uint32_t *out_count, XrEnvironmentBlendMode *out_modes)
{
    const XrEnvironmentBlendMode mode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE;
    const XrResult checked = check_view_type(instance, system, type);
    return checked == XR_SUCCESS
               ? rt_two_call_list(&mode, 1, sizeof mode, capacity, out_count, out_modes)
               : checked;
}

RT_CALL(xrEnumerateEnvironmentBlendModes, INSTANCE,
        (XrInstance handle, XrSystemId system, XrViewConfigurationType type, uint32_t capacity,
         uint32_t *out_count, XrEnvironmentBlendMode *modes),
        enumerate_blend_modes(object, system, type, capacity, out_count, modes))

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
    for (size_t i = 0; i < 3; i++)
        if (rt_system_view_count(instance, types[i]) != 0)
            there[count++] = types[i];
    return rt_two_call_list(there, count, sizeof there[0], capacity, out_count, out_types);
}

RT_CALL(xrEnumerateViewConfigurations, INSTANCE,
        (XrInstance handle, XrSystemId systemId, uint32_t capacity, uint32_t *out_count,
         XrViewConfigurationType *viewConfigurationTypes),
        enumerate_types(object, systemId, capacity, out_count, viewConfigurationTypes))

static XrResult get_view_properties(const struct rt_instance *instance, XrSystemId system,
                                    XrViewConfigurationType type,
                                    XrViewConfigurationProperties *properties)
{
    const XrResult checked = check_view_type(instance, system, type);
    if (checked != XR_SUCCESS)
        return checked;
    if (properties == NULL || properties->type != XR_TYPE_VIEW_CONFIGURATION_PROPERTIES)
        return XR_ERROR_VALIDATION_FAILURE;
    properties->viewConfigurationType = type;
    properties->fovMutable = XR_TRUE;
    return XR_SUCCESS;
}

RT_CALL(xrGetViewConfigurationProperties, INSTANCE,
        (XrInstance handle, XrSystemId system, XrViewConfigurationType type,
         XrViewConfigurationProperties *properties),
        get_view_properties(object, system, type, properties))

static XrResult enumerate_views(const struct rt_instance *instance, XrSystemId system,
                                XrViewConfigurationType type, uint32_t capacity,
                                uint32_t *out_count, XrViewConfigurationView *out_views)
{
    const uint32_t count = rt_system_view_count(instance, type);
    XrResult result = check_view_type(instance, system, type);
    if (result == XR_SUCCESS)
        result = rt_two_call(capacity, out_count, out_views, count);
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

RT_CALL(xrEnumerateViewConfigurationViews, INSTANCE,
        (XrInstance handle, XrSystemId system, XrViewConfigurationType type, uint32_t capacity,
         uint32_t *out_count, XrViewConfigurationView *views),
        enumerate_views(object, system, type, capacity, out_count, views))

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
    properties->runtimeVersion = RT_VERSION;
    snprintf(properties->runtimeName, sizeof properties->runtimeName,
             "Understudy headless runtime");
    return XR_SUCCESS;
}

RT_CALL(xrGetInstanceProperties, INSTANCE,
        (XrInstance handle, XrInstanceProperties *instanceProperties),
        describe_runtime(instanceProperties))

/* `name` NULL: the headers do not know the value. */
static XrResult write_name(const char *name, const char *unknown, int value, char *buffer,
                           size_t size)
{
    if (buffer == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (name != NULL)
        snprintf(buffer, size, "%s", name);
    else
        snprintf(buffer, size, "XR_UNKNOWN_%s_%d", unknown, value);
    return XR_SUCCESS;
}

RT_CALL(xrResultToString, INSTANCE,
        (XrInstance handle, XrResult value, char buffer[XR_MAX_RESULT_STRING_SIZE]),
        write_name(us_xr_names_result(value), value < 0 ? "FAILURE" : "SUCCESS", value, buffer,
                   XR_MAX_RESULT_STRING_SIZE))

RT_CALL(xrStructureTypeToString, INSTANCE,
        (XrInstance handle, XrStructureType value, char buffer[XR_MAX_STRUCTURE_NAME_SIZE]),
        write_name(us_xr_names_structure(value), "STRUCTURE_TYPE", (int)value, buffer,
                   XR_MAX_STRUCTURE_NAME_SIZE))
