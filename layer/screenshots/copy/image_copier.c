/* SPDX-License-Identifier: MIT */
#include "layer/screenshots/copy/image_copier.h"

#include <stdlib.h>

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>
#define XR_USE_GRAPHICS_API_VULKAN
#include "openxr/xr_opengl.h"

#include "layer/screenshots/copy/d3d11_copy.h"
#include "layer/screenshots/copy/host_copy.h"
#include "layer/screenshots/copy/opengl_copy.h"
#include "layer/screenshots/copy/vulkan_copy.h"
#include "platform/library.h"

struct us_image_copier {
    struct us_vulkan_copy *vulkan; /* one of these three is there */
    struct us_opengl_copy *opengl;
    struct us_d3d11_copy *d3d11;
};

static const char *name_of_binding(const XrSessionCreateInfo *info)
{
    static const struct {
        XrStructureType type;
        const char *name;
    } known[] = {
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_WIN32_KHR, "an OpenGL app on Windows"},
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_XCB_KHR, "an OpenGL app that uses XCB"},
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_WAYLAND_KHR, "an OpenGL app that uses Wayland"},
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_ES_ANDROID_KHR, "an OpenGL ES app on Android"},
        {XR_TYPE_GRAPHICS_BINDING_D3D11_KHR, "a Direct3D 11 app"},
        {XR_TYPE_GRAPHICS_BINDING_D3D12_KHR, "a Direct3D 12 app"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (us_xr_find_input(info->next, known[i].type) != NULL)
            return known[i].name;
    }
    return "an app without Vulkan, OpenGL and Direct3D 11";
}

struct us_image_copier *us_image_copier_create(const XrSessionCreateInfo *info,
                                               const char **out_app, const char **out_why)
{
    const void *vulkan = us_xr_find_input(info->next, XR_TYPE_GRAPHICS_BINDING_VULKAN_KHR);
    const void *glx = us_xr_find_input(info->next, XR_TYPE_GRAPHICS_BINDING_OPENGL_XLIB_KHR);
    const void *egl = us_xr_find_input(info->next, XR_TYPE_GRAPHICS_BINDING_EGL_MNDX);
    const void *d3d11 = US_LIBRARY_DXGI != NULL
                            ? us_xr_find_input(info->next, XR_TYPE_GRAPHICS_BINDING_D3D11_KHR)
                            : NULL;
    *out_app = NULL;
    *out_why = "out of memory";
    if (vulkan == NULL && glx == NULL && egl == NULL && d3d11 == NULL) {
        *out_app = name_of_binding(info);
        return NULL;
    }
    struct us_image_copier *copier = calloc(1, sizeof *copier);
    if (copier == NULL)
        return NULL;
    if (vulkan != NULL)
        copier->vulkan = us_vulkan_copy_create(vulkan, out_why);
    else if (glx != NULL)
        copier->opengl = us_opengl_copy_create_glx(glx, out_why);
    else if (egl != NULL)
        copier->opengl = us_opengl_copy_create_egl(egl, out_why);
    else
        copier->d3d11 = us_d3d11_copy_create(d3d11, out_why);
    if (copier->vulkan != NULL || copier->opengl != NULL || copier->d3d11 != NULL)
        return copier;
    free(copier);
    return NULL;
}

void us_image_copier_destroy(struct us_image_copier *copier)
{
    if (copier == NULL)
        return;
    us_vulkan_copy_destroy(copier->vulkan);
    us_opengl_copy_destroy(copier->opengl);
    us_d3d11_copy_destroy(copier->d3d11);
    free(copier);
}

struct us_image_copier_format us_image_copier_format(const struct us_image_copier *copier,
                                                     int64_t format)
{
    if (copier->d3d11 != NULL) {
        const struct us_image_format dxgi = us_d3d11_copy_format(format);
        return (struct us_image_copier_format){dxgi.kind, dxgi.name, "DXGI format"};
    }
    if (copier->opengl != NULL)
        return (struct us_image_copier_format){
            us_opengl_format_pixels(format, us_opengl_copy_is_es(copier->opengl)),
            us_opengl_format_name(format), "OpenGL format"};
    return (struct us_image_copier_format){us_pixel_format_size(format) != 0 ? format : 0,
                                           us_pixel_format_name(format), "VkFormat"};
}

