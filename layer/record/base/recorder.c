/* SPDX-License-Identifier: MIT */
#include "layer/record/base/recorder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/path.h"
#include "platform/thread.h"
#include "platform/time.h"
#include "session/open_recording.h"
#include "session/session_recorder.h"

/* The files of the sessions of this process. */

enum { FILES_MAX = 999 };

/* What this process has recorded. An app may destroy its instance and make another, which goes on
 * with the files. */
static struct us_mutex mutex = US_MUTEX_INIT;
static char recorded[US_RECORD_FILE_PATH_SIZE]; /* the first file; "": none yet */
static unsigned given_away; /* the number of a file that the next session may have; 0: none */

static bool file_is_free(const char *path)
{
    struct us_about about;
    return !us_path_about(path, &about) || (about.kind == US_ABOUT_REGULAR && about.size == 0);
}

/* The caller holds the mutex. */
static bool is_ours(const char *first)
{
    return strcmp(recorded, first) == 0;
}

/* `understudy record` or `run` has made room for the file, so whatever is there was recorded by a
 * process that it started. */
static bool is_of_run(const struct us_run_status *status, const char *first)
{
    return status != NULL && strcmp(status->recorded_to, first) == 0;
}

/* Why the session cannot be recorded to the file `first`: the file exists, and neither this process
 * nor another one of the run made it. NULL: it can.
 */
static const char *why_not(const struct us_run_status *status, const char *first)
{
    struct us_about about;
    us_mutex_lock(&mutex);
    bool may_begin = file_is_free(first) || is_ours(first) || is_of_run(status, first);
    us_mutex_unlock(&mutex);
    if (may_begin)
        return NULL;
    return us_path_about(first, &about) && about.kind != US_ABOUT_REGULAR
               ? "it is not a regular file"
               : "the file is there already. Choose another name, or remove it";
}

/* From number `from` on. The caller holds the mutex. */
static bool choose(const struct us_run_status *status, const char *first, unsigned from,
                   struct us_record_file *out)
{
    out->replaces = is_ours(first) && given_away >= from;
    unsigned most = is_ours(first) || is_of_run(status, first) ? FILES_MAX : 1;
    for (out->number = out->replaces ? given_away : from; out->number <= most; out->number++) {
        if (!us_session_file_name(first, out->number, out->path, sizeof out->path))
            return false;
        if (out->replaces || file_is_free(out->path))
            return true;
    }
    return false;
}

/* The file for a session that begins, from number `from`, which is 1 or more, on. False if another
 * run made `first`, or there are too many files.
 */
static bool choose_file(const struct us_run_status *status, const char *first, unsigned from,
                        struct us_record_file *out)
{
    us_mutex_lock(&mutex);
    bool is_chosen = choose(status, first, from, out);
    if (is_chosen) {
        given_away = 0;
        snprintf(recorded, sizeof recorded, "%s", first);
    }
    us_mutex_unlock(&mutex);
    return is_chosen;
}

/* The session in the file had no picture; the next session of this process may have the file. */
static void give_way(const char *first, const struct us_record_file *file)
{
    us_mutex_lock(&mutex);
    if (is_ours(first))
        given_away = file->number;
    us_mutex_unlock(&mutex);
}

/* The recorder. */

#define UNKNOWN INT64_MAX

struct us_recorder *us_recorder_of_session(const struct us_session *session)
{
    return us_session_stage(session, US_STAGE_RECORD);
}

struct us_recorder *us_recorder_of_instance(XrInstance handle)
{
    const struct us_instance *instance = us_instance_of(handle);
    return instance != NULL ? instance->kept[US_STAGE_RECORD] : NULL;
}

bool us_recorder_added(const struct us_instance *instance, enum us_extension which)
{
    return (instance->added_extensions & UINT32_C(1) << which) != 0;
}

bool us_recorder_has_extension(const struct us_instance *instance, enum us_extension which)
{
    return us_extensions_is_enabled(instance->bindings.extensions, which) ||
           us_recorder_added(instance, which);
}

