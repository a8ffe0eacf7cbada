/* SPDX-License-Identifier: MIT */
/*
 * help_text: prints the help of options and settings on standard output, wrapped to lines.
 */
#ifndef TOOL_HELP_TEXT_H
#define TOOL_HELP_TEXT_H

#include "status/setting_table.h"

/* "  --name ARGUMENT   text"; `argument` is NULL for a flag. */
void tool_help_text_print_option(const char *name, const char *argument, const char *text);

/* The same for the option of a setting, with its values and the default of `run`; NULL: none. */
void tool_help_text_print_setting_option(const struct us_setting *setting,
                                         const char *default_value);

/* Every setting with its option, values and default: `understudy help settings`. */
void tool_help_text_print_settings(void);

#endif
