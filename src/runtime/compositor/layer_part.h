/* SPDX-License-Identifier: MIT */
/*
 * The parts of a composition layer that an eye sees: an image, and the shape that shows it. Under
 * the runtime's lock, inside xrEndFrame.
 */
#ifndef RT_RUNTIME_LAYER_PART_H
#define RT_RUNTIME_LAYER_PART_H

#include "runtime/picture/picture.h"
#include "runtime/session/session.h"

struct rt_swapchain;

struct rt_layer_part {
    struct rt_shape shape; /* as the eye sees it */
    const struct rt_swapchain *swapchain;
    struct rt_graphics_image_part image; /* of a cube: the first face */
};

/* The most parts of a layer that one eye sees: a view, and its inset (XR_VARJO_quad_views). */
#define RT_LAYER_PARTS_MAX 2u

/* Describes what the left eye (0) or the right one (1) sees of a layer that passed the check, from
 * the back to the front. Returns the number of parts: 0 if the layer is for the other eye, if its
 * space is not tracked at that time, or if its type is unknown. */
uint32_t rt_layer_parts(const struct rt_session *session, const XrCompositionLayerBaseHeader *layer,
                        uint32_t eye, XrTime time,
                        struct rt_layer_part out_parts[RT_LAYER_PARTS_MAX]);

/* How the layer is blended over those below it. */
enum rt_blend rt_layer_blend(const XrCompositionLayerBaseHeader *layer);

/* The image that was read last, so that an image which both eyes see is read once. */
struct rt_layer_image {
    uint8_t *rgba; /* NULL: none */
    size_t size;   /* the room there, in bytes */
    bool good;     /* the other members describe its content */
    const struct rt_swapchain *swapchain;
    struct rt_graphics_image_part part;
};

/* Whether the image of that part was read last. */
bool rt_layer_image_is_of(const struct rt_layer_image *image, const struct rt_layer_part *part);
/* Begin with {0}. Reads the image of a part, and describes it until the next call. False: it cannot
 * be read; it is a depth image, a cube map where there must be none, or larger than 256 MiB. */
bool rt_layer_image_read(struct rt_layer_image *image, struct rt_session *session,
                         const struct rt_layer_part *part, struct rt_picture_image *out_image);
/* Frees the memory. */
void rt_layer_image_finish(struct rt_layer_image *image);

#endif
