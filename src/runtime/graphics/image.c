// SPDX-License-Identifier: MIT
#include "runtime/graphics/graphics.h"
#include "runtime/vulkan/vulkan_read.h"

XrResult rt_image_init(union rt_image *image, struct rt_graphics *graphics,
                       const XrSwapchainCreateInfo *info)
{
    return graphics->api == RT_GRAPHICS_OPENGL
               ? rt_gl_image_init(&image->gl, &graphics->gl, info)
               : rt_vulkan_image_init(&image->vulkan, &graphics->vulkan, info);
}

void rt_image_finish(union rt_image *image, const struct rt_graphics *graphics)
{
    if (graphics->api == RT_GRAPHICS_OPENGL)
        rt_gl_image_finish(&image->gl, &graphics->gl);
    else
        rt_vulkan_image_finish(&image->vulkan, &graphics->vulkan);
}

XrResult rt_image_make_ready(union rt_image *image, struct rt_graphics *graphics, int64_t format)
{
    return graphics->api == RT_GRAPHICS_OPENGL
               ? XR_SUCCESS
               : rt_vulkan_image_make_ready(&image->vulkan, &graphics->vulkan, format);
}

static XrResult tell_vulkan(const union rt_image *image, XrSwapchainImageVulkanKHR *out_image)
{
    if (out_image->type != XR_TYPE_SWAPCHAIN_IMAGE_VULKAN_KHR)
        return XR_ERROR_VALIDATION_FAILURE;
    out_image->image = image->vulkan.image;
    return XR_SUCCESS;
}

// XrSwapchainImageOpenGLESKHR has the same members.
static XrResult tell_gl(const union rt_image *image, XrStructureType type,
                        XrSwapchainImageOpenGLKHR *out_image)
{
    if (out_image->type != type)
        return XR_ERROR_VALIDATION_FAILURE;
    out_image->image = image->gl.texture;
    return XR_SUCCESS;
}

XrResult rt_image_tell(const union rt_image *image, const struct rt_graphics *graphics,
                       XrSwapchainImageBaseHeader *out_images, uint32_t index)
{
    if (graphics->api != RT_GRAPHICS_OPENGL)
        return tell_vulkan(image, (XrSwapchainImageVulkanKHR *)out_images + index);
    // XR_KHR_opengl_enable knows GLX, XR_KHR_opengl_es_enable does not.
    const XrStructureType type = graphics->gl.es && graphics->gl.glx.context == NULL
                                     ? XR_TYPE_SWAPCHAIN_IMAGE_OPENGL_ES_KHR
                                     : XR_TYPE_SWAPCHAIN_IMAGE_OPENGL_KHR;
    return tell_gl(image, type, (XrSwapchainImageOpenGLKHR *)out_images + index);
}

bool rt_image_read(const union rt_image *image, struct rt_graphics *graphics,
                   const XrSwapchainCreateInfo *info, const struct rt_image_part *part,
                   uint8_t *out_rgba)
{
    const uint32_t layer = part->array_index * info->faceCount + part->face;
    if (graphics->api == RT_GRAPHICS_OPENGL)
        return !rt_gl_image_is_depth(info->format) &&
               rt_gl_image_read(&image->gl, &graphics->gl, info, &part->rect, layer, out_rgba);
    return !rt_vulkan_image_is_depth(info->format) &&
           rt_vulkan_read(&image->vulkan, &graphics->vulkan, info->format, &part->rect, layer,
                          out_rgba);
}
