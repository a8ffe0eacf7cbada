// SPDX-License-Identifier: MIT
#include "runtime/compositor/frame_report.h"

#include <inttypes.h>
#include <stdio.h>

#include "runtime/compositor/layers.h"
#include "runtime/person/person.h"
#include "runtime/space/space.h"
#include "runtime/base/two_call.h"

struct note {
    FILE *file;
    const struct rt_session *session;
    XrTime time;
};

static void write_space(const struct note *note, const struct rt_space *space)
{
    if (space->action != NULL) {
        fprintf(note->file, "\"space\":\"ACTION\",\"action\":\"%s\"", space->action->name);
        if (space->user != RT_USER_ANY)
            fprintf(note->file, ",\"user\":\"%s\"", rt_user_path_name(space->user));
        return;
    }
    const char *name = space->reference == XR_REFERENCE_SPACE_TYPE_VIEW    ? "VIEW"
                       : space->reference == XR_REFERENCE_SPACE_TYPE_LOCAL ? "LOCAL"
                       : space->reference == XR_REFERENCE_SPACE_TYPE_STAGE ? "STAGE"
                                                                           : "LOCAL_FLOOR";
    fprintf(note->file, "\"space\":\"%s\"", name);
}

static void write_motion(const struct note *note, const char *key, const struct rt_motion *m)
{
    const struct rt_vector p = m->position_m;
    const struct rt_quaternion q = m->rotation;
    fprintf(note->file, "\"%s\":{\"p\":[%.9g,%.9g,%.9g],\"q\":[%.9g,%.9g,%.9g,%.9g]}", key, p.x,
            p.y, p.z, q.x, q.y, q.z, q.w);
}

static void write_pose(const struct note *note, const struct rt_space *space, const XrPosef *pose)
{
    struct rt_motion m_local_space;
    if (!rt_space_locate(space, note->time, &m_local_space)) {
        fprintf(note->file, "\"in_local\":null,\"in_head\":null");
        return;
    }
    const struct rt_motion m_space_layer = rt_motion_from_pose(pose);
    const struct rt_motion m_local_layer = rt_motion_compose(&m_local_space, &m_space_layer);
    const struct rt_motion m_local_head =
        rt_person_head(&space->object.instance->settings, note->time);
    const struct rt_motion m_head_layer = rt_motion_relative(&m_local_head, &m_local_layer);
    write_motion(note, "in_local", &m_local_layer);
    fputc(',', note->file);
    write_motion(note, "in_head", &m_head_layer);
}

static void write_views(const struct note *note, const struct rt_space *space,
                        const XrCompositionLayerProjection *layer)
{
    fprintf(note->file, ",\"views\":[");
    for (uint32_t i = 0; i < layer->viewCount; i++) {
        const bool depth =
            rt_chain_find(layer->views[i].next, XR_TYPE_COMPOSITION_LAYER_DEPTH_INFO_KHR) != NULL;
        fprintf(note->file, i == 0 ? "{" : ",{");
        write_pose(note, space, &layer->views[i].pose);
        fprintf(note->file, ",\"depth\":%s}", depth ? "true" : "false");
    }
    fputc(']', note->file);
}

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
    default:
        return "cube";
    }
}

static void write_layer(const struct note *note, const XrCompositionLayerBaseHeader *layer)
{
    const struct rt_space *space = rt_space_find(note->session, layer->space);
    fprintf(note->file, "{\"type\":\"%s\",", type_name(layer->type));
    write_space(note, space);
    if (layer->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION) {
        write_views(note, space, (const XrCompositionLayerProjection *)layer);
    } else if (layer->type == XR_TYPE_COMPOSITION_LAYER_CUBE_KHR) {
        const XrCompositionLayerCubeKHR *cube = (const XrCompositionLayerCubeKHR *)layer;
        fprintf(note->file, ",\"eye\":%d,", (int)cube->eyeVisibility);
        write_pose(note, space, &(XrPosef){.orientation = cube->orientation});
    } else { // the other shapes all begin as a quad does
        const XrCompositionLayerQuad *quad = (const XrCompositionLayerQuad *)layer;
        fprintf(note->file, ",\"eye\":%d,", (int)quad->eyeVisibility);
        write_pose(note, space, &quad->pose);
    }
    fputc('}', note->file);
}

static void write_layers(const struct note *note, uint32_t count,
                         const XrCompositionLayerBaseHeader *const *layers)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            fputc(',', note->file);
        write_layer(note, layers[i]);
    }
}

void rt_frame_report_write(struct rt_session *session, const XrFrameEndInfo *info)
{
    const struct rt_settings *settings = &session->object.instance->settings;
    const uint64_t number = session->frames.submitted;
    if (settings->report[0] == '\0' || settings->report_every == 0 ||
        number % settings->report_every != 0)
        return;
    const struct note note = {fopen(settings->report, "a"), session, info->displayTime};
    if (note.file == NULL)
        return;
    fprintf(note.file, "{\"frame\":%" PRIu64 ",\"time\":%" PRId64 ",\"layers\":[", number,
            info->displayTime);
    write_layers(&note, info->layerCount, info->layers);
    const XrSecondaryViewConfigurationFrameEndInfoMSFT *secondary =
        rt_layers_secondary(session, info);
    fprintf(note.file, "],\"secondary\":[");
    if (secondary != NULL && secondary->viewConfigurationCount != 0)
        write_layers(&note, secondary->viewConfigurationLayersInfo[0].layerCount,
                     secondary->viewConfigurationLayersInfo[0].layers);
    fprintf(note.file, "]}\n");
    fclose(note.file);
}
