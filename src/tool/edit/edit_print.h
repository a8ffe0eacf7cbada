/* SPDX-License-Identifier: MIT */
/*
 * edit_print: prints what an edit did, as text and as JSON, on standard output.
 */
#ifndef TOOL_EDIT_PRINT_H
#define TOOL_EDIT_PRINT_H

#include <stdbool.h>

#include "tool/edit/edit_run.h"

void tool_edit_print(const struct tool_edit_order *order, struct tool_edit_result *result);
/* One object, which `understudy edit --help` describes. False after a message: there is no memory.
 */
bool tool_edit_print_json(const struct tool_edit_order *order,
                          const struct tool_edit_result *result);

#endif
