/* SPDX-License-Identifier: MIT */
#include "graphics/api.h"

#include <stdlib.h>

#define XR_USE_GRAPHICS_API_VULKAN
#include <vulkan/vulkan.h>

#include <openxr/openxr_platform.h>

struct probe_device {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    uint32_t family;
    VkQueue queue;
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkFence fence;
    XrGraphicsBindingVulkan2KHR binding;
};

static bool check(struct probe *probe, VkResult result, const char *call)
{
    if (result == VK_SUCCESS)
        return true;
    fprintf(stderr, "understudy_probe: %s: VkResult %d\n", call, (int)result);
    probe->exit = PROBE_EXIT_CALL;
    return false;
}

/* The runtime's requirements have to be asked for before the instance is made. */
static bool create_instance(struct probe *probe, struct probe_device *vulkan)
{
    PFN_xrGetVulkanGraphicsRequirements2KHR require;
    PFN_xrCreateVulkanInstanceKHR create;
    if (!probe_instance_function(probe, "xrGetVulkanGraphicsRequirements2KHR",
                                 (PFN_xrVoidFunction *)&require) ||
        !probe_instance_function(probe, "xrCreateVulkanInstanceKHR", (PFN_xrVoidFunction *)&create))
        return false;
    XrGraphicsRequirementsVulkan2KHR requirements = {.type =
                                                         XR_TYPE_GRAPHICS_REQUIREMENTS_VULKAN2_KHR};
    if (!probe_check(probe, require(probe->instance, probe->system, &requirements),
                     "xrGetVulkanGraphicsRequirements2KHR"))
        return false;
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .pApplicationName = "understudy_probe",
                                     .apiVersion = VK_API_VERSION_1_1};
    VkInstanceCreateInfo vulkan_info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                        .pApplicationInfo = &application};
    XrVulkanInstanceCreateInfoKHR info = {.type = XR_TYPE_VULKAN_INSTANCE_CREATE_INFO_KHR,
                                          .systemId = probe->system,
                                          .pfnGetInstanceProcAddr = vkGetInstanceProcAddr,
                                          .vulkanCreateInfo = &vulkan_info};
    VkResult result = VK_SUCCESS;
    return probe_check(probe, create(probe->instance, &info, &vulkan->instance, &result),
                       "xrCreateVulkanInstanceKHR") &&
           check(probe, result, "xrCreateVulkanInstanceKHR");
}

static bool find_device(struct probe *probe, struct probe_device *vulkan)
{
    PFN_xrGetVulkanGraphicsDevice2KHR get;
    XrVulkanGraphicsDeviceGetInfoKHR info = {.type = XR_TYPE_VULKAN_GRAPHICS_DEVICE_GET_INFO_KHR,
                                             .systemId = probe->system,
                                             .vulkanInstance = vulkan->instance};
    if (!probe_instance_function(probe, "xrGetVulkanGraphicsDevice2KHR",
                                 (PFN_xrVoidFunction *)&get) ||
        !probe_check(probe, get(probe->instance, &info, &vulkan->physical),
                     "xrGetVulkanGraphicsDevice2KHR"))
        return false;
    VkQueueFamilyProperties families[16];
    uint32_t count = 16;
    vkGetPhysicalDeviceQueueFamilyProperties(vulkan->physical, &count, families);
    while (vulkan->family < count && !(families[vulkan->family].queueFlags & VK_QUEUE_GRAPHICS_BIT))
        vulkan->family++;
    return vulkan->family < count || probe_lack(probe, "a Vulkan queue for graphics");
}

static bool create_device(struct probe *probe, struct probe_device *vulkan)
{
    PFN_xrCreateVulkanDeviceKHR create;
    if (!probe_instance_function(probe, "xrCreateVulkanDeviceKHR", (PFN_xrVoidFunction *)&create))
        return false;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = vulkan->family,
                                     .queueCount = 1,
                                     .pQueuePriorities = &(float){1}};
    VkDeviceCreateInfo device = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                 .queueCreateInfoCount = 1,
                                 .pQueueCreateInfos = &queue};
    XrVulkanDeviceCreateInfoKHR info = {.type = XR_TYPE_VULKAN_DEVICE_CREATE_INFO_KHR,
                                        .systemId = probe->system,
                                        .pfnGetInstanceProcAddr = vkGetInstanceProcAddr,
                                        .vulkanPhysicalDevice = vulkan->physical,
                                        .vulkanCreateInfo = &device};
    VkResult result = VK_SUCCESS;
    if (!probe_check(probe, create(probe->instance, &info, &vulkan->device, &result),
                     "xrCreateVulkanDeviceKHR") ||
        !check(probe, result, "xrCreateVulkanDeviceKHR"))
        return false;
    vkGetDeviceQueue(vulkan->device, vulkan->family, 0, &vulkan->queue);
    return true;
}

