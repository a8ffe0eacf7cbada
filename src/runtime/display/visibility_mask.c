/* SPDX-License-Identifier: MIT */
/*
 * XR_KHR_visibility_mask. Each eye of the headset sees an octagon: the corners of its field of view
 * are cut off by a quarter of the width and of the height. Insets and the observer's camera have no
 * mask, nor has an eye while a script says so. Vertices are on the plane z = -1 of the view.
 */
#include <math.h>

#include "runtime/instance/call.h"
#include "runtime/instance/instance.h"
#include "person/geometry.h"
#include "runtime/session/session.h"

#define CUT 0.25f
#define CORNERS 4u
#define OCTAGON 8u
#define VERTEX_LIMIT 12u
#define INDEX_LIMIT 18u

struct mask {
    uint32_t vertex_count;
    XrVector2f vertices[VERTEX_LIMIT];
    uint32_t index_count;
    uint32_t indices[INDEX_LIMIT];
};

/* The octagon, counter-clockwise. The cut before corner c joins vertices 2 c and 2 c + 1; corner 0
 * is the lower left one. */
static void fill_octagon(XrFovf fov, XrVector2f out_corners[CORNERS],
                         XrVector2f out_octagon[OCTAGON])
{
    const float left = tanf(fov.angleLeft), right = tanf(fov.angleRight);
    const float down = tanf(fov.angleDown), up = tanf(fov.angleUp);
    const float x = CUT * (right - left), y = CUT * (up - down);
    const XrVector2f corners[CORNERS] = {{left, down}, {right, down}, {right, up}, {left, up}};
    const XrVector2f octagon[OCTAGON] = {
        {left, down + y}, {left + x, down}, {right - x, down}, {right, down + y},
        {right, up - y},  {right - x, up},  {left + x, up},    {left, up - y},
    };
    memcpy(out_corners, corners, sizeof corners);
    memcpy(out_octagon, octagon, sizeof octagon);
}

/* A triangle in each corner: the corner and the ends of its cut. */
static void fill_hidden(struct mask *mask, XrFovf fov)
{
    XrVector2f corners[CORNERS];
    XrVector2f octagon[OCTAGON];
    fill_octagon(fov, corners, octagon);
    for (uint32_t c = 0; c < CORNERS; c++) {
        mask->vertices[3 * c] = corners[c];
        mask->vertices[3 * c + 1] = octagon[2 * c + 1];
        mask->vertices[3 * c + 2] = octagon[2 * c];
    }
    mask->vertex_count = mask->index_count = 3 * CORNERS;
    for (uint32_t i = 0; i < mask->index_count; i++)
        mask->indices[i] = i;
}

static void fill_visible(struct mask *mask, XrFovf fov, bool loop)
{
    XrVector2f corners[CORNERS];
    fill_octagon(fov, corners, mask->vertices);
    mask->vertex_count = OCTAGON;
    for (uint32_t i = 0; loop && i < OCTAGON; i++)
        mask->indices[mask->index_count++] = i;
    for (uint32_t i = 1; !loop && i + 1 < OCTAGON; i++) {
        mask->indices[mask->index_count++] = 0;
        mask->indices[mask->index_count++] = i;
        mask->indices[mask->index_count++] = i + 1;
    }
}

static bool has_mask(const struct rt_session *session, XrViewConfigurationType view_type,
                     uint32_t view)
{
    return view_type != RT_SYSTEM_OBSERVER && view < 2 &&
           rt_person_has_mask(&session->object.instance->person, rt_session_time(session));
}

static XrResult get(const struct rt_session *session, XrViewConfigurationType view_type,
                    uint32_t view, XrVisibilityMaskTypeKHR type, XrVisibilityMaskKHR *out)
{
    if (out == NULL || out->type != XR_TYPE_VISIBILITY_MASK_KHR ||
        type < XR_VISIBILITY_MASK_TYPE_HIDDEN_TRIANGLE_MESH_KHR ||
        type > XR_VISIBILITY_MASK_TYPE_LINE_LOOP_KHR)
        return XR_ERROR_VALIDATION_FAILURE;
    const uint32_t views = rt_system_view_count(session->object.instance, view_type);
    if (views == 0)
        return XR_ERROR_VIEW_CONFIGURATION_TYPE_UNSUPPORTED;
    /* One capacity of 0 means that all are (OpenXR 1.0, "Buffer Size Parameters"). */
    const bool wants_counts = out->vertexCapacityInput == 0 || out->indexCapacityInput == 0;
    if (view >= views || (!wants_counts && (out->vertices == NULL || out->indices == NULL)))
        return XR_ERROR_VALIDATION_FAILURE;
    struct mask mask = {0};
    if (has_mask(session, view_type, view) &&
        type == XR_VISIBILITY_MASK_TYPE_HIDDEN_TRIANGLE_MESH_KHR)
        fill_hidden(&mask, rt_geometry_fov(view));
    else if (has_mask(session, view_type, view))
        fill_visible(&mask, rt_geometry_fov(view), type == XR_VISIBILITY_MASK_TYPE_LINE_LOOP_KHR);
    out->vertexCountOutput = mask.vertex_count;
    out->indexCountOutput = mask.index_count;
    if (wants_counts)
        return XR_SUCCESS;
    if (out->vertexCapacityInput < mask.vertex_count || out->indexCapacityInput < mask.index_count)
        return XR_ERROR_SIZE_INSUFFICIENT;
    if (mask.vertex_count == 0)
        return XR_SUCCESS;
    memcpy(out->vertices, mask.vertices, mask.vertex_count * sizeof mask.vertices[0]);
    memcpy(out->indices, mask.indices, mask.index_count * sizeof mask.indices[0]);
    return XR_SUCCESS;
}

RT_CALL(xrGetVisibilityMaskKHR, SESSION,
        (XrSession handle, XrViewConfigurationType viewConfigurationType, uint32_t viewIndex,
         XrVisibilityMaskTypeKHR visibilityMaskType, XrVisibilityMaskKHR *visibilityMask),
        get(object, viewConfigurationType, viewIndex, visibilityMaskType, visibilityMask))
