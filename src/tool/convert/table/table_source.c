/* SPDX-License-Identifier: MIT */
/*
 * table_source: a table as the messages of a recording: a frame for each line, with the inputs
 * where they change. The whole table is read and checked when it is opened, in bounded memory, and
 * a second time for its messages. Errors name the line and the column.
 *
 * The time 0 of a table is TOOL_CONVERT_ORIGIN_NS, which is not the time 0 of the recording if the
 * table begins later.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tool/convert/base/format.h"
#include "tool/convert/base/pairing.h"
#include "tool/convert/table/row.h"

enum { FOCUSED = 5 }; /* XR_SESSION_STATE_FOCUSED */

struct table_source {
    struct tool_convert_feed feed; /* the first member */
    struct tool_table_lines lines;
    struct tool_table_columns columns;
    struct tool_table_reading reading;
    int places[TOOL_TABLE_CELLS_MOST]; /* CSV: of each cell; JSON lines: of those of a line before
                                        */
    uint32_t place_count;
    bool is_checked;                        /* the whole table was read once */
    bool has_focus;                         /* a frame had it so far */
    int64_t focus_ns;                       /* the first of them */
    int64_t before_ns, frame_before_ns;     /* the line before, and the frame before it */
    const char *profiles[US_SESSION_USERS]; /* that are made up; NULL: none */
};

static enum us_result fail(const struct table_source *source, struct us_error *error,
                           const char *what)
{
    return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL, "line %" PRIu64 ": %s",
                          source->lines.line, what);
}

/* Puts the line in front of an error's text. */
static enum us_result name_line(const struct table_source *source, struct us_error *error)
{
    char text[US_ERROR_TEXT_SIZE];
    snprintf(text, sizeof text, "%s", error->text);
    return us_result_fail(error, error->result, US_NO_BYTE, NULL, "line %" PRIu64 ", %.220s",
                          source->lines.line, text);
}

/* ---- Names ---- */

static enum us_result find_column(struct table_source *source, const char *name, int *out_place,
                                  struct us_error *error)
{
    char text[US_ERROR_TEXT_SIZE];
    *out_place = TOOL_TABLE_NOWHERE;
    if (name[0] == '#')
        return US_OK;
    *out_place = tool_table_columns_find(&source->columns, name);
    if (*out_place == TOOL_TABLE_NOWHERE) {
        enum us_result result = tool_table_columns_add(&source->columns, name, out_place, error);
        snprintf(text, sizeof text, "%s", error->text);
        if (result != US_OK)
            return us_result_fail(error, result, US_NO_BYTE, NULL,
                                  "line %" PRIu64 ": '%.40s' %.190s", source->lines.line, name,
                                  text);
    }
    source->reading.in_file[*out_place] = true;
    source->reading.group_in_file[source->columns.list[*out_place].group] = true;
    return US_OK;
}

static enum us_result read_header(struct table_source *source, struct us_error *error)
{
    bool is_end;
    enum us_result result = tool_table_lines_next(&source->lines, &is_end, error);
    if (result != US_OK || is_end)
        return result;
    source->place_count = source->lines.count;
    if (source->lines.count == 1 && strpbrk(source->lines.cells[0].text, ";\t") != NULL)
        return fail(source, error,
                    "the columns are not separated by commas; save the file with "
                    "commas, and with points in numbers");
    for (uint32_t i = 0; i < source->lines.count && result == US_OK; i++) {
        result = find_column(source, source->lines.cells[i].text, &source->places[i], error);
        for (uint32_t k = 0; k < i && result == US_OK; k++)
            if (source->places[i] != TOOL_TABLE_NOWHERE && source->places[k] == source->places[i])
                return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                                      "line %" PRIu64 ": column %s is there twice; leave one out",
                                      source->lines.line, source->lines.cells[i].text);
    }
    if (result == US_OK && !source->reading.in_file[0])
        return fail(source, error,
                    "there is no column 'time'; the first line names the columns, "
                    "and each line needs its time in seconds");
    return result;
}

