/* SPDX-License-Identifier: MIT */
#include "tool/environment/environment.h"

#include <glob.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "platform/path.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"

#define LAYER_MANIFEST "/openxr/1/api_layers/implicit.d/XrApiLayer_understudy.json"

void tool_environment_set_home(bool quiet)
{
    if (getenv("HOME") != NULL)
        return;
    const struct passwd *person = getpwuid(getuid());
    const char *home =
        person != NULL && person->pw_dir != NULL && person->pw_dir[0] == '/' ? person->pw_dir : "/";
    setenv("HOME", home, 1);
    if (!quiet)
        tool_text_complain(
            "HOME is unset, and some OpenXR loaders crash without it; setting it to %s for "
            "the app",
            home);
}

/* A usable manifest of the layer: its path is put into the context. */
static bool take_layer(const char *path, void *context)
{
    struct tool_manifest manifest;
    bool is_layer = tool_manifest_read(path, "api_layer", &manifest) == TOOL_MANIFEST_USABLE &&
                    strcmp(manifest.name, TOOL_ENVIRONMENT_LAYER) == 0;
    if (is_layer)
        memcpy(context, path, strlen(path) + 1);
    return is_layer;
}

static bool find_layer(const char *folder, void *context)
{
    return tool_manifest_visit(folder, take_layer, context);
}

static bool put_in_front(const char *folder)
{
    const char *after = tool_file_path_variable("XDG_DATA_DIRS", TOOL_LOADER_FOLDERS_DATA_DIRS);
    size_t size = strlen(folder) + strlen(after) + 2;
    char *list = malloc(size);
    if (list == NULL)
        return false;
    snprintf(list, size, "%s:%s", folder, after);
    bool done = setenv("XDG_DATA_DIRS", list, 1) == 0;
    free(list);
    return done;
}

/* A manifest beside this program. */
static bool find_own(const char *name, char share[PATH_MAX], char own[PATH_MAX])
{
    char root[PATH_MAX];
    if (tool_file_path_root(root) && tool_file_path_join(root, "/share", share) &&
        tool_file_path_join(share, name, own))
        return true;
    tool_text_complain("the folder of this program cannot be found; check that /proc is mounted");
    return false;
}

static bool is_usable(const char *own, const char *kind, struct tool_manifest *out)
{
    enum tool_manifest_state state = tool_manifest_read(own, kind, out);
    if (state != TOOL_MANIFEST_USABLE)
        tool_text_complain("the %s is not usable: %s %s; build or install Understudy again",
                           strcmp(kind, "runtime") == 0 ? "headless runtime" : "layer",
                           state == TOOL_MANIFEST_NO_LIBRARY ? out->library : own,
                           state == TOOL_MANIFEST_BROKEN ? "is damaged" : "is missing");
    return state == TOOL_MANIFEST_USABLE;
}

bool tool_environment_find_layer(char out_path[PATH_MAX])
{
    return tool_manifest_folders_layers(find_layer, out_path);
}

bool tool_environment_own_layer(char out_path[PATH_MAX], struct tool_manifest *out)
{
    char share[PATH_MAX];
    return find_own(LAYER_MANIFEST, share, out_path) && is_usable(out_path, "api_layer", out);
}

bool tool_environment_add_layer(bool quiet)
{
    char share[PATH_MAX], own[PATH_MAX], found[PATH_MAX];
    if (!find_own(LAYER_MANIFEST, share, own))
        return false;
    if (tool_environment_find_layer(found)) {
        if (!quiet && !us_path_is_same_file(own, found))
            tool_text_complain("using the layer that is installed at %s, not the layer beside this "
                               "program",
                               found);
        return true;
    }
    struct tool_manifest manifest;
    if (!is_usable(own, "api_layer", &manifest))
        return false;
    if (strchr(share, ':') != NULL) {
        tool_text_complain("the folder %s has a ':' in its name, which separates folders for the "
                           "OpenXR loader; move Understudy elsewhere",
                           share);
        return false;
    }
    return put_in_front(share);
}

