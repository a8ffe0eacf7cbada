/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "platform/environment.h"
#include "tool/cli/text.h"
#include "tool/environment/environment.h"

#define DISABLE "UNDERSTUDY_DISABLE"

/* Room for the longest name of each variable, with its option. */
enum { LIST_SIZE = (US_SETTING_COUNT + 1) * 64 };

static void add(char list[LIST_SIZE], const char *variable, const char *option)
{
    char word[128];
    snprintf(word, sizeof word, "%s (use %s%s)", variable,
             option != NULL && option[0] == '-' ? "" : "--", option != NULL ? option : "");
    us_text_add_word(list, LIST_SIZE, option != NULL ? word : variable);
}

/* Whether the app would have got something else than it gets now. */
static bool is_lost(const struct us_setting *setting, const struct tool_setting_option *option)
{
    const char *value = us_environment_get(setting->variable);
    const char *usual = setting->default_value != NULL ? setting->default_value : "";
    return setting->kind != US_SETTING_KIND_RUN_FILE && !option->is_given && value != NULL &&
           value[0] != '\0' && strcmp(value, usual) != 0;
}

void tool_environment_drop_inherited(const char *command,
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
        us_environment_unset(setting->variable);
    }
    const char *disable = us_environment_get(DISABLE);
    if (disable != NULL && disable[0] != '\0')
        add(list, DISABLE, NULL);
    us_environment_unset(DISABLE);
    if (list[0] != '\0' && !quiet)
        tool_text_complain("%s ignores settings of the environment: %s", command, list);
}
