/* SPDX-License-Identifier: MIT */
#include "runtime/d3d11/d3d11.h"

#include <stdio.h>

#define COBJMACROS
#include <initguid.h>

#include <d3d11.h>
#include <dxgi.h>

#include "platform/library.h"
#include "runtime/instance/call.h"
#include "runtime/instance/instance.h"

#define MIN_FEATURE_LEVEL D3D_FEATURE_LEVEL_11_0

typedef HRESULT(WINAPI *create_factory)(REFIID id, void **out_factory);

/* The first adapter, which is that of the desktop. */
static IDXGIAdapter *find_adapter(void)
{
    static const char library[] = US_LIBRARY_DXGI;
    char reason[512] = "dxgi.dll lacks CreateDXGIFactory1";
    IDXGIFactory1 *factory = NULL;
    IDXGIAdapter *adapter = NULL;
    const create_factory create =
        us_library_load(library, US_LIBRARY_BIND_ALL, reason, sizeof reason)
            ? (create_factory)us_library_find(library, "CreateDXGIFactory1")
            : NULL;
    if (create != NULL)
        snprintf(reason, sizeof reason, "dxgi.dll makes no factory");
    if (create != NULL && SUCCEEDED(create(&IID_IDXGIFactory1, (void **)&factory))) {
        if (FAILED(IDXGIFactory1_EnumAdapters(factory, 0, &adapter)))
            adapter = NULL;
        IDXGIFactory1_Release(factory);
        snprintf(reason, sizeof reason, "there is no graphics adapter");
    }
    if (adapter == NULL)
        fprintf(stderr, "understudy headless: the app wants Direct3D 11, but %s\n", reason);
    return adapter;
}

/* Releases the adapter. False: there is none. */
static bool take_luid(IDXGIAdapter *adapter, LUID *out_luid)
{
    DXGI_ADAPTER_DESC about;
    if (adapter == NULL)
        return false;
    const bool good = SUCCEEDED(IDXGIAdapter_GetDesc(adapter, &about));
    IDXGIAdapter_Release(adapter);
    if (good)
        *out_luid = about.AdapterLuid;
    return good;
}

static XrResult get_requirements(struct rt_instance *instance, XrSystemId system,
                                 struct us_xr_requirements_d3d11 *requirements)
{
    LUID luid;
    if (requirements == NULL || requirements->type != XR_TYPE_GRAPHICS_REQUIREMENTS_D3D11_KHR)
        return XR_ERROR_VALIDATION_FAILURE;
    if (system != RT_SYSTEM_ID)
        return XR_ERROR_SYSTEM_INVALID;
    if (!take_luid(find_adapter(), &luid))
        return XR_ERROR_RUNTIME_FAILURE;
    requirements->adapter_low = luid.LowPart;
    requirements->adapter_high = luid.HighPart;
    requirements->min_feature_level = MIN_FEATURE_LEVEL;
    instance->d3d11_requirements = *requirements;
    instance->d3d11_requirements.next = NULL;
    return XR_SUCCESS;
}

RT_CALL(xrGetD3D11GraphicsRequirementsKHR, INSTANCE,
        (XrInstance handle, XrSystemId systemId,
         struct us_xr_requirements_d3d11 *graphicsRequirements),
        get_requirements(object, systemId, graphicsRequirements))

static bool has_wanted_adapter(ID3D11Device *device, const struct us_xr_requirements_d3d11 *asked)
{
    IDXGIDevice *dxgi = NULL;
    IDXGIAdapter *adapter = NULL;
    LUID own;
    if (FAILED(ID3D11Device_QueryInterface(device, &IID_IDXGIDevice, (void **)&dxgi)))
        return false;
    if (FAILED(IDXGIDevice_GetAdapter(dxgi, &adapter)))
        adapter = NULL;
    IDXGIDevice_Release(dxgi);
    return take_luid(adapter, &own) && own.LowPart == asked->adapter_low &&
           own.HighPart == asked->adapter_high;
}

XrResult rt_d3d11_init(struct rt_d3d11 *d3d11, const struct us_xr_requirements_d3d11 *asked,
                       const struct us_xr_binding_d3d11 *binding)
{
    ID3D11Device *device = binding->device;
    const char *why = NULL;
    *d3d11 = (struct rt_d3d11){0};
    if (device == NULL)
        why = "gives no Direct3D device";
    else if (ID3D11Device_GetFeatureLevel(device) < (D3D_FEATURE_LEVEL)asked->min_feature_level)
        why = "gives a Direct3D device of a feature level below 11_0";
    else if (!has_wanted_adapter(device, asked))
        why = "gives a Direct3D device of another adapter than "
              "xrGetD3D11GraphicsRequirementsKHR names";
    if (why != NULL) {
        fprintf(stderr, "understudy headless: xrCreateSession: the app %s\n", why);
        return XR_ERROR_GRAPHICS_DEVICE_INVALID;
    }
    ID3D11Device_AddRef(device);
    d3d11->device = device;
    return XR_SUCCESS;
}

