/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/doctor/doctor.h"
#include "tool/environment/environment.h"
#include "core/base/file.h"
#include "tool/environment/manifest.h"
#include "tool/cli/paths.h"
#include "tool/environment/user_paths.h"
#include "tool/install/install_manifest.h"

static const char *text_at(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

static void copy_text(const cJSON *object, const char *name, char out[128])
{
    const char *text = text_at(object, name);
    snprintf(out, 128, "%s", text != NULL ? text : "");
}

static void read_extensions(const cJSON *part, struct tool_doctor_layer *out)
{
    const cJSON *extension;
    cJSON_ArrayForEach(extension, cJSON_GetObjectItemCaseSensitive(part, "instance_extensions"))
    {
        if (out->extension_count < 24 && text_at(extension, "name") != NULL)
            copy_text(extension, "name", out->extensions[out->extension_count++]);
    }
}

/* What loaders demand of an implicit layer's manifest; NULL if it is all there. */
static const char *refusal(const cJSON *root, const cJSON *part)
{
    const char *format = text_at(root, "file_format_version");
    unsigned major, minor;
    if (root == NULL)
        return "it is no JSON";
    if (part == NULL)
        return "it has no \"api_layer\"";
    if (format == NULL || strcmp(format, "1.0.0") != 0)
        return "its \"file_format_version\" is not \"1.0.0\"";
    if (text_at(part, "name") == NULL)
        return "it has no \"name\"";
    if (text_at(part, "library_path") == NULL)
        return "it has no \"library_path\"";
    if (text_at(part, "api_version") == NULL ||
        sscanf(text_at(part, "api_version"), "%u.%u", &major, &minor) != 2)
        return "its \"api_version\" is none";
    if (text_at(part, "implementation_version") == NULL)
        return "it has no \"implementation_version\"";
    if (text_at(part, "disable_environment") == NULL)
        return "it has no \"disable_environment\"";
    return NULL;
}

static void ignore(struct tool_doctor_layer *layer, const char *why)
{
    layer->state = TOOL_LAYER_IGNORED;
    snprintf(layer->why, sizeof(layer->why), "%s", why);
}

static void read_parts(const cJSON *root, struct tool_doctor_layer *out)
{
    const cJSON *part = cJSON_GetObjectItemCaseSensitive(root, "api_layer");
    const char *why = refusal(root, part);
    struct tool_manifest manifest;
    copy_text(part, "name", out->name);
    copy_text(part, "enable_environment", out->enable);
    copy_text(part, "disable_environment", out->disable);
    copy_text(cJSON_GetObjectItemCaseSensitive(part, "functions"),
              "xrNegotiateLoaderApiLayerInterface", out->entry);
    read_extensions(part, out);
    out->is_ours = strcmp(out->name, TOOL_ENVIRONMENT_LAYER) == 0;
    enum tool_manifest_state state = tool_manifest_read(out->path, "api_layer", &manifest);
    snprintf(out->library, sizeof(out->library), "%s", manifest.library);
    if (why != NULL)
        ignore(out, why);
    else if (state == TOOL_MANIFEST_NO_LIBRARY)
        ignore(out, "the library that it names is missing");
    else if (getenv(out->disable) != NULL)
        out->state = TOOL_LAYER_OFF;
    else if (out->enable[0] != '\0' && getenv(out->enable) == NULL)
        out->state = TOOL_LAYER_WAITING;
    else
        out->state = TOOL_LAYER_ON;
}

static void read_layer(const char *path, struct tool_doctor_layer *out)
{
    uint8_t *bytes;
    uint64_t size;
    struct us_error error;
    memset(out, 0, sizeof(*out));
    snprintf(out->path, sizeof(out->path), "%s", path);
    if (us_file_read(path, &bytes, &size, &error) != US_OK) {
        ignore(out, error.text);
        return;
    }
    cJSON *root = cJSON_ParseWithLength((const char *)bytes, (size_t)size);
    free(bytes);
    read_parts(root, out);
    cJSON_Delete(root);
}

static bool has_ending(const char *name)
{
    size_t length = strlen(name);
    return length >= 5 && strcmp(name + length - 5, ".json") == 0;
}

static bool read_folder(const char *folder, void *context)
{
    struct tool_doctor *doctor = context;
    char path[PATH_MAX], quoted[PATH_MAX], command[PATH_MAX + 32];
    DIR *stream = opendir(folder);
    int reason = errno;
    const struct dirent *entry;
    if (stream == NULL && reason != ENOENT && reason != ENOTDIR) {
        tool_doctor_quote(folder, quoted);
        snprintf(command, sizeof(command), "chmod u+rx %s", quoted);
        /* As tried with loader 1.0.20: xrCreateInstance fails. */
        tool_doctor_find(doctor, TOOL_DOCTOR_PROBLEM, "folder-unreadable", command,
                         "OpenXR loaders cannot read the folder %s (%s) and give up there, so no "
                         "OpenXR app starts.",
                         folder, strerror(reason));
    }
    while (stream != NULL && (entry = readdir(stream)) != NULL &&
           doctor->layer_count < TOOL_DOCTOR_LAYERS) {
        int length = snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        if (has_ending(entry->d_name) && length > 0 && (size_t)length < sizeof(path))
            read_layer(path, &doctor->layers[doctor->layer_count++]);
    }
    if (stream != NULL)
        closedir(stream);
    return false;
}

static void say_broken(struct tool_doctor *doctor, const struct tool_doctor_layer *layer)
{
    char quoted[PATH_MAX], command[2 * PATH_MAX + 32];
    tool_doctor_quote(layer->path, quoted);
    snprintf(command, sizeof(command), "mv %s %s.off", quoted, quoted);
    tool_doctor_find(doctor, TOOL_DOCTOR_NOTE, layer->is_ours ? "manifest-broken" : "other-broken",
                     command, "OpenXR loaders ignore %s: %s.", layer->path, layer->why);
}

/* What removes the second of two manifests of ours. */
static void say_twice(struct tool_doctor *doctor, const struct tool_doctor_layer *first,
                      const struct tool_doctor_layer *second)
{
    struct tool_user_paths user_paths;
    char quoted[PATH_MAX], command[2 * PATH_MAX + 32];
    tool_doctor_quote(second->path, quoted);
    snprintf(command, sizeof(command), "mv %s %s.off", quoted, quoted);
    if (tool_user_paths_find(&user_paths) == NULL &&
        access(user_paths.install_manifest, F_OK) == 0 &&
        (tool_paths_is_same(user_paths.manifest, first->path) ||
         tool_paths_is_same(user_paths.manifest, second->path)))
        snprintf(command, sizeof(command), "understudy uninstall --user");
    tool_doctor_find(doctor, TOOL_DOCTOR_PROBLEM, "layer-twice", command,
                     "The layer is installed twice, at %s and at %s: apps load both.", first->path,
                     second->path);
}

/* What `run` would add; where it comes in front of what a loader finds by itself. */
static void add_own(struct tool_doctor *doctor)
{
    char path[PATH_MAX];
    struct tool_manifest manifest;
    if (doctor->ours != NULL || doctor->layer_count == TOOL_DOCTOR_LAYERS)
        return;
    if (!tool_environment_own_layer(path, &manifest)) {
        tool_doctor_find(doctor, TOOL_DOCTOR_PROBLEM, "layer-missing",
                         "apt-get install --reinstall understudy",
                         "The layer is neither where loaders look nor beside this program.");
        return;
    }
    memmove(&doctor->layers[1], &doctor->layers[0],
            doctor->layer_count * sizeof(doctor->layers[0]));
    read_layer(path, &doctor->layers[0]);
    doctor->layer_count++;
    doctor->ours = &doctor->layers[0];
    doctor->only_by_run = true;
}

/* Variables that a person set for apps that `run` does not start, and that do not do it. */
static void look_at_variables(struct tool_doctor *doctor, const struct tool_doctor_layer *ours)
{
    char command[160];
    if (ours->state == TOOL_LAYER_OFF) {
        snprintf(command, sizeof(command), "unset %s", ours->disable);
        tool_doctor_find(doctor, TOOL_DOCTOR_PROBLEM, "disabled", command,
                         "%s is set. Whatever its value, it keeps the layer out of every app that "
                         "'understudy run' does not start.",
                         ours->disable);
    } else if (ours->state == TOOL_LAYER_WAITING &&
               tool_paths_variable("UNDERSTUDY_PLAY", NULL) != NULL) {
        snprintf(command, sizeof(command), "export %s=1", ours->enable);
        tool_doctor_find(doctor, TOOL_DOCTOR_PROBLEM, "not-enabled", command,
                         "UNDERSTUDY_PLAY is set, but without %s no app loads the layer.",
                         ours->enable);
    } else if (ours->state == TOOL_LAYER_ON && doctor->only_by_run) {
        tool_doctor_find(
            doctor, TOOL_DOCTOR_PROBLEM, "not-installed", "understudy install --user",
            "%s is set, but OpenXR loaders do not find the layer; only 'understudy run' does.",
            ours->enable);
    }
}

void tool_doctor_read_layers(struct tool_doctor *doctor)
{
    tool_paths_visit_layers(read_folder, doctor);
    for (unsigned i = 0; i < doctor->layer_count; i++) {
        struct tool_doctor_layer *layer = &doctor->layers[i];
        if (layer->state == TOOL_LAYER_IGNORED)
            say_broken(doctor, layer);
        else if (layer->is_ours && doctor->ours != NULL)
            say_twice(doctor, doctor->ours, layer);
        else if (layer->is_ours)
            doctor->ours = layer;
    }
    add_own(doctor);
    if (doctor->ours != NULL)
        look_at_variables(doctor, doctor->ours);
}
