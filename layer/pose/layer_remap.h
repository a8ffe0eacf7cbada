/* SPDX-License-Identifier: MIT */
/*
 * layer_remap: composition layers as they are handed down: an app places them around the head that
 * it was told of, the runtime shows them around the real one (OpenXR 1.0, chapter 10.6).
 *
 * With H the pose of the head, S that of the layer's space and P the layer's own, what the app
 * meant is H_told^-1 * S_told * P. The same relation to the real head is H_real * H_told^-1 *
 * S_told * P: every pose of a layer is multiplied from the left with one transform, which
 * hook_end_frame.c finds. Only poses, spaces and what is said in the layer's space change; images,
 * fields of view, sizes, flags and depth stay.
 *
 * Pure, but for the arena that holds the copies. The app's structs are never written.
 */
#ifndef US_LAYER_REMAP_H
#define US_LAYER_REMAP_H

#include <stdbool.h>

#include "layer/base/arena.h"
#include "core/base/pose.h"
#include "openxr/xr.h"

/* Where a layer's space goes: `space` in place of the layer's own, and where that one is in it. */
struct us_layer_remap_map {
    XrSpace space;
    struct us_pose T_space_layer;
};

/* What a person should know of a frame; bits. */
enum {
    US_LAYER_REMAP_FULL = 1,          /* the arena is too small: handed down as it is */
    US_LAYER_REMAP_UNKNOWN_LAYER = 2, /* a type that is not known: handed down as it is */
    US_LAYER_REMAP_UNKNOWN_CHAIN = 4, /* a struct that is not known is in front of one that would
                                     change: the chain is handed down as it is */
    US_LAYER_REMAP_UNLINKED = 8,      /* motion vectors were left out */
    US_LAYER_REMAP_UNLOCATED_SPACE =
        16, /* a layer's space cannot be located: handed down as it is */
    US_LAYER_REMAP_UNLOCATED_HEAD = 32, /* the real head cannot be located: fixed to it */
    US_LAYER_REMAP_LEFT_OUT =
        128, /* a layer on a recorded hand or gaze that is not there: left out */
    US_LAYER_REMAP_REFUSED = 64, /* the runtime refused the frame, and took it as the app made it */
};

struct us_layer_remap_notes {
    unsigned bits;
    XrStructureType layer, chained; /* the strange ones, of the last that was noted */
};

/* Projection, quad, cylinder, equirect, equirect2 and cube. */
bool us_layer_remap_is_known(XrStructureType type);

/*
 * The layer as it must be handed down: a copy in the arena; or `layer` itself where it is of no
 * known type, does not fit, or holds a pose that is none, which the runtime must be left to say.
 */
const XrCompositionLayerBaseHeader *
us_layer_remap_map_layer(struct us_arena *arena, const XrCompositionLayerBaseHeader *layer,
                         const struct us_layer_remap_map *map, struct us_layer_remap_notes *notes);

#endif
