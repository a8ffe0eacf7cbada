/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>

#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/doctor/doctor.h"

/* ---- Text ---- */

static void print_row(const char *name, const char *format, ...)
{
    char text[2 * PATH_MAX];
    va_list words;
    va_start(words, format);
    vsnprintf(text, sizeof text, format, words);
    va_end(words);
    tool_text_print_line(stdout, "%-15s %s", name, text);
}

static void print_layer(const struct tool_doctor *doctor, unsigned index)
{
    const struct tool_doctor_layer *layer = &doctor->layers[index];
    const struct tool_manifest *manifest = &layer->manifest;
    static const char *const forms[] = {"on", "waits for %s", "off: %s is set", "ignored: %s"};
    const char *const details[] = {"", manifest->enable, manifest->disable, manifest->why};
    char number[16], state[400];
    snprintf(number, sizeof number, "%14u.", index + 1);
    if (layer == doctor->ours && doctor->only_by_run)
        snprintf(state, sizeof state, "found by 'understudy run' only");
    else
        snprintf(state, sizeof state, forms[layer->state], details[layer->state]);
    print_row(number, "%s, %s (%s)", manifest->name[0] != '\0' ? manifest->name : "?",
              manifest->path, state);
}

void tool_doctor_print(const struct tool_doctor *doctor)
{
    const struct tool_library_answer *loader = &doctor->loader;
    const char *name = doctor->instance.runtime;
    if (loader->state == TOOL_LIBRARY_GOOD)
        print_row("OpenXR loader", "%s%s%s", loader->version, loader->version[0] ? ", " : "",
                  loader->path);
    else
        print_row("OpenXR loader", "none works");
    if (doctor->runtime.path[0] != '\0')
        print_row("runtime", "%s%s%s, by %s", name, name[0] ? ", " : "", doctor->runtime.path,
                  doctor->runtime_by);
    else
        print_row("runtime", "none");
    print_row("implicit layers", doctor->layer_count == 0 ? "none" : "in the loader's order:");
    for (unsigned i = 0; i < doctor->layer_count; i++)
        print_layer(doctor, i);
    if (doctor->runtime_answers && doctor->ours != NULL)
        print_row("supplied", doctor->supplied_count == 0
                                  ? "nothing; the runtime has every extension"
                                  : "the runtime lacks these extensions; the layer supplies them:");
    for (unsigned i = 0; i < doctor->supplied_count; i++)
        print_row("", "%s", doctor->supplied[i]);
    for (uint32_t i = 0; i < doctor->vulkan.device_count; i++)
        print_row(i == 0 ? "Vulkan" : "", "%s", doctor->vulkan.devices[i].name);
    if (doctor->vulkan.device_count == 0)
        print_row("Vulkan", "none");
    putchar('\n');
    for (unsigned i = 0; i < doctor->finding_count; i++) {
        tool_text_print_line(stdout, "%s: %s", doctor->findings[i].is_problem ? "problem" : "note",
                             doctor->findings[i].text);
        tool_text_print_line(stdout, "    %s", doctor->findings[i].command);
    }
    if (!doctor->has_problem)
        puts("No problems found: 'understudy run' plays here.");
}

/* ---- JSON ---- */

static void add_layers(cJSON *object, const struct tool_doctor *doctor)
{
    static const char *const states[] = {"on", "waiting", "disabled", "ignored"};
    cJSON *array = cJSON_AddArrayToObject(object, "layers");
    for (unsigned i = 0; i < doctor->layer_count; i++) {
        const struct tool_doctor_layer *layer = &doctor->layers[i];
        cJSON *out = tool_json_append_object(array);
        tool_json_add_text(out, "name", layer->manifest.name);
        tool_json_add_text(out, "manifest", layer->manifest.path);
        tool_json_add_text(out, "library", layer->manifest.library);
        cJSON_AddStringToObject(out, "state", states[layer->state]);
        cJSON_AddBoolToObject(out, "only_by_run", layer == doctor->ours && doctor->only_by_run);
    }
}

static void add_findings(cJSON *object, const struct tool_doctor *doctor)
{
    cJSON *array = cJSON_AddArrayToObject(object, "findings");
    for (unsigned i = 0; i < doctor->finding_count; i++) {
        const struct tool_doctor_finding *finding = &doctor->findings[i];
        cJSON *out = tool_json_append_object(array);
        cJSON_AddStringToObject(out, "kind", finding->kind);
        cJSON_AddStringToObject(out, "weight", finding->is_problem ? "problem" : "note");
        tool_json_add_text(out, "text", finding->text);
        tool_json_add_text(out, "command", finding->command);
    }
}

bool tool_doctor_print_json(const struct tool_doctor *doctor)
{
    const struct tool_manifest *of_runtime = &doctor->runtime;
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "result", doctor->has_problem ? "problems" : "fine");
    cJSON *loader = cJSON_AddObjectToObject(object, "loader");
    tool_json_add_text(loader, "version", doctor->loader.version);
    tool_json_add_text(loader, "library", doctor->loader.path);
    cJSON *runtime = cJSON_AddObjectToObject(object, "runtime");
    tool_json_add_text(runtime, "name", doctor->instance.runtime);
    tool_json_add_text(runtime, "manifest", of_runtime->path);
    tool_json_add_text(runtime, "library",
                       of_runtime->state == TOOL_MANIFEST_USABLE ? of_runtime->library : "");
    tool_json_add_text(runtime, "by", doctor->runtime_by);
    cJSON_AddBoolToObject(runtime, "answers", doctor->runtime_answers);
    cJSON *extensions = cJSON_AddArrayToObject(runtime, "extensions");
    for (uint32_t i = 0; i < doctor->runtime_library.name_count; i++)
        tool_json_append_text(extensions, doctor->runtime_library.names[i]);
    add_layers(object, doctor);
    cJSON *supplied = cJSON_AddArrayToObject(object, "supplied");
    for (unsigned i = 0; i < doctor->supplied_count; i++)
        tool_json_append_text(supplied, doctor->supplied[i]);
    cJSON *vulkan = cJSON_AddArrayToObject(object, "vulkan");
    for (uint32_t i = 0; i < doctor->vulkan.device_count; i++)
        tool_json_append_text(vulkan, doctor->vulkan.devices[i].name);
    add_findings(object, doctor);
    return tool_json_print(object);
}
