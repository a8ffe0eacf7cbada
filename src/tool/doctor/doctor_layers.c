/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/environment.h"
#include "tool/doctor/doctor.h"
#include "tool/environment/environment.h"
#include "core/base/file.h"
#include "tool/cli/file_roles.h"

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
    snprintf(layer->why, sizeof layer->why, "%s", why);
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
    snprintf(out->library, sizeof out->library, "%s", manifest.library);
    if (why != NULL)
        ignore(out, why);
    else if (state == TOOL_MANIFEST_NO_LIBRARY)
        ignore(out, "the library that it names is missing");
    else if (us_environment_get(out->disable) != NULL)
        out->state = TOOL_LAYER_OFF;
    else if (out->enable[0] != '\0' && us_environment_get(out->enable) == NULL)
        out->state = TOOL_LAYER_WAITING;
    else
        out->state = TOOL_LAYER_ON;
}

static void read_layer(const char *path, struct tool_doctor_layer *out)
{
    uint8_t *bytes;
    uint64_t size;
    struct us_error error;
    memset(out, 0, sizeof *out);
    snprintf(out->path, sizeof out->path, "%s", path);
    if (us_file_read(path, &bytes, &size, &error) != US_OK) {
        ignore(out, error.text);
        return;
    }
    cJSON *root = cJSON_ParseWithLength((const char *)bytes, (size_t)size);
    free(bytes);
    read_parts(root, out);
    cJSON_Delete(root);
}

void tool_doctor_add_layer(struct tool_doctor *doctor, const char *path)
{
    if (doctor->layer_count < TOOL_DOCTOR_LAYERS)
        read_layer(path, &doctor->layers[doctor->layer_count++]);
}

/* What `run` would add; where it comes in front of what a loader finds by itself. */
static void add_own(struct tool_doctor *doctor)
{
    char path[PATH_MAX];
    struct tool_manifest manifest;
    if (doctor->ours != NULL || doctor->layer_count == TOOL_DOCTOR_LAYERS)
        return;
    if (!tool_environment_own_layer(path, &manifest)) {
        tool_doctor_find(doctor, "layer-missing", NULL, NULL, NULL);
        return;
    }
    memmove(&doctor->layers[1], &doctor->layers[0], doctor->layer_count * sizeof doctor->layers[0]);
    read_layer(path, &doctor->layers[0]);
    doctor->layer_count++;
    doctor->ours = &doctor->layers[0];
    doctor->only_by_run = true;
}

/* Variables that a person set for apps that `run` does not start, and that do not do it. */
static void look_at_variables(struct tool_doctor *doctor, const struct tool_doctor_layer *ours)
{
    if (ours->state == TOOL_LAYER_OFF)
        tool_doctor_find(doctor, "disabled", ours->disable, NULL, NULL);
    else if (ours->state == TOOL_LAYER_WAITING &&
             tool_file_path_variable("UNDERSTUDY_PLAY", NULL) != NULL)
        tool_doctor_find(doctor, "not-enabled", ours->enable, NULL, NULL);
    else if (ours->state == TOOL_LAYER_ON && doctor->only_by_run)
        tool_doctor_find(doctor, "not-installed", ours->enable, NULL, NULL);
}

void tool_doctor_read_layers(struct tool_doctor *doctor)
{
    tool_doctor_visit_layers(doctor);
    for (unsigned i = 0; i < doctor->layer_count; i++) {
        struct tool_doctor_layer *layer = &doctor->layers[i];
        if (layer->state == TOOL_LAYER_IGNORED)
            tool_doctor_find(doctor, layer->is_ours ? "manifest-broken" : "other-broken",
                             layer->path, layer->why, NULL);
        else if (layer->is_ours && doctor->ours != NULL)
            tool_doctor_find(doctor,
                             tool_doctor_is_by_install(doctor->ours->path, layer->path)
                                 ? "layer-twice/by-install"
                                 : "layer-twice",
                             doctor->ours->path, layer->path, NULL);
        else if (layer->is_ours)
            doctor->ours = layer;
    }
    add_own(doctor);
    if (doctor->ours != NULL)
        look_at_variables(doctor, doctor->ours);
}
