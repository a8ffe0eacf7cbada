/* SPDX-License-Identifier: MIT */
#include "runtime/graphics/vulkan.h"

#include <stdbool.h>
#include <stdio.h>

#include "platform/library.h"

struct rt_vulkan_functions rt_vulkan_functions;

static bool look_up(struct rt_vulkan_functions *out)
{
    bool all = true;
#define RT_VULKAN_FUNCTION(name)                                                                   \
    out->name = (PFN_##name)us_library_find(US_LIBRARY_VULKAN, #name);                             \
    all = all && out->name != NULL;
#include "runtime/graphics/vulkan_functions.def"
#undef RT_VULKAN_FUNCTION
    return all;
}

bool rt_vulkan_functions_load(void)
{
    static bool is_loaded;
    struct rt_vulkan_functions functions = {0};
    if (is_loaded)
        return true;
    char reason[512] = US_LIBRARY_VULKAN " lacks a function of Vulkan 1.0";
    if (!us_library_load(US_LIBRARY_VULKAN, US_LIBRARY_BIND_ALL, reason, sizeof reason) ||
        !look_up(&functions)) {
        fprintf(stderr,
                "understudy headless: the app wants Vulkan, but the Vulkan loader cannot be used: "
                "%s; install it (Debian's package is libvulkan1)\n",
                reason);
        return false;
    }
    rt_vulkan_functions = functions;
    is_loaded = true;
    return true;
}

XrResult rt_vulkan_init(struct rt_vulkan *vulkan, const XrGraphicsBindingVulkanKHR *binding)
{
    if (binding->instance == VK_NULL_HANDLE || binding->physicalDevice == VK_NULL_HANDLE ||
        binding->device == VK_NULL_HANDLE)
        return XR_ERROR_GRAPHICS_DEVICE_INVALID;
    if (!rt_vulkan_functions_load())
        return XR_ERROR_RUNTIME_FAILURE;
    *vulkan = (struct rt_vulkan){.physical = binding->physicalDevice, .device = binding->device};
    rt_vulkan_functions.vkGetDeviceQueue(vulkan->device, binding->queueFamilyIndex,
                                         binding->queueIndex, &vulkan->queue);
    const VkCommandPoolCreateInfo pool_info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
        .queueFamilyIndex = binding->queueFamilyIndex,
    };
    if (rt_vulkan_functions.vkCreateCommandPool(vulkan->device, &pool_info, NULL, &vulkan->pool) !=
        VK_SUCCESS)
        goto fail;
    const VkCommandBufferAllocateInfo buffer_info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = vulkan->pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    if (rt_vulkan_functions.vkAllocateCommandBuffers(vulkan->device, &buffer_info,
                                                     &vulkan->commands) != VK_SUCCESS)
        goto fail;
    const VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    if (rt_vulkan_functions.vkCreateFence(vulkan->device, &fence_info, NULL, &vulkan->fence) !=
        VK_SUCCESS)
        goto fail;
    return XR_SUCCESS;
fail:
    rt_vulkan_finish(vulkan);
    return XR_ERROR_RUNTIME_FAILURE;
}

void rt_vulkan_finish(struct rt_vulkan *vulkan)
{
    if (vulkan->physical == VK_NULL_HANDLE)
        return;
    rt_vulkan_functions.vkDeviceWaitIdle(vulkan->device);
    rt_vulkan_functions.vkDestroyFence(vulkan->device, vulkan->fence, NULL);
    rt_vulkan_functions.vkDestroyCommandPool(vulkan->device, vulkan->pool, NULL);
    *vulkan = (struct rt_vulkan){0};
}

XrResult rt_vulkan_begin(struct rt_vulkan *vulkan)
{
    const VkCommandBufferBeginInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    return rt_vulkan_functions.vkBeginCommandBuffer(vulkan->commands, &info) == VK_SUCCESS
               ? XR_SUCCESS
               : XR_ERROR_RUNTIME_FAILURE;
}

XrResult rt_vulkan_run(struct rt_vulkan *vulkan)
{
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = 1,
        .pCommandBuffers = &vulkan->commands,
    };
    if (rt_vulkan_functions.vkEndCommandBuffer(vulkan->commands) != VK_SUCCESS ||
        rt_vulkan_functions.vkQueueSubmit(vulkan->queue, 1, &info, vulkan->fence) != VK_SUCCESS ||
        rt_vulkan_functions.vkWaitForFences(vulkan->device, 1, &vulkan->fence, VK_TRUE,
                                            UINT64_MAX) != VK_SUCCESS ||
        rt_vulkan_functions.vkResetFences(vulkan->device, 1, &vulkan->fence) != VK_SUCCESS)
        return XR_ERROR_RUNTIME_FAILURE;
    return XR_SUCCESS;
}

void rt_vulkan_move(struct rt_vulkan *vulkan, VkImage image, VkImageAspectFlags aspect,
                    VkImageLayout from, VkImageLayout to)
{
    const VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_MEMORY_READ_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_MEMORY_READ_BIT,
        .oldLayout = from,
        .newLayout = to,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image,
        .subresourceRange = {aspect, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS},
    };
    rt_vulkan_functions.vkCmdPipelineBarrier(vulkan->commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                             VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0,
                                             NULL, 1, &barrier);
}

VkDeviceMemory rt_vulkan_allocate(const struct rt_vulkan *vulkan, const VkMemoryRequirements *needs,
                                  VkMemoryPropertyFlags properties)
{
    VkPhysicalDeviceMemoryProperties memory;
    rt_vulkan_functions.vkGetPhysicalDeviceMemoryProperties(vulkan->physical, &memory);
    for (uint32_t i = 0; i < memory.memoryTypeCount; i++) {
        const bool allowed = (needs->memoryTypeBits >> i & 1u) != 0;
        if (!allowed || (memory.memoryTypes[i].propertyFlags & properties) != properties)
            continue;
        const VkMemoryAllocateInfo info = {
            .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
            .allocationSize = needs->size,
            .memoryTypeIndex = i,
        };
        VkDeviceMemory allocated = VK_NULL_HANDLE;
        if (rt_vulkan_functions.vkAllocateMemory(vulkan->device, &info, NULL, &allocated) ==
            VK_SUCCESS)
            return allocated;
    }
    return VK_NULL_HANDLE;
}
