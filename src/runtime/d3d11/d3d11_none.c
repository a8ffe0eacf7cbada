/* SPDX-License-Identifier: MIT */
#include "runtime/d3d11/d3d11.h"

XRAPI_ATTR XrResult XRAPI_CALL xrGetD3D11GraphicsRequirementsKHR(
    XrInstance instance, XrSystemId systemId, struct us_xr_requirements_d3d11 *graphicsRequirements)
{
    (void)instance;
    (void)systemId;
    (void)graphicsRequirements;
    return XR_ERROR_FUNCTION_UNSUPPORTED;
}

XrResult rt_d3d11_init(struct rt_d3d11 *d3d11, const struct us_xr_requirements_d3d11 *asked,
                       const struct us_xr_binding_d3d11 *binding)
{
    (void)asked;
    (void)d3d11;
    (void)binding;
    return XR_ERROR_GRAPHICS_DEVICE_INVALID;
}

void rt_d3d11_finish(struct rt_d3d11 *d3d11)
{
    (void)d3d11;
}

uint32_t rt_d3d11_image_formats(const struct rt_d3d11 *d3d11,
                                int64_t out_formats[RT_D3D11_IMAGE_FORMATS])
{
    (void)d3d11;
    (void)out_formats;
    return 0;
}

XrResult rt_d3d11_image_init(struct rt_d3d11_image *image, const struct rt_d3d11 *d3d11,
                             const XrSwapchainCreateInfo *info)
{
    (void)image;
    (void)d3d11;
    (void)info;
    return XR_ERROR_FEATURE_UNSUPPORTED;
}

void rt_d3d11_image_finish(struct rt_d3d11_image *image)
{
    (void)image;
}