static bool create_commands(struct probe *probe, struct probe_device *vulkan)
{
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                    .queueFamilyIndex = vulkan->family};
    if (!check(probe, vkCreateCommandPool(vulkan->device, &pool, NULL, &vulkan->pool),
               "vkCreateCommandPool"))
        return false;
    VkCommandBufferAllocateInfo buffer = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                          .commandPool = vulkan->pool,
                                          .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                          .commandBufferCount = 1};
    VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    return check(probe, vkAllocateCommandBuffers(vulkan->device, &buffer, &vulkan->commands),
                 "vkAllocateCommandBuffers") &&
           check(probe, vkCreateFence(vulkan->device, &fence, NULL, &vulkan->fence),
                 "vkCreateFence");
}

static bool create(struct probe *probe, struct probe_device **out)
{
    struct probe_device *vulkan = calloc(1, sizeof *vulkan);
    if (!vulkan)
        return probe_lack(probe, "memory");
    *out = vulkan;
    if (!create_instance(probe, vulkan) || !find_device(probe, vulkan) ||
        !create_device(probe, vulkan) || !create_commands(probe, vulkan))
        return false;
    vulkan->binding = (XrGraphicsBindingVulkan2KHR){
        .type = XR_TYPE_GRAPHICS_BINDING_VULKAN2_KHR,
        .instance = vulkan->instance,
        .physicalDevice = vulkan->physical,
        .device = vulkan->device,
        .queueFamilyIndex = vulkan->family,
    };
    return true;
}

static const void *binding(const struct probe_device *vulkan)
{
    return &vulkan->binding;
}

static bool find_images(struct probe *probe, XrSwapchain swapchain, uint64_t *out_images)
{
    XrSwapchainImageVulkan2KHR images[PROBE_IMAGE_MAX];
    for (int i = 0; i < PROBE_IMAGE_MAX; i++)
        images[i] = (XrSwapchainImageVulkan2KHR){.type = XR_TYPE_SWAPCHAIN_IMAGE_VULKAN2_KHR};
    uint32_t count = 0;
    XrResult result = xrEnumerateSwapchainImages(swapchain, PROBE_IMAGE_MAX, &count,
                                                 (XrSwapchainImageBaseHeader *)images);
    if (!probe_check(probe, result, "xrEnumerateSwapchainImages"))
        return false;
    for (uint32_t i = 0; i < count; i++)
        out_images[i] = US_XR_VALUE(images[i].image);
    return true;
}

static void destroy(struct probe_device *vulkan)
{
    if (vulkan->device) {
        vkDestroyFence(vulkan->device, vulkan->fence, NULL);
        vkDestroyCommandPool(vulkan->device, vulkan->pool, NULL);
        vkDestroyDevice(vulkan->device, NULL);
    }
    if (vulkan->instance)
        vkDestroyInstance(vulkan->instance, NULL);
    free(vulkan);
}

static void change_layout(VkCommandBuffer commands, VkImage image, VkImageLayout from,
                          VkImageLayout to, VkAccessFlags access)
{
    VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = access,
        .oldLayout = from,
        .newLayout = to,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1},
    };
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
}

static void record_clear(VkCommandBuffer commands, VkImage image, const float colour[4])
{
    const VkClearColorValue value = {.float32 = {colour[0], colour[1], colour[2], colour[3]}};
    const VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    change_layout(commands, image, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                  VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_ACCESS_TRANSFER_WRITE_BIT);
    vkCmdClearColorImage(commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &value, 1, &range);
    change_layout(commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                  VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT);
}

static bool clear(struct probe *probe, struct probe_device *vulkan, uint64_t image, int64_t format,
                  const float colour[4])
{
    (void)format;
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                           .commandBufferCount = 1,
                           .pCommandBuffers = &vulkan->commands};
    if (!check(probe, vkBeginCommandBuffer(vulkan->commands, &begin), "vkBeginCommandBuffer"))
        return false;
    record_clear(vulkan->commands, US_XR_HANDLE(VkImage, image), colour);
    return check(probe, vkEndCommandBuffer(vulkan->commands), "vkEndCommandBuffer") &&
           check(probe, vkQueueSubmit(vulkan->queue, 1, &submit, vulkan->fence), "vkQueueSubmit") &&
           check(probe, vkWaitForFences(vulkan->device, 1, &vulkan->fence, VK_TRUE, UINT64_MAX),
                 "vkWaitForFences") &&
           check(probe, vkResetFences(vulkan->device, 1, &vulkan->fence), "vkResetFences");
}

const struct probe_api probe_api_vulkan = {
    "XR_KHR_vulkan_enable2",
    {VK_FORMAT_R8G8B8A8_SRGB, VK_FORMAT_B8G8R8A8_SRGB, VK_FORMAT_R8G8B8A8_UNORM,
     VK_FORMAT_B8G8R8A8_UNORM},
    VK_FORMAT_D32_SFLOAT,
    create,
    binding,
    find_images,
    clear,
    destroy,
};