bool us_recorder_enter(struct us_recorder *recorder)
{
    atomic_fetch_add(&recorder->users, 1);
    if (atomic_load(&recorder->is_open))
        return true;
    us_recorder_leave(recorder);
    return false;
}

void us_recorder_leave(struct us_recorder *recorder)
{
    atomic_fetch_sub(&recorder->users, 1);
}

#define PUT(name, message_type)                                                                    \
    void us_recorder_put_##name(struct us_recorder *recorder,                                      \
                                const struct us_session_##message_type *message)                   \
    {                                                                                              \
        if (!us_recorder_enter(recorder))                                                          \
            return;                                                                                \
        (void)us_session_recorder_put_##name(recorder->file, message);                             \
        us_recorder_leave(recorder);                                                               \
    }
PUT(frame, frame)
PUT(input, input)
PUT(haptic, haptic)
PUT(marker, marker)
PUT(mesh, mesh_part)

bool us_recorder_counts_frames(const struct us_recorder *recorder)
{
    return recorder->instance->settings.clock.kind == US_CLOCK_FRAME;
}

void us_recorder_wait(struct us_recorder *recorder)
{
    if (!us_recorder_counts_frames(recorder) || !us_recorder_enter(recorder))
        return;
    us_session_recorder_wait(recorder->file);
    us_recorder_leave(recorder);
}

void us_recorder_put_components(struct us_recorder *recorder,
                                struct us_session_components *components)
{
    if (us_recorder_enter(recorder)) {
        (void)us_session_recorder_put_components(recorder->file, components);
        us_recorder_leave(recorder);
        free(components);
        return;
    }
    us_mutex_lock(&recorder->early_mutex);
    free(recorder->early_components);
    recorder->early_components = components;
    us_mutex_unlock(&recorder->early_mutex);
}

static void keep_early(struct us_recorder *recorder, const struct us_session_event *event)
{
    us_mutex_lock(&recorder->early_mutex);
    if (!recorder->is_over && recorder->early_count < US_RECORDER_EARLY_EVENTS)
        recorder->early[recorder->early_count++] = *event;
    us_mutex_unlock(&recorder->early_mutex);
}

/* In recorded time; 0: there is none yet. */
static XrTime newest_frame(const struct us_recorder *recorder)
{
    return atomic_load_explicit(&recorder->clock_ns, memory_order_relaxed);
}

/* The same if the app waits for frames. */
static XrTime newest_waited(const struct us_recorder *recorder)
{
    return atomic_load_explicit(&recorder->is_paced, memory_order_relaxed) ? newest_frame(recorder)
                                                                           : 0;
}

int64_t us_recorder_ahead_ns(const struct us_recorder *recorder)
{
    return newest_frame(recorder) - atomic_load_explicit(&recorder->frame_ns, memory_order_relaxed);
}

void us_recorder_put_event(struct us_recorder *recorder, const struct us_session_event *told)
{
    struct us_session_event event = *told;
    event.frame_time_ns = newest_frame(recorder);
    event.order = atomic_fetch_add_explicit(&recorder->event_count, 1, memory_order_relaxed) + 1;
    if (!us_recorder_enter(recorder)) {
        keep_early(recorder, &event);
        return;
    }
    (void)us_session_recorder_put_event(recorder->file, &event);
    us_recorder_leave(recorder);
}

XrTime us_recorder_now(const struct us_recorder *recorder)
{
    int64_t behind_ns = atomic_load_explicit(&recorder->behind_ns, memory_order_relaxed);
    if (us_recorder_counts_frames(recorder) && newest_waited(recorder) > 0)
        return newest_waited(recorder);
    return behind_ns != UNKNOWN ? us_session_time_add(us_time_now_ns(), -behind_ns) : 0;
}

XrTime us_recorder_sync_time(const struct us_recorder *recorder)
{
    XrTime frame_ns = newest_waited(recorder);
    return frame_ns > 0 ? frame_ns : us_recorder_now(recorder);
}

/* One moment on three clocks. Without xrConvertTimespecTimeToTimeKHR the newest time that the
 * runtime named counts as now. */
