/* SPDX-License-Identifier: MIT */
#include "fake_frame.h"

#include <string.h>

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>
#define XR_USE_GRAPHICS_API_VULKAN
#include "openxr/xr_opengl.h"

#include "fake_parts.h"

struct fake_frame fake_frame;
atomic_bool fake_is_open;

static size_t size_of(XrStructureType type)
{
    switch (type) {
    case XR_TYPE_COMPOSITION_LAYER_PROJECTION:
        return sizeof(XrCompositionLayerProjection);
    case XR_TYPE_COMPOSITION_LAYER_QUAD:
        return sizeof(XrCompositionLayerQuad);
    case XR_TYPE_COMPOSITION_LAYER_CYLINDER_KHR:
        return sizeof(XrCompositionLayerCylinderKHR);
    case XR_TYPE_COMPOSITION_LAYER_EQUIRECT_KHR:
        return sizeof(XrCompositionLayerEquirectKHR);
    case XR_TYPE_COMPOSITION_LAYER_EQUIRECT2_KHR:
        return sizeof(XrCompositionLayerEquirect2KHR);
    case XR_TYPE_COMPOSITION_LAYER_CUBE_KHR:
        return sizeof(XrCompositionLayerCubeKHR);
    default:
        return 0;
    }
}

static void keep_layer(struct fake_layer *kept, const XrCompositionLayerBaseHeader *layer)
{
    kept->pointer = layer;
    if (layer == NULL)
        return;
    memcpy(&kept->copy, layer, size_of(layer->type));
    if (layer->type != XR_TYPE_COMPOSITION_LAYER_PROJECTION)
        return;
    const XrCompositionLayerProjection *projection = &kept->copy.projection;
    for (uint32_t i = 0;
         projection->views != NULL && i < projection->viewCount && i < FAKE_FRAME_VIEWS; i++)
        kept->views[i] = projection->views[i];
    const XrCompositionLayerReprojectionPlaneOverrideMSFT *plane =
        fake_find(projection->next, XR_TYPE_COMPOSITION_LAYER_REPROJECTION_PLANE_OVERRIDE_MSFT);
    if (plane != NULL)
        fake_frame.plane = *plane;
}

static void keep_layers(struct fake_layers *kept, uint32_t count,
                        const XrCompositionLayerBaseHeader *const *layers)
{
    kept->pointer = layers;
    kept->count = count;
    for (uint32_t i = 0; layers != NULL && i < count && i < FAKE_FRAME_LAYERS; i++)
        keep_layer(&kept->layers[i], layers[i]);
}

XRAPI_ATTR XrResult XRAPI_CALL fake_end_frame(XrSession session, const XrFrameEndInfo *info)
{
    (void)session;
    int calls = fake_frame.calls + 1, to_refuse = fake_frame.to_refuse;
    fake_frame = (struct fake_frame){.calls = calls, .to_refuse = to_refuse, .pointer = info};
    XrResult result;
    if (fake_scripted("xrEndFrame", &result))
        return result;
    if (info == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (info->displayTime <= 0)
        return XR_ERROR_TIME_INVALID;
    atomic_store(&fake_is_open, false);
    fake_frame.info = *info;
    keep_layers(&fake_frame.primary, info->layerCount, info->layers);
    const XrSecondaryViewConfigurationFrameEndInfoMSFT *secondary =
        fake_find(info->next, XR_TYPE_SECONDARY_VIEW_CONFIGURATION_FRAME_END_INFO_MSFT);
    fake_frame.secondary_pointer = secondary;
    if (secondary != NULL && secondary->viewConfigurationCount > 0 &&
        secondary->viewConfigurationLayersInfo != NULL) {
        fake_frame.secondary_info = *secondary;
        keep_layers(&fake_frame.secondary, secondary->viewConfigurationLayersInfo[0].layerCount,
                    secondary->viewConfigurationLayersInfo[0].layers);
    }
    return calls <= to_refuse ? XR_ERROR_POSE_INVALID : result;
}

/* ---- Swapchains ---- */

static XRAPI_ATTR XrResult XRAPI_CALL create_swapchain(XrSession session,
                                                       const XrSwapchainCreateInfo *info,
                                                       XrSwapchain *swapchain)
{
    (void)session;
    CALL(xrCreateSwapchain)
    NEED(info)
    NEED(swapchain)
    if ((info->usageFlags & fake.refused_usage) != 0)
        return XR_ERROR_FEATURE_UNSUPPORTED;
    fake.swapchain_usage = info->usageFlags;
    *swapchain = US_XR_HANDLE(XrSwapchain, fake_new_handle());
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL destroy_swapchain(XrSwapchain swapchain)
{
    (void)swapchain;
    CALL(xrDestroySwapchain)
    return result;
}

/* The images are an array of the type that the app's API has. */
static void write_image(XrSwapchainImageBaseHeader *images, uint32_t i)
{
    if (!fake.has_textures) {
        XrSwapchainImageVulkanKHR *image = (XrSwapchainImageVulkanKHR *)images + i;
        assert_int_equal(image->type, XR_TYPE_SWAPCHAIN_IMAGE_VULKAN_KHR);
        image->image = US_XR_HANDLE(VkImage, fake.images[i]);
        return;
    }
    XrSwapchainImageOpenGLKHR *image = (XrSwapchainImageOpenGLKHR *)images + i;
    assert_int_equal(image->type, fake.has_es ? XR_TYPE_SWAPCHAIN_IMAGE_OPENGL_ES_KHR
                                              : XR_TYPE_SWAPCHAIN_IMAGE_OPENGL_KHR);
    image->image = (uint32_t)fake.images[i];
}

static XRAPI_ATTR XrResult XRAPI_CALL enumerate_images(XrSwapchain swapchain, uint32_t capacity,
                                                       uint32_t *count,
                                                       XrSwapchainImageBaseHeader *images)
{
    (void)swapchain;
    CALL(xrEnumerateSwapchainImages)
    NEED(count)
    *count = fake.image_count > 0 ? fake.image_count : 3;
    for (uint32_t i = 0; i < fake.image_count && i < capacity; i++)
        write_image(images, i);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL acquire_image(XrSwapchain swapchain,
                                                    const XrSwapchainImageAcquireInfo *info,
                                                    uint32_t *index)
{
    (void)swapchain, (void)info;
    CALL(xrAcquireSwapchainImage)
    NEED(index)
    *index = fake.image_count > 0 ? fake.next_image++ % fake.image_count : 0;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL wait_image(XrSwapchain swapchain,
                                                 const XrSwapchainImageWaitInfo *info)
{
    (void)swapchain, (void)info;
    CALL(xrWaitSwapchainImage)
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL release_image(XrSwapchain swapchain,
                                                    const XrSwapchainImageReleaseInfo *info)
{
    (void)swapchain, (void)info;
    CALL(xrReleaseSwapchainImage)
    return result;
}

static XrResult get(const char *name, PFN_xrVoidFunction *function)
{
    FUNCTION(xrCreateSwapchain, create_swapchain)
    FUNCTION(xrDestroySwapchain, destroy_swapchain)
    FUNCTION(xrEnumerateSwapchainImages, enumerate_images)
    FUNCTION(xrAcquireSwapchainImage, acquire_image)
    FUNCTION(xrWaitSwapchainImage, wait_image)
    FUNCTION(xrReleaseSwapchainImage, release_image)
    return XR_ERROR_FUNCTION_UNSUPPORTED;
}

bool fake_get_swapchain(const char *name, PFN_xrVoidFunction *function)
{
    return get(name, function) == XR_SUCCESS;
}
