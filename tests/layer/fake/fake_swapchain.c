/* SPDX-License-Identifier: MIT */
#include "fake_parts.h"

#include "openxr/xr_vulkan.h"

static XRAPI_ATTR XrResult XRAPI_CALL create_swapchain(XrSession session,
                                                       const XrSwapchainCreateInfo *info,
                                                       XrSwapchain *swapchain)
{
    (void)session;
    CALL(xrCreateSwapchain)
    NEED(info)
    NEED(swapchain)
    if ((info->usageFlags & fake.refused_usage) != 0)
        return XR_ERROR_FEATURE_UNSUPPORTED;
    fake.swapchain_usage = info->usageFlags;
    *swapchain = US_XR_HANDLE(XrSwapchain, fake_new_handle());
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL destroy_swapchain(XrSwapchain swapchain)
{
    (void)swapchain;
    CALL(xrDestroySwapchain)
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL enumerate_images(XrSwapchain swapchain, uint32_t capacity,
                                                       uint32_t *count,
                                                       XrSwapchainImageBaseHeader *images)
{
    (void)swapchain;
    CALL(xrEnumerateSwapchainImages)
    NEED(count)
    *count = fake.image_count > 0 ? fake.image_count : 3;
    XrSwapchainImageVulkanKHR *vulkan = (XrSwapchainImageVulkanKHR *)images;
    for (uint32_t i = 0; i < fake.image_count && i < capacity; i++)
        vulkan[i].image = US_XR_HANDLE(VkImage, fake.images[i]);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL acquire_image(XrSwapchain swapchain,
                                                    const XrSwapchainImageAcquireInfo *info,
                                                    uint32_t *index)
{
    (void)swapchain, (void)info;
    CALL(xrAcquireSwapchainImage)
    NEED(index)
    *index = fake.image_count > 0 ? fake.next_image++ % fake.image_count : 0;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL wait_image(XrSwapchain swapchain,
                                                 const XrSwapchainImageWaitInfo *info)
{
    (void)swapchain, (void)info;
    CALL(xrWaitSwapchainImage)
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL release_image(XrSwapchain swapchain,
                                                    const XrSwapchainImageReleaseInfo *info)
{
    (void)swapchain, (void)info;
    CALL(xrReleaseSwapchainImage)
    return result;
}

static XrResult get(const char *name, PFN_xrVoidFunction *function)
{
    FUNCTION(xrCreateSwapchain, create_swapchain)
    FUNCTION(xrDestroySwapchain, destroy_swapchain)
    FUNCTION(xrEnumerateSwapchainImages, enumerate_images)
    FUNCTION(xrAcquireSwapchainImage, acquire_image)
    FUNCTION(xrWaitSwapchainImage, wait_image)
    FUNCTION(xrReleaseSwapchainImage, release_image)
    return XR_ERROR_FUNCTION_UNSUPPORTED;
}

bool fake_get_swapchain(const char *name, PFN_xrVoidFunction *function)
{
    return get(name, function) == XR_SUCCESS;
}
