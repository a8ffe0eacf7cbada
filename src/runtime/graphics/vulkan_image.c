/* SPDX-License-Identifier: MIT */
#include "runtime/graphics/graphics.h"

#include <string.h>

#include "core/base/srgb.h"

static const VkFormat formats[] = {
    VK_FORMAT_R8G8B8A8_SRGB,     VK_FORMAT_B8G8R8A8_SRGB, VK_FORMAT_R8G8B8A8_UNORM,
    VK_FORMAT_B8G8R8A8_UNORM,    VK_FORMAT_D32_SFLOAT,    VK_FORMAT_D32_SFLOAT_S8_UINT,
    VK_FORMAT_D24_UNORM_S8_UINT, VK_FORMAT_D16_UNORM,
};

static bool is_depth(int64_t format)
{
    return format == VK_FORMAT_D32_SFLOAT || format == VK_FORMAT_D32_SFLOAT_S8_UINT ||
           format == VK_FORMAT_D24_UNORM_S8_UINT || format == VK_FORMAT_D16_UNORM;
}

static uint32_t list_formats(const struct rt_graphics *graphics,
                             int64_t out_formats[RT_GRAPHICS_FORMATS])
{
    _Static_assert(sizeof formats / sizeof formats[0] <= RT_GRAPHICS_FORMATS, "room for them");
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        VkFormatProperties properties;
        rt_vulkan_functions.vkGetPhysicalDeviceFormatProperties(graphics->vulkan.physical,
                                                                formats[i], &properties);
        const VkFormatFeatureFlags needed = is_depth(formats[i])
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
    /* The runtime copies images out, and changes their layout. */
    VkImageUsageFlags usage =
        VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
        (is_depth(info->format) ? (VkImageUsageFlags)VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT
                                : (VkImageUsageFlags)VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if ((info->usageFlags & table[i].xr) != 0)
            usage |= table[i].vulkan;
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

static void finish_image(union rt_image *any, const struct rt_graphics *graphics)
{
    struct rt_vulkan_image *image = &any->vulkan;
    const struct rt_vulkan *vulkan = &graphics->vulkan;
    rt_vulkan_functions.vkDestroyImage(vulkan->device, image->image, NULL);
    rt_vulkan_functions.vkFreeMemory(vulkan->device, image->memory, NULL);
    *image = (struct rt_vulkan_image){0};
}

static XrResult init_image(union rt_image *any, struct rt_graphics *graphics,
                           const XrSwapchainCreateInfo *info)
{
    struct rt_vulkan_image *image = &any->vulkan;
    const struct rt_vulkan *vulkan = &graphics->vulkan;
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
    if (rt_vulkan_functions.vkCreateImage(vulkan->device, &image_info, NULL, &image->image) !=
        VK_SUCCESS)
        return XR_ERROR_RUNTIME_FAILURE;
    VkMemoryRequirements needs;
    rt_vulkan_functions.vkGetImageMemoryRequirements(vulkan->device, image->image, &needs);
    image->memory = rt_vulkan_allocate(vulkan, &needs, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    if (image->memory != VK_NULL_HANDLE &&
        rt_vulkan_functions.vkBindImageMemory(vulkan->device, image->image, image->memory, 0) ==
            VK_SUCCESS)
        return XR_SUCCESS;
    finish_image(any, graphics);
    return XR_ERROR_OUT_OF_MEMORY;
}

static VkImageAspectFlags aspect_of(int64_t format)
{
    if (!is_depth(format))
        return VK_IMAGE_ASPECT_COLOR_BIT;
    const bool stencil =
        format == VK_FORMAT_D32_SFLOAT_S8_UINT || format == VK_FORMAT_D24_UNORM_S8_UINT;
    return VK_IMAGE_ASPECT_DEPTH_BIT |
           (stencil ? (VkImageAspectFlags)VK_IMAGE_ASPECT_STENCIL_BIT : 0u);
}

/* Gives an image its first layout: an app gets colour attachments in COLOR_ATTACHMENT_OPTIMAL and
 * depth in DEPTH_STENCIL_ATTACHMENT_OPTIMAL (XR_KHR_vulkan_enable). Uses the queue. */
static XrResult make_ready(union rt_image *any, struct rt_graphics *graphics, int64_t format)
{
    struct rt_vulkan_image *image = &any->vulkan;
    struct rt_vulkan *vulkan = &graphics->vulkan;
    if (image->ready)
        return XR_SUCCESS;
    XrResult result = rt_vulkan_begin(vulkan);
    if (result != XR_SUCCESS)
        return result;
    rt_vulkan_move(vulkan, image->image, aspect_of(format), VK_IMAGE_LAYOUT_UNDEFINED,
                   is_depth(format) ? VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL
                                    : VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    result = rt_vulkan_run(vulkan);
    image->ready = result == XR_SUCCESS;
    return result;
}

#define BYTES_PER_PIXEL 4u

struct buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint8_t *bytes;
};

static void finish_buffer(struct buffer *buffer, const struct rt_vulkan *vulkan)
{
    rt_vulkan_functions.vkDestroyBuffer(vulkan->device, buffer->buffer, NULL);
    rt_vulkan_functions.vkFreeMemory(vulkan->device, buffer->memory, NULL);
}

static bool init_buffer(struct buffer *buffer, const struct rt_vulkan *vulkan, VkDeviceSize size)
{
    *buffer = (struct buffer){0};
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = size,
        .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT,
        .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
    };
    if (rt_vulkan_functions.vkCreateBuffer(vulkan->device, &info, NULL, &buffer->buffer) !=
        VK_SUCCESS)
        return false;
    VkMemoryRequirements needs;
    rt_vulkan_functions.vkGetBufferMemoryRequirements(vulkan->device, buffer->buffer, &needs);
    buffer->memory = rt_vulkan_allocate(
        vulkan, &needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    void *bytes = NULL;
    if (buffer->memory == VK_NULL_HANDLE ||
        rt_vulkan_functions.vkBindBufferMemory(vulkan->device, buffer->buffer, buffer->memory, 0) !=
            VK_SUCCESS ||
        rt_vulkan_functions.vkMapMemory(vulkan->device, buffer->memory, 0, VK_WHOLE_SIZE, 0,
                                        &bytes) != VK_SUCCESS) {
        finish_buffer(buffer, vulkan);
        return false;
    }
    buffer->bytes = bytes;
    return true;
}

static bool copy_out(struct rt_vulkan *vulkan, VkImage image, const XrRect2Di *rect, uint32_t layer,
                     VkBuffer buffer)
{
    const VkImageLayout home = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    const VkBufferImageCopy region = {
        .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, layer, 1},
        .imageOffset = {rect->offset.x, rect->offset.y, 0},
        .imageExtent = {(uint32_t)rect->extent.width, (uint32_t)rect->extent.height, 1},
    };
    if (rt_vulkan_begin(vulkan) != XR_SUCCESS)
        return false;
    rt_vulkan_move(vulkan, image, VK_IMAGE_ASPECT_COLOR_BIT, home,
                   VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    rt_vulkan_functions.vkCmdCopyImageToBuffer(
        vulkan->commands, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, buffer, 1, &region);
    rt_vulkan_move(vulkan, image, VK_IMAGE_ASPECT_COLOR_BIT, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                   home);
    return rt_vulkan_run(vulkan) == XR_SUCCESS;
}

static void convert(const uint8_t *pixels, int64_t format, size_t count, uint8_t *rgba)
{
    const bool swapped = format == VK_FORMAT_B8G8R8A8_SRGB || format == VK_FORMAT_B8G8R8A8_UNORM;
    const bool linear = format == VK_FORMAT_R8G8B8A8_UNORM || format == VK_FORMAT_B8G8R8A8_UNORM;
    if (!swapped && !linear) {
        memcpy(rgba, pixels, count * BYTES_PER_PIXEL);
        return;
    }
    uint8_t table[256];
    for (unsigned i = 0; i < 256; i++)
        table[i] = linear ? us_srgb_encode(i / 255.0) : (uint8_t)i;
    for (size_t i = 0; i < count; i++, rgba += BYTES_PER_PIXEL, pixels += BYTES_PER_PIXEL) {
        rgba[0] = table[pixels[swapped ? 2 : 0]];
        rgba[1] = table[pixels[1]];
        rgba[2] = table[pixels[swapped ? 0 : 2]];
        rgba[3] = pixels[3];
    }
}

/* Uses the app's queue. */
static bool read_image(const union rt_image *image, struct rt_graphics *graphics,
                       const XrSwapchainCreateInfo *info, const struct rt_graphics_image_part *part,
                       uint8_t *out_rgba)
{
    struct rt_vulkan *vulkan = &graphics->vulkan;
    const size_t count = (size_t)part->rect.extent.width * (size_t)part->rect.extent.height;
    const uint32_t layer = part->array_index * info->faceCount + part->face;
    struct buffer buffer;
    if (is_depth(info->format) ||
        !init_buffer(&buffer, vulkan, (VkDeviceSize)count * BYTES_PER_PIXEL))
        return false;
    const bool copied = copy_out(vulkan, image->vulkan.image, &part->rect, layer, buffer.buffer);
    if (copied)
        convert(buffer.bytes, info->format, count, out_rgba);
    finish_buffer(&buffer, vulkan);
    return copied;
}

static XrResult tell_image(const union rt_image *image, const struct rt_graphics *graphics,
                           XrSwapchainImageBaseHeader *out_images, uint32_t index)
{
    XrSwapchainImageVulkanKHR *out_image = (XrSwapchainImageVulkanKHR *)out_images + index;
    (void)graphics;
    if (out_image->type != XR_TYPE_SWAPCHAIN_IMAGE_VULKAN_KHR)
        return XR_ERROR_VALIDATION_FAILURE;
    out_image->image = image->vulkan.image;
    return XR_SUCCESS;
}

static void finish(struct rt_graphics *graphics)
{
    rt_vulkan_finish(&graphics->vulkan);
}

static void wait_idle(const struct rt_graphics *graphics)
{
    rt_vulkan_functions.vkDeviceWaitIdle(graphics->vulkan.device);
}

const struct rt_graphics_api rt_graphics_vulkan = {
    .finish = finish,
    .wait_idle = wait_idle,
    .formats = list_formats,
    .init_image = init_image,
    .finish_image = finish_image,
    .make_ready = make_ready,
    .tell_image = tell_image,
    .read_image = read_image,
};