static void read_clocks(struct us_recorder *recorder, const struct us_session *session,
                        struct us_session_info *info)
{
    info->time_ns = us_runtime_time(&session->runtime_time, recorder->instance->handle,
                                    recorder->own->xrConvertTimespecTimeToTimeKHR);
    info->monotonic_ns = us_time_now_ns();
    info->wall_ns = us_time_ns(US_TIME_WALL);
    if (info->time_ns <= 0)
        info->time_ns = info->monotonic_ns; /* most runtimes count XrTime so */
    atomic_store_explicit(&recorder->behind_ns, info->monotonic_ns - info->time_ns,
                          memory_order_relaxed);
}

static void say_failure(void *data, const char *text)
{
    const struct us_recorder *recorder = data;
    us_run_status_fail_recording(recorder->instance->run_status);
    us_message_log(&recorder->instance->log, US_MESSAGE_LOG_ERROR,
                   "recording to %s ended: %s. The app runs on.", recorder->place.path, text);
}

static enum us_result open_at(struct us_recorder *recorder, bool *out_taken, struct us_error *error)
{
    const struct us_settings *settings = &recorder->instance->settings;
    const struct us_session_recorder_options options = {.path = recorder->place.path,
                                                        .replaces = recorder->place.replaces,
                                                        .number = recorder->place.number,
                                                        .ring = settings->record_ring,
                                                        .version = US_LAYER_VERSION,
                                                        .on_failure = say_failure,
                                                        .data = recorder,
                                                        .out_taken = out_taken};
    return us_session_recorder_open(&options, &recorder->file, error);
}

/* Another process of the run may take a file between the choice and the opening: then the next one
 * is taken. */
static bool open_next(struct us_recorder *recorder, struct us_error *error)
{
    const struct us_run_status *status = recorder->instance->run_status;
    const char *first = recorder->instance->settings.record;
    struct us_record_file *place = &recorder->place;
    bool is_taken = false;
    for (unsigned from = 1; choose_file(status, first, from, place); from = place->number + 1) {
        if (open_at(recorder, &is_taken, error) == US_OK)
            return true;
        if (!is_taken || !is_of_run(status, first))
            return false;
    }
    return false;
}

static bool open_file(struct us_recorder *recorder)
{
    struct us_run_status *status = recorder->instance->run_status;
    const char *first = recorder->instance->settings.record;
    struct us_error error = {.text = "there are too many files beside it"};
    snprintf(recorder->place.path, sizeof recorder->place.path, "%s", first);
    if (open_next(recorder, &error)) {
        us_run_status_add_recording(status, recorder->place.number);
        return true;
    }
    us_run_status_fail_recording(status);
    us_message_log(&recorder->instance->log, US_MESSAGE_LOG_ERROR,
                   "cannot record to %s: %s; the app runs without being recorded",
                   recorder->place.path, error.text);
    return false;
}

/* A thread in xrPollEvent reads it under the lock. */
static void set_over(struct us_recorder *recorder)
{
    us_mutex_lock(&recorder->early_mutex);
    recorder->is_over = true;
    us_mutex_unlock(&recorder->early_mutex);
}

static void put_early(struct us_recorder *recorder, int64_t begin_ns)
{
    us_mutex_lock(&recorder->early_mutex);
    for (uint32_t i = 0; i < recorder->early_count; i++) {
        struct us_session_event *event = &recorder->early[i];
        if (event->time_ns <= 0)
            event->time_ns = begin_ns;
        (void)us_session_recorder_put_event(recorder->file, event);
    }
    recorder->early_count = 0;
    if (recorder->early_components != NULL)
        (void)us_session_recorder_put_components(recorder->file, recorder->early_components);
    free(recorder->early_components);
    recorder->early_components = NULL;
    us_mutex_unlock(&recorder->early_mutex);
}

