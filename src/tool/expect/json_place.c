/* SPDX-License-Identifier: MIT */
#include "tool/expect/json_place.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/json.h"
#include "tool/cli/text.h"

enum { FILE_BYTES_MAX = 16 << 20 };

struct walk {
    const char *at;
    const cJSON *wanted;
    const char *found;
};

static void skip_space(struct walk *walk)
{
    walk->at += strspn(walk->at, " \t\r\n");
}

static void skip_string(struct walk *walk)
{
    for (walk->at++; *walk->at != '\0' && *walk->at != '"'; walk->at++)
        if (*walk->at == '\\' && walk->at[1] != '\0')
            walk->at++;
    walk->at += *walk->at == '"';
}

/* The text is known to be what the tree was parsed from, and cJSON bounds how deep that goes. */
static void skip_value(struct walk *walk, const cJSON *item)
{
    skip_space(walk);
    if (item == walk->wanted && walk->found == NULL)
        walk->found = walk->at;
    if (cJSON_IsObject(item) || cJSON_IsArray(item)) {
        walk->at++;
        for (const cJSON *child = item->child; child != NULL; child = child->next) {
            skip_space(walk);
            if (child == walk->wanted)
                walk->found = walk->at;
            if (cJSON_IsObject(item)) {
                skip_string(walk);
                skip_space(walk);
                walk->at += *walk->at == ':';
            }
            skip_value(walk, child);
            skip_space(walk);
            walk->at += *walk->at == ',';
        }
        skip_space(walk);
        walk->at += *walk->at == ']' || *walk->at == '}';
    } else if (*walk->at == '"') {
        skip_string(walk);
    } else {
        walk->at += strcspn(walk->at, ",]} \t\r\n");
    }
}

/* The line that a pointer into the text stands on. */
static unsigned line_at(const char *text, const char *at)
{
    unsigned line = 1;
    for (; text < at && *text != '\0'; text++)
        line += *text == '\n';
    return line;
}

unsigned tool_json_place_line(const char *text, const cJSON *root, const cJSON *item)
{
    struct walk walk = {text, item, NULL};
    skip_value(&walk, root);
    return walk.found != NULL ? line_at(text, walk.found) : 1;
}

void tool_json_place_complain(struct tool_json_place *file, const cJSON *item, const char *what,
                              const char *then)
{
    bool is_member = item->string != NULL;
    file->failed = true;
    tool_text_complain("%s: line %u: %s%s%s%s%s", file->path,
                       tool_json_place_line(file->text, file->root, item), is_member ? "'" : "",
                       is_member ? item->string : "", is_member ? "' " : "", what, then);
}

cJSON *tool_json_place_parse(const char *path, const char *text)
{
    const char *end = text;
    cJSON *json = cJSON_ParseWithOpts(text, &end, true);
    if (json == NULL && text[strspn(text, " \t\r\n")] == '\0')
        tool_text_complain("%s: the file is empty", path);
    else if (json == NULL)
        tool_text_complain("%s: line %u: this is not JSON: '%.20s'", path, line_at(text, end), end);
    return json;
}

/* Its first line says so. */
static bool is_event_log(const char *text)
{
    cJSON *first = cJSON_Parse(text);
    bool is_log = tool_json_is_text(first, "e", "log");
    cJSON_Delete(first);
    return is_log;
}

cJSON *tool_json_place_read(const char *path, const char *wanted, char **out_text)
{
    *out_text = tool_text_read(path, FILE_BYTES_MAX);
    const char *begin = *out_text != NULL ? *out_text + strspn(*out_text, " \t\r\n") : "";
    if (*out_text == NULL)
        tool_text_complain("%s: %s", path,
                           errno == EFBIG ? "too large for a file that a person writes"
                                          : strerror(errno));
    else if (is_event_log(*out_text))
        tool_text_complain("%s: this is an event log; %s is wanted here", path, wanted);
    else if (strchr("{[", *begin) == NULL)
        tool_text_complain("%s: line %u: this is not JSON; %s is wanted here", path,
                           line_at(*out_text, begin), wanted);
    else
        return tool_json_place_parse(path, *out_text);
    return NULL;
}
