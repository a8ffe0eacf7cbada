/* SPDX-License-Identifier: MIT */
/*
 * d3d11 calls: what the headless runtime answers to an app of Direct3D 11, right and wrong, and
 * what its swapchain images are. It says what is not as the specification or this table has it.
 *
 * d3d11 draw FORMAT USAGE: ten frames of an image of two layers in a DXGI_FORMAT, with the
 * swapchain's usage flags. Each layer has a white block in its upper right corner: the left eye
 * sees the first layer, the right one the right half of the second.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COBJMACROS
#include <initguid.h>

#include <d3d11.h>
#include <dxgi.h>

#define XR_USE_GRAPHICS_API_D3D11
#include <openxr/openxr.h>
#include <openxr/openxr_platform.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
enum { WIDTH = 32, HEIGHT = 16, FRAMES = 10, IMAGES = 8 };

static XrInstance instance;
static XrSystemId system_id;
static XrSession session;
static ID3D11Device *device;
static ID3D11DeviceContext *context;
static int failed;

static bool expect(bool good, const char *what, long long found)
{
    if (!good) {
        fprintf(stderr, "not so: %s (%lld)\n", what, found);
        failed = 1;
    }
    return good;
}

static void need(XrResult result, const char *call)
{
    if (!expect(XR_SUCCEEDED(result), call, result))
        exit(1);
}

static ID3D11Device *make_device(D3D_FEATURE_LEVEL level, ID3D11DeviceContext **out_context)
{
    ID3D11Device *made = NULL;
    if (!expect(SUCCEEDED(D3D11CreateDevice(NULL, D3D_DRIVER_TYPE_HARDWARE, NULL, 0, &level, 1,
                                            D3D11_SDK_VERSION, &made, NULL, out_context)),
                "a device of Direct3D 11", level))
        exit(1);
    return made;
}

static void begin(void)
{
    const char *names[] = {XR_KHR_D3D11_ENABLE_EXTENSION_NAME};
    XrInstanceCreateInfo info = {.type = XR_TYPE_INSTANCE_CREATE_INFO,
                                 .enabledExtensionCount = 1,
                                 .enabledExtensionNames = names};
    XrSystemGetInfo system = {.type = XR_TYPE_SYSTEM_GET_INFO,
                              .formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
    strcpy(info.applicationInfo.applicationName, "d3d11");
    info.applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 0);
    need(xrCreateInstance(&info, &instance), "xrCreateInstance");
    need(xrGetSystem(instance, &system, &system_id), "xrGetSystem");
    device = make_device(D3D_FEATURE_LEVEL_11_0, &context);
}

static XrResult open_session(ID3D11Device *with)
{
    XrGraphicsBindingD3D11KHR binding = {.type = XR_TYPE_GRAPHICS_BINDING_D3D11_KHR,
                                         .device = with};
    XrSessionCreateInfo info = {
        .type = XR_TYPE_SESSION_CREATE_INFO, .next = &binding, .systemId = system_id};
    return xrCreateSession(instance, &info, &session);
}

static XrResult ask(XrSystemId system, XrGraphicsRequirementsD3D11KHR *requirements)
{
    PFN_xrGetD3D11GraphicsRequirementsKHR get;
    need(xrGetInstanceProcAddr(instance, "xrGetD3D11GraphicsRequirementsKHR",
                               (PFN_xrVoidFunction *)&get),
         "xrGetInstanceProcAddr");
    return get(instance, system, requirements);
}

/* --- a device of another adapter
 * ------------------------------------------------------------------ */

static HRESULT STDMETHODCALLTYPE describe_other(IDXGIAdapter *adapter, DXGI_ADAPTER_DESC *out)
{
    (void)adapter;
    memset(out, 0, sizeof *out);
    out->AdapterLuid.HighPart = 77;
    return S_OK;
}
static ULONG STDMETHODCALLTYPE keep_adapter(IDXGIAdapter *adapter)
{
    (void)adapter;
    return 1;
}
static IDXGIAdapterVtbl adapter_calls = {.Release = keep_adapter, .GetDesc = describe_other};
static IDXGIAdapter other_adapter = {&adapter_calls};