/* ---- The runtime ---- */

static bool has_active(const char *folder, void *context)
{
    char *path = context;
    char name[160];
    struct utsname machine = {0};
    uname(&machine);
    snprintf(name, sizeof name, "/active_runtime.%.64s.json", machine.machine);
    return (tool_file_path_join(folder, name, path) && access(path, R_OK) == 0) ||
           (tool_file_path_join(folder, "/active_runtime.json", path) && access(path, R_OK) == 0);
}

bool tool_environment_find_runtime(char out_path[PATH_MAX])
{
    bool found = tool_manifest_folders_runtimes(has_active, out_path);
    if (!found)
        out_path[0] = '\0';
    return found;
}

bool tool_environment_check_runtime(void)
{
    const char *chosen = tool_file_path_variable("XR_RUNTIME_JSON", NULL);
    struct tool_manifest manifest;
    char active[PATH_MAX];
    if (chosen == NULL && tool_environment_find_runtime(active))
        return true;
    enum tool_manifest_state state =
        chosen != NULL ? tool_manifest_read(chosen, "runtime", &manifest) : TOOL_MANIFEST_MISSING;
    if (chosen == NULL)
        tool_text_complain("no OpenXR runtime is installed; install one, or pass --headless to run "
                           "without a headset");
    else if (state == TOOL_MANIFEST_NO_LIBRARY)
        tool_text_complain("the runtime that XR_RUNTIME_JSON names has no library at %s; install "
                           "it again, or pass --headless",
                           manifest.library);
    else if (state != TOOL_MANIFEST_USABLE)
        tool_text_complain("XR_RUNTIME_JSON names %s, which %s; correct or unset it, or pass "
                           "--headless",
                           chosen,
                           state == TOOL_MANIFEST_MISSING ? "cannot be read"
                                                          : "is not the manifest of a runtime");
    return state == TOOL_MANIFEST_USABLE;
}

/* Both names of the variable: old loaders know the first one only, new ones prefer the second. */
static void choose_processor(void)
{
    char list[PATH_MAX] = "";
    glob_t found;
    if (getenv("VK_ICD_FILENAMES") != NULL || getenv("VK_DRIVER_FILES") != NULL ||
        glob("/usr/share/vulkan/icd.d/lvp_icd*.json", 0, NULL, &found) != 0)
        return;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char longer[PATH_MAX];
        int length =
            snprintf(longer, sizeof longer, "%s%s%s", list, i > 0 ? ":" : "", found.gl_pathv[i]);
        if (length < 0 || (size_t)length >= sizeof longer)
            break;
        snprintf(list, sizeof list, "%s", longer);
    }
    globfree(&found);
    setenv("VK_ICD_FILENAMES", list, 1);
    setenv("VK_DRIVER_FILES", list, 1);
}

bool tool_environment_set_headless(void)
{
    char share[PATH_MAX], path[PATH_MAX];
    struct tool_manifest manifest;
    if (!find_own("/understudy/headless_runtime.json", share, path) ||
        !is_usable(path, "runtime", &manifest))
        return false;
    setenv("XR_RUNTIME_JSON", path, 1);
    choose_processor();
    return true;
}

#define DISABLE "UNDERSTUDY_DISABLE"

/* Room for the longest name of each variable, with its option. */
enum { LIST_SIZE = (US_SETTING_COUNT + 1) * 64 };

static void add(char list[LIST_SIZE], const char *variable, const char *option)
{
    size_t length = strlen(list);
    const char *comma = length > 0 ? ", " : "";
    if (option != NULL)
        snprintf(list + length, LIST_SIZE - length, "%s%s (use %s%s)", comma, variable,
                 option[0] == '-' ? "" : "--", option);
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
        unsetenv(setting->variable);
    }
    const char *disable = getenv(DISABLE);
    if (disable != NULL && disable[0] != '\0')
        add(list, DISABLE, NULL);
    unsetenv(DISABLE);
    if (list[0] != '\0' && !quiet)
        tool_text_complain("%s ignores settings of the environment: %s", command, list);
}
