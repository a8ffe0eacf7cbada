/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tool/convert/table/row.h"

static bool are_views_numbers(const struct us_session_frame *frame)
{
    static const struct us_vec3 still;
    bool are_numbers = true;
    for (unsigned i = 0; i < frame->view_count && i < US_SESSION_VIEWS_MAX; i++) {
        const struct us_session_view *view = &frame->views[i];
        are_numbers &= us_session_playable(US_SESSION_BOTH_VALID, &view->pose, &still, &still) ==
                           US_SESSION_BOTH_VALID &&
                       isfinite(view->fov.left_rad + view->fov.right_rad + view->fov.up_rad +
                                view->fov.down_rad);
    }
    return are_numbers;
}

static const void *struct_of(const struct tool_table_row *row, const struct tool_table_group *group)
{
    return (const char *)row + group->offset;
}

static void find_valid(struct tool_table_writing *writing, const struct tool_table_group *group,
                       uint8_t *out)
{
    static const struct us_vec3 still;
    const void *at = struct_of(writing->row, group);
    const struct us_session_hand_joints *hand = &writing->row->frame.hands[group->hand];
    const struct us_session_location *place = at;
    const struct us_session_joint *joint = at;
    const struct us_session_hand_aim *aim = at;
    uint8_t flags = 0;
    *out = 0;
    if (group->shape == TOOL_TABLE_PLACE || group->shape == TOOL_TABLE_POSE) {
        flags = place->is_recorded ? place->flags : 0;
        *out = us_session_playable(flags, &place->pose, &place->linear_m_s, &place->angular_rad_s);
    } else if (group->shape == TOOL_TABLE_JOINT) {
        flags = hand->is_recorded && hand->is_active ? joint->flags : 0;
        *out = us_session_playable(flags, &joint->pose, &joint->linear_m_s, &joint->angular_rad_s);
    } else if (group->shape == TOOL_TABLE_AIM_STATE) {
        flags = aim->is_recorded && (aim->status & US_SESSION_AIM_VALID) != 0
                    ? US_SESSION_BOTH_VALID
                    : 0;
        *out = us_session_playable(flags, &aim->pose, &still, &still);
    } else if (group->shape == TOOL_TABLE_VIEW) {
        flags = group->item < writing->row->frame.view_count ? US_SESSION_BOTH_VALID : 0;
        *out = are_views_numbers(&writing->row->frame) ? flags : 0; /* all of them, or none */
    }
    writing->not_numbers += ((*out ^ flags) & ~US_SESSION_BOTH_TRACKED) != 0;
}

void tool_table_writing_begin(struct tool_table_writing *writing,
                              const struct tool_table_columns *columns,
                              const struct tool_table_row *row)
{
    writing->row = row;
    for (int i = 0; i < columns->group_count; i++)
        find_valid(writing, &columns->groups[i], &writing->valid[i]);
}

void tool_table_row_set_input(struct tool_table_row *row, const struct us_session_components *from,
                              const int *places, const struct us_session_input *input)
{
    row->input.result = input->result;
    for (uint32_t i = 0; i < from->count && i < input->count; i++) {
        const int place = places[i];
        if (place == TOOL_TABLE_NOWHERE)
            continue;
        row->input.active[place] = input->active[i];
        row->input.values[place] = input->values[i];
        row->input.truths[place] = input->truths[i];
    }
    for (unsigned user = 0; user < US_SESSION_USERS; user++)
        snprintf(row->profiles[user], sizeof row->profiles[user], "%s",
                 us_session_profile_path(from, input->profiles[user]));
}

/* ---- Cells ---- */

static enum tool_table_need put_float(float value, bool is_there, char *out)
{
    if (!is_there || !isfinite(value))
        return TOOL_TABLE_EMPTY;
    if (out != NULL)
        tool_table_write_float(value, out);
    return TOOL_TABLE_NEEDED;
}

static enum tool_table_need put_whole(uint64_t value, enum tool_table_need need, char *out)
{
    if (out != NULL && need != TOOL_TABLE_EMPTY)
        snprintf(out, TOOL_TABLE_NUMBER_SIZE, "%" PRIu64, value);
    return need;
}

static enum tool_table_need put_text(const char *text, enum tool_table_need need, char *out)
{
    if (out != NULL)
        snprintf(out, US_SESSION_TEXT_SIZE, "%s", text);
    return need;
}

