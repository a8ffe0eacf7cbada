/* SPDX-License-Identifier: MIT */
#include "layer/session_script/session_script.h"
#include "layer/state/instance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "drive/drive_memory.h"
#include "session/codec/session_message.h"
#include "session/open_recording.h"
#include "status/summary.h"

/* The size of an error's text with the name of its curve. */
enum { DESCRIPTION_SIZE = US_ERROR_TEXT_SIZE + US_ERROR_CURVE_SIZE + 64 };

/* The answer of us_instance_fallback. */
static _Atomic(struct us_instance *) newest;

struct us_instance *us_instance_find(XrInstance instance)
{
    return (struct us_instance *)us_handle_table_find(US_HANDLE_INSTANCE, US_XR_VALUE(instance));
}

struct us_instance *us_instance_of(XrInstance handle)
{
    struct us_instance *instance = us_instance_find(handle);
    return instance != NULL ? instance : us_instance_fallback();
}

struct us_instance *us_instance_fallback(void)
{
    return atomic_load_explicit(&newest, memory_order_acquire);
}

bool us_instance_wants_log(const struct us_instance *instance)
{
    return instance->settings.events != NULL ||
           (instance->settings.watches_calls && instance->run_status != NULL);
}

bool us_instance_is_active(const struct us_instance *instance)
{
    return !instance->inert &&
           (instance->bindings.plays.any || instance->bindings.extensions.supplied != 0 ||
            us_instance_wants_log(instance) || instance->settings.record != NULL);
}

bool us_instance_supplies(const struct us_instance *instance, const char *extension)
{
    return extension != NULL &&
           us_extensions_is_supplied(instance->bindings.extensions, us_extensions_find(extension));
}

bool us_instance_has_local_floor(const struct us_instance *instance)
{
    return us_create_request_allows(&instance->create_request, XR_EXT_LOCAL_FLOOR_EXTENSION_NAME,
                                    1);
}

struct us_instance *us_instance_new(PFN_xrGetInstanceProcAddr get_below,
                                    void (*free_node)(struct us_node *))
{
    struct us_instance *instance = calloc(1, sizeof *instance);
    if (instance == NULL)
        return NULL;
    instance->log.file = -1; /* us_message_log_finish must not close file 0 */
    instance->summary = &instance->own_summary;
    instance->carried_ns = &instance->own_carried_ns;
    instance->get_below = get_below;
    instance->node.type = US_HANDLE_INSTANCE;
    instance->node.free = free_node;
    us_mutex_init(&instance->event_mutex);
    us_suggested_bindings_init(&instance->suggestions);
    instance->bindings.instance = instance;
    instance->bindings.node = &instance->node;
    instance->bindings.request = &instance->create_request;
    instance->bindings.profiles = &instance->settings.profiles;
    instance->bindings.suggestions = &instance->suggestions;
    return instance;
}

static void pick_newest(struct us_node *node, void *data)
{
    struct us_instance *instance = (struct us_instance *)node;
    if (!instance->inert)
        *(struct us_instance **)data = instance;
}

void us_instance_withdraw(struct us_instance *instance)
{
    if (us_instance_fallback() != instance)
        return;
    struct us_instance *other = NULL;
    us_handle_table_each(US_HANDLE_INSTANCE, pick_newest, &other);
    atomic_store_explicit(&newest, other, memory_order_release);
}

void us_instance_free(struct us_instance *instance)
{
    /* `understudy run` reads summaries that are left, for an app that crashed. */
    us_run_status_drop_summary(instance->run_status, instance->summary);
    us_run_status_close(instance->run_status);
    us_loaded_recording_close(&instance->loaded);
    us_drive_close(instance->drive);
    us_driven_finish(&instance->driven);
    for (int i = 0; i < US_SCRIPT_SOURCES; i++)
        us_session_script_destroy(instance->scripts.of[i]);
    us_settings_finish(&instance->settings);
    us_message_log_finish(&instance->log);
    us_suggested_bindings_finish(&instance->suggestions);
    us_create_request_finish(&instance->create_request);
    us_mutex_destroy(&instance->event_mutex);
    free(instance);
}

