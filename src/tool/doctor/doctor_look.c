/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/base/file.h"
#include "platform/environment.h"
#include "tool/cli/file_roles.h"
#include "tool/doctor/doctor.h"
#include "tool/install/installation.h"

static void look_at_recording(struct tool_doctor *doctor)
{
    const char *play = tool_file_path_variable("UNDERSTUDY_PLAY", NULL);
    struct us_file file;
    struct us_error error;
    if (play == NULL)
        return;
    if (us_file_open(play, &file, &error) == US_OK)
        us_file_close(&file);
    else
        tool_doctor_find(doctor, "play-unusable", play, error.text, NULL);
}

static void find_runtime(struct tool_doctor *doctor)
{
    struct tool_manifest *manifest = &doctor->runtime;
    char found[PATH_MAX];
    if (doctor->headless && !tool_environment_set_headless()) {
        tool_doctor_find(doctor, "headless-missing", NULL, NULL, NULL);
        return;
    }
    const char *named = tool_file_path_variable("XR_RUNTIME_JSON", NULL);
    const bool is_named = named != NULL && !doctor->headless;
    doctor->runtime_by = doctor->headless ? "--headless"
                         : is_named       ? "XR_RUNTIME_JSON"
                                          : "the loader's search";
    if (named == NULL && !tool_environment_find_runtime(found))
        tool_doctor_find(doctor, "runtime-missing", NULL, NULL, NULL);
    else if (tool_manifest_read(named != NULL ? named : found, "runtime", manifest))
        return;
    else if (manifest->state == TOOL_MANIFEST_NO_LIBRARY)
        tool_doctor_find(doctor,
                         is_named ? "runtime-library-missing/named" : "runtime-library-missing",
                         doctor->runtime_by, manifest->path, manifest->library);
    else
        tool_doctor_find(doctor, is_named ? "runtime-broken/named" : "runtime-broken",
                         doctor->runtime_by, manifest->path,
                         tool_manifest_runtime_fault(manifest->state));
}

/* ---- Layers ---- */

static void read_layer(const char *path, struct tool_doctor_layer *out)
{
    const struct tool_manifest *manifest = &out->manifest;
    tool_manifest_read(path, "api_layer", &out->manifest);
    if (manifest->why[0] != '\0')
        out->state = TOOL_LAYER_IGNORED;
    else if (us_environment_get(manifest->disable) != NULL)
        out->state = TOOL_LAYER_OFF;
    else if (manifest->enable[0] != '\0' && us_environment_get(manifest->enable) == NULL)
        out->state = TOOL_LAYER_WAITING;
    else
        out->state = TOOL_LAYER_ON;
}

static bool add_layer(const char *path, void *context)
{
    struct tool_doctor *doctor = context;
    if (doctor->layer_count < TOOL_DOCTOR_LAYERS)
        read_layer(path, &doctor->layers[doctor->layer_count++]);
    return false;
}

static void judge_layer(struct tool_doctor *doctor, struct tool_doctor_layer *layer)
{
    const struct tool_manifest *manifest = &layer->manifest;
    bool is_ours = tool_manifest_is_ours(manifest);
    if (layer->state == TOOL_LAYER_IGNORED) {
        tool_doctor_find(doctor, is_ours ? "manifest-broken" : "other-broken", manifest->path,
                         manifest->why, NULL);
    } else if (is_ours && doctor->ours != NULL) {
        const char *first = doctor->ours->manifest.path;
        bool by_install =
            tool_installation_has_written(first) || tool_installation_has_written(manifest->path);
        tool_doctor_find(doctor, by_install ? "layer-twice/by-install" : "layer-twice", first,
                         manifest->path, NULL);
    } else if (is_ours) {
        doctor->ours = layer;
    }
}

/* What `run` would add; where it comes in front of what a loader finds by itself. */
static void add_own(struct tool_doctor *doctor)
{
    struct tool_manifest own;
    if (doctor->ours != NULL || doctor->layer_count == TOOL_DOCTOR_LAYERS)
        return;
    if (!tool_environment_own_layer(&own)) {
        tool_doctor_find(doctor, "layer-missing", NULL, NULL, NULL);
        return;
    }
    memmove(&doctor->layers[1], &doctor->layers[0], doctor->layer_count * sizeof doctor->layers[0]);
    read_layer(own.path, &doctor->layers[0]);
    doctor->layer_count++;
    doctor->ours = &doctor->layers[0];
    doctor->only_by_run = true;
}

/* Variables that a person set for apps that `run` does not start, and that do not do it. */
static void look_at_variables(struct tool_doctor *doctor, const struct tool_doctor_layer *ours)
{
    if (ours->state == TOOL_LAYER_OFF)
        tool_doctor_find(doctor, "disabled", ours->manifest.disable, NULL, NULL);
    else if (ours->state == TOOL_LAYER_WAITING &&
             tool_file_path_variable("UNDERSTUDY_PLAY", NULL) != NULL)
        tool_doctor_find(doctor, "not-enabled", ours->manifest.enable, NULL, NULL);
    else if (ours->state == TOOL_LAYER_ON && doctor->only_by_run)
        tool_doctor_find(doctor, "not-installed", ours->manifest.enable, NULL, NULL);
}

static void add_fault(const char *kind, const char *one, const char *two, void *context)
{
    tool_doctor_find(context, kind, one, two, NULL);
}

void tool_doctor_look(struct tool_doctor *doctor)
{
    const struct tool_environment_visitor visitor = {add_layer, add_fault, doctor};
    tool_environment_visit_user(&visitor);
    look_at_recording(doctor);
    find_runtime(doctor);
    tool_environment_visit_layers(&visitor);
    for (unsigned i = 0; i < doctor->layer_count; i++)
        judge_layer(doctor, &doctor->layers[i]);
    add_own(doctor);
    if (doctor->ours != NULL)
        look_at_variables(doctor, doctor->ours);
}
