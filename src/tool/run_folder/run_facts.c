/* SPDX-License-Identifier: MIT */
#include "tool/run_folder/run_facts.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan_core.h>

#include "platform/machine.h"
#include "platform/path.h"
#include "tool/run_folder/run_folder.h"
#include "tool/run_folder/sha256.h"
#include "tool/cli/json.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/doctor/probe.h"
#include "tool/environment/environment.h"
#include "tool/log/log_reader.h"
#include "tool/process/launch.h"

enum { LINES_BEFORE_INSTANCE = 100 };

static void add_app(cJSON *facts, char *const *app, const char *program)
{
    char folder[PATH_MAX];
    cJSON *object = cJSON_AddObjectToObject(facts, "app");
    cJSON *arguments = cJSON_AddArrayToObject(object, "arguments");
    for (; *app != NULL; app++)
        tool_json_append_text(arguments, *app);
    tool_json_add_text_or_null(object, "program", program);
    tool_json_add_text_or_null(object, "folder",
                               us_path_here(folder, sizeof folder) ? folder : NULL);
}

/* Under this name. Returns false after a message if it cannot be read. */
static bool add_recording(cJSON *facts, const char *key, const char *path)
{
    char hash[TOOL_SHA256_TEXT];
    uint64_t size;
    if (!tool_sha256_file(path, hash, &size)) {
        tool_text_complain("%s cannot be read: %s", path, strerror(errno));
        return false;
    }
    cJSON_DeleteItemFromObjectCaseSensitive(facts, key);
    cJSON *object = cJSON_AddObjectToObject(facts, key);
    tool_json_add_text(object, "path", path);
    tool_json_add_text(object, "name", us_path_name(path));
    tool_json_add_number(object, "size", (double)size);
    cJSON_AddStringToObject(object, "sha256", hash);
    return true;
}

/* What an app that starts now would find: the loader, and the Vulkan devices with their drivers. */
static void add_libraries(cJSON *versions)
{
    static struct tool_library_answer answer;
    static const struct tool_library_question of_loader = {.kind = TOOL_LIBRARY_LOADER,
                                                           .timeout_s = 10.0};
    static const struct tool_library_question of_vulkan = {.kind = TOOL_LIBRARY_VULKAN,
                                                           .timeout_s = 20.0};
    tool_probe_run(&of_loader, &answer);
    cJSON *loader = cJSON_AddObjectToObject(versions, "loader");
    tool_json_add_text_or_null(loader, "path", answer.path);
    tool_json_add_text_or_null(loader, "version", answer.version);
    tool_probe_run(&of_vulkan, &answer);
    cJSON *list = cJSON_AddArrayToObject(versions, "vulkan");
    for (uint32_t i = 0; i < answer.device_count; i++) {
        const struct tool_vulkan_device *device = &answer.devices[i];
        cJSON *object = cJSON_CreateObject();
        char api[32];
        snprintf(api, sizeof api, "%u.%u.%u", VK_API_VERSION_MAJOR(device->api),
                 VK_API_VERSION_MINOR(device->api), VK_API_VERSION_PATCH(device->api));
        tool_json_add_text(object, "name", device->name);
        tool_json_add_text(object, "api", api);
        tool_json_add_text(object, "driver", device->driver);
        tool_json_add_text(object, "driver_info", device->driver_info);
        tool_json_add_number(object, "driver_version", (double)device->driver_version);
        cJSON_AddItemToArray(list, object);
    }
}

/* The names and versions of the runtime and the layer come from the event log. */
static void add_versions(cJSON *facts)
{
    char path[PATH_MAX];
    cJSON *versions = cJSON_AddObjectToObject(facts, "versions");
    cJSON_AddStringToObject(versions, "tool", US_TOOL_VERSION);
    cJSON *layer = cJSON_AddObjectToObject(versions, "layer");
    tool_json_add_text_or_null(layer, "manifest", tool_environment_find_layer(path) ? path : NULL);
    cJSON *runtime = cJSON_AddObjectToObject(versions, "runtime");
    const char *chosen = tool_file_path_variable("XR_RUNTIME_JSON", NULL);
    if (chosen == NULL && tool_environment_find_runtime(path))
        chosen = path;
    tool_json_add_text_or_null(runtime, "manifest", chosen);
    add_libraries(versions);
}

static void add_machine(cJSON *facts)
{
    struct us_machine about;
    char text[128];
    cJSON *machine = cJSON_AddObjectToObject(facts, "machine");
    us_machine_describe(&about);
    if (about.system[0] != '\0') {
        snprintf(text, sizeof text, "%s %s %s", about.system, about.release, about.hardware);
        tool_json_add_text(machine, "system", text);
    }
    tool_json_add_number(machine, "processors", (double)about.processors);
    tool_json_add_number(machine, "memory_bytes", (double)us_machine_memory());
}

cJSON *tool_run_facts_make(char *const *app, const char *program, const char *recording)
{
    cJSON *facts = cJSON_CreateObject();
    cJSON_AddNumberToObject(facts, TOOL_RUN_KEY, TOOL_RUN_LAYOUT);
    add_app(facts, app, program);
    if (!add_recording(facts, "recording", recording)) {
        cJSON_Delete(facts);
        return NULL;
    }
    add_versions(facts);
    add_machine(facts);
    return facts;
}

