/* SPDX-License-Identifier: MIT */
#include "tool/environment/inherited_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/text.h"

#define DISABLE "UNDERSTUDY_DISABLE"

/* Room for the longest name of each variable, with its option. */
enum { LIST_SIZE = (US_SETTING_COUNT + 1) * 64 };

static void add(char list[LIST_SIZE], const char *variable, const char *option)
{
    size_t length = strlen(list);
    const char *comma = length > 0 ? ", " : "";
    if (option != NULL)
        snprintf(list + length, LIST_SIZE - length, "%s%s (use --%s)", comma, variable, option);
    else
        snprintf(list + length, LIST_SIZE - length, "%s%s", comma, variable);
}

/* Whether the app would have got something else than it gets now. */
static bool is_lost(const struct us_setting *setting, const struct tool_setting_option *option)
{
    const char *value = getenv(setting->variable);
    const char *usual = setting->default_value != NULL ? setting->default_value : "";
    return setting->kind != US_SETTING_KIND_RUN_FILE && !option->is_given && value != NULL &&
           value[0] != '\0' && strcmp(value, usual) != 0;
}

void tool_inherited_settings_drop(const char *command,
                                  const struct tool_setting_option options[US_SETTING_COUNT],
                                  bool quiet)
{
    char list[LIST_SIZE] = "";
    for (int i = 0; i < US_SETTING_COUNT; i++) {
        const struct us_setting *setting = &us_setting_table[i];
        if (setting->option == NULL && setting->kind != US_SETTING_KIND_RUN_FILE)
            continue;
        if (is_lost(setting, &options[i]))
            add(list, setting->variable, options[i].name);
        unsetenv(setting->variable);
    }
    const char *disable = getenv(DISABLE);
    if (disable != NULL && disable[0] != '\0')
        add(list, DISABLE, NULL);
    unsetenv(DISABLE);
    if (list[0] != '\0' && !quiet)
        tool_text_complain("%s ignores settings of the environment: %s", command, list);
}