/* The columns of the cells of a line. */
static enum us_result find_places(struct table_source *source, struct us_error *error)
{
    const struct tool_table_lines *lines = &source->lines;
    enum us_result result = US_OK;
    if (!lines->is_json && lines->count != source->place_count)
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "line %" PRIu64 ": there are %" PRIu32 " cells, but %" PRIu32
                              " columns; write a comma for each empty cell",
                              lines->line, lines->count, source->place_count);
    for (uint32_t i = 0; lines->is_json && i < lines->count && result == US_OK; i++) {
        const bool is_same =
            i < source->place_count && source->places[i] != TOOL_TABLE_NOWHERE &&
            strcmp(source->columns.list[source->places[i]].name, lines->cells[i].name) == 0;
        if (!is_same)
            result = find_column(source, lines->cells[i].name, &source->places[i], error);
        source->place_count = i >= source->place_count ? i + 1 : source->place_count;
    }
    return result;
}

/* ---- Lines ---- */

static enum us_result check_time(struct table_source *source, bool is_marker,
                                 struct us_error *error)
{
    const int64_t now_ns = source->reading.row.time_ns;
    char was[TOOL_TABLE_NUMBER_SIZE], is[TOOL_TABLE_NUMBER_SIZE];
    if (!source->reading.filled[0])
        return fail(source, error, "column time: there is no time; write seconds in each line");
    const bool is_again = !is_marker && now_ns == source->frame_before_ns;
    if (is_again || now_ns < source->before_ns) {
        tool_table_write_seconds(now_ns, is);
        tool_table_write_seconds(source->before_ns, was);
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "line %" PRIu64 ", column time: %s s is not later than %s s of a "
                              "line before; sort the lines by their times, one for each",
                              source->lines.line, is, was);
    }
    source->before_ns = now_ns;
    source->frame_before_ns = is_marker ? source->frame_before_ns : now_ns;
    return US_OK;
}

/* The next line with a time; false in `out_end`: there is none. */
static enum us_result next_row(struct table_source *source, bool *out_end, struct us_error *error)
{
    struct tool_table_reading *reading = &source->reading;
    enum us_result result = tool_table_lines_next(&source->lines, out_end, error);
    if (result != US_OK || *out_end)
        return result;
    tool_convert_feed_show(&source->feed, source->lines.window.at, source->lines.window.file.size);
    result = find_places(source, error);
    tool_table_row_begin(reading);
    for (uint32_t i = 0; i < source->lines.count && result == US_OK; i++)
        if (source->places[i] != TOOL_TABLE_NOWHERE &&
            tool_table_row_put(reading, source->places[i], source->lines.cells[i].text, error) !=
                US_OK)
            result = name_line(source, error);
    return result;
}

static enum us_result add_marker(struct table_source *source, struct us_error *error)
{
    const struct tool_table_row *row = &source->reading.row;
    struct tool_edit_marker marker = {.time_ns = TOOL_CONVERT_ORIGIN_NS + row->time_ns,
                                      .source = US_SESSION_MARKER_USER};
    if (row->marker[0] == '\0' || source->is_checked)
        return US_OK;
    memcpy(marker.name, row->marker, sizeof marker.name);
    return tool_edit_marker_add(&source->feed.base.outline, &marker, error) == US_OK
               ? US_OK
               : name_line(source, error);
}

/* The profiles of the line, by their places in the recording's table. */
static enum us_result find_profiles(struct table_source *source, struct us_error *error)
{
    struct tool_table_row *row = &source->reading.row;
    for (unsigned user = 0; user < US_SESSION_USERS; user++) {
        uint32_t place;
        if (row->profiles[user][0] == '\0' && source->profiles[user] != NULL) {
            snprintf(row->profiles[user], sizeof row->profiles[user], "%s", source->profiles[user]);
            source->reading.invented.profiles[user]++;
        }
        if (row->profiles[user][0] == '\0')
            continue;
        if (tool_edit_profile_add(&source->feed.base.outline.components, row->profiles[user],
                                  &place, error) != US_OK)
            return name_line(source, error);
        row->input.profiles[user] = (uint8_t)(place + 1);
    }
    return US_OK;
}

