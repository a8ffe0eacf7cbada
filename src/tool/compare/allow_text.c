/* SPDX-License-Identifier: MIT */
/* What may differ, as a command line says it: "allow.json,position_m=0.01,ignore=state,end". */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"
#include "tool/compare/allow.h"
#include "tool/log/event_words.h"

enum { WORD = 64 };

struct reader {
    struct tool_allow *allow;
    const char *command; /* begins messages */
    unsigned given;      /* parts */
    bool ignores;        /* the words go on with names of events */
};

static bool is_named(const char *name, const char *word, size_t length)
{
    return strlen(name) == length && strncmp(word, name, length) == 0;
}

/* "NAME=X", `length` bytes. */
static bool take_number(struct reader *reader, const struct tool_allow_limit *limit,
                        const char *word, size_t length)
{
    const char *value = word + strlen(limit->name) + 1;
    char *end;
    double number = strtod(value, &end);
    bool is_right = end != value && end == word + length && number >= limit->lowest &&
                    number <= limit->highest && number < HUGE_VAL;
    if (is_right)
        *(double *)((char *)reader->allow + limit->offset) = number;
    else if (limit->highest < HUGE_VAL)
        tool_text_complain(
            "%s: --allow %.*s: a number from %g to %g must follow %s=", reader->command,
            (int)length, word, limit->lowest, limit->highest, limit->name);
    else
        tool_text_complain("%s: --allow %.*s: a number that is 0 or more must follow %s=",
                           reader->command, (int)length, word, limit->name);
    if (strcmp(limit->name, "ssim") == 0)
        reader->allow->rule = TOOL_ALLOW_PERCEPTUAL;
    reader->given |= limit->part;
    return is_right;
}

/* The first name takes the place of those of the file. */
static bool take_ignored(struct reader *reader, const char *name, size_t length)
{
    char *names = reader->allow->ignore, word[WORD], allowed[400] = "; it is one of ";
    if ((reader->given & TOOL_ALLOW_IGNORE) == 0)
        names[0] = '\0';
    reader->given |= TOOL_ALLOW_IGNORE;
    const size_t room = sizeof reader->allow->ignore;
    snprintf(word, sizeof word, "%.*s", length < WORD ? (int)length : WORD - 1, name);
    if (us_text_find(tool_event_names, word) >= 0 && strlen(names) + length + 2 < room) {
        us_text_add(names, room, ",", word);
        return true;
    }
    us_text_join(tool_event_names, allowed, sizeof allowed);
    tool_text_complain("%s: --allow ignore= cannot be '%s'%s", reader->command, word, allowed);
    return false;
}

static bool refuse(const struct reader *reader, const char *word, size_t length)
{
    const char *names[TOOL_ALLOW_TEXT_LIMITS + 2] = {"ignore"};
    char name[WORD], then[WORD * 2], all[WORD * 2] = "";
    for (unsigned i = 0; i < TOOL_ALLOW_TEXT_LIMITS; i++)
        names[i + 1] = tool_allow_limit_table[i].name;
    snprintf(name, sizeof name, "%.*s", length < WORD ? (int)length : WORD - 1, word);
    us_text_join(names, all, sizeof all);
    tool_options_suggest(name, names, "", then, sizeof then);
    tool_text_complain("%s: --allow: '%s' is no limit%s; the limits are %s; see 'understudy %s "
                       "--help'",
                       reader->command, name, then, all, reader->command);
    return false;
}

/* One word between two commas, behind the file. */
static bool take_word(struct reader *reader, const char *word, size_t length)
{
    const size_t name = strcspn(word, "=,");
    if (name >= length)
        return reader->ignores ? take_ignored(reader, word, length) : refuse(reader, word, length);
    reader->ignores = is_named("ignore", word, name);
    if (reader->ignores)
        return take_ignored(reader, word + name + 1, length - name - 1);
    for (unsigned i = 0; i < TOOL_ALLOW_TEXT_LIMITS; i++)
        if (is_named(tool_allow_limit_table[i].name, word, name))
            return take_number(reader, &tool_allow_limit_table[i], word, length);
    return refuse(reader, word, name);
}

/* How long the path is that the text begins with: up to the first word that looks like a limit. */
static size_t length_of_path(const char *text)
{
    const char *word = text;
    for (;;) {
        const size_t name = strspn(word, "abcdefghijklmnopqrstuvwxyz_-");
        if (name > 0 && word[name] == '=')
            return word > text ? (size_t)(word - text) - 1 : 0;
        const char *comma = strchr(word, ',');
        if (comma == NULL)
            return strlen(text);
        word = comma + 1;
    }
}

bool tool_allow_take(struct tool_allow *allow, const char *command, const char *text,
                     char out_path[PATH_MAX], unsigned *out_given)
{
    struct reader reader = {.allow = allow, .command = command};
    const size_t length = length_of_path(text);
    *out_given = 0;
    if (snprintf(out_path, PATH_MAX, "%.*s", (int)length, text) >= PATH_MAX)
        return refuse(&reader, text, length);
    if (length > 0 && !tool_allow_read(allow, out_path))
        return false;
    reader.given = length > 0 ? TOOL_ALLOW_FILE : 0;
    const char *word = text + length + (length > 0 && text[length] == ',');
    while (word != NULL && *word != '\0') {
        const size_t size = strcspn(word, ",");
        if (!take_word(&reader, word, size))
            return false;
        word = word[size] == ',' ? word + size + 1 : NULL;
    }
    *out_given = reader.given;
    return true;
}
