/* SPDX-License-Identifier: MIT */
/*
 * inherited_settings: settings of the layer in the environment of this process. A command that
 * starts an app takes what has an option from its command line alone: the same line does the same
 * everywhere. It says what it does not pass on to the app. Settings without an option, such as
 * UNDERSTUDY_LOG_FILE, are passed on.
 */
#ifndef TOOL_INHERITED_SETTINGS_H
#define TOOL_INHERITED_SETTINGS_H

#include <stdbool.h>

#include "status/setting_table.h"

/* What a command has for a setting. */
struct tool_setting_option {
    const char *name; /* without its dashes; NULL: the command has no option for it */
    bool is_given;    /* on the command line, which then decides, and nothing is said */
};

/*
 * Unsets the variable of every setting that has an option of `run`, of the files of another run,
 * and UNDERSTUDY_DISABLE. Unless `quiet`, prints one line with those whose value is lost: it is
 * neither empty nor the default, and the option is not given. `command` is the command's name.
 * Call it once, before anything is set for the app.
 */
void tool_inherited_settings_drop(const char *command,
                                  const struct tool_setting_option options[US_SETTING_COUNT],
                                  bool quiet);

#endif