static HRESULT STDMETHODCALLTYPE get_other(IDXGIDevice *dxgi, IDXGIAdapter **out)
{
    (void)dxgi;
    *out = &other_adapter;
    return S_OK;
}
static ULONG STDMETHODCALLTYPE keep_dxgi(IDXGIDevice *dxgi)
{
    (void)dxgi;
    return 1;
}
static IDXGIDeviceVtbl dxgi_calls = {.Release = keep_dxgi, .GetAdapter = get_other};
static IDXGIDevice other_dxgi = {&dxgi_calls};

static HRESULT STDMETHODCALLTYPE query_other(ID3D11Device *of, REFIID id, void **out)
{
    (void)of;
    *out = &other_dxgi;
    return IsEqualGUID(id, &IID_IDXGIDevice) ? S_OK : E_NOINTERFACE;
}
static D3D_FEATURE_LEVEL STDMETHODCALLTYPE level_of_other(ID3D11Device *of)
{
    (void)of;
    return D3D_FEATURE_LEVEL_11_0;
}
static ID3D11DeviceVtbl device_calls = {.QueryInterface = query_other,
                                        .GetFeatureLevel = level_of_other};
static ID3D11Device other_device = {&device_calls};

/* --- calls
 * ---------------------------------------------------------------------------------------- */

static void check_adapter(const LUID *luid)
{
    IDXGIFactory1 *factory;
    IDXGIAdapter *adapter;
    DXGI_ADAPTER_DESC about;
    CreateDXGIFactory1(&IID_IDXGIFactory1, (void **)&factory);
    IDXGIFactory1_EnumAdapters(factory, 0, &adapter);
    IDXGIAdapter_GetDesc(adapter, &about);
    expect(memcmp(luid, &about.AdapterLuid, sizeof *luid) == 0, "the first adapter's LUID",
           luid->LowPart);
    IDXGIAdapter_Release(adapter);
    IDXGIFactory1_Release(factory);
}

static void check_session(void)
{
    XrGraphicsRequirementsD3D11KHR requirements = {.type =
                                                       XR_TYPE_GRAPHICS_REQUIREMENTS_VULKAN_KHR};
    XrResult result = open_session(device);
    expect(result == XR_ERROR_GRAPHICS_REQUIREMENTS_CALL_MISSING,
           "a session before the requirements: CALL_MISSING", result);
    expect(ask(system_id, &requirements) == XR_ERROR_VALIDATION_FAILURE,
           "requirements of another type", 0);
    requirements.type = XR_TYPE_GRAPHICS_REQUIREMENTS_D3D11_KHR;
    expect(ask(system_id + 7, &requirements) == XR_ERROR_SYSTEM_INVALID,
           "requirements of no system", 0);
    result = open_session(device);
    expect(result == XR_ERROR_GRAPHICS_REQUIREMENTS_CALL_MISSING,
           "refused requirements do not count", result);
    need(ask(system_id, &requirements), "xrGetD3D11GraphicsRequirementsKHR");
    check_adapter(&requirements.adapterLuid);
    expect(requirements.minFeatureLevel == D3D_FEATURE_LEVEL_11_0, "the feature level 11_0",
           requirements.minFeatureLevel);
    result = open_session(NULL);
    expect(result == XR_ERROR_GRAPHICS_DEVICE_INVALID, "no device: DEVICE_INVALID", result);
    ID3D11Device *old = make_device(D3D_FEATURE_LEVEL_10_0, NULL);
    result = open_session(old);
    expect(result == XR_ERROR_GRAPHICS_DEVICE_INVALID, "a device of level 10_0: DEVICE_INVALID",
           result);
    expect(ID3D11Device_Release(old) == 0, "that device has no other reference", 0);
    result = open_session(&other_device);
    expect(result == XR_ERROR_GRAPHICS_DEVICE_INVALID,
           "a device of another adapter: DEVICE_INVALID", result);
    need(open_session(device), "xrCreateSession");
}

static void check_formats(void)
{
    static const int64_t wanted[] = {29, 91, 28, 87, 24, 10, 40, 20, 45, 55}; /* dxgiformat.h */
    int64_t formats[64];
    uint32_t count = 0;
    need(xrEnumerateSwapchainFormats(session, 64, &count, formats), "xrEnumerateSwapchainFormats");
    expect(count == COUNT(wanted) && memcmp(formats, wanted, sizeof wanted) == 0,
           "the formats, best first", count);
}

