/* SPDX-License-Identifier: MIT */
#include "layer/eventlog/event_log.h"

#include <string.h>

#include "layer/pose/layer_remap.h"

/* A chain that is longer is not followed further: it may be a loop. */
enum { CHAIN_FOLLOWED = 64 };

void us_log_layers_read_chain(struct us_log_layer_chain *out, const void *next, XrStructureType but)
{
    const XrBaseInStructure *at = next;
    *out = (struct us_log_layer_chain){0};
    for (int i = 0; at != NULL && i < CHAIN_FOLLOWED; at = at->next, i++) {
        if (at->type == but)
            continue;
        if (out->count < US_LOG_LAYER_CHAIN_MAX)
            out->types[out->count] = at->type;
        out->count++;
    }
}

static uint32_t count_layers(const XrFrameEndInfo *info)
{
    return info->layers != NULL ? info->layerCount : 0;
}

static uint32_t space_number(const XrCompositionLayerBaseHeader *layer)
{
    return us_event_log_space(layer != NULL ? us_space_find(layer->space) : NULL);
}

static void read_kinds(struct us_log_event *event, const XrFrameEndInfo *info)
{
    event->of.submit.layer_count = count_layers(info);
    for (uint32_t i = 0; i < event->of.submit.layer_count && i < US_LOG_EVENT_LAYERS_MAX; i++) {
        const XrCompositionLayerBaseHeader *layer = info->layers[i];
        event->of.submit.layers[i] = (struct us_log_event_layer){
            layer != NULL ? layer->type : XR_TYPE_UNKNOWN, space_number(layer), 0};
    }
}

/* Copies the poses of a layer, at most `room`. Only layers of known types have poses. */
static uint8_t read_poses(const XrCompositionLayerBaseHeader *layer, XrPosef *out, uint32_t room)
{
    if (layer == NULL || room == 0)
        return 0;
    const struct us_layer_remap_posed *posed = us_layer_remap_posed(layer->type);
    if (layer->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION) {
        const XrCompositionLayerProjection *projection = (const void *)layer;
        uint32_t count = projection->views != NULL ? projection->viewCount : 0;
        uint32_t copied = count < room ? count : room;
        for (uint32_t i = 0; i < copied; i++)
            out[i] = projection->views[i].pose;
        return (uint8_t)copied;
    }
    if ((int64_t)layer->type == XR_TYPE_COMPOSITION_LAYER_CUBE_KHR)
        *out = (XrPosef){((const XrCompositionLayerCubeKHR *)(const void *)layer)->orientation,
                         {0.0f, 0.0f, 0.0f}};
    else if (posed != NULL)
        memcpy(out, (const char *)layer + posed->pose, sizeof *out);
    else
        return 0;
    return 1;
}

void us_log_layers_read(struct us_log_event *event, const XrFrameEndInfo *info)
{
    read_kinds(event, info);
    uint32_t used = 0;
    for (uint32_t i = 0; i < event->of.submit.layer_count && i < US_LOG_EVENT_LAYERS_MAX; i++) {
        uint8_t count = read_poses(info->layers[i], event->of.submit.poses + used,
                                   US_LOG_EVENT_POSES_MAX - used);
        event->of.submit.layers[i].pose_count = count;
        used += count;
    }
    event->of.submit.blend = info->environmentBlendMode;
    us_log_layers_read_chain(&event->of.submit.chain, info->next, XR_TYPE_UNKNOWN);
}

static void write_kinds(struct us_event_log *log, struct us_session *session, int64_t frame,
                        const XrFrameEndInfo *info)
{
    uint64_t hash = US_EVENT_LOG_HASH;
    for (uint32_t i = 0; i < count_layers(info); i++) {
        uint32_t type = info->layers[i] != NULL ? (uint32_t)info->layers[i]->type : 0;
        hash = us_event_log_hash(hash, &type, sizeof type);
    }
    hash |= 1;
    if (atomic_exchange_explicit(&us_event_log_state(session)->layers, hash,
                                 memory_order_relaxed) == hash)
        return;
    struct us_log_event *event =
        us_event_log_begin(log, session, US_LOG_EVENT_LEVEL_EVENTS, US_LOG_EVENT_LAYERS);
    if (event == NULL)
        return;
    event->frame = frame;
    read_kinds(event, info);
    us_event_journal_commit(event);
}

/* The swapchain's number in the log; 0: unknown. */
static uint32_t swapchain_number(XrSwapchain handle)
{
    const struct us_logged_swapchain *swapchain = us_event_log_swapchain(handle);
    return swapchain != NULL ? swapchain->number : 0;
}

static void read_part(struct us_log_layer_part *out, const XrSwapchainSubImage *image)
{
    out->swapchain = swapchain_number(image->swapchain);
    out->array_index = image->imageArrayIndex;
    out->rect = image->imageRect;
}