/* What the frames tell of the recording. */
static void note_frame(struct table_source *source, const struct us_session_frame *frame)
{
    struct us_session_info *info = &source->feed.base.outline.info;
    if (!source->has_focus && frame->session_state == FOCUSED)
        source->focus_ns = frame->time_ns;
    source->has_focus |= frame->session_state == FOCUSED;
    info->hand_tracking |= frame->hands[0].is_recorded || frame->hands[1].is_recorded;
    info->eye_gaze |= frame->gaze.is_recorded;
}

static enum us_result end_frame(struct table_source *source, struct us_error *error)
{
    struct tool_table_row *row = &source->reading.row;
    struct us_session_frame *frame = &row->frame;
    enum us_result result = tool_table_row_end(&source->reading, error);
    if (result != US_OK)
        return name_line(source, error);
    row->time_ns += TOOL_CONVERT_ORIGIN_NS;
    frame->time_ns = row->time_ns;
    frame->gaze_time_ns +=
        tool_table_row_has(&source->reading, "gaze_time") ? TOOL_CONVERT_ORIGIN_NS : 0;
    note_frame(source, frame);
    return find_profiles(source, error);
}

/* The next line that is a frame. */
static enum us_result get(struct tool_convert_feed *feed, bool *out_end, struct us_error *error)
{
    struct table_source *source = (struct table_source *)feed;
    for (;;) {
        enum us_result result = next_row(source, out_end, error);
        if (result != US_OK || *out_end)
            return result;
        const bool is_marker = tool_table_row_is_marker(&source->reading);
        result = check_time(source, is_marker, error);
        if (result == US_OK)
            result = add_marker(source, error);
        if (result != US_OK || is_marker) {
            if (result != US_OK)
                return result;
            continue;
        }
        return end_frame(source, error);
    }
}

static void restart(struct tool_convert_feed *feed)
{
    struct table_source *source = (struct table_source *)feed;
    bool is_end;
    source->lines.window.at = source->lines.window.filled = 0; /* the bytes were changed */
    source->lines.line = 0;
    source->before_ns = source->frame_before_ns = INT64_MIN;
    source->reading.invented = (struct tool_table_invented){0};
    if (!source->lines.is_json)
        (void)tool_table_lines_next(&source->lines, &is_end, NULL); /* it was read before */
}

/* ---- The whole table ---- */

/* What the columns must be like together. */
static enum us_result check_columns(struct table_source *source, struct us_error *error)
{
    const struct tool_table_columns *columns = &source->columns;
    bool has_pose = false;
    for (int i = 0; i < columns->group_count; i++)
        has_pose |= source->reading.group_in_file[i] &&
                    columns->groups[i].shape >= TOOL_TABLE_PLACE &&
                    columns->groups[i].shape <= TOOL_TABLE_JOINT;
    if (!has_pose && columns->components.count == 0)
        return us_result_fail(error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
                              "there is no column of a pose or a control, such as head.x: nothing "
                              "would be played");
    for (uint32_t i = 0; i < columns->components.count; i++) {
        unsigned has = 0;
        for (int k = 0; k < columns->count; k++)
            if (columns->list[k].group == TOOL_TABLE_GROUPS_MOST && columns->list[k].offset == i)
                has |= 1u << columns->list[k].kind;
        const bool is_vector =
            columns->components.components[i].type == US_SESSION_COMPONENT_VECTOR2;
        const unsigned wanted = 1u << TOOL_TABLE_X | (is_vector ? 1u << TOOL_TABLE_Y : 0);
        if ((has & wanted) != wanted &&
            us_session_component_vector(&columns->components, i) == columns->components.count)
            return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                                  "of %.127s there is only a part; write %s",
                                  columns->components.components[i].path,
                                  is_vector ? "both /x and /y" : "the column of its value, too");
    }
    return US_OK;
}

