/* SPDX-License-Identifier: MIT */
#include "runtime/graphics/graphics.h"

#include <stdio.h>

#include "openxr/xr_names.h"

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
        if (us_xr_find_input(chain, bindings[i].type) == NULL)
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
    graphics->api = &rt_graphics_vulkan;
    return instance->has_asked_vulkan_requirements ? rt_vulkan_init(&graphics->vulkan, binding)
                                                   : XR_ERROR_GRAPHICS_REQUIREMENTS_CALL_MISSING;
}

static XrResult init_glx(struct rt_graphics *graphics, const struct rt_instance *instance,
                         const struct us_xr_binding_glx *binding)
{
    graphics->api = &rt_graphics_opengl;
    if (!instance->has_asked_opengl_requirements)
        return XR_ERROR_GRAPHICS_REQUIREMENTS_CALL_MISSING;
    return rt_gl_init_glx(&graphics->gl, binding);
}

static XrResult init_egl(struct rt_graphics *graphics, const struct rt_instance *instance,
                         const struct us_xr_binding_egl *binding)
{
    graphics->api = &rt_graphics_opengl;
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
    graphics->api = &rt_graphics_d3d11;
    const struct us_xr_requirements_d3d11 *asked = &instance->d3d11_requirements;
    return asked->type != 0 ? rt_d3d11_init(&graphics->d3d11, asked, binding)
                            : XR_ERROR_GRAPHICS_REQUIREMENTS_CALL_MISSING;
}

XrResult rt_graphics_init(struct rt_graphics *graphics, const struct rt_instance *instance,
                          const void *chain)
{
    *graphics = (struct rt_graphics){.api = &rt_graphics_none};
    const void *vulkan = us_xr_find_input(chain, XR_TYPE_GRAPHICS_BINDING_VULKAN_KHR);
    const void *glx = us_xr_find_input(chain, XR_TYPE_GRAPHICS_BINDING_OPENGL_XLIB_KHR);
    const void *egl = us_xr_find_input(chain, XR_TYPE_GRAPHICS_BINDING_EGL_MNDX);
    const void *d3d11 = us_xr_find_input(chain, XR_TYPE_GRAPHICS_BINDING_D3D11_KHR);
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

static uint32_t no_formats(const struct rt_graphics *graphics,
                           int64_t out_formats[RT_GRAPHICS_FORMATS])
{
    (void)graphics, (void)out_formats;
    return 0;
}

const struct rt_graphics_api rt_graphics_none = {.formats = no_formats};
