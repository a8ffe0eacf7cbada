/* SPDX-License-Identifier: MIT */
#define VK_NO_PROTOTYPES
#include "tool/doctor/probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

#include "openxr/xr.h"
#include "platform/environment.h"
#include "platform/library.h"
#include "tool/environment/environment.h"

static bool load(const char *path, enum us_library_binding binding,
                 struct tool_library_answer *answer)
{
    return us_library_load(path, binding, answer->text, sizeof answer->text);
}

/* The function with which a loaded library is asked; says that the library lacks it. */
static us_library_function find_entry(const char *path, enum us_library_binding binding,
                                      const char *name, struct tool_library_answer *answer)
{
    us_library_function function = load(path, binding, answer) ? us_library_find(path, name) : NULL;
    if (function == NULL && answer->text[0] == '\0') {
        answer->state = TOOL_LIBRARY_NO_ENTRY;
        snprintf(answer->text, sizeof answer->text, "%s", name);
    }
    return function;
}

/* The function with which a layer or a runtime negotiates. */
static us_library_function find_negotiation(const struct tool_library_question *asked,
                                            const char *usual, struct tool_library_answer *answer)
{
    return find_entry(asked->path, US_LIBRARY_BIND_CALLED,
                      asked->entry[0] != '\0' ? asked->entry : usual, answer);
}

static bool judge(struct tool_library_answer *answer, int32_t result, bool complete)
{
    answer->result = result;
    answer->state = result >= 0 && complete ? TOOL_LIBRARY_GOOD : TOOL_LIBRARY_REFUSES;
    return answer->state == TOOL_LIBRARY_GOOD;
}

/* ---- layers and runtimes ---- */

/* Older headers do not declare these types. */
typedef XrResult(XRAPI_PTR *negotiate_layer_function)(const XrNegotiateLoaderInfo *info,
                                                      const char *name,
                                                      XrNegotiateApiLayerRequest *request);
typedef XrResult(XRAPI_PTR *negotiate_runtime_function)(const XrNegotiateLoaderInfo *info,
                                                        XrNegotiateRuntimeRequest *request);

/* As the loaders that are in use offer themselves. */
static XrNegotiateLoaderInfo loader_info(void)
{
    return (XrNegotiateLoaderInfo){.structType = XR_LOADER_INTERFACE_STRUCT_LOADER_INFO,
                                   .structVersion = XR_LOADER_INFO_STRUCT_VERSION,
                                   .structSize = sizeof(XrNegotiateLoaderInfo),
                                   .minInterfaceVersion = 1,
                                   .maxInterfaceVersion = 1,
                                   .minApiVersion = XR_MAKE_VERSION(1, 0, 0),
                                   .maxApiVersion = XR_MAKE_VERSION(1, 0x3ff, 0xffffffff)};
}

static void ask_layer(const struct tool_library_question *asked, struct tool_library_answer *out)
{
    const XrNegotiateLoaderInfo info = loader_info();
    XrNegotiateApiLayerRequest request = {.structType =
                                              XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST,
                                          .structVersion = XR_API_LAYER_INFO_STRUCT_VERSION,
                                          .structSize = sizeof request};
    negotiate_layer_function negotiate = (negotiate_layer_function)find_negotiation(
        asked, "xrNegotiateLoaderApiLayerInterface", out);
    if (negotiate == NULL)
        return;
    XrResult result = negotiate(&info, asked->name, &request);
    judge(out, result,
          request.getInstanceProcAddr != NULL && request.createApiLayerInstance != NULL);
}

static void list_extensions(PFN_xrGetInstanceProcAddr get, struct tool_library_answer *out)
{
    PFN_xrVoidFunction function = NULL;
    XrResult result = get(XR_NULL_HANDLE, "xrEnumerateInstanceExtensionProperties", &function);
    uint32_t count = 0;
    if (!judge(out, result, function != NULL))
        return;
    PFN_xrEnumerateInstanceExtensionProperties enumerate =
        (PFN_xrEnumerateInstanceExtensionProperties)function;
    if (!judge(out, enumerate(NULL, 0, &count, NULL), true) || count == 0)
        return;
    XrExtensionProperties *list = calloc(count, sizeof *list);
    for (uint32_t i = 0; list != NULL && i < count; i++)
        list[i].type = XR_TYPE_EXTENSION_PROPERTIES;
    if (list != NULL && judge(out, enumerate(NULL, count, &count, list), true))
        for (uint32_t i = 0; i < count && i < TOOL_PROBE_NAMES; i++)
            memcpy(out->names[out->name_count++], list[i].extensionName,
                   sizeof list[i].extensionName - 1);
    free(list);
}

