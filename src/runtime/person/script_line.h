// SPDX-License-Identifier: MIT
// One line of a script: its words, and the keys that it adds to the script. Only script_parse.c
// uses this header.
#ifndef RT_RUNTIME_SCRIPT_LINE_H
#define RT_RUNTIME_SCRIPT_LINE_H

#include "runtime/person/script.h"

#define RT_SCRIPT_TOKEN_LIMIT 12 // more than any line needs

struct rt_script_parser {
    const char *path;
    struct rt_script *script;
    struct rt_script_error *error;
    uint32_t line;      // from 1; 0 while the message is about the whole file
    size_t token_count; // of the line; more than the limit: the line is too long
    char *tokens[RT_SCRIPT_TOKEN_LIMIT + 1];
    double time_s;
    enum rt_script_subject subject;
};

// Writes the message with the file and the line, and returns false.
bool rt_script_line_fail(struct rt_script_parser *parser, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

// "left", "right", "head", "gaze" or "session".
const char *rt_script_line_subject(enum rt_script_subject subject);

// Adds the keys of a line with at least one token to the script. False: the line is wrong.
bool rt_script_line_add(struct rt_script_parser *parser);

#endif
