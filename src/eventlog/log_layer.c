/* SPDX-License-Identifier: MIT */
#include "eventlog/log_layer.h"

#include <inttypes.h>
#include <stdio.h>

#include "openxr/xr_names.h"

void us_log_layer_write_chain(struct us_json_text *text, const struct us_log_layer_chain *chain)
{
    if (chain->count == 0)
        return;
    us_json_text_value(text, "next", "[");
    for (uint32_t i = 0; i < chain->count && i < US_LOG_LAYER_CHAIN_MAX; i++)
        us_json_text_word(text, NULL, us_xr_names_structure(chain->types[i]),
                          (int32_t)chain->types[i]);
    us_json_text_raw(text, "]");
    if (chain->count > US_LOG_LAYER_CHAIN_MAX)
        us_json_text_integer(text, "next_more", chain->count - US_LOG_LAYER_CHAIN_MAX);
}

void us_log_layer_write_flags(struct us_json_text *text, const char *name, XrFlags64 flags,
                              const char *const *words)
{
    us_json_text_value(text, name, "[");
    for (unsigned i = 0; words[i] != NULL; i++) {
        if (flags & (UINT64_C(1) << i))
            us_json_text_string(text, NULL, words[i]);
        flags &= ~(UINT64_C(1) << i);
    }
    if (flags != 0) {
        char rest[24];
        snprintf(rest, sizeof rest, "0x%" PRIx64, (uint64_t)flags);
        us_json_text_string(text, NULL, rest);
    }
    us_json_text_raw(text, "]");
}

void us_log_layer_write_fov(struct us_json_text *text, const char *name, const XrFovf *fov)
{
    const float angles[4] = {fov->angleLeft, fov->angleRight, fov->angleUp, fov->angleDown};
    us_json_text_numbers(text, name, angles, 4);
}

static void write_eyes(struct us_json_text *text, XrEyeVisibility eyes)
{
    static const char *const names[] = {"both", "left", "right"};
    bool is_known = eyes >= XR_EYE_VISIBILITY_BOTH && eyes <= XR_EYE_VISIBILITY_RIGHT;
    us_json_text_word(text, "eyes", is_known ? names[eyes] : NULL, (int32_t)eyes);
}

static void write_shape(struct us_json_text *text, const struct us_log_layer *layer)
{
    const float *shape = layer->shape;
    switch ((int64_t)layer->type) {
    case XR_TYPE_COMPOSITION_LAYER_QUAD:
        us_json_text_numbers(text, "size", shape, 2);
        break;
    case XR_TYPE_COMPOSITION_LAYER_CYLINDER_KHR:
        us_json_text_number(text, "radius", (double)shape[0]);
        us_json_text_number(text, "angle", (double)shape[1]);
        us_json_text_number(text, "aspect", (double)shape[2]);
        break;
    case XR_TYPE_COMPOSITION_LAYER_EQUIRECT_KHR:
        us_json_text_number(text, "radius", (double)shape[0]);
        us_json_text_numbers(text, "scale", shape + 1, 2);
        us_json_text_numbers(text, "bias", shape + 3, 2);
        break;
    case XR_TYPE_COMPOSITION_LAYER_EQUIRECT2_KHR:
        us_json_text_number(text, "radius", (double)shape[0]);
        us_json_text_number(text, "angle", (double)shape[1]);
        us_json_text_numbers(text, "upper_lower", shape + 2, 2);
        break;
    default:
        break;
    }
}

static void write_part(struct us_json_text *text, const struct us_log_layer_part *part,
                       bool has_rect)
{
    const float rect[4] = {(float)part->rect.offset.x, (float)part->rect.offset.y,
                           (float)part->rect.extent.width, (float)part->rect.extent.height};
    if (part->swapchain > 0)
        us_json_text_integer(text, "swapchain", part->swapchain);
    if (has_rect)
        us_json_text_numbers(text, "rect", rect, 4);
    us_json_text_integer(text, "array", part->array_index);
}

static void write_image(struct us_json_text *text, const struct us_log_layer *layer,
                        const struct us_log_layer_image *image)
{
    static const char *const depth_names[] = {"min", "max", "near", "far"};
    us_json_text_value(text, NULL, "{");
    if (layer->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION)
        us_log_layer_write_fov(text, "fov", &image->fov);
    write_part(text, &image->color, (int64_t)layer->type != XR_TYPE_COMPOSITION_LAYER_CUBE_KHR);
    if (image->has_depth) {
        us_json_text_value(text, "depth", "{");
        write_part(text, &image->depth, true);
        for (int i = 0; i < 4; i++)
            us_json_text_number(text, depth_names[i], (double)image->depth_values[i]);
        us_json_text_raw(text, "}");
    }
    us_log_layer_write_chain(text, &image->chain);
    us_json_text_raw(text, "}");
}

void us_log_layer_write(struct us_json_text *text, const struct us_log_layer *layer)
{
    /* The last is of XR_EXT_composition_layer_inverted_alpha. */
    static const char *const flags[] = {"correct_chromatic_aberration",
                                        "blend_texture_source_alpha", "unpremultiplied_alpha",
                                        "inverted_alpha", NULL};
    us_json_text_integer(text, "layer", layer->index);
    us_json_text_string(text, "kind", us_xr_names_layer(layer->type));
    if (layer->space > 0)
        us_json_text_integer(text, "space", layer->space);
    us_log_layer_write_flags(text, "layer_flags", layer->flags, flags);
    if (layer->type != XR_TYPE_COMPOSITION_LAYER_PROJECTION && layer->image_count > 0)
        write_eyes(text, layer->eyes);
    write_shape(text, layer);
    us_json_text_value(text, "images", "[");
    for (uint32_t i = 0; i < layer->image_count && i < US_LOG_LAYER_IMAGES_MAX; i++)
        write_image(text, layer, &layer->images[i]);
    us_json_text_raw(text, "]");
    if (layer->image_count > US_LOG_LAYER_IMAGES_MAX)
        us_json_text_integer(text, "more", layer->image_count - US_LOG_LAYER_IMAGES_MAX);
    us_log_layer_write_chain(text, &layer->chain);
}
