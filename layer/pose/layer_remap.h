/* SPDX-License-Identifier: MIT */
/*
 * layer_remap: moves composition layers from the recorded head to the real head.
 *
 * An app places its layers around the head pose that the layer reported. The runtime displays them
 * around the real head (OpenXR 1.0, 10.6). H_played and H_real are the two head poses, S is the
 * pose of the composition layer's space that the layer reported, and P is the pose in that space.
 * The app places the composition layer relative to the head at H_played^-1 * S * P. At the same
 * place relative to the real head it has the pose H_real * H_played^-1 * S * P. So every pose of a
 * composition layer is multiplied from the left with one transform, which hook_end_frame.c
 * computes. Only poses, spaces and values that are given in the composition layer's space change.
 * Images, fields of view, sizes, flags and depth do not.
 *
 * The functions have no state except the arena, which holds the copies. They never write to the
 * app's structs.
 */
#ifndef US_LAYER_REMAP_H
#define US_LAYER_REMAP_H

#include <stdbool.h>

#include "layer/base/next_chain.h"
#include "core/base/pose.h"
#include "openxr/xr.h"

/* The mapped layer is in `space`. T_space_layer takes coordinates in the layer's own space to
 * coordinates in `space`. */
struct us_layer_remap_map {
    XrSpace space;
    struct us_pose T_space_layer;
};

/* Bits for the problems of a frame, which hook_end_frame.c reports in the message log. "Unchanged"
 * means: the runtime gets the app's own struct. */
enum {
    US_LAYER_REMAP_FULL = 1,          /* the arena is full: the layer is unchanged */
    US_LAYER_REMAP_UNKNOWN_LAYER = 2, /* unknown layer type: the layer is unchanged */
    /* An unknown struct precedes one that would have to change: the chain is unchanged. */
    US_LAYER_REMAP_UNKNOWN_CHAIN = 4,
    US_LAYER_REMAP_UNLINKED = 8, /* motion vectors were removed from a chain */
    /* The layer's space cannot be located: the layer is unchanged. */
    US_LAYER_REMAP_UNLOCATED_SPACE = 16,
    /* The real head cannot be located: the layers are fixed to it. */
    US_LAYER_REMAP_UNLOCATED_HEAD = 32,
    /* The runtime refused the frame with the mapped layers and accepted the app's own. */
    US_LAYER_REMAP_REFUSED = 64,
    /* A layer in the space of a played hand or gaze that cannot be located: it is not submitted. */
    US_LAYER_REMAP_LEFT_OUT = 128,
};

struct us_layer_remap_notes {
    unsigned bits;
    XrStructureType layer, chained; /* the last unknown layer type and chained type */
};

/* A layer type with exactly one pose and one image: its size, and where its members are. The
 * numbers of its shape are floats, one after the other. */
struct us_layer_remap_posed {
    XrStructureType type;
    size_t size, pose, eyes, image, shape;
    uint32_t shape_count;
};
/* NULL: the type is none of these. */
const struct us_layer_remap_posed *us_layer_remap_posed(XrStructureType type);

/* True for projection, quad, cylinder, equirect, equirect2 and cube. */
bool us_layer_remap_is_known(XrStructureType type);

/*
 * Returns the layer to submit: a mapped copy in the arena, valid until the next us_arena_enter. It
 * returns `layer` itself if the type is unknown, the copy does not fit, or a pose is invalid; the
 * runtime then reports the error to the app. Problems are added to `notes`.
 */
const XrCompositionLayerBaseHeader *
us_layer_remap_map_layer(struct us_arena *arena, const XrCompositionLayerBaseHeader *layer,
                         const struct us_layer_remap_map *map, struct us_layer_remap_notes *notes);

/* Returns the chain to submit: the app's own or an edited copy. `note` is added if it was edited.
 */
const void *us_layer_remap_chain(struct us_arena *arena, const void *next,
                                 const struct us_next_chain_edit *edit, unsigned note,
                                 struct us_layer_remap_notes *notes);

#endif
