/* SPDX-License-Identifier: MIT */
/* Stands in for installation_folders.c on Windows, where a loader finds layers in the registry. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/base/file.h"
#include "core/base/text.h"
#include "platform/path.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/environment/environment.h"
#include "tool/install/installation.h"

#define KEY TOOL_ENVIRONMENT_LAYERS_KEY

/* The manifest of the layer that belongs to this program. */
static bool find_own(const char *command, char out[PATH_MAX])
{
    char root[PATH_MAX];
    bool is_found =
        tool_file_path_root(root) && tool_file_path_join(root, TOOL_ENVIRONMENT_LAYER_PATH, out);
    if (!is_found)
        tool_text_complain("%s: " TOOL_ENVIRONMENT_LOST, command);
    return is_found;
}

/* Whether a registered name is that manifest, however it is written. */
static bool is_own(const char *name, const char *own)
{
    return us_text_same_letters(name, own) || us_path_is_same_file(name, own);
}

/* Whether it is a manifest of ours in another folder. */
static bool is_other(const char *name, const char *own)
{
    return us_text_same_letters(us_path_name(name), us_path_name(own)) && !is_own(name, own);
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
    for (unsigned i = 0; tool_environment_next_registered(part, &i, name, sizeof name); i++) {
        if (!is_other(name, own) || !us_path_is_there(name))
            continue;
        tool_text_complain("the layer is registered at %s already, and apps would load both; "
                           "remove that one first, with the understudy.exe in its folder",
                           name);
        return TOOL_EXIT_REFUSED;
    }
    return errno == ENOENT ? TOOL_EXIT_OK : fail("install", "read");
}

/* Removes it, and what names a folder that is gone or has moved since. */
static int take_out(const char *command, enum us_registry_part part, const char *own,
                    unsigned *out_removed)
{
    char name[US_FILE_PATH_SIZE];
    *out_removed = 0;
    for (unsigned i = 0; tool_environment_next_registered(part, &i, name, sizeof name);) {
        if (!is_own(name, own) && (!is_other(name, own) || us_path_is_there(name))) {
            i++;
            continue;
        }
        if (!us_registry_remove(part, KEY, name))
            return fail(command, "written");
        ++*out_removed;
    }
    return errno == ENOENT ? TOOL_EXIT_OK : fail(command, "read");
}

int tool_installation_install(bool for_all)
{
    const enum us_registry_part part = for_all ? US_REGISTRY_MACHINE : US_REGISTRY_USER;
    char own[PATH_MAX];
    if (!find_own("install", own))
        return TOOL_EXIT_RUNTIME;
    if (!us_path_is_there(own)) {
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
    printf("Registered for %s:\n  %s\n", for_all ? "all users" : "you", own);
    printf("Apps do not load the layer until you ask for it. To play a recording into an app, set "
           "these\n"
           "variables for it:\n"
           "  UNDERSTUDY_ENABLE=1 UNDERSTUDY_PLAY=C:\\path\\of\\recording.bin\n"
           "To remove the layer: understudy uninstall%s\n",
           for_all ? " --system" : "");
    return TOOL_EXIT_OK;
}

int tool_installation_uninstall(bool for_all)
{
    char own[PATH_MAX];
    unsigned removed;
    if (!find_own("uninstall", own))
        return TOOL_EXIT_RUNTIME;
    int code =
        take_out("uninstall", for_all ? US_REGISTRY_MACHINE : US_REGISTRY_USER, own, &removed);
    if (code == TOOL_EXIT_OK)
        printf("%s for %s.\n", removed > 0 ? "Removed" : "Nothing was registered",
               for_all ? "all users" : "you");
    return code;
}

/* `uninstall` takes out all of ours. */
bool tool_installation_has_written(const char *manifest)
{
    (void)manifest;
    return false;
}
