/* SPDX-License-Identifier: MIT */
/* prompt_print: answers of a drive as text for a person. */
#ifndef TOOL_DRIVE_PROMPT_PRINT_H
#define TOOL_DRIVE_PROMPT_PRINT_H

#include <cjson/cJSON.h>
#include <stdio.h>

/* Prints a result. `parts`: of `state`, the only members to print, with blanks between; "": all. */
void tool_prompt_print(FILE *out, const cJSON *result, const char *parts);

#endif
