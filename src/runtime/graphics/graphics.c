/* SPDX-License-Identifier: MIT */
#include "runtime/graphics/graphics.h"

#include <stdio.h>

#include "openxr/xr_names.h"
#include "runtime/base/two_call.h"
#include "runtime/vulkan/vulkan.h"

static bool has_vulkan(const struct rt_instance *instance)
{
    return instance->enabled[RT_EXTENSION_VULKAN] || instance->enabled[RT_EXTENSION_VULKAN2];
}

static bool has_egl(const struct rt_instance *instance)
{
    return instance->enabled[RT_EXTENSION_EGL] &&
           (instance->enabled[RT_EXTENSION_OPENGL] || instance->enabled[RT_EXTENSION_OPENGL_ES]);
}

/* Says why no binding fits. A chain may hold structs that are no bindings; it names the first one.
 */
static XrResult refuse(const XrBaseInStructure *chain)
{
    static const struct {
        XrStructureType type;
        const char *lacks;
    } bindings[] = {
        {XR_TYPE_GRAPHICS_BINDING_VULKAN_KHR, "XR_KHR_vulkan_enable or XR_KHR_vulkan_enable2"},
        {XR_TYPE_GRAPHICS_BINDING_OPENGL_XLIB_KHR, "XR_KHR_opengl_enable"},
        {XR_TYPE_GRAPHICS_BINDING_D3D11_KHR, US_XR_D3D11_ENABLE},
        {XR_TYPE_GRAPHICS_BINDING_EGL_MNDX,
         "XR_MNDX_egl_enable with XR_KHR_opengl_enable or XR_KHR_opengl_es_enable"},
    };
    for (size_t i = 0; i < sizeof bindings / sizeof bindings[0]; i++) {
        if (rt_chain_find(chain, bindings[i].type) == NULL)
            continue;
        fprintf(stderr,
                "understudy headless: xrCreateSession: the app gives %s, but has not enabled %s\n",
                us_xr_names_structure(bindings[i].type), bindings[i].lacks);
        return XR_ERROR_GRAPHICS_DEVICE_INVALID;
    }
    const char *name = chain == NULL ? NULL : us_xr_names_structure(chain->type);
    if (chain == NULL)
        fprintf(stderr, "understudy headless: xrCreateSession: the app gives no graphics binding");
    else
        fprintf(stderr,
                "understudy headless: xrCreateSession: no supported graphics binding: the app "
                "gives %s (structure type %d)",
                name != NULL ? name : "an unknown structure", (int)chain->type);
    fprintf(stderr, "; this runtime supports Vulkan, OpenGL by GLX (Xlib) and EGL, OpenGL ES by "
                    "EGL, Direct3D 11 on Windows, and sessions without graphics "
                    "(XR_MND_headless)\n");
    return XR_ERROR_GRAPHICS_DEVICE_INVALID;
}

static XrResult init_vulkan(struct rt_graphics *graphics, const struct rt_instance *instance,
                            const XrGraphicsBindingVulkanKHR *binding)
{
    graphics->api = RT_GRAPHICS_VULKAN;
    return instance->has_asked_vulkan_requirements ? rt_vulkan_init(&graphics->vulkan, binding)
                                                   : XR_ERROR_GRAPHICS_REQUIREMENTS_CALL_MISSING;
}

static XrResult init_glx(struct rt_graphics *graphics, const struct rt_instance *instance,
                         const struct us_xr_binding_glx *binding)
{
    graphics->api = RT_GRAPHICS_OPENGL;
    if (!instance->has_asked_opengl_requirements)
        return XR_ERROR_GRAPHICS_REQUIREMENTS_CALL_MISSING;
    return rt_gl_init_glx(&graphics->gl, binding);
}

