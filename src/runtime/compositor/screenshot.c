// SPDX-License-Identifier: MIT
#include "runtime/compositor/screenshot.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/person/person.h"
#include "image/png_file.h"
#include "runtime/space/space.h"
#include "runtime/compositor/swapchain.h"
#include "runtime/compositor/warp.h"

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

static bool copy_out(struct rt_vulkan *vulkan, VkImage image, const XrSwapchainSubImage *part,
                     VkBuffer buffer)
{
    const VkImageLayout home = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    const VkBufferImageCopy region = {
        .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, part->imageArrayIndex, 1},
        .imageOffset = {part->imageRect.offset.x, part->imageRect.offset.y, 0},
        .imageExtent = {(uint32_t)part->imageRect.extent.width,
                        (uint32_t)part->imageRect.extent.height, 1},
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

static uint8_t encode(uint8_t linear)
{
    const double l = linear / 255.0;
    const double s = l <= 0.0031308 ? 12.92 * l : 1.055 * pow(l, 1 / 2.4) - 0.055;
    return (uint8_t)(s * 255.0 + 0.5);
}

static void convert(const uint8_t *pixels, int64_t format, const XrExtent2Di *size, uint8_t *rgb,
                    size_t stride)
{
    const bool swapped = format == VK_FORMAT_B8G8R8A8_SRGB || format == VK_FORMAT_B8G8R8A8_UNORM;
    const bool linear = format == VK_FORMAT_R8G8B8A8_UNORM || format == VK_FORMAT_B8G8R8A8_UNORM;
    uint8_t table[256];
    for (unsigned i = 0; i < 256; i++)
        table[i] = linear ? encode((uint8_t)i) : (uint8_t)i;
    for (int32_t y = 0; y < size->height; y++) {
        uint8_t *out = rgb + (size_t)y * stride;
        for (int32_t x = 0; x < size->width; x++, out += 3, pixels += BYTES_PER_PIXEL) {
            out[0] = table[pixels[swapped ? 2 : 0]];
            out[1] = table[pixels[1]];
            out[2] = table[pixels[swapped ? 0 : 2]];
        }
    }
}

// Writes one view's pixels at `rgb`, rows `stride` bytes apart.
static bool read_view(struct rt_session *session, const XrSwapchainSubImage *part, uint8_t *rgb,
                      size_t stride)
{
    struct rt_swapchain *swapchain =
        (struct rt_swapchain *)rt_object_find(XR_OBJECT_TYPE_SWAPCHAIN, RT_VALUE(part->swapchain));
    const XrExtent2Di *size = &part->imageRect.extent;
    struct buffer buffer;
    if (rt_vulkan_image_is_depth(swapchain->info.format) ||
        !init_buffer(&buffer, &session->vulkan,
                     (VkDeviceSize)size->width * (VkDeviceSize)size->height * BYTES_PER_PIXEL))
        return false;
    const VkImage image = swapchain->images[swapchain->last_released].image;
    const bool copied = copy_out(&session->vulkan, image, part, buffer.buffer);
    if (copied)
        convert(buffer.bytes, swapchain->info.format, size, rgb, stride);
    finish_buffer(&buffer, &session->vulkan);
    return copied;
}

static bool write_file(const char *folder, uint64_t number, uint32_t width, uint32_t height,
                       const uint8_t *rgb)
{
    char path[RT_SETTINGS_PATH_SIZE + 64];
    snprintf(path, sizeof(path), "%s/frame-%06" PRIu64 ".png", folder, number);
    char error[US_PNG_FILE_ERROR_SIZE];
    if (us_png_file_write(path, width, height, rgb, error))
        return true;
    fprintf(stderr, "understudy headless: %s: cannot write the screenshot: %s\n", path, error);
    return false;
}

// Writes what the eye sees of the view at the display time.
static bool show_view(struct rt_session *session, const XrCompositionLayerProjection *layer,
                      uint32_t index, XrTime time, uint8_t *rgb, size_t stride)
{
    const XrCompositionLayerProjectionView *view = &layer->views[index];
    const XrExtent2Di *size = &view->subImage.imageRect.extent;
    struct rt_motion m_local_space;
    if (!rt_space_locate(rt_space_find(session, layer->space), time, &m_local_space))
        return true; // the space is not tracked: the view stays black
    const struct rt_motion m_space_view = rt_motion_from_pose(&view->pose);
    const struct rt_motion m_local_view = rt_motion_compose(&m_local_space, &m_space_view);
    const struct rt_motion m_local_head = rt_person_head(&session->object.instance->person, time);
    const XrPosef eye = rt_geometry_eye(index);
    const XrFovf eye_fov = rt_geometry_fov(index);
    const struct rt_motion m_head_eye = rt_motion_from_pose(&eye);
    const struct rt_motion m_local_eye = rt_motion_compose(&m_local_head, &m_head_eye);
    const struct rt_motion m_eye_view = rt_motion_relative(&m_local_eye, &m_local_view);
    const size_t width = (size_t)size->width, height = (size_t)size->height;
    uint8_t *submitted = calloc(height, width * 3);
    const bool good =
        submitted != NULL && read_view(session, &view->subImage, submitted, width * 3);
    if (good) {
        const struct rt_warp_image image = {submitted, (uint32_t)width, (uint32_t)height,
                                            view->fov};
        rt_warp_view(&image, &m_eye_view, &eye_fov, rgb, stride);
    }
    free(submitted);
    return good;
}

bool rt_screenshot_take(struct rt_session *session, const XrCompositionLayerProjection *layer,
                        XrTime time, uint64_t number)
{
    const struct rt_settings *settings = &session->object.instance->settings;
    const uint32_t eyes =
        settings->shot_eyes < layer->viewCount ? settings->shot_eyes : layer->viewCount;
    size_t width = 0;
    size_t height = 0;
    for (uint32_t i = 0; i < eyes; i++) {
        const XrExtent2Di *size = &layer->views[i].subImage.imageRect.extent;
        width += (size_t)size->width;
        height = (size_t)size->height > height ? (size_t)size->height : height;
    }
    uint8_t *rgb = calloc(height, width * 3);
    bool good = rgb != NULL;
    size_t at = 0;
    for (uint32_t i = 0; good && i < eyes; i++) {
        const XrSwapchainSubImage *part = &layer->views[i].subImage;
        good = show_view(session, layer, i, time, rgb + at * 3, width * 3);
        at += (size_t)part->imageRect.extent.width;
    }
    if (!good)
        fprintf(stderr, "understudy headless: cannot take a screenshot of frame %" PRIu64 "\n",
                number);
    good = good && write_file(settings->shots, number, (uint32_t)width, (uint32_t)height, rgb);
    free(rgb);
    return good;
}
