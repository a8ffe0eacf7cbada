/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <math.h>

#include "core/base/text.h"
#include "tool/convert/table/row.h"

enum { NONE = 2, TRACKED_SHIFT = 2, ALL_PARTS = 3 };

void tool_table_row_begin(struct tool_table_reading *reading)
{
    memset(reading->filled, 0, sizeof reading->filled);
    memset(&reading->row, 0, sizeof reading->row);
    reading->row.frame.should_render = true;
    reading->filled_count = 0;
}

/* ---- One cell ---- */

static const char *read_word(const char *text, const char *const *words, uint8_t *out,
                             const char *wrong)
{
    static const char *const truths[] = {"false", "true", NULL};
    const int place = us_text_find(words, text);
    if (place >= 0) {
        *out = (uint8_t)place;
        return NULL;
    }
    return words != truths ? read_word(text, truths, out, wrong) : wrong;
}

static const char *read_text(const char *text, char *out, size_t size)
{
    const size_t length = strlen(text);
    if (length >= size)
        return size == US_SESSION_TEXT_SIZE ? "is longer than 255 bytes"
                                            : "is longer than 127 bytes";
    memcpy(out, text, length + 1);
    return NULL;
}

static const char *read_control(struct tool_table_reading *reading,
                                const struct tool_table_column *to, const char *text, uint8_t *word)
{
    static const char *const truths[] = {"0", "1", NULL};
    struct us_session_input *input = &reading->row.input;
    struct us_session_value *value = &input->values[to->offset];
    if (to->kind == TOOL_TABLE_BOOLEAN) {
        const char *wrong = read_word(text, truths, word, "is neither 0 nor 1");
        input->truths[to->offset] = *word != 0 ? US_SESSION_TRUTH_TRUE : US_SESSION_TRUTH_FALSE;
        return wrong;
    }
    input->active[to->offset] = 1;
    const char *wrong =
        tool_table_read_float(text, to->kind == TOOL_TABLE_X ? &value->x : &value->y);
    const bool is_button =
        reading->columns->components.components[to->offset].type == US_SESSION_COMPONENT_BOOLEAN;
    return wrong == NULL && is_button && value->x != 0.0f && value->x != 1.0f ? "is neither 0 nor 1"
                                                                              : wrong;
}

static const char *read_cell(struct tool_table_reading *reading, int column, const char *text)
{
    static const char *const parts[] = {"0", "orientation", "position", "1", NULL};
    static const char *const actives[] = {"0", "1", "none", NULL};
    static const char negative[] = "is negative; leave the cell empty if it is not known";
    const struct tool_table_column *to = &reading->columns->list[column];
    uint8_t *word = &reading->words[column];
    char *at = (char *)&reading->row + to->offset;
    uint64_t whole = 0;
    const char *wrong = NULL;
    switch (to->kind) {
    case TOOL_TABLE_SECONDS:
        return tool_table_read_seconds(text, (int64_t *)(void *)at);
    case TOOL_TABLE_DURATION:
        wrong = tool_table_read_seconds(text, (int64_t *)(void *)at);
        return wrong == NULL && *(int64_t *)(void *)at < 0 ? negative : wrong;
    case TOOL_TABLE_FLOAT:
        return tool_table_read_float(text, (float *)(void *)at);
    case TOOL_TABLE_SIZE:
        wrong = tool_table_read_float(text, (float *)(void *)at);
        return wrong == NULL && *(float *)(void *)at < 0.0f ? negative : wrong;
    case TOOL_TABLE_WHOLE:
    case TOOL_TABLE_STATE:
    case TOOL_TABLE_PRESENCE:
        wrong = tool_table_read_whole(text, tool_table_whole_most(to->kind), &whole);
        *(uint32_t *)(void *)at = (uint32_t)whole;
        return wrong;
    case TOOL_TABLE_WIDE:
        return tool_table_read_whole(text, UINT64_MAX, (uint64_t *)(void *)at);
    case TOOL_TABLE_TEXT:
        return read_text(text, at, US_SESSION_TEXT_SIZE);
    case TOOL_TABLE_PATH:
        return us_text_profile(text) == text ? "is no path of a profile; write for example "
                                               "/interaction_profiles/oculus/touch_controller"
                                             : read_text(text, at, US_SESSION_PATH_SIZE);
    case TOOL_TABLE_PARTS:
        wrong = read_word(text, parts, word, "is not 0, 1, orientation or position");
        *word = *word == 1 && strcmp(text, "true") == 0 ? 3 : *word;
        return wrong;
    case TOOL_TABLE_ACTIVE:
        return read_word(text, actives, word, "is not 0, 1 or none");
    case TOOL_TABLE_TRUTH:
    case TOOL_TABLE_PINCH:
        wrong = read_word(text, actives, word, "is neither 0 nor 1");
        if (to->kind == TOOL_TABLE_TRUTH)
            *(bool *)at = *word == 1;
        return *word == NONE ? "is neither 0 nor 1" : wrong;
    default:
        return read_control(reading, to, text, word);
    }
}

