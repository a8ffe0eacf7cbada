/* SPDX-License-Identifier: MIT */
#include "runtime/compositor/compositor.h"

#include "openxr/xr_names.h"
#include "runtime/person/person.h"
#include "runtime/space/space.h"

struct frame {
    struct us_json_text *text;
    const struct rt_session *session;
    XrTime time;
};

static void write_space(struct us_json_text *text, const struct rt_space *space)
{
    if (space->action != NULL) {
        us_json_text_string(text, "space", "ACTION");
        us_json_text_string(text, "action", space->action->name);
        if (space->user != RT_USER_ANY)
            us_json_text_string(text, "user", rt_user_path_name(space->user));
        return;
    }
    us_json_text_string(text, "space", us_xr_names_reference(space->reference));
}

static void write_numbers(struct us_json_text *text, const char *name, const double *numbers,
                          size_t count)
{
    us_json_text_value(text, name, "[");
    for (size_t i = 0; i < count; i++)
        us_json_text_number(text, NULL, numbers[i]);
    us_json_text_raw(text, "]");
}

static void write_motion(struct us_json_text *text, const char *name, const struct rt_motion *m)
{
    const struct rt_vector p = m->position_m;
    const struct rt_quaternion q = m->rotation;
    us_json_text_value(text, name, "{");
    write_numbers(text, "p", (const double[]){p.x, p.y, p.z}, 3);
    write_numbers(text, "q", (const double[]){q.x, q.y, q.z, q.w}, 4);
    us_json_text_raw(text, "}");
}

static void write_pose(const struct frame *frame, const struct rt_space *space, const XrPosef *pose)
{
    struct rt_motion m_local_space;
    if (!rt_space_locate(space, frame->time, &m_local_space)) {
        us_json_text_string(frame->text, "in_local", NULL);
        us_json_text_string(frame->text, "in_head", NULL);
        return;
    }
    const struct rt_motion m_space_layer = rt_motion_from_pose(pose);
    const struct rt_motion m_local_layer = rt_motion_compose(&m_local_space, &m_space_layer);
    const struct rt_motion m_local_head =
        rt_person_head(&space->object.instance->person, frame->time);
    const struct rt_motion m_head_layer = rt_motion_relative(&m_local_head, &m_local_layer);
    write_motion(frame->text, "in_local", &m_local_layer);
    write_motion(frame->text, "in_head", &m_head_layer);
}

static void write_views(const struct frame *frame, const struct rt_space *space,
                        const XrCompositionLayerProjection *layer)
{
    us_json_text_value(frame->text, "views", "[");
    for (uint32_t i = 0; i < layer->viewCount; i++) {
        const bool depth = us_xr_find_input(layer->views[i].next,
                                            XR_TYPE_COMPOSITION_LAYER_DEPTH_INFO_KHR) != NULL;
        us_json_text_value(frame->text, NULL, "{");
        write_pose(frame, space, &layer->views[i].pose);
        us_json_text_bool(frame->text, "depth", depth);
        us_json_text_raw(frame->text, "}");
    }
    us_json_text_raw(frame->text, "]");
}

static void write_layer(const struct frame *frame, const XrCompositionLayerBaseHeader *layer)
{
    const struct rt_space *space = rt_space_find(frame->session, layer->space);
    us_json_text_value(frame->text, NULL, "{");
    us_json_text_string(frame->text, "type", us_xr_names_layer(layer->type));
    write_space(frame->text, space);
    if (layer->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION) {
        write_views(frame, space, (const XrCompositionLayerProjection *)layer);
    } else if (layer->type == XR_TYPE_COMPOSITION_LAYER_CUBE_KHR) {
        const XrCompositionLayerCubeKHR *cube = (const XrCompositionLayerCubeKHR *)layer;
        us_json_text_integer(frame->text, "eye", cube->eyeVisibility);
        write_pose(frame, space, &(XrPosef){.orientation = cube->orientation});
    } else { /* the other types begin with the same members as a quad */
        const XrCompositionLayerQuad *quad = (const XrCompositionLayerQuad *)layer;
        us_json_text_integer(frame->text, "eye", quad->eyeVisibility);
        write_pose(frame, space, &quad->pose);
    }
    us_json_text_raw(frame->text, "}");
}

static void write_layers(const struct frame *frame, const char *name, uint32_t count,
                         const XrCompositionLayerBaseHeader *const *layers)
{
    us_json_text_value(frame->text, name, "[");
    for (uint32_t i = 0; i < count; i++)
        write_layer(frame, layers[i]);
    us_json_text_raw(frame->text, "]");
}

void rt_frame_report_write(struct rt_session *session, const XrFrameEndInfo *info)
{
    const struct rt_settings *settings = &session->object.instance->settings;
    const uint64_t number = session->frames.submitted;
    struct rt_report_line line;
    if (settings->report_every == 0 || number % settings->report_every != 0 ||
        !rt_report_begin(&line, settings))
        return;
    const struct frame frame = {&line.text, session, info->displayTime};
    us_json_text_raw(frame.text, "{");
    us_json_text_integer(frame.text, "frame", (int64_t)number);
    us_json_text_integer(frame.text, "time", info->displayTime);
    write_layers(&frame, "layers", info->layerCount, info->layers);
    const XrSecondaryViewConfigurationFrameEndInfoMSFT *secondary =
        rt_layers_secondary(session, info);
    if (secondary != NULL && secondary->viewConfigurationCount != 0)
        write_layers(&frame, "secondary", secondary->viewConfigurationLayersInfo[0].layerCount,
                     secondary->viewConfigurationLayersInfo[0].layers);
    else
        write_layers(&frame, "secondary", 0, NULL);
    us_json_text_raw(frame.text, "}");
    rt_report_end(&line);
}
