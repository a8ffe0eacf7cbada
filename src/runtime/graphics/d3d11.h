/* SPDX-License-Identifier: MIT */
/*
 * Direct3D 11 as a session uses it: the app's device, and what a texture behind a swapchain is.
 * Under the runtime's lock.
 *
 * The runtime links no Direct3D: it finds the adapters by the dxgi.dll of Windows, and calls the
 * device that the app gives. It does not use the device's immediate context. On systems without
 * Direct3D the extension is not offered, and what is here fails.
 */
#ifndef RT_RUNTIME_D3D11_H
#define RT_RUNTIME_D3D11_H

#include "openxr/xr_d3d11.h"
#include "runtime/base/xr.h"

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

#endif