static XrSwapchainCreateInfo swapchain_info(int64_t format, XrSwapchainUsageFlags usage)
{
    return (XrSwapchainCreateInfo){.type = XR_TYPE_SWAPCHAIN_CREATE_INFO,
                                   .usageFlags = usage,
                                   .format = format,
                                   .sampleCount = 1,
                                   .width = WIDTH,
                                   .height = HEIGHT,
                                   .faceCount = 1,
                                   .arraySize = 1,
                                   .mipCount = 1};
}

static uint32_t find_images(XrSwapchain swapchain, ID3D11Texture2D *out[IMAGES])
{
    XrSwapchainImageD3D11KHR images[IMAGES];
    uint32_t count = 0;
    for (int i = 0; i < IMAGES; i++)
        images[i] = (XrSwapchainImageD3D11KHR){.type = XR_TYPE_SWAPCHAIN_IMAGE_D3D11_KHR};
    need(
        xrEnumerateSwapchainImages(swapchain, IMAGES, &count, (XrSwapchainImageBaseHeader *)images),
        "xrEnumerateSwapchainImages");
    for (uint32_t i = 0; i < count; i++)
        out[i] = images[i].texture;
    return count;
}

/* The usage flags' and the bindings' bits: 1 is colour or render target, 2 depth, 4 unordered
 * access, 0x20 sampled, 0x40 another format. */
static void check_image(int64_t format, XrSwapchainUsageFlags usage, uint32_t layers,
                        uint32_t faces, uint32_t mips, unsigned wanted_format,
                        unsigned wanted_bindings)
{
    XrSwapchainCreateInfo info = swapchain_info(format, usage);
    XrSwapchain swapchain;
    ID3D11Texture2D *images[IMAGES];
    D3D11_TEXTURE2D_DESC about;
    info.arraySize = layers, info.faceCount = faces, info.mipCount = mips,
    info.width = faces == 6 ? HEIGHT : WIDTH;
    need(xrCreateSwapchain(session, &info, &swapchain), "xrCreateSwapchain");
    const uint32_t count = find_images(swapchain, images);
    expect(count > 1 && images[0] != images[1], "more than one image", count);
    ID3D11Texture2D_GetDesc(images[count - 1], &about);
    expect(about.Format == wanted_format, "the texture's format", about.Format);
    expect(about.BindFlags == wanted_bindings, "the texture's bindings", about.BindFlags);
    expect(about.Width == info.width && about.Height == info.height, "the texture's size",
           about.Width);
    expect(about.ArraySize == layers * faces && about.MipLevels == mips,
           "the texture's layers and levels", about.ArraySize);
    expect(about.MiscFlags == (faces == 6 ? D3D11_RESOURCE_MISC_TEXTURECUBE : 0), "a cube",
           about.MiscFlags);
    expect(about.Usage == D3D11_USAGE_DEFAULT && about.SampleDesc.Count == 1, "the texture's usage",
           about.Usage);
    need(xrDestroySwapchain(swapchain), "xrDestroySwapchain");
}

static void check_images(void)
{
    check_image(29, 0x01, 1, 1, 1, 27, D3D11_BIND_RENDER_TARGET);
    check_image(29, 0x21, 2, 1, 3, 27, D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE);
    check_image(29, 0x41, 1, 1, 1, 27, D3D11_BIND_RENDER_TARGET);
    check_image(91, 0x05, 1, 1, 1, 90, D3D11_BIND_RENDER_TARGET | D3D11_BIND_UNORDERED_ACCESS);
    check_image(28, 0x05, 1, 1, 1, 27, D3D11_BIND_RENDER_TARGET | D3D11_BIND_UNORDERED_ACCESS);
    check_image(87, 0x41, 1, 1, 1, 90, D3D11_BIND_RENDER_TARGET);
    check_image(24, 0x41, 1, 1, 1, 23, D3D11_BIND_RENDER_TARGET);
    check_image(10, 0x41, 1, 1, 1, 9, D3D11_BIND_RENDER_TARGET);
    check_image(40, 0x02, 2, 1, 1, 39, D3D11_BIND_DEPTH_STENCIL);
    check_image(40, 0x22, 1, 1, 1, 39, D3D11_BIND_DEPTH_STENCIL | D3D11_BIND_SHADER_RESOURCE);
    check_image(20, 0x22, 1, 1, 1, 19, D3D11_BIND_DEPTH_STENCIL | D3D11_BIND_SHADER_RESOURCE);
    check_image(45, 0x22, 1, 1, 1, 44, D3D11_BIND_DEPTH_STENCIL | D3D11_BIND_SHADER_RESOURCE);
    check_image(55, 0x22, 1, 1, 1, 53, D3D11_BIND_DEPTH_STENCIL | D3D11_BIND_SHADER_RESOURCE);
    check_image(29, 0x21, 1, 6, 1, 27, D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE);
}

