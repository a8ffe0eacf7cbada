/* SPDX-License-Identifier: MIT */
/*
 * prompt_words: what is typed at the prompt of a drive, as requests of understudy-drive(5). The
 * drive itself checks what a command of the person means.
 */
#ifndef TOOL_DRIVE_PROMPT_WORDS_H
#define TOOL_DRIVE_PROMPT_WORDS_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

/* The request of a line, {"method", "params"}, which the caller deletes. NULL: the line is wrong,
 * and `why` says what to type. The line is not empty, and no "help". */
cJSON *tool_prompt_words_parse(const char *line, char *why, size_t size);

/* The help of a word, or of all of them where it is "". NULL: there is none. Static text. */
const char *tool_prompt_words_help(const char *word);

/* Whether a line with this first word is a command of `do`: "left", "session" or "fault". */
bool tool_prompt_words_is_subject(const char *name);

/* The parts of `state`; NULL ends them. */
extern const char *const tool_prompt_words_state[];

/* Whether it is the name of a method of understudy-drive(5). */
bool tool_prompt_words_is_method(const char *name);

/* All words with which a line may begin; NULL ends them. */
enum { TOOL_PROMPT_FIRST = 48 };
void tool_prompt_words_list_first(const char *out[TOOL_PROMPT_FIRST]);

#endif
