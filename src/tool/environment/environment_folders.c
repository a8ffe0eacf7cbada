/* SPDX-License-Identifier: MIT */
/* The places where loaders look on Linux: folders, in lists with ':' between them. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "platform/environment.h"
#include "platform/machine.h"
#include "platform/path.h"
#include "platform/program.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/environment/environment.h"

/* The default of XDG_DATA_DIRS. */
#define DATA_DIRS "/usr/local/share:/usr/share"

/* What is looked at in each folder, until it returns true. */
struct search {
    bool (*look)(const char *folder, void *context);
    void *context;
    const char *below;
};

static bool look_in_list(const struct search *search, const char *list)
{
    while (*list != '\0') {
        char folder[PATH_MAX];
        size_t length = strcspn(list, ":");
        int size = snprintf(folder, sizeof folder, "%.*s%s", (int)length, list, search->below);
        if (length > 0 && size > 0 && (size_t)size < sizeof folder &&
            search->look(folder, search->context))
            return true;
        list += length + (list[length] == ':');
    }
    return false;
}

/* What `variable` names, or else a folder in the home. */
static bool look_in_user(const struct search *search, const char *variable, const char *below_home)
{
    char folder[PATH_MAX];
    const char *named = tool_file_path_variable(variable, NULL);
    if (named != NULL)
        return look_in_list(search, named);
    const char *home = tool_file_path_variable("HOME", NULL);
    return home != NULL && tool_file_path_join(home, below_home, folder) &&
           look_in_list(search, folder);
}

/* ---- Layers ---- */

static bool visit_files(const char *folder, const struct tool_environment_visitor *visitor)
{
    bool is_done = false;
    char path[PATH_MAX];
    struct us_path_list *list = us_path_list_begin(folder);
    const char *name;
    while (list != NULL && !is_done && (name = us_path_list_next(list)) != NULL) {
        size_t length = strlen(name);
        bool is_json = length >= 5 && strcmp(name + length - 5, ".json") == 0;
        int size = snprintf(path, sizeof path, "%s/%s", folder, name);
        is_done = is_json && size > 0 && (size_t)size < sizeof path &&
                  visitor->layer(path, visitor->context);
    }
    if (list != NULL)
        errno = 0;
    us_path_list_end(list);
    return is_done;
}

static bool visit_folder(const char *folder, void *context)
{
    const struct tool_environment_visitor *visitor = context;
    if (visit_files(folder, visitor))
        return true;
    if (visitor->fault != NULL && errno != 0 && errno != ENOENT && errno != ENOTDIR)
        visitor->fault("folder-unreadable", folder, strerror(errno), visitor->context);
    if (visitor->fault != NULL && us_path_is_open_to_all(folder))
        visitor->fault("folder-open", folder, NULL, visitor->context);
    return false;
}

bool tool_environment_visit_layers(const struct tool_environment_visitor *visitor)
{
    struct tool_environment_visitor copy = *visitor;
    const struct search search = {visit_folder, &copy, "/openxr/1/api_layers/implicit.d"};
    return look_in_list(&search, tool_file_path_variable("XDG_CONFIG_DIRS", "/etc/xdg")) ||
           look_in_list(&search, "/etc") ||
           look_in_list(&search, tool_file_path_variable("XDG_DATA_DIRS", DATA_DIRS)) ||
           look_in_user(&search, "XDG_DATA_HOME", "/.local/share");
}

bool tool_environment_offer_layer(const char *manifest)
{
    char share[PATH_MAX];
    snprintf(share, sizeof share, "%.*s",
             (int)(strlen(manifest) - strlen(TOOL_ENVIRONMENT_LAYER_PATH) + strlen("/share")),
             manifest);
    if (strchr(share, ':') == NULL)
        return tool_environment_put_in_front("XDG_DATA_DIRS", share, DATA_DIRS);
    tool_text_complain("the folder %s has a ':' in its name, which separates folders for the "
                       "OpenXR loader; move Understudy elsewhere",
                       share);
    return false;
}

