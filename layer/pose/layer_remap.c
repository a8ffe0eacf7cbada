/* SPDX-License-Identifier: MIT */
#include "layer/pose/layer_remap.h"

#include <math.h>

#include "layer/base/next_chain.h"
#include "layer/pose/convert.h"

struct context {
    struct us_arena *arena;
    const struct us_layer_remap_map *map;
    struct us_layer_remap_notes *notes;
};

const struct us_layer_remap_posed *us_layer_remap_posed(XrStructureType type)
{
#define POSED(NAME, own, first, count)                                                             \
    {                                                                                              \
        XR_TYPE_COMPOSITION_LAYER_##NAME, sizeof(own), offsetof(own, pose),                        \
            offsetof(own, eyeVisibility), offsetof(own, subImage), offsetof(own, first), count     \
    }
    static const struct us_layer_remap_posed layers[] = {
        POSED(QUAD, XrCompositionLayerQuad, size, 2),
        POSED(CYLINDER_KHR, XrCompositionLayerCylinderKHR, radius, 3),
        POSED(EQUIRECT_KHR, XrCompositionLayerEquirectKHR, radius, 5),
        POSED(EQUIRECT2_KHR, XrCompositionLayerEquirect2KHR, radius, 4)};
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++) {
        if (layers[i].type == type)
            return &layers[i];
    }
    return NULL;
}

bool us_layer_remap_is_known(XrStructureType type)
{
    return type == XR_TYPE_COMPOSITION_LAYER_PROJECTION ||
           type == XR_TYPE_COMPOSITION_LAYER_CUBE_KHR || us_layer_remap_posed(type) != NULL;
}

/* A runtime accepts a quaternion whose length differs from 1 by at most 1 %, and otherwise returns
 * XR_ERROR_POSE_INVALID. */
static bool is_rotation(XrQuaternionf q)
{
    float norm = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return fabsf(norm - 1.0f) <= 0.01f;
}

static bool is_pose(XrPosef pose)
{
    return is_rotation(pose.orientation) && isfinite(pose.position.x) &&
           isfinite(pose.position.y) && isfinite(pose.position.z);
}

static XrPosef map_pose(const struct us_layer_remap_map *map, XrPosef pose)
{
    return us_convert_to_posef(us_pose_multiply(map->T_space_layer, us_convert_from_posef(pose)));
}

static XrVector3f map_direction(const struct us_layer_remap_map *map, XrVector3f direction)
{
    return us_convert_to_vector3f(
        us_quat_rotate(map->T_space_layer.rotation, us_convert_from_vector3f(direction)));
}

static enum us_next_chain_fate projection_fate(XrStructureType type)
{
    return type == XR_TYPE_COMPOSITION_LAYER_REPROJECTION_PLANE_OVERRIDE_MSFT ? US_NEXT_CHAIN_CHANGE
                                                                              : US_NEXT_CHAIN_KEEP;
}

/* The plane is given in the composition layer's space. */
static void map_plane(XrBaseInStructure *copy, void *data)
{
    const struct us_layer_remap_map *map = data;
    XrCompositionLayerReprojectionPlaneOverrideMSFT *plane =
        (XrCompositionLayerReprojectionPlaneOverrideMSFT *)(void *)copy;
    plane->position = us_convert_to_vector3f(
        us_pose_transform(map->T_space_layer, us_convert_from_vector3f(plane->position)));
    plane->normal = map_direction(map, plane->normal);
    plane->velocity = map_direction(map, plane->velocity);
}

/* Both structs describe motion since the previous frame as the app rendered it. The real head moved
 * differently, so the runtime would extrapolate wrongly. */
static enum us_next_chain_fate view_fate(XrStructureType type)
{
    return type == XR_TYPE_COMPOSITION_LAYER_SPACE_WARP_INFO_FB ||
                   type == XR_TYPE_FRAME_SYNTHESIS_INFO_EXT
               ? US_NEXT_CHAIN_UNLINK
               : US_NEXT_CHAIN_KEEP;
}

