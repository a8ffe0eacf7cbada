/* SPDX-License-Identifier: MIT */
#include "tool/environment/manifest.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/file.h"

/* A relative library path counts from the manifest's folder. */
static enum tool_manifest_state find_library(const char *path, const char *library,
                                             struct tool_manifest *out)
{
    const char *slash = strrchr(path, '/');
    int folder_length = slash != NULL ? (int)(slash - path + 1) : 0;
    if (library[0] == '/' || strchr(library, '/') == NULL)
        folder_length = 0;
    int length =
        snprintf(out->library, sizeof(out->library), "%.*s%s", folder_length, path, library);
    if (length < 0 || (size_t)length >= sizeof(out->library))
        return TOOL_MANIFEST_NO_LIBRARY;
    bool is_there = strchr(library, '/') == NULL || access(out->library, R_OK) == 0;
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
        snprintf(out->name, sizeof(out->name), "%s", name);
    enum tool_manifest_state state =
        library != NULL ? find_library(path, library, out) : TOOL_MANIFEST_BROKEN;
    cJSON_Delete(root);
    return state;
}