static const char *layout_text(const struct us_recording *recording)
{
    const struct us_layout *layout = &recording->layout;
    if (recording->is_session)
        return "a session recording";
    if (layout->headerless)
        return "headerless, 28-byte keys";
    if (layout->version_minor == 0)
        return "version 1.0, 28-byte keys";
    return layout->key_size == 8 ? "version 1.1, 8-byte keys" : "version 1.1, 28-byte keys";
}

static bool has_shown(bool is_recorded, unsigned unseen, enum us_session_part part)
{
    return is_recorded && (unseen & (unsigned)part) == 0;
}

static void log_playing(const struct us_instance *instance)
{
    const struct us_recording *recording = &instance->loaded.recording;
    const unsigned unseen = instance->loaded.session_unseen;
    us_message_log(
        &instance->log, US_MESSAGE_LOG_INFO, "playing %s: %s,%s%s%s%s%s%s duration %s",
        instance->settings.play, layout_text(recording),
        has_shown(us_recording_has_head(recording), unseen, US_SESSION_PART_HEAD) ? " head," : "",
        has_shown(us_recording_has_hand(recording, US_HAND_LEFT), unseen, US_SESSION_PART_LEFT)
            ? " left hand,"
            : "",
        has_shown(us_recording_has_hand(recording, US_HAND_RIGHT), unseen, US_SESSION_PART_RIGHT)
            ? " right hand,"
            : "",
        has_shown(us_recording_has_gaze(recording), unseen, US_SESSION_PART_GAZE) ? " gaze," : "",
        has_shown(recording->has_controllers, unseen, US_SESSION_PART_CONTROLLERS) ? " controllers,"
                                                                                   : "",
        recording->layout.has_markers && (!recording->is_session || recording->marker_count > 0)
            ? " markers,"
            : "",
        instance->drive != NULL
            ? "as long as it is driven"
            : us_seconds_words(instance->clock.to_s - instance->clock.from_s).text);
}

/* Decides which channels are played. A recording may contain hands that were never tracked. If
 * another channel is played, such hands are played as not tracked, and do not stay live. */
static void choose_channels(struct us_instance *instance)
{
    const struct us_recording *recording = &instance->loaded.recording;
    unsigned asked = instance->settings.channels;
    bool any = (us_channels_recorded(recording) & asked) != 0;
    unsigned plays = any ? us_channels_covered(recording) & asked : 0;
    instance->bindings.plays.head = (plays & US_CHANNEL_HEAD) != 0;
    instance->bindings.plays.hands = (plays & US_CHANNEL_HANDS) != 0;
    instance->bindings.plays.gaze = (plays & US_CHANNEL_GAZE) != 0;
    instance->bindings.plays.pinch = (plays & US_CHANNEL_PINCH) != 0;
    instance->bindings.plays.controllers = (plays & US_CHANNEL_CONTROLLERS) != 0;
    instance->carries_gaze = instance->bindings.plays.gaze && !instance->bindings.plays.head &&
                             instance->settings.gaze == US_GAZE_HEAD;
    instance->bindings.plays.any = plays != 0;
}

/* Reports the recorded channels that the settings exclude. */
static void log_live_channels(const struct us_instance *instance)
{
    char played[64], live[64];
    unsigned recorded = us_channels_recorded(&instance->loaded.recording);
    unsigned channels = instance->settings.channels;
    if ((recorded & ~channels) == 0)
        return;
    us_channels_names(recorded & channels, played, sizeof played);
    us_channels_names(recorded & ~channels, live, sizeof live);
    us_message_log(&instance->log, US_MESSAGE_LOG_INFO,
                   "channels played: %s; recorded but not played: %s", played, live);
}

static void log_gaze(const struct us_instance *instance)
{
    if (instance->carries_gaze)
        us_message_log(
            &instance->log, US_MESSAGE_LOG_INFO,
            "the recorded gaze moves with the live head; --recorded gaze (UNDERSTUDY_GAZE=world) "
            "keeps it where it was recorded");
}

