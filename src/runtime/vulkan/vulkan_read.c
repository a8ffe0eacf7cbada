// SPDX-License-Identifier: MIT
#include "runtime/vulkan/vulkan_read.h"

#include <string.h>

#include "runtime/base/srgb.h"

#define BYTES_PER_PIXEL 4u

struct buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint8_t *bytes;
};

static void finish_buffer(struct buffer *buffer, const struct rt_vulkan *vulkan)
{
    vkDestroyBuffer(vulkan->device, buffer->buffer, NULL);
    vkFreeMemory(vulkan->device, buffer->memory, NULL);
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
    if (vkCreateBuffer(vulkan->device, &info, NULL, &buffer->buffer) != VK_SUCCESS)
        return false;
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(vulkan->device, buffer->buffer, &needs);
    buffer->memory = rt_vulkan_allocate(
        vulkan, &needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    void *bytes = NULL;
    if (buffer->memory == VK_NULL_HANDLE ||
        vkBindBufferMemory(vulkan->device, buffer->buffer, buffer->memory, 0) != VK_SUCCESS ||
        vkMapMemory(vulkan->device, buffer->memory, 0, VK_WHOLE_SIZE, 0, &bytes) != VK_SUCCESS) {
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
    vkCmdCopyImageToBuffer(vulkan->commands, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, buffer, 1,
                           &region);
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
        table[i] = linear ? rt_srgb_encode(i / 255.0) : (uint8_t)i;
    for (size_t i = 0; i < count; i++, rgba += BYTES_PER_PIXEL, pixels += BYTES_PER_PIXEL) {
        rgba[0] = table[pixels[swapped ? 2 : 0]];
        rgba[1] = table[pixels[1]];
        rgba[2] = table[pixels[swapped ? 0 : 2]];
        rgba[3] = pixels[3];
    }
}

bool rt_vulkan_read(const struct rt_vulkan_image *image, struct rt_vulkan *vulkan, int64_t format,
                    const XrRect2Di *rect, uint32_t layer, uint8_t *out_rgba)
{
    const size_t count = (size_t)rect->extent.width * (size_t)rect->extent.height;
    struct buffer buffer;
    if (!init_buffer(&buffer, vulkan, (VkDeviceSize)count * BYTES_PER_PIXEL))
        return false;
    const bool copied = copy_out(vulkan, image->image, rect, layer, buffer.buffer);
    if (copied)
        convert(buffer.bytes, format, count, out_rgba);
    finish_buffer(&buffer, vulkan);
    return copied;
}
