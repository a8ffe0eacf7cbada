/* SPDX-License-Identifier: MIT */
#include "layer/eventlog/event_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eventlog/log_event.h"
#include "layer/answer/playback.h"
#include "platform/path.h"
#include "status/output_file.h"

struct us_event_log *us_event_log_of_instance(XrInstance handle)
{
    const struct us_instance *instance = us_instance_of(handle);
    return instance != NULL ? instance->kept[US_STAGE_EVENT_LOG] : NULL;
}

uint64_t us_event_log_hash(uint64_t hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i += sizeof(uint32_t)) {
        uint32_t word = 0;
        memcpy(&word, (const unsigned char *)bytes + i,
               size - i < sizeof word ? size - i : sizeof word);
        hash = (hash ^ word) * UINT64_C(1099511628211);
        hash ^= hash >> 29; /* so that the low bits depend on all of a word */
    }
    return hash;
}

static int64_t newest_frame(const struct us_event_log *log)
{
    return atomic_load_explicit(&log->frame, memory_order_relaxed);
}

struct us_log_event *us_event_log_begin(struct us_event_log *log, const struct us_session *session,
                                        enum us_log_event_level level, enum us_log_event_kind kind)
{
    struct us_log_event *event = us_event_journal_begin(log->journal, level, kind);
    if (event == NULL)
        return NULL;
    event->frame = session != NULL ? us_event_log_frame(session) : newest_frame(log);
    event->session = session != NULL ? us_event_log_state(session)->number : 0;
    return event;
}

bool us_event_log_line_begin(struct us_event_log_line *line, struct us_event_log *log,
                             const struct us_session *session, const char *name)
{
    line->event = us_event_log_begin(log, session, US_LOG_EVENT_LEVEL_EVENTS, US_LOG_EVENT_TEXT);
    if (line->event == NULL)
        return false;
    us_json_text_init(&line->text, line->event->of.text, sizeof line->event->of.text);
    us_json_text_string(&line->text, "e", name);
    if (line->event->session > 0)
        us_json_text_integer(&line->text, "session", line->event->session);
    return true;
}

void us_event_log_line_end(struct us_event_log_line *line)
{
    if (us_json_text_finish(&line->text) == 0)
        snprintf(line->event->of.text, sizeof line->event->of.text,
                 "\"e\":\"odd\",\"what\":\"a line was too long for the log\"");
    us_event_journal_commit(line->event);
}

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

static void write_failure(struct us_event_log *log, const struct us_session *session, int64_t frame,
                          enum us_function which, XrResult result, uint32_t repeated)
{
    struct us_log_event *event =
        us_event_log_begin(log, session, US_LOG_EVENT_LEVEL_EVENTS, US_LOG_EVENT_ERROR);
    if (event == NULL)
        return;
    event->frame = frame;
    event->of.error.call = us_log_event_word(us_function_names[which]);
    event->of.error.result = result;
    event->of.error.what = us_log_event_word(NULL);
    event->of.error.repeated = repeated;
    us_event_journal_commit(event);
}

/* Frames before playback have no number; the number of waits stands for it. */
static uint64_t when_failed(const struct us_event_log *log, int64_t frame, XrResult result)
{
    uint64_t count = (uint64_t)frame << 1 | 1;
    if (frame < 0)
        count = (atomic_load_explicit(&log->instance->summary->frames, memory_order_relaxed) + 1)
                << 1;
    return count << 32 | (uint32_t)result;
}

void us_event_log_result_in(struct us_event_log *log, const struct us_session *session,
                            enum us_function which, XrResult result, int64_t frame)
{
    if (!XR_FAILED(result))
        return;
    struct us_event_log_failure *failure = &log->failures[which];
    uint64_t when = when_failed(log, frame, result);
    if (atomic_exchange_explicit(&failure->when, when, memory_order_relaxed) == when) {
        atomic_fetch_add_explicit(&failure->repeated, 1, memory_order_relaxed);
        return;
    }
    uint32_t repeated = atomic_exchange_explicit(&failure->repeated, 0, memory_order_relaxed);
    write_failure(log, session, frame, which, result, repeated);
}