/* Zero stands for what is not known. One side alone is no bounds. */
static enum tool_table_need line_cell(const struct tool_table_row *row,
                                      const struct tool_table_column *column, char *out)
{
    const char *at = (const char *)row + column->offset;
    const bool of_views = strcmp(column->name, "view_flags") == 0;
    const bool is_side = strncmp(column->name, "stage_", strlen("stage_")) == 0;
    int64_t ns;
    uint32_t whole;
    float number;
    memcpy(&ns, at, sizeof ns);
    memcpy(&whole, at, sizeof whole);
    memcpy(&number, at, sizeof number);
    switch (column->kind) {
    case TOOL_TABLE_SECONDS:
    case TOOL_TABLE_DURATION:
        if (ns == INT64_MIN || (column->kind == TOOL_TABLE_DURATION && ns <= 0))
            return TOOL_TABLE_EMPTY;
        if (out != NULL)
            tool_table_write_seconds(ns, out);
        return TOOL_TABLE_NEEDED;
    case TOOL_TABLE_SIZE:
        return put_float(number,
                         number > 0.0f &&
                             (!is_side || us_session_has_extent(row->frame.stage_width_m,
                                                                row->frame.stage_depth_m)),
                         out);
    case TOOL_TABLE_WHOLE:
    case TOOL_TABLE_STATE:
    case TOOL_TABLE_PRESENCE:
        if (of_views && row->frame.view_count > 0)
            return put_whole(
                whole, whole == TOOL_TABLE_VIEW_FLAGS_ALL ? TOOL_TABLE_IMPLIED : TOOL_TABLE_NEEDED,
                out);
        return put_whole(whole,
                         whole == 0 || whole > tool_table_whole_most(column->kind) || of_views
                             ? TOOL_TABLE_EMPTY
                             : TOOL_TABLE_NEEDED,
                         out);
    case TOOL_TABLE_TRUTH:
        return put_text(*at != 0 ? "1" : "0", *at != 0 ? TOOL_TABLE_IMPLIED : TOOL_TABLE_NEEDED,
                        out);
    default:
        return put_text(at, *at != '\0' ? TOOL_TABLE_NEEDED : TOOL_TABLE_EMPTY, out);
    }
}

static bool has_joints(const struct tool_table_writing *writing,
                       const struct tool_table_columns *columns, unsigned hand)
{
    for (int i = 0; i < columns->group_count; i++)
        if (columns->groups[i].shape == TOOL_TABLE_JOINT && columns->groups[i].hand == hand &&
            writing->valid[i] != 0)
            return true;
    return false;
}

static enum tool_table_need active_cell(const struct tool_table_writing *writing,
                                        const struct tool_table_columns *columns,
                                        const struct tool_table_group *group, char *out)
{
    const struct us_session_location *place = struct_of(writing->row, group);
    const struct us_session_hand_joints *hand = &writing->row->frame.hands[group->hand];
    const bool is_hand = group->shape == TOOL_TABLE_HAND;
    const bool is_recorded = is_hand ? hand->is_recorded : place->is_recorded;
    const bool is_active = is_hand ? hand->is_active : place->is_active;
    bool implied = group->shape == TOOL_TABLE_PLACE;
    if (is_hand)
        implied = has_joints(writing, columns, group->hand);
    else if (group->shape == TOOL_TABLE_POSE)
        implied = (writing->valid[group - columns->groups] & US_SESSION_BOTH_VALID) != 0;
    return put_text(!is_recorded ? "none"
                    : is_active  ? "1"
                                 : "0",
                    !is_recorded           ? TOOL_TABLE_EMPTY
                    : implied == is_active ? TOOL_TABLE_IMPLIED
                                           : TOOL_TABLE_NEEDED,
                    out);
}

/* Where a part is valid and not tracked. */
static enum tool_table_need tracked_cell(uint8_t flags, uint8_t valid, bool is_there, char *out)
{
    static const char *const words[] = {"0", "orientation", "position", "1"};
    /* Nothing is tracked that is not valid. */
    const unsigned tracked = flags >> 2 & US_SESSION_BOTH_VALID & valid;
    if (!is_there)
        return TOOL_TABLE_EMPTY;
    return put_text(
        words[tracked],
        tracked == (valid & US_SESSION_BOTH_VALID) ? TOOL_TABLE_IMPLIED : TOOL_TABLE_NEEDED, out);
}

