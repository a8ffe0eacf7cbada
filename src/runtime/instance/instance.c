// SPDX-License-Identifier: MIT
#include "runtime/instance/instance.h"

#include <stdio.h>
#include <stdlib.h>

#include "runtime/input/action.h"
#include "runtime/base/names.h"
#include "runtime/input/profile.h"
#include "runtime/base/two_call.h"

struct extension {
    const char *name;
    uint32_t version;
    enum rt_lack lack; // RT_LACK_COUNT: a switch of its own
};

static const struct extension extensions[RT_EXTENSION_COUNT] = {
    [RT_EXTENSION_VULKAN] = {XR_KHR_VULKAN_ENABLE_EXTENSION_NAME, XR_KHR_vulkan_enable_SPEC_VERSION,
                             RT_LACK_VULKAN},
    [RT_EXTENSION_VULKAN2] = {XR_KHR_VULKAN_ENABLE2_EXTENSION_NAME,
                              XR_KHR_vulkan_enable2_SPEC_VERSION, RT_LACK_VULKAN2},
    [RT_EXTENSION_HAND_TRACKING] = {XR_EXT_HAND_TRACKING_EXTENSION_NAME,
                                    XR_EXT_hand_tracking_SPEC_VERSION, RT_LACK_HAND_TRACKING},
    [RT_EXTENSION_EYE_GAZE] = {XR_EXT_EYE_GAZE_INTERACTION_EXTENSION_NAME,
                               XR_EXT_eye_gaze_interaction_SPEC_VERSION, RT_LACK_EYE_GAZE},
    [RT_EXTENSION_HEADLESS] = {XR_MND_HEADLESS_EXTENSION_NAME, XR_MND_headless_SPEC_VERSION,
                               RT_LACK_HEADLESS},
    [RT_EXTENSION_CONVERT_TIMESPEC] = {XR_KHR_CONVERT_TIMESPEC_TIME_EXTENSION_NAME,
                                       XR_KHR_convert_timespec_time_SPEC_VERSION,
                                       RT_LACK_CONVERT_TIMESPEC},
    [RT_EXTENSION_QUAD_VIEWS] = {XR_VARJO_QUAD_VIEWS_EXTENSION_NAME,
                                 XR_VARJO_quad_views_SPEC_VERSION, RT_LACK_COUNT},
    [RT_EXTENSION_LOCAL_FLOOR] = {XR_EXT_LOCAL_FLOOR_EXTENSION_NAME, 1, RT_LACK_LOCAL_FLOOR},
    [RT_EXTENSION_LOCATE_SPACES] = {XR_KHR_LOCATE_SPACES_EXTENSION_NAME, 1, RT_LACK_LOCATE_SPACES},
    [RT_EXTENSION_HAND_INTERACTION] = {XR_EXT_HAND_INTERACTION_EXTENSION_NAME, 1,
                                       RT_LACK_HAND_INTERACTION},
    [RT_EXTENSION_MSFT_HAND] = {XR_MSFT_HAND_INTERACTION_EXTENSION_NAME,
                                XR_MSFT_hand_interaction_SPEC_VERSION, RT_LACK_MSFT_HAND},
    [RT_EXTENSION_DEPTH] = {XR_KHR_COMPOSITION_LAYER_DEPTH_EXTENSION_NAME,
                            XR_KHR_composition_layer_depth_SPEC_VERSION, RT_LACK_LAYERS},
    [RT_EXTENSION_CYLINDER] = {XR_KHR_COMPOSITION_LAYER_CYLINDER_EXTENSION_NAME,
                               XR_KHR_composition_layer_cylinder_SPEC_VERSION, RT_LACK_LAYERS},
    [RT_EXTENSION_EQUIRECT] = {XR_KHR_COMPOSITION_LAYER_EQUIRECT_EXTENSION_NAME,
                               XR_KHR_composition_layer_equirect_SPEC_VERSION, RT_LACK_LAYERS},
    [RT_EXTENSION_EQUIRECT2] = {XR_KHR_COMPOSITION_LAYER_EQUIRECT2_EXTENSION_NAME,
                                XR_KHR_composition_layer_equirect2_SPEC_VERSION, RT_LACK_LAYERS},
    [RT_EXTENSION_CUBE] = {XR_KHR_COMPOSITION_LAYER_CUBE_EXTENSION_NAME,
                           XR_KHR_composition_layer_cube_SPEC_VERSION, RT_LACK_LAYERS},
    [RT_EXTENSION_SECONDARY] = {XR_MSFT_SECONDARY_VIEW_CONFIGURATION_EXTENSION_NAME,
                                XR_MSFT_secondary_view_configuration_SPEC_VERSION,
                                RT_LACK_SECONDARY},
    [RT_EXTENSION_OBSERVER] = {XR_MSFT_FIRST_PERSON_OBSERVER_EXTENSION_NAME,
                               XR_MSFT_first_person_observer_SPEC_VERSION, RT_LACK_SECONDARY},
    [RT_EXTENSION_PALM_POSE] = {XR_EXT_PALM_POSE_EXTENSION_NAME, 2, RT_LACK_PALM_POSE},
};

static bool is_offered(const struct rt_settings *settings, enum rt_extension extension)
{
    const enum rt_lack lack = extensions[extension].lack;
    if (extensions[extension].name == NULL)
        return false;
    return lack == RT_LACK_COUNT ? settings->views == 4 : !settings->lacks[lack];
}

