/* SPDX-License-Identifier: MIT */
#include "tool/drive/drive.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tool/cli/json.h"

enum { PICTURES_KEPT = 8, RELATIONS_MOST = 2 };

bool tool_seen_read_numbers(const cJSON *array, int count, double *out)
{
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) != count)
        return false;
    for (int i = 0; i < count; i++) {
        const cJSON *item = cJSON_GetArrayItem(array, i);
        if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble))
            return false;
        out[i] = item->valuedouble;
    }
    return true;
}

bool tool_seen_read_pose(const cJSON *array, struct us_pose *out)
{
    double v[7];
    if (!tool_seen_read_numbers(array, 7, v))
        return false;
    *out = (struct us_pose){
        us_quat_normalize((struct us_quat){(float)v[3], (float)v[4], (float)v[5], (float)v[6]}),
        {(float)v[0], (float)v[1], (float)v[2]}};
    return true;
}

/* ---- What is kept of a picture ---- */

static void add_pose(cJSON *object, const char *key, const struct us_pose *pose)
{
    const float numbers[7] = {pose->position_m.x, pose->position_m.y, pose->position_m.z,
                              pose->rotation.x,   pose->rotation.y,   pose->rotation.z,
                              pose->rotation.w};
    cJSON_AddItemToObject(object, key, cJSON_CreateFloatArray(numbers, 7));
}

/* Takes the lines about the frame. Those before it, and before playback, are of other pictures;
 * those behind it may be of the next one. */
static cJSON *take_lines(struct tool_drive_task *task, uint64_t frame)
{
    cJSON *lines = cJSON_CreateArray(), *later = cJSON_CreateArray();
    for (cJSON *line; (line = cJSON_DetachItemFromArray(task->seen, 0)) != NULL;) {
        const double of = tool_json_number(line, "frame", -1.0);
        if (of < (double)frame)
            cJSON_Delete(line);
        else
            cJSON_AddItemToArray(of > (double)frame ? later : lines, line);
    }
    cJSON_Delete(task->seen);
    task->seen = later;
    return lines;
}

static cJSON *copy_shots(const struct tool_drive_task *task, uint64_t frame)
{
    cJSON *shots = cJSON_CreateArray();
    const cJSON *shot;
    cJSON_ArrayForEach(shot, task->found)
        if (tool_json_number(shot, "frame", (double)frame) == (double)frame)
            cJSON_AddItemToArray(shots, cJSON_Duplicate(shot, true));
    return shots;
}

void tool_drive_forget_seen(struct tool_drive_task *task, uint64_t frame)
{
    cJSON *next = NULL;
    for (cJSON *line = task->seen != NULL ? task->seen->child : NULL; line != NULL; line = next) {
        next = line->next;
        if (tool_json_number(line, "frame", -1.0) < (double)frame)
            cJSON_Delete(cJSON_DetachItemViaPointer(task->seen, line));
    }
}

void tool_drive_keep_picture(struct tool_drive *drive, uint64_t frame)
{
    const struct us_session_frame *then = tool_drive_world_frame(&drive->world, frame);
    cJSON *picture = cJSON_CreateObject();
    cJSON_AddNumberToObject(picture, "frame", (double)frame);
    add_pose(picture, "head", &then->head.pose);
    add_pose(picture, "local", &then->spaces[US_SESSION_SPACE_LOCAL].pose);
    cJSON_AddItemToObject(picture, "lines", take_lines(&drive->task, frame));
    cJSON_AddItemToObject(picture, "shots", copy_shots(&drive->task, frame));
    cJSON_AddItemToObject(picture, "layers", cJSON_Duplicate(drive->log.layers, true));
    cJSON_AddItemToObject(picture, "spaces", cJSON_Duplicate(drive->log.spaces, true));
    if (drive->seen == NULL)
        drive->seen = cJSON_CreateArray();
    cJSON_InsertItemInArray(drive->seen, 0, picture);
    cJSON_DeleteItemFromArray(drive->seen, PICTURES_KEPT);
}

