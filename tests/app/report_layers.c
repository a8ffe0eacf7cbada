/* SPDX-License-Identifier: MIT */
#include "report_layers.h"

static const char *type_name(XrStructureType type)
{
    switch ((int)type) {
    case XR_TYPE_COMPOSITION_LAYER_PROJECTION:
        return "projection";
    case XR_TYPE_COMPOSITION_LAYER_QUAD:
        return "quad";
    case XR_TYPE_COMPOSITION_LAYER_CYLINDER_KHR:
        return "cylinder";
    case XR_TYPE_COMPOSITION_LAYER_EQUIRECT_KHR:
        return "equirect";
    case XR_TYPE_COMPOSITION_LAYER_EQUIRECT2_KHR:
        return "equirect2";
    case XR_TYPE_COMPOSITION_LAYER_CUBE_KHR:
        return "cube";
    default:
        return NULL;
    }
}

static void write_views(struct us_jsonl *jsonl, const XrCompositionLayerProjection *layer)
{
    us_jsonl_open_array(jsonl, "views");
    for (uint32_t i = 0; i < layer->viewCount; i++) {
        us_jsonl_open_object(jsonl, NULL);
        us_report_pose(jsonl, &layer->views[i].pose);
        us_jsonl_close_object(jsonl);
    }
    us_jsonl_close_array(jsonl);
}

static void write_layer(struct us_jsonl *jsonl, const XrCompositionLayerBaseHeader *layer,
                        us_report_layers_name_fn name, void *user)
{
    const char *type = type_name(layer->type);
    us_jsonl_open_object(jsonl, NULL);
    if (!type) {
        us_jsonl_integer(jsonl, "type", layer->type);
        us_jsonl_close_object(jsonl);
        return;
    }
    us_jsonl_text(jsonl, "type", type);
    struct us_report_space space = name(user, layer->space);
    us_report_base(jsonl, &space);
    if (layer->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION) {
        write_views(jsonl, (const XrCompositionLayerProjection *)layer);
    } else if (layer->type == XR_TYPE_COMPOSITION_LAYER_CUBE_KHR) {
        const XrCompositionLayerCubeKHR *cube = (const XrCompositionLayerCubeKHR *)layer;
        us_jsonl_integer(jsonl, "eye", cube->eyeVisibility);
        us_report_pose(jsonl, &(XrPosef){cube->orientation, {0, 0, 0}});
    } else { /* the other shapes all begin as a quad does */
        const XrCompositionLayerQuad *quad = (const XrCompositionLayerQuad *)layer;
        us_jsonl_integer(jsonl, "eye", quad->eyeVisibility);
        us_report_pose(jsonl, &quad->pose);
    }
    us_jsonl_close_object(jsonl);
}

void us_report_end_frame(struct us_jsonl *jsonl, XrResult result, const XrFrameEndInfo *info,
                         us_report_layers_name_fn name, void *user)
{
    us_jsonl_begin(jsonl);
    us_jsonl_text(jsonl, "call", "xrEndFrame");
    us_jsonl_integer(jsonl, "result", result);
    us_jsonl_integer(jsonl, "time", info->displayTime);
    us_jsonl_integer(jsonl, "layers", info->layerCount);
    us_jsonl_open_array(jsonl, "submitted");
    for (uint32_t i = 0; i < info->layerCount; i++)
        if (info->layers[i])
            write_layer(jsonl, info->layers[i], name, user);
    us_jsonl_close_array(jsonl);
    us_jsonl_end(jsonl);
}