enum us_result tool_table_row_put(struct tool_table_reading *reading, int column, const char *text,
                                  struct us_error *error)
{
    const char *name = reading->columns->list[column].name, *wrong = NULL;
    if (reading->filled[column])
        wrong = "comes a second time in the line; leave one out";
    else if (*text != '\0')
        wrong = read_cell(reading, column, text);
    if (wrong != NULL)
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL, "column %s: '%.40s' %s",
                              name, text, wrong);
    reading->filled[column] = *text != '\0';
    reading->filled_count += *text != '\0';
    return US_OK;
}

bool tool_table_row_is_marker(const struct tool_table_reading *reading)
{
    return reading->row.marker[0] != '\0' && reading->filled_count == 2; /* and the time */
}

bool tool_table_row_has(const struct tool_table_reading *reading, const char *name)
{
    const int column = tool_table_columns_find(reading->columns, name);
    return column != TOOL_TABLE_NOWHERE && reading->filled[column];
}

/* ---- The whole line ---- */

static const char *why_missing(const struct tool_table_reading *reading, int column)
{
    return reading->in_file[column] ? "the cell is empty" : "the file lacks it";
}

/* Of a group: the flags of the sorts that are there. A sort that is there in part is an error. */
static enum us_result find_sorts(const struct tool_table_reading *reading,
                                 const struct tool_table_group *group, unsigned *out_has,
                                 struct us_error *error)
{
    int missing[TOOL_TABLE_SORTS];
    bool has[TOOL_TABLE_SORTS] = {false};
    *out_has = 0;
    for (int i = 0; i < TOOL_TABLE_SORTS; i++)
        missing[i] = TOOL_TABLE_NOWHERE;
    for (int i = group->first; i < group->first + group->count; i++) {
        const unsigned sort = reading->columns->list[i].sort;
        if (reading->filled[i])
            has[sort] = true;
        else
            missing[sort] = i;
    }
    for (int i = 0; i < TOOL_TABLE_OWN; i++) {
        if (has[i] && missing[i] != TOOL_TABLE_NOWHERE)
            return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                                  "column %s: %s; write all parts of a position (x y z), an "
                                  "orientation (qx qy qz qw) or a velocity, or none",
                                  reading->columns->list[missing[i]].name,
                                  why_missing(reading, missing[i]));
        *out_has |= has[i] ? tool_table_sort_flags[i] : 0;
    }
    return US_OK;
}

static enum us_result check_rotation(const struct tool_table_reading *reading,
                                     const struct tool_table_group *group,
                                     const struct us_pose *pose, unsigned has,
                                     struct us_error *error)
{
    const float square = us_quat_dot(pose->rotation, pose->rotation);
    if ((has & US_SESSION_ORIENTATION_VALID) == 0 || fabsf(square - 1.0f) < 0.02f)
        return US_OK;
    int first = group->first;
    while (reading->columns->list[first].sort != TOOL_TABLE_ORIENTATION)
        first++;
    return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                          "column %s: the quaternion has the length %.3g, not 1; divide it by its "
                          "length, or leave its cells empty where there is no orientation",
                          reading->columns->list[first].name, (double)sqrtf(square));
}

/* The place of a part of a group, if the line has it. */
static bool find_word(const struct tool_table_reading *reading,
                      const struct tool_table_group *group, const char *part, uint8_t *out)
{
    for (int i = group->first; i < group->first + group->count; i++) {
        if (us_text_ends_in(reading->columns->list[i].name, part)) {
            *out = reading->filled[i] ? reading->words[i] : *out;
            return reading->filled[i];
        }
    }
    return false;
}