void us_event_log_result(struct us_event_log *log, const struct us_session *session,
                         enum us_function which, XrResult result)
{
    if (XR_FAILED(result))
        us_event_log_result_in(log, session, which, result,
                               session != NULL ? us_event_log_frame(session) : newest_frame(log));
}

void us_event_log_result_at(struct us_event_log *log, const struct us_session *session,
                            enum us_function which, XrResult result, XrTime time)
{
    if (XR_FAILED(result))
        us_event_log_result_in(log, session, which, result,
                               session != NULL ? us_event_log_frame_at(session, time)
                                               : newest_frame(log));
}

/* Writes the failures that were counted but not written yet. */
static void write_repeated(struct us_event_log *log)
{
    for (int i = 0; i < US_FUNCTION_COUNT; i++) {
        struct us_event_log_failure *failure = &log->failures[i];
        uint32_t repeated = atomic_exchange(&failure->repeated, 0);
        if (repeated > 0)
            write_failure(log, NULL, newest_frame(log), (enum us_function)i,
                          (XrResult)(int32_t)(uint32_t)atomic_load(&failure->when), repeated);
    }
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

void us_event_log_created(struct us_event_log *log, enum us_logged_handles kind)
{
    atomic_fetch_add_explicit(&log->handles[kind].created, 1, memory_order_relaxed);
}

void us_event_log_destroyed(struct us_event_log *log, enum us_logged_handles kind)
{
    atomic_fetch_add_explicit(&log->handles[kind].destroyed, 1, memory_order_relaxed);
}

/* Kinds of which the app created none are left out. */
static void write_handles(struct us_json_text *text, const struct us_event_log *log)
{
    static const char *const names[US_LOGGED_HANDLES] = {
        [US_LOGGED_SESSIONS] = "sessions",     [US_LOGGED_SPACES] = "spaces",
        [US_LOGGED_SWAPCHAINS] = "swapchains", [US_LOGGED_ACTION_SETS] = "action_sets",
        [US_LOGGED_ACTIONS] = "actions",       [US_LOGGED_HAND_TRACKERS] = "hand_trackers",
    };
    us_json_text_name(text, "wall_handles");
    us_json_text_raw(text, "{");
    for (int i = 0; i < US_LOGGED_HANDLES; i++) {
        if (atomic_load(&log->handles[i].created) == 0)
            continue;
        us_json_text_name(text, names[i]);
        us_json_text_raw(text, "{");
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
    write_repeated(log);
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
    static const char *const levels[] = {"off", "events", "frames", "calls"};
    struct us_event_log_line line;
    if (!us_event_log_line_begin(&line, log, NULL, "log"))
        return;
    us_json_text_integer(&line.text, "version", 1);
    us_json_text_string(&line.text, "layer", US_LAYER_VERSION);
    us_json_text_string(&line.text, "level", levels[log->instance->settings.events_level]);
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
    us_json_text_name(text, "asked");
    us_json_text_raw(text, "[");
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++)
        us_json_text_string(text, NULL, info->enabledExtensionNames[i]);
    us_json_text_raw(text, "]");
    us_json_text_name(text, "supplied");
    us_json_text_raw(text, "[");
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
    us_json_text_name(&text, "settings");
    us_json_text_raw(&text, "{");
    us_settings_visit(write_setting, &text);
    us_json_text_raw(&text, "}");
    struct us_log_event *event = NULL;
    if (us_json_text_finish(&text) == 0)
        write_warning(log, "the line of the instance was too long for the log");
    else
        event = us_event_log_begin(log, NULL, US_LOG_EVENT_LEVEL_EVENTS, US_LOG_EVENT_LONG_TEXT);
    if (event == NULL) {
        free(room);
        return;
    }
    event->of.long_text = room;
    us_event_journal_commit(event);
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
