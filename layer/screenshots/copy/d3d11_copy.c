/* SPDX-License-Identifier: MIT */
#include "layer/screenshots/copy/d3d11_copy.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define COBJMACROS
#include <initguid.h>

#include <d3d11_4.h>
#include <vulkan/vulkan_core.h>

#include "layer/screenshots/copy/host_copy.h"
#include "platform/time.h"

/* As long as the other copies wait for a device, in steps of LOOK_NS. */
#define PATIENCE_NS INT64_C(10000000000)
#define LOOK_NS INT64_C(1000000)

/* The kind is the VkFormat of the pixels. */
static const struct us_image_format formats[] = {
#define FORMAT(name, pixels)                                                                       \
    {                                                                                              \
        name, #name, pixels                                                                        \
    }
    FORMAT(DXGI_FORMAT_R8G8B8A8_UNORM_SRGB, VK_FORMAT_R8G8B8A8_SRGB),
    FORMAT(DXGI_FORMAT_B8G8R8A8_UNORM_SRGB, VK_FORMAT_B8G8R8A8_SRGB),
    FORMAT(DXGI_FORMAT_B8G8R8X8_UNORM_SRGB, VK_FORMAT_B8G8R8A8_SRGB),
    FORMAT(DXGI_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM),
    FORMAT(DXGI_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_B8G8R8A8_UNORM),
    FORMAT(DXGI_FORMAT_B8G8R8X8_UNORM, VK_FORMAT_B8G8R8A8_UNORM),
    FORMAT(DXGI_FORMAT_R16G16B16A16_FLOAT, VK_FORMAT_R16G16B16A16_SFLOAT),
    FORMAT(DXGI_FORMAT_R32G32B32A32_FLOAT, VK_FORMAT_R32G32B32A32_SFLOAT),
    FORMAT(DXGI_FORMAT_R16G16B16A16_UNORM, 0),
    FORMAT(DXGI_FORMAT_R10G10B10A2_UNORM, 0),
    FORMAT(DXGI_FORMAT_R11G11B10_FLOAT, 0),
    FORMAT(DXGI_FORMAT_D32_FLOAT_S8X24_UINT, 0),
    FORMAT(DXGI_FORMAT_D32_FLOAT, 0),
    FORMAT(DXGI_FORMAT_D24_UNORM_S8_UINT, 0),
    FORMAT(DXGI_FORMAT_D16_UNORM, 0),
#undef FORMAT
};

struct us_image_format us_d3d11_copy_format(int64_t format)
{
    return us_image_format_find(formats, sizeof formats / sizeof formats[0], format);
}

static const char stuck[] = "the Direct3D device has not finished drawing in 10 s";

struct us_d3d11_copy {
    ID3D11Device *device;
    ID3D11DeviceContext *context;
    ID3D11Multithread *lock; /* of the context; NULL: the device has none */
    atomic_bool is_stuck;    /* it has not finished in time once */
    struct us_host_copy_pool copies;
};

/* The specification says nothing of threads, as it does for Vulkan and OpenGL: the app may use the
 * context on another thread meanwhile. From here on Direct3D locks it in each call, by whomever,
 * until the device goes: whether the app wants that by now nobody could tell. */
static ID3D11Multithread *protect(ID3D11DeviceContext *context)
{
    ID3D11Multithread *lock = NULL;
    if (FAILED(ID3D11DeviceContext_QueryInterface(context, &IID_ID3D11Multithread, (void **)&lock)))
        return NULL;
    ID3D11Multithread_SetMultithreadProtected(lock, TRUE);
    return lock;
}

struct us_d3d11_copy *us_d3d11_copy_create(const struct us_xr_binding_d3d11 *binding,
                                           const char **out_why)
{
    *out_why = "the app gives no Direct3D device";
    if (binding->device == NULL)
        return NULL;
    *out_why = "out of memory";
    struct us_d3d11_copy *d3d11 = calloc(1, sizeof *d3d11);
    if (d3d11 == NULL)
        return NULL;
    d3d11->device = binding->device;
    ID3D11Device_AddRef(d3d11->device);
    ID3D11Device_GetImmediateContext(d3d11->device, &d3d11->context);
    d3d11->lock = protect(d3d11->context);
    us_host_copy_init(&d3d11->copies);
    return d3d11;
}

void us_d3d11_copy_destroy(struct us_d3d11_copy *d3d11)
{
    if (d3d11 == NULL)
        return;
    if (d3d11->lock != NULL)
        ID3D11Multithread_Release(d3d11->lock);
    ID3D11DeviceContext_Release(d3d11->context);
    ID3D11Device_Release(d3d11->device);
    us_host_copy_finish(&d3d11->copies);
    free(d3d11);
}

/* A texture of one layer that the processor can read, or NULL. */
static ID3D11Texture2D *create_staging(const struct us_d3d11_copy *d3d11,
                                       const D3D11_TEXTURE2D_DESC *source,
                                       const struct us_image_source *image)
{
    const D3D11_TEXTURE2D_DESC staging = {.Width = image->width_px,
                                          .Height = image->height_px,
                                          .MipLevels = 1,
                                          .ArraySize = 1,
                                          .Format = source->Format,
                                          .SampleDesc = {1, 0},
                                          .Usage = D3D11_USAGE_STAGING,
                                          .CPUAccessFlags = D3D11_CPU_ACCESS_READ};
    ID3D11Texture2D *texture = NULL;
    return SUCCEEDED(ID3D11Device_CreateTexture2D(d3d11->device, &staging, NULL, &texture))
               ? texture
               : NULL;
}

