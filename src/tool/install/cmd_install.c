/* SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "platform/program.h"
#include "tool/cli/command.h"
#include "tool/cli/options.h"
#include "tool/install/installation.h"

static const char install_help[] = US_PROGRAM_VARIANT(
    "usage: understudy install\n"
    "\n"
    "Install the layer for you alone, in XDG_DATA_HOME or ~/.local/share, where every OpenXR app\n"
    "of yours finds it. An app loads the layer only if UNDERSTUDY_ENABLE=1 is set, and plays a\n"
    "recording only if UNDERSTUDY_PLAY=FILE is set as well. Install the layer for apps that\n"
    "another program starts, such as Steam. 'understudy run' needs no installation.\n"
    "\n"
    "'install' never overwrites a file that it did not write. 'understudy uninstall' removes\n"
    "everything that it wrote. To install for all users of a machine, use the Debian package.\n"
    "\n"
    "Exit codes: 0 done; 1 refused: a file or another layer is in the way, HOME is no folder, or\n"
    "everyone may write to the folder; 2 usage; 3 a file could not be written; 5 the layer is not\n"
    "beside this program.\n",
    "usage: understudy install [--system]\n"
    "\n"
    "Register the layer that lies beside this program, so that every OpenXR app finds it: for you\n"
    "alone, in the registry's HKEY_CURRENT_USER, where apps that run as administrator do not\n"
    "look. An app loads the layer only if UNDERSTUDY_ENABLE=1 is set, and plays a recording only\n"
    "if UNDERSTUDY_PLAY=FILE is set as well. No file is copied: keep the folder where it is.\n"
    "\n"
    "  --system  for all users, in HKEY_LOCAL_MACHINE; type it as an administrator\n"
    "\n"
    "Exit codes: 0 done; 1 refused: another one is registered; 2 usage; 3 the registry could not\n"
    "be read or written; 5 the layer is not beside this program.\n");

static const char uninstall_help[] = US_PROGRAM_VARIANT(
    "usage: understudy uninstall\n"
    "\n"
    "Remove the files that 'understudy install' wrote, and the folders that it made if they are\n"
    "empty. uninstall keeps a file that somebody changed since, and names it.\n"
    "\n"
    "Exit codes: 0 everything is removed; 1 a file had to stay; 2 usage.\n",
    "usage: understudy uninstall [--system]\n"
    "\n"
    "Remove from the registry what 'understudy install' wrote there for you, also for a folder\n"
    "that is no more. uninstall keeps a layer that is registered in another folder, and removes\n"
    "no file.\n"
    "\n"
    "  --system  what was registered for all users; type it as an administrator\n"
    "\n"
    "Exit codes: 0 everything is removed; 2 usage; 3 the registry could not be read or written.\n");

static int run(const struct tool_command *command, int argc, char **argv, int (*act)(bool for_all))
{
    bool for_all = false;
    const struct tool_option options[] = {
        {US_PROGRAM_VARIANT(NULL, "system"), TOOL_OPTION_FLAG, &for_all, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {.command = command, .options = options, .takes_none = true};
    int code = tool_options_parse(&line, argc, argv);
    return code != TOOL_OPTIONS_GO_ON ? code : act(for_all);
}

static int run_install(int argc, char **argv)
{
    return run(&tool_command_install, argc, argv, tool_installation_install);
}

static int run_uninstall(int argc, char **argv)
{
    return run(&tool_command_uninstall, argc, argv, tool_installation_uninstall);
}

const struct tool_command tool_command_install = {
    "install", US_PROGRAM_VARIANT("install the layer for one user", "register the layer"),
    install_help, run_install, NULL};
const struct tool_command tool_command_uninstall = {"uninstall", "remove what 'install' wrote",
                                                    uninstall_help, run_uninstall, NULL};
