/* SPDX-License-Identifier: MIT */
/*
 * table_sink: the last stage of a conversion to a table. Everything is given twice: the first time
 * it finds the columns that the messages need, and the second time it writes them.
 *
 * Each frame is a line. An input goes with its frame; one between two frames goes with the later.
 */
#include <string.h>

#include "core/base/text.h"
#include "tool/convert/base/format.h"
#include "tool/convert/base/pairing.h"
#include "tool/convert/table/row.h"

struct table_sink {
    struct tool_convert_sink base; /* the first member */
    bool is_json;
    bool has_named; /* the first line of a frame, which names what must be named, is written */
    struct tool_table_columns columns;
    bool used[TOOL_TABLE_COLUMNS_MOST];
    bool recorded[TOOL_TABLE_GROUPS_MOST], missing[TOOL_TABLE_GROUPS_MOST];
    int places[US_SESSION_COMPONENTS_MAX]; /* of the recording's controls in the table */
    struct tool_table_row row;
    struct tool_table_writing writing;
    struct tool_convert_pairing pairing;
    uint32_t marker;
    uint64_t not_numbers;   /* poses that are not finite: their cells are empty */
    uint32_t controls_lost; /* whose path no column can name */
};

static bool is_control(const struct tool_table_column *column)
{
    return column->group == TOOL_TABLE_GROUPS_MOST;
}

/* Whether the table names a column without any value, too: a control that is never active, and the
 * profile of a user with controls, which would otherwise be made up. */
static bool is_named(const struct table_sink *sink, const struct tool_table_column *column)
{
    return is_control(column) ? column->kind != TOOL_TABLE_BOOLEAN
                              : column->kind == TOOL_TABLE_PATH &&
                                    tool_table_columns_has_user(
                                        &sink->columns, sink->columns.groups[column->group].item);
}

/* ---- Lines ---- */

static void put(struct table_sink *sink, const char *text)
{
    tool_convert_sink_put(&sink->base, text);
}

static void put_csv(struct table_sink *sink, const char *text)
{
    const size_t length = strlen(text);
    if (strpbrk(text, ",\"") == NULL &&
        (length == 0 || (text[0] != ' ' && text[length - 1] != ' '))) {
        put(sink, text);
        return;
    }
    put(sink, "\"");
    for (; *text != '\0'; text++)
        put(sink, *text == '"' ? "\"\"" : (const char[]){*text, '\0'});
    put(sink, "\"");
}

/* `text` NULL: null. Words are none, orientation and position. */
static void put_json(struct table_sink *sink, const struct tool_table_column *column,
                     const char *text, bool is_first)
{
    const bool is_word = text != NULL && !is_control(column) && strpbrk(text, "npt") != NULL;
    const bool is_string = text != NULL && (column->kind == TOOL_TABLE_TEXT ||
                                            column->kind == TOOL_TABLE_PATH || is_word);
    struct us_json_text out;
    char string[8 * US_SESSION_TEXT_SIZE];
    put(sink, is_first ? "{\"" : ",\"");
    put(sink, column->name);
    put(sink, "\":");
    if (!is_string) {
        put(sink, text != NULL ? text : "null");
        return;
    }
    us_json_text_init(&out, string, sizeof string);
    us_json_text_string(&out, NULL, text);
    (void)us_json_text_finish(&out);
    put(sink, string);
}

/* A line of the row; of a marker alone only its time and name. */
static void put_line(struct table_sink *sink, bool is_marker)
{
    bool is_first = true;
    tool_table_writing_begin(&sink->writing, &sink->columns, &sink->row);
    for (int i = 0; i < sink->columns.count; i++) {
        char text[US_SESSION_TEXT_SIZE] = "";
        if (!sink->used[i])
            continue;
        if (!is_marker || i < 2) /* the time and the marker are the first columns */
            (void)tool_table_cell_text(&sink->writing, &sink->columns, i, text);
        if (!sink->is_json && !is_first)
            put(sink, ",");
        if (!sink->is_json)
            put_csv(sink, text);
        else if (text[0] != '\0')
            put_json(sink, &sink->columns.list[i], text, is_first);
        else if (!is_marker && !sink->has_named && is_named(sink, &sink->columns.list[i]))
            put_json(sink, &sink->columns.list[i], NULL, is_first);
        is_first = false;
    }
    put(sink, sink->is_json ? "}\n" : "\n");
    sink->has_named |= !is_marker;
    tool_convert_sink_flush(&sink->base);
}

static void put_header(struct table_sink *sink)
{
    bool is_first = true;
    for (int i = 0; i < sink->columns.count; i++) {
        sink->base.columns += sink->used[i];
        if (!sink->used[i] || sink->is_json)
            continue;
        put(sink, is_first ? "" : ",");
        put(sink, sink->columns.list[i].name);
        is_first = false;
    }
    put(sink, sink->is_json ? "" : "\n");
}

/* A line of CSV cannot hold a control character. */
static void set_marker(struct table_sink *sink, const struct tool_edit_marker *marker)
{
    struct tool_table_row *row = &sink->row;
    memset(row, 0, sizeof *row);
    row->frame.should_render = true;
    row->time_ns = marker->time_ns - sink->base.outline->origin_ns;
    memcpy(row->marker, marker->name, sizeof row->marker);
    if (!sink->is_json)
        us_utf8_copy(row->marker, sizeof row->marker, marker->name, sizeof marker->name);
}

