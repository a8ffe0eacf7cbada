/* SPDX-License-Identifier: MIT */
/* The stage that logs: opening, the first and the last events, closing. */
#include "layer/eventlog/event_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eventlog/log_event.h"
#include "platform/path.h"
#include "platform/process.h"
#include "status/output_file.h"
#include "status/setting_table.h"

static void on_screenshot(const struct us_session *session, const char *file, uint32_t width_px,
                          uint32_t height_px)
{
    struct us_event_log_line line;
    if (!us_event_log_line_begin(&line, us_event_log_of_session(session), session, "shot"))
        return;
    us_json_text_string(&line.text, "file", file);
    us_json_text_integer(&line.text, "width", width_px);
    us_json_text_integer(&line.text, "height", height_px);
    us_event_log_line_end(&line);
}

static void on_fault(const struct us_instance *instance, unsigned index, bool begins, double at_s)
{
    us_event_log_fault(instance->kept[US_STAGE_EVENT_LOG], NULL, index, begins, at_s);
}

/* Writes an event for a warning or an error of the layer's message log. */
static void write_warning(void *data, const char *message)
{
    struct us_event_log *log = data;
    struct us_event_log_line line;
    if (atomic_load(&log->has_ended) || !us_event_log_line_begin(&line, log, NULL, "odd"))
        return;
    us_json_text_string(&line.text, "what", message);
    us_event_log_line_end(&line);
}

static void count(struct us_json_text *text, const char *name, const _Atomic uint64_t *value)
{
    us_json_text_integer(text, name, (int64_t)atomic_load(value));
}

/* Kinds of which the app created none are left out. */
static void write_handles(struct us_json_text *text, const struct us_event_log *log)
{
    static const char *const names[US_LOGGED_HANDLES] = {
        [US_LOGGED_SESSIONS] = "sessions",     [US_LOGGED_SPACES] = "spaces",
        [US_LOGGED_SWAPCHAINS] = "swapchains", [US_LOGGED_ACTION_SETS] = "action_sets",
        [US_LOGGED_ACTIONS] = "actions",       [US_LOGGED_HAND_TRACKERS] = "hand_trackers",
    };
    us_json_text_value(text, "wall_handles", "{");
    for (int i = 0; i < US_LOGGED_HANDLES; i++) {
        if (atomic_load(&log->handles[i].created) == 0)
            continue;
        us_json_text_value(text, names[i], "{");
        count(text, "created", &log->handles[i].created);
        count(text, "destroyed", &log->handles[i].destroyed);
        us_json_text_raw(text, "}");
    }
    us_json_text_raw(text, "}");
}

static void on_instance_end(struct us_instance *instance)
{
    struct us_event_log *log = instance->kept[US_STAGE_EVENT_LOG];
    const struct us_instance_counts *counts = &instance->counts;
    const struct us_summary *summary = instance->summary;
    atomic_store(&log->has_ended, true);
    us_event_log_write_repeated(log);
    us_event_log_write_late(log, NULL);
    struct us_event_log_line line;
    if (!us_event_log_line_begin(&line, log, NULL, "end"))
        return;
    us_json_text_bool(&line.text, "reached_end", atomic_load(&counts->ended));
    count(&line.text, "wall_frames", &summary->frames);
    count(&line.text, "wall_views", &summary->questions[US_SUMMARY_VIEWS].times);
    count(&line.text, "wall_spaces", &counts->spaces);
    count(&line.text, "wall_hands", &summary->questions[US_SUMMARY_JOINTS].times);
    count(&line.text, "wall_gazes", &counts->gazes);
    us_json_text_integer(&line.text, "wall_dropped",
                         (int64_t)us_event_journal_dropped(log->journal));
    us_json_text_integer(&line.text, "wall_process", us_process_id());
    us_json_text_integer(&line.text, "wall_late",
                         (int64_t)(instance->bindings.plays.any ? us_instance_late(instance) : 0));
    write_handles(&line.text, log);
    us_event_log_line_end(&line);
}

static const struct us_observer observer = {on_screenshot, on_fault, on_instance_end};

static void close_log(struct us_instance *instance)
{
    struct us_event_log *log = instance->kept[US_STAGE_EVENT_LOG];
    if (log == NULL)
        return;
    us_event_journal_close(log->journal);
    free(log);
    instance->kept[US_STAGE_EVENT_LOG] = NULL;
}

