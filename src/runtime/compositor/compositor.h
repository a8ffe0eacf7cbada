/* SPDX-License-Identifier: MIT */
/*
 * What an app may submit: projection and quad layers (OpenXR, "Compositing"), and the cylinders,
 * equirects and cubes of the extensions, for the primary views and the observer's. Under the
 * runtime's lock.
 */
#ifndef RT_RUNTIME_COMPOSITOR_H
#define RT_RUNTIME_COMPOSITOR_H

#include "runtime/picture/picture.h"
#include "runtime/session/session.h"

/* Checks a frame. Returns XR_SUCCESS or the error that xrEndFrame returns for the first mistake. */
XrResult rt_layers_check(struct rt_session *session, const XrFrameEndInfo *info);

/* The layers that the app submitted for secondary view configurations, or NULL. */
const XrSecondaryViewConfigurationFrameEndInfoMSFT *
rt_layers_secondary(const struct rt_session *session, const XrFrameEndInfo *info);

/* Both take a frame that passed the check. */
const XrCompositionLayerProjection *rt_layers_first_projection(const XrFrameEndInfo *info);
void rt_layers_count(const XrFrameEndInfo *info, struct rt_counters *counters);

/*
 * Lines of the report about frames, if the settings ask for them. Under the runtime's lock.
 *
 *   {"frame":n,"time":t,"layers":[LAYER...],"secondary":[LAYER...]}
 *
 * where a LAYER is {"type":"quad","space":"STAGE","eye":n,POSE}, with "views":[{POSE,"depth":b}...]
 * instead of an eye and a pose for a projection. A space is VIEW, LOCAL, LOCAL_FLOOR, STAGE, or
 * ACTION with "action":"name" and, if the space has a subaction path, "user":"left". POSE is
 * "in_local":{"p":[x,y,z],"q":[x,y,z,w]},"in_head":{...}: in the initial LOCAL (person.h), and in
 * the head of the runtime at the frame's display time. Both are null if the space is not tracked. A
 * cube has no position of its own: its p is the space's.
 */

/* Writes the line of a frame that passed the check. Its number counts the submitted frames. */
void rt_frame_report_write(struct rt_session *session, const XrFrameEndInfo *info);

/*
 * The window in which the user sees what the eyes see (UNDERSTUDY_HEADLESS_WINDOW). Under the
 * runtime's lock, inside xrEndFrame.
 */

/* Shows all layers of a frame that passed the check and that the window has time for, in their
 * order and blended as OpenXR says, for both eyes side by side, as large as the window allows;
 * black where there is none. The shape of an eye's picture is that of the first projection layer's
 * view, or of the recommended view. A layer that cannot be read is left out, and one message says
 * so. The first frame with a layer opens the window; where that fails, one message says why and the
 * session goes on without. When the user closes the window, the session stops as if the user had
 * left the app; where somebody drives in the window, the tool ends the drive instead. */
void rt_mirror_show(struct rt_session *session, const XrFrameEndInfo *info);

/*
 * Screenshots of what an app submitted, seen from the runtime's own views. Under the runtime's
 * lock, inside xrEndFrame.
 */

/* Writes the layer's left view, or both side by side, as `frame-000123.png` into the folder of the
 * settings. The image is reprojected to where the eye looks at the display time. A view
 * with the pose and the field of view of the runtime is copied pixel for pixel; a view with another
 * pose appears elsewhere. Linear images are converted to sRGB. False: it failed and printed a
 * message on standard error; the frame is not affected. */
bool rt_screenshot_take(struct rt_session *session, const XrCompositionLayerProjection *layer,
                        XrTime time, uint64_t number);

/*
 * A swapchain: a ring of images that an app acquires, waits for and releases in order (OpenXR,
 * "Swapchain Image Management"). Under the runtime's lock.
 */

#define RT_SWAPCHAIN_IMAGES 3u
#define RT_SWAPCHAIN_NO_IMAGE UINT32_MAX

struct rt_swapchain {
    struct rt_object object;
    XrSwapchainCreateInfo info; /* `next` is not kept */
    union rt_image images[RT_SWAPCHAIN_IMAGES];
    uint32_t image_count;   /* 1 for a static one */
    uint32_t next;          /* the image that is acquired next */
    uint32_t acquired;      /* number of images acquired and not yet released */
    bool waited;            /* the app waited for the oldest of them */
    uint32_t last_released; /* the image that a layer shows; RT_SWAPCHAIN_NO_IMAGE before the first
                             * release */
};

/* The swapchain of that handle that belongs to the session, or NULL. */
const struct rt_swapchain *rt_swapchain_find(const struct rt_session *session,
                                             XrSwapchain swapchain);

/*
 * The parts of a composition layer that an eye sees: an image, and the shape that shows it. Under
 * the runtime's lock, inside xrEndFrame.
 */

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
