/* SPDX-License-Identifier: MIT */
#include "faults.h"
#include "graphics/layers.h"
#include "probe.h"
#include "graphics/drawing.h"

#include <math.h>

#define LAYER_MAX 16

/* A layer of any type. */
union layer {
    XrCompositionLayerBaseHeader base;
    XrCompositionLayerProjection projection;
    XrCompositionLayerQuad quad;
    XrCompositionLayerCylinderKHR cylinder;
    XrCompositionLayerEquirectKHR equirect;
    XrCompositionLayerEquirect2KHR equirect2;
    XrCompositionLayerCubeKHR cube;
};

struct frame {
    XrCompositionLayerProjectionView views[PROBE_VIEW_MAX];
    XrCompositionLayerDepthInfoKHR depth[PROBE_VIEW_MAX];
    union layer layers[LAYER_MAX];
    const XrCompositionLayerBaseHeader *pointers[LAYER_MAX];
    uint32_t count;
    XrCompositionLayerProjectionView observer_view;
    XrCompositionLayerProjection observer;
    const XrCompositionLayerBaseHeader *observer_pointer;
    XrSecondaryViewConfigurationLayerInfoMSFT observer_info;
    XrSecondaryViewConfigurationFrameEndInfoMSFT secondary;
};

/* Poses of no special kind, so that a mistake of order or sign shows. */
static const XrPosef in_front = {{0, 0.38268343f, 0, 0.92387953f}, {0.2f, -0.1f, -1.5f}};
static const XrPosef in_hand = {{0.38268343f, 0, 0, 0.92387953f}, {0.01f, 0.05f, -0.1f}};

static union layer *push(struct frame *frame)
{
    union layer *layer = &frame->layers[frame->count];
    frame->pointers[frame->count++] = &layer->base;
    return layer;
}

static void push_quad(const struct probe *probe, struct frame *frame,
                      const struct probe_space *space, XrPosef pose)
{
    if (!space->handle)
        return;
    XrCompositionLayerQuad *quad = &push(frame)->quad;
    *quad = (XrCompositionLayerQuad){
        .type = XR_TYPE_COMPOSITION_LAYER_QUAD,
        .space = space->handle,
        .eyeVisibility = XR_EYE_VISIBILITY_BOTH,
        .subImage = frame->views[0].subImage,
        .pose = pose,
        .size = {0.4f, 0.3f},
    };
    probe_faults_spoil_quad(probe, quad);
}

static void push_projection(struct probe *probe, struct frame *frame, uint32_t view_count)
{
    bool has_depth =
        (probe->options.layers & PROBE_LAYER_DEPTH) && !probe_fault(probe, PROBE_FAULT_NO_DEPTH);
    for (uint32_t i = 0; has_depth && i < view_count; i++) {
        frame->depth[i] = (XrCompositionLayerDepthInfoKHR){
            .type = XR_TYPE_COMPOSITION_LAYER_DEPTH_INFO_KHR,
            .subImage = {.swapchain = probe_drawing_depth(probe->drawing),
                         .imageRect = {{0, 0}, {PROBE_DRAWING_STATIC_PX, PROBE_DRAWING_STATIC_PX}}},
            .minDepth = 0,
            .maxDepth = 1,
            .nearZ = 0.1f,
            .farZ = 100,
        };
        frame->views[i].next = &frame->depth[i];
    }
    push(frame)->projection = (XrCompositionLayerProjection){
        .type = XR_TYPE_COMPOSITION_LAYER_PROJECTION,
        .layerFlags = probe_fault(probe, PROBE_FAULT_WRONG_FLAGS)
                          ? XR_COMPOSITION_LAYER_BLEND_TEXTURE_SOURCE_ALPHA_BIT
                          : 0,
        .space = probe->view_bases[0]->handle,
        .viewCount = view_count,
        .views = frame->views,
    };
}

/* 2 m ahead, at up to 1.2 m/s. tests/e2e/target/target.py has the same path. */
static XrPosef target_pose(const struct probe *probe)
{
    const double turn = 2.0 * 3.14159265358979,
                 at_s = (double)(probe->time - probe->first_time) / 1e9;
    return (XrPosef){
        {0, 0, 0, 1},
        {(float)(0.6 * sin(turn * at_s / 3.7)), (float)(0.3 * sin(turn * at_s / 2.9)), -2}};
}

static void push_quads(struct probe *probe, struct frame *frame)
{
    unsigned layers = probe->options.layers;
    if (layers & PROBE_LAYER_QUAD_VIEW)
        push_quad(probe, frame, &probe->view, in_front);
    if (layers & PROBE_LAYER_QUAD_LOCAL)
        push_quad(probe, frame, &probe->local, in_front);
    if (layers & PROBE_LAYER_QUAD_STAGE)
        push_quad(probe, frame, &probe->stage, in_front);
    if (layers & PROBE_LAYER_QUAD_GRIP) {
        push_quad(probe, frame, &probe->grips[0], in_hand);
        push_quad(probe, frame, &probe->grips_with_offset[1], in_hand);
    }
    if (layers & PROBE_LAYER_TARGET)
        push_quad(probe, frame, &probe->local, target_pose(probe));
}

