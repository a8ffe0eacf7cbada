/* SPDX-License-Identifier: MIT */
/*
 * text: prints text for a person. Names from files and command lines are escaped, so that a
 * terminal never gets a control character, a change of direction or malformed UTF-8 from outside.
 */
#ifndef TOOL_TEXT_H
#define TOOL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/base/bytes.h"
#include "platform/numbers.h"

/* The code point at `text`, and its length in bytes; 0 if it is malformed. */
uint32_t tool_text_decode(const char *text, unsigned *out_length);

/* `text` with what is unsafe as \n, \xNN or \u{N}, and a backslash doubled, but not on Windows,
 * where it divides paths. Cut at out_size, always terminated. */
void tool_text_escape(const char *text, char *out, size_t out_size);

/* `text` with malformed UTF-8 replaced by U+FFFD, for JSON. From malloc; NULL if memory runs out.
 */
char *tool_text_valid(const char *text);

/* `text` as a word for a shell, in quotes where it needs them. From malloc; NULL if memory runs
 * out.
 */
char *tool_text_quote(const char *text);

/* Add text to a file that is made in memory, as printf formats it. */
void tool_text_put(struct us_writer *out, const char *format, ...) US_FORMAT(2, 3);
/* Adds the bytes of a file, of `most` at most. False, with errno, if it cannot be read, or is
 * longer (EFBIG); what was read of it stays. */
bool tool_text_put_file(struct us_writer *out, const char *path, size_t most);
/* A whole file like that, with a zero at its end, from malloc; NULL, with errno. */
char *tool_text_read(const char *path, size_t most);
/* As tool_text_put, of text for XML 1.0, which has no way to hold control characters: they are
 * escaped. Cut after 2 kB. */
void tool_text_put_xml(struct us_writer *out, const char *text);

/* Prints JSON on standard output, and a newline. What is unsafe in its texts becomes \uNNNN, and
 * malformed UTF-8 U+FFFD. */
void tool_text_print_json(const char *json);

/* The time of now in UTC, as strftime formats it. */
struct tool_text_time {
    char text[32];
} tool_text_now(const char *format);

/* "3.4 MB" */
void tool_text_bytes(uint64_t bytes, char out[32]);

/* Prints a line of any length as printf formats it, made safe as a whole, and a newline. */
void tool_text_print_line(FILE *out, const char *format, ...) US_FORMAT(2, 3);

/* Print "understudy: ..." and a newline on standard error, made safe. */
void tool_text_complain(const char *format, ...) US_FORMAT(1, 2);

/* From now on, what `run` complains of is said of this command, which does all that `run` does. */
void tool_text_name_run(const char *command);
/* That name; "run" unless another was given. */
const char *tool_text_run_name(void);

/* Ignores SIGPIPE, so that a reader of our output may close it. Do not call it before an app
 * starts: the app would inherit it. */
void tool_text_survive_readers(void);

/*
 * Flushes standard output. A reader that closed it is not an error. Returns `code`, or prints a
 * message and returns TOOL_EXIT_OUTPUT if output was lost.
 */
int tool_text_flush(int code);

#endif
