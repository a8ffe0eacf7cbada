/* SPDX-License-Identifier: MIT */
#include "runtime/compositor/compositor.h"

#include "person/motion.h"
#include "runtime/instance/instance.h"
#include "runtime/space/space.h"

static XrResult check_image(const struct rt_session *session, const XrSwapchainSubImage *image)
{
    const struct rt_swapchain *swapchain = rt_swapchain_find(session, image->swapchain);
    if (swapchain == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (swapchain->last_released == RT_SWAPCHAIN_NO_IMAGE)
        return XR_ERROR_LAYER_INVALID;
    if (image->imageArrayIndex >= swapchain->info.arraySize)
        return XR_ERROR_VALIDATION_FAILURE;
    const XrRect2Di *rect = &image->imageRect;
    if (rect->offset.x < 0 || rect->offset.y < 0 || rect->extent.width <= 0 ||
        rect->extent.height <= 0 ||
        (int64_t)rect->offset.x + rect->extent.width > (int64_t)swapchain->info.width ||
        (int64_t)rect->offset.y + rect->extent.height > (int64_t)swapchain->info.height)
        return XR_ERROR_SWAPCHAIN_RECT_INVALID;
    return XR_SUCCESS;
}

static XrResult check_depth(const struct rt_session *session,
                            const XrCompositionLayerProjectionView *view)
{
    const XrCompositionLayerDepthInfoKHR *depth =
        us_xr_find_input(view->next, XR_TYPE_COMPOSITION_LAYER_DEPTH_INFO_KHR);
    if (depth == NULL || !session->object.instance->enabled[RT_EXTENSION_DEPTH])
        return XR_SUCCESS;
    if (depth->minDepth < 0 || depth->maxDepth > 1 || depth->minDepth >= depth->maxDepth ||
        depth->nearZ == depth->farZ)
        return XR_ERROR_VALIDATION_FAILURE;
    return check_image(session, &depth->subImage);
}

static XrResult check_projection(const struct rt_session *session,
                                 XrViewConfigurationType view_type,
                                 const XrCompositionLayerProjection *layer)
{
    if (rt_space_find(session, layer->space) == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (layer->viewCount != rt_system_view_count(session->object.instance, view_type) ||
        layer->views == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    for (uint32_t i = 0; i < layer->viewCount; i++) {
        const XrCompositionLayerProjectionView *view = &layer->views[i];
        if (view->type != XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW)
            return XR_ERROR_VALIDATION_FAILURE;
        if (!rt_motion_is_valid_pose(&view->pose))
            return XR_ERROR_POSE_INVALID;
        XrResult result = check_image(session, &view->subImage);
        if (result == XR_SUCCESS)
            result = check_depth(session, view);
        if (result != XR_SUCCESS)
            return result;
    }
    return XR_SUCCESS;
}

/* The first members of quads, cylinders and equirects. */
static XrResult check_shape(const struct rt_session *session, const XrCompositionLayerQuad *layer)
{
    if (rt_space_find(session, layer->space) == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (layer->eyeVisibility > XR_EYE_VISIBILITY_RIGHT)
        return XR_ERROR_VALIDATION_FAILURE;
    if (!rt_motion_is_valid_pose(&layer->pose))
        return XR_ERROR_POSE_INVALID;
    return check_image(session, &layer->subImage);
}

static XrResult check_cube(const struct rt_session *session, const XrCompositionLayerCubeKHR *layer)
{
    const struct rt_swapchain *swapchain = rt_swapchain_find(session, layer->swapchain);
    const XrPosef pose = {.orientation = layer->orientation};
    if (rt_space_find(session, layer->space) == NULL || swapchain == NULL)
        return XR_ERROR_HANDLE_INVALID;
    if (layer->eyeVisibility > XR_EYE_VISIBILITY_RIGHT)
        return XR_ERROR_VALIDATION_FAILURE;
    if (!rt_motion_is_valid_pose(&pose))
        return XR_ERROR_POSE_INVALID;
    if (layer->imageArrayIndex >= swapchain->info.arraySize)
        return XR_ERROR_VALIDATION_FAILURE;
    return swapchain->info.faceCount == 6 && swapchain->last_released != RT_SWAPCHAIN_NO_IMAGE
               ? XR_SUCCESS
               : XR_ERROR_LAYER_INVALID;
}

static XrResult check_layer(const struct rt_session *session, XrViewConfigurationType view_type,
                            const XrCompositionLayerBaseHeader *layer)
{
    static const struct {
        XrStructureType type;
        enum rt_extension extension;
    } shapes[] = {
        {XR_TYPE_COMPOSITION_LAYER_QUAD, RT_EXTENSION_NONE},
        {XR_TYPE_COMPOSITION_LAYER_CYLINDER_KHR, RT_EXTENSION_CYLINDER},
        {XR_TYPE_COMPOSITION_LAYER_EQUIRECT_KHR, RT_EXTENSION_EQUIRECT},
        {XR_TYPE_COMPOSITION_LAYER_EQUIRECT2_KHR, RT_EXTENSION_EQUIRECT2},
    };
    const bool *enabled = session->object.instance->enabled;
    if (layer == NULL)
        return XR_ERROR_LAYER_INVALID;
    if (layer->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION)
        return check_projection(session, view_type, (const XrCompositionLayerProjection *)layer);
    if (layer->type == XR_TYPE_COMPOSITION_LAYER_CUBE_KHR && enabled[RT_EXTENSION_CUBE])
        return check_cube(session, (const XrCompositionLayerCubeKHR *)layer);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        if (layer->type == shapes[i].type && enabled[shapes[i].extension])
            return check_shape(session, (const XrCompositionLayerQuad *)layer);
    return XR_ERROR_LAYER_INVALID;
}

static XrResult check_all(const struct rt_session *session, XrViewConfigurationType view_type,
                          uint32_t count, const XrCompositionLayerBaseHeader *const *layers)
{
    if (count > RT_SYSTEM_MAX_LAYERS)
        return XR_ERROR_LAYER_LIMIT_EXCEEDED;
    if (count != 0 && layers == NULL)
        return XR_ERROR_LAYER_INVALID;
    XrResult result = XR_SUCCESS;
    for (uint32_t i = 0; result == XR_SUCCESS && i < count; i++)
        result = check_layer(session, view_type, layers[i]);
    return result;
}

const XrSecondaryViewConfigurationFrameEndInfoMSFT *
rt_layers_secondary(const struct rt_session *session, const XrFrameEndInfo *info)
{
    return session->object.instance->enabled[RT_EXTENSION_SECONDARY]
               ? us_xr_find_input(info->next,
                                  XR_TYPE_SECONDARY_VIEW_CONFIGURATION_FRAME_END_INFO_MSFT)
               : NULL;
}

static XrResult check_secondary(const struct rt_session *session, const XrFrameEndInfo *info)
{
    const XrSecondaryViewConfigurationFrameEndInfoMSFT *secondary =
        rt_layers_secondary(session, info);
    XrResult result = XR_SUCCESS;
    for (uint32_t i = 0;
         secondary != NULL && result == XR_SUCCESS && i < secondary->viewConfigurationCount; i++) {
        const XrSecondaryViewConfigurationLayerInfoMSFT *one =
            &secondary->viewConfigurationLayersInfo[i];
        if (one->type != XR_TYPE_SECONDARY_VIEW_CONFIGURATION_LAYER_INFO_MSFT || i > 0)
            return XR_ERROR_VALIDATION_FAILURE;
        if (one->viewConfigurationType == session->view_type)
            return XR_ERROR_LAYER_INVALID;
        if (one->viewConfigurationType != RT_SYSTEM_OBSERVER || !session->observed)
            return XR_ERROR_SECONDARY_VIEW_CONFIGURATION_TYPE_NOT_ENABLED_MSFT;
        result = one->environmentBlendMode == XR_ENVIRONMENT_BLEND_MODE_OPAQUE
                     ? check_all(session, RT_SYSTEM_OBSERVER, one->layerCount, one->layers)
                     : XR_ERROR_ENVIRONMENT_BLEND_MODE_UNSUPPORTED;
    }
    return result;
}

XrResult rt_layers_check(struct rt_session *session, const XrFrameEndInfo *info)
{
    if (info->displayTime <= 0)
        return XR_ERROR_TIME_INVALID;
    if (info->environmentBlendMode != XR_ENVIRONMENT_BLEND_MODE_OPAQUE)
        return XR_ERROR_ENVIRONMENT_BLEND_MODE_UNSUPPORTED;
    const XrResult result = check_all(session, session->view_type, info->layerCount, info->layers);
    return result == XR_SUCCESS ? check_secondary(session, info) : result;
}

const XrCompositionLayerProjection *rt_layers_first_projection(const XrFrameEndInfo *info)
{
    for (uint32_t i = 0; i < info->layerCount; i++)
        if (info->layers[i]->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION)
            return (const XrCompositionLayerProjection *)info->layers[i];
    return NULL;
}

void rt_layers_count(const XrFrameEndInfo *info, struct rt_counters *counters)
{
    for (uint32_t i = 0; i < info->layerCount; i++)
        if (info->layers[i]->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION)
            counters->projection_layers++;
        else if (info->layers[i]->type == XR_TYPE_COMPOSITION_LAYER_QUAD)
            counters->quad_layers++;
        else
            counters->other_layers++;
}