XRAPI_ATTR XrResult XRAPI_CALL xrEnumerateInstanceExtensionProperties(
    const char *layerName, uint32_t propertyCapacityInput, uint32_t *propertyCountOutput,
    XrExtensionProperties *properties)
{
    (void)layerName;
    struct rt_settings settings;
    rt_settings_init(&settings);
    const struct extension *offered[RT_EXTENSION_COUNT];
    uint32_t count = 0;
    for (enum rt_extension e = RT_EXTENSION_NONE + 1; e < RT_EXTENSION_COUNT; e++) {
        if (is_offered(&settings, e))
            offered[count++] = &extensions[e];
    }
    const XrResult result =
        rt_two_call(propertyCapacityInput, propertyCountOutput, properties, count);
    for (uint32_t i = 0; result == XR_SUCCESS && propertyCapacityInput != 0 && i < count; i++) {
        if (properties[i].type != XR_TYPE_EXTENSION_PROPERTIES)
            return XR_ERROR_VALIDATION_FAILURE;
        snprintf(properties[i].extensionName, sizeof(properties[i].extensionName), "%s",
                 offered[i]->name);
        properties[i].extensionVersion = offered[i]->version;
    }
    return result;
}

XRAPI_ATTR XrResult XRAPI_CALL xrEnumerateApiLayerProperties(uint32_t propertyCapacityInput,
                                                             uint32_t *propertyCountOutput,
                                                             XrApiLayerProperties *properties)
{
    return rt_two_call(propertyCapacityInput, propertyCountOutput, properties, 0);
}

static void destroy(struct rt_object *object)
{
    struct rt_instance *instance = (struct rt_instance *)object;
    if (instance->settings.report[0] != '\0')
        rt_report_write(instance->settings.report, &instance->counters);
    rt_profile_forget(instance);
    rt_action_free_retired(instance);
    rt_path_finish(&instance->paths);
    free(instance);
}

static XrResult enable(struct rt_instance *instance, const char *name)
{
    for (enum rt_extension e = RT_EXTENSION_NONE + 1; e < RT_EXTENSION_COUNT; e++) {
        if (name != NULL && is_offered(&instance->settings, e) &&
            strcmp(extensions[e].name, name) == 0) {
            instance->enabled[e] = true;
            return XR_SUCCESS;
        }
    }
    return XR_ERROR_EXTENSION_NOT_PRESENT;
}

static XrResult apply(struct rt_instance *instance, const XrInstanceCreateInfo *info)
{
    const XrVersion version = info->applicationInfo.apiVersion;
    const uint64_t newest = instance->settings.lacks[RT_LACK_VERSION_1_1] ? 0 : 1;
    if (version == 0 || XR_VERSION_MAJOR(version) != 1 || XR_VERSION_MINOR(version) > newest)
        return XR_ERROR_API_VERSION_UNSUPPORTED;
    if (info->applicationInfo.applicationName[0] == '\0')
        return XR_ERROR_NAME_INVALID;
    if (info->enabledExtensionCount != 0 && info->enabledExtensionNames == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (info->enabledApiLayerCount != 0)
        return XR_ERROR_API_LAYER_NOT_PRESENT;
    instance->enabled[RT_EXTENSION_NONE] = true;
    instance->enabled[RT_EXTENSION_VERSION_1_1] = XR_VERSION_MINOR(version) == 1;
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        const XrResult result = enable(instance, info->enabledExtensionNames[i]);
        if (result != XR_SUCCESS)
            return result;
    }
    if (strcmp(instance->settings.fail_call, "xrCreateInstance") == 0)
        return instance->settings.fail_result;
    return XR_SUCCESS;
}

static XrResult create(const XrInstanceCreateInfo *info, XrInstance *out_instance)
{
    if (info == NULL || info->type != XR_TYPE_INSTANCE_CREATE_INFO || out_instance == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    struct rt_instance *instance = calloc(1, sizeof(*instance));
    if (instance == NULL)
        return XR_ERROR_OUT_OF_MEMORY;
    rt_settings_init(&instance->settings);
    instance->object.instance = instance;
    XrResult result = apply(instance, info);
    if (result == XR_SUCCESS)
        result = rt_object_add(&instance->object, XR_OBJECT_TYPE_INSTANCE, NULL, destroy);
    if (result != XR_SUCCESS) {
        free(instance);
        return result;
    }
    *out_instance = RT_HANDLE(XrInstance, instance);
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrCreateInstance(const XrInstanceCreateInfo *createInfo,
                                                XrInstance *instance)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrCreateInstance, UNKNOWN, 0))
        call.result = create(createInfo, instance);
    return rt_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrDestroyInstance(XrInstance instance)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrDestroyInstance, INSTANCE, instance))
        rt_object_remove(call.object);
    return rt_call_leave(&call);
}

static XrResult get_properties(XrInstanceProperties *properties)
{
    if (properties == NULL || properties->type != XR_TYPE_INSTANCE_PROPERTIES)
        return XR_ERROR_VALIDATION_FAILURE;
    properties->runtimeVersion = XR_MAKE_VERSION(0, 1, 0);
    snprintf(properties->runtimeName, sizeof(properties->runtimeName),
             "Understudy headless runtime");
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetInstanceProperties(XrInstance instance,
                                                       XrInstanceProperties *instanceProperties)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrGetInstanceProperties, INSTANCE, instance))
        call.result = get_properties(instanceProperties);
    return rt_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrResultToString(XrInstance instance, XrResult value,
                                                char buffer[XR_MAX_RESULT_STRING_SIZE])
{
    struct rt_call call;
    const char *name = rt_names_result(value);
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
    const char *name = rt_names_structure(value);
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
