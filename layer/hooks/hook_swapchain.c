/* SPDX-License-Identifier: MIT */
/* The app gets these hooks only if the user wants screenshots. */
#include "layer/state/session.h"
#include "layer/hooks/hooks.h"

#include "layer/screenshots/captured_swapchain.h"
#include "layer/screenshots/screenshots.h"

static struct us_instance *instance_of(const struct us_captured_swapchain *swapchain)
{
    return swapchain != NULL ? swapchain->session->instance : us_instance_fallback();
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrCreateSwapchain(XrSession handle,
                                                             const XrSwapchainCreateInfo *info,
                                                             XrSwapchain *swapchain)
{
    US_SESSION_OF_CALL(handle, session, instance);
    PFN_xrCreateSwapchain create = instance->next.xrCreateSwapchain;
    XrSwapchainCreateInfo wanted;
    bool readable =
        session != NULL && session->screenshots != NULL &&
        us_captured_swapchain_make_info(us_screenshots_copier(session->screenshots), info, &wanted);
    XrResult result = create(handle, readable ? &wanted : info, swapchain);
    if (readable && XR_FAILED(result) && wanted.usageFlags != info->usageFlags) {
        readable = (info->usageFlags & XR_SWAPCHAIN_USAGE_TRANSFER_SRC_BIT) != 0;
        result = create(handle, info, swapchain);
    }
    if (XR_SUCCEEDED(result) && session != NULL && session->screenshots != NULL)
        us_captured_swapchain_add(session, us_screenshots_copier(session->screenshots), *swapchain,
                                  info, readable);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrDestroySwapchain(XrSwapchain handle)
{
    struct us_captured_swapchain *swapchain = us_captured_swapchain_find(handle);
    struct us_instance *instance = instance_of(swapchain);
    US_RETURN_IF_INVALID(instance);
    if (swapchain != NULL)
        us_image_copier_wait_idle(us_screenshots_copier(swapchain->session->screenshots));
    struct us_node *list = us_handle_table_detach((struct us_node *)swapchain);
    XrResult result = instance->next.xrDestroySwapchain(handle);
    if (XR_FAILED(result)) {
        us_handle_table_restore(list);
        return result;
    }
    if (swapchain != NULL)
        us_image_copy_unref(swapchain->copy);
    us_handle_table_free(list);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL hook_xrAcquireSwapchainImage(
    XrSwapchain handle, const XrSwapchainImageAcquireInfo *info, uint32_t *index)
{
    struct us_captured_swapchain *swapchain = us_captured_swapchain_find(handle);
    struct us_instance *instance = instance_of(swapchain);
    US_RETURN_IF_INVALID(instance);
    XrResult result = instance->next.xrAcquireSwapchainImage(handle, info, index);
    if (XR_SUCCEEDED(result) && swapchain != NULL)
        us_captured_swapchain_on_acquire(swapchain, *index);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL
hook_xrWaitSwapchainImage(XrSwapchain handle, const XrSwapchainImageWaitInfo *info)
{
    struct us_captured_swapchain *swapchain = us_captured_swapchain_find(handle);
    struct us_instance *instance = instance_of(swapchain);
    US_RETURN_IF_INVALID(instance);
    XrResult result = instance->next.xrWaitSwapchainImage(handle, info);
    if (XR_SUCCEEDED(result) && result != XR_TIMEOUT_EXPIRED && swapchain != NULL)
        us_captured_swapchain_on_wait(swapchain);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL
hook_xrReleaseSwapchainImage(XrSwapchain handle, const XrSwapchainImageReleaseInfo *info)
{
    struct us_captured_swapchain *swapchain = us_captured_swapchain_find(handle);
    struct us_instance *instance = instance_of(swapchain);
    US_RETURN_IF_INVALID(instance);
    if (swapchain == NULL)
        return instance->next.xrReleaseSwapchainImage(handle, info);
    const char *why;
    struct us_image_copy *copy = us_screenshots_copy(swapchain, &why);
    XrResult result = instance->next.xrReleaseSwapchainImage(handle, info);
    if (XR_SUCCEEDED(result))
        us_captured_swapchain_on_release(swapchain, copy, why);
    else
        us_image_copy_unref(copy);
    return result;
}

const struct us_handler us_hooks_swapchain[] = {
    US_HANDLER(xrCreateSwapchain, hook_xrCreateSwapchain),
    US_HANDLER(xrDestroySwapchain, hook_xrDestroySwapchain),
    US_HANDLER(xrAcquireSwapchainImage, hook_xrAcquireSwapchainImage),
    US_HANDLER(xrWaitSwapchainImage, hook_xrWaitSwapchainImage),
    US_HANDLER(xrReleaseSwapchainImage, hook_xrReleaseSwapchainImage),
    US_HANDLERS_END,
};
