/* SPDX-License-Identifier: MIT */
/*
 * xrCreateInstance and xrDestroyInstance. This folder may include all others, so it frees the data
 * that they keep in an instance.
 */
#include <stdlib.h>
#include <string.h>

#include "runtime/input/binding.h"
#include "runtime/instance/call.h"
#include "runtime/instance/instance.h"
#include "runtime/session/session.h"

static void destroy(struct rt_object *object)
{
    struct rt_instance *instance = (struct rt_instance *)object;
    rt_report_write_counters(&instance->settings, &instance->counters);
    rt_profile_free_suggestions(instance);
    rt_action_free_retired(instance);
    rt_path_finish(&instance->paths);
    rt_person_finish(&instance->person);
    free(instance);
}

/* The runtime has no API layers. The loader looks for those that the app enables, refuses unknown
 * ones, and passes the names on to the runtime; any name that a layer can have is one that it has
 * found (OpenXR, "API Layers"). */
static XrResult check_layers(const XrInstanceCreateInfo *info)
{
    if (info->enabledApiLayerCount != 0 && info->enabledApiLayerNames == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    for (uint32_t i = 0; i < info->enabledApiLayerCount; i++) {
        const char *name = info->enabledApiLayerNames[i];
        if (name == NULL)
            return XR_ERROR_VALIDATION_FAILURE;
        const size_t length = strnlen(name, XR_MAX_API_LAYER_NAME_SIZE);
        if (length == 0 || length == XR_MAX_API_LAYER_NAME_SIZE)
            return XR_ERROR_API_LAYER_NOT_PRESENT;
    }
    return XR_SUCCESS;
}

static XrResult enable_extensions(struct rt_instance *instance, const XrInstanceCreateInfo *info)
{
    if (info->enabledExtensionCount != 0 && info->enabledExtensionNames == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        const char *name = info->enabledExtensionNames[i];
        if (name == NULL)
            return XR_ERROR_VALIDATION_FAILURE;
        const enum rt_extension extension = rt_extension_find(&instance->settings, name);
        if (extension == RT_EXTENSION_NONE)
            return XR_ERROR_EXTENSION_NOT_PRESENT;
        instance->enabled[extension] = true;
    }
    return XR_SUCCESS;
}

static XrResult apply(struct rt_instance *instance, const XrInstanceCreateInfo *info)
{
    const XrVersion version = info->applicationInfo.apiVersion;
    const uint64_t newest = instance->settings.disabled[RT_FEATURE_VERSION_1_1] ? 0 : 1;
    if (XR_VERSION_MAJOR(version) != 1 || XR_VERSION_MINOR(version) > newest)
        return XR_ERROR_API_VERSION_UNSUPPORTED;
    if (info->applicationInfo.applicationName[0] == '\0')
        return XR_ERROR_NAME_INVALID;
    XrResult result = check_layers(info);
    instance->enabled[RT_EXTENSION_NONE] = true;
    instance->enabled[RT_EXTENSION_VERSION_1_1] = XR_VERSION_MINOR(version) == 1;
    if (result == XR_SUCCESS)
        result = enable_extensions(instance, info);
    if (result == XR_SUCCESS && strcmp(instance->settings.fail_call, "xrCreateInstance") == 0)
        result = instance->settings.fail_result;
    return result;
}

static XrResult create(const XrInstanceCreateInfo *info, XrInstance *out_instance)
{
    if (info == NULL || info->type != XR_TYPE_INSTANCE_CREATE_INFO || out_instance == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    struct rt_instance *instance = calloc(1, sizeof *instance);
    if (instance == NULL)
        return XR_ERROR_OUT_OF_MEMORY;
    rt_settings_init(&instance->settings);
    instance->object.instance = instance;
    XrResult result = apply(instance, info);
    if (result == XR_SUCCESS && !rt_person_init(&instance->person, &instance->settings))
        result = XR_ERROR_INITIALIZATION_FAILED;
    if (result == XR_SUCCESS)
        result = rt_object_add(&instance->object, XR_OBJECT_TYPE_INSTANCE, NULL, destroy);
    if (result != XR_SUCCESS) {
        rt_person_finish(&instance->person);
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

/* An app may destroy its graphics, and then the instance while its session exists. */
static XrResult destroy_instance(struct rt_instance *instance)
{
    struct rt_session *session = rt_session_of(instance);
    if (session != NULL)
        session->graphics.gl.abandoned = true;
    rt_object_remove(&instance->object);
    return XR_SUCCESS;
}

RT_CALL(xrDestroyInstance, INSTANCE, (XrInstance handle), destroy_instance(object))
