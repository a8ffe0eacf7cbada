/* SPDX-License-Identifier: MIT */
#include "tool/expect/json_place.h"

#include <string.h>

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

unsigned tool_json_place_at(const char *text, const char *at)
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
    return walk.found != NULL ? tool_json_place_at(text, walk.found) : 1;
}
