/* SPDX-License-Identifier: MIT */
/*
 * XR_KHR_vulkan_enable and XR_KHR_vulkan_enable2: how an app gets a Vulkan device. The runtime
 * accepts every device.
 */
#include "runtime/instance/instance.h"
#include "runtime/base/two_call.h"
#include "runtime/instance/call.h"
#include "runtime/vulkan/vulkan.h"

#define VULKAN_MIN XR_MAKE_VERSION(1, 0, 0)
#define VULKAN_MAX XR_MAKE_VERSION(1, 3, 0)

static XrResult no_extensions(XrSystemId system, uint32_t capacity, uint32_t *out_count,
                              char *out_buffer)
{
    return system != RT_SYSTEM_ID ? XR_ERROR_SYSTEM_INVALID
                                  : rt_two_call_string("", capacity, out_count, out_buffer);
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetVulkanInstanceExtensionsKHR(XrInstance instance,
                                                                XrSystemId systemId,
                                                                uint32_t bufferCapacityInput,
                                                                uint32_t *bufferCountOutput,
                                                                char *buffer)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrGetVulkanInstanceExtensionsKHR, INSTANCE, instance))
        call.result = no_extensions(systemId, bufferCapacityInput, bufferCountOutput, buffer);
    return rt_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetVulkanDeviceExtensionsKHR(XrInstance instance,
                                                              XrSystemId systemId,
                                                              uint32_t bufferCapacityInput,
                                                              uint32_t *bufferCountOutput,
                                                              char *buffer)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrGetVulkanDeviceExtensionsKHR, INSTANCE, instance))
        call.result = no_extensions(systemId, bufferCapacityInput, bufferCountOutput, buffer);
    return rt_call_leave(&call);
}

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

XRAPI_ATTR XrResult XRAPI_CALL xrGetVulkanGraphicsRequirementsKHR(
    XrInstance instance, XrSystemId systemId, XrGraphicsRequirementsVulkanKHR *graphicsRequirements)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrGetVulkanGraphicsRequirementsKHR, INSTANCE, instance))
        call.result =
            get_requirements((struct rt_instance *)call.object, systemId, graphicsRequirements);
    return rt_call_leave(&call);
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetVulkanGraphicsRequirements2KHR(
    XrInstance instance, XrSystemId systemId, XrGraphicsRequirementsVulkanKHR *graphicsRequirements)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrGetVulkanGraphicsRequirements2KHR, INSTANCE, instance))
        call.result =
            get_requirements((struct rt_instance *)call.object, systemId, graphicsRequirements);
    return rt_call_leave(&call);
}

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

XRAPI_ATTR XrResult XRAPI_CALL xrGetVulkanGraphicsDeviceKHR(XrInstance instance,
                                                            XrSystemId systemId,
                                                            VkInstance vkInstance,
                                                            VkPhysicalDevice *vkPhysicalDevice)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrGetVulkanGraphicsDeviceKHR, INSTANCE, instance))
        call.result = get_device(systemId, vkInstance, vkPhysicalDevice);
    return rt_call_leave(&call);
}

static XrResult get_device2(const XrVulkanGraphicsDeviceGetInfoKHR *info,
                            VkPhysicalDevice *out_device)
{
    if (info == NULL || info->type != XR_TYPE_VULKAN_GRAPHICS_DEVICE_GET_INFO_KHR)
        return XR_ERROR_VALIDATION_FAILURE;
    return get_device(info->systemId, info->vulkanInstance, out_device);
}

XRAPI_ATTR XrResult XRAPI_CALL
xrGetVulkanGraphicsDevice2KHR(XrInstance instance, const XrVulkanGraphicsDeviceGetInfoKHR *getInfo,
                              VkPhysicalDevice *vulkanPhysicalDevice)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrGetVulkanGraphicsDevice2KHR, INSTANCE, instance))
        call.result = get_device2(getInfo, vulkanPhysicalDevice);
    return rt_call_leave(&call);
}

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

XRAPI_ATTR XrResult XRAPI_CALL
xrCreateVulkanInstanceKHR(XrInstance instance, const XrVulkanInstanceCreateInfoKHR *createInfo,
                          VkInstance *vulkanInstance, VkResult *vulkanResult)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrCreateVulkanInstanceKHR, INSTANCE, instance))
        call.result = create_instance(createInfo, vulkanInstance, vulkanResult);
    return rt_call_leave(&call);
}

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

XRAPI_ATTR XrResult XRAPI_CALL
xrCreateVulkanDeviceKHR(XrInstance instance, const XrVulkanDeviceCreateInfoKHR *createInfo,
                        VkDevice *vulkanDevice, VkResult *vulkanResult)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrCreateVulkanDeviceKHR, INSTANCE, instance))
        call.result = create_device(createInfo, vulkanDevice, vulkanResult);
    return rt_call_leave(&call);
}
