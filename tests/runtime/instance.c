// SPDX-License-Identifier: MIT
#include "instance.h"

#include <stdio.h>
#include <stdlib.h>

#include "action.h"
#include "names.h"
#include "profile.h"
#include "two_call.h"

struct extension {
    const char *name;
    uint32_t version;
    enum us_lack lack; // US_LACK_COUNT: a switch of its own
};

static const struct extension extensions[US_EXTENSION_COUNT] = {
    [US_EXTENSION_VULKAN] = {XR_KHR_VULKAN_ENABLE_EXTENSION_NAME, XR_KHR_vulkan_enable_SPEC_VERSION,
                             US_LACK_VULKAN},
    [US_EXTENSION_VULKAN2] = {XR_KHR_VULKAN_ENABLE2_EXTENSION_NAME,
                              XR_KHR_vulkan_enable2_SPEC_VERSION, US_LACK_VULKAN2},
    [US_EXTENSION_HAND_TRACKING] = {XR_EXT_HAND_TRACKING_EXTENSION_NAME,
                                    XR_EXT_hand_tracking_SPEC_VERSION, US_LACK_HAND_TRACKING},
    [US_EXTENSION_EYE_GAZE] = {XR_EXT_EYE_GAZE_INTERACTION_EXTENSION_NAME,
                               XR_EXT_eye_gaze_interaction_SPEC_VERSION, US_LACK_EYE_GAZE},
    [US_EXTENSION_HEADLESS] = {XR_MND_HEADLESS_EXTENSION_NAME, XR_MND_headless_SPEC_VERSION,
                               US_LACK_HEADLESS},
    [US_EXTENSION_CONVERT_TIMESPEC] = {XR_KHR_CONVERT_TIMESPEC_TIME_EXTENSION_NAME,
                                       XR_KHR_convert_timespec_time_SPEC_VERSION,
                                       US_LACK_CONVERT_TIMESPEC},
    [US_EXTENSION_QUAD_VIEWS] = {XR_VARJO_QUAD_VIEWS_EXTENSION_NAME,
                                 XR_VARJO_quad_views_SPEC_VERSION, US_LACK_COUNT},
    [US_EXTENSION_LOCAL_FLOOR] = {XR_EXT_LOCAL_FLOOR_EXTENSION_NAME, 1, US_LACK_LOCAL_FLOOR},
    [US_EXTENSION_LOCATE_SPACES] = {XR_KHR_LOCATE_SPACES_EXTENSION_NAME, 1, US_LACK_LOCATE_SPACES},
    [US_EXTENSION_HAND_INTERACTION] = {XR_EXT_HAND_INTERACTION_EXTENSION_NAME, 1,
                                       US_LACK_HAND_INTERACTION},
    [US_EXTENSION_MSFT_HAND] = {XR_MSFT_HAND_INTERACTION_EXTENSION_NAME,
                                XR_MSFT_hand_interaction_SPEC_VERSION, US_LACK_MSFT_HAND},
    [US_EXTENSION_DEPTH] = {XR_KHR_COMPOSITION_LAYER_DEPTH_EXTENSION_NAME,
                            XR_KHR_composition_layer_depth_SPEC_VERSION, US_LACK_LAYERS},
    [US_EXTENSION_CYLINDER] = {XR_KHR_COMPOSITION_LAYER_CYLINDER_EXTENSION_NAME,
                               XR_KHR_composition_layer_cylinder_SPEC_VERSION, US_LACK_LAYERS},
    [US_EXTENSION_EQUIRECT] = {XR_KHR_COMPOSITION_LAYER_EQUIRECT_EXTENSION_NAME,
                               XR_KHR_composition_layer_equirect_SPEC_VERSION, US_LACK_LAYERS},
    [US_EXTENSION_EQUIRECT2] = {XR_KHR_COMPOSITION_LAYER_EQUIRECT2_EXTENSION_NAME,
                                XR_KHR_composition_layer_equirect2_SPEC_VERSION, US_LACK_LAYERS},
    [US_EXTENSION_CUBE] = {XR_KHR_COMPOSITION_LAYER_CUBE_EXTENSION_NAME,
                           XR_KHR_composition_layer_cube_SPEC_VERSION, US_LACK_LAYERS},
    [US_EXTENSION_SECONDARY] = {XR_MSFT_SECONDARY_VIEW_CONFIGURATION_EXTENSION_NAME,
                                XR_MSFT_secondary_view_configuration_SPEC_VERSION,
                                US_LACK_SECONDARY},
    [US_EXTENSION_OBSERVER] = {XR_MSFT_FIRST_PERSON_OBSERVER_EXTENSION_NAME,
                               XR_MSFT_first_person_observer_SPEC_VERSION, US_LACK_SECONDARY},
    [US_EXTENSION_PALM_POSE] = {XR_EXT_PALM_POSE_EXTENSION_NAME, 2, US_LACK_PALM_POSE},
};

static bool is_offered(const struct us_settings *settings, enum us_extension extension)
{
    const enum us_lack lack = extensions[extension].lack;
    if (extensions[extension].name == NULL)
        return false;
    return lack == US_LACK_COUNT ? settings->views == 4 : !settings->lacks[lack];
}

