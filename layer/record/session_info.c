/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "layer/record/record_session.h"

/* Text of a field of fixed size, which may lack its end. */
static void copy(char *out, size_t size, const char *field, size_t field_size)
{
    snprintf(out, size, "%.*s", (int)strnlen(field, field_size), field);
}
#define COPY(out, field) copy(out, sizeof out, field, sizeof field)

static void describe_app(const struct us_recorder *recorder, struct us_session_info *info)
{
    const XrApplicationInfo *app = &recorder->app;
    COPY(info->app_name, app->applicationName);
    COPY(info->engine_name, app->engineName);
    info->app_version = app->applicationVersion;
    info->engine_version = app->engineVersion;
    info->api_version = app->apiVersion;
}

static void describe_runtime(const struct us_recorder *recorder, struct us_session_info *info)
{
    XrInstanceProperties properties = {.type = XR_TYPE_INSTANCE_PROPERTIES};
    PFN_xrGetInstanceProperties get = recorder->own->xrGetInstanceProperties;
    if (get == NULL || XR_FAILED(get(recorder->instance->handle, &properties)))
        return;
    COPY(info->runtime_name, properties.runtimeName);
    info->runtime_version = properties.runtimeVersion;
}

static void describe_system(const struct us_record_session *recorded, struct us_session_info *info)
{
    const struct us_recorder *recorder = recorded->recorder;
    XrSystemEyeGazeInteractionPropertiesEXT eyes = {
        .type = XR_TYPE_SYSTEM_EYE_GAZE_INTERACTION_PROPERTIES_EXT};
    XrSystemHandTrackingPropertiesEXT hands = {.type = XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT};
    XrSystemProperties properties = {.type = XR_TYPE_SYSTEM_PROPERTIES};
    void **end = &properties.next;
    if (us_recorder_has_extension(recorder->instance, US_EXTENSION_HAND_TRACKING))
        *end = &hands, end = &hands.next;
    if (us_recorder_has_extension(recorder->instance, US_EXTENSION_EYE_GAZE))
        *end = &eyes;
    PFN_xrGetSystemProperties get = recorder->next.xrGetSystemProperties;
    info->system_id = recorded->system;
    info->form_factor = (uint32_t)atomic_load(&recorder->form_factor);
    if (get == NULL || XR_FAILED(get(recorder->instance->handle, recorded->system, &properties)))
        return;
    COPY(info->system_name, properties.systemName);
    info->vendor_id = properties.vendorId;
    info->orientation_tracking = properties.trackingProperties.orientationTracking == XR_TRUE;
    info->position_tracking = properties.trackingProperties.positionTracking == XR_TRUE;
    info->hand_tracking = hands.supportsHandTracking == XR_TRUE;
    info->eye_gaze = eyes.supportsEyeGazeInteraction == XR_TRUE;
}

static void describe_views(const struct us_record_session *recorded, struct us_session_info *info)
{
    const struct us_recorder *recorder = recorded->recorder;
    XrViewConfigurationView views[US_SESSION_VIEWS_MAX];
    uint32_t count = 0;
    for (int i = 0; i < US_SESSION_VIEWS_MAX; i++)
        views[i] = (XrViewConfigurationView){.type = XR_TYPE_VIEW_CONFIGURATION_VIEW};
    info->view_configuration = (uint32_t)recorded->view_configuration;
    PFN_xrEnumerateViewConfigurationViews list = recorder->own->xrEnumerateViewConfigurationViews;
    if (list == NULL ||
        XR_FAILED(list(recorder->instance->handle, recorded->system, recorded->view_configuration,
                       US_SESSION_VIEWS_MAX, &count, views)))
        return;
    info->view_count = count < US_SESSION_VIEWS_MAX ? count : US_SESSION_VIEWS_MAX;
    for (uint32_t i = 0; i < info->view_count; i++)
        info->views[i] = (struct us_session_view_size){views[i].recommendedImageRectWidth,
                                                       views[i].recommendedImageRectHeight,
                                                       views[i].recommendedSwapchainSampleCount};
}