/* Whether the words of a pose name only what is there; "1" is all that is there. */
static enum us_result check_words(const struct tool_table_reading *reading,
                                  const struct tool_table_group *group, unsigned has,
                                  struct us_error *error)
{
    const unsigned there = has & US_SESSION_BOTH_VALID;
    for (int i = group->first; i < group->first + group->count; i++) {
        const struct tool_table_column *column = &reading->columns->list[i];
        const bool is_radius = group->shape == TOOL_TABLE_JOINT &&
                               column->kind == TOOL_TABLE_FLOAT && column->sort == TOOL_TABLE_OWN;
        const unsigned word = column->kind == TOOL_TABLE_PARTS ? reading->words[i]
                              : is_radius                      ? ALL_PARTS
                                                               : 0;
        if (reading->filled[i] && (word == ALL_PARTS ? there == 0 : (word & ~there) != 0))
            return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                                  "column %s: the cells of the pose are empty; write them, or "
                                  "leave this one empty",
                                  column->name);
    }
    return US_OK;
}

/* The flags of a pose whose sorts are there. */
static uint8_t flags_of(const struct tool_table_reading *reading,
                        const struct tool_table_group *group, unsigned has)
{
    uint8_t valid = US_SESSION_BOTH_VALID;
    (void)find_word(reading, group, ".valid", &valid);
    valid &= has & US_SESSION_BOTH_VALID;
    uint8_t tracked = valid;
    (void)find_word(reading, group, ".tracked", &tracked);
    tracked &= valid;
    const unsigned pose = (unsigned)valid | (unsigned)tracked << TRACKED_SHIFT;
    return (uint8_t)(pose | (has & US_SESSION_BOTH_MOVING));
}

static void end_place(struct tool_table_reading *reading, const struct tool_table_group *group,
                      unsigned has, struct us_session_location *place)
{
    uint8_t active = group->shape == TOOL_TABLE_PLACE || (has & US_SESSION_BOTH_VALID) != 0;
    place->flags = flags_of(reading, group, has);
    (void)find_word(reading, group, ".active", &active);
    place->is_recorded = active != NONE;
    place->is_active = active == 1;
}

static void end_joint(struct tool_table_reading *reading, const struct tool_table_group *group,
                      unsigned has)
{
    struct us_session_hand_joints *hand = &reading->row.frame.hands[group->hand];
    struct us_session_joint *joint = &hand->joints[group->item];
    const int radius = group->first + group->count - 1;
    joint->flags = flags_of(reading, group, has);
    hand->is_recorded = true;
    hand->is_active |= has != 0;
    if (reading->filled[radius] || has == 0)
        return;
    joint->radius_m = us_joint_radius_m(us_joint_from_openxr(group->item));
    reading->invented.radii += (joint->flags & US_SESSION_BOTH_VALID) != 0;
}

/* It comes behind its joints. */
static void end_hand(const struct tool_table_reading *reading, const struct tool_table_group *group,
                     struct us_session_hand_joints *hand)
{
    uint8_t active = hand->is_active;
    (void)find_word(reading, group, ".active", &active);
    hand->is_recorded = active != NONE;
    hand->is_active = active == 1;
}

static void end_aim_state(const struct tool_table_reading *reading,
                          const struct tool_table_group *group, unsigned has,
                          struct us_session_hand_aim *aim)
{
    uint8_t pinch = 0, none = 0;
    const bool has_pinch = find_word(reading, group, ".pinch", &pinch);
    if (!find_word(reading, group, ".aim_status", &none))
        aim->status = has != 0 ? TOOL_TABLE_AIM_HAS_POSE : 0;
    aim->status = has_pinch ? (aim->status & ~(uint64_t)US_SESSION_AIM_INDEX_PINCHING) |
                                  (pinch != 0 ? (uint64_t)US_SESSION_AIM_INDEX_PINCHING : 0)
                            : aim->status;
    for (int i = group->first; i < group->first + group->count; i++)
        aim->is_recorded |= reading->filled[i];
}

static enum us_result end_view(const struct tool_table_reading *reading,
                               const struct tool_table_group *group, struct us_session_frame *frame,
                               struct us_error *error)
{
    int missing = TOOL_TABLE_NOWHERE;
    bool is_any = false;
    for (int i = group->first; i < group->first + group->count; i++)
        if (reading->filled[i])
            is_any = true;
        else if (missing == TOOL_TABLE_NOWHERE)
            missing = i;
    if (is_any && missing != TOOL_TABLE_NOWHERE)
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "column %s: write all cells of a view, or none",
                              reading->columns->list[missing].name);
    if (is_any && frame->view_count != group->item)
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "column %s: views begin with view0, without a gap",
                              reading->columns->list[group->first].name);
    frame->view_count += is_any;
    return US_OK;
}

