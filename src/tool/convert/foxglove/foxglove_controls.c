/* SPDX-License-Identifier: MIT */
#include "tool/convert/foxglove/foxglove_controls.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"

/* The column's user and the name of its member, "trigger_value": a name that the paths of messages
 * in viewers can hold. False: it is no control of the user. */
static bool name_of(const struct tool_table_column *column, unsigned user,
                    char out[TOOL_TABLE_NAME_SIZE])
{
    const char *of_user = tool_table_user((enum us_session_user)user);
    const size_t length = strlen(of_user);
    if (column->group != TOOL_TABLE_GROUPS_MOST || strncmp(column->name, of_user, length) != 0 ||
        column->name[length] != '.')
        return false;
    snprintf(out, TOOL_TABLE_NAME_SIZE, "%s", column->name + length + 1);
    for (char *at = out; *at != '\0'; at++)
        if (!isalnum((unsigned char)*at))
            *at = '_';
    return true;
}

/* A JSON Schema of a user's object. */
static void make_schema(struct tool_foxglove_controls *controls, unsigned user)
{
    struct us_json_text text;
    char name[TOOL_TABLE_NAME_SIZE];
    us_json_text_init(&text, controls->text, sizeof controls->text);
    us_json_text_raw(&text,
                     "{\"type\":\"object\",\"properties\":{\"profile\":{\"type\":\"string\"}");
    for (int i = 0; i < controls->columns->count; i++)
        if (name_of(&controls->columns->list[i], user, name)) {
            us_json_text_value(&text, name, "{\"type\":\"number\"}");
        }
    us_json_text_raw(&text, "}}");
    (void)us_json_text_finish(&text);
}

void tool_foxglove_controls_begin(struct tool_foxglove_controls *controls,
                                  struct tool_foxglove_file *file)
{
    for (unsigned user = 0; user < US_SESSION_USERS; user++) {
        const char *of_user = tool_table_user((enum us_session_user)user);
        char topic[64], name[64];
        if (!tool_table_columns_has_user(controls->columns, user))
            continue;
        snprintf(topic, sizeof topic, "/controller/%s", of_user);
        snprintf(name, sizeof name, "understudy.Controls_%s", of_user);
        make_schema(controls, user);
        controls->channels[user] =
            tool_foxglove_file_add(file, TOOL_FOXGLOVE_JSON, topic, name, controls->text);
    }
}

static void put_user(struct tool_foxglove_controls *controls, struct tool_foxglove_file *file,
                     unsigned user, int64_t time_ns)
{
    const struct tool_table_writing writing = {.row = &controls->row};
    const char *profile = controls->row.profiles[user];
    struct us_json_text text;
    char name[TOOL_TABLE_NAME_SIZE], cell[US_SESSION_TEXT_SIZE];
    us_json_text_init(&text, controls->text, sizeof controls->text);
    us_json_text_raw(&text, "{");
    if (profile[0] != '\0')
        us_json_text_string(&text, "profile", profile);
    for (int i = 0; i < controls->columns->count; i++) {
        if (!name_of(&controls->columns->list[i], user, name))
            continue;
        (void)tool_table_cell_text(&writing, controls->columns, i, cell);
        if (cell[0] == '\0')
            continue;
        us_json_text_value(&text, name, cell);
    }
    us_json_text_raw(&text, "}");
    tool_foxglove_file_put_json(file, controls->channels[user], time_ns, controls->text,
                                us_json_text_finish(&text));
}

static void put_all(struct tool_foxglove_controls *controls, struct tool_foxglove_file *file,
                    int64_t time_ns)
{
    for (unsigned user = 0; user < US_SESSION_USERS; user++)
        if (controls->channels[user] != 0)
            put_user(controls, file, user, time_ns);
}

void tool_foxglove_controls_settle(struct tool_foxglove_controls *controls,
                                   struct tool_foxglove_file *file)
{
    if (controls->is_due)
        put_all(controls, file, controls->frame_ns);
    controls->is_due = false;
}

void tool_foxglove_controls_frame(struct tool_foxglove_controls *controls,
                                  struct tool_foxglove_file *file, int64_t time_ns)
{
    tool_foxglove_controls_settle(controls, file);
    controls->is_due = controls->has_input;
    controls->frame_ns = time_ns;
}

void tool_foxglove_controls_input(struct tool_foxglove_controls *controls,
                                  struct tool_foxglove_file *file,
                                  const struct us_session_input *input)
{
    if (input->time_ns > controls->frame_ns)
        tool_foxglove_controls_settle(controls, file);
    controls->is_due = false;
    memset(&controls->row, 0, sizeof controls->row);
    tool_table_row_set_input(&controls->row, controls->from, controls->places, input);
    controls->has_input = true;
    put_all(controls, file, input->time_ns);
}
