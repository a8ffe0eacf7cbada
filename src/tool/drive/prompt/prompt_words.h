/* SPDX-License-Identifier: MIT */
/*
 * prompt_words: the language of the prompt of a drive: what is typed as requests of
 * understudy-drive(5), the words that may come next, and answers as text.
 */
#ifndef TOOL_DRIVE_PROMPT_PROMPT_WORDS_H
#define TOOL_DRIVE_PROMPT_PROMPT_WORDS_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- Requests. The drive itself checks what a command of the person means ---- */

/* The request of a line, {"method", "params"}, which the caller deletes. NULL: the line is wrong,
 * and `why` says what to type. The line is not empty, and no "help". */
cJSON *tool_prompt_words_parse(const char *line, char *why, size_t size);

/* The help of a word, or of all of them where it is "". NULL: there is none. Static text. */
const char *tool_prompt_words_help(const char *word);

/* Whether a line with this first word is a command of `do`: "left", "session" or "fault". */
bool tool_prompt_words_is_subject(const char *name);

/* The parts of `state`; NULL ends them. */
extern const char *const tool_prompt_words_state[];

/* All words with which a line may begin; NULL ends them. */
enum { TOOL_PROMPT_FIRST = 48 };
void tool_prompt_words_list_first(const char *out[TOOL_PROMPT_FIRST]);

/* ---- prompt_complete.c ---- */

/* Where these words go. */
struct tool_prompt_taker {
    void (*take)(void *data, const char *word);
    void *data;
};

/* Gives all words that may stand at the end of this text, whatever is there of them yet.
 * `profiles`: what left and right hand hold, "oculus/touch_controller"; NULL: nothing. */
void tool_prompt_complete(const char *before, const char *const profiles[2],
                          const struct tool_prompt_taker *taker);

/* ---- prompt_print.c ---- */

/* Prints a result. `parts`: of `state`, the only members to print, with blanks between; "": all. */
void tool_prompt_print(FILE *out, const cJSON *result, const char *parts);

#endif