static void log_unplayable(const struct us_instance *instance, const struct us_error *error)
{
    char text[DESCRIPTION_SIZE];
    us_error_describe(error, text, sizeof text);
    us_message_log(&instance->log, US_MESSAGE_LOG_ERROR,
                   "cannot play %s: %s; the app runs untouched", instance->settings.play, text);
}

/* Sets the range of the clock. If the settings name an invalid range, the whole recording is
 * played: the layer must not make an app fail. */
static void set_clock(struct us_instance *instance)
{
    const struct us_settings *settings = &instance->settings;
    const struct us_recording *recording = &instance->loaded.recording;
    const struct us_play_range asked = {settings->from, settings->to, settings->pauses};
    const struct us_play_range all = {NULL, NULL, NULL};
    struct us_error error;
    instance->clock = settings->clock;
    if (us_play_range_apply(recording, &asked, &instance->clock, &error) == US_OK)
        return;
    const char *wrong = us_play_range_wrong(recording, &asked);
    us_message_log(&instance->log, US_MESSAGE_LOG_WARN,
                   "UNDERSTUDY_%s: %s; playing the whole recording: UNDERSTUDY_FROM, UNDERSTUDY_TO "
                   "and UNDERSTUDY_PAUSE are ignored",
                   strcmp(wrong, "from") == 0 ? "FROM"
                   : strcmp(wrong, "to") == 0 ? "TO"
                                              : "PAUSE",
                   error.text);
    (void)us_play_range_apply(recording, &all, &instance->clock, &error);
}

/* Reads the part of the recording where playback begins, so that the first answers are not late.
 * With the frame clock, every query waits until its part is read. */
static void prepare_sampler(const struct us_instance *instance)
{
    struct us_sampler *sampler = instance->loaded.sampler;
    struct us_head_sample head;
    us_sampler_set_wait(sampler, true);
    us_sampler_head(sampler, instance->clock.from_s, &head);
    us_sampler_set_wait(sampler, instance->clock.kind == US_CLOCK_FRAME);
}

/* Parses the moments of the screenshots and finds their times in the recording. */
static void load_screenshot_schedule(struct us_instance *instance)
{
    const struct us_settings *settings = &instance->settings;
    struct us_capture_schedule_error wrong;
    instance->takes_screenshots = instance->drive != NULL && instance->bindings.plays.any;
    if (settings->screenshot_moments == NULL || !instance->bindings.plays.any)
        return;
    if (!us_capture_schedule_parse(settings->screenshot_moments, &instance->screenshot_schedule,
                                   &wrong))
        us_message_log(&instance->log, US_MESSAGE_LOG_WARN,
                       "UNDERSTUDY_SHOOT: '%.*s' %s: no screenshots are taken", wrong.length,
                       wrong.text, wrong.why);
    for (unsigned i = 0; i < instance->screenshot_schedule.count; i++) {
        struct us_error error;
        if (us_capture_schedule_resolve(&instance->screenshot_schedule.moments[i],
                                        &instance->loaded.recording, &instance->clock,
                                        &error) == US_OK)
            instance->takes_screenshots = true;
        else
            us_message_log(&instance->log, US_MESSAGE_LOG_WARN, "UNDERSTUDY_SHOOT: %s", error.text);
    }
}

/* A driver's memory holds the newest frames alone. */
static void pin_faults(const struct us_instance *instance)
{
    double late_s = US_DRIVE_LATE / us_drive_hz(instance->drive);
    for (unsigned i = 0; i < instance->faults.count; i++) {
        const struct us_fault *fault = &instance->faults.list[i];
        if (fault->kind == US_FAULT_FREEZE || fault->untracked)
            us_drive_block_pin(instance->drive_block, fault->from_s);
        if (fault->kind == US_FAULT_LATENCY && fault->numbers[0] * 0.001 > late_s)
            us_message_log(&instance->log, US_MESSAGE_LOG_WARN,
                           "UNDERSTUDY_FAULT: '%.*s' is %s while the app is driven", fault->length,
                           fault->text, us_seconds_words(late_s).text);
    }
}

