/* SPDX-License-Identifier: MIT */
#include "tool/drive/prompt/prompt_reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    return reader->at < reader->split.count ? reader->split.words[reader->at++] : NULL;
}

const char *tool_prompt_reader_peek(const struct tool_prompt_reader *reader)
{
    return reader->at < reader->split.count ? reader->split.words[reader->at] : NULL;
}

bool tool_prompt_reader_take(struct tool_prompt_reader *reader, const char *word)
{
    bool is_it =
        reader->at < reader->split.count && strcmp(reader->split.words[reader->at], word) == 0;
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
