/* SPDX-License-Identifier: MIT */
#include "tool/environment/environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/environment.h"
#include "platform/path.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"

#define INSTALLED US_PROGRAM_VARIANT("installed", "registered")

/* A manifest beside this program. */
static bool find_own(const char *below, char out[PATH_MAX])
{
    char root[PATH_MAX];
    bool is_found = tool_file_path_root(root) && tool_file_path_join(root, below, out);
    if (!is_found)
        tool_text_complain(TOOL_ENVIRONMENT_LOST);
    return is_found;
}

static bool read_own(const char *path, const char *kind, struct tool_manifest *out)
{
    bool is_usable = tool_manifest_read(path, kind, out);
    if (!is_usable)
        tool_text_complain("the %s is not usable: %s %s; " US_PROGRAM_VARIANT(
                               "build or install Understudy again",
                               "unpack Understudy again, and keep its folders together"),
                           strcmp(kind, "runtime") == 0 ? "headless runtime" : "layer",
                           out->state == TOOL_MANIFEST_NO_LIBRARY ? out->library : path,
                           out->state == TOOL_MANIFEST_BROKEN ? "is damaged" : "is missing");
    return is_usable;
}

bool tool_environment_put_in_front(const char *variable, const char *first, const char *usual)
{
    const char *after = tool_file_path_variable(variable, usual);
    size_t size = strlen(first) + strlen(after) + 2;
    char *list = malloc(size);
    if (list != NULL)
        snprintf(list, size, "%s%s%s", first, after[0] != '\0' ? US_PROGRAM_VARIANT(":", ";") : "",
                 after);
    bool is_set = list != NULL && us_environment_set(variable, list);
    free(list);
    if (!is_set)
        tool_text_complain("%s is too long; unset it", variable);
    return is_set;
}

/* ---- The layer ---- */

/* A usable manifest of the layer: its path is put into the context. */
static bool take_layer(const char *path, void *context)
{
    struct tool_manifest manifest;
    bool is_layer =
        tool_manifest_read(path, "api_layer", &manifest) && tool_manifest_is_ours(&manifest);
    if (is_layer)
        memcpy(context, path, strlen(path) + 1);
    return is_layer;
}

bool tool_environment_find_layer(char out_path[PATH_MAX])
{
    const struct tool_environment_visitor visitor = {take_layer, NULL, out_path};
    return tool_environment_visit_layers(&visitor);
}

bool tool_environment_own_layer(struct tool_manifest *out)
{
    char own[PATH_MAX];
    return find_own(TOOL_ENVIRONMENT_LAYER_PATH, own) && read_own(own, "api_layer", out);
}

bool tool_environment_add_layer(bool quiet)
{
    char own[PATH_MAX], found[PATH_MAX];
    struct tool_manifest manifest;
    if (tool_environment_is_raised()) {
        tool_text_complain("this program runs as administrator, and so would the app, which the "
                           "layer then leaves alone; start understudy without those rights");
        return false;
    }
    if (!find_own(TOOL_ENVIRONMENT_LAYER_PATH, own))
        return false;
    if (!tool_environment_find_layer(found))
        return read_own(own, "api_layer", &manifest) && tool_environment_offer_layer(own);
    if (!quiet && !us_path_is_same_file(own, found))
        tool_text_complain("using the layer that is " INSTALLED
                           " at %s, not the layer beside this program",
                           found);
    return true;
}

/* ---- The runtime ---- */

#define CORRECT "correct it or unset XR_RUNTIME_JSON, or pass --headless"

bool tool_environment_check_runtime(void)
{
    struct tool_manifest manifest;
    char active[PATH_MAX];
    const char *path = tool_file_path_variable("XR_RUNTIME_JSON", NULL);
    if (path == NULL) {
        bool is_found = tool_environment_find_runtime(active);
        if (!is_found)
            tool_text_complain("no OpenXR runtime is " INSTALLED
                               "; install one, or pass --headless to run without a headset");
        return is_found;
    }
    bool is_usable = tool_manifest_read(path, "runtime", &manifest);
    if (manifest.state == TOOL_MANIFEST_NO_LIBRARY)
        tool_text_complain("XR_RUNTIME_JSON names %s, whose library is missing: %s; " CORRECT, path,
                           manifest.library);
    else if (!is_usable)
        tool_text_complain("XR_RUNTIME_JSON names %s, which %s; " CORRECT, path,
                           tool_manifest_runtime_fault(manifest.state));
    return is_usable;
}

bool tool_environment_set_headless(void)
{
    char own[PATH_MAX];
    struct tool_manifest manifest;
    return find_own(TOOL_ENVIRONMENT_HEADLESS_PATH, own) && read_own(own, "runtime", &manifest) &&
           tool_environment_offer_headless(own);
}
