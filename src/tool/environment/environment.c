/* SPDX-License-Identifier: MIT */
#include "tool/environment/environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/environment.h"
#include "platform/machine.h"
#include "platform/path.h"
#include "platform/program.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"

#define LAYER_MANIFEST "/openxr/1/api_layers/implicit.d/XrApiLayer_understudy.json"
#define ADVICE "build or install Understudy again"

void tool_environment_set_home(bool quiet)
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
    bool done = us_environment_set("XDG_DATA_DIRS", list);
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

bool tool_environment_find_layer(char out_path[PATH_MAX])
{
    return tool_manifest_folders_layers(find_layer, out_path);
}

bool tool_environment_own_layer(char out_path[PATH_MAX], struct tool_manifest *out)
{
    char share[PATH_MAX];
    return find_own(LAYER_MANIFEST, share, out_path) &&
           tool_manifest_check_own(out_path, "api_layer", ADVICE, out);
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
    if (!tool_manifest_check_own(own, "api_layer", ADVICE, &manifest))
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
    struct us_machine machine;
    us_machine_describe(&machine);
    snprintf(name, sizeof name, "/active_runtime.%s.json", machine.hardware);
    return (tool_file_path_join(folder, name, path) && us_path_is_readable(path)) ||
           (tool_file_path_join(folder, "/active_runtime.json", path) && us_path_is_readable(path));
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
    char active[PATH_MAX];
    if (chosen != NULL)
        return tool_manifest_check_runtime(chosen);
    bool found = tool_environment_find_runtime(active);
    if (!found)
        tool_text_complain("no OpenXR runtime is installed; install one, or pass --headless to run "
                           "without a headset");
    return found;
}

#define DRIVERS "/usr/share/vulkan/icd.d"
enum { DRIVERS_MAX = 8, NAME_SIZE = 256 };

/* Mesa's drivers for the processor, in the order of their names. Returns how many there are. */
static unsigned list_drivers(char names[DRIVERS_MAX][NAME_SIZE])
{
    static const char beginning[] = "lvp_icd";
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
    return count;
}

/* Both names of the variable: old loaders know the first one only, new ones prefer the second. */
static void choose_processor(void)
{
    char list[PATH_MAX] = "", names[DRIVERS_MAX][NAME_SIZE];
    if (us_environment_get("VK_ICD_FILENAMES") != NULL ||
        us_environment_get("VK_DRIVER_FILES") != NULL)
        return;
    unsigned count = list_drivers(names);
    for (unsigned i = 0; i < count; i++) {
        size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s" DRIVERS "/%s", i > 0 ? ":" : "",
                 names[i]);
    }
    if (count == 0)
        return;
    us_environment_set("VK_ICD_FILENAMES", list);
    us_environment_set("VK_DRIVER_FILES", list);
}

bool tool_environment_set_headless(void)
{
    char share[PATH_MAX], path[PATH_MAX];
    struct tool_manifest manifest;
    if (!find_own("/understudy/headless_runtime.json", share, path) ||
        !tool_manifest_check_own(path, "runtime", ADVICE, &manifest))
        return false;
    us_environment_set("XR_RUNTIME_JSON", path);
    choose_processor();
    return true;
}