struct shared {
    const char *path;
    struct us_journal *journal;
};

static void find_shared(struct us_node *node, void *data)
{
    struct shared *shared = data;
    const struct us_instance *other = (struct us_instance *)node;
    const struct us_event_log *log = other->kept[US_STAGE_EVENT_LOG];
    if (shared->journal == NULL && log != NULL && log->journal != NULL &&
        strcmp(other->settings.events, shared->path) == 0)
        shared->journal = us_event_journal_share(log->journal);
}

/* Opens the journal. Instances that exist at the same time and write to the same file share it. */
static struct us_journal *open_journal(const struct us_instance *instance)
{
    const struct us_settings *settings = &instance->settings;
    struct shared shared = {settings->events, NULL};
    us_handle_table_each(US_HANDLE_INSTANCE, find_shared, &shared);
    if (shared.journal != NULL)
        return shared.journal;
    /* With the frame clock, logs are compared, so no event may be lost. */
    const struct us_event_journal_files files = {settings->events, settings->events_ring,
                                                 settings->lost_file,
                                                 settings->clock.kind == US_CLOCK_FRAME};
    return us_event_journal_open(&files, settings->events_level, &instance->log);
}

static void write_log(struct us_event_log *log)
{
    const enum us_log_event_level level = log->instance->settings.events_level;
    struct us_event_log_line line;
    if (!us_event_log_line_begin(&line, log, NULL, "log"))
        return;
    us_json_text_integer(&line.text, "version", 1);
    us_json_text_string(&line.text, "layer", US_LAYER_VERSION);
    us_json_text_string(&line.text, "level",
                        us_setting_table[US_SETTING_EVENTS_LEVEL].values[level - 1]);
    us_event_log_line_end(&line);
}

void us_event_log_refuse(struct us_instance *instance, unsigned index, XrResult result)
{
    struct us_event_log *log = instance->settings.events != NULL ? calloc(1, sizeof *log) : NULL;
    if (log == NULL)
        return;
    log->instance = instance;
    atomic_store(&log->frame, -1);
    log->journal = open_journal(instance);
    write_log(log);
    us_event_log_fault(log, NULL, index, true, 0.0);
    struct us_log_event *event =
        us_event_log_begin(log, NULL, US_LOG_EVENT_LEVEL_EVENTS, US_LOG_EVENT_ERROR);
    if (event != NULL) {
        event->of.error.call = us_log_event_word("xrCreateInstance");
        event->of.error.result = result;
        event->of.error.what = us_log_event_word(NULL);
        event->of.error.repeated = 0;
        us_event_journal_commit(event);
    }
    instance->kept[US_STAGE_EVENT_LOG] = log;
    close_log(instance);
}

static void write_version(struct us_json_text *text, const char *name, XrVersion version)
{
    char words[48];
    snprintf(words, sizeof words, "%u.%u.%u", (unsigned)XR_VERSION_MAJOR(version),
             (unsigned)XR_VERSION_MINOR(version), (unsigned)XR_VERSION_PATCH(version));
    us_json_text_string(text, name, words);
}

/* No field is longer; and a terminating NUL. */
enum { FIELD_SIZE = XR_MAX_RUNTIME_NAME_SIZE + 1 };

/* Writes text from a field of fixed size of an app's struct. The text may have no terminating
 * NUL. */
static void write_field(struct us_json_text *text, const char *name, const char *field, size_t size)
{
    char whole[FIELD_SIZE];
    snprintf(whole, sizeof whole, "%.*s", (int)size, field);
    us_json_text_string(text, name, whole);
}

static void write_app(struct us_json_text *text, const XrInstanceCreateInfo *info)
{
    const XrApplicationInfo *app = &info->applicationInfo;
    write_field(text, "app", app->applicationName, sizeof app->applicationName);
    us_json_text_integer(text, "app_version", app->applicationVersion);
    write_field(text, "engine", app->engineName, sizeof app->engineName);
    us_json_text_integer(text, "engine_version", app->engineVersion);
    write_version(text, "api", app->apiVersion);
}