/* Parses the faults, finds their times in the recording, and says how many there are. If one is
 * wrong, there is none: a test must not pass because its faults are missing in part. */
static void load_faults(struct us_instance *instance)
{
    const struct us_settings *settings = &instance->settings;
    struct us_faults *faults = &instance->faults;
    struct us_faults_error wrong;
    if (settings->faults == NULL)
        return;
    if (!us_faults_parse(settings->faults, faults, &wrong) ||
        !us_faults_resolve(faults, &instance->loaded.recording, instance->clock.from_s,
                           instance->clock.to_s, settings->channels, &wrong)) {
        faults->count = 0;
        us_message_log(&instance->log, US_MESSAGE_LOG_ERROR,
                       "UNDERSTUDY_FAULT: '%.*s' %s: there are no faults", wrong.length, wrong.text,
                       wrong.why);
        return;
    }
    if (instance->drive != NULL)
        pin_faults(instance);
    for (unsigned i = 0; i < faults->count; i++)
        if (faults->list[i].kind == US_FAULT_BATTERY)
            instance->bindings.losing_hands |= faults->list[i].who & US_FAULT_HANDS;
    us_message_log(&instance->log, US_MESSAGE_LOG_INFO, "faults on purpose: %s", settings->faults);
}

/* If `understudy run` started the app, the summary is in memory that they share, so that the tool
 * can read it after the app has crashed. */
static void begin_summary(struct us_instance *instance)
{
    const struct us_settings *settings = &instance->settings;
    const struct us_clock *clock = &instance->clock;
    /* Where an earlier instance of the process left it. */
    const double from_s = us_clock_map(clock, instance->resumed_ns).recording_s;
    unsigned played = us_channels_recorded(&instance->loaded.recording) & settings->channels;
    struct us_summary *shared = us_run_status_add_summary(instance->run_status, settings->play,
                                                          from_s, clock->to_s, played);
    if (shared != NULL)
        instance->summary = shared;
    else
        us_status_summary_begin(instance->summary, settings->play, from_s, clock->to_s, played);
    if (us_extensions_is_enabled(instance->bindings.extensions, US_EXTENSION_HAND_TRACKING))
        us_status_summary_note_step(instance->summary, US_SUMMARY_ENABLED_HANDS);
    if (us_extensions_is_enabled(instance->bindings.extensions, US_EXTENSION_EYE_GAZE))
        us_status_summary_note_step(instance->summary, US_SUMMARY_ENABLED_GAZE);
}

uint64_t us_instance_late(const struct us_instance *instance)
{
    return us_sampler_late_count(instance->loaded.sampler);
}

/* Reads what happened to a recorded session, if the user wants it to happen again. */
static void load_script(struct us_instance *instance)
{
    const char *play = instance->settings.play;
    struct us_error error;
    char text[DESCRIPTION_SIZE];
    if (instance->loaded.is_driven) {
        instance->scripts.of[US_SCRIPT_RECORDED] = us_driven_load(&instance->driven, play);
        return;
    }
    if (!instance->settings.replays_events)
        return;
    if (instance->loaded.session == NULL) {
        us_message_log(&instance->log, US_MESSAGE_LOG_WARN,
                       "--recorded events (UNDERSTUDY_SESSION_EVENTS) does nothing: %s is an input "
                       "animation, which holds no session events; a session recording (.mcap) does",
                       play);
        return;
    }
    if (us_recorded_script_read(play, instance->loaded.session_origin_ns,
                                &instance->scripts.of[US_SCRIPT_RECORDED], &error) == US_OK)
        return;
    us_error_describe(&error, text, sizeof text);
    us_message_log(&instance->log, US_MESSAGE_LOG_ERROR,
                   "the events of the session are not played: %s: %s", play, text);
}

