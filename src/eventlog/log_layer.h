/* SPDX-License-Identifier: MIT */
/*
 * log_layer: how an app submits one layer, the event `layer` of understudy-log(5): the images that
 * it shows, their fields of view, its size and its flags. Its poses are in the event `submit`.
 *
 * The struct has no pointers. A writer sets all of it to zero first, so that two equal layers have
 * equal bytes.
 */
#ifndef US_LOG_LAYER_H
#define US_LOG_LAYER_H

#include <stdint.h>

#include "core/base/text.h"
#include "openxr/xr.h"

enum { US_LOG_LAYER_IMAGES_MAX = 6, US_LOG_LAYER_CHAIN_MAX = 3, US_LOG_LAYER_SHAPE_MAX = 5 };

/* The types of the structs of a next chain, without those that have fields of their own here. */
struct us_log_layer_chain {
    uint32_t count; /* may be more than there is room for */
    XrStructureType types[US_LOG_LAYER_CHAIN_MAX];
};

/* A part of a swapchain. */
struct us_log_layer_part {
    uint32_t swapchain; /* number; 0: unknown */
    uint32_t array_index;
    XrRect2Di rect;
};

struct us_log_layer_image {
    struct us_log_layer_part color, depth;
    XrFovf fov;            /* of a projection's view */
    float depth_values[4]; /* minDepth, maxDepth, nearZ, farZ */
    uint32_t has_depth;
    struct us_log_layer_chain chain;
};

struct us_log_layer {
    XrCompositionLayerFlags flags;
    uint32_t index; /* in the frame, from 0 */
    XrStructureType type;
    uint32_t space;       /* number; 0: unknown */
    XrEyeVisibility eyes; /* not of a projection */
    uint32_t image_count; /* may be more than there is room for */
    /* quad: width, height; cylinder: radius, central angle, aspect ratio; equirect: radius, scale
     * x, y, bias x, y; equirect2: radius, central horizontal, upper and lower vertical angle */
    float shape[US_LOG_LAYER_SHAPE_MAX];
    struct us_log_layer_chain chain;
    struct us_log_layer_image images[US_LOG_LAYER_IMAGES_MAX];
};

/* Writes the members of the event. */
void us_log_layer_write(struct us_json_text *text, const struct us_log_layer *layer);
/* The member `next`: an array of the types' names; absent if the chain is empty. */
void us_log_layer_write_chain(struct us_json_text *text, const struct us_log_layer_chain *chain);
/* A field of view: left, right, up, down. */
void us_log_layer_write_fov(struct us_json_text *text, const char *name, const XrFovf *fov);
/* A member with the words of the flags that are set, which are those of the lowest bits and end
 * with NULL. Flags without a word are one hexadecimal number. */
void us_log_layer_write_flags(struct us_json_text *text, const char *name, XrFlags64 flags,
                              const char *const *words);

#endif
