/* SPDX-License-Identifier: MIT */
/*
 * xr_d3d11: what an app and a runtime tell each other about Direct3D 11, as XR_KHR_D3D11_enable
 * defines it.
 *
 * The SDK's own declarations need the headers of Windows. These structs have the same layout with
 * plain pointers; the probe client, tests/app/probe/graphics/d3d11.c, compares them with the SDK's.
 */
#ifndef US_XR_D3D11_H
#define US_XR_D3D11_H

#include "openxr/xr.h"

#define US_XR_D3D11_ENABLE "XR_KHR_D3D11_enable"

/* XrGraphicsBindingD3D11KHR. */
struct us_xr_binding_d3d11 {
    XrStructureType type;
    const void *next;
    void *device; /* ID3D11Device * */
};

/* XrSwapchainImageD3D11KHR. */
struct us_xr_image_d3d11 {
    XrStructureType type;
    void *next;
    void *texture; /* ID3D11Texture2D * */
};

/* XrGraphicsRequirementsD3D11KHR. */
struct us_xr_requirements_d3d11 {
    XrStructureType type;
    void *next;
    uint32_t adapter_low; /* LUID */
    int32_t adapter_high;
    int32_t min_feature_level; /* D3D_FEATURE_LEVEL */
};

#endif