/* The driver's memory takes the place of the recording's frames, and has no end yet. */
static bool load_drive(struct us_instance *instance)
{
    struct us_settings *settings = &instance->settings;
    struct us_loaded_recording *loaded = &instance->loaded;
    instance->drive = us_drive_open(settings->drive);
    struct us_block *block =
        instance->drive != NULL && loaded->is_driven ? us_drive_block(instance->drive) : NULL;
    if (block == NULL)
        return false;
    us_sampler_use_block(loaded->sampler, block);
    instance->drive_block = block;
    loaded->recording.last_key_s = INFINITY;
    settings->clock = (struct us_clock){.speed = 1.0,
                                        .end_mode = US_END_QUIT,
                                        .kind = US_CLOCK_FRAME,
                                        .frame_hz = us_drive_hz(instance->drive)};
    return true;
}

/* Opens the recording, and the driver's memory. False, and said, if the app cannot be played to. */
static bool open_played(struct us_instance *instance)
{
    const struct us_settings *settings = &instance->settings;
    /* The frame clock promises the same values in every run, so the order of the keys is checked.
     */
    const bool check_order = settings->clock.kind == US_CLOCK_FRAME || settings->unsorted;
    struct us_error error;
    if (us_open_recording(settings->play, check_order, &instance->loaded, &error) != US_OK) {
        log_unplayable(instance, &error);
        return false;
    }
    if (settings->drive != NULL && !load_drive(instance)) {
        us_message_log(&instance->log, US_MESSAGE_LOG_ERROR,
                       "cannot drive the app by UNDERSTUDY_DRIVE=%s: it is not the memory of this "
                       "version's understudy drive, or has no frame yet; the app runs untouched",
                       settings->drive);
        return false;
    }
    instance->is_driven = instance->loaded.is_driven && settings->clock.kind == US_CLOCK_FRAME;
    if (instance->loaded.session != NULL)
        instance->bindings.recorded = &instance->loaded.session->components;
    instance->bindings.is_driven = instance->loaded.is_driven;
    memcpy(instance->bindings.recorded_profiles, instance->loaded.profiles,
           sizeof instance->bindings.recorded_profiles);
    return true;
}

void us_instance_load(struct us_instance *instance)
{
    const struct us_settings *settings = &instance->settings;
    instance->run_status = us_run_status_open(settings->run_status);
    us_run_status_add_instance(instance->run_status);
    if (instance->run_status != NULL)
        instance->carried_ns = &instance->run_status->carried_ns;
    instance->resumed_ns = atomic_load(instance->carried_ns);
    if (settings->play == NULL && settings->record != NULL)
        return;
    if (settings->play == NULL) {
        us_message_log(&instance->log, US_MESSAGE_LOG_ERROR,
                       "UNDERSTUDY_PLAY is %s; the app runs untouched",
                       settings->secure ? "ignored: the process has raised privileges" : "not set");
        return;
    }
    struct us_error error;
    if (!open_played(instance))
        return;
    instance->driven = (struct us_driven){.drive = instance->drive,
                                          .block = instance->drive_block,
                                          .recording = &instance->loaded.recording,
                                          .faults = &instance->faults,
                                          .log = &instance->log,
                                          .origin_ns = instance->loaded.session_origin_ns};
    choose_channels(instance);
    set_clock(instance);
    if (us_channels_check(&instance->loaded.recording, settings->channels, &error) != US_OK) {
        log_unplayable(instance, &error);
        return;
    }
    load_script(instance);
    begin_summary(instance);
    log_playing(instance);
    log_live_channels(instance);
    log_gaze(instance);
    prepare_sampler(instance);
    instance->ready_done_files =
        us_ready_done_files_open(settings->ready_file, settings->done_file, &instance->log);
    load_screenshot_schedule(instance);
    atomic_store(&instance->playing_ns, US_INSTANCE_NOT_PLAYING);
    load_faults(instance);
    us_driven_load_faults(&instance->driven, instance->resumed_ns);
    /* In a drive, more may come. */
    if (instance->drive != NULL || us_faults_change_input(&instance->faults))
        instance->input_faults = &instance->faults;
}

