/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "tool/cli/options.h"
#include "tool/environment/user_paths.h"
#include "tool/install/install_manifest.h"
#include "tool/cli/text.h"
#include "tool/install/uninstall.h"
#include "tool/cli/command.h"

static const char help[] =
    "usage: understudy uninstall --user\n"
    "\n"
    "Remove the files that 'understudy install --user' wrote, and the folders that it made if "
    "they\n"
    "are empty. uninstall keeps a file that somebody changed since, and names it.\n"
    "\n"
    "  --user  remove what was installed for you\n"
    "\n"
    "Exit codes: 0 everything is removed; 1 a file had to stay; 2 usage.\n";

static int run(int argc, char **argv);

const struct tool_command tool_command_uninstall = {"uninstall", "remove what 'install' wrote",
                                                    help, run, NULL};

static int uninstall(const struct tool_user_paths *user_paths,
                     struct tool_install_manifest *install_manifest)
{
    switch (tool_install_manifest_read(user_paths->install_manifest, install_manifest)) {
    case TOOL_INSTALL_MANIFEST_NONE:
        puts("Nothing was installed for you.");
        return TOOL_EXIT_OK;
    case TOOL_INSTALL_MANIFEST_DAMAGED:
        tool_text_complain(
            "%s is damaged, so uninstall cannot know which files to remove; remove the "
            "folder %s and the file %s yourself",
            user_paths->install_manifest, user_paths->library_folder, user_paths->manifest);
        return TOOL_EXIT_REFUSED;
    case TOOL_INSTALL_MANIFEST_READ:
        break;
    }
    if (!tool_uninstall(user_paths, install_manifest))
        return TOOL_EXIT_REFUSED;
    puts("Removed.");
    return TOOL_EXIT_OK;
}

static int run(int argc, char **argv)
{
    bool user = false;
    const struct tool_option options[] = {{"user", TOOL_OPTION_FLAG, &user, NULL},
                                          {NULL, TOOL_OPTION_FLAG, NULL, NULL}};
    struct tool_command_line line = {
        .command = &tool_command_uninstall, .options = options, .takes_none = true};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    struct tool_user_paths user_paths;
    struct tool_install_manifest *install_manifest = malloc(sizeof(*install_manifest));
    const char *wrong =
        install_manifest == NULL ? "out of memory" : tool_user_paths_find(&user_paths);
    if (!user)
        wrong = "--user is missing; pass --user, or remove the Debian package with apt";
    if (wrong != NULL) {
        tool_text_complain("uninstall: %s", wrong);
        code = TOOL_EXIT_USAGE;
    } else {
        code = uninstall(&user_paths, install_manifest);
    }
    free(install_manifest);
    return code;
}