static void push_shapes(struct probe *probe, struct frame *frame)
{
    unsigned layers = probe->options.layers;
    const XrSpace local = probe->local.handle;
    const XrSwapchainSubImage image = frame->views[0].subImage;
    if (layers & PROBE_LAYER_CYLINDER)
        push(frame)->cylinder =
            (XrCompositionLayerCylinderKHR){.type = XR_TYPE_COMPOSITION_LAYER_CYLINDER_KHR,
                                            .space = local,
                                            .subImage = image,
                                            .pose = in_front,
                                            .radius = 2,
                                            .centralAngle = 1,
                                            .aspectRatio = 1.5f};
    if (layers & PROBE_LAYER_EQUIRECT)
        push(frame)->equirect =
            (XrCompositionLayerEquirectKHR){.type = XR_TYPE_COMPOSITION_LAYER_EQUIRECT_KHR,
                                            .space = local,
                                            .subImage = image,
                                            .pose = in_front,
                                            .radius = 5,
                                            .scale = {1, 1}};
    if (layers & PROBE_LAYER_EQUIRECT2)
        push(frame)->equirect2 =
            (XrCompositionLayerEquirect2KHR){.type = XR_TYPE_COMPOSITION_LAYER_EQUIRECT2_KHR,
                                             .space = local,
                                             .subImage = image,
                                             .pose = in_front,
                                             .radius = 5,
                                             .centralHorizontalAngle = 2,
                                             .upperVerticalAngle = 0.7f,
                                             .lowerVerticalAngle = -0.7f};
    if (layers & PROBE_LAYER_CUBE)
        push(frame)->cube =
            (XrCompositionLayerCubeKHR){.type = XR_TYPE_COMPOSITION_LAYER_CUBE_KHR,
                                        .space = local,
                                        .swapchain = probe_drawing_cube(probe->drawing),
                                        .orientation = in_front.orientation};
}

static bool add_observer(struct probe *probe, struct frame *frame, XrFrameEndInfo *info)
{
    XrView view = {.type = XR_TYPE_VIEW};
    XrViewState state = {.type = XR_TYPE_VIEW_STATE};
    uint32_t count = 0;
    XrViewLocateInfo locate = {.type = XR_TYPE_VIEW_LOCATE_INFO,
                               .viewConfigurationType = PROBE_OBSERVER,
                               .displayTime = probe->time,
                               .space = probe->local.handle};
    XrResult result = xrLocateViews(probe->session, &locate, &state, 1, &count, &view);
    if (!probe_check(probe, result, "xrLocateViews"))
        return false;
    frame->observer_view =
        (XrCompositionLayerProjectionView){.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW,
                                           .pose = view.pose,
                                           .fov = view.fov,
                                           .subImage = frame->views[0].subImage};
    frame->observer = (XrCompositionLayerProjection){.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION,
                                                     .space = probe->local.handle,
                                                     .viewCount = 1,
                                                     .views = &frame->observer_view};
    frame->observer_pointer = (const XrCompositionLayerBaseHeader *)&frame->observer;
    frame->observer_info = (XrSecondaryViewConfigurationLayerInfoMSFT){
        .type = XR_TYPE_SECONDARY_VIEW_CONFIGURATION_LAYER_INFO_MSFT,
        .viewConfigurationType = PROBE_OBSERVER,
        .environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE,
        .layerCount = 1,
        .layers = &frame->observer_pointer};
    frame->secondary = (XrSecondaryViewConfigurationFrameEndInfoMSFT){
        .type = XR_TYPE_SECONDARY_VIEW_CONFIGURATION_FRAME_END_INFO_MSFT,
        .viewConfigurationCount = 1,
        .viewConfigurationLayersInfo = &frame->observer_info};
    info->next = &frame->secondary;
    return true;
}

static struct probe_report_space name_of(void *user, XrSpace space)
{
    const struct probe *probe = user;
    const struct probe_space *const spaces[] = {&probe->view,       &probe->local,
                                                &probe->stage,      &probe->grips[0],
                                                &probe->grips[1],   &probe->grips_with_offset[1],
                                                &probe->local_floor};
    for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++)
        if (spaces[i]->handle == space)
            return spaces[i]->name;
    return (struct probe_report_space){0, "UNKNOWN"};
}

static bool fill(struct probe *probe, struct frame *frame, XrFrameEndInfo *info,
                 const XrView *views, uint32_t view_count)
{
    unsigned layers = probe->options.layers;
    if (!probe_drawing_draw(probe, probe->drawing, views, view_count, frame->views))
        return false;
    probe_faults_spoil_views(probe, frame->views, view_count);
    if (layers == 0 || (layers & (PROBE_LAYER_PROJECTION | PROBE_LAYER_DEPTH)))
        push_projection(probe, frame, view_count);
    push_quads(probe, frame);
    push_shapes(probe, frame);
    info->layerCount = frame->count;
    probe_faults_spoil_layers(probe, frame->pointers, frame->count);
    return !(layers & PROBE_LAYER_OBSERVER) || add_observer(probe, frame, info);
}

bool probe_layers_end_frame(struct probe *probe, const XrView *views, uint32_t view_count)
{
    struct frame frame = {.count = 0};
    XrFrameEndInfo info = {.type = XR_TYPE_FRAME_END_INFO,
                           .displayTime = probe->time,
                           .environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE,
                           .layers = frame.pointers};
    if (probe->drawing && view_count > 0 && !probe_fault(probe, PROBE_FAULT_NO_LAYER) &&
        !fill(probe, &frame, &info, views, view_count))
        return false;
    if (probe_fault(probe, PROBE_FAULT_WRONG_TIME))
        info.displayTime += 1000000;
    XrResult result = xrEndFrame(probe->session, &info);
    if (probe->options.layers)
        probe_report_end_frame(&probe->log, result, &info, name_of, probe);
    return probe_check(probe, result, "xrEndFrame");
}