static enum us_result end_group(struct tool_table_reading *reading,
                                const struct tool_table_group *group, struct us_error *error)
{
    unsigned has = 0;
    void *at = (char *)&reading->row + group->offset;
    const struct us_pose *pose =
        group->shape == TOOL_TABLE_JOINT       ? &((struct us_session_joint *)at)->pose
        : group->shape == TOOL_TABLE_AIM_STATE ? &((struct us_session_hand_aim *)at)->pose
        : group->shape == TOOL_TABLE_VIEW      ? &((struct us_session_view *)at)->pose
                                               : &((struct us_session_location *)at)->pose;
    enum us_result result = find_sorts(reading, group, &has, error);
    if (result == US_OK && has != 0)
        result = check_rotation(reading, group, pose, has, error);
    if (result == US_OK)
        result = check_words(reading, group, has, error);
    if (group->shape == TOOL_TABLE_PLACE || group->shape == TOOL_TABLE_POSE)
        end_place(reading, group, has, at);
    else if (group->shape == TOOL_TABLE_JOINT)
        end_joint(reading, group, has);
    else if (group->shape == TOOL_TABLE_HAND)
        end_hand(reading, group, at);
    else if (group->shape == TOOL_TABLE_AIM_STATE)
        end_aim_state(reading, group, has, at);
    else if (group->shape == TOOL_TABLE_VIEW)
        result = result == US_OK ? end_view(reading, group, &reading->row.frame, error) : result;
    return result;
}

/* A played hand has no radius of 0 where its joint has no pose. */
static void fill_radii(struct us_session_frame *frame)
{
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++)
        for (unsigned i = 0; i < US_SESSION_JOINTS && frame->hands[hand].is_active; i++) {
            struct us_session_joint *joint = &frame->hands[hand].joints[i];
            if ((joint->flags & US_SESSION_BOTH_VALID) == 0 && joint->radius_m == 0.0f)
                joint->radius_m = us_joint_radius_m(us_joint_from_openxr((int)i));
        }
}

/* The axis of a stick has the value of its vector. */
static void fill_axes(struct us_session_input *input,
                      const struct us_session_components *components)
{
    for (uint32_t i = 0; i < components->count; i++) {
        const uint32_t vector = us_session_component_vector(components, i);
        if (vector == components->count)
            continue;
        const char *path = components->components[i].path;
        const struct us_session_value *from = &input->values[vector];
        input->active[i] = input->active[vector];
        input->values[i].x = path[strlen(path) - 1] == 'x' ? from->x : from->y;
    }
}

/* One side alone is no bounds. */
static enum us_result end_bounds(const struct tool_table_reading *reading,
                                 struct us_session_frame *frame, struct us_error *error)
{
    static const char *const names[] = {"stage_width", "stage_depth"};
    const float sides_m[] = {frame->stage_width_m, frame->stage_depth_m};
    int columns[2];
    for (int i = 0; i < 2; i++)
        columns[i] = tool_table_columns_find(reading->columns, names[i]);
    for (int i = 0; i < 2; i++) {
        const bool is_missing = !reading->filled[columns[i]];
        if (reading->filled[columns[1 - i]] &&
            (is_missing || (sides_m[1 - i] > 0.0f && sides_m[i] == 0.0f)))
            return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                                  "column %s: %s; write both sides of the stage, or none", names[i],
                                  is_missing ? why_missing(reading, columns[i]) : "it is 0");
    }
    frame->has_stage_bounds = sides_m[0] > 0.0f && sides_m[1] > 0.0f;
    return US_OK;
}

enum us_result tool_table_row_end(struct tool_table_reading *reading, struct us_error *error)
{
    struct us_session_frame *frame = &reading->row.frame;
    const struct tool_table_columns *columns = reading->columns;
    enum us_result result = US_OK;
    for (int i = 0; i < columns->group_count && result == US_OK; i++)
        if (reading->group_in_file[i] && columns->groups[i].shape != TOOL_TABLE_LINE)
            result = end_group(reading, &columns->groups[i], error);
    for (int i = 0; i < columns->count && result == US_OK; i++) {
        const struct tool_table_column *column = &columns->list[i];
        if (column->group == TOOL_TABLE_GROUPS_MOST && !reading->filled[i] &&
            columns->components.components[column->offset].type == US_SESSION_COMPONENT_VECTOR2 &&
            reading->row.input.active[column->offset] != 0)
            return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                                  "column %s: the cell is empty; write x and y, or none",
                                  column->name);
    }
    fill_axes(&reading->row.input, &columns->components);
    fill_radii(frame);
    if (result == US_OK)
        result = end_bounds(reading, frame, error);
    if (frame->view_count > 0 && !tool_table_row_has(reading, "view_flags"))
        frame->view_flags = TOOL_TABLE_VIEW_FLAGS_ALL;
    reading->row.input.count = columns->components.count;
    return result;
}