static void ask_runtime(const struct tool_library_question *asked, struct tool_library_answer *out)
{
    const XrNegotiateLoaderInfo info = loader_info();
    XrNegotiateRuntimeRequest request = {.structType = XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST,
                                         .structVersion = XR_RUNTIME_INFO_STRUCT_VERSION,
                                         .structSize = sizeof request};
    negotiate_runtime_function negotiate = (negotiate_runtime_function)find_negotiation(
        asked, "xrNegotiateLoaderRuntimeInterface", out);
    if (negotiate == NULL)
        return;
    XrResult result = negotiate(&info, &request);
    if (judge(out, result, request.getInstanceProcAddr != NULL))
        list_extensions(request.getInstanceProcAddr, out);
}

static void ask_whole(const struct tool_library_question *asked, struct tool_library_answer *out)
{
    if (load(asked->path, US_LIBRARY_BIND_ALL, out))
        out->state = TOOL_LIBRARY_GOOD;
}

/* ---- the loader ---- */

/* The file's name ends with the version: libopenxr_loader.so.1.0.20. */
static void say_where(us_library_function function, struct tool_library_answer *out)
{
    if (!us_library_path(function, out->path, sizeof out->path))
        out->path[0] = '\0';
    const char *version = strstr(out->path, ".so.");
    if (version != NULL && strchr(version + 4, '.') != NULL)
        snprintf(out->version, sizeof out->version, "%.31s", version + 4);
}

static void ask_loader(const struct tool_library_question *asked, struct tool_library_answer *out)
{
    (void)asked;
    us_library_function create =
        find_entry(US_LIBRARY_OPENXR, US_LIBRARY_BIND_ALL, "xrCreateInstance", out);
    if (create == NULL)
        return;
    out->state = TOOL_LIBRARY_GOOD;
    say_where(create, out);
}

static void list_layers(struct tool_library_answer *out)
{
    PFN_xrEnumerateApiLayerProperties enumerate =
        (PFN_xrEnumerateApiLayerProperties)us_library_find(US_LIBRARY_OPENXR,
                                                           "xrEnumerateApiLayerProperties");
    uint32_t count = 0;
    if (enumerate == NULL || XR_FAILED(enumerate(0, &count, NULL)) || count == 0)
        return;
    XrApiLayerProperties *list = calloc(count, sizeof *list);
    for (uint32_t i = 0; list != NULL && i < count; i++)
        list[i].type = XR_TYPE_API_LAYER_PROPERTIES;
    if (list != NULL && XR_SUCCEEDED(enumerate(count, &count, list)))
        for (uint32_t i = 0; i < count && i < TOOL_PROBE_NAMES; i++)
            snprintf(out->names[out->name_count++], sizeof out->names[0], "%.127s",
                     list[i].layerName);
    free(list);
}

static void make_instance(struct tool_library_answer *out)
{
    PFN_xrCreateInstance create =
        (PFN_xrCreateInstance)us_library_find(US_LIBRARY_OPENXR, "xrCreateInstance");
    PFN_xrGetInstanceProperties get =
        (PFN_xrGetInstanceProperties)us_library_find(US_LIBRARY_OPENXR, "xrGetInstanceProperties");
    PFN_xrDestroyInstance destroy =
        (PFN_xrDestroyInstance)us_library_find(US_LIBRARY_OPENXR, "xrDestroyInstance");
    const XrInstanceCreateInfo info = {.type = XR_TYPE_INSTANCE_CREATE_INFO,
                                       .applicationInfo = {.applicationName = "understudy doctor",
                                                           .apiVersion = XR_MAKE_VERSION(1, 0, 0)}};
    XrInstanceProperties properties = {.type = XR_TYPE_INSTANCE_PROPERTIES};
    XrInstance instance = XR_NULL_HANDLE;
    if (create == NULL || get == NULL || destroy == NULL ||
        !judge(out, create(&info, &instance), true))
        return;
    if (XR_SUCCEEDED(get(instance, &properties)))
        snprintf(out->runtime, sizeof out->runtime, "%.127s", properties.runtimeName);
    destroy(instance);
}