void rt_d3d11_finish(struct rt_d3d11 *d3d11)
{
    if (d3d11->device != NULL)
        ID3D11Device_Release(d3d11->device);
    *d3d11 = (struct rt_d3d11){0};
}

/* A texture has the typeless format of its family (OpenXR 1.1, XrSwapchain): the app chooses the
 * formats of its views. */
static const struct format {
    DXGI_FORMAT format, typeless;
} formats[RT_D3D11_IMAGE_FORMATS] = {
    {DXGI_FORMAT_R8G8B8A8_UNORM_SRGB, DXGI_FORMAT_R8G8B8A8_TYPELESS},
    {DXGI_FORMAT_B8G8R8A8_UNORM_SRGB, DXGI_FORMAT_B8G8R8A8_TYPELESS},
    {DXGI_FORMAT_R8G8B8A8_UNORM, DXGI_FORMAT_R8G8B8A8_TYPELESS},
    {DXGI_FORMAT_B8G8R8A8_UNORM, DXGI_FORMAT_B8G8R8A8_TYPELESS},
    {DXGI_FORMAT_R10G10B10A2_UNORM, DXGI_FORMAT_R10G10B10A2_TYPELESS},
    {DXGI_FORMAT_R16G16B16A16_FLOAT, DXGI_FORMAT_R16G16B16A16_TYPELESS},
    {DXGI_FORMAT_D32_FLOAT, DXGI_FORMAT_R32_TYPELESS},
    {DXGI_FORMAT_D32_FLOAT_S8X24_UINT, DXGI_FORMAT_R32G8X24_TYPELESS},
    {DXGI_FORMAT_D24_UNORM_S8_UINT, DXGI_FORMAT_R24G8_TYPELESS},
    {DXGI_FORMAT_D16_UNORM, DXGI_FORMAT_R16_TYPELESS},
};

uint32_t rt_d3d11_image_formats(const struct rt_d3d11 *d3d11,
                                int64_t out_formats[RT_D3D11_IMAGE_FORMATS])
{
    const UINT wanted = D3D11_FORMAT_SUPPORT_RENDER_TARGET | D3D11_FORMAT_SUPPORT_DEPTH_STENCIL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < RT_D3D11_IMAGE_FORMATS; i++) {
        UINT support = 0;
        if (SUCCEEDED(
                ID3D11Device_CheckFormatSupport(d3d11->device, formats[i].format, &support)) &&
            (support & wanted) != 0)
            out_formats[count++] = formats[i].format;
    }
    return count;
}

static DXGI_FORMAT format_of(const XrSwapchainCreateInfo *info)
{
    const struct format *format = formats;
    while (format->format != info->format) /* it is one of them */
        format++;
    return format->typeless;
}

/* XR_KHR_D3D11_enable, "D3D11 Swapchain Flag Bits". */
static UINT bindings_of(const XrSwapchainCreateInfo *info)
{
    static const struct {
        XrSwapchainUsageFlags xr;
        UINT d3d11;
    } table[] = {
        {XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT, D3D11_BIND_RENDER_TARGET},
        {XR_SWAPCHAIN_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, D3D11_BIND_DEPTH_STENCIL},
        {XR_SWAPCHAIN_USAGE_UNORDERED_ACCESS_BIT, D3D11_BIND_UNORDERED_ACCESS},
        {XR_SWAPCHAIN_USAGE_SAMPLED_BIT, D3D11_BIND_SHADER_RESOURCE},
    };
    UINT bindings = 0;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if ((info->usageFlags & table[i].xr) != 0)
            bindings |= table[i].d3d11;
    }
    return bindings;
}

XrResult rt_d3d11_image_init(struct rt_d3d11_image *image, const struct rt_d3d11 *d3d11,
                             const XrSwapchainCreateInfo *info)
{
    const D3D11_TEXTURE2D_DESC about = {
        .Width = info->width,
        .Height = info->height,
        .MipLevels = info->mipCount,
        .ArraySize = info->arraySize * info->faceCount,
        .Format = format_of(info),
        .SampleDesc = {1, 0},
        .Usage = D3D11_USAGE_DEFAULT,
        .BindFlags = bindings_of(info),
        .MiscFlags = info->faceCount == 6 ? D3D11_RESOURCE_MISC_TEXTURECUBE : 0,
    };
    *image = (struct rt_d3d11_image){0};
    const HRESULT result =
        ID3D11Device_CreateTexture2D(d3d11->device, &about, NULL, &image->texture);
    if (SUCCEEDED(result))
        return XR_SUCCESS;
    /* The size and the format have been checked: what Direct3D refuses is the usage. */
    return result == E_OUTOFMEMORY  ? XR_ERROR_OUT_OF_MEMORY
           : result == E_INVALIDARG ? XR_ERROR_FEATURE_UNSUPPORTED
                                    : XR_ERROR_RUNTIME_FAILURE;
}

void rt_d3d11_image_finish(struct rt_d3d11_image *image)
{
    if (image->texture != NULL)
        ID3D11Texture2D_Release(image->texture);
    *image = (struct rt_d3d11_image){0};
}
