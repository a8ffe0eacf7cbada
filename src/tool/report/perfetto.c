/* SPDX-License-Identifier: MIT */
#include "tool/report/perfetto.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/file.h"
#include "tool/run_folder/run_folder.h"
#include "tool/cli/command.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/log/log_reader.h"
#include "tool/page/byte_buffer.h"

/* The tracks of the trace, as its thread numbers. */
enum track { FRAMES = 1, ANSWERS, ACTIONS, SESSION, PROBLEMS, TRACKS };

struct trace {
    struct tool_byte_buffer text;
    bool has_event;
};

static enum track track_of(const char *name)
{
    static const struct {
        const char *name;
        enum track track;
    } known[] = {{"wait", FRAMES},    {"submit", FRAMES},      {"layers", FRAMES},
                 {"layer", FRAMES},   {"shot", FRAMES},        {"locate", ANSWERS},
                 {"views", ANSWERS},  {"hand", ANSWERS},       {"sync", ACTIONS},
                 {"action", ACTIONS}, {"haptic", ACTIONS},     {"error", PROBLEMS},
                 {"odd", PROBLEMS},   {"late", PROBLEMS},      {"dropped", PROBLEMS},
                 {"fault", PROBLEMS}, {"incomplete", PROBLEMS}};
    for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (strcmp(known[i].name, name) == 0)
            return known[i].track;
    return SESSION;
}

/* Takes the object. */
static void put(struct trace *trace, cJSON *object)
{
    char *line = cJSON_PrintUnformatted(object);
    tool_byte_buffer_add_text(&trace->text, trace->has_event ? ",\n" : "");
    tool_byte_buffer_add_text(&trace->text, line != NULL ? line : "null");
    trace->text.is_failed = trace->text.is_failed || line == NULL;
    trace->has_event = true;
    cJSON_free(line);
    cJSON_Delete(object);
}

static cJSON *begin(const char *name, const char *phase, enum track track, double at_ms)
{
    cJSON *out = cJSON_CreateObject();
    tool_json_add_text(out, "name", name);
    cJSON_AddStringToObject(out, "ph", phase);
    cJSON_AddNumberToObject(out, "pid", 1);
    cJSON_AddNumberToObject(out, "tid", track);
    cJSON_AddNumberToObject(out, "ts", round(at_ms * 1e3)); /* microseconds */
    return out;
}

static void put_track_names(struct trace *trace)
{
    static const char *const names[TRACKS] = {"",        "frames",  "answers",
                                              "actions", "session", "problems"};
    for (int i = FRAMES; i < TRACKS; i++) {
        cJSON *out = begin("thread_name", "M", (enum track)i, 0.0);
        cJSON_AddStringToObject(cJSON_AddObjectToObject(out, "args"), "name", names[i]);
        put(trace, out);
    }
}

/* From the return of xrWaitFrame, as the line says it, to the call of xrEndFrame. */
static void put_frame(struct trace *trace, const struct tool_log_event *event, double at_ms)
{
    char name[48];
    double length_ms = tool_event_number(event, "wall_frame_ms", (double)NAN);
    if (!(length_ms >= 0.0))
        return;
    if (event->frame == TOOL_LOG_READER_BEFORE)
        snprintf(name, sizeof name, "frame before playback");
    else
        snprintf(name, sizeof name, "frame %lld", (long long)event->frame);
    cJSON *out = begin(name, "X", FRAMES, at_ms - length_ms);
    cJSON_AddNumberToObject(out, "dur", round(length_ms * 1e3));
    put(trace, out);
}

static void put_counter(struct trace *trace, const struct tool_log_event *event, double at_ms)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(event->json, "value");
    const char *action = tool_event_text(event, "action");
    const char *subaction = tool_event_text(event, "subaction");
    char name[512];
    if (action == NULL || !(cJSON_IsNumber(value) || cJSON_IsBool(value)))
        return;
    snprintf(name, sizeof name, "%s %s", action, subaction != NULL ? subaction : "");
    cJSON *out = begin(name, "C", ACTIONS, at_ms);
    cJSON_AddNumberToObject(cJSON_AddObjectToObject(out, "args"), "value",
                            cJSON_IsNumber(value) ? value->valuedouble
                            : cJSON_IsTrue(value) ? 1.0
                                                  : 0.0);
    put(trace, out);
}

/* Takes the event's JSON as the arguments. */
static void put_event(struct trace *trace, struct tool_log_event *event)
{
    double at_ms = tool_event_number(event, "wall_ms", 0.0);
    const char *what = tool_event_text(event, strcmp(event->name, "state") == 0    ? "state"
                                              : strcmp(event->name, "marker") == 0 ? "name"
                                              : strcmp(event->name, "locate") == 0 ? "call"
                                              : strcmp(event->name, "error") == 0  ? "call"
                                                                                   : "what");
    char name[512];
    snprintf(name, sizeof name, "%s%s%s", event->name, what != NULL ? " " : "",
             what != NULL ? what : "");
    if (strcmp(event->name, "submit") == 0)
        put_frame(trace, event, at_ms);
    if (strcmp(event->name, "action") == 0)
        put_counter(trace, event, at_ms);
    cJSON *out = begin(name, "i", track_of(event->name), at_ms);
    cJSON_AddStringToObject(out, "s", "t");
    cJSON_AddItemToObject(out, "args", event->json);
    event->json = NULL;
    put(trace, out);
}

static bool put_log(struct trace *trace, const char *path)
{
    struct tool_log_reader events;
    struct tool_log_event event;
    if (!tool_log_reader_open(&events, path, &event))
        return false;
    tool_byte_buffer_add_text(&trace->text, "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n");
    put_track_names(trace);
    do {
        put_event(trace, &event);
        tool_event_free(&event);
    } while (tool_log_reader_next(&events, &event));
    tool_byte_buffer_add_text(&trace->text, "\n]}\n");
    bool is_read = !events.is_broken;
    tool_log_reader_close(&events);
    return is_read;
}

static int write_trace(struct trace *trace, const char *log, const char *path)
{
    struct us_error error;
    if (!put_log(trace, log))
        return TOOL_EXIT_USAGE;
    if (trace->text.is_failed)
        tool_text_complain("there is no memory for the trace '%s'", path);
    else if (us_file_write(path, trace->text.bytes, trace->text.size, &error) == US_OK)
        return TOOL_EXIT_OK;
    else
        tool_text_complain("%s: %s", path, error.text);
    return TOOL_EXIT_OUTPUT;
}

int tool_perfetto_write(const char *command, const char *folder, const char *path)
{
    char log[PATH_MAX];
    struct trace trace = {{0}, false};
    cJSON *facts = tool_run_folder_read_facts(command, folder);
    cJSON_Delete(facts);
    if (facts == NULL || !tool_run_folder_part(folder, TOOL_RUN_LOG, log))
        return TOOL_EXIT_USAGE;
    int code = write_trace(&trace, log, path);
    tool_byte_buffer_finish(&trace.text);
    return code;
}
