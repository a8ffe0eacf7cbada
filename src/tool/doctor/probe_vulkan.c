/* SPDX-License-Identifier: MIT */
#define VK_NO_PROTOTYPES
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <vulkan/vulkan.h>

#include "tool/doctor/probe_library.h"

enum { MAX_DEVICES = 16 };

static void name_devices(PFN_vkGetInstanceProcAddr find, VkInstance instance,
                         struct tool_library_answer *out)
{
    VkPhysicalDevice devices[MAX_DEVICES];
    uint32_t count = MAX_DEVICES;
    PFN_vkEnumeratePhysicalDevices enumerate =
        (PFN_vkEnumeratePhysicalDevices)find(instance, "vkEnumeratePhysicalDevices");
    PFN_vkGetPhysicalDeviceProperties get =
        (PFN_vkGetPhysicalDeviceProperties)find(instance, "vkGetPhysicalDeviceProperties");
    out->result = enumerate(instance, &count, devices);
    for (uint32_t i = 0; out->result >= 0 && i < count; i++) {
        VkPhysicalDeviceProperties properties;
        get(devices[i], &properties);
        snprintf(out->names[out->name_count++], sizeof(out->names[0]), "%.127s",
                 properties.deviceName);
    }
}

void tool_probe_vulkan(const void *question, void *answer)
{
    struct tool_library_answer *out = answer;
    PFN_vkGetInstanceProcAddr find = NULL;
    (void)question;
    void *library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    const char *why = library == NULL ? dlerror() : NULL;
    if (why != NULL)
        snprintf(out->text, sizeof(out->text), "%s", why);
    void *symbol = library != NULL ? dlsym(library, "vkGetInstanceProcAddr") : NULL;
    memcpy(&find, &symbol, sizeof(find));
    PFN_vkCreateInstance create =
        find != NULL ? (PFN_vkCreateInstance)find(NULL, "vkCreateInstance") : NULL;
    if (create == NULL)
        return;
    const VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .pApplicationName = "understudy doctor",
                                   .apiVersion = VK_API_VERSION_1_0};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &app};
    VkInstance instance;
    out->state = TOOL_LIBRARY_GOOD;
    out->result = create(&info, NULL, &instance);
    if (out->result >= 0)
        name_devices(find, instance, out);
}
