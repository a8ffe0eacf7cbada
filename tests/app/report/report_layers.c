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

static void write_views(struct probe_jsonl *jsonl, const XrCompositionLayerProjection *layer)
{
    probe_jsonl_open_array(jsonl, "views");
    for (uint32_t i = 0; i < layer->viewCount; i++) {
        probe_jsonl_open_object(jsonl, NULL);
        probe_report_pose(jsonl, &layer->views[i].pose);
        probe_jsonl_close_object(jsonl);
    }
    probe_jsonl_close_array(jsonl);
}

static void write_layer(struct probe_jsonl *jsonl, const XrCompositionLayerBaseHeader *layer,
                        probe_report_layers_name_fn name, void *user)
{
    const char *type = type_name(layer->type);
    probe_jsonl_open_object(jsonl, NULL);
    if (!type) {
        probe_jsonl_integer(jsonl, "type", layer->type);
        probe_jsonl_close_object(jsonl);
        return;
    }
    probe_jsonl_text(jsonl, "type", type);
    struct probe_report_space space = name(user, layer->space);
    probe_report_base(jsonl, &space);
    if (layer->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION) {
        write_views(jsonl, (const XrCompositionLayerProjection *)layer);
    } else if (layer->type == XR_TYPE_COMPOSITION_LAYER_CUBE_KHR) {
        const XrCompositionLayerCubeKHR *cube = (const XrCompositionLayerCubeKHR *)layer;
        probe_jsonl_integer(jsonl, "eye", cube->eyeVisibility);
        probe_report_pose(jsonl, &(XrPosef){cube->orientation, {0, 0, 0}});
    } else { /* the other shapes all begin as a quad does */
        const XrCompositionLayerQuad *quad = (const XrCompositionLayerQuad *)layer;
        probe_jsonl_integer(jsonl, "eye", quad->eyeVisibility);
        probe_report_pose(jsonl, &quad->pose);
    }
    probe_jsonl_close_object(jsonl);
}

void probe_report_end_frame(struct probe_jsonl *jsonl, XrResult result, const XrFrameEndInfo *info,
                            probe_report_layers_name_fn name, void *user)
{
    probe_jsonl_begin(jsonl);
    probe_jsonl_text(jsonl, "call", "xrEndFrame");
    probe_jsonl_integer(jsonl, "result", result);
    probe_jsonl_integer(jsonl, "time", info->displayTime);
    probe_jsonl_integer(jsonl, "layers", info->layerCount);
    probe_jsonl_open_array(jsonl, "submitted");
    for (uint32_t i = 0; i < info->layerCount; i++)
        if (info->layers[i])
            write_layer(jsonl, info->layers[i], name, user);
    probe_jsonl_close_array(jsonl);
    probe_jsonl_end(jsonl);
}
