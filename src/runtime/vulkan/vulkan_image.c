// SPDX-License-Identifier: MIT
#include "runtime/vulkan/vulkan_image.h"

static const VkFormat formats[RT_VULKAN_IMAGE_FORMATS] = {
    VK_FORMAT_R8G8B8A8_SRGB,     VK_FORMAT_B8G8R8A8_SRGB, VK_FORMAT_R8G8B8A8_UNORM,
    VK_FORMAT_B8G8R8A8_UNORM,    VK_FORMAT_D32_SFLOAT,    VK_FORMAT_D32_SFLOAT_S8_UINT,
    VK_FORMAT_D24_UNORM_S8_UINT, VK_FORMAT_D16_UNORM,
};

bool rt_vulkan_image_is_depth(int64_t format)
{
    return format == VK_FORMAT_D32_SFLOAT || format == VK_FORMAT_D32_SFLOAT_S8_UINT ||
           format == VK_FORMAT_D24_UNORM_S8_UINT || format == VK_FORMAT_D16_UNORM;
}

uint32_t rt_vulkan_image_formats(const struct rt_vulkan *vulkan,
                                 int64_t out_formats[RT_VULKAN_IMAGE_FORMATS])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < RT_VULKAN_IMAGE_FORMATS; i++) {
        VkFormatProperties properties;
        vkGetPhysicalDeviceFormatProperties(vulkan->physical, formats[i], &properties);
        const VkFormatFeatureFlags needed = rt_vulkan_image_is_depth(formats[i])
                                                ? VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT
                                                : VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT;
        if ((properties.optimalTilingFeatures & needed) != 0)
            out_formats[count++] = formats[i];
    }
    return count;
}

static VkImageUsageFlags usage_of(const XrSwapchainCreateInfo *info)
{
    static const struct {
        XrSwapchainUsageFlags xr;
        VkImageUsageFlags vulkan;
    } table[] = {
        {XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT},
        {XR_SWAPCHAIN_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
         VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT},
        {XR_SWAPCHAIN_USAGE_UNORDERED_ACCESS_BIT, VK_IMAGE_USAGE_STORAGE_BIT},
        {XR_SWAPCHAIN_USAGE_TRANSFER_DST_BIT, VK_IMAGE_USAGE_TRANSFER_DST_BIT},
        {XR_SWAPCHAIN_USAGE_SAMPLED_BIT, VK_IMAGE_USAGE_SAMPLED_BIT},
        {XR_SWAPCHAIN_USAGE_INPUT_ATTACHMENT_BIT_MND, VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT},
    };
    // The runtime copies images out, and changes their layout.
    VkImageUsageFlags usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                              (rt_vulkan_image_is_depth(info->format)
                                   ? (VkImageUsageFlags)VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT
                                   : (VkImageUsageFlags)VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        if ((info->usageFlags & table[i].xr) != 0)
            usage |= table[i].vulkan;
    }
    return usage;
}

static VkImageCreateFlags flags_of(const XrSwapchainCreateInfo *info)
{
    VkImageCreateFlags flags = 0;
    if ((info->usageFlags & XR_SWAPCHAIN_USAGE_MUTABLE_FORMAT_BIT) != 0)
        flags |= VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT;
    if (info->faceCount == 6)
        flags |= VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    return flags;
}

XrResult rt_vulkan_image_init(struct rt_vulkan_image *image, const struct rt_vulkan *vulkan,
                              const XrSwapchainCreateInfo *info)
{
    *image = (struct rt_vulkan_image){0};
    const VkImageCreateInfo image_info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags = flags_of(info),
        .imageType = VK_IMAGE_TYPE_2D,
        .format = (VkFormat)info->format,
        .extent = {info->width, info->height, 1},
        .mipLevels = info->mipCount,
        .arrayLayers = info->arraySize * info->faceCount,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = usage_of(info),
        .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
        .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED,
    };
    if (vkCreateImage(vulkan->device, &image_info, NULL, &image->image) != VK_SUCCESS)
        return XR_ERROR_RUNTIME_FAILURE;
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(vulkan->device, image->image, &needs);
    image->memory = rt_vulkan_allocate(vulkan, &needs, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    if (image->memory != VK_NULL_HANDLE &&
        vkBindImageMemory(vulkan->device, image->image, image->memory, 0) == VK_SUCCESS)
        return XR_SUCCESS;
    rt_vulkan_image_finish(image, vulkan);
    return XR_ERROR_OUT_OF_MEMORY;
}

void rt_vulkan_image_finish(struct rt_vulkan_image *image, const struct rt_vulkan *vulkan)
{
    vkDestroyImage(vulkan->device, image->image, NULL);
    vkFreeMemory(vulkan->device, image->memory, NULL);
    *image = (struct rt_vulkan_image){0};
}

static VkImageAspectFlags aspect_of(int64_t format)
{
    if (!rt_vulkan_image_is_depth(format))
        return VK_IMAGE_ASPECT_COLOR_BIT;
    const bool stencil =
        format == VK_FORMAT_D32_SFLOAT_S8_UINT || format == VK_FORMAT_D24_UNORM_S8_UINT;
    return VK_IMAGE_ASPECT_DEPTH_BIT |
           (stencil ? (VkImageAspectFlags)VK_IMAGE_ASPECT_STENCIL_BIT : 0u);
}

XrResult rt_vulkan_image_make_ready(struct rt_vulkan_image *image, struct rt_vulkan *vulkan,
                                    int64_t format)
{
    if (image->ready)
        return XR_SUCCESS;
    XrResult result = rt_vulkan_begin(vulkan);
    if (result != XR_SUCCESS)
        return result;
    rt_vulkan_move(vulkan, image->image, aspect_of(format), VK_IMAGE_LAYOUT_UNDEFINED,
                   rt_vulkan_image_is_depth(format)
                       ? VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL
                       : VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    result = rt_vulkan_run(vulkan);
    image->ready = result == XR_SUCCESS;
    return result;
}
