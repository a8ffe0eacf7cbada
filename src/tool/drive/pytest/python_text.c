/* SPDX-License-Identifier: MIT */
#include "tool/drive/pytest/test_writer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "person/script_line.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"

enum { WORDS = 12, LINE_MOST = 512 };

/* ---- Values ---- */

void tool_python_add_number(struct us_writer *out, double value)
{
    char text[40];
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    us_writer_text(out, text);
}

/* The escapes of JSON are those of Python, too. */
void tool_python_add_string(struct us_writer *out, const char *text)
{
    cJSON *string = cJSON_CreateString(text);
    char *quoted = cJSON_PrintUnformatted(string);
    out->failed |= quoted == NULL;
    us_writer_text(out, quoted != NULL ? quoted : "");
    cJSON_free(quoted);
    cJSON_Delete(string);
}

/* Letters, digits and accents of the scripts of most languages, all of which Python takes within a
 * name. What Python takes beyond them would need the whole of Unicode's tables. */
static bool is_of_name(uint32_t code)
{
    static const uint32_t ranges[][2] = {
        {'0', '9'},       {'A', 'Z'},       {'_', '_'},       {'a', 'z'},       {0xc0, 0xd6},
        {0xd8, 0xf6},     {0xf8, 0x2c1},    {0x300, 0x36f},   {0x388, 0x38a},   {0x38e, 0x3a1},
        {0x3a3, 0x3f5},   {0x3f7, 0x481},   {0x48a, 0x52f},   {0x531, 0x556},   {0x561, 0x587},
        {0x5d0, 0x5ea},   {0x620, 0x669},   {0x900, 0x963},   {0xe01, 0xe3a},   {0xe40, 0xe4e},
        {0x10d0, 0x10fa}, {0x1e00, 0x1eff}, {0x3041, 0x3096}, {0x30a1, 0x30fa}, {0x3400, 0x4dbf},
        {0x4e00, 0x9ffc}, {0xac00, 0xd7a3},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (code >= ranges[i][0] && code <= ranges[i][1])
            return true;
    return false;
}

void tool_python_add_name(struct us_writer *out, const char *text)
{
    unsigned length;
    for (; *text != '\0'; text += length > 0 ? length : 1) {
        uint32_t code = tool_text_decode(text, &length);
        if (length > 0 && is_of_name(code))
            us_writer_put(out, text, length);
        else
            us_writer_u8(out, '_');
    }
}

void tool_python_add_value(struct us_writer *out, const cJSON *value)
{
    const bool is_object = cJSON_IsObject(value);
    const cJSON *item;
    if (cJSON_IsNumber(value))
        tool_python_add_number(out, value->valuedouble);
    else if (cJSON_IsString(value))
        tool_python_add_string(out, value->valuestring);
    else if (!is_object && !cJSON_IsArray(value))
        us_writer_text(out, cJSON_IsTrue(value) ? "True" : cJSON_IsFalse(value) ? "False" : "None");
    else {
        us_writer_text(out, is_object ? "{" : "[");
        cJSON_ArrayForEach(item, value) {
            if (is_object) {
                tool_python_add_string(out, item->string);
                us_writer_text(out, ": ");
            }
            tool_python_add_value(out, item);
            us_writer_text(out, item->next != NULL ? ", " : "");
        }
        us_writer_text(out, is_object ? "}" : "]");
    }
}

/* ---- Commands ---- */

/* A command, cut into words. */
struct command {
    const char *line;
    char text[LINE_MOST], *words[WORDS];
    unsigned count;
    const cJSON *over, *after;
};

static bool read_command(const cJSON *json, struct command *out)
{
    char *rest = out->text, *word;
    out->line = tool_json_text(json, "line", "");
    out->count = 0;
    out->over = tool_json_get(json, "over");
    out->after = tool_json_get(json, "after");
    if (strlen(out->line) >= sizeof out->text)
        return false;
    snprintf(out->text, sizeof out->text, "%s", out->line);
    while ((word = strtok_r(rest, " \t", &rest)) != NULL) {
        if (out->count == WORDS)
            return false;
        out->words[out->count++] = word;
    }
    return out->count >= 2;
}

/* Whether the words from this one on are numbers. */
static bool are_numbers(const struct command *command, unsigned from, double values[WORDS])
{
    for (unsigned i = from; i < command->count; i++) {
        char *end;
        values[i - from] = strtod(command->words[i], &end);
        if (end == command->words[i] || *end != '\0' || !isfinite(values[i - from]))
            return false;
    }
    return true;
}

/* ", over=0.2, after=1)" */
static void add_end(struct us_writer *out, const struct command *command, bool is_first)
{
    const struct {
        const char *name;
        const cJSON *value;
    } times[] = {{"over=", command->over}, {"after=", command->after}};
    for (int i = 0; i < 2; i++) {
        if (times[i].value == NULL || times[i].value->valuedouble == 0.0)
            continue;
        us_writer_text(out, is_first ? "" : ", ");
        us_writer_text(out, times[i].name);
        tool_python_add_number(out, times[i].value->valuedouble);
        is_first = false;
    }
    us_writer_text(out, ")\n");
}

/* "app.right.NAME(" */
static void add_begin(struct us_writer *out, const struct command *command, const char *name)
{
    us_writer_text(out, "app.");
    us_writer_text(out, command->words[0]);
    us_writer_text(out, ".");
    us_writer_text(out, name);
    us_writer_text(out, "(");
}

/* The methods of understudy_drive.py that say the same as a line: of their arguments the first may
 * be a word, and the others are numbers. A pose has three or six. */
static const struct statement {
    const char *subjects, *what, *method;
    unsigned words, fewest, most;
} statements[] = {
    {"left right", "profile", "holds", 1, 1, 1},
    {"left right", "gesture", "gesture", 1, 1, 2},
    {"left right", "finger", "finger", 1, 2, 2},
    {"left right", "joint", "joint", 1, 2, 3},
    {"left right", "squeeze/value", "squeeze", 0, 1, 1},
    {"left right", "trigger/value", "trigger", 0, 1, 1},
    {"left right", "thumbstick", "stick", 0, 2, 2},
    {"left right", "grip", "move_to", 0, 3, 6},
    {"left right", "point_at", "point_at", 0, 3, 3},
    {"head", "pose", "move_to", 0, 3, 6},
    {"head", "look_at", "look_at", 0, 3, 3},
    {"gaze", "direction", "turn_to", 0, 2, 2},
};

/* holds() says that the device is connected, which it is anyway if nobody said otherwise. */
static bool may_hold(const struct tool_python_person *person, const struct command *command)
{
    return command->over == NULL && !person->was_parted[strcmp(command->words[0], "right") == 0];
}

/* NULL: none says the same. */
static const struct statement *find_statement(const struct tool_python_person *person,
                                              const struct command *command, double values[WORDS])
{
    const unsigned count = command->count - 2;
    for (unsigned i = 0; i < sizeof statements / sizeof statements[0]; i++) {
        const struct statement *found = &statements[i];
        if (strstr(found->subjects, command->words[0]) == NULL ||
            strcmp(found->what, command->words[1]) != 0)
            continue;
        bool is_it = count >= found->fewest && count <= found->most &&
                     (found->most < 6 || count == 3 || count == 6) &&
                     are_numbers(command, 2 + found->words, values) &&
                     (strcmp(found->method, "holds") != 0 || may_hold(person, command));
        return is_it ? found : NULL;
    }
    return NULL;
}

static bool is_target(const struct tool_python_person *person, const char *method,
                      const double *values)
{
    bool is_it =
        person->has_target && (strcmp(method, "point_at") == 0 || strcmp(method, "look_at") == 0);
    for (int i = 0; is_it && i < 3; i++)
        is_it = fabs(values[i] - person->target[i]) < 1e-5;
    return is_it;
}

static bool add_of_table(struct us_writer *out, const struct tool_python_person *person,
                         const struct command *command)
{
    static const char *const angles[] = {"yaw=", "pitch=", "roll="};
    double values[WORDS] = {0};
    const struct statement *statement = find_statement(person, command, values);
    if (statement == NULL)
        return false;
    const bool is_pose = statement->most == 6, aims = is_target(person, statement->method, values);
    const unsigned count = command->count - 2;
    add_begin(out, command, statement->method);
    us_writer_text(out, aims ? "target" : "");
    for (unsigned i = 0; !aims && i < count; i++) {
        us_writer_text(out, i > 0 ? ", " : "");
        us_writer_text(out, is_pose && i >= 3 ? angles[i - 3] : "");
        if (i < statement->words)
            tool_python_add_string(out, command->words[2 + i]);
        else
            tool_python_add_number(out, values[i - statement->words]);
    }
    /* Without angles, a pose is not turned; move_to would leave it as it is. */
    us_writer_text(out, is_pose && count == 3 ? ", yaw=0" : "");
    add_end(out, command, false);
    return true;
}

/* press, release, and what is found or lost again: they take no time. */
static bool add_of_truth(struct us_writer *out, const struct command *command)
{
    char *what = command->words[1], *click = strstr(what, "/click");
    const bool is_hand = strstr("left right", command->words[0]) != NULL;
    const int truth = command->count == 3 ? rt_script_line_truth(command->words[2]) : -1;
    if (truth < 0 || command->over != NULL)
        return false;
    if (is_hand && click != NULL && strchr(what, '/') == click && click[6] == '\0') {
        *click = '\0';
        add_begin(out, command, truth ? "press" : "release");
        tool_python_add_string(out, what);
        add_end(out, command, false);
    } else if (strcmp(what, "tracked") == 0) {
        add_begin(out, command, truth ? "find_tracking" : "lose_tracking");
        add_end(out, command, true);
    } else if (is_hand && strcmp(what, "connected") == 0 && !truth) {
        add_begin(out, command, "put_down");
        add_end(out, command, true);
    } else {
        return false;
    }
    return true;
}

/* "fault ITEM" and "fault end ITEM" */
static bool add_of_fault(struct us_writer *out, const struct command *command)
{
    const bool ends = command->count == 3 && strcmp(command->words[1], "end") == 0;
    if (strcmp(command->words[0], "fault") != 0 || (command->count != 2 && !ends))
        return false;
    us_writer_text(out, ends ? "app.end_fault(" : "app.fault(");
    tool_python_add_string(out, command->words[command->count - 1]);
    add_end(out, command, false);
    return true;
}

void tool_python_add_command(struct us_writer *out, struct tool_python_person *person,
                             const cJSON *json)
{
    struct command command;
    bool is_read = read_command(json, &command);
    bool is_parting = is_read && strcmp(command.words[1], "connected") == 0;
    if (!is_read || !(add_of_fault(out, &command) || add_of_table(out, person, &command) ||
                      add_of_truth(out, &command))) {
        us_writer_text(out, "app.do(");
        tool_python_add_string(out, command.line);
        add_end(out, &command, false);
    }
    if (is_parting)
        person->was_parted[strcmp(command.words[0], "right") == 0] = true;
}
