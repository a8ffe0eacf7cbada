/* SPDX-License-Identifier: MIT */
#include "tool/environment/environment.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file.h"
#include "platform/path.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"

struct visitor {
    tool_manifest_folders_visit *visit;
    void *context;
    const char *suffix;
};

/* Visit the folders of a list with ':' between them. */
static bool visit_list(const struct visitor *visitor, const char *list)
{
    while (*list != '\0') {
        char folder[PATH_MAX], path[PATH_MAX];
        size_t length = strcspn(list, ":");
        if (length > 0 && length < sizeof folder) {
            memcpy(folder, list, length);
            folder[length] = '\0';
            if (tool_file_path_join(folder, visitor->suffix, path) &&
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
    const char *named = tool_file_path_variable(variable, NULL);
    if (named != NULL)
        return visit_list(visitor, named);
    const char *home = tool_file_path_variable("HOME", NULL);
    return home != NULL && tool_file_path_join(home, below_home, folder) &&
           visit_list(visitor, folder);
}

bool tool_manifest_folders_layers(tool_manifest_folders_visit *visit, void *context)
{
    const struct visitor visitor = {visit, context, "/openxr/1/api_layers/implicit.d"};
    return visit_list(&visitor, tool_file_path_variable("XDG_CONFIG_DIRS", "/etc/xdg")) ||
           visit_list(&visitor, "/etc") ||
           visit_list(&visitor,
                      tool_file_path_variable("XDG_DATA_DIRS", TOOL_LOADER_FOLDERS_DATA_DIRS)) ||
           visit_user_folder(&visitor, "XDG_DATA_HOME", "/.local/share");
}

bool tool_manifest_folders_runtimes(tool_manifest_folders_visit *visit, void *context)
{
    /* A loader that someone built has its own system folder, most likely the last one here. */
    const struct visitor visitor = {visit, context, "/openxr/1"};
    return visit_user_folder(&visitor, "XDG_CONFIG_HOME", "/.config") ||
           visit_list(&visitor, tool_file_path_variable("XDG_CONFIG_DIRS", "/etc/xdg")) ||
           visit_list(&visitor, "/etc:/usr/local/etc");
}

/* A relative library path counts from the manifest's folder. */
static enum tool_manifest_state find_library(const char *path, const char *library,
                                             struct tool_manifest *out)
{
    bool is_name = us_path_name(library) == library;
    int folder_length = (int)(us_path_name(path) - path);
    if (is_name || us_path_is_absolute(library))
        folder_length = 0;
    int length =
        snprintf(out->library, sizeof out->library, "%.*s%s", folder_length, path, library);
    if (length < 0 || (size_t)length >= sizeof out->library)
        return TOOL_MANIFEST_NO_LIBRARY;
    bool is_there = is_name || us_path_is_readable(out->library);
    return is_there ? TOOL_MANIFEST_USABLE : TOOL_MANIFEST_NO_LIBRARY;
}

enum tool_manifest_state tool_manifest_read(const char *path, const char *kind,
                                            struct tool_manifest *out)
{
    *out = (struct tool_manifest){0};
    uint8_t *bytes;
    uint64_t size;
    if (us_file_read(path, &bytes, &size, NULL) != US_OK)
        return TOOL_MANIFEST_MISSING;
    cJSON *root = cJSON_ParseWithLength((const char *)bytes, (size_t)size);
    free(bytes);
    const cJSON *part = cJSON_GetObjectItemCaseSensitive(root, kind);
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(part, "name"));
    const char *library =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(part, "library_path"));
    if (name != NULL)
        snprintf(out->name, sizeof out->name, "%s", name);
    enum tool_manifest_state state =
        library != NULL ? find_library(path, library, out) : TOOL_MANIFEST_BROKEN;
    cJSON_Delete(root);
    return state;
}

bool tool_manifest_check_own(const char *path, const char *kind, const char *advice,
                             struct tool_manifest *out)
{
    enum tool_manifest_state state = tool_manifest_read(path, kind, out);
    if (state != TOOL_MANIFEST_USABLE)
        tool_text_complain("the %s is not usable: %s %s; %s",
                           strcmp(kind, "runtime") == 0 ? "headless runtime" : "layer",
                           state == TOOL_MANIFEST_NO_LIBRARY ? out->library : path,
                           state == TOOL_MANIFEST_BROKEN ? "is damaged" : "is missing", advice);
    return state == TOOL_MANIFEST_USABLE;
}

const char *tool_manifest_runtime_fault(enum tool_manifest_state state)
{
    return state == TOOL_MANIFEST_MISSING ? "cannot be read" : "is not the manifest of a runtime";
}

#define CORRECT "correct it or unset XR_RUNTIME_JSON, or pass --headless"

bool tool_manifest_check_runtime(const char *path)
{
    struct tool_manifest manifest;
    enum tool_manifest_state state = tool_manifest_read(path, "runtime", &manifest);
    if (state == TOOL_MANIFEST_NO_LIBRARY)
        tool_text_complain("XR_RUNTIME_JSON names %s, whose library is missing: %s; " CORRECT, path,
                           manifest.library);
    else if (state != TOOL_MANIFEST_USABLE)
        tool_text_complain("XR_RUNTIME_JSON names %s, which %s; " CORRECT, path,
                           tool_manifest_runtime_fault(state));
    return state == TOOL_MANIFEST_USABLE;
}

bool tool_manifest_visit(const char *folder, bool (*visit)(const char *path, void *context),
                         void *context)
{
    bool is_done = false;
    char path[PATH_MAX];
    struct us_path_list *list = us_path_list_begin(folder);
    const char *name;
    if (list == NULL)
        return false;
    while (!is_done && (name = us_path_list_next(list)) != NULL) {
        size_t length = strlen(name);
        bool is_json = length >= 5 && strcmp(name + length - 5, ".json") == 0;
        int size = snprintf(path, sizeof path, "%s/%s", folder, name);
        is_done = is_json && size > 0 && (size_t)size < sizeof path && visit(path, context);
    }
    us_path_list_end(list);
    errno = 0;
    return is_done;
}
