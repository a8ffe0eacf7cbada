/* SPDX-License-Identifier: MIT */
/* Stands in for cmd_install.c on Windows, where a loader finds layers in the registry. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/base/file.h"
#include "core/base/text.h"
#include "platform/path.h"
#include "platform/registry.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"

#define KEY "SOFTWARE\\Khronos\\OpenXR\\1\\ApiLayers\\Implicit"
#define MANIFEST "XrApiLayer_understudy.json"

static const char install_help[] =
    "usage: understudy install [--system]\n"
    "\n"
    "Register the layer that lies beside this program, so that every OpenXR app finds it: for you\n"
    "alone, in the registry's HKEY_CURRENT_USER, where apps that run as administrator do not "
    "look.\n"
    "An app loads the layer only if UNDERSTUDY_ENABLE=1 is set, and plays a recording only if\n"
    "UNDERSTUDY_PLAY=FILE is set as well. No file is copied: keep the folder where it is.\n"
    "\n"
    "  --system  for all users, in HKEY_LOCAL_MACHINE; type it as an administrator\n"
    "\n"
    "Exit codes: 0 done; 1 refused: another one is registered; 2 usage; 3 the registry could not\n"
    "be read or written; 5 the layer is not beside this program.\n";

static const char uninstall_help[] =
    "usage: understudy uninstall [--system]\n"
    "\n"
    "Remove from the registry what 'understudy install' wrote there for you, also for a folder "
    "that\n"
    "is no more. uninstall keeps a layer that is registered in another folder, and removes no "
    "file.\n"
    "\n"
    "  --system  what was registered for all users; type it as an administrator\n"
    "\n"
    "Exit codes: 0 everything is removed; 2 usage; 3 the registry could not be read or\n"
    "written.\n";

static int run_install(int argc, char **argv);
static int run_uninstall(int argc, char **argv);

const struct tool_command tool_command_install = {"install", "register the layer", install_help,
                                                  run_install, NULL};
const struct tool_command tool_command_uninstall = {"uninstall", "remove what 'install' wrote",
                                                    uninstall_help, run_uninstall, NULL};

/* The manifest of the layer that belongs to this program. */
static bool find_own(char out[PATH_MAX])
{
    char root[PATH_MAX];
    return tool_file_path_root(root) && tool_file_path_join(root, "\\lib\\" MANIFEST, out);
}

/* Whether a registered name is that manifest, however it is written. */
static bool is_own(const char *name, const char *own)
{
    return us_text_same_letters(name, own) || us_path_is_same_file(name, own);
}

/* Whether it is a manifest of ours in another folder. */
static bool is_other(const char *name, const char *own)
{
    return us_text_same_letters(us_path_name(name), MANIFEST) && !is_own(name, own);
}

static bool is_there(const char *path)
{
    struct us_about about;
    return us_path_about_target(path, &about);
}

/* The first name from `*index` on that may be a path: a longer one is not ours. False with ENOENT:
 * there is none; otherwise the registry cannot be read. */
static bool find_name(enum us_registry_part part, unsigned *index, char out[US_FILE_PATH_SIZE])
{
    while (!us_registry_name(part, KEY, *index, out, US_FILE_PATH_SIZE)) {
        if (errno != ENAMETOOLONG)
            return false;
        ++*index;
    }
    return true;
}

static int fail(const char *command, const char *done)
{
    if (errno == EACCES)
        tool_text_complain("%s: the registry cannot be %s by you; for all users, type it as an "
                           "administrator",
                           command, done);
    else
        tool_text_complain("%s: the registry cannot be %s: %s", command, done, strerror(errno));
    return TOOL_EXIT_OUTPUT;
}

/* Apps would load both. */
static int check_others(enum us_registry_part part, const char *own)
{
    char name[US_FILE_PATH_SIZE];
    for (unsigned i = 0; find_name(part, &i, name); i++) {
        if (!is_other(name, own) || !is_there(name))
            continue;
        tool_text_complain("the layer is registered at %s already, and apps would load both; "
                           "remove that one first, with the understudy.exe in its folder",
                           name);
        return TOOL_EXIT_REFUSED;
    }
    return errno == ENOENT ? TOOL_EXIT_OK : fail("install", "read");
}

/* The folder may be gone or have moved since. */
static bool is_removed(const char *name, const char *own)
{
    return is_own(name, own) || (is_other(name, own) && !is_there(name));
}

static int take_out(const char *command, enum us_registry_part part, const char *own,
                    unsigned *out_removed)
{
    char name[US_FILE_PATH_SIZE];
    *out_removed = 0;
    for (unsigned i = 0; find_name(part, &i, name);) {
        if (!is_removed(name, own)) {
            i++;
            continue;
        }
        if (!us_registry_remove(part, KEY, name))
            return fail(command, "written");
        ++*out_removed;
    }
    return errno == ENOENT ? TOOL_EXIT_OK : fail(command, "read");
}

static int install(enum us_registry_part part, const char *own)
{
    if (!is_there(own)) {
        tool_text_complain("install: %s is missing; unpack Understudy again, and keep its folders "
                           "together",
                           own);
        return TOOL_EXIT_RUNTIME;
    }
    int code = check_others(US_REGISTRY_USER, own);
    if (code == TOOL_EXIT_OK)
        code = check_others(US_REGISTRY_MACHINE, own);
    unsigned removed;
    if (code == TOOL_EXIT_OK)
        code = take_out("install", part, own, &removed); /* it may be there, written otherwise */
    if (code != TOOL_EXIT_OK)
        return code;
    if (!us_registry_set(part, KEY, own, 0))
        return fail("install", "written");
    bool is_user = part == US_REGISTRY_USER;
    printf("Registered for %s:\n  %s\n", is_user ? "you" : "all users", own);
    printf("Apps do not load the layer until you ask for it. To play a recording into an app, set "
           "these\n"
           "variables for it:\n"
           "  UNDERSTUDY_ENABLE=1 UNDERSTUDY_PLAY=C:\\path\\of\\recording.bin\n"
           "To remove the layer: understudy uninstall%s\n",
           is_user ? "" : " --system");
    return TOOL_EXIT_OK;
}

static int uninstall(enum us_registry_part part, const char *own)
{
    unsigned removed;
    int code = take_out("uninstall", part, own, &removed);
    if (code != TOOL_EXIT_OK)
        return code;
    const char *whom = part == US_REGISTRY_USER ? "you" : "all users";
    printf("%s for %s.\n", removed > 0 ? "Removed" : "Nothing was registered", whom);
    return TOOL_EXIT_OK;
}

static int run(const struct tool_command *command, int argc, char **argv,
               int (*act)(enum us_registry_part, const char *))
{
    bool system = false;
    char own[PATH_MAX];
    const struct tool_option options[] = {{"system", TOOL_OPTION_FLAG, &system, NULL},
                                          {NULL, TOOL_OPTION_FLAG, NULL, NULL}};
    struct tool_command_line line = {.command = command, .options = options, .takes_none = true};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    if (!find_own(own)) {
        tool_text_complain("%s: the folder of this program cannot be found, or its path is too "
                           "long; unpack Understudy to a shorter one",
                           command->name);
        return TOOL_EXIT_RUNTIME;
    }
    return act(system ? US_REGISTRY_MACHINE : US_REGISTRY_USER, own);
}

static int run_install(int argc, char **argv)
{
    return run(&tool_command_install, argc, argv, install);
}

static int run_uninstall(int argc, char **argv)
{
    return run(&tool_command_uninstall, argc, argv, uninstall);
}