const cJSON *tool_seen_picture(const struct tool_drive *drive, double frame)
{
    const cJSON *picture;
    cJSON_ArrayForEach(picture, drive->seen)
        if (frame < 0.0 || tool_json_number(picture, "frame", -1.0) == frame)
            return picture;
    return NULL;
}

const cJSON *tool_seen_line(const cJSON *picture, const char *event)
{
    const cJSON *line;
    cJSON_ArrayForEach(line, tool_json_get(picture, "lines"))
        if (tool_json_is_text(line, "e", event))
            return line;
    return NULL;
}

/* ---- Spaces ---- */

static const cJSON *find_space(const cJSON *picture, double number)
{
    char key[32];
    snprintf(key, sizeof key, "%.0f", number);
    return tool_json_get(tool_json_get(picture, "spaces"), key);
}

static bool place_space(const cJSON *picture, double number, int relations, struct us_pose *out);

/* By what the app asked in this frame: where the space is in another one, or that one in it. */
static bool place_by_answers(const cJSON *picture, double number, int relations,
                             struct us_pose *out)
{
    const cJSON *line;
    cJSON_ArrayForEach(line, tool_json_get(picture, "lines")) {
        const double space = tool_json_number(line, "space", 0.0),
                     base = tool_json_number(line, "base", 0.0);
        const char *flags = tool_json_text(line, "flags", NULL);
        struct us_pose T_base_space, T_local_other;
        if (!tool_json_is_text(line, "e", "locate") || space == base ||
            (space != number && base != number) || flags == NULL || strchr(flags, 'o') == NULL ||
            strchr(flags, 'p') == NULL ||
            !tool_seen_read_pose(tool_json_get(line, "pose"), &T_base_space) ||
            !place_space(picture, space == number ? base : space, relations - 1, &T_local_other))
            continue;
        *out = us_pose_multiply(T_local_other,
                                space == number ? T_base_space : us_pose_inverse(T_base_space));
        return true;
    }
    return false;
}

/* By where the app's views were in it: the head is between them. */
static bool place_by_views(const cJSON *picture, double number, struct us_pose *out)
{
    const cJSON *line = tool_seen_line(picture, "views"), *poses = tool_json_get(line, "poses");
    struct us_pose left, right, T_local_head;
    if (tool_json_number(line, "base", 0.0) != number ||
        !tool_seen_read_pose(cJSON_GetArrayItem(poses, 0), &left) ||
        !tool_seen_read_pose(cJSON_GetArrayItem(poses, 1), &right) ||
        !tool_seen_read_pose(tool_json_get(picture, "head"), &T_local_head))
        return false;
    left.position_m = us_vec3_scale(us_vec3_add(left.position_m, right.position_m), 0.5f);
    *out = us_pose_multiply(T_local_head, us_pose_inverse(left));
    return true;
}

/* Where a space is in LOCAL as it was at the start, in which commands are: recentring has moved the
 * app's. */
static bool place_space(const cJSON *picture, double number, int relations, struct us_pose *out)
{
    const cJSON *space = find_space(picture, number);
    struct us_pose offset, parent;
    if (tool_seen_read_pose(tool_json_get(space, "pose"), &offset) &&
        tool_json_is_text(space, "kind", "reference")) {
        const char *by = tool_json_is_text(space, "type", "LOCAL")  ? "local"
                         : tool_json_is_text(space, "type", "VIEW") ? "head"
                                                                    : "";
        if (tool_seen_read_pose(tool_json_get(picture, by), &parent)) {
            *out = us_pose_multiply(parent, offset);
            return true;
        }
    }
    return (relations > 0 && place_by_answers(picture, number, relations, out)) ||
           place_by_views(picture, number, out);
}

const cJSON *tool_seen_space_number(const cJSON *picture, const char *name)
{
    const cJSON *space;
    cJSON_ArrayForEach(space, tool_json_get(picture, "spaces"))
        if (tool_log_tail_is_space(space, name))
            return tool_json_get(space, "space");
    return NULL;
}

bool tool_seen_place_space(const cJSON *picture, double number, struct us_pose *out)
{
    return place_space(picture, number, RELATIONS_MOST, out);
}
