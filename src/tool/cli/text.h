/* SPDX-License-Identifier: MIT */
/*
 * text: what a person reads. Names from files and command lines are made safe to print: a terminal
 * never sees a control character, a change of direction or malformed UTF-8 that came from outside.
 */
#ifndef TOOL_TEXT_H
#define TOOL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* `text` with what is unsafe as \n, \xNN or \u{N}, and a backslash doubled. Cut at out_size, always
 * terminated. */
void tool_text_escape(const char *text, char *out, size_t out_size);

/* `text` with malformed UTF-8 replaced by U+FFFD, for JSON. From malloc; NULL if memory runs out.
 */
char *tool_text_valid(const char *text);

/* Print "understudy: ..." and a newline on standard error, made safe. */
void tool_text_complain(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;

/* Let a reader of our output go away without ending us. Not to be called where an app is going to
 * be started. */
void tool_text_survive_readers(void);

/* Let a write beyond a limit of a file's size fail and not end us. An app is not affected. */
void tool_text_survive_limits(void);

/*
 * Make sure that standard output has been written. A reader that went away is not an error. Returns
 * `code`, or TOOL_EXIT_OUTPUT (and says so) if the output is lost.
 */
int tool_text_flush(int code);

#endif