bool us_image_copier_is_bottom_up(const struct us_image_copier *copier)
{
    return copier->opengl != NULL;
}

XrSwapchainUsageFlags us_image_copier_usage(const struct us_image_copier *copier)
{
    return copier->vulkan != NULL ? XR_SWAPCHAIN_USAGE_TRANSFER_SRC_BIT : 0;
}

bool us_image_copier_find_images(const struct us_image_copier *copier,
                                 PFN_xrEnumerateSwapchainImages enumerate, XrSwapchain swapchain,
                                 uint32_t *out_count, uint64_t out_handles[US_IMAGE_COPIER_IMAGES])
{
    /* XrSwapchainImageOpenGLESKHR has the same members as that of OpenGL. */
    union {
        XrSwapchainImageVulkanKHR vulkan[US_IMAGE_COPIER_IMAGES];
        struct us_xr_image_d3d11 d3d11[US_IMAGE_COPIER_IMAGES];
        XrSwapchainImageOpenGLKHR opengl[US_IMAGE_COPIER_IMAGES];
    } images;
    const bool vulkan = copier->vulkan != NULL, d3d11 = copier->d3d11 != NULL;
    const bool es = !vulkan && !d3d11 && us_opengl_copy_is_es(copier->opengl);
    for (int i = 0; i < US_IMAGE_COPIER_IMAGES; i++) {
        if (vulkan)
            images.vulkan[i] =
                (XrSwapchainImageVulkanKHR){.type = XR_TYPE_SWAPCHAIN_IMAGE_VULKAN_KHR};
        else if (d3d11)
            images.d3d11[i] = (struct us_xr_image_d3d11){.type = XR_TYPE_SWAPCHAIN_IMAGE_D3D11_KHR};
        else
            images.opengl[i] =
                (XrSwapchainImageOpenGLKHR){.type = es ? XR_TYPE_SWAPCHAIN_IMAGE_OPENGL_ES_KHR
                                                       : XR_TYPE_SWAPCHAIN_IMAGE_OPENGL_KHR};
    }
    if (enumerate == NULL ||
        XR_FAILED(enumerate(swapchain, US_IMAGE_COPIER_IMAGES, out_count,
                            (XrSwapchainImageBaseHeader *)&images)) ||
        *out_count > US_IMAGE_COPIER_IMAGES)
        return false;
    for (uint32_t i = 0; i < *out_count; i++)
        out_handles[i] = vulkan  ? US_XR_VALUE(images.vulkan[i].image)
                         : d3d11 ? (uint64_t)(uintptr_t)images.d3d11[i].texture
                                 : images.opengl[i].image;
    return true;
}

struct us_image_copy *us_image_copier_begin(struct us_image_copier *copier,
                                            const struct us_image_source *image,
                                            const char **out_why)
{
    if (copier->d3d11 != NULL)
        return us_d3d11_copy_begin(copier->d3d11, image, out_why);
    return copier->vulkan != NULL ? us_vulkan_copy_begin(copier->vulkan, image, out_why)
                                  : us_opengl_copy_begin(copier->opengl, image, out_why);
}

const uint8_t *us_image_copier_wait(struct us_image_copier *copier, struct us_image_copy *copy,
                                    const char **out_why)
{
    return copier->vulkan != NULL ? us_vulkan_copy_wait(copier->vulkan, copy, out_why)
                                  : us_host_copy_bytes(copy);
}

void us_image_copier_wait_idle(struct us_image_copier *copier)
{
    if (copier->vulkan != NULL)
        us_vulkan_copy_wait_idle(copier->vulkan);
}
