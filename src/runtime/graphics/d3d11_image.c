/* SPDX-License-Identifier: MIT */
/* The textures behind a swapchain of a Direct3D 11 app, and the formats they may have. */
#include "runtime/graphics/graphics.h"

#define COBJMACROS
#include <d3d11.h>

static void finish(struct rt_graphics *graphics)
{
    if (graphics->d3d11.device != NULL)
        ID3D11Device_Release(graphics->d3d11.device);
    graphics->d3d11 = (struct rt_d3d11){0};
}

/* A texture has the typeless format of its family (OpenXR 1.1, XrSwapchain): the app chooses the
 * formats of its views. */
static const struct format {
    DXGI_FORMAT format, typeless;
} formats[] = {
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

static uint32_t list_formats(const struct rt_graphics *graphics,
                             int64_t out_formats[RT_GRAPHICS_FORMATS])
{
    _Static_assert(sizeof formats / sizeof formats[0] <= RT_GRAPHICS_FORMATS, "room for them");
    const UINT wanted = D3D11_FORMAT_SUPPORT_RENDER_TARGET | D3D11_FORMAT_SUPPORT_DEPTH_STENCIL;
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        UINT support = 0;
        if (SUCCEEDED(ID3D11Device_CheckFormatSupport(graphics->d3d11.device, formats[i].format,
                                                      &support)) &&
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
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if ((info->usageFlags & table[i].xr) != 0)
            bindings |= table[i].d3d11;
    return bindings;
}

/* Makes a texture of the typeless format of the swapchain's family. The faces of a cube map are
 * elements of the array. XR_ERROR_FEATURE_UNSUPPORTED: no texture of this format has the usage. */
static XrResult init_image(union rt_image *image, struct rt_graphics *graphics,
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
    image->d3d11 = (struct rt_d3d11_image){0};
    const HRESULT result =
        ID3D11Device_CreateTexture2D(graphics->d3d11.device, &about, NULL, &image->d3d11.texture);
    if (SUCCEEDED(result))
        return XR_SUCCESS;
    /* The size and the format have been checked: what Direct3D refuses is the usage. */
    return result == E_OUTOFMEMORY  ? XR_ERROR_OUT_OF_MEMORY
           : result == E_INVALIDARG ? XR_ERROR_FEATURE_UNSUPPORTED
                                    : XR_ERROR_RUNTIME_FAILURE;
}

static void finish_image(union rt_image *image, const struct rt_graphics *graphics)
{
    (void)graphics;
    if (image->d3d11.texture != NULL)
        ID3D11Texture2D_Release(image->d3d11.texture);
    image->d3d11 = (struct rt_d3d11_image){0};
}

static XrResult tell_image(const union rt_image *image, const struct rt_graphics *graphics,
                           XrSwapchainImageBaseHeader *out_images, uint32_t index)
{
    struct us_xr_image_d3d11 *out_image = (struct us_xr_image_d3d11 *)out_images + index;
    (void)graphics;
    if (out_image->type != XR_TYPE_SWAPCHAIN_IMAGE_D3D11_KHR)
        return XR_ERROR_VALIDATION_FAILURE;
    out_image->texture = image->d3d11.texture;
    return XR_SUCCESS;
}

const struct rt_graphics_api rt_graphics_d3d11 = {
    .finish = finish,
    .formats = list_formats,
    .init_image = init_image,
    .finish_image = finish_image,
    .tell_image = tell_image,
};
