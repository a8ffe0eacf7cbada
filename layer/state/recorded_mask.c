/* SPDX-License-Identifier: MIT */
#include "layer/state/recorded_mask.h"

#include "session/session_reader.h"

const struct us_session_mask *us_recorded_mask_find(const struct us_instance *instance,
                                                    XrViewConfigurationType configuration,
                                                    uint32_t view, XrVisibilityMaskTypeKHR type)
{
    if (instance->loaded.session == NULL)
        return NULL;
    const struct us_session_info *info = &instance->loaded.session->info;
    if (info->view_configuration != (uint32_t)configuration)
        return NULL;
    for (uint32_t i = 0; i < info->mask_count; i++) {
        if (info->masks[i].view == view && info->masks[i].type == (uint32_t)type)
            return &info->masks[i];
    }
    return NULL;
}

XrResult us_recorded_mask_write(const struct us_session_mask *recorded, XrResult success,
                                XrVisibilityMaskKHR *out)
{
    const bool wants_counts = out->vertexCapacityInput == 0 || out->indexCapacityInput == 0;
    out->vertexCountOutput = recorded->vertex_count;
    out->indexCountOutput = recorded->index_count;
    if (wants_counts)
        return success;
    if (out->vertexCapacityInput < recorded->vertex_count ||
        out->indexCapacityInput < recorded->index_count)
        return XR_ERROR_SIZE_INSUFFICIENT;
    for (uint32_t i = 0; i < recorded->vertex_count; i++)
        out->vertices[i] = (XrVector2f){recorded->vertices[2 * i], recorded->vertices[2 * i + 1]};
    for (uint32_t i = 0; i < recorded->index_count; i++)
        out->indices[i] = recorded->indices[i];
    return success;
}