static void check_refused(void)
{
    XrSwapchainCreateInfo info = swapchain_info(43, 1); /* VK_FORMAT_R8G8B8A8_SRGB */
    XrSwapchain swapchain = XR_NULL_HANDLE;
    XrSwapchainImageBaseHeader images[IMAGES] = {{.type = XR_TYPE_SWAPCHAIN_IMAGE_VULKAN_KHR}};
    uint32_t count = 0;
    XrResult result = xrCreateSwapchain(session, &info, &swapchain);
    expect(result == XR_ERROR_SWAPCHAIN_FORMAT_UNSUPPORTED, "a format of Vulkan", result);
    info = swapchain_info(29, 1);
    info.mipCount = 9;
    result = xrCreateSwapchain(session, &info, &swapchain);
    expect(result == XR_ERROR_VALIDATION_FAILURE, "more levels than an image has", result);
    info = swapchain_info(29, 2);
    result = xrCreateSwapchain(session, &info, &swapchain);
    expect(result == XR_ERROR_FEATURE_UNSUPPORTED, "colours as depths", result);
    info = swapchain_info(29, 1);
    info.createFlags = XR_SWAPCHAIN_CREATE_STATIC_IMAGE_BIT;
    need(xrCreateSwapchain(session, &info, &swapchain), "xrCreateSwapchain");
    result = xrEnumerateSwapchainImages(swapchain, IMAGES, &count, images);
    expect(result == XR_ERROR_VALIDATION_FAILURE && count == 1, "an image for Vulkan", result);
}

static void check_calls(void)
{
    ID3D11Device_AddRef(device);
    const unsigned long before = ID3D11Device_Release(device);
    check_session();
    check_formats();
    check_images();
    check_refused();
    need(xrDestroySession(session), "xrDestroySession"); /* with a swapchain */
    ID3D11Device_AddRef(device);
    const unsigned long after = ID3D11Device_Release(device);
    expect(after == before, "the session has given its references back", after);
}

/* --- draw
 * ----------------------------------------------------------------------------------------- */

static void draw_image(ID3D11Texture2D *image, DXGI_FORMAT format)
{
    static uint8_t white[WIDTH * 8 * HEIGHT];
    static const uint8_t half[] = {0, 0x3c}; /* 1 */
    const D3D11_BOX corner = {WIDTH / 2, 0, 0, WIDTH, HEIGHT / 4, 1};
    for (size_t i = 0; i < sizeof white; i++)
        white[i] = format == DXGI_FORMAT_R16G16B16A16_FLOAT ? half[i % 2] : 255;
    for (UINT layer = 0; layer < 2; layer++) {
        const float colour[4] = {layer == 0, layer == 1, 0.25f, 1};
        const D3D11_RENDER_TARGET_VIEW_DESC about = {.Format = format,
                                                     .ViewDimension =
                                                         D3D11_RTV_DIMENSION_TEXTURE2DARRAY,
                                                     .Texture2DArray = {0, layer, 1}};
        ID3D11RenderTargetView *view;
        if (!expect(SUCCEEDED(ID3D11Device_CreateRenderTargetView(device, (ID3D11Resource *)image,
                                                                  &about, &view)),
                    "a view", layer))
            exit(1);
        ID3D11DeviceContext_ClearRenderTargetView(context, view, colour);
        ID3D11RenderTargetView_Release(view);
        ID3D11DeviceContext_UpdateSubresource(context, (ID3D11Resource *)image, layer * 2, &corner,
                                              white, WIDTH * 8, 0);
    }
}

