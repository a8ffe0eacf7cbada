/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/doctor/doctor.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"

static const char *const state_names[] = {"on", "waiting", "disabled", "ignored"};

static void print_safe(const char *text)
{
    char safe[4 * PATH_MAX];
    tool_text_escape(text, safe, sizeof safe);
    fputs(safe, stdout);
}

static void print_row(const char *name, const char *text)
{
    printf("%-15s ", name);
    print_safe(text);
    putchar('\n');
}

static void describe_state(const struct tool_doctor *doctor, const struct tool_doctor_layer *layer,
                           char *out, size_t out_size)
{
    switch (layer->state) {
    case TOOL_LAYER_ON:
        snprintf(out, out_size, "on");
        break;
    case TOOL_LAYER_WAITING:
        snprintf(out, out_size, "waits for %s", layer->enable);
        break;
    case TOOL_LAYER_OFF:
        snprintf(out, out_size, "off: %s is set", layer->disable);
        break;
    case TOOL_LAYER_IGNORED:
        snprintf(out, out_size, "ignored: %s", layer->why);
        break;
    }
    if (layer == doctor->ours && doctor->only_by_run)
        snprintf(out, out_size, "found by 'understudy run' only");
}

static void print_loader(const struct tool_doctor *doctor)
{
    char text[2 * PATH_MAX];
    const struct tool_library_answer *loader = &doctor->loader;
    snprintf(text, sizeof text, "%s%s%s", loader->version, loader->version[0] ? ", " : "",
             loader->path);
    print_row("OpenXR loader", loader->state == TOOL_LIBRARY_GOOD ? text : "none works");
}

static void print_runtime(const struct tool_doctor *doctor)
{
    char text[2 * PATH_MAX];
    snprintf(text, sizeof text, "%s%s%s, by %s", doctor->instance.runtime,
             doctor->instance.runtime[0] ? ", " : "", doctor->runtime, doctor->runtime_by);
    print_row("runtime", doctor->runtime[0] != '\0' ? text : "none");
}

static void print_layers(const struct tool_doctor *doctor)
{
    char text[2 * PATH_MAX], state[400];
    print_row("implicit layers", doctor->layer_count == 0 ? "none" : "in the loader's order:");
    for (unsigned i = 0; i < doctor->layer_count; i++) {
        const struct tool_doctor_layer *layer = &doctor->layers[i];
        describe_state(doctor, layer, state, sizeof state);
        snprintf(text, sizeof text, "%s, %s (%s)", layer->name[0] != '\0' ? layer->name : "?",
                 layer->path, state);
        printf("%14u. ", i + 1);
        print_safe(text);
        putchar('\n');
    }
}

static void print_supplied(const struct tool_doctor *doctor)
{
    const char *names[24];
    unsigned count = tool_doctor_supplied(doctor, names);
    if (!doctor->runtime_answers || doctor->ours == NULL)
        return;
    print_row("supplied", count == 0
                              ? "nothing; the runtime has every extension"
                              : "the runtime lacks these extensions; the layer supplies them:");
    for (unsigned i = 0; i < count; i++)
        print_row("", names[i]);
}

static void print_finding(const struct tool_doctor_finding *finding)
{
    fputs(finding->weight == TOOL_DOCTOR_PROBLEM ? "problem: " : "note: ", stdout);
    print_safe(finding->text);
    fputs("\n    ", stdout);
    print_safe(finding->command);
    putchar('\n');
}

void tool_doctor_print(const struct tool_doctor *doctor)
{
    print_loader(doctor);
    print_runtime(doctor);
    print_layers(doctor);
    print_supplied(doctor);
    for (uint32_t i = 0; i < doctor->vulkan.device_count; i++)
        print_row(i == 0 ? "Vulkan" : "", doctor->vulkan.devices[i].name);
    if (doctor->vulkan.device_count == 0)
        print_row("Vulkan", "none");
    putchar('\n');
    for (unsigned i = 0; i < doctor->finding_count; i++)
        print_finding(&doctor->findings[i]);
    if (!tool_doctor_has_problem(doctor))
        puts("No problems found: 'understudy run' plays here.");
}

static void add_layers(cJSON *object, const struct tool_doctor *doctor)
{
    cJSON *array = cJSON_AddArrayToObject(object, "layers");
    for (unsigned i = 0; i < doctor->layer_count; i++) {
        const struct tool_doctor_layer *layer = &doctor->layers[i];
        cJSON *out = cJSON_CreateObject();
        tool_json_add_text(out, "name", layer->name);
        tool_json_add_text(out, "manifest", layer->path);
        tool_json_add_text(out, "library", layer->library);
        cJSON_AddStringToObject(out, "state", state_names[layer->state]);
        cJSON_AddBoolToObject(out, "only_by_run", layer == doctor->ours && doctor->only_by_run);
        cJSON_AddItemToArray(array, out);
    }
}

static void add_findings(cJSON *object, const struct tool_doctor *doctor)
{
    cJSON *array = cJSON_AddArrayToObject(object, "findings");
    for (unsigned i = 0; i < doctor->finding_count; i++) {
        const struct tool_doctor_finding *finding = &doctor->findings[i];
        cJSON *out = cJSON_CreateObject();
        cJSON_AddStringToObject(out, "kind", finding->kind);
        cJSON_AddStringToObject(out, "weight",
                                finding->weight == TOOL_DOCTOR_PROBLEM ? "problem" : "note");
        tool_json_add_text(out, "text", finding->text);
        tool_json_add_text(out, "command", finding->command);
        cJSON_AddItemToArray(array, out);
    }
}

bool tool_doctor_print_json(const struct tool_doctor *doctor)
{
    const char *names[24];
    unsigned count = tool_doctor_supplied(doctor, names);
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "result",
                            tool_doctor_has_problem(doctor) ? "problems" : "fine");
    cJSON *loader = cJSON_AddObjectToObject(object, "loader");
    tool_json_add_text(loader, "version", doctor->loader.version);
    tool_json_add_text(loader, "library", doctor->loader.path);
    cJSON *runtime = cJSON_AddObjectToObject(object, "runtime");
    tool_json_add_text(runtime, "name", doctor->instance.runtime);
    tool_json_add_text(runtime, "manifest", doctor->runtime);
    tool_json_add_text(runtime, "library", doctor->runtime_library.path);
    tool_json_add_text(runtime, "by", doctor->runtime_by);
    cJSON_AddBoolToObject(runtime, "answers", doctor->runtime_answers);
    cJSON *extensions = cJSON_AddArrayToObject(runtime, "extensions");
    for (uint32_t i = 0; i < doctor->runtime_library.name_count; i++)
        tool_json_append_text(extensions, doctor->runtime_library.names[i]);
    add_layers(object, doctor);
    cJSON *supplied = cJSON_AddArrayToObject(object, "supplied");
    for (unsigned i = 0; i < count; i++)
        tool_json_append_text(supplied, names[i]);
    cJSON *vulkan = cJSON_AddArrayToObject(object, "vulkan");
    for (uint32_t i = 0; i < doctor->vulkan.device_count; i++)
        tool_json_append_text(vulkan, doctor->vulkan.devices[i].name);
    add_findings(object, doctor);
    return tool_json_print(object);
}
