/* SPDX-License-Identifier: MIT */
#include "tool/cli/paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/cli/text.h"

bool tool_paths_join(const char *a, const char *b, char out[PATH_MAX])
{
    int length = snprintf(out, PATH_MAX, "%s%s", a, b);
    return length >= 0 && length < PATH_MAX;
}

static bool cut_last(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash == NULL)
        return false;
    *slash = '\0';
    return true;
}

bool tool_paths_root(char out[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", out, PATH_MAX - 1);
    if (length <= 0 || length >= PATH_MAX - 1)
        return false;
    out[length] = '\0';
    return cut_last(out) && cut_last(out);
}

bool tool_paths_is_same(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino;
}

const char *tool_paths_variable(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : otherwise;
}

struct visitor {
    tool_paths_visit *visit;
    void *context;
    const char *suffix;
};

/* Visit the folders of a list with ':' between them. */
static bool visit_list(const struct visitor *visitor, const char *list)
{
    while (*list != '\0') {
        char folder[PATH_MAX], path[PATH_MAX];
        size_t length = strcspn(list, ":");
        if (length > 0 && length < sizeof(folder)) {
            memcpy(folder, list, length);
            folder[length] = '\0';
            if (tool_paths_join(folder, visitor->suffix, path) &&
                visitor->visit(path, visitor->context))
                return true;
        }
        list += length + (list[length] == ':');
    }
    return false;
}

/* Visit what `variable` names, or else a folder in the home. */
static bool visit_user_folder(const struct visitor *visitor, const char *variable,
                              const char *below_home)
{
    char folder[PATH_MAX];
    const char *named = tool_paths_variable(variable, NULL);
    if (named != NULL)
        return visit_list(visitor, named);
    const char *home = tool_paths_variable("HOME", NULL);
    return home != NULL && tool_paths_join(home, below_home, folder) && visit_list(visitor, folder);
}

bool tool_paths_visit_layers(tool_paths_visit *visit, void *context)
{
    const struct visitor visitor = {visit, context, "/openxr/1/api_layers/implicit.d"};
    return visit_list(&visitor, tool_paths_variable("XDG_CONFIG_DIRS", "/etc/xdg")) ||
           visit_list(&visitor, "/etc") ||
           visit_list(&visitor, tool_paths_variable("XDG_DATA_DIRS", TOOL_PATHS_DATA_DIRS)) ||
           visit_user_folder(&visitor, "XDG_DATA_HOME", "/.local/share");
}

bool tool_paths_visit_runtimes(tool_paths_visit *visit, void *context)
{
    /* A loader that someone built has its own system folder, most likely the last one here. */
    const struct visitor visitor = {visit, context, "/openxr/1"};
    return visit_user_folder(&visitor, "XDG_CONFIG_HOME", "/.config") ||
           visit_list(&visitor, tool_paths_variable("XDG_CONFIG_DIRS", "/etc/xdg")) ||
           visit_list(&visitor, "/etc:/usr/local/etc");
}

bool tool_paths_make_absolute(const char *path, char out[PATH_MAX])
{
    char folder[PATH_MAX];
    bool made;
    if (path[0] == '/') {
        made = tool_paths_join("", path, out);
    } else {
        made = getcwd(folder, sizeof(folder) - 1) != NULL;
        if (made)
            strcat(folder, "/");
        made = made && tool_paths_join(folder, path, out);
    }
    if (!made)
        tool_text_complain("%s: the absolute path cannot be found or is too long", path);
    return made;
}
