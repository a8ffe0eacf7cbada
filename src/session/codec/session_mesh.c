/* SPDX-License-Identifier: MIT */
#include "session/codec/session_codec.h"

enum { NO_JOINT = 0x7fffffff }; /* XR_HAND_JOINT_MAX_ENUM_EXT */

/* What an array has a value for. */
enum per { PER_NOTHING, PER_VERTEX, PER_INDEX, PER_JOINT };

struct layout {
    enum per per;
    uint32_t values; /* for each */
};

static const struct layout layouts[US_SESSION_MESH_KINDS][US_SESSION_MESH_ARRAYS] = {
    [US_SESSION_MESH_MASK] =
        {[US_SESSION_MESH_POSITIONS] = {PER_VERTEX, 2}, [US_SESSION_MESH_INDICES] = {PER_INDEX, 1}},
    [US_SESSION_MESH_HAND] = {[US_SESSION_MESH_POSITIONS] = {PER_VERTEX, 3},
                              [US_SESSION_MESH_NORMALS] = {PER_VERTEX, 3},
                              [US_SESSION_MESH_UVS] = {PER_VERTEX, 2},
                              [US_SESSION_MESH_BLEND_INDICES] = {PER_VERTEX, 4},
                              [US_SESSION_MESH_BLEND_WEIGHTS] = {PER_VERTEX, 4},
                              [US_SESSION_MESH_INDICES] = {PER_INDEX, 1},
                              [US_SESSION_MESH_JOINT_POSES] = {PER_JOINT, 7},
                              [US_SESSION_MESH_JOINT_RADII] = {PER_JOINT, 1},
                              [US_SESSION_MESH_JOINT_PARENTS] = {PER_JOINT, 1}}};

uint32_t us_session_mesh_length(const struct us_session_mesh_head *head,
                                enum us_session_mesh_array array)
{
    const struct layout layout = layouts[head->kind][array];
    const uint32_t counts[] = {[PER_NOTHING] = 0,
                               [PER_VERTEX] = head->vertex_count,
                               [PER_INDEX] = head->index_count,
                               [PER_JOINT] = head->joint_count};
    return counts[layout.per] * layout.values;
}

bool us_session_mesh_is_integer(enum us_session_mesh_array array)
{
    return array == US_SESSION_MESH_BLEND_INDICES || array == US_SESSION_MESH_INDICES ||
           array == US_SESSION_MESH_JOINT_PARENTS;
}

bool us_session_mesh_head_is_valid(const struct us_session_mesh_head *head)
{
    if (head->kind == US_SESSION_MESH_MASK)
        return head->owner < US_SESSION_VIEWS_MAX && head->type >= 1 &&
               head->type <= US_SESSION_MASK_TYPES &&
               head->vertex_count <= US_SESSION_MASK_VERTICES_MAX &&
               head->index_count <= US_SESSION_MASK_INDICES_MAX && head->joint_count == 0;
    return head->kind == US_SESSION_MESH_HAND && head->owner < US_SESSION_HANDS &&
           head->type == 0 && head->vertex_count <= US_SESSION_MESH_VERTICES_MAX &&
           head->index_count <= US_SESSION_MESH_INDICES_MAX &&
           head->joint_count <= US_SESSION_MESH_JOINTS_MAX;
}

static bool is_known(const struct us_session_mesh_head *head, enum us_session_mesh_array array,
                     int32_t value)
{
    if (array == US_SESSION_MESH_INDICES)
        return value >= 0 && (uint32_t)value < head->vertex_count;
    if (array == US_SESSION_MESH_JOINT_PARENTS && value == NO_JOINT)
        return true;
    return value >= -1 && value < (int32_t)head->joint_count;
}

bool us_session_mesh_part_is_valid(const struct us_session_mesh_part *part)
{
    if (!us_session_mesh_head_is_valid(&part->head) ||
        (unsigned)part->array >= US_SESSION_MESH_ARRAYS || part->count > US_SESSION_MESH_VALUES)
        return false;
    uint32_t length = us_session_mesh_length(&part->head, part->array);
    if (part->first > length || part->count > length - part->first)
        return false;
    for (uint32_t i = 0; us_session_mesh_is_integer(part->array) && i < part->count; i++)
        if (!is_known(&part->head, part->array, part->values[i].integer))
            return false;
    return true;
}

bool us_session_mesh_next(struct us_session_mesh_part *part)
{
    const bool is_first = part->array == US_SESSION_MESH_ARRAYS;
    uint32_t array = is_first ? 0 : (uint32_t)part->array;
    uint32_t first = is_first ? 0 : part->first + part->count;
    while (array < US_SESSION_MESH_ARRAYS &&
           first >= us_session_mesh_length(&part->head, (enum us_session_mesh_array)array)) {
        array++;
        first = 0;
    }
    if (array == US_SESSION_MESH_ARRAYS && !is_first)
        return false;
    part->array = array == US_SESSION_MESH_ARRAYS ? 0 : (enum us_session_mesh_array)array;
    uint32_t rest = us_session_mesh_length(&part->head, part->array) - first;
    part->first = first;
    part->count = rest < US_SESSION_MESH_VALUES ? rest : US_SESSION_MESH_VALUES;
    return true;
}
