/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <understudy_commit.h> /* the build makes it: cmake/commit.cmake */

#include "core/base/text.h"
#include "platform/interruption.h"
#include "platform/program.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"
#include "tool/cli/command.h"

enum { LIST_SIZE = 512 };

/* In the order of the help. */
static const struct tool_command *const commands[] = {
    &tool_command_run,     &tool_command_drive,     &tool_command_record, &tool_command_mark,
    &tool_command_recover, &tool_command_convert,   &tool_command_edit,   &tool_command_perform,
    &tool_command_info,    &tool_command_check,     &tool_command_sample, &tool_command_view,
    &tool_command_report,  &tool_command_compare,   &tool_command_judge,  &tool_command_doctor,
    &tool_command_install, &tool_command_uninstall, &tool_command_mcp,    &tool_command_expect,
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const char help_help[] =
    "usage: understudy help COMMAND\n"
    "\n"
    "Explain a command, as 'understudy COMMAND --help' does. 'understudy help settings' lists the\n"
    "environment variables that the layer reads.\n"
    "\n"
    "Exit codes: 0; 2 there is no such command.\n";

static int print_help(void)
{
    fputs(
        "Understudy plays recorded input into any OpenXR app, in place of a person in a headset.\n"
        "\n"
        "usage: understudy COMMAND [options] ...\n"
        "\n",
        stdout);
    for (unsigned i = 0; i < COMMANDS; i++)
        printf("  %-14s %s\n", commands[i]->name, commands[i]->summary);
    fputs(
        "  help           explain a command: understudy help COMMAND\n"
        "\n"
        "Recordings are sessions that 'understudy record' made (.mcap), and input animation files\n"
        "of the Mixed Reality Toolkit, versions 1.0 and 1.1 (.bin).\n"
        "Try this first:\n"
        "\n"
        "  understudy run --headless --play recording.bin -- hello_xr -g Vulkan2\n"
        "\n"
        "'understudy --version' prints the version.\n",
        stdout);
    return TOOL_EXIT_OK;
}

/* "run, info, ..., help" */
static const char *list_commands(char out[LIST_SIZE])
{
    out[0] = '\0';
    for (unsigned i = 0; i < COMMANDS; i++)
        us_text_add_word(out, LIST_SIZE, commands[i]->name);
    us_text_add_word(out, LIST_SIZE, "help");
    return out;
}

/* Commands of earlier versions, and what takes their place. */
static bool is_former(const char *word)
{
    static const struct {
        const char *name, *now;
    } former[] = {
        {"diff", "'understudy compare A B' now: it sees what it is given; see 'understudy compare"},
        {"compare-images",
         "'understudy compare A B' now: it sees what it is given; see 'understudy compare"},
        {"compress", "'understudy convert SESSION -o NEW.mcap' now, and --decompress is '--level "
                     "0'; see 'understudy convert"},
    };
    for (unsigned i = 0; i < sizeof former / sizeof former[0]; i++) {
        if (strcmp(word, former[i].name) != 0)
            continue;
        tool_text_complain("the command '%s' is %s --help'", word, former[i].now);
        return true;
    }
    return false;
}

static int unknown_command(const char *word)
{
    if (is_former(word))
        return TOOL_EXIT_USAGE;
    const char *names[COMMANDS + 3] = {"help", "--version"};
    for (unsigned i = 0; i < COMMANDS; i++)
        names[i + 2] = commands[i]->name;
    const char *closest = us_text_closest(word, names);
    char list[LIST_SIZE];
    if (closest != NULL)
        tool_text_complain("there is no command '%s'; did you mean '%s'?", word, closest);
    else if (word[0] == '-')
        tool_text_complain("the command is missing before '%s'; see 'understudy --help'", word);
    else
        tool_text_complain("there is no command '%s'; it is one of %s", word, list_commands(list));
    return TOOL_EXIT_USAGE;
}

static const struct tool_command *find_command(const char *word)
{
    for (unsigned i = 0; i < COMMANDS; i++)
        if (strcmp(word, commands[i]->name) == 0)
            return commands[i];
    return NULL;
}

/* Prints what `help` explains besides the commands. */
static bool print_topic(const char *word)
{
    bool is_settings = strcmp(word, "settings") == 0;
    if (is_settings)
        tool_help_text_print_settings();
    else if (strcmp(word, "help") == 0 || strcmp(word, "--help") == 0)
        fputs(help_help, stdout);
    else
        return false;
    return true;
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        tool_text_complain("no command is given; see 'understudy --help'");
        return TOOL_EXIT_USAGE;
    }
    const char *word = argv[1];
    bool is_help = strcmp(word, "help") == 0;
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || (is_help && argc == 2))
        return print_help();
    if (strcmp(word, "--version") == 0) {
        puts("understudy " US_TOOL_VERSION US_TOOL_COMMIT);
        return TOOL_EXIT_OK;
    }
    if (is_help && argc > 3) {
        tool_text_complain("help: one command is explained at a time; unexpected argument '%s'",
                           argv[3]);
        return TOOL_EXIT_USAGE;
    }
    word = is_help ? argv[2] : word;
    if (is_help && print_topic(word))
        return TOOL_EXIT_OK;
    const struct tool_command *command = find_command(word);
    if (command == NULL)
        return unknown_command(word);
    if (is_help) {
        tool_options_print_help(command);
        return TOOL_EXIT_OK;
    }
    return command->run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    /* An app inherits what is ignored, and how it meets a closed pipe is its own business. */
    static const char *const starting_apps[] = {"run", "drive", "record", NULL};
    us_program_begin(&argc, &argv);
    us_interruption_survive_limits();
    if (argc < 2 || us_text_find(starting_apps, argv[1]) < 0)
        tool_text_survive_readers();
    return tool_text_flush(dispatch(argc, argv));
}
