// SPDX-License-Identifier: MIT
#include "layers.h"

#include "motion.h"
#include "swapchain.h"
#include "system.h"

static bool is_space(const struct us_session *session, XrSpace space)
{
    const struct us_object *object = us_object_find(XR_OBJECT_TYPE_SPACE, US_VALUE(space));
    return object != NULL && object->parent == &session->object;
}

static XrResult check_image(const struct us_session *session, const XrSwapchainSubImage *image)
{
    struct us_object *object = us_object_find(XR_OBJECT_TYPE_SWAPCHAIN, US_VALUE(image->swapchain));
    if (object == NULL || object->parent != &session->object)
        return XR_ERROR_HANDLE_INVALID;
    const struct us_swapchain *swapchain = (const struct us_swapchain *)object;
    if (swapchain->last_released == US_SWAPCHAIN_NO_IMAGE)
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

static XrResult check_projection(const struct us_session *session,
                                 const XrCompositionLayerProjection *layer)
{
    if (!is_space(session, layer->space))
        return XR_ERROR_HANDLE_INVALID;
    if (layer->viewCount != us_system_view_count(session->object.instance, session->view_type) ||
        layer->views == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    for (uint32_t i = 0; i < layer->viewCount; i++) {
        const XrCompositionLayerProjectionView *view = &layer->views[i];
        if (view->type != XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW)
            return XR_ERROR_VALIDATION_FAILURE;
        if (!us_motion_is_valid_pose(&view->pose))
            return XR_ERROR_POSE_INVALID;
        const XrResult result = check_image(session, &view->subImage);
        if (result != XR_SUCCESS)
            return result;
    }
    return XR_SUCCESS;
}

static XrResult check_quad(const struct us_session *session, const XrCompositionLayerQuad *layer)
{
    if (!is_space(session, layer->space))
        return XR_ERROR_HANDLE_INVALID;
    if (layer->eyeVisibility > XR_EYE_VISIBILITY_RIGHT)
        return XR_ERROR_VALIDATION_FAILURE;
    if (!us_motion_is_valid_pose(&layer->pose))
        return XR_ERROR_POSE_INVALID;
    return check_image(session, &layer->subImage);
}

static XrResult check_layer(const struct us_session *session,
                            const XrCompositionLayerBaseHeader *layer)
{
    if (layer == NULL)
        return XR_ERROR_LAYER_INVALID;
    if (layer->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION)
        return check_projection(session, (const XrCompositionLayerProjection *)layer);
    if (layer->type == XR_TYPE_COMPOSITION_LAYER_QUAD)
        return check_quad(session, (const XrCompositionLayerQuad *)layer);
    return XR_ERROR_LAYER_INVALID;
}

XrResult us_layers_check(struct us_session *session, const XrFrameEndInfo *info)
{
    if (info->displayTime <= 0)
        return XR_ERROR_TIME_INVALID;
    if (info->environmentBlendMode != XR_ENVIRONMENT_BLEND_MODE_OPAQUE)
        return XR_ERROR_ENVIRONMENT_BLEND_MODE_UNSUPPORTED;
    if (info->layerCount > US_SYSTEM_MAX_LAYERS)
        return XR_ERROR_LAYER_LIMIT_EXCEEDED;
    if (info->layerCount != 0 && info->layers == NULL)
        return XR_ERROR_LAYER_INVALID;
    XrResult result = XR_SUCCESS;
    for (uint32_t i = 0; result == XR_SUCCESS && i < info->layerCount; i++)
        result = check_layer(session, info->layers[i]);
    return result;
}

const XrCompositionLayerProjection *us_layers_first_projection(const XrFrameEndInfo *info)
{
    for (uint32_t i = 0; i < info->layerCount; i++) {
        if (info->layers[i]->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION)
            return (const XrCompositionLayerProjection *)info->layers[i];
    }
    return NULL;
}

void us_layers_count(const XrFrameEndInfo *info, struct us_counters *counters)
{
    for (uint32_t i = 0; i < info->layerCount; i++) {
        if (info->layers[i]->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION)
            counters->projection_layers++;
        else
            counters->quad_layers++;
    }
}
