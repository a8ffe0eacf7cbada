/* SPDX-License-Identifier: MIT */
/*
 * Stands in for environment_folders.c on Windows, where loaders find layers and the runtime in the
 * registry. A layer that is not there is made an explicit one, which needs no registry: the loader
 * looks for it in XR_API_LAYER_PATH, and loads it for XR_ENABLE_API_LAYERS.
 */
#include <errno.h>
#include <string.h>

#include "platform/environment.h"
#include "platform/path.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/environment/environment.h"

/* ---- Layers ---- */

bool tool_environment_next_registered(enum us_registry_part part, unsigned *index, char *out,
                                      size_t size)
{
    while (!us_registry_name(part, TOOL_ENVIRONMENT_LAYERS_KEY, *index, out, size)) {
        if (errno != ENAMETOOLONG)
            return false;
        ++*index;
    }
    return true;
}

static bool visit_part(const struct tool_environment_visitor *visitor, enum us_registry_part part)
{
    char path[PATH_MAX];
    uint32_t is_disabled;
    for (unsigned i = 0; tool_environment_next_registered(part, &i, path, sizeof path); i++)
        if (us_registry_number(part, TOOL_ENVIRONMENT_LAYERS_KEY, path, &is_disabled) &&
            is_disabled == 0 && visitor->layer(path, visitor->context))
            return true;
    return false;
}

static void look_at_own(const struct tool_environment_visitor *visitor)
{
    char found[PATH_MAX];
    struct tool_manifest own;
    bool is_registered = tool_environment_find_layer(found);
    if (!is_registered && us_registry_is_raised())
        visitor->fault("layer-unregistered", NULL, NULL, visitor->context);
    if (is_registered && tool_environment_own_layer(&own) && !us_path_is_same_file(own.path, found))
        visitor->fault("layer-elsewhere", found, NULL, visitor->context);
}

bool tool_environment_visit_layers(const struct tool_environment_visitor *visitor)
{
    bool is_done = visit_part(visitor, US_REGISTRY_MACHINE) ||
                   (!us_registry_is_raised() && visit_part(visitor, US_REGISTRY_USER));
    if (visitor->fault != NULL)
        look_at_own(visitor);
    return is_done;
}

bool tool_environment_offer_layer(const char *manifest)
{
    char folder[PATH_MAX];
    if (us_registry_is_raised()) {
        tool_text_complain(
            "apps that run as administrator find only layers that are registered for all users; "
            "type 'understudy install --system', or start understudy without those rights");
        return false;
    }
    tool_file_path_join(manifest, "", folder);
    folder[us_path_name(folder) - folder - 1] = '\0';
    return tool_environment_put_in_front("XR_API_LAYER_PATH", folder, "") &&
           tool_environment_put_in_front("XR_ENABLE_API_LAYERS", TOOL_ENVIRONMENT_LAYER, "");
}

/* ---- The user ---- */

void tool_environment_begin(bool quiet)
{
    (void)quiet;
    if (!us_registry_is_raised())
        return;
    us_environment_unset("XR_RUNTIME_JSON");
    us_environment_unset("XR_API_LAYER_PATH");
    us_environment_unset("XR_ENABLE_API_LAYERS");
}

void tool_environment_visit_user(const struct tool_environment_visitor *visitor)
{
    if (tool_environment_is_raised())
        visitor->fault("rights-raised", NULL, NULL, visitor->context);
    tool_environment_begin(true);
}

bool tool_environment_is_raised(void)
{
    return us_environment_get("PATH") != NULL && us_environment_get_secure("PATH") == NULL;
}

/* ---- The runtime ---- */

bool tool_environment_find_runtime(char out_path[PATH_MAX])
{
    bool is_found = us_registry_text(US_REGISTRY_MACHINE, TOOL_ENVIRONMENT_KEY, "ActiveRuntime",
                                     out_path, PATH_MAX);
    if (!is_found)
        out_path[0] = '\0';
    return is_found;
}

bool tool_environment_offer_headless(const char *manifest)
{
    char active[PATH_MAX];
    if (!us_registry_is_raised())
        return us_environment_set("XR_RUNTIME_JSON", manifest);
    if (tool_environment_find_runtime(active) && us_path_is_same_file(active, manifest))
        return true;
    tool_text_complain("--headless: apps that run as administrator use only the runtime that is "
                       "registered for all users, which is %s; start understudy without those "
                       "rights, or register %s",
                       active[0] != '\0' ? active : "none", manifest);
    return false;
}
