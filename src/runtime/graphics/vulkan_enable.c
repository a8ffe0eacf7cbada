/* SPDX-License-Identifier: MIT */
/*
 * XR_KHR_vulkan_enable and XR_KHR_vulkan_enable2: how an app gets a Vulkan device. The runtime
 * accepts every device.
 */
#include "runtime/instance/instance.h"
#include "runtime/base/two_call.h"
#include "runtime/instance/call.h"
#include "runtime/graphics/vulkan.h"

#define VULKAN_MIN XR_MAKE_VERSION(1, 0, 0)
#define VULKAN_MAX XR_MAKE_VERSION(1, 3, 0)

static XrResult no_extensions(XrSystemId system, uint32_t capacity, uint32_t *out_count,
                              char *out_buffer)
{
    return system != RT_SYSTEM_ID ? XR_ERROR_SYSTEM_INVALID
                                  : rt_two_call_string("", capacity, out_count, out_buffer);
}

RT_CALL(xrGetVulkanInstanceExtensionsKHR, INSTANCE,
        (XrInstance handle, XrSystemId systemId, uint32_t capacity, uint32_t *out_count,
         char *buffer),
        no_extensions(systemId, capacity, out_count, buffer))

RT_CALL(xrGetVulkanDeviceExtensionsKHR, INSTANCE,
        (XrInstance handle, XrSystemId systemId, uint32_t capacity, uint32_t *out_count,
         char *buffer),
        no_extensions(systemId, capacity, out_count, buffer))

static XrResult get_requirements(struct rt_instance *instance, XrSystemId system,
                                 XrGraphicsRequirementsVulkanKHR *requirements)
{
    if (requirements == NULL || requirements->type != XR_TYPE_GRAPHICS_REQUIREMENTS_VULKAN_KHR)
        return XR_ERROR_VALIDATION_FAILURE;
    if (system != RT_SYSTEM_ID)
        return XR_ERROR_SYSTEM_INVALID;
    if (!rt_vulkan_functions_load())
        return XR_ERROR_RUNTIME_FAILURE;
    requirements->minApiVersionSupported = VULKAN_MIN;
    requirements->maxApiVersionSupported = VULKAN_MAX;
    instance->has_asked_vulkan_requirements = true;
    return XR_SUCCESS;
}

RT_CALL(xrGetVulkanGraphicsRequirementsKHR, INSTANCE,
        (XrInstance handle, XrSystemId systemId,
         XrGraphicsRequirementsVulkanKHR *graphicsRequirements),
        get_requirements(object, systemId, graphicsRequirements))

RT_CALL(xrGetVulkanGraphicsRequirements2KHR, INSTANCE,
        (XrInstance handle, XrSystemId systemId,
         XrGraphicsRequirementsVulkanKHR *graphicsRequirements),
        get_requirements(object, systemId, graphicsRequirements))

static XrResult get_device(XrSystemId system, VkInstance vk_instance, VkPhysicalDevice *out_device)
{
    if (out_device == NULL || vk_instance == VK_NULL_HANDLE)
        return XR_ERROR_VALIDATION_FAILURE;
    if (system != RT_SYSTEM_ID)
        return XR_ERROR_SYSTEM_INVALID;
    if (!rt_vulkan_functions_load())
        return XR_ERROR_RUNTIME_FAILURE;
    uint32_t count = 1;
    const VkResult result =
        rt_vulkan_functions.vkEnumeratePhysicalDevices(vk_instance, &count, out_device);
    return (result != VK_SUCCESS && result != VK_INCOMPLETE) || count == 0
               ? XR_ERROR_RUNTIME_FAILURE
               : XR_SUCCESS;
}

RT_CALL(xrGetVulkanGraphicsDeviceKHR, INSTANCE,
        (XrInstance handle, XrSystemId systemId, VkInstance vkInstance,
         VkPhysicalDevice *vkPhysicalDevice),
        get_device(systemId, vkInstance, vkPhysicalDevice))

static XrResult get_device2(const XrVulkanGraphicsDeviceGetInfoKHR *info,
                            VkPhysicalDevice *out_device)
{
    if (info == NULL || info->type != XR_TYPE_VULKAN_GRAPHICS_DEVICE_GET_INFO_KHR)
        return XR_ERROR_VALIDATION_FAILURE;
    return get_device(info->systemId, info->vulkanInstance, out_device);
}

RT_CALL(xrGetVulkanGraphicsDevice2KHR, INSTANCE,
        (XrInstance handle, const XrVulkanGraphicsDeviceGetInfoKHR *info,
         VkPhysicalDevice *vulkanPhysicalDevice),
        get_device2(info, vulkanPhysicalDevice))

static XrResult create_instance(const XrVulkanInstanceCreateInfoKHR *info, VkInstance *out_instance,
                                VkResult *out_result)
{
    if (info == NULL || info->type != XR_TYPE_VULKAN_INSTANCE_CREATE_INFO_KHR ||
        out_instance == NULL || out_result == NULL || info->createFlags != 0 ||
        info->pfnGetInstanceProcAddr == NULL || info->vulkanCreateInfo == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (info->systemId != RT_SYSTEM_ID)
        return XR_ERROR_SYSTEM_INVALID;
    const PFN_vkCreateInstance create =
        (PFN_vkCreateInstance)info->pfnGetInstanceProcAddr(VK_NULL_HANDLE, "vkCreateInstance");
    if (create == NULL)
        return XR_ERROR_RUNTIME_FAILURE;
    *out_result = create(info->vulkanCreateInfo, info->vulkanAllocator, out_instance);
    return XR_SUCCESS;
}

RT_CALL(xrCreateVulkanInstanceKHR, INSTANCE,
        (XrInstance handle, const XrVulkanInstanceCreateInfoKHR *info, VkInstance *vulkanInstance,
         VkResult *vulkanResult),
        create_instance(info, vulkanInstance, vulkanResult))

static XrResult create_device(const XrVulkanDeviceCreateInfoKHR *info, VkDevice *out_device,
                              VkResult *out_result)
{
    if (info == NULL || info->type != XR_TYPE_VULKAN_DEVICE_CREATE_INFO_KHR || out_device == NULL ||
        out_result == NULL || info->createFlags != 0 || info->pfnGetInstanceProcAddr == NULL ||
        info->vulkanPhysicalDevice == VK_NULL_HANDLE || info->vulkanCreateInfo == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (info->systemId != RT_SYSTEM_ID)
        return XR_ERROR_SYSTEM_INVALID;
    if (!rt_vulkan_functions_load())
        return XR_ERROR_RUNTIME_FAILURE;
    /* The loader's own function takes any instance's physical device. */
    *out_result = rt_vulkan_functions.vkCreateDevice(
        info->vulkanPhysicalDevice, info->vulkanCreateInfo, info->vulkanAllocator, out_device);
    return XR_SUCCESS;
}

RT_CALL(xrCreateVulkanDeviceKHR, INSTANCE,
        (XrInstance handle, const XrVulkanDeviceCreateInfoKHR *info, VkDevice *vulkanDevice,
         VkResult *vulkanResult),
        create_device(info, vulkanDevice, vulkanResult))
