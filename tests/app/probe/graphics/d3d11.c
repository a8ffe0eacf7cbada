/* SPDX-License-Identifier: MIT */
#include "graphics/api.h"

#include <stdlib.h>

#define COBJMACROS
#include <initguid.h>

#include <d3d11.h>
#include <dxgi.h>

#define XR_USE_GRAPHICS_API_D3D11
#include <openxr/openxr_platform.h>

#include "openxr/xr_d3d11.h"

/* The project's own declarations are the SDK's. */
#define SAME(ours, our_member, sdk, member)                                                        \
    _Static_assert(offsetof(struct ours, our_member) == offsetof(sdk, member), #member)
SAME(us_xr_binding_d3d11, device, XrGraphicsBindingD3D11KHR, device);
SAME(us_xr_image_d3d11, texture, XrSwapchainImageD3D11KHR, texture);
SAME(us_xr_requirements_d3d11, adapter_low, XrGraphicsRequirementsD3D11KHR, adapterLuid.LowPart);
SAME(us_xr_requirements_d3d11, adapter_high, XrGraphicsRequirementsD3D11KHR, adapterLuid.HighPart);
SAME(us_xr_requirements_d3d11, min_feature_level, XrGraphicsRequirementsD3D11KHR, minFeatureLevel);
_Static_assert(sizeof(struct us_xr_binding_d3d11) == sizeof(XrGraphicsBindingD3D11KHR), "size");
_Static_assert(sizeof(struct us_xr_image_d3d11) == sizeof(XrSwapchainImageD3D11KHR), "size");
_Static_assert(sizeof(struct us_xr_requirements_d3d11) == sizeof(XrGraphicsRequirementsD3D11KHR),
               "size");
_Static_assert(sizeof US_XR_D3D11_ENABLE == sizeof XR_KHR_D3D11_ENABLE_EXTENSION_NAME, "name");

struct probe_device {
    XrGraphicsBindingD3D11KHR binding;
    ID3D11DeviceContext *context;
};

static bool check(struct probe *probe, HRESULT result, const char *call)
{
    if (SUCCEEDED(result))
        return true;
    fprintf(stderr, "understudy_probe: %s: HRESULT 0x%08lx\n", call, (unsigned long)result);
    probe->exit = PROBE_EXIT_CALL;
    return false;
}

/* The adapter that the runtime wants, or NULL. */
static IDXGIAdapter *find_adapter(IDXGIFactory1 *factory, const LUID *luid)
{
    IDXGIAdapter *adapter;
    for (UINT i = 0; SUCCEEDED(IDXGIFactory1_EnumAdapters(factory, i, &adapter)); i++) {
        DXGI_ADAPTER_DESC about;
        if (SUCCEEDED(IDXGIAdapter_GetDesc(adapter, &about)) &&
            about.AdapterLuid.LowPart == luid->LowPart &&
            about.AdapterLuid.HighPart == luid->HighPart)
            return adapter;
        IDXGIAdapter_Release(adapter);
    }
    return NULL;
}

static bool create_device(struct probe *probe, struct probe_device *device,
                          const XrGraphicsRequirementsD3D11KHR *requirements)
{
    IDXGIFactory1 *factory;
    if (!check(probe, CreateDXGIFactory1(&IID_IDXGIFactory1, (void **)&factory),
               "CreateDXGIFactory1"))
        return false;
    IDXGIAdapter *adapter = find_adapter(factory, &requirements->adapterLuid);
    IDXGIFactory1_Release(factory);
    if (!adapter)
        return probe_lack(probe, "the adapter of the runtime");
    HRESULT result =
        D3D11CreateDevice(adapter, D3D_DRIVER_TYPE_UNKNOWN, NULL, 0, &requirements->minFeatureLevel,
                          1, D3D11_SDK_VERSION, &device->binding.device, NULL, &device->context);
    IDXGIAdapter_Release(adapter);
    return check(probe, result, "D3D11CreateDevice");
}

static bool create(struct probe *probe, struct probe_device **out)
{
    PFN_xrGetD3D11GraphicsRequirementsKHR require;
    XrGraphicsRequirementsD3D11KHR requirements = {.type = XR_TYPE_GRAPHICS_REQUIREMENTS_D3D11_KHR};
    struct probe_device *device = calloc(1, sizeof *device);
    if (!device)
        return probe_lack(probe, "memory");
    *out = device;
    device->binding.type = XR_TYPE_GRAPHICS_BINDING_D3D11_KHR;
    return probe_instance_function(probe, "xrGetD3D11GraphicsRequirementsKHR",
                                   (PFN_xrVoidFunction *)&require) &&
           probe_check(probe, require(probe->instance, probe->system, &requirements),
                       "xrGetD3D11GraphicsRequirementsKHR") &&
           create_device(probe, device, &requirements);
}

static const void *binding(const struct probe_device *device)
{
    return &device->binding;
}

static bool find_images(struct probe *probe, XrSwapchain swapchain, uint64_t *out_images)
{
    XrSwapchainImageD3D11KHR images[PROBE_IMAGE_MAX];
    for (int i = 0; i < PROBE_IMAGE_MAX; i++)
        images[i] = (XrSwapchainImageD3D11KHR){.type = XR_TYPE_SWAPCHAIN_IMAGE_D3D11_KHR};
    uint32_t count = 0;
    XrResult result = xrEnumerateSwapchainImages(swapchain, PROBE_IMAGE_MAX, &count,
                                                 (XrSwapchainImageBaseHeader *)images);
    if (!probe_check(probe, result, "xrEnumerateSwapchainImages"))
        return false;
    for (uint32_t i = 0; i < count; i++)
        out_images[i] = (uint64_t)(uintptr_t)images[i].texture;
    return true;
}

static bool clear(struct probe *probe, struct probe_device *device, uint64_t image, int64_t format,
                  const float colour[4])
{
    const D3D11_RENDER_TARGET_VIEW_DESC about = {.Format = (DXGI_FORMAT)format,
                                                 .ViewDimension = D3D11_RTV_DIMENSION_TEXTURE2D};
    ID3D11RenderTargetView *view;
    HRESULT result = ID3D11Device_CreateRenderTargetView(
        device->binding.device, (ID3D11Resource *)(uintptr_t)image, &about, &view);
    if (!check(probe, result, "CreateRenderTargetView"))
        return false;
    ID3D11DeviceContext_ClearRenderTargetView(device->context, view, colour);
    ID3D11RenderTargetView_Release(view);
    return true;
}

static void destroy(struct probe_device *device)
{
    if (device->context)
        ID3D11DeviceContext_Release(device->context);
    if (device->binding.device)
        ID3D11Device_Release(device->binding.device);
    free(device);
}

const struct probe_api probe_api_d3d11 = {
    XR_KHR_D3D11_ENABLE_EXTENSION_NAME,
    {DXGI_FORMAT_R8G8B8A8_UNORM_SRGB, DXGI_FORMAT_B8G8R8A8_UNORM_SRGB, DXGI_FORMAT_R8G8B8A8_UNORM,
     DXGI_FORMAT_B8G8R8A8_UNORM},
    DXGI_FORMAT_D32_FLOAT,
    create,
    binding,
    find_images,
    clear,
    destroy,
};
