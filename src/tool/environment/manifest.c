/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file.h"
#include "platform/path.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/environment/environment.h"

/* A relative library path counts from the manifest's folder. */
static enum tool_manifest_state find_library(const char *library, struct tool_manifest *out)
{
    bool is_name = us_path_name(library) == library;
    if (!tool_file_path_beside(is_name ? "" : out->path, library, out->library))
        return TOOL_MANIFEST_NO_LIBRARY;
    bool is_there = is_name || us_path_is_readable(out->library);
    return is_there ? TOOL_MANIFEST_USABLE : TOOL_MANIFEST_NO_LIBRARY;
}

/* What loaders demand of an implicit layer's manifest; "" if it is all there. */
static const char *refusal(const cJSON *root, const cJSON *part)
{
    unsigned major, minor;
    if (root == NULL)
        return "it is no JSON";
    if (part == NULL)
        return "it has no \"api_layer\"";
    if (!tool_json_is_text(root, "file_format_version", "1.0.0"))
        return "its \"file_format_version\" is not \"1.0.0\"";
    if (tool_json_text(part, "name", NULL) == NULL)
        return "it has no \"name\"";
    if (tool_json_text(part, "library_path", NULL) == NULL)
        return "it has no \"library_path\"";
    if (sscanf(tool_json_text(part, "api_version", ""), "%u.%u", &major, &minor) != 2)
        return "its \"api_version\" is none";
    if (tool_json_text(part, "implementation_version", NULL) == NULL)
        return "it has no \"implementation_version\"";
    if (tool_json_text(part, "disable_environment", NULL) == NULL)
        return "it has no \"disable_environment\"";
    return "";
}

static void copy_text(const cJSON *object, const char *name, char out[128])
{
    snprintf(out, 128, "%s", tool_json_text(object, name, ""));
}

static void read_layer(const cJSON *root, const cJSON *part, struct tool_manifest *out)
{
    const cJSON *extension;
    const char *why = refusal(root, part);
    if (why[0] == '\0' && out->state == TOOL_MANIFEST_NO_LIBRARY)
        why = "the library that it names is missing";
    snprintf(out->why, sizeof out->why, "%s", why);
    copy_text(part, "enable_environment", out->enable);
    copy_text(part, "disable_environment", out->disable);
    copy_text(tool_json_get(part, "functions"), "xrNegotiateLoaderApiLayerInterface", out->entry);
    cJSON_ArrayForEach(extension, tool_json_get(part, "instance_extensions")) {
        if (out->extension_count < TOOL_MANIFEST_EXTENSIONS &&
            tool_json_text(extension, "name", NULL) != NULL)
            copy_text(extension, "name", out->extensions[out->extension_count++]);
    }
}

bool tool_manifest_read(const char *path, const char *kind, struct tool_manifest *out)
{
    uint8_t *bytes;
    uint64_t size;
    struct us_error error;
    *out = (struct tool_manifest){.state = TOOL_MANIFEST_MISSING};
    snprintf(out->path, sizeof out->path, "%s", path);
    if (us_file_read(path, &bytes, &size, &error) != US_OK) {
        memcpy(out->why, error.text, sizeof out->why);
        return false;
    }
    cJSON *root = cJSON_ParseWithLength((const char *)bytes, (size_t)size);
    free(bytes);
    const cJSON *part = tool_json_get(root, kind);
    const char *library = tool_json_text(part, "library_path", NULL);
    copy_text(part, "name", out->name);
    out->state = library != NULL ? find_library(library, out) : TOOL_MANIFEST_BROKEN;
    if (strcmp(kind, "api_layer") == 0)
        read_layer(root, part, out);
    cJSON_Delete(root);
    return out->state == TOOL_MANIFEST_USABLE;
}

bool tool_manifest_is_ours(const struct tool_manifest *manifest)
{
    return strcmp(manifest->name, TOOL_ENVIRONMENT_LAYER) == 0;
}

const char *tool_manifest_runtime_fault(enum tool_manifest_state state)
{
    return state == TOOL_MANIFEST_MISSING ? "cannot be read" : "is not the manifest of a runtime";
}