static void put_markers(struct table_sink *sink, int64_t up_to_ns)
{
    const struct tool_edit_marker *marker;
    while (sink->base.is_writing &&
           (marker = tool_edit_marker_next(sink->base.outline, up_to_ns, &sink->marker)) != NULL) {
        set_marker(sink, marker);
        if (sink->row.marker[0] != '\0') /* a line of a time alone would be a frame */
            put_line(sink, true);
    }
}

/* ---- Rows ---- */

static bool is_recorded(const struct tool_table_row *row, const struct tool_table_group *group)
{
    const char *at = (const char *)row + group->offset;
    return group->shape == TOOL_TABLE_HAND
               ? ((const struct us_session_hand_joints *)(const void *)at)->is_recorded
               : ((const struct us_session_location *)(const void *)at)->is_recorded;
}

static bool has_active(const struct tool_table_group *group)
{
    return group->shape == TOOL_TABLE_PLACE || group->shape == TOOL_TABLE_POSE ||
           group->shape == TOOL_TABLE_HAND;
}

static void note_columns(struct table_sink *sink)
{
    const struct tool_table_columns *columns = &sink->columns;
    tool_table_writing_begin(&sink->writing, columns, &sink->row);
    sink->not_numbers += sink->writing.not_numbers;
    for (int i = 0; i < columns->count; i++)
        sink->used[i] = sink->used[i] ||
                        tool_table_cell_text(&sink->writing, columns, i, NULL) == TOOL_TABLE_NEEDED;
    for (int i = 0; i < columns->group_count; i++) {
        if (!has_active(&columns->groups[i]))
            continue;
        const bool is_there = is_recorded(&sink->row, &columns->groups[i]);
        sink->recorded[i] |= is_there;
        sink->missing[i] |= !is_there;
    }
}

/* Ends the first pass: what is recorded has a column, and so has what is missing in some frames. */
static void choose_columns(struct table_sink *sink)
{
    for (int i = 0; i < sink->columns.group_count; i++) {
        const struct tool_table_group *group = &sink->columns.groups[i];
        bool any = false;
        for (int k = group->first; k < group->first + group->count; k++)
            any |= sink->used[k];
        for (int k = group->first; k < group->first + group->count; k++)
            if (sink->columns.list[k].kind == TOOL_TABLE_ACTIVE)
                sink->used[k] |= sink->recorded[i] && (sink->missing[i] || !any);
    }
    for (int i = 0; i < sink->columns.count; i++)
        sink->used[i] |= is_named(sink, &sink->columns.list[i]);
    sink->used[0] = true;
    sink->used[1] = sink->base.outline->marker_count > 0;
}

/* A frame with its input. */
static void put_frame(struct tool_convert_pairing *pairing)
{
    struct table_sink *sink = pairing->data;
    struct tool_table_row *row = &sink->row;
    put_markers(sink, pairing->frame.time_ns);
    memset(row, 0, sizeof *row);
    row->frame = pairing->frame;
    row->time_ns = row->frame.time_ns - sink->base.outline->origin_ns;
    row->frame.gaze_time_ns = row->frame.gaze_time_ns != 0
                                  ? row->frame.gaze_time_ns - sink->base.outline->origin_ns
                                  : INT64_MIN;
    if (pairing->has_input)
        tool_table_row_set_input(row, &sink->base.outline->components, sink->places,
                                 &pairing->input);
    if (sink->base.is_writing) {
        put_line(sink, false);
    } else {
        sink->base.frames++;
        note_columns(sink);
    }
}

/* ---- The stage ---- */

static void take(struct tool_convert_sink *base, struct us_session_message *message)
{
    tool_convert_pairing_take(&((struct table_sink *)base)->pairing, message);
}

static void begin(struct tool_convert_sink *base)
{
    struct table_sink *sink = (struct table_sink *)base;
    tool_convert_pairing_end(&sink->pairing);
    choose_columns(sink);
    put_header(sink);
}

static void end(struct tool_convert_sink *base)
{
    struct table_sink *sink = (struct table_sink *)base;
    tool_convert_pairing_end(&sink->pairing);
    put_markers(sink, INT64_MAX);
}

/* ---- The file ---- */

static void report(const struct tool_convert_sink *base, struct tool_loss *loss)
{
    const struct table_sink *sink = (const struct table_sink *)base;
    tool_loss_count(loss, TOOL_LOSS_NOTE, sink->not_numbers, NULL,
                    "# poses are not finite or no rotation: their cells are empty, and they would "
                    "not have been played");
    tool_convert_pairing_report(&sink->pairing, loss);
    tool_loss_add(loss, TOOL_LOSS_DROPPED, sink->controls_lost,
                  "%u controls whose paths no column can name", (unsigned)sink->controls_lost);
}

enum { CSV, JSON_LINES };

static void open_sink(struct tool_convert_sink *base)
{
    struct table_sink *sink = (struct table_sink *)base;
    sink->is_json = base->kind->variant == JSON_LINES;
    sink->pairing.put = put_frame;
    sink->pairing.data = sink;
    tool_table_columns_init(&sink->columns);
    sink->controls_lost =
        tool_table_columns_place_all(&sink->columns, &base->outline->components, sink->places);
}

#define SINK(is_json)                                                                              \
    {                                                                                              \
        .size = sizeof(struct table_sink), .passes = 2, .variant = is_json, .open = open_sink,     \
        .take = take, .begin = begin, .end = end, .report = report                                 \
    }
const struct tool_convert_sink_kind tool_table_csv_sink = SINK(CSV);
const struct tool_convert_sink_kind tool_table_json_lines_sink = SINK(JSON_LINES);
