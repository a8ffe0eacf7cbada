/* SPDX-License-Identifier: MIT */
#include "vulkan_client.h"

static bool create_device(const struct client *client, struct vulkan_client *out)
{
    const PFN_xrGetVulkanGraphicsRequirementsKHR require =
        CLIENT_LOAD(client, xrGetVulkanGraphicsRequirementsKHR);
    const PFN_xrGetVulkanGraphicsDeviceKHR get = CLIENT_LOAD(client, xrGetVulkanGraphicsDeviceKHR);
    XrGraphicsRequirementsVulkanKHR requirements = {.type =
                                                        XR_TYPE_GRAPHICS_REQUIREMENTS_VULKAN_KHR};
    OK(require(client->instance, 1, &requirements));
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    if (vkCreateInstance(&info, NULL, &out->instance) != VK_SUCCESS ||
        get(client->instance, 1, out->instance, &out->physical) != XR_SUCCESS)
        return false;
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                           .queueCount = 1,
                                           .pQueuePriorities = &priority};
    const VkDeviceCreateInfo device = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                       .queueCreateInfoCount = 1,
                                       .pQueueCreateInfos = &queue};
    CHECK(vkCreateDevice(out->physical, &device, NULL, &out->device) == VK_SUCCESS);
    return true;
}

void vulkan_client_create(struct client *client, struct vulkan_client *out)
{
    client->extension = XR_KHR_VULKAN_ENABLE_EXTENSION_NAME;
    client->vulkan = true;
    client_create_instance(client);
    if (!create_device(client, out)) {
        printf("SKIP: there is no Vulkan device\n");
        exit(77);
    }
    const XrGraphicsBindingVulkanKHR binding = {.type = XR_TYPE_GRAPHICS_BINDING_VULKAN_KHR,
                                                .instance = out->instance,
                                                .physicalDevice = out->physical,
                                                .device = out->device};
    const XrSessionCreateInfo info = {
        .type = XR_TYPE_SESSION_CREATE_INFO, .next = &binding, .systemId = 1};
    OK(xrCreateSession(client->instance, &info, &client->session));
}

void vulkan_client_destroy(struct vulkan_client *vulkan)
{
    vkDestroyDevice(vulkan->device, NULL);
    vkDestroyInstance(vulkan->instance, NULL);
}