static void ask_instance(const struct tool_library_question *asked, struct tool_library_answer *out)
{
    us_environment_set("UNDERSTUDY_ENABLE", "1");
    us_environment_unset("UNDERSTUDY_DISABLE");
    us_environment_unset("UNDERSTUDY_PLAY");
    us_environment_unset("UNDERSTUDY_EVENTS");
    us_environment_unset("UNDERSTUDY_LOG_FILE");
    if (!asked->with_layer)
        us_environment_set("UNDERSTUDY_DISABLE", "1");
    else
        tool_environment_add_layer(true);
    if (!load(US_LIBRARY_OPENXR, US_LIBRARY_BIND_ALL, out))
        return;
    list_layers(out);
    make_instance(out);
}

/* ---- Vulkan ---- */

static void describe_device(PFN_vkGetPhysicalDeviceProperties2 get, VkPhysicalDevice device,
                            struct tool_vulkan_device *out)
{
    VkPhysicalDeviceDriverProperties driver = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    VkPhysicalDeviceProperties2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                       .pNext = &driver};
    get(device, &all);
    snprintf(out->name, sizeof out->name, "%s", all.properties.deviceName);
    snprintf(out->driver, sizeof out->driver, "%s", driver.driverName);
    snprintf(out->driver_info, sizeof out->driver_info, "%s", driver.driverInfo);
    out->api = all.properties.apiVersion;
    out->driver_version = all.properties.driverVersion;
}

static void list_devices(PFN_vkGetInstanceProcAddr get_function, VkInstance instance,
                         struct tool_library_answer *out)
{
    VkPhysicalDevice devices[TOOL_PROBE_DEVICES];
    uint32_t count = TOOL_PROBE_DEVICES;
    PFN_vkEnumeratePhysicalDevices enumerate =
        (PFN_vkEnumeratePhysicalDevices)get_function(instance, "vkEnumeratePhysicalDevices");
    PFN_vkGetPhysicalDeviceProperties2 get = (PFN_vkGetPhysicalDeviceProperties2)get_function(
        instance, "vkGetPhysicalDeviceProperties2");
    if (enumerate == NULL || get == NULL)
        return;
    out->result = enumerate(instance, &count, devices);
    for (uint32_t i = 0; out->result >= 0 && i < count; i++)
        describe_device(get, devices[i], &out->devices[out->device_count++]);
}

static void ask_vulkan(const struct tool_library_question *asked, struct tool_library_answer *out)
{
    (void)asked;
    PFN_vkGetInstanceProcAddr get = NULL;
    if (load(US_LIBRARY_VULKAN, US_LIBRARY_BIND_ALL, out))
        get =
            (PFN_vkGetInstanceProcAddr)us_library_find(US_LIBRARY_VULKAN, "vkGetInstanceProcAddr");
    PFN_vkCreateInstance create =
        get != NULL ? (PFN_vkCreateInstance)get(NULL, "vkCreateInstance") : NULL;
    if (create == NULL)
        return;
    const VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .pApplicationName = "understudy",
                                   .apiVersion = VK_API_VERSION_1_1};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &app};
    VkInstance instance;
    out->state = TOOL_LIBRARY_GOOD;
    out->result = create(&info, NULL, &instance);
    if (out->result >= 0)
        list_devices(get, instance, out);
}

void tool_probe_library(const struct tool_library_question *question,
                        struct tool_library_answer *out)
{
    static void (*const asks[])(const struct tool_library_question *,
                                struct tool_library_answer *) = {
        [TOOL_LIBRARY_LAYER] = ask_layer,       [TOOL_LIBRARY_RUNTIME] = ask_runtime,
        [TOOL_LIBRARY_LOADER] = ask_loader,     [TOOL_LIBRARY_VULKAN] = ask_vulkan,
        [TOOL_LIBRARY_INSTANCE] = ask_instance, [TOOL_LIBRARY_WHOLE] = ask_whole,
    };
    asks[question->kind](question, out);
}