/* ---- The user ---- */

void tool_environment_begin(bool quiet)
{
    if (us_environment_get("HOME") != NULL)
        return;
    char home[PATH_MAX];
    if (!us_program_home(home, sizeof home))
        strcpy(home, "/");
    us_environment_set("HOME", home);
    if (!quiet)
        tool_text_complain(
            "HOME is unset, and some OpenXR loaders crash without it; setting it to %s for "
            "the app",
            home);
}

void tool_environment_visit_user(const struct tool_environment_visitor *visitor)
{
    const char *home = us_environment_get("HOME");
    if (home == NULL)
        visitor->fault("home-unset", NULL, NULL, visitor->context);
    else if (!us_path_is_folder(home))
        visitor->fault("home-missing", home, NULL, visitor->context);
    else if (!us_path_is_writable(home))
        visitor->fault("home-read-only", home, strerror(errno), visitor->context);
}

bool tool_environment_is_raised(void)
{
    return false;
}

/* ---- The runtime ---- */

static bool has_active(const char *folder, void *context)
{
    char *path = context;
    char name[160];
    struct us_machine machine;
    us_machine_describe(&machine);
    snprintf(name, sizeof name, "/active_runtime.%s.json", machine.hardware);
    return (tool_file_path_join(folder, name, path) && us_path_is_readable(path)) ||
           (tool_file_path_join(folder, "/active_runtime.json", path) && us_path_is_readable(path));
}

bool tool_environment_find_runtime(char out_path[PATH_MAX])
{
    /* A loader that someone built has its own system folder, most likely the last one here. */
    const struct search search = {has_active, out_path, "/openxr/1"};
    bool is_found = look_in_user(&search, "XDG_CONFIG_HOME", "/.config") ||
                    look_in_list(&search, tool_file_path_variable("XDG_CONFIG_DIRS", "/etc/xdg")) ||
                    look_in_list(&search, "/etc:/usr/local/etc");
    if (!is_found)
        out_path[0] = '\0';
    return is_found;
}

#define DRIVERS "/usr/share/vulkan/icd.d/"
enum { DRIVERS_MAX = 8, NAME_SIZE = 256 };

/* Mesa's drivers for the processor, in the order of their names, as a list. "": there are none. */
static void list_drivers(char out[PATH_MAX])
{
    static const char beginning[] = "lvp_icd";
    char names[DRIVERS_MAX][NAME_SIZE];
    unsigned count = 0;
    struct us_path_list *list = us_path_list_begin(DRIVERS);
    const char *name;
    while (list != NULL && count < DRIVERS_MAX && (name = us_path_list_next(list)) != NULL) {
        if (strncmp(name, beginning, sizeof beginning - 1) != 0 || strlen(name) >= NAME_SIZE ||
            !tool_file_path_ends_in(name, ".json"))
            continue;
        unsigned at = count++;
        for (; at > 0 && strcmp(names[at - 1], name) > 0; at--)
            strcpy(names[at], names[at - 1]);
        strcpy(names[at], name);
    }
    us_path_list_end(list);
    out[0] = '\0';
    for (unsigned i = 0; i < count; i++) {
        us_text_add(out, PATH_MAX, ":", DRIVERS);
        us_text_add(out, PATH_MAX, "", names[i]);
    }
}

/* Both names of the variable of Vulkan's drivers: old loaders know the first one only, new ones
 * prefer the second. */
bool tool_environment_offer_headless(const char *manifest)
{
    char drivers[PATH_MAX];
    us_environment_set("XR_RUNTIME_JSON", manifest);
    if (us_environment_get("VK_ICD_FILENAMES") != NULL ||
        us_environment_get("VK_DRIVER_FILES") != NULL)
        return true;
    list_drivers(drivers);
    if (drivers[0] == '\0')
        return true;
    us_environment_set("VK_ICD_FILENAMES", drivers);
    us_environment_set("VK_DRIVER_FILES", drivers);
    return true;
}