/* What the app draws on a condition has no say in the copy: predication would leave it out. No
 * other thread comes in between. */
static void copy_subresource(const struct us_d3d11_copy *d3d11, ID3D11Texture2D *texture,
                             UINT subresource, ID3D11Texture2D *staging, const D3D11_BOX *box)
{
    ID3D11DeviceContext *context = d3d11->context;
    ID3D11Predicate *predicate = NULL;
    BOOL value = FALSE;
    if (d3d11->lock != NULL)
        ID3D11Multithread_Enter(d3d11->lock);
    ID3D11DeviceContext_GetPredication(context, &predicate, &value);
    ID3D11DeviceContext_SetPredication(context, NULL, FALSE);
    ID3D11DeviceContext_CopySubresourceRegion(context, (ID3D11Resource *)staging, 0, 0, 0, 0,
                                              (ID3D11Resource *)texture, subresource, box);
    ID3D11DeviceContext_SetPredication(context, predicate, value);
    if (d3d11->lock != NULL)
        ID3D11Multithread_Leave(d3d11->lock);
    if (predicate != NULL)
        ID3D11Predicate_Release(predicate);
}

/* Waits for the device, but no longer than PATIENCE_NS, and locks nothing meanwhile. */
static HRESULT map(struct us_d3d11_copy *d3d11, ID3D11Texture2D *staging,
                   D3D11_MAPPED_SUBRESOURCE *out)
{
    const int64_t until_ns = us_time_now_ns() + PATIENCE_NS;
    HRESULT result;
    ID3D11DeviceContext_Flush(d3d11->context); /* or it may never begin */
    while ((result = ID3D11DeviceContext_Map(d3d11->context, (ID3D11Resource *)staging, 0,
                                             D3D11_MAP_READ, D3D11_MAP_FLAG_DO_NOT_WAIT, out)) ==
               DXGI_ERROR_WAS_STILL_DRAWING &&
           us_time_now_ns() < until_ns)
        us_time_sleep(LOOK_NS);
    if (result == DXGI_ERROR_WAS_STILL_DRAWING)
        atomic_store(&d3d11->is_stuck, true);
    return result;
}

/* Reads a subresource of the app's texture by way of `staging`. */
static bool read_layer(struct us_d3d11_copy *d3d11, ID3D11Texture2D *texture, UINT subresource,
                       ID3D11Texture2D *staging, const struct us_image_source *image, uint8_t *out)
{
    const D3D11_BOX box = {0, 0, 0, image->width_px, image->height_px, 1};
    const size_t row = image->width_px * image->pixel_size;
    D3D11_MAPPED_SUBRESOURCE mapped;
    copy_subresource(d3d11, texture, subresource, staging, &box);
    if (FAILED(map(d3d11, staging, &mapped)))
        return false;
    /* Shorter rows: the runtime's texture has smaller pixels than the swapchain's format. */
    const bool is_whole = mapped.pData != NULL && mapped.RowPitch >= row;
    for (uint32_t y = 0; is_whole && y < image->height_px; y++)
        memcpy(out + y * row, (const uint8_t *)mapped.pData + (size_t)y * mapped.RowPitch, row);
    ID3D11DeviceContext_Unmap(d3d11->context, (ID3D11Resource *)staging, 0);
    return is_whole;
}

static const char *read_image(struct us_d3d11_copy *d3d11, const struct us_image_source *image,
                              uint8_t *out)
{
    ID3D11Texture2D *texture = (ID3D11Texture2D *)(uintptr_t)image->handle;
    const size_t size = (size_t)image->width_px * image->height_px * image->pixel_size;
    D3D11_TEXTURE2D_DESC about;
    bool good = true;
    if (texture == NULL)
        return "the runtime gives no texture";
    ID3D11Texture2D_GetDesc(texture, &about);
    if (about.Width < image->width_px || about.Height < image->height_px ||
        about.ArraySize < image->layer_count || about.SampleDesc.Count != 1)
        return "the texture is not as its swapchain says";
    ID3D11Texture2D *staging = create_staging(d3d11, &about, image);
    if (staging == NULL)
        return "the Direct3D device has no texture to read the image with";
    for (uint32_t i = 0; good && i < image->layer_count; i++)
        good = read_layer(d3d11, texture, i * about.MipLevels, staging, image, out + i * size);
    ID3D11Texture2D_Release(staging);
    if (atomic_load(&d3d11->is_stuck))
        return stuck;
    return good ? NULL : "the Direct3D device cannot read the image";
}

struct us_image_copy *us_d3d11_copy_begin(struct us_d3d11_copy *d3d11,
                                          const struct us_image_source *image, const char **out_why)
{
    *out_why = stuck;
    if (atomic_load(&d3d11->is_stuck))
        return NULL;
    struct us_host_copy *copy = us_host_copy_take(&d3d11->copies, image, out_why);
    if (copy == NULL)
        return NULL;
    *out_why = read_image(d3d11, image, copy->bytes);
    if (*out_why == NULL)
        return &copy->base;
    us_image_copy_unref(&copy->base);
    return NULL;
}