void us_recorder_begin(struct us_recorder *recorder, const struct us_session *session,
                       struct us_session_info *info)
{
    if (recorder->is_over || atomic_load(&recorder->is_open))
        return;
    if (!open_file(recorder)) {
        set_over(recorder);
        return;
    }
    read_clocks(recorder, session, info);
    (void)us_session_recorder_put_session(recorder->file, info);
    put_early(recorder, info->time_ns);
    atomic_store(&recorder->is_open, true);
    us_message_log(&recorder->instance->log, US_MESSAGE_LOG_INFO, "recording to %s%s",
                   recorder->place.path,
                   recorder->place.replaces ? ", in place of the session before, which had no "
                                              "picture"
                                            : "");
}

/* Whether the program that started the app prints what was recorded: it made the ring. */
static bool is_said_by_tool(const struct us_recorder *recorder)
{
    return recorder->instance->settings.record_ring != NULL;
}

void us_recorder_end(struct us_recorder *recorder, bool gives_way)
{
    if (!atomic_exchange(&recorder->is_open, false))
        return;
    while (atomic_load(&recorder->users) > 0)
        us_time_sleep(1000000);
    struct us_session_progress counts = us_session_recorder_counts(recorder->file);
    bool is_whole = us_session_recorder_close(recorder->file);
    recorder->file = NULL;
    atomic_store(&recorder->frame_ns, 0);
    atomic_store(&recorder->clock_ns, 0);
    atomic_store(&recorder->is_paced, false);
    if (gives_way)
        give_way(recorder->instance->settings.record, &recorder->place);
    if (is_whole)
        us_message_log(&recorder->instance->log,
                       is_said_by_tool(recorder) ? US_MESSAGE_LOG_DEBUG : US_MESSAGE_LOG_INFO,
                       "recorded %llu frames to %s", (unsigned long long)counts.frames,
                       recorder->place.path);
    if (counts.dropped > 0)
        us_message_log(&recorder->instance->log,
                       is_said_by_tool(recorder) ? US_MESSAGE_LOG_DEBUG : US_MESSAGE_LOG_WARN,
                       "%llu messages are missing in the recording: the app made them faster than "
                       "they could be written",
                       (unsigned long long)counts.dropped);
}

/* The file is made later; that it is there already can be said at once. */
static bool is_free(const struct us_instance *instance)
{
    const char *why = why_not(instance->run_status, instance->settings.record);
    if (why == NULL)
        return true;
    us_run_status_fail_recording(instance->run_status);
    us_message_log(&instance->log, US_MESSAGE_LOG_ERROR,
                   "cannot record to %s: %s; the app runs without being recorded",
                   instance->settings.record, why);
    return false;
}

struct us_recorder *us_recorder_open(struct us_instance *instance, const XrInstanceCreateInfo *info,
                                     const struct us_dispatch *below)
{
    if (instance->settings.record == NULL || !is_free(instance))
        return NULL;
    struct us_recorder *recorder = calloc(1, sizeof *recorder);
    if (recorder == NULL) {
        us_message_log(&instance->log, US_MESSAGE_LOG_ERROR, "nothing is recorded: out of memory");
        return NULL;
    }
    recorder->instance = instance;
    recorder->app = info->applicationInfo;
    us_mutex_init(&recorder->early_mutex);
    atomic_init(&recorder->behind_ns, UNKNOWN);
    recorder->next = *below;
    /* Where nothing plays, the hooks have nothing to add to what the recorder asks, and need not
     * know of its spaces and actions. */
    recorder->own = instance->bindings.plays.any ? &recorder->next : &instance->next;
    if (us_recorder_added(instance, US_EXTENSION_EYE_GAZE)) {
        recorder->eyes_user = us_bindings_context_path(&instance->bindings,
                                                       us_session_user_path(US_SESSION_USER_EYES));
        recorder->eyes_profile = us_bindings_context_path(
            &instance->bindings, "/interaction_profiles/ext/eye_gaze_interaction");
        recorder->unknown_path =
            us_bindings_context_path(&instance->bindings, "/user/understudy_unknown");
    }
    return recorder;
}

void us_recorder_close(struct us_recorder *recorder)
{
    us_recorder_end(recorder, false);
    us_mutex_destroy(&recorder->early_mutex);
    free(recorder->early_components);
    free(recorder);
}