const void *us_layer_remap_chain(struct us_arena *arena, const void *next,
                                 const struct us_next_chain_edit *edit, unsigned note,
                                 struct us_layer_remap_notes *notes)
{
    XrStructureType blocking;
    switch (us_next_chain_rewrite(arena, &next, edit, &blocking)) {
    case US_NEXT_CHAIN_AS_IS:
        break;
    case US_NEXT_CHAIN_REWRITTEN:
        notes->bits |= note;
        break;
    case US_NEXT_CHAIN_BLOCKED:
        notes->bits |= US_LAYER_REMAP_UNKNOWN_CHAIN;
        notes->chained = blocking;
        break;
    case US_NEXT_CHAIN_FULL:
        notes->bits |= US_LAYER_REMAP_FULL;
        break;
    }
    return next;
}

static bool map_views(const struct context *context, XrCompositionLayerProjectionView *views,
                      uint32_t count)
{
    const struct us_next_chain_edit edit = {.fate = view_fate};
    for (uint32_t i = 0; i < count; i++) {
        if (views[i].type != XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW || !is_pose(views[i].pose))
            return false;
        views[i].pose = map_pose(context->map, views[i].pose);
        views[i].next = us_layer_remap_chain(context->arena, views[i].next, &edit,
                                             US_LAYER_REMAP_UNLINKED, context->notes);
    }
    return true;
}

/* Copies into the arena. Returns NULL, with a note, if the copy does not fit. */
static void *copy_of(const struct context *context, const void *from, size_t count, size_t size)
{
    void *copy = us_arena_copy(context->arena, from, count, size);
    if (copy == NULL)
        context->notes->bits |= US_LAYER_REMAP_FULL;
    return copy;
}

static void *map_projection(const struct context *context,
                            const XrCompositionLayerProjection *layer)
{
    if (layer->viewCount == 0 || layer->views == NULL)
        return NULL;
    XrCompositionLayerProjection *copy = copy_of(context, layer, 1, sizeof *copy);
    XrCompositionLayerProjectionView *views =
        copy_of(context, layer->views, layer->viewCount, sizeof *views);
    if (copy == NULL || views == NULL || !map_views(context, views, layer->viewCount))
        return NULL;
    const struct us_next_chain_edit edit = {projection_fate, map_plane, (void *)context->map};
    copy->views = views;
    copy->space = context->map->space;
    copy->next = us_layer_remap_chain(context->arena, layer->next, &edit, 0, context->notes);
    return copy;
}

static void *map_cube(const struct context *context, const XrCompositionLayerCubeKHR *layer)
{
    if (!is_rotation(layer->orientation))
        return NULL;
    XrCompositionLayerCubeKHR *copy = copy_of(context, layer, 1, sizeof *copy);
    if (copy == NULL)
        return NULL;
    XrPosef pose = {layer->orientation, {0, 0, 0}};
    copy->orientation = map_pose(context->map, pose).orientation;
    copy->space = context->map->space;
    return copy;
}

static void *map_posed(const struct context *context, const XrCompositionLayerBaseHeader *layer,
                       const struct us_layer_remap_posed *posed)
{
    const XrPosef *pose = (const XrPosef *)(const void *)((const char *)layer + posed->pose);
    if (!is_pose(*pose))
        return NULL;
    char *copy = copy_of(context, layer, 1, posed->size);
    if (copy == NULL)
        return NULL;
    *(XrPosef *)(void *)(copy + posed->pose) = map_pose(context->map, *pose);
    ((XrCompositionLayerBaseHeader *)(void *)copy)->space = context->map->space;
    return copy;
}

const XrCompositionLayerBaseHeader *
us_layer_remap_map_layer(struct us_arena *arena, const XrCompositionLayerBaseHeader *layer,
                         const struct us_layer_remap_map *map, struct us_layer_remap_notes *notes)
{
    const struct context context = {arena, map, notes};
    const struct us_layer_remap_posed *posed = us_layer_remap_posed(layer->type);
    size_t mark = arena->used;
    void *copy = NULL;
    if (posed != NULL)
        copy = map_posed(&context, layer, posed);
    else if (layer->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION)
        copy = map_projection(&context, (const XrCompositionLayerProjection *)layer);
    else if (layer->type == XR_TYPE_COMPOSITION_LAYER_CUBE_KHR)
        copy = map_cube(&context, (const XrCompositionLayerCubeKHR *)layer);
    if (copy == NULL) {
        arena->used = mark;
        return layer;
    }
    return copy;
}