static void read_view(struct us_log_layer_image *out, const XrCompositionLayerProjectionView *view)
{
    const XrCompositionLayerDepthInfoKHR *depth =
        us_xr_find_input(view->next, XR_TYPE_COMPOSITION_LAYER_DEPTH_INFO_KHR);
    read_part(&out->color, &view->subImage);
    out->fov = view->fov;
    us_log_layers_read_chain(&out->chain, view->next, XR_TYPE_COMPOSITION_LAYER_DEPTH_INFO_KHR);
    if (depth == NULL)
        return;
    out->has_depth = 1;
    read_part(&out->depth, &depth->subImage);
    out->depth_values[0] = depth->minDepth;
    out->depth_values[1] = depth->maxDepth;
    out->depth_values[2] = depth->nearZ;
    out->depth_values[3] = depth->farZ;
}

static void read_projection(struct us_log_layer *out,
                            const XrCompositionLayerProjection *projection)
{
    out->image_count = projection->views != NULL ? projection->viewCount : 0;
    for (uint32_t i = 0; i < out->image_count && i < US_LOG_LAYER_IMAGES_MAX; i++)
        read_view(&out->images[i], &projection->views[i]);
}

static void read_posed(struct us_log_layer *out, const XrCompositionLayerBaseHeader *layer,
                       const struct us_layer_remap_posed *posed)
{
    const char *members = (const char *)layer;
    out->image_count = 1;
    memcpy(&out->eyes, members + posed->eyes, sizeof out->eyes);
    memcpy(out->shape, members + posed->shape, posed->shape_count * sizeof out->shape[0]);
    read_part(&out->images[0].color, (const void *)(members + posed->image));
}

static void read_cube(struct us_log_layer *out, const XrCompositionLayerCubeKHR *cube)
{
    out->eyes = cube->eyeVisibility;
    out->image_count = 1;
    out->images[0].color.swapchain = swapchain_number(cube->swapchain);
    out->images[0].color.array_index = cube->imageArrayIndex;
}

static void read_layer(struct us_log_layer *out, uint32_t index,
                       const XrCompositionLayerBaseHeader *layer)
{
    memset(out, 0, sizeof *out);
    out->index = index;
    if (layer == NULL)
        return;
    out->type = layer->type;
    out->space = space_number(layer);
    out->flags = layer->layerFlags;
    us_log_layers_read_chain(&out->chain, layer->next, XR_TYPE_UNKNOWN);
    const struct us_layer_remap_posed *posed = us_layer_remap_posed(layer->type);
    if (posed != NULL)
        read_posed(out, layer, posed);
    else if (layer->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION)
        read_projection(out, (const void *)layer);
    else if ((int64_t)layer->type == XR_TYPE_COMPOSITION_LAYER_CUBE_KHR)
        read_cube(out, (const void *)layer);
}

/* A hash of the members that are in use. 0 stands for no layer. */
static uint64_t hash_layer(const struct us_log_layer *layer, uint64_t playback)
{
    uint32_t images =
        layer->image_count < US_LOG_LAYER_IMAGES_MAX ? layer->image_count : US_LOG_LAYER_IMAGES_MAX;
    size_t size = offsetof(struct us_log_layer, images) + images * sizeof layer->images[0];
    return us_event_log_hash(playback ^ US_EVENT_LOG_HASH, layer, size) | 1;
}

static void write_layer(struct us_event_log *log, struct us_session *session, int64_t frame,
                        const struct us_log_layer *layer)
{
    _Atomic uint64_t *written = &us_event_log_state(session)->layer_hashes[layer->index];
    uint64_t start = (uint64_t)atomic_load_explicit(&session->start_ns, memory_order_relaxed);
    uint64_t hash = hash_layer(layer, frame >= 0 ? start | 1 : 0);
    if (atomic_load_explicit(written, memory_order_relaxed) == hash)
        return;
    struct us_log_event *event =
        us_event_log_begin(log, session, US_LOG_EVENT_LEVEL_FRAMES, US_LOG_EVENT_LAYER);
    /* A layer whose line is lost is written with the next frame. */
    if (event == NULL)
        return;
    event->frame = frame;
    event->of.layer = *layer;
    us_event_journal_commit(event);
    atomic_store_explicit(written, hash, memory_order_relaxed);
}

void us_log_layers_write(struct us_event_log *log, struct us_session *session, int64_t frame,
                         const XrFrameEndInfo *info)
{
    struct us_log_layer layer;
    write_kinds(log, session, frame, info);
    if (!us_event_journal_wants(log->journal, US_LOG_EVENT_LEVEL_FRAMES))
        return;
    for (uint32_t i = 0; i < count_layers(info) && i < US_LOG_EVENT_LAYERS_MAX; i++) {
        read_layer(&layer, i, info->layers[i]);
        write_layer(log, session, frame, &layer);
    }
}