static void run_frame(XrSwapchain swapchain, ID3D11Texture2D *const *images, DXGI_FORMAT format,
                      XrSpace space)
{
    const XrSwapchainImageWaitInfo patient = {.type = XR_TYPE_SWAPCHAIN_IMAGE_WAIT_INFO,
                                              .timeout = XR_INFINITE_DURATION};
    const XrPosef pose = {.orientation = {0, 0, 0, 1}};
    const XrFovf fov = {-0.7f, 0.7f, 0.7f, -0.7f};
    const XrCompositionLayerProjectionView views[] = {
        {XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW,
         NULL,
         pose,
         fov,
         {swapchain, {{0, 0}, {WIDTH, HEIGHT}}, 0}},
        {XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW,
         NULL,
         pose,
         fov,
         {swapchain, {{WIDTH / 2, 0}, {WIDTH / 2, HEIGHT}}, 1}},
    };
    const XrCompositionLayerProjection layer = {.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION,
                                                .space = space,
                                                .viewCount = 2,
                                                .views = views};
    const XrCompositionLayerBaseHeader *layers[] = {(const XrCompositionLayerBaseHeader *)&layer};
    XrFrameState state = {.type = XR_TYPE_FRAME_STATE};
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    uint32_t image;
    while (xrPollEvent(instance, &event) == XR_SUCCESS)
        event = (XrEventDataBuffer){.type = XR_TYPE_EVENT_DATA_BUFFER};
    need(xrWaitFrame(session, NULL, &state), "xrWaitFrame");
    need(xrBeginFrame(session, NULL), "xrBeginFrame");
    need(xrAcquireSwapchainImage(swapchain, NULL, &image), "xrAcquireSwapchainImage");
    need(xrWaitSwapchainImage(swapchain, &patient), "xrWaitSwapchainImage");
    draw_image(images[image], format);
    need(xrReleaseSwapchainImage(swapchain, NULL), "xrReleaseSwapchainImage");
    const XrFrameEndInfo end = {.type = XR_TYPE_FRAME_END_INFO,
                                .displayTime = state.predictedDisplayTime,
                                .environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE,
                                .layerCount = 1,
                                .layers = layers};
    need(xrEndFrame(session, &end), "xrEndFrame");
}

static void draw(DXGI_FORMAT format, XrSwapchainUsageFlags usage)
{
    XrGraphicsRequirementsD3D11KHR requirements = {.type = XR_TYPE_GRAPHICS_REQUIREMENTS_D3D11_KHR};
    const XrSessionBeginInfo info = {.type = XR_TYPE_SESSION_BEGIN_INFO,
                                     .primaryViewConfigurationType =
                                         XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO};
    const XrReferenceSpaceCreateInfo place = {
        .type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
        .referenceSpaceType = XR_REFERENCE_SPACE_TYPE_LOCAL,
        .poseInReferenceSpace = {.orientation = {0, 0, 0, 1}}};
    XrSwapchainCreateInfo chain = swapchain_info(format, usage);
    ID3D11Texture2D *images[IMAGES];
    XrSwapchain swapchain;
    XrSpace space;
    chain.arraySize = chain.mipCount = 2;
    need(ask(system_id, &requirements), "xrGetD3D11GraphicsRequirementsKHR");
    need(open_session(device), "xrCreateSession");
    need(xrCreateSwapchain(session, &chain, &swapchain), "xrCreateSwapchain");
    need(xrCreateReferenceSpace(session, &place, &space), "xrCreateReferenceSpace");
    find_images(swapchain, images);
    need(xrBeginSession(session, &info),
         "xrBeginSession"); /* the headless runtime is ready at once */
    for (int i = 0; i < FRAMES; i++)
        run_frame(swapchain, images, format, space);
    need(xrDestroySession(session), "xrDestroySession");
}

int main(int argc, char **argv)
{
    begin();
    if (argc == 4 && strcmp(argv[1], "draw") == 0)
        draw((DXGI_FORMAT)atoi(argv[2]), (XrSwapchainUsageFlags)atoi(argv[3]));
    else
        check_calls();
    need(xrDestroyInstance(instance), "xrDestroyInstance");
    ID3D11DeviceContext_Release(context);
    expect(ID3D11Device_Release(device) == 0, "the device has no other reference", 0);
    return failed;
}
