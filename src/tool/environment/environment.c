/* SPDX-License-Identifier: MIT */
#include "tool/environment/environment.h"

#include <dirent.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/cli/paths.h"
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

static bool has_ending(const char *name, const char *ending)
{
    size_t length = strlen(name), ending_length = strlen(ending);
    return length >= ending_length && strcmp(name + length - ending_length, ending) == 0;
}

/* A usable manifest of the layer in `folder`: its path is put into the context. */
static bool find_layer(const char *folder, void *context)
{
    char *out_path = context;
    DIR *stream = opendir(folder);
    bool found = false;
    const struct dirent *entry;
    while (stream != NULL && !found && (entry = readdir(stream)) != NULL) {
        struct tool_manifest manifest;
        char path[PATH_MAX];
        if (!has_ending(entry->d_name, ".json") || !tool_paths_join(folder, "/", path) ||
            strlen(path) + strlen(entry->d_name) >= sizeof(path))
            continue;
        strcat(path, entry->d_name);
        found = tool_manifest_read(path, "api_layer", &manifest) == TOOL_MANIFEST_USABLE &&
                strcmp(manifest.name, TOOL_ENVIRONMENT_LAYER) == 0;
        if (found)
            memcpy(out_path, path, strlen(path) + 1);
    }
    if (stream != NULL)
        closedir(stream);
    return found;
}

static bool put_in_front(const char *folder)
{
    const char *after = tool_paths_variable("XDG_DATA_DIRS", TOOL_PATHS_DATA_DIRS);
    size_t size = strlen(folder) + strlen(after) + 2;
    char *list = malloc(size);
    if (list == NULL)
        return false;
    snprintf(list, size, "%s:%s", folder, after);
    bool done = setenv("XDG_DATA_DIRS", list, 1) == 0;
    free(list);
    return done;
}

static bool say_missing(enum tool_manifest_state state, const char *path, const char *library)
{
    tool_text_complain("the layer is not usable: %s %s; build or install Understudy again",
                       state == TOOL_MANIFEST_NO_LIBRARY ? library : path,
                       state == TOOL_MANIFEST_BROKEN ? "is damaged" : "is missing");
    return false;
}

static bool find_own(char share[PATH_MAX], char own[PATH_MAX])
{
    char root[PATH_MAX];
    if (tool_paths_root(root) && tool_paths_join(root, "/share", share) &&
        tool_paths_join(share, LAYER_MANIFEST, own))
        return true;
    tool_text_complain("the folder of this program cannot be found; check that /proc is mounted");
    return false;
}

static bool is_usable(const char *own, struct tool_manifest *out)
{
    enum tool_manifest_state state = tool_manifest_read(own, "api_layer", out);
    return state == TOOL_MANIFEST_USABLE || say_missing(state, own, out->library);
}

bool tool_environment_find_layer(char out_path[PATH_MAX])
{
    return tool_paths_visit_layers(find_layer, out_path);
}

bool tool_environment_own_layer(char out_path[PATH_MAX], struct tool_manifest *out)
{
    char share[PATH_MAX];
    return find_own(share, out_path) && is_usable(out_path, out);
}

bool tool_environment_add_layer(bool quiet)
{
    char share[PATH_MAX], own[PATH_MAX], found[PATH_MAX];
    if (!find_own(share, own))
        return false;
    if (tool_environment_find_layer(found)) {
        if (!quiet && !tool_paths_is_same(own, found))
            tool_text_complain("using the layer that is installed at %s, not the layer beside this "
                               "program",
                               found);
        return true;
    }
    struct tool_manifest manifest;
    if (!is_usable(own, &manifest))
        return false;
    if (strchr(share, ':') != NULL) {
        tool_text_complain("the folder %s has a ':' in its name, which separates folders for the "
                           "OpenXR loader; move Understudy elsewhere",
                           share);
        return false;
    }
    return put_in_front(share);
}
