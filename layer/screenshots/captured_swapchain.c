/* SPDX-License-Identifier: MIT */
#include "layer/screenshots/captured_swapchain.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "layer/screenshots/copy/image_copy.h"

struct us_captured_swapchain *us_captured_swapchain_find(XrSwapchain handle)
{
    return (struct us_captured_swapchain *)us_handle_table_find(US_HANDLE_SWAPCHAIN,
                                                                US_XR_VALUE(handle));
}

/* Returns why images cannot be captured, or NULL if they can. */
static const char *find_obstacle(const XrSwapchainCreateInfo *info)
{
    if ((info->createFlags & XR_SWAPCHAIN_CREATE_PROTECTED_CONTENT_BIT) != 0)
        return "its content is protected";
    if (info->sampleCount != 1)
        return "its images are multisampled";
    return info->faceCount != 1 ? "its images are cube maps" : NULL;
}

bool us_captured_swapchain_make_info(const struct us_image_copier *copier,
                                     const XrSwapchainCreateInfo *info,
                                     XrSwapchainCreateInfo *out_info)
{
    if (info == NULL || info->type != XR_TYPE_SWAPCHAIN_CREATE_INFO ||
        find_obstacle(info) != NULL || us_image_copier_format(copier, info->format).pixels == 0)
        return false;
    *out_info = *info;
    out_info->usageFlags |= us_image_copier_usage(copier);
    return true;
}

static void note_obstacle(struct us_captured_swapchain *swapchain, bool readable)
{
    const struct us_image_copier_format format =
        us_image_copier_format(swapchain->copier, swapchain->info.format);
    const char *obstacle = find_obstacle(&swapchain->info);
    size_t size = sizeof swapchain->why_not;
    swapchain->pixels = format.pixels;
    if (format.pixels == 0 && format.name != NULL)
        snprintf(swapchain->why_not, size, "screenshots of format %s are not supported",
                 format.name);
    else if (format.pixels == 0)
        snprintf(swapchain->why_not, size, "screenshots of %s %" PRId64 " are not supported",
                 format.kind, swapchain->info.format);
    else if (obstacle != NULL)
        snprintf(swapchain->why_not, size, "%s", obstacle);
    else if (!readable)
        snprintf(swapchain->why_not, size, "the runtime refuses images that can be copied");
}

static bool find_images(struct us_captured_swapchain *swapchain)
{
    return us_image_copier_find_images(
        swapchain->copier, swapchain->session->instance->next.xrEnumerateSwapchainImages,
        swapchain->handle, &swapchain->image_count, swapchain->images);
}

/* Does not release the copy: it belongs to the session, which may be freed already. */
static void free_swapchain(struct us_node *node)
{
    free(node);
}

void us_captured_swapchain_add(struct us_session *session, struct us_image_copier *copier,
                               XrSwapchain handle, const XrSwapchainCreateInfo *info, bool readable)
{
    struct us_captured_swapchain *swapchain = calloc(1, sizeof *swapchain);
    if (swapchain == NULL)
        return;
    swapchain->node = us_handle_table_node(US_HANDLE_SWAPCHAIN, US_XR_VALUE(handle), &session->node,
                                           free_swapchain);
    swapchain->session = session;
    swapchain->copier = copier;
    swapchain->handle = handle;
    swapchain->info = *info;
    swapchain->info.next = NULL;
    note_obstacle(swapchain, readable);
    if (swapchain->why_not[0] == '\0' && !find_images(swapchain))
        snprintf(swapchain->why_not, sizeof swapchain->why_not, "its images cannot be enumerated");
    if (!us_handle_table_add(&swapchain->node))
        free_swapchain(&swapchain->node);
}

void us_captured_swapchain_on_acquire(struct us_captured_swapchain *swapchain, uint32_t index)
{
    if (swapchain->acquired_count == US_IMAGE_COPIER_IMAGES)
        return;
    uint32_t at = (swapchain->first + swapchain->acquired_count) % US_IMAGE_COPIER_IMAGES;
    swapchain->acquired[at] = index;
    swapchain->acquired_count++;
}

void us_captured_swapchain_on_wait(struct us_captured_swapchain *swapchain)
{
    swapchain->waited = true;
}

struct us_image_copy *us_captured_swapchain_copy(const struct us_captured_swapchain *swapchain,
                                                 const char **out_why)
{
    *out_why = NULL;
    if (swapchain->why_not[0] != '\0' || !swapchain->waited || swapchain->acquired_count == 0 ||
        swapchain->acquired[swapchain->first] >= swapchain->image_count)
        return NULL;
    const struct us_image_source image = {
        .handle = swapchain->images[swapchain->acquired[swapchain->first]],
        .width_px = swapchain->info.width,
        .height_px = swapchain->info.height,
        .layer_count = swapchain->info.arraySize,
        .pixel_size = us_pixel_format_size(swapchain->pixels),
        .format = swapchain->info.format};
    return us_image_copier_begin(swapchain->copier, &image, out_why);
}

void us_captured_swapchain_on_release(struct us_captured_swapchain *swapchain,
                                      struct us_image_copy *copy, const char *why_no_copy)
{
    if (swapchain->acquired_count > 0) {
        swapchain->first = (swapchain->first + 1) % US_IMAGE_COPIER_IMAGES;
        swapchain->acquired_count--;
    }
    swapchain->waited = false;
    us_image_copy_unref(swapchain->copy);
    swapchain->copy = copy;
    swapchain->why_no_copy = why_no_copy;
}

static bool is_inside(const XrSwapchainCreateInfo *info, const XrSwapchainSubImage *part)
{
    const XrRect2Di *rect = &part->imageRect;
    return rect->offset.x >= 0 && rect->offset.y >= 0 && rect->extent.width > 0 &&
           rect->extent.height > 0 &&
           (int64_t)rect->offset.x + rect->extent.width <= (int64_t)info->width &&
           (int64_t)rect->offset.y + rect->extent.height <= (int64_t)info->height &&
           part->imageArrayIndex < info->arraySize;
}

bool us_captured_swapchain_find_region(const XrSwapchainSubImage *part,
                                       struct us_screenshot *out_screenshot, const char **out_why)
{
    const struct us_captured_swapchain *swapchain = us_captured_swapchain_find(part->swapchain);
    const XrRect2Di *rect = &part->imageRect;
    *out_why = NULL;
    if (swapchain == NULL)
        *out_why = "its swapchain is not known";
    else if (swapchain->why_not[0] != '\0')
        *out_why = swapchain->why_not;
    else if (!is_inside(&swapchain->info, part))
        *out_why = "its rectangle is not inside of the swapchain image";
    else if (swapchain->copy == NULL)
        *out_why = swapchain->why_no_copy != NULL ? swapchain->why_no_copy
                                                  : "its image is from another frame";
    if (*out_why != NULL)
        return false;
    *out_screenshot = (struct us_screenshot){
        .copy = swapchain->copy,
        .region = {.format = swapchain->pixels,
                   .image_width_px = swapchain->info.width,
                   .image_height_px = swapchain->info.height,
                   .layer = part->imageArrayIndex,
                   .x_px = (uint32_t)rect->offset.x,
                   .y_px = (uint32_t)rect->offset.y,
                   .width_px = (uint32_t)rect->extent.width,
                   .height_px = (uint32_t)rect->extent.height,
                   .bottom_up = us_image_copier_is_bottom_up(swapchain->copier)},
    };
    return true;
}
