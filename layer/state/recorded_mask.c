/* SPDX-License-Identifier: MIT */
#include "layer/state/recorded_mask.h"

#include "session/session_changes.h"

static const struct us_session_mask *find_first(const struct us_session_info *info, uint32_t view,
                                                XrVisibilityMaskTypeKHR type)
{
    for (uint32_t i = 0; i < info->mask_count; i++) {
        if (info->masks[i].view == view && info->masks[i].type == (uint32_t)type)
            return &info->masks[i];
    }
    return NULL;
}

struct us_recorded_mask us_recorded_mask_find(const struct us_instance *instance,
                                              XrViewConfigurationType configuration, uint32_t view,
                                              XrVisibilityMaskTypeKHR type, double recording_s)
{
    struct us_recorded_mask found = {NULL, NULL};
    if (instance->loaded.session == NULL ||
        instance->loaded.session->info.view_configuration != (uint32_t)configuration)
        return found;
    found.changed = us_session_changes_mesh(instance->loaded.session_changes, US_SESSION_MESH_MASK,
                                            view, (uint32_t)type, recording_s);
    if (found.changed == NULL)
        found.first = find_first(&instance->loaded.session->info, view, type);
    return found;
}

static void write_first(const struct us_session_mask *from, XrVisibilityMaskKHR *out)
{
    for (uint32_t i = 0; i < from->vertex_count; i++)
        out->vertices[i] = (XrVector2f){from->vertices[2 * i], from->vertices[2 * i + 1]};
    for (uint32_t i = 0; i < from->index_count; i++)
        out->indices[i] = from->indices[i];
}

static void write_changed(const struct us_session_mesh *from, XrVisibilityMaskKHR *out)
{
    const union us_session_mesh_value *vertices = from->values[US_SESSION_MESH_POSITIONS];
    const union us_session_mesh_value *indices = from->values[US_SESSION_MESH_INDICES];
    for (uint32_t i = 0; i < from->head.vertex_count; i++)
        out->vertices[i] = (XrVector2f){vertices[2 * i].number, vertices[2 * i + 1].number};
    for (uint32_t i = 0; i < from->head.index_count; i++)
        out->indices[i] = (uint32_t)indices[i].integer;
}

XrResult us_recorded_mask_write(const struct us_recorded_mask *recorded, XrResult success,
                                XrVisibilityMaskKHR *out)
{
    const struct us_session_mask *first = recorded->first;
    const struct us_session_mesh *changed = recorded->changed;
    const bool wants_counts = out->vertexCapacityInput == 0 || out->indexCapacityInput == 0;
    out->vertexCountOutput = changed != NULL ? changed->head.vertex_count : first->vertex_count;
    out->indexCountOutput = changed != NULL ? changed->head.index_count : first->index_count;
    if (wants_counts)
        return success;
    if (out->vertexCapacityInput < out->vertexCountOutput ||
        out->indexCapacityInput < out->indexCountOutput)
        return XR_ERROR_SIZE_INSUFFICIENT;
    if (changed != NULL)
        write_changed(changed, out);
    else
        write_first(first, out);
    return success;
}
