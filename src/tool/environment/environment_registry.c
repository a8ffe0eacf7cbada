/* SPDX-License-Identifier: MIT */
/*
 * Stands in for environment.c on Windows, where loaders find layers and the runtime in the
 * registry. A layer that is not there is made an explicit one, which needs no registry: the loader
 * looks for it in XR_API_LAYER_PATH, and loads it for XR_ENABLE_API_LAYERS.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "platform/environment.h"
#include "platform/path.h"
#include "platform/registry.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/environment/environment.h"

#define KEY "SOFTWARE\\Khronos\\OpenXR\\1"
#define LAYER_FILE "XrApiLayer_understudy.json"
#define ADVICE "unpack Understudy again, and keep its folders together"

void tool_environment_set_home(bool quiet)
{
    (void)quiet; /* no loader needs it */
}

static bool find_own(const char *name, char own[PATH_MAX])
{
    char root[PATH_MAX];
    if (tool_file_path_root(root) && tool_file_path_join(root, "\\lib\\", own) &&
        tool_file_path_join(own, name, own))
        return true;
    tool_text_complain("the folder of this program cannot be found, or its path is too long; "
                       "unpack Understudy to a shorter one");
    return false;
}

/* ---- The layer ---- */

/* A manifest of our layer that a loader takes from this part of the registry. */
static bool find_registered(enum us_registry_part part, char out_path[PATH_MAX])
{
    static const char key[] = KEY "\\ApiLayers\\Implicit";
    struct tool_manifest manifest;
    uint32_t is_disabled;
    for (unsigned i = 0;; i++) {
        errno = 0;
        bool is_read = us_registry_name(part, key, i, out_path, PATH_MAX);
        if (!is_read && errno != ENAMETOOLONG)
            return false;
        if (is_read && us_registry_number(part, key, out_path, &is_disabled) && is_disabled == 0 &&
            tool_manifest_read(out_path, "api_layer", &manifest) == TOOL_MANIFEST_USABLE &&
            strcmp(manifest.name, TOOL_ENVIRONMENT_LAYER) == 0)
            return true;
    }
}

bool tool_environment_find_layer(char out_path[PATH_MAX])
{
    return find_registered(US_REGISTRY_MACHINE, out_path) ||
           (!us_registry_is_raised() && find_registered(US_REGISTRY_USER, out_path));
}

bool tool_environment_own_layer(char out_path[PATH_MAX], struct tool_manifest *out)
{
    return find_own(LAYER_FILE, out_path) &&
           tool_manifest_check_own(out_path, "api_layer", ADVICE, out);
}

/* Puts `first` before what the variable has, with a ';' between. */
static bool put_in_front(const char *variable, const char *first)
{
    char list[2 * PATH_MAX];
    const char *after = us_environment_get(variable);
    bool is_alone = after == NULL || after[0] == '\0';
    int length =
        snprintf(list, sizeof list, "%s%s%s", first, is_alone ? "" : ";", is_alone ? "" : after);
    if (length > 0 && (size_t)length < sizeof list && us_environment_set(variable, list))
        return true;
    tool_text_complain("%s is too long; unset it", variable);
    return false;
}

/* The layer leaves an app alone that was raised over the usual rights of its user, because its
 * environment may come from a program with fewer rights. */
static bool may_be_played(void)
{
    if (us_environment_get("PATH") == NULL || us_environment_get_secure("PATH") != NULL)
        return true;
    tool_text_complain("this program runs as administrator, and so would the app, which the layer "
                       "then leaves alone; start understudy without those rights");
    return false;
}

bool tool_environment_add_layer(bool quiet)
{
    char own[PATH_MAX], found[PATH_MAX];
    struct tool_manifest manifest;
    if (!may_be_played() || !find_own(LAYER_FILE, own))
        return false;
    if (tool_environment_find_layer(found)) {
        if (!quiet && !us_path_is_same_file(own, found))
            tool_text_complain("using the layer that is registered at %s, not the layer beside "
                               "this program",
                               found);
        return true;
    }
    if (!tool_manifest_check_own(own, "api_layer", ADVICE, &manifest))
        return false;
    if (us_registry_is_raised()) {
        tool_text_complain(
            "apps that run as administrator find only layers that are registered for all users; "
            "type 'understudy install --system', or start understudy without those rights");
        return false;
    }
    own[us_path_name(own) - own - 1] = '\0';
    return put_in_front("XR_API_LAYER_PATH", own) &&
           put_in_front("XR_ENABLE_API_LAYERS", TOOL_ENVIRONMENT_LAYER);
}

/* ---- The runtime ---- */

/* Where a loader of this program's rights does not see the variable, it is as if it were unset. */
static const char *chosen_runtime(void)
{
    return us_registry_is_raised() ? NULL : tool_file_path_variable("XR_RUNTIME_JSON", NULL);
}

bool tool_environment_find_runtime(char out_path[PATH_MAX])
{
    bool found = us_registry_text(US_REGISTRY_MACHINE, KEY, "ActiveRuntime", out_path, PATH_MAX);
    if (!found)
        out_path[0] = '\0';
    return found;
}

bool tool_environment_check_runtime(void)
{
    const char *chosen = chosen_runtime();
    char active[PATH_MAX];
    if (chosen != NULL)
        return tool_manifest_check_runtime(chosen);
    bool found = tool_environment_find_runtime(active);
    if (!found)
        tool_text_complain("no OpenXR runtime is registered; install one, or pass --headless to "
                           "run without a headset");
    return found;
}

bool tool_environment_set_headless(void)
{
    char own[PATH_MAX], active[PATH_MAX];
    struct tool_manifest manifest;
    if (!find_own("headless_runtime.json", own) ||
        !tool_manifest_check_own(own, "runtime", ADVICE, &manifest))
        return false;
    if (!us_registry_is_raised())
        return us_environment_set("XR_RUNTIME_JSON", own);
    if (tool_environment_find_runtime(active) && us_path_is_same_file(active, own))
        return true;
    tool_text_complain("--headless: apps that run as administrator use only the runtime that is "
                       "registered for all users, which is %s; start understudy without those "
                       "rights, or register %s",
                       active[0] != '\0' ? active : "none", own);
    return false;
}
