/* SPDX-License-Identifier: MIT */
#include "runtime/graphics/graphics.h"

XRAPI_ATTR XrResult XRAPI_CALL xrGetD3D11GraphicsRequirementsKHR(
    XrInstance instance, XrSystemId systemId, struct us_xr_requirements_d3d11 *graphicsRequirements)
{
    (void)instance, (void)systemId, (void)graphicsRequirements;
    return XR_ERROR_FUNCTION_UNSUPPORTED;
}

XrResult rt_d3d11_init(struct rt_d3d11 *d3d11, const struct us_xr_requirements_d3d11 *asked,
                       const struct us_xr_binding_d3d11 *binding)
{
    (void)d3d11, (void)asked, (void)binding;
    return XR_ERROR_GRAPHICS_DEVICE_INVALID;
}

const struct rt_graphics_api rt_graphics_d3d11 = {.finish = NULL};
