/* SPDX-License-Identifier: MIT */
#include "runtime/compositor/compositor.h"

#include <stdlib.h>

#include "runtime/instance/instance.h"
#include "runtime/base/two_call.h"
#include "runtime/instance/call.h"

const struct rt_swapchain *rt_swapchain_find(const struct rt_session *session,
                                             XrSwapchain swapchain)
{
    return (const struct rt_swapchain *)rt_object_find_child(
        &session->object, XR_OBJECT_TYPE_SWAPCHAIN, RT_VALUE(swapchain));
}

static XrResult enumerate_formats(const struct rt_session *session, uint32_t capacity,
                                  uint32_t *out_count, int64_t *out_formats)
{
    int64_t formats[RT_GRAPHICS_FORMATS];
    const uint32_t count = session->graphics.api->formats(&session->graphics, formats);
    return rt_two_call_list(formats, count, sizeof formats[0], capacity, out_count, out_formats);
}

RT_CALL(xrEnumerateSwapchainFormats, SESSION,
        (XrSession handle, uint32_t capacity, uint32_t *out_count, int64_t *formats),
        enumerate_formats(object, capacity, out_count, formats))

static void destroy(struct rt_object *object)
{
    struct rt_swapchain *swapchain = (struct rt_swapchain *)object;
    const struct rt_session *session = (const struct rt_session *)object->parent;
    /* The app may release and destroy a swapchain while the GPU still draws into it. */
    if (session->graphics.api->wait_idle != NULL)
        session->graphics.api->wait_idle(&session->graphics);
    for (uint32_t i = 0; i < swapchain->image_count; i++)
        session->graphics.api->finish_image(&swapchain->images[i], &session->graphics);
    free(swapchain);
}

static bool is_format_offered(const struct rt_session *session, int64_t format)
{
    int64_t formats[RT_GRAPHICS_FORMATS];
    const uint32_t count = session->graphics.api->formats(&session->graphics, formats);
    for (uint32_t i = 0; i < count; i++)
        if (formats[i] == format)
            return true;
    return false;
}

/* An image of fewer pixels than that has fewer levels, and the faces of a cube are squares. */
static bool has_shape(const XrSwapchainCreateInfo *info)
{
    const uint32_t longest = info->width > info->height ? info->width : info->height;
    return longest >> (info->mipCount - 1) != 0 &&
           (info->faceCount == 1 || info->width == info->height);
}