bool us_instance_publish(struct us_instance *instance, XrInstance handle)
{
    instance->handle = instance->bindings.handle = handle;
    instance->node.handle = US_XR_VALUE(handle);
    PFN_xrVoidFunction function = NULL;
    if (XR_SUCCEEDED(instance->get_below(handle, "xrDestroyInstance", &function)))
        instance->destroy_below = (PFN_xrDestroyInstance)function;
    /* An inert copy calls nothing else. */
    if (!instance->inert)
        us_dispatch_load(&instance->next, instance->get_below, handle);
    instance->bindings.path_to_string = instance->next.xrPathToString;
    instance->bindings.string_to_path = instance->next.xrStringToPath;
    if (!us_handle_table_add(&instance->node))
        return false;
    if (!instance->inert)
        atomic_store_explicit(&newest, instance, memory_order_release);
    return true;
}

static void log_line(void *data, bool is_warning, const char *line)
{
    const struct us_instance *instance = data;
    us_message_log(&instance->log, is_warning ? US_MESSAGE_LOG_WARN : US_MESSAGE_LOG_INFO, "%s",
                   line);
}

void us_instance_log_summary(struct us_instance *instance)
{
    if (!instance->bindings.plays.any)
        return;
    us_status_summary_note_late(instance->summary, us_instance_late(instance));
    /* The layer prints the summary here, so the tool must not print it again. */
    us_status_summary_describe(instance->summary, log_line, instance);
    us_run_status_drop_summary(instance->run_status, instance->summary);
    /* A sorted copy takes memory for the whole file: the reason for a slow start. */
    if (us_sampler_sorts_keys(instance->loaded.sampler) ||
        instance->loaded.recording.unsorted_curves > 0)
        us_message_log(
            &instance->log, US_MESSAGE_LOG_WARN,
            "the recording's keys were not sorted by time: all of them were sorted in memory");
    struct us_error error;
    char text[DESCRIPTION_SIZE];
    if (us_sampler_error(instance->loaded.sampler, &error)) {
        us_error_describe(&error, text, sizeof text);
        us_message_log(&instance->log, US_MESSAGE_LOG_ERROR,
                       "a part of the recording was not played: %s", text);
    }
}

void us_instance_report_no_screenshots(struct us_instance *instance, const char *what)
{
    /* A driver that wants a picture learns it from its answer. */
    bool asked = instance->screenshot_schedule.count > 0;
    char text[US_RUN_STATUS_REASON_SIZE];
    if (what == NULL || !asked || atomic_exchange(&instance->screenshots_missing_reported, true))
        return;
    snprintf(text, sizeof text,
             "cannot take screenshots of %s: only apps with Vulkan, OpenGL by GLX (Xlib) or EGL, "
             "and OpenGL ES by EGL are supported",
             what);
    us_message_log(&instance->log, US_MESSAGE_LOG_WARN, "%s", text);
    us_run_status_note_no_screenshots(instance->run_status, text);
}

void us_instance_push_event(struct us_instance *instance, XrSession session)
{
    us_mutex_lock(&instance->event_mutex);
    int count = atomic_load(&instance->event_count);
    bool queued = false;
    for (int i = 0; i < count; i++)
        queued |= instance->events[i] == session;
    if (!queued && count < US_INSTANCE_EVENTS) {
        instance->events[count] = session;
        atomic_store(&instance->event_count, count + 1);
    }
    us_mutex_unlock(&instance->event_mutex);
}

bool us_instance_pop_event(struct us_instance *instance, XrSession *out_session)
{
    if (atomic_load_explicit(&instance->event_count, memory_order_acquire) == 0)
        return false;
    us_mutex_lock(&instance->event_mutex);
    int count = atomic_load(&instance->event_count);
    if (count > 0) {
        *out_session = instance->events[0];
        memmove(instance->events, instance->events + 1,
                (size_t)(count - 1) * sizeof instance->events[0]);
        atomic_store(&instance->event_count, count - 1);
    }
    us_mutex_unlock(&instance->event_mutex);
    return count > 0;
}