static void write_runtime(struct us_json_text *text, const struct us_event_log *log)
{
    XrInstanceProperties properties = {.type = XR_TYPE_INSTANCE_PROPERTIES};
    PFN_xrGetInstanceProperties get = log->next.xrGetInstanceProperties;
    if (get == NULL || XR_FAILED(get(log->instance->handle, &properties)))
        return;
    write_field(text, "runtime", properties.runtimeName, sizeof properties.runtimeName);
    write_version(text, "runtime_version", properties.runtimeVersion);
}

static void write_extensions(struct us_json_text *text, const struct us_instance *instance,
                             const XrInstanceCreateInfo *info)
{
    us_json_text_value(text, "asked", "[");
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++)
        us_json_text_string(text, NULL, info->enabledExtensionNames[i]);
    us_json_text_raw(text, "]");
    us_json_text_value(text, "supplied", "[");
    for (int i = 0; i < US_EXTENSION_OWN_COUNT; i++) {
        if (us_extensions_is_supplied(instance->bindings.extensions, (enum us_extension)i))
            us_json_text_string(text, NULL, us_extensions_table[i].name);
    }
    us_json_text_raw(text, "]");
}

static void write_setting(const char *name, const char *value, void *data)
{
    us_json_text_string(data, name, value);
}

static const char *file_name(const char *path)
{
    return path != NULL ? us_path_name(path) : NULL;
}

enum { INSTANCE_LINE = 12288 };

/* Writes the event of the instance. Its text is allocated, because an app may enable very many
 * extensions. */
static void write_instance(struct us_event_log *log, const XrInstanceCreateInfo *info)
{
    const struct us_instance *instance = log->instance;
    char *room = malloc(INSTANCE_LINE), machine[US_MACHINE_SIZE];
    struct us_json_text text;
    if (room == NULL)
        return;
    us_json_text_init(&text, room, INSTANCE_LINE);
    us_json_text_string(&text, "e", "instance");
    write_app(&text, info);
    write_runtime(&text, log);
    write_extensions(&text, instance, info);
    us_json_text_string(&text, "wall_machine", us_log_event_describe_machine(machine));
    us_json_text_string(&text, "play",
                        instance->bindings.plays.any ? file_name(instance->settings.play) : NULL);
    us_json_text_value(&text, "settings", "{");
    us_settings_visit(write_setting, &text);
    us_json_text_raw(&text, "}");
    if (us_json_text_finish(&text) > 0) {
        us_event_log_put_text(log, room);
        return;
    }
    write_warning(log, "the line of the instance was too long for the log");
    free(room);
}

static bool open_log(struct us_instance *instance, const XrInstanceCreateInfo *info,
                     const struct us_dispatch *below)
{
    if (!us_instance_wants_log(instance))
        return false;
    struct us_event_log *log = calloc(1, sizeof *log);
    if (log == NULL) {
        us_lost_output_note(instance->settings.lost_file, US_LOST_OUTPUT_LOG,
                            "it could not be started: out of memory");
        us_message_log(&instance->log, US_MESSAGE_LOG_WARN, "no event log: out of memory");
        return false;
    }
    log->instance = instance;
    atomic_store(&log->frame, -1);
    if (instance->settings.events != NULL)
        log->journal = open_journal(instance);
    if (instance->run_status != NULL)
        log->calls = &instance->run_status->calls;
    us_call_watch_name(log->calls, us_function_names, US_FUNCTION_COUNT);
    instance->kept[US_STAGE_EVENT_LOG] = log;
    instance->observer = &observer;
    log->next = *below;
    write_log(log);
    write_instance(log, info);
    instance->log.on_warning = write_warning;
    instance->log.on_warning_data = log;
    return true;
}

/* The log ends with the instance, so it cannot log that call. */
static bool is_logged(const struct us_instance *instance, enum us_function function, bool is_there)
{
    (void)instance;
    return is_there && function != US_FUNCTION_xrDestroyInstance;
}

const struct us_stage us_event_log_stage = {
    open_log, close_log, is_logged,
    (const struct us_handler *const[]){us_taps_plain, us_taps_session, us_taps_swapchain,
                                       us_taps_frame, us_taps_space, us_taps_binding,
                                       us_taps_action, NULL}};

_Static_assert((int)US_FUNCTION_COUNT <= (int)US_CALL_WATCH_CALLS, "every function has a place");