void tool_run_facts_add_drive(cJSON *facts, const char *recording)
{
    if (facts != NULL)
        (void)add_recording(facts, "drive", recording);
}

static void replace(cJSON *object, const char *name, cJSON *item)
{
    cJSON_DeleteItemFromObjectCaseSensitive(object, name);
    cJSON_AddItemToObject(object, name, item);
}

/* The average number of processes that want to run, over 1, 5 and 15 minutes. */
static void set_load(cJSON *facts, const char *name)
{
    double load[3] = {0.0, 0.0, 0.0};
    cJSON *machine = cJSON_GetObjectItemCaseSensitive(facts, "machine");
    int count = us_machine_load(load);
    replace(machine, name, count > 0 ? cJSON_CreateDoubleArray(load, count) : cJSON_CreateNull());
}

void tool_run_facts_begin(cJSON *facts)
{
    replace(facts, "state", cJSON_CreateString("running"));
    replace(facts, "began", cJSON_CreateString(tool_text_now("%Y-%m-%dT%H:%M:%SZ").text));
    set_load(facts, "load_before");
}

cJSON *tool_run_facts_describe_end(const struct tool_launch_end *end)
{
    static const char *const hows[] = {
        [TOOL_LAUNCH_EXITED] = "exited", [TOOL_LAUNCH_SIGNALLED] = "signal",
        [TOOL_LAUNCH_LIMIT] = "limit",   [TOOL_LAUNCH_GRACE] = "grace",
        [TOOL_LAUNCH_STALL] = "stall",   [TOOL_LAUNCH_NOT_STARTED] = "not started",
    };
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "how", hows[end->how]);
    if (end->how == TOOL_LAUNCH_EXITED)
        tool_json_add_number(object, "exit_code", (double)end->number);
    else if (end->how == TOOL_LAUNCH_SIGNALLED)
        tool_json_add_number(object, "signal", (double)end->number);
    if (end->interrupted != 0)
        tool_json_add_number(object, "interrupted", (double)end->interrupted);
    return object;
}

cJSON *tool_run_facts_copy(const cJSON *facts)
{
    char *text = cJSON_PrintUnformatted(facts);
    cJSON *copy = text != NULL ? cJSON_Parse(text) : NULL;
    cJSON_free(text);
    return copy;
}

static void copy_text(cJSON *object, const char *name, const struct tool_log_event *event,
                      const char *field)
{
    const char *text = tool_log_event_text(event, field);
    if (text != NULL)
        replace(object, name, cJSON_CreateString(text));
}

/* The facts about the app, the runtime and the layer in the log's first lines. */
static void add_from_log(cJSON *facts, const char *log)
{
    struct tool_log_reader reader;
    struct tool_log_event event;
    cJSON *versions = cJSON_GetObjectItemCaseSensitive(facts, "versions");
    cJSON *runtime = cJSON_GetObjectItemCaseSensitive(versions, "runtime");
    cJSON *layer = cJSON_GetObjectItemCaseSensitive(versions, "layer");
    struct us_about about;
    /* The log of an app without the layer is empty. */
    if (!us_path_about_target(log, &about) || about.size == 0 ||
        !tool_log_reader_open(&reader, log, &event))
        return;
    copy_text(layer, "version", &event, "layer");
    tool_log_event_free(&event);
    for (int i = 0; i < LINES_BEFORE_INSTANCE && tool_log_reader_next(&reader, &event); i++) {
        bool is_instance = strcmp(event.name, "instance") == 0;
        if (is_instance) {
            copy_text(runtime, "name", &event, "runtime");
            copy_text(runtime, "version", &event, "runtime_version");
            copy_text(versions, "openxr", &event, "api");
        }
        tool_log_event_free(&event);
        if (is_instance)
            break;
    }
    tool_log_reader_close(&reader);
}

/* Why there was no app to run. */
static void add_fault(cJSON *facts, const struct tool_launch_end *end)
{
    const cJSON *arguments = tool_json_get(tool_json_get(facts, "app"), "arguments");
    const cJSON *app = cJSON_GetArrayItem(arguments, 0);
    char fault[TOOL_LAUNCH_FAULT_SIZE];
    if (!tool_launch_has_fault(end) || !cJSON_IsString(app))
        return;
    tool_launch_describe_fault(app->valuestring, end->number, fault);
    tool_json_add_text(cJSON_GetObjectItemCaseSensitive(facts, "end"), "why", fault);
}

void tool_run_facts_end(cJSON *facts, const struct tool_launch_end *end, double wall_s,
                        const char *log)
{
    set_load(facts, "load_after");
    replace(facts, "state", cJSON_CreateString("complete"));
    replace(facts, "wall_s", cJSON_CreateNumber(wall_s));
    replace(facts, "end", tool_run_facts_describe_end(end));
    add_fault(facts, end);
    add_from_log(facts, log);
}
