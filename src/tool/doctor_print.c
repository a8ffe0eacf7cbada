/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor.h"
#include "json.h"
#include "text.h"

static const char *const state_names[] = {"on", "waiting", "disabled", "ignored"};

static void print_safe(const char *text)
{
    char safe[4 * PATH_MAX];
    us_text_escape(text, safe, sizeof(safe));
    fputs(safe, stdout);
}

static void print_row(const char *name, const char *text)
{
    printf("%-15s ", name);
    print_safe(text);
    putchar('\n');
}

static void describe_state(const struct us_doctor *doctor, const struct us_doctor_layer *layer,
                           char *out, size_t out_size)
{
    switch (layer->state) {
    case US_LAYER_ON:
        snprintf(out, out_size, "on");
        break;
    case US_LAYER_WAITING:
        snprintf(out, out_size, "waits for %s", layer->enable);
        break;
    case US_LAYER_OFF:
        snprintf(out, out_size, "off: %s is set", layer->disable);
        break;
    case US_LAYER_IGNORED:
        snprintf(out, out_size, "ignored: %s", layer->why);
        break;
    }
    if (layer == doctor->ours && doctor->only_by_run)
        snprintf(out, out_size, "found by 'understudy run' only");
}

static void print_loader(const struct us_doctor *doctor)
{
    char text[2 * PATH_MAX];
    const struct us_library_answer *loader = &doctor->loader;
    snprintf(text, sizeof(text), "%s%s%s", loader->version, loader->version[0] ? ", " : "",
             loader->path);
    print_row("OpenXR loader", loader->state == US_LIBRARY_GOOD ? text : "none that works");
}

static void print_runtime(const struct us_doctor *doctor)
{
    char text[2 * PATH_MAX];
    snprintf(text, sizeof(text), "%s%s%s, by %s", doctor->instance.runtime,
             doctor->instance.runtime[0] ? ", " : "", doctor->runtime, doctor->runtime_by);
    print_row("runtime", doctor->runtime[0] != '\0' ? text : "none");
}

static void print_layers(const struct us_doctor *doctor)
{
    char text[2 * PATH_MAX], state[400];
    print_row("implicit layers", doctor->layer_count == 0 ? "none" : "in the loader's order:");
    for (unsigned i = 0; i < doctor->layer_count; i++) {
        const struct us_doctor_layer *layer = &doctor->layers[i];
        describe_state(doctor, layer, state, sizeof(state));
        snprintf(text, sizeof(text), "%s, %s (%s)", layer->name[0] != '\0' ? layer->name : "?",
                 layer->path, state);
        printf("%14u. ", i + 1);
        print_safe(text);
        putchar('\n');
    }
}

static void print_supplied(const struct us_doctor *doctor)
{
    const char *names[24];
    unsigned count = us_doctor_supplied(doctor, names);
    if (!doctor->runtime_answers || doctor->ours == NULL)
        return;
    print_row("supplied", count == 0 ? "nothing: the runtime has it all"
                                     : "where the app asks, as the runtime lacks it:");
    for (unsigned i = 0; i < count; i++)
        print_row("", names[i]);
}

static void print_finding(const struct us_doctor_finding *finding)
{
    fputs(finding->weight == US_DOCTOR_PROBLEM ? "problem: " : "note: ", stdout);
    print_safe(finding->text);
    fputs("\n    ", stdout);
    print_safe(finding->command);
    putchar('\n');
}

void us_doctor_print(const struct us_doctor *doctor)
{
    print_loader(doctor);
    print_runtime(doctor);
    print_layers(doctor);
    print_supplied(doctor);
    for (uint32_t i = 0; i < doctor->vulkan.name_count; i++)
        print_row(i == 0 ? "Vulkan" : "", doctor->vulkan.names[i]);
    if (doctor->vulkan.name_count == 0)
        print_row("Vulkan", "none");
    putchar('\n');
    for (unsigned i = 0; i < doctor->finding_count; i++)
        print_finding(&doctor->findings[i]);
    if (!us_doctor_has_problem(doctor))
        puts("Nothing is in the way: 'understudy run' plays here.");
}

static void add_names(cJSON *object, const char *name, const struct us_library_answer *answer)
{
    cJSON *array = cJSON_AddArrayToObject(object, name);
    for (uint32_t i = 0; i < answer->name_count; i++) {
        char *valid = us_text_valid(answer->names[i]);
        cJSON_AddItemToArray(array, cJSON_CreateString(valid != NULL ? valid : ""));
        free(valid);
    }
}

static void add_layers(cJSON *object, const struct us_doctor *doctor)
{
    cJSON *array = cJSON_AddArrayToObject(object, "layers");
    for (unsigned i = 0; i < doctor->layer_count; i++) {
        const struct us_doctor_layer *layer = &doctor->layers[i];
        cJSON *out = cJSON_CreateObject();
        us_json_add_text(out, "name", layer->name);
        us_json_add_text(out, "manifest", layer->path);
        us_json_add_text(out, "library", layer->library);
        cJSON_AddStringToObject(out, "state", state_names[layer->state]);
        cJSON_AddBoolToObject(out, "only_by_run", layer == doctor->ours && doctor->only_by_run);
        cJSON_AddItemToArray(array, out);
    }
}

static void add_findings(cJSON *object, const struct us_doctor *doctor)
{
    cJSON *array = cJSON_AddArrayToObject(object, "findings");
    for (unsigned i = 0; i < doctor->finding_count; i++) {
        const struct us_doctor_finding *finding = &doctor->findings[i];
        cJSON *out = cJSON_CreateObject();
        cJSON_AddStringToObject(out, "kind", finding->kind);
        cJSON_AddStringToObject(out, "weight",
                                finding->weight == US_DOCTOR_PROBLEM ? "problem" : "note");
        us_json_add_text(out, "text", finding->text);
        us_json_add_text(out, "command", finding->command);
        cJSON_AddItemToArray(array, out);
    }
}

bool us_doctor_print_json(const struct us_doctor *doctor)
{
    const char *names[24];
    unsigned count = us_doctor_supplied(doctor, names);
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "result", us_doctor_has_problem(doctor) ? "problems" : "fine");
    cJSON *loader = cJSON_AddObjectToObject(object, "loader");
    us_json_add_text(loader, "version", doctor->loader.version);
    us_json_add_text(loader, "library", doctor->loader.path);
    cJSON *runtime = cJSON_AddObjectToObject(object, "runtime");
    us_json_add_text(runtime, "name", doctor->instance.runtime);
    us_json_add_text(runtime, "manifest", doctor->runtime);
    us_json_add_text(runtime, "library", doctor->runtime_library.path);
    us_json_add_text(runtime, "by", doctor->runtime_by);
    cJSON_AddBoolToObject(runtime, "answers", doctor->runtime_answers);
    add_names(runtime, "extensions", &doctor->runtime_library);
    add_layers(object, doctor);
    cJSON *supplied = cJSON_AddArrayToObject(object, "supplied");
    for (unsigned i = 0; i < count; i++)
        cJSON_AddItemToArray(supplied, cJSON_CreateString(names[i]));
    add_names(object, "vulkan", &doctor->vulkan);
    add_findings(object, doctor);
    return us_json_print(object);
}
