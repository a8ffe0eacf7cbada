/* SPDX-License-Identifier: MIT */
#include "tool/drive/prompt/prompt_reader.h"

#include "tool/cli/json.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

bool tool_prompt_reader_fail(struct tool_prompt_reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->why, reader->size, format, arguments);
    va_end(arguments);
    return false;
}

void tool_prompt_reader_split(struct tool_prompt_split *split)
{
    char *at = split->text;
    while (split->count < TOOL_PROMPT_WORDS && *(at += strspn(at, " \t")) != '\0') {
        bool is_quoted = *at == '"';
        at += is_quoted;
        split->words[split->count++] = at;
        at += strcspn(at, is_quoted ? "\"" : " \t");
        if (*at != '\0')
            *at++ = '\0';
    }
}

const char *tool_prompt_reader_next(struct tool_prompt_reader *reader)
{
    const char *word = tool_prompt_reader_peek(reader);
    reader->at += word != NULL;
    return word;
}

const char *tool_prompt_reader_peek(const struct tool_prompt_reader *reader)
{
    return reader->at < reader->split.count ? reader->split.words[reader->at] : NULL;
}

bool tool_prompt_reader_take(struct tool_prompt_reader *reader, const char *word)
{
    const char *next = tool_prompt_reader_peek(reader);
    const bool is_it = next != NULL && strcmp(next, word) == 0;
    reader->at += is_it;
    return is_it;
}

bool tool_prompt_reader_is_number(const char *word, double *out, bool *out_is_seconds)
{
    char *end = NULL;
    *out = word != NULL ? strtod(word, &end) : 0.0;
    *out_is_seconds = end != NULL && strcmp(end, "s") == 0;
    return end != NULL && end != word && (*end == '\0' || *out_is_seconds);
}

bool tool_prompt_reader_span(struct tool_prompt_reader *reader, const char *frames,
                             const char *seconds)
{
    double number;
    bool is_seconds;
    const char *word = tool_prompt_reader_next(reader);
    if (!tool_prompt_reader_is_number(word, &number, &is_seconds))
        return tool_prompt_reader_fail(reader, "write how long: 30 frames, or 0.5 s");
    is_seconds = is_seconds || tool_prompt_reader_take(reader, "s") ||
                 tool_prompt_reader_take(reader, "seconds");
    if (!is_seconds && !tool_prompt_reader_take(reader, "frames"))
        tool_prompt_reader_take(reader, "frame");
    if (!is_seconds && !(number >= 1.0 && number == floor(number)))
        return tool_prompt_reader_fail(
            reader, "%s is no number of frames; write how long: 30 frames, or 0.5 s", word);
    cJSON_AddNumberToObject(reader->params, is_seconds ? seconds : frames, number);
    return true;
}

cJSON *tool_prompt_reader_value(const char *word)
{
    cJSON *value = cJSON_ParseWithOpts(word, NULL, true);
    return value != NULL ? value : cJSON_CreateString(word);
}

void tool_prompt_reader_members(struct tool_prompt_reader *reader, cJSON *object)
{
    char *equal;
    while (reader->at < reader->split.count &&
           (equal = strchr(reader->split.words[reader->at], '=')) != NULL) {
        char *word = reader->split.words[reader->at++];
        *equal = '\0';
        cJSON_AddItemToObject(object, word, tool_prompt_reader_value(equal + 1));
    }
}

/* ---- The rest of a line: where something is ---- */

/* A place and a third number: who aims means a point. */
static bool fail_third(struct tool_prompt_reader *reader, const cJSON *place, const char *third)
{
    const cJSON *u = cJSON_GetArrayItem(place, 0), *v = cJSON_GetArrayItem(place, 1);
    if (!cJSON_HasObjectItem(reader->params, "do"))
        return tool_prompt_reader_fail(
            reader, "a place is two numbers from 0 to 1, without '%.60s'", third);
    return tool_prompt_reader_fail(
        reader,
        "a place is two numbers from 0 to 1; three are a point in metres: point %g %g %.60s",
        u->valuedouble, v->valuedouble, third);
}

/* A member by its name and its value; two numbers are a place, three behind "point" a point. */
static bool read_target_part(struct tool_prompt_reader *reader, cJSON *target)
{
    double at[3];
    bool is_seconds;
    const char *first = tool_prompt_reader_next(reader), *second = tool_prompt_reader_next(reader);
    const cJSON *place = tool_json_get(target, "at");
    if (place != NULL && tool_prompt_reader_is_number(first, &at[0], &is_seconds))
        return fail_third(reader, place, first);
    if (second == NULL)
        return tool_prompt_reader_fail(
            reader, "write a place, from 0 to 1 and from the left upper corner, such as 0.6 0.4, "
                    "with view, distance, layer, frame or patch and its value behind it");
    if (strcmp(first, "point") == 0) {
        const char *third = tool_prompt_reader_next(reader),
                   *fourth = tool_prompt_reader_next(reader);
        if (!tool_prompt_reader_is_number(second, &at[0], &is_seconds) ||
            !tool_prompt_reader_is_number(third, &at[1], &is_seconds) ||
            !tool_prompt_reader_is_number(fourth, &at[2], &is_seconds))
            return tool_prompt_reader_fail(reader, "write metres behind 'point': point 0 1.2 -0.5");
        cJSON_AddItemToObject(target, first, cJSON_CreateDoubleArray(at, 3));
    } else if (tool_prompt_reader_is_number(first, &at[0], &is_seconds) &&
               tool_prompt_reader_is_number(second, &at[1], &is_seconds)) {
        cJSON_AddItemToObject(target, "at", cJSON_CreateDoubleArray(at, 2));
    } else if (strcmp(first, "patch") == 0) {
        cJSON_AddStringToObject(target, first, second);
    } else {
        cJSON_AddItemToObject(target, first, tool_prompt_reader_value(second));
    }
    return true;
}

bool tool_prompt_reader_locate(struct tool_prompt_reader *reader)
{
    while (tool_prompt_reader_peek(reader) != NULL)
        if (!read_target_part(reader, reader->params))
            return false;
    return true;
}

/* Members of `aim` that are not of its target. */
static bool is_of_aim(const char *word)
{
    static const char *const names[] = {"over", "after", "depth", "shape", NULL};
    return us_text_find(names, word) >= 0;
}

bool tool_prompt_reader_aim(struct tool_prompt_reader *reader)
{
    const char *word;
    cJSON_AddStringToObject(reader->params, "do", reader->split.words[0]);
    word = tool_prompt_reader_peek(reader);
    if (word != NULL && (strcmp(word, "left") == 0 || strcmp(word, "right") == 0))
        cJSON_AddStringToObject(reader->params, "hand", tool_prompt_reader_next(reader));
    cJSON *target = cJSON_AddObjectToObject(reader->params, "target");
    while ((word = tool_prompt_reader_peek(reader)) != NULL) {
        if (!is_of_aim(word)) {
            if (!read_target_part(reader, target))
                return false;
            continue;
        }
        tool_prompt_reader_next(reader);
        const char *value = tool_prompt_reader_next(reader);
        if (value == NULL)
            return tool_prompt_reader_fail(reader, "write a value behind '%s'", word);
        cJSON_AddItemToObject(reader->params, word, tool_prompt_reader_value(value));
        tool_prompt_reader_take(reader, "s");
    }
    return true;
}