static enum tool_table_need aim_cell(const struct us_session_hand_aim *aim, uint8_t valid,
                                     const struct tool_table_column *column, char *out)
{
    const uint64_t pinch = aim->status & US_SESSION_AIM_INDEX_PINCHING;
    if (!aim->is_recorded)
        return TOOL_TABLE_EMPTY;
    if (column->kind == TOOL_TABLE_PINCH)
        return put_whole(pinch != 0, TOOL_TABLE_NEEDED, out);
    return put_whole(aim->status,
                     aim->status == (pinch | (valid != 0 ? TOOL_TABLE_AIM_HAS_POSE : 0u))
                         ? TOOL_TABLE_IMPLIED
                         : TOOL_TABLE_NEEDED,
                     out);
}

static enum tool_table_need control_cell(const struct us_session_input *input,
                                         const struct us_session_components *components,
                                         const struct tool_table_column *column, char *out)
{
    const uint32_t place = column->offset;
    const bool is_active = input->active[place] != 0;
    const uint8_t truth = input->truths[place];
    if (column->kind == TOOL_TABLE_BOOLEAN)
        return !is_active || truth == US_SESSION_TRUTH_UNKNOWN
                   ? TOOL_TABLE_EMPTY
                   : put_text(truth == US_SESSION_TRUTH_TRUE ? "1" : "0", TOOL_TABLE_NEEDED, out);
    const float value =
        column->kind == TOOL_TABLE_X ? input->values[place].x : input->values[place].y;
    const bool is_button = components->components[place].type == US_SESSION_COMPONENT_BOOLEAN;
    return put_float(value, is_active && (!is_button || value == 0.0f || value == 1.0f), out);
}

/* A float of a group is there if its sort is valid. */
static bool is_there(const struct tool_table_writing *writing, const struct tool_table_group *group,
                     const struct tool_table_column *column, uint8_t valid)
{
    const struct us_session_frame *frame = &writing->row->frame;
    if (column->sort < TOOL_TABLE_OWN)
        return (valid & tool_table_sort_flags[column->sort]) != 0;
    if (group->shape == TOOL_TABLE_AIM_STATE)
        return frame->aims[group->hand].is_recorded;
    if (group->shape == TOOL_TABLE_VIEW)
        return valid == US_SESSION_BOTH_VALID;
    return (valid & US_SESSION_BOTH_VALID) != 0; /* the radius of a joint */
}

enum tool_table_need tool_table_cell_text(const struct tool_table_writing *writing,
                                          const struct tool_table_columns *columns, int place,
                                          char out[US_SESSION_TEXT_SIZE])
{
    const struct tool_table_column *column = &columns->list[place];
    const struct tool_table_row *row = writing->row;
    if (out != NULL)
        out[0] = '\0';
    if (column->group == TOOL_TABLE_GROUPS_MOST)
        return control_cell(&row->input, &columns->components, column, out);
    const struct tool_table_group *group = &columns->groups[column->group];
    const void *at = struct_of(row, group);
    const struct us_session_hand_joints *hand = &row->frame.hands[group->hand];
    const uint8_t valid = writing->valid[column->group];
    if (group->shape == TOOL_TABLE_LINE || group->shape == TOOL_TABLE_PROFILE)
        return line_cell(row, column, out);
    if (column->kind == TOOL_TABLE_FLOAT) {
        float number;
        memcpy(&number, (const char *)row + column->offset, sizeof number);
        return put_float(number, is_there(writing, group, column, valid), out);
    }
    if (column->kind == TOOL_TABLE_ACTIVE)
        return active_cell(writing, columns, group, out);
    if (column->kind == TOOL_TABLE_PARTS && place + 1 < columns->count &&
        columns->list[place + 1].kind == TOOL_TABLE_PARTS)
        return TOOL_TABLE_EMPTY; /* "valid": the empty cells say it */
    if (column->kind == TOOL_TABLE_PARTS && group->shape == TOOL_TABLE_JOINT)
        return tracked_cell(((const struct us_session_joint *)at)->flags, valid,
                            hand->is_recorded && hand->is_active, out);
    if (column->kind == TOOL_TABLE_PARTS)
        return tracked_cell(((const struct us_session_location *)at)->flags, valid,
                            ((const struct us_session_location *)at)->is_recorded, out);
    if (group->shape == TOOL_TABLE_HAND)
        return put_whole(hand->data_source,
                         hand->is_recorded && hand->data_source != 0 ? TOOL_TABLE_NEEDED
                                                                     : TOOL_TABLE_EMPTY,
                         out);
    return aim_cell(at, valid, column, out);
}