static XrResult init_egl(struct rt_graphics *graphics, const struct rt_instance *instance,
                         const struct us_xr_binding_egl *binding)
{
    graphics->api = RT_GRAPHICS_OPENGL;
    if (!instance->has_asked_opengl_requirements && !instance->has_asked_opengl_es_requirements)
        return XR_ERROR_GRAPHICS_REQUIREMENTS_CALL_MISSING;
    const XrResult result = rt_gl_init_egl(&graphics->gl, binding);
    if (result != XR_SUCCESS)
        return result;
    const bool es = graphics->gl.es;
    if (!instance->enabled[es ? RT_EXTENSION_OPENGL_ES : RT_EXTENSION_OPENGL]) {
        fprintf(stderr,
                "understudy headless: xrCreateSession: the app gives an %s context, but has not "
                "enabled %s\n",
                es ? "OpenGL ES" : "OpenGL",
                es ? "XR_KHR_opengl_es_enable" : "XR_KHR_opengl_enable");
        return XR_ERROR_GRAPHICS_DEVICE_INVALID;
    }
    const bool asked =
        es ? instance->has_asked_opengl_es_requirements : instance->has_asked_opengl_requirements;
    return asked ? XR_SUCCESS : XR_ERROR_GRAPHICS_REQUIREMENTS_CALL_MISSING;
}

static XrResult init_d3d11(struct rt_graphics *graphics, const struct rt_instance *instance,
                           const struct us_xr_binding_d3d11 *binding)
{
    graphics->api = RT_GRAPHICS_D3D11;
    const struct us_xr_requirements_d3d11 *asked = &instance->d3d11_requirements;
    return asked->type != 0 ? rt_d3d11_init(&graphics->d3d11, asked, binding)
                            : XR_ERROR_GRAPHICS_REQUIREMENTS_CALL_MISSING;
}

XrResult rt_graphics_init(struct rt_graphics *graphics, const struct rt_instance *instance,
                          const void *chain)
{
    *graphics = (struct rt_graphics){.api = RT_GRAPHICS_NONE};
    const void *vulkan = rt_chain_find(chain, XR_TYPE_GRAPHICS_BINDING_VULKAN_KHR);
    const void *glx = rt_chain_find(chain, XR_TYPE_GRAPHICS_BINDING_OPENGL_XLIB_KHR);
    const void *egl = rt_chain_find(chain, XR_TYPE_GRAPHICS_BINDING_EGL_MNDX);
    const void *d3d11 = rt_chain_find(chain, XR_TYPE_GRAPHICS_BINDING_D3D11_KHR);
    if (vulkan != NULL && has_vulkan(instance))
        return init_vulkan(graphics, instance, vulkan);
    if (glx != NULL && instance->enabled[RT_EXTENSION_OPENGL])
        return init_glx(graphics, instance, glx);
    if (egl != NULL && has_egl(instance))
        return init_egl(graphics, instance, egl);
    if (d3d11 != NULL && instance->enabled[RT_EXTENSION_D3D11])
        return init_d3d11(graphics, instance, d3d11);
    return instance->enabled[RT_EXTENSION_HEADLESS] ? XR_SUCCESS : refuse(chain);
}

void rt_graphics_finish(struct rt_graphics *graphics)
{
    if (graphics->api == RT_GRAPHICS_VULKAN)
        rt_vulkan_finish(&graphics->vulkan);
    if (graphics->api == RT_GRAPHICS_D3D11)
        rt_d3d11_finish(&graphics->d3d11);
    graphics->api = RT_GRAPHICS_NONE;
}

void rt_graphics_wait_idle(const struct rt_graphics *graphics)
{
    if (graphics->api == RT_GRAPHICS_VULKAN)
        rt_vulkan_wait_idle(&graphics->vulkan);
}

void rt_graphics_abandon(struct rt_graphics *graphics)
{
    graphics->gl.abandoned = true;
}

uint32_t rt_graphics_formats(const struct rt_graphics *graphics,
                             int64_t out_formats[RT_GRAPHICS_FORMATS])
{
    _Static_assert(RT_VULKAN_IMAGE_FORMATS <= RT_GRAPHICS_FORMATS, "room for Vulkan's formats");
    _Static_assert(RT_GL_IMAGE_FORMATS <= RT_GRAPHICS_FORMATS, "room for OpenGL's formats");
    _Static_assert(RT_D3D11_IMAGE_FORMATS <= RT_GRAPHICS_FORMATS, "room for Direct3D's formats");
    switch (graphics->api) {
    case RT_GRAPHICS_VULKAN:
        return rt_vulkan_image_formats(&graphics->vulkan, out_formats);
    case RT_GRAPHICS_OPENGL:
        return rt_gl_image_formats(&graphics->gl, out_formats);
    case RT_GRAPHICS_D3D11:
        return rt_d3d11_image_formats(&graphics->d3d11, out_formats);
    default:
        return 0;
    }
}

