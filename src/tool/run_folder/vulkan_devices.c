/* SPDX-License-Identifier: MIT */
#include "tool/run_folder/vulkan_devices.h"

#define VK_NO_PROTOTYPES
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <vulkan/vulkan.h>

#include "tool/cli/json.h"
#include "tool/doctor/probe.h"

enum { DEVICES_MAX = 8 };
#define TIMEOUT_S 20.0

struct device {
    char name[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE];
    char driver[VK_MAX_DRIVER_NAME_SIZE], info[VK_MAX_DRIVER_INFO_SIZE];
    uint32_t api, driver_version;
};

struct answer {
    uint32_t count;
    struct device devices[DEVICES_MAX];
};

static void describe_device(PFN_vkGetPhysicalDeviceProperties2 get, VkPhysicalDevice device,
                            struct device *out)
{
    VkPhysicalDeviceDriverProperties driver = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    VkPhysicalDeviceProperties2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                       .pNext = &driver};
    get(device, &all);
    snprintf(out->name, sizeof out->name, "%s", all.properties.deviceName);
    snprintf(out->driver, sizeof out->driver, "%s", driver.driverName);
    snprintf(out->info, sizeof out->info, "%s", driver.driverInfo);
    out->api = all.properties.apiVersion;
    out->driver_version = all.properties.driverVersion;
}

static void list_devices(PFN_vkGetInstanceProcAddr find, VkInstance instance, struct answer *out)
{
    VkPhysicalDevice devices[DEVICES_MAX];
    uint32_t count = DEVICES_MAX;
    PFN_vkEnumeratePhysicalDevices enumerate =
        (PFN_vkEnumeratePhysicalDevices)find(instance, "vkEnumeratePhysicalDevices");
    PFN_vkGetPhysicalDeviceProperties2 get =
        (PFN_vkGetPhysicalDeviceProperties2)find(instance, "vkGetPhysicalDeviceProperties2");
    if (enumerate == NULL || get == NULL || enumerate(instance, &count, devices) < 0)
        return;
    for (uint32_t i = 0; i < count; i++)
        describe_device(get, devices[i], &out->devices[out->count++]);
}

/* Runs in the child of tool_probe_run. */
static void ask(const void *question, void *answer)
{
    PFN_vkGetInstanceProcAddr find = NULL;
    VkInstance instance;
    (void)question;
    void *library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    void *symbol = library != NULL ? dlsym(library, "vkGetInstanceProcAddr") : NULL;
    memcpy(&find, &symbol, sizeof find);
    PFN_vkCreateInstance create =
        find != NULL ? (PFN_vkCreateInstance)find(NULL, "vkCreateInstance") : NULL;
    const VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .pApplicationName = "understudy run",
                                   .apiVersion = VK_API_VERSION_1_1};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &app};
    if (create != NULL && create(&info, NULL, &instance) >= 0)
        list_devices(find, instance, answer);
}

cJSON *tool_vulkan_devices_list(void)
{
    static struct answer answer;
    cJSON *list = cJSON_CreateArray();
    tool_probe_run(ask, NULL, &answer, sizeof answer, TIMEOUT_S);
    for (uint32_t i = 0; i < answer.count; i++) {
        const struct device *device = &answer.devices[i];
        cJSON *object = cJSON_CreateObject();
        char api[32];
        snprintf(api, sizeof api, "%u.%u.%u", VK_API_VERSION_MAJOR(device->api),
                 VK_API_VERSION_MINOR(device->api), VK_API_VERSION_PATCH(device->api));
        tool_json_add_text(object, "name", device->name);
        tool_json_add_text(object, "api", api);
        tool_json_add_text(object, "driver", device->driver);
        tool_json_add_text(object, "driver_info", device->info);
        tool_json_add_number(object, "driver_version", (double)device->driver_version);
        cJSON_AddItemToArray(list, object);
    }
    return list;
}
