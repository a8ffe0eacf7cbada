/* SPDX-License-Identifier: MIT */
#include "tool/cli/options.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 96, OPTION_COLUMN = 21, SETTING_COLUMN = 4, MAX_TEXT = 512 };

/* Prints words from column `at`; the next lines begin at column `indent`. */
static void print_wrapped(const char *text, unsigned at, unsigned indent)
{
    for (unsigned i = at; i < indent; i++)
        putchar(' ');
    unsigned column = at < indent ? indent : at;
    while (*text != '\0') {
        unsigned length = (unsigned)strcspn(text, " ");
        if (column > indent && column + 1 + length > WIDTH) {
            printf("\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

void tool_help_text_print_option(const char *name, const char *argument, const char *text)
{
    int width =
        printf("  --%s%s%s ", name, argument != NULL ? " " : "", argument != NULL ? argument : "");
    print_wrapped(text, (unsigned)width, OPTION_COLUMN);
}

/* A path and a flag need no explanation. */
static bool has_range(const struct us_setting *setting)
{
    return setting->kind <= US_SETTING_KIND_TEXT && setting->argument != NULL;
}

void tool_help_text_print_setting_option(const struct us_setting *setting,
                                         const char *default_value)
{
    char range[US_SETTING_RANGE_SIZE], text[MAX_TEXT];
    us_setting_range(setting, range, sizeof range);
    int length = snprintf(text, sizeof text, "%s", setting->help);
    if (has_range(setting))
        length += snprintf(text + length, sizeof text - (size_t)length, ". Values: %s", range);
    if (default_value != NULL && setting->argument != NULL)
        snprintf(text + length, sizeof text - (size_t)length, "%s: %s",
                 has_range(setting) ? "; default" : ". Default", default_value);
    tool_help_text_print_option(setting->option, setting->argument, text);
}

void tool_help_text_print_settings(void)
{
    puts("The layer reads these environment variables once, when an app makes an OpenXR instance.\n"
         "An empty value counts as unset. For a value that is not allowed the layer prints a\n"
         "warning and uses the default. A process with raised privileges (AT_SECURE) has no\n"
         "settings. UNDERSTUDY_ENABLE=1 loads the layer where it is installed;\n"
         "UNDERSTUDY_DISABLE=1 keeps it out.");
    for (int i = 0; i < US_SETTING_COUNT; i++) {
        const struct us_setting *setting = &us_setting_table[i];
        char range[US_SETTING_RANGE_SIZE];
        us_setting_range(setting, range, sizeof range);
        printf("\n%s\n    values: %s\n    default: %s\n    option of run: ", setting->variable,
               range, setting->default_value != NULL ? setting->default_value : "none");
        if (us_setting_has_option(setting))
            printf("--%s%s", setting->option, setting->argument != NULL ? " " : "");
        printf("%s\n", setting->argument != NULL ? setting->argument
                       : setting->option != NULL ? ""
                                                 : "none");
        print_wrapped(setting->help, 0, SETTING_COLUMN);
    }
}