XrResult rt_graphics_image_init(union rt_image *image, struct rt_graphics *graphics,
                                const XrSwapchainCreateInfo *info)
{
    if (graphics->api == RT_GRAPHICS_D3D11)
        return rt_d3d11_image_init(&image->d3d11, &graphics->d3d11, info);
    return graphics->api == RT_GRAPHICS_OPENGL
               ? rt_gl_image_init(&image->gl, &graphics->gl, info)
               : rt_vulkan_image_init(&image->vulkan, &graphics->vulkan, info);
}

void rt_graphics_image_finish(union rt_image *image, const struct rt_graphics *graphics)
{
    if (graphics->api == RT_GRAPHICS_OPENGL)
        rt_gl_image_finish(&image->gl, &graphics->gl);
    else if (graphics->api == RT_GRAPHICS_D3D11)
        rt_d3d11_image_finish(&image->d3d11);
    else
        rt_vulkan_image_finish(&image->vulkan, &graphics->vulkan);
}

XrResult rt_graphics_image_make_ready(union rt_image *image, struct rt_graphics *graphics,
                                      int64_t format)
{
    return graphics->api != RT_GRAPHICS_VULKAN
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

/* XrSwapchainImageOpenGLESKHR has the same members. */
static XrResult tell_gl(const union rt_image *image, XrStructureType type,
                        XrSwapchainImageOpenGLKHR *out_image)
{
    if (out_image->type != type)
        return XR_ERROR_VALIDATION_FAILURE;
    out_image->image = image->gl.texture;
    return XR_SUCCESS;
}

static XrResult tell_d3d11(const union rt_image *image, struct us_xr_image_d3d11 *out_image)
{
    if (out_image->type != XR_TYPE_SWAPCHAIN_IMAGE_D3D11_KHR)
        return XR_ERROR_VALIDATION_FAILURE;
    out_image->texture = image->d3d11.texture;
    return XR_SUCCESS;
}

XrResult rt_graphics_image_tell(const union rt_image *image, const struct rt_graphics *graphics,
                                XrSwapchainImageBaseHeader *out_images, uint32_t index)
{
    if (graphics->api == RT_GRAPHICS_D3D11)
        return tell_d3d11(image, (struct us_xr_image_d3d11 *)out_images + index);
    if (graphics->api != RT_GRAPHICS_OPENGL)
        return tell_vulkan(image, (XrSwapchainImageVulkanKHR *)out_images + index);
    /* XR_KHR_opengl_enable knows GLX, XR_KHR_opengl_es_enable does not. */
    const XrStructureType type = graphics->gl.es && graphics->gl.glx.context == NULL
                                     ? XR_TYPE_SWAPCHAIN_IMAGE_OPENGL_ES_KHR
                                     : XR_TYPE_SWAPCHAIN_IMAGE_OPENGL_KHR;
    return tell_gl(image, type, (XrSwapchainImageOpenGLKHR *)out_images + index);
}

bool rt_graphics_image_read(const union rt_image *image, struct rt_graphics *graphics,
                            const XrSwapchainCreateInfo *info,
                            const struct rt_graphics_image_part *part, uint8_t *out_rgba)
{
    const uint32_t layer = part->array_index * info->faceCount + part->face;
    if (graphics->api == RT_GRAPHICS_OPENGL)
        return !rt_gl_image_is_depth(info->format) &&
               rt_gl_image_read(&image->gl, &graphics->gl, info, &part->rect, layer, out_rgba);
    return graphics->api == RT_GRAPHICS_VULKAN && !rt_vulkan_image_is_depth(info->format) &&
           rt_vulkan_read(&image->vulkan, &graphics->vulkan, info->format, &part->rect, layer,
                          out_rgba);
}
