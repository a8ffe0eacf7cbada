/* SPDX-License-Identifier: MIT */
/*
 * prompt_reader: reads the words of a line that is typed at the prompt of a drive, one after the
 * other, into the members of a request.
 */
#ifndef TOOL_DRIVE_PROMPT_READER_H
#define TOOL_DRIVE_PROMPT_READER_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "platform/numbers.h"

/* The words of a line. A word in double quotes may have blanks. */
enum { TOOL_PROMPT_WORDS = 64, TOOL_PROMPT_LINE = 4096 };
struct tool_prompt_split {
    char text[TOOL_PROMPT_LINE]; /* of the words, which end in it */
    char *words[TOOL_PROMPT_WORDS];
    unsigned count;
};
/* Cuts `text` into words. */
void tool_prompt_reader_split(struct tool_prompt_split *split);

/* A line that is being read. */
struct tool_prompt_reader {
    struct tool_prompt_split split; /* the first word is the method */
    unsigned at;
    const char *rest; /* the line behind its first word */
    cJSON *params;
    char *why;
    size_t size;
};

/* Says what is wrong. Returns false. */
bool tool_prompt_reader_fail(struct tool_prompt_reader *reader, const char *format, ...)
    US_FORMAT(2, 3);

/* The next word, NULL at the end. */
const char *tool_prompt_reader_next(struct tool_prompt_reader *reader);
/* The same without taking it. */
const char *tool_prompt_reader_peek(const struct tool_prompt_reader *reader);
/* Takes the next word if it is this one. */
bool tool_prompt_reader_take(struct tool_prompt_reader *reader, const char *word);

/* Whether a word is a number: "0.5", or "0.5s". NULL is none. */
bool tool_prompt_reader_is_number(const char *word, double *out, bool *out_is_seconds);

/* "30", "30 frames", "0.5 s", "0.5s" or "0.5 seconds", as a member of these names. */
bool tool_prompt_reader_span(struct tool_prompt_reader *reader, const char *frames,
                             const char *seconds);

/* A word as a value: a number, true, false, JSON, or otherwise a text. The caller's. */
cJSON *tool_prompt_reader_value(const char *word);

/* "action=grab value=true", as far as words are so. */
void tool_prompt_reader_members(struct tool_prompt_reader *reader, cJSON *object);

/* ---- The rest of a line ---- */

/* "0.6 0.4", "patch FILE", and members such as "distance 1.5". */
bool tool_prompt_reader_locate(struct tool_prompt_reader *reader);
/* "point_at right 0.6 0.4 over 0.3": what is done, the hand, and a target as of locate. */
bool tool_prompt_reader_aim(struct tool_prompt_reader *reader);

#endif
