/* SPDX-License-Identifier: MIT */
/*
 * Direct3D 11 as a session uses it: the app's device, and the textures behind a swapchain. Under
 * the runtime's lock.
 *
 * The runtime links no Direct3D: it finds the adapters by the dxgi.dll of Windows, and calls the
 * device that the app gives. It does not use the device's immediate context. On systems without
 * Direct3D the extension is not offered, and what is here fails.
 */
#ifndef RT_RUNTIME_D3D11_H
#define RT_RUNTIME_D3D11_H

#include "openxr/xr_d3d11.h"
#include "runtime/base/xr.h"

#define RT_D3D11_IMAGE_FORMATS 10

struct ID3D11Device;
struct ID3D11Texture2D;

struct rt_d3d11 {
    struct ID3D11Device *device; /* a reference */
};

struct rt_d3d11_image {
    struct ID3D11Texture2D *texture; /* a reference */
};

/* `asked`: what xrGetD3D11GraphicsRequirementsKHR has answered. XR_ERROR_GRAPHICS_DEVICE_INVALID,
 * and a message on standard error: there is no device, or it is not what that asks for. */
XrResult rt_d3d11_init(struct rt_d3d11 *d3d11, const struct us_xr_requirements_d3d11 *asked,
                       const struct us_xr_binding_d3d11 *binding);
void rt_d3d11_finish(struct rt_d3d11 *d3d11);

/* The formats that the device can render to, DXGI_FORMAT, best first. Returns how many. */
uint32_t rt_d3d11_image_formats(const struct rt_d3d11 *d3d11,
                                int64_t out_formats[RT_D3D11_IMAGE_FORMATS]);

/* Makes a texture of the typeless format of the swapchain's family. The faces of a cube map are
 * elements of the array. XR_ERROR_FEATURE_UNSUPPORTED: no texture of this format has the usage. */
XrResult rt_d3d11_image_init(struct rt_d3d11_image *image, const struct rt_d3d11 *d3d11,
                             const XrSwapchainCreateInfo *info);
void rt_d3d11_image_finish(struct rt_d3d11_image *image);

#endif
