/* SPDX-License-Identifier: MIT */
#include "runtime/graphics/d3d11.h"

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