static XrResult check(const struct rt_session *session, const XrSwapchainCreateInfo *info)
{
    if (info == NULL || info->type != XR_TYPE_SWAPCHAIN_CREATE_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    if (!is_format_offered(session, info->format)) /* none without graphics */
        return XR_ERROR_SWAPCHAIN_FORMAT_UNSUPPORTED;
    if ((info->createFlags & ~(XrSwapchainCreateFlags)XR_SWAPCHAIN_CREATE_STATIC_IMAGE_BIT) != 0 ||
        info->sampleCount > 1)
        return XR_ERROR_FEATURE_UNSUPPORTED;
    if (info->sampleCount == 0 || info->width == 0 || info->width > RT_SYSTEM_MAX_IMAGE_PX ||
        info->height == 0 || info->height > RT_SYSTEM_MAX_IMAGE_PX || info->mipCount == 0 ||
        info->mipCount > 14 || info->arraySize == 0 || info->arraySize > 64 ||
        (info->faceCount != 1 && info->faceCount != 6) || !has_shape(info))
        return XR_ERROR_VALIDATION_FAILURE;
    return XR_SUCCESS;
}

static XrResult create_images(struct rt_swapchain *swapchain, struct rt_graphics *graphics)
{
    const bool fixed = (swapchain->info.createFlags & XR_SWAPCHAIN_CREATE_STATIC_IMAGE_BIT) != 0;
    const uint32_t wanted = fixed ? 1 : RT_SWAPCHAIN_IMAGES;
    XrResult result = XR_SUCCESS;
    while (swapchain->image_count < wanted) {
        result = graphics->api->init_image(&swapchain->images[swapchain->image_count], graphics,
                                           &swapchain->info);
        if (result != XR_SUCCESS)
            break;
        swapchain->image_count++;
    }
    return result;
}

static XrResult create(struct rt_session *session, const XrSwapchainCreateInfo *info,
                       XrSwapchain *out_swapchain)
{
    XrResult result = out_swapchain == NULL ? XR_ERROR_VALIDATION_FAILURE : check(session, info);
    if (result != XR_SUCCESS)
        return result;
    struct rt_swapchain *swapchain = rt_object_create(sizeof *swapchain, XR_OBJECT_TYPE_SWAPCHAIN,
                                                      &session->object, destroy, &result);
    if (swapchain == NULL)
        return result;
    swapchain->info = *info;
    swapchain->info.next = NULL;
    swapchain->last_released = RT_SWAPCHAIN_NO_IMAGE;
    result = create_images(swapchain, &session->graphics);
    if (result != XR_SUCCESS) {
        rt_object_remove(&swapchain->object);
        return result;
    }
    *out_swapchain = RT_HANDLE(XrSwapchain, swapchain);
    return XR_SUCCESS;
}

RT_CALL(xrCreateSwapchain, SESSION,
        (XrSession handle, const XrSwapchainCreateInfo *info, XrSwapchain *swapchain),
        create(object, info, swapchain))

RT_DESTROY(xrDestroySwapchain, XrSwapchain, SWAPCHAIN)

static XrResult enumerate_images(const struct rt_swapchain *swapchain, uint32_t capacity,
                                 uint32_t *out_count, XrSwapchainImageBaseHeader *out_images)
{
    const struct rt_session *session = (const struct rt_session *)swapchain->object.parent;
    XrResult result = rt_two_call(capacity, out_count, out_images, swapchain->image_count);
    for (uint32_t i = 0; result == XR_SUCCESS && capacity != 0 && i < swapchain->image_count; i++)
        result = session->graphics.api->tell_image(&swapchain->images[i], &session->graphics,
                                                   out_images, i);
    return result;
}

RT_CALL(xrEnumerateSwapchainImages, SWAPCHAIN,
        (XrSwapchain handle, uint32_t capacity, uint32_t *out_count,
         XrSwapchainImageBaseHeader *images),
        enumerate_images(object, capacity, out_count, images))

static XrResult acquire(struct rt_swapchain *swapchain, const XrSwapchainImageAcquireInfo *info,
                        uint32_t *out_index)
{
    struct rt_session *session = (struct rt_session *)swapchain->object.parent;
    const bool fixed = (swapchain->info.createFlags & XR_SWAPCHAIN_CREATE_STATIC_IMAGE_BIT) != 0;
    if ((info != NULL && info->type != XR_TYPE_SWAPCHAIN_IMAGE_ACQUIRE_INFO) || out_index == NULL)
        return XR_ERROR_VALIDATION_FAILURE;
    if (swapchain->acquired == swapchain->image_count ||
        (fixed && swapchain->last_released != RT_SWAPCHAIN_NO_IMAGE))
        return XR_ERROR_CALL_ORDER_INVALID;
    union rt_image *image = &swapchain->images[swapchain->next];
    const XrResult result =
        session->graphics.api->make_ready == NULL
            ? XR_SUCCESS
            : session->graphics.api->make_ready(image, &session->graphics, swapchain->info.format);
    if (result != XR_SUCCESS)
        return result;
    *out_index = swapchain->next;
    swapchain->next = (swapchain->next + 1) % swapchain->image_count;
    swapchain->acquired++;
    return XR_SUCCESS;
}

RT_CALL(xrAcquireSwapchainImage, SWAPCHAIN,
        (XrSwapchain handle, const XrSwapchainImageAcquireInfo *info, uint32_t *index),
        acquire(object, info, index))

/* The runtime uses images only inside xrEndFrame. Nothing is left to wait for here. */
static XrResult wait(struct rt_swapchain *swapchain, const XrSwapchainImageWaitInfo *info)
{
    if (info == NULL || info->type != XR_TYPE_SWAPCHAIN_IMAGE_WAIT_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    if (swapchain->acquired == 0 || swapchain->waited)
        return XR_ERROR_CALL_ORDER_INVALID;
    swapchain->waited = true;
    return XR_SUCCESS;
}

RT_CALL(xrWaitSwapchainImage, SWAPCHAIN, (XrSwapchain handle, const XrSwapchainImageWaitInfo *info),
        wait(object, info))

static XrResult release(struct rt_swapchain *swapchain, const XrSwapchainImageReleaseInfo *info)
{
    if (info != NULL && info->type != XR_TYPE_SWAPCHAIN_IMAGE_RELEASE_INFO)
        return XR_ERROR_VALIDATION_FAILURE;
    if (!swapchain->waited)
        return XR_ERROR_CALL_ORDER_INVALID;
    const uint32_t count = swapchain->image_count;
    swapchain->last_released = (swapchain->next + count - swapchain->acquired) % count;
    swapchain->waited = false;
    swapchain->acquired--;
    return XR_SUCCESS;
}

RT_CALL(xrReleaseSwapchainImage, SWAPCHAIN,
        (XrSwapchain handle, const XrSwapchainImageReleaseInfo *info), release(object, info))
