/* SPDX-License-Identifier: MIT */
/* python_text: pieces of Python: values, and what a person does. */
#ifndef TOOL_DRIVE_PYTHON_TEXT_H
#define TOOL_DRIVE_PYTHON_TEXT_H

#include <cjson/cJSON.h>

#include "tool/page/byte_buffer.h"

/* A number with as many digits as it needs; a text in quotes; any JSON as a literal. */
void tool_python_add_number(struct tool_byte_buffer *out, double value);
void tool_python_add_string(struct tool_byte_buffer *out, const char *text);
void tool_python_add_value(struct tool_byte_buffer *out, const cJSON *value);

/* What is known of the commands before one. Zeroed memory: nothing. */
struct tool_python_person {
    bool was_parted[2]; /* a line was about whether the device of this hand is connected */
    bool has_target;
    double target[3]; /* the point in LOCAL that the variable `target` of the test holds */
};

/* The statement of a command, {"line", "over", "after"} of `do`, by the words of
 * understudy_drive.py where it has them: "app.right.squeeze(1, over=0.2)\n". */
void tool_python_add_command(struct tool_byte_buffer *out, struct tool_python_person *person,
                             const cJSON *command);

#endif