bool us_record_session_ask_mask(const struct us_record_session *recorded, uint32_t view,
                                uint32_t type, struct us_session_mask *out)
{
    XrVector2f vertices[US_SESSION_MASK_VERTICES_MAX];
    uint32_t indices[US_SESSION_MASK_INDICES_MAX];
    XrVisibilityMaskKHR mask = {.type = XR_TYPE_VISIBILITY_MASK_KHR,
                                .vertexCapacityInput = US_SESSION_MASK_VERTICES_MAX,
                                .vertices = vertices,
                                .indexCapacityInput = US_SESSION_MASK_INDICES_MAX,
                                .indices = indices};
    PFN_xrGetVisibilityMaskKHR get = recorded->recorder->own->xrGetVisibilityMaskKHR;
    if (XR_FAILED(get(recorded->handle, recorded->view_configuration, view,
                      (XrVisibilityMaskTypeKHR)type, &mask)) ||
        mask.vertexCountOutput > US_SESSION_MASK_VERTICES_MAX ||
        mask.indexCountOutput > US_SESSION_MASK_INDICES_MAX)
        return false;
    out->view = view;
    out->type = type;
    out->vertex_count = mask.vertexCountOutput;
    out->index_count = mask.indexCountOutput;
    for (uint32_t i = 0; i < out->vertex_count; i++) {
        out->vertices[2 * i] = vertices[i].x;
        out->vertices[2 * i + 1] = vertices[i].y;
    }
    for (uint32_t i = 0; i < out->index_count; i++) {
        out->indices[i] = (uint16_t)indices[i];
        if (indices[i] >= out->vertex_count)
            return false;
    }
    return true;
}

bool us_record_session_has_masks(const struct us_record_session *recorded)
{
    const struct us_recorder *recorder = recorded->recorder;
    return recorder->own->xrGetVisibilityMaskKHR != NULL &&
           us_extensions_is_enabled(recorder->instance->bindings.extensions,
                                    US_EXTENSION_VISIBILITY_MASK);
}

static void describe_masks(const struct us_record_session *recorded, struct us_session_info *info)
{
    if (!us_record_session_has_masks(recorded))
        return;
    for (uint32_t view = 0; view < info->view_count; view++) {
        for (uint32_t type = XR_VISIBILITY_MASK_TYPE_HIDDEN_TRIANGLE_MESH_KHR;
             type <= XR_VISIBILITY_MASK_TYPE_LINE_LOOP_KHR; type++) {
            struct us_session_mask *mask = &info->masks[info->mask_count];
            if (us_record_session_ask_mask(recorded, view, type, mask))
                info->mask_count++;
            else
                memset(mask, 0, sizeof *mask);
        }
    }
}

/* The first is the one that the runtime prefers. */
static void describe_blend_mode(const struct us_record_session *recorded,
                                struct us_session_info *info)
{
    enum { MOST = 8 };
    const struct us_recorder *recorder = recorded->recorder;
    XrEnvironmentBlendMode modes[MOST];
    uint32_t count = 0;
    PFN_xrEnumerateEnvironmentBlendModes list = recorder->own->xrEnumerateEnvironmentBlendModes;
    if (list != NULL &&
        XR_SUCCEEDED(list(recorder->instance->handle, recorded->system,
                          recorded->view_configuration, MOST, &count, modes)) &&
        count > 0)
        info->blend_mode = (uint32_t)modes[0];
}

static void add_extension(struct us_session_info *info, const char *name, bool added)
{
    if (info->extension_count >= US_SESSION_EXTENSIONS_MAX)
        return;
    struct us_session_extension *extension = &info->extensions[info->extension_count++];
    snprintf(extension->name, sizeof extension->name, "%s", name);
    extension->added = added;
}

static void describe_extensions(const struct us_instance *instance, struct us_session_info *info)
{
    for (uint32_t i = 0; i < instance->create_request.count; i++)
        add_extension(info, instance->create_request.names[i], false);
    for (int i = 0; i < US_EXTENSION_COUNT; i++) {
        if (us_recorder_added(instance, (enum us_extension)i))
            add_extension(info, us_extensions_table[i].name, true);
    }
}

void us_record_session_describe(const struct us_record_session *recorded,
                                struct us_session_info *out_info)
{
    describe_app(recorded->recorder, out_info);
    describe_runtime(recorded->recorder, out_info);
    describe_system(recorded, out_info);
    if (recorded->view_configuration != 0) {
        describe_views(recorded, out_info);
        describe_masks(recorded, out_info);
        describe_blend_mode(recorded, out_info);
    }
    describe_extensions(recorded->recorder->instance, out_info);
}