XRAPI_ATTR XrResult XRAPI_CALL xrEnumerateInstanceExtensionProperties(
    const char *layerName, uint32_t propertyCapacityInput, uint32_t *propertyCountOutput,
    XrExtensionProperties *properties)
{
    (void)layerName;
    struct us_settings settings;
    us_settings_init(&settings);
    const struct extension *offered[US_EXTENSION_COUNT];
    uint32_t count = 0;
    for (enum us_extension e = US_EXTENSION_NONE + 1; e < US_EXTENSION_COUNT; e++) {
        if (is_offered(&settings, e))
            offered[count++] = &extensions[e];
    }
    const XrResult result =
        us_two_call(propertyCapacityInput, propertyCountOutput, properties, count);
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
    return us_two_call(propertyCapacityInput, propertyCountOutput, properties, 0);
}

static void destroy(struct us_object *object)
{
    struct us_instance *instance = (struct us_instance *)object;
    if (instance->settings.report[0] != '\0')
        us_report_write(instance->settings.report, &instance->counters);
    us_profile_forget(instance);
    us_action_free_retired(instance);
    us_path_finish(&instance->paths);
    free(instance);
}

static XrResult enable(struct us_instance *instance, const char *name)
{
    for (enum us_extension e = US_EXTENSION_NONE + 1; e < US_EXTENSION_COUNT; e++) {
        if (name != NULL && is_offered(&instance->settings, e) &&
            strcmp(extensions[e].name, name) == 0) {
            instance->enabled[e] = true;
            return XR_SUCCESS;
        }
    }
    return XR_ERROR_EXTENSION_NOT_PRESENT;
}

static XrResult apply(struct us_instance *instance, const XrInstanceCreateInfo *info)
{
    const XrVersion version = info->applicationInfo.apiVersion;
    const uint64_t newest = instance->settings.lacks[US_LACK_VERSION_1_1] ? 0 : 1;
    if (version == 0 || XR_VERSION_MAJOR(version) != 1 || XR_VERSION_MINOR(version) > newest)
        return XR_ERROR_API_VERSION_UNSUPPORTED;
    if (info->applicationInfo.applicationName[0] == '\0')
        return XR_ERROR_NAME_INVALID;
    if (info->enabledExtensionCount != 0 && info->enabledExtensionNames == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (info->enabledApiLayerCount != 0)
        return XR_ERROR_API_LAYER_NOT_PRESENT;
    instance->enabled[US_EXTENSION_NONE] = true;
    instance->enabled[US_EXTENSION_VERSION_1_1] = XR_VERSION_MINOR(version) == 1;
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
    struct us_instance *instance = calloc(1, sizeof(*instance));
    if (instance == NULL)
        return XR_ERROR_OUT_OF_MEMORY;
    us_settings_init(&instance->settings);
    instance->object.instance = instance;
    XrResult result = apply(instance, info);
    if (result == XR_SUCCESS)
        result = us_object_add(&instance->object, XR_OBJECT_TYPE_INSTANCE, NULL, destroy);
    if (result != XR_SUCCESS) {
        free(instance);
        return result;
    }
    *out_instance = US_HANDLE(XrInstance, instance);
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrCreateInstance(const XrInstanceCreateInfo *createInfo,
                                                XrInstance *instance)
{
    struct us_call call;
    if (US_ENTER(&call, xrCreateInstance, UNKNOWN, 0))
        call.result = create(createInfo, instance);
    return us_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrDestroyInstance(XrInstance instance)
{
    struct us_call call;
    if (US_ENTER(&call, xrDestroyInstance, INSTANCE, instance))
        us_object_remove(call.object);
    return us_call_leave(&call);
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
    struct us_call call;
    if (US_ENTER(&call, xrGetInstanceProperties, INSTANCE, instance))
        call.result = get_properties(instanceProperties);
    return us_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrResultToString(XrInstance instance, XrResult value,
                                                char buffer[XR_MAX_RESULT_STRING_SIZE])
{
    struct us_call call;
    const char *name = us_names_result(value);
    if (!US_ENTER(&call, xrResultToString, INSTANCE, instance))
        return us_call_leave(&call);
    if (buffer == NULL)
        call.result = XR_ERROR_VALIDATION_FAILURE;
    else if (name != NULL)
        snprintf(buffer, XR_MAX_RESULT_STRING_SIZE, "%s", name);
    else
        snprintf(buffer, XR_MAX_RESULT_STRING_SIZE, "XR_UNKNOWN_%s_%d",
                 value < 0 ? "FAILURE" : "SUCCESS", value);
    return us_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrStructureTypeToString(XrInstance instance, XrStructureType value,
                                                       char buffer[XR_MAX_STRUCTURE_NAME_SIZE])
{
    struct us_call call;
    const char *name = us_names_structure(value);
    if (!US_ENTER(&call, xrStructureTypeToString, INSTANCE, instance))
        return us_call_leave(&call);
    if (buffer == NULL)
        call.result = XR_ERROR_VALIDATION_FAILURE;
    else if (name != NULL)
        snprintf(buffer, XR_MAX_STRUCTURE_NAME_SIZE, "%s", name);
    else
        snprintf(buffer, XR_MAX_STRUCTURE_NAME_SIZE, "XR_UNKNOWN_STRUCTURE_TYPE_%d", (int)value);
    return us_call_leave(&call);
}