/* Makes up the profile of a user whose controls the table has without one. */
static enum us_result choose_profiles(struct table_source *source, struct us_error *error)
{
    for (unsigned user = 0; user < US_SESSION_USERS; user++) {
        char name[32];
        snprintf(name, sizeof name, "%s.profile", tool_table_user((enum us_session_user)user));
        if (source->reading.in_file[tool_table_columns_find(&source->columns, name)] ||
            !tool_table_columns_has_user(&source->columns, user))
            continue;
        source->profiles[user] =
            tool_table_columns_profile(&source->columns, (enum us_session_user)user);
        if (source->profiles[user] == NULL)
            return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                                  "no interaction profile has all controls of '%s'; write its "
                                  "profile in a column %s",
                                  tool_table_user((enum us_session_user)user), name);
    }
    return US_OK;
}

static enum us_result settle(struct tool_convert_feed *feed, struct us_error *error)
{
    struct table_source *source = (struct table_source *)feed;
    struct tool_edit_outline *outline = &feed->base.outline;
    enum us_result result = check_columns(source, error);
    if (result == US_OK)
        result = choose_profiles(source, error);
    if (source->has_focus)
        outline->origin_ns = outline->start_ns = source->focus_ns;
    outline->components.count = source->columns.components.count;
    memcpy(outline->components.components, source->columns.components.components,
           sizeof outline->components.components);
    for (unsigned user = 0; user < US_SESSION_USERS && result == US_OK; user++) {
        uint32_t place;
        if (source->profiles[user] != NULL)
            result =
                tool_edit_profile_add(&outline->components, source->profiles[user], &place, error);
    }
    outline->has_components = outline->components.count + outline->components.profile_count > 0;
    tool_edit_markers_sort(outline);
    source->is_checked = true;
    return result;
}

/* ---- The report ---- */

static void report(const struct tool_convert_source *base, struct tool_loss *loss)
{
    const struct table_source *source = (const struct table_source *)base;
    const struct tool_table_invented *invented = &source->reading.invented;
    const struct tool_edit_outline *outline = &base->outline;
    tool_loss_count(loss, TOOL_LOSS_NOTE, source->feed.periods, "frame",
                    "the periods of # are the times since the line before");
    tool_loss_count(loss, TOOL_LOSS_INVENTED, invented->radii, "joint",
                    "the radii of # are those of a hand of medium size");
    for (unsigned user = 0; user < US_SESSION_USERS; user++)
        if (invented->profiles[user] > 0)
            tool_loss_add(loss, TOOL_LOSS_INVENTED, invented->profiles[user],
                          "the profile of '%s', the first that has its controls; the column "
                          "%s.profile names another",
                          tool_table_user((enum us_session_user)user),
                          tool_table_user((enum us_session_user)user));
    if (outline->origin_ns != TOOL_CONVERT_ORIGIN_NS)
        tool_loss_add(loss, TOOL_LOSS_NOTE, 1,
                      "playback begins at the time %.9g of the table, which is 0 in a recording",
                      (double)(outline->origin_ns - TOOL_CONVERT_ORIGIN_NS) * 1e-9);
}

/* ---- The file ---- */

enum { CSV, JSON_LINES };

static enum us_result open_table(struct tool_convert_feed *feed, struct us_error *error)
{
    struct table_source *source = (struct table_source *)feed;
    feed->frame = &source->reading.row.frame;
    feed->input = &source->reading.row.input;
    source->lines.is_json = feed->kind->variant == JSON_LINES;
    source->reading.columns = &source->columns;
    source->before_ns = source->frame_before_ns = INT64_MIN;
    tool_table_columns_init(&source->columns);
    enum us_result result =
        tool_window_open(&source->lines.window, feed->from.path, 2 * TOOL_TABLE_LINE_MOST, error);
    return result == US_OK && !source->lines.is_json ? read_header(source, error) : result;
}

static void finish(struct tool_convert_feed *feed)
{
    tool_window_close(&((struct table_source *)feed)->lines.window);
}

#define FEED(is_json)                                                                              \
    {                                                                                              \
        sizeof(struct table_source), is_json, "there is no line with a frame", open_table,         \
            restart, get, settle, report, finish                                                   \
    }
const struct tool_convert_feed_kind tool_table_csv_feed = FEED(CSV);
const struct tool_convert_feed_kind tool_table_json_lines_feed = FEED(JSON_LINES);
