/* SPDX-License-Identifier: MIT */
/* When playback starts and ends, and which time of the recording a time of the app is. */
#include "layer/answer/playback.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/base/text.h"
#include "drive/drive_memory.h"
#include "platform/path.h"

/* Empty for the first session, since most apps have one. */
struct session_text {
    char text[32];
};

static struct session_text session_text(const struct us_session *session)
{
    struct session_text out = {""};
    if (session->number > 1)
        snprintf(out.text, sizeof out.text, " session=%u", session->number);
    return out;
}

/* How long a headless app may sync actions before its first frame. */
#define SYNC_ONLY_DELAY_NS INT64_C(100000000)

/* Says that playback has started. */
static void report_start(const struct us_session *session)
{
    const struct us_instance *instance = session->instance;
    XrTime time = atomic_load_explicit(&session->start_ns, memory_order_relaxed);
    bool has_frame = atomic_load_explicit(&session->start_frame, memory_order_relaxed) >= 0;
    const struct us_settings *settings = &instance->settings;
    const struct us_clock *clock = &instance->clock;
    bool by_frame = clock->kind == US_CLOCK_FRAME;
    us_message_log(
        &instance->log, US_MESSAGE_LOG_INFO,
        "playback starts at time=%" PRId64 " from=%s to=%s file=%s anchor=%s clock=%s%s%s",
        (int64_t)time, us_seconds_text(us_playback_from_s(session), 9).text,
        us_seconds_text(clock->to_s, 9).text, us_path_name(settings->play),
        us_settings_anchor_name(session->anchor_kind), by_frame ? "frame:" : "wall",
        by_frame ? us_seconds_text(clock->frame_hz, 9).text : "", session_text(session).text);
    us_instance_report_no_screenshots(session->instance, session->uncapturable_app);
    if (by_frame && !has_frame)
        us_message_log(&instance->log, US_MESSAGE_LOG_WARN,
                       "no xrWaitFrame calls: the frame clock uses display times");
    us_ready_done_files_report(instance->ready_done_files, US_READY_DONE_FILES_STARTED, time,
                               has_frame ? 0 : -1, us_playback_from_s(session));
    us_run_status_add_start(instance->run_status);
}

static void start(struct us_session *session, XrTime time)
{
    int64_t expected = US_SESSION_NOT_STARTED;
    if (!atomic_compare_exchange_strong(&session->start_ns, &expected, US_SESSION_STARTING))
        return;
    double frame;
    bool has_frame = us_frame_history_position(&session->frame_history, time, &frame);
    atomic_store_explicit(&session->start_frame, has_frame ? (int64_t)llround(frame) : -1,
                          memory_order_relaxed);
    atomic_store_explicit(&session->start_ns, time, memory_order_release);
    atomic_store(&session->instance->summary->started, true);
    report_start(session);
}

static bool may_start(const struct us_session *session, XrTime time)
{
    if (!session->has_spaces || time <= 0 ||
        atomic_load_explicit(&session->start_ns, memory_order_relaxed) != US_SESSION_NOT_STARTED)
        return false;
    switch (session->instance->settings.start) {
    case US_START_FRAME:
        return true;
    case US_START_SYNC:
        return atomic_load_explicit(&session->synced, memory_order_acquire);
    case US_START_FOCUS:
        break;
    }
    return atomic_load_explicit(&session->focused, memory_order_acquire);
}

static void request_exit(const struct us_session *session)
{
    const struct us_instance *instance = session->instance;
    PFN_xrRequestExitSession next = instance->next.xrRequestExitSession;
    XrResult result = next != NULL ? next(session->handle) : XR_ERROR_FUNCTION_UNSUPPORTED;
    if (XR_FAILED(result))
        us_message_log(
            &instance->log, US_MESSAGE_LOG_WARN,
            "--end quit (UNDERSTUDY_END=quit) cannot end the session: xrRequestExitSession fails "
            "with %d; end the app yourself",
            (int)result);
}

/* Notes how far playback is, and ends it if the moment is at or after the end. */
static void reach_end(struct us_session *session, const struct us_playback_moment *moment)
{
    const struct us_instance *instance = session->instance;
    const struct us_clock_time at = moment->at;
    if (atomic_load_explicit(&session->ended, memory_order_relaxed))
        return;
    if (at.phase != US_CLOCK_WAITING) {
        atomic_store_explicit(&session->instance->playing_ns,
                              (int64_t)llround(at.recording_s * 1e9), memory_order_relaxed);
        us_status_summary_note_time(instance->summary, at.recording_s, at.pass,
                                    at.phase == US_CLOCK_ENDED);
        if (at.phase != US_CLOCK_ENDED || instance->clock.end_mode != US_END_RELEASE)
            us_run_status_add_faults(
                instance->run_status,
                us_faults_without_calls(&instance->faults,
                                        us_faults_active(&instance->faults, at.recording_s)));
    }
    if (at.phase != US_CLOCK_ENDED || atomic_exchange(&session->ended, true))
        return;
    enum us_end_mode end = instance->clock.end_mode;
    us_message_log(&instance->log, US_MESSAGE_LOG_INFO,
                   "playback ends at time=%" PRId64 " end=%s%s%s", (int64_t)moment->time,
                   us_settings_end_name(end), session_text(session).text,
                   end == US_END_RELEASE ? ": input is live again"
                   : end == US_END_QUIT  ? ": the layer asks the app to end its session"
                                         : "");
    us_ready_done_files_report(instance->ready_done_files, US_READY_DONE_FILES_ENDED, moment->time,
                               us_playback_frame(session), at.recording_s);
    us_run_status_add_end(instance->run_status);
    if (end == US_END_RELEASE)
        atomic_store_explicit(&session->input_released, true, memory_order_release);
    if (end == US_END_QUIT && us_session_claim_exit(session))
        request_exit(session);
}

/* How many frames a driven app has waited for in all its sessions. */
static int64_t frames_told(const struct us_instance *instance)
{
    double told_ns = (double)atomic_load_explicit(instance->carried_ns, memory_order_acquire);
    return (int64_t)llround(told_ns * 1e-9 * instance->clock.frame_hz);
}

/* Waits until the driver grants a frame. False: the session ends instead. */
static bool wait_for_driver(struct us_instance *instance, int64_t frame)
{
    if (instance->drive == NULL)
        return true;
    enum us_drive_answer answer = us_drive_wait(instance->drive, (uint64_t)frame);
    if (answer == US_DRIVE_GONE && !atomic_exchange(&instance->drive_gone, true))
        us_message_log(
            &instance->log, US_MESSAGE_LOG_WARN,
            "understudy drive has ended without a stop: the app goes on alone from frame "
            "%" PRId64 ", and the person stays as it is",
            frame);
    if (answer != US_DRIVE_RELEASED)
        us_driven_take(&instance->driven, (uint64_t)frame);
    if (answer == US_DRIVE_GRANTED)
        us_drive_block_keep(instance->drive_block, (uint64_t)frame);
    return answer != US_DRIVE_RELEASED;
}

/* The app gets the newest frame now: answers may depend on it. */
static void tell_frame(struct us_session *session)
{
    struct us_instance *instance = session->instance;
    int64_t frame = us_playback_frame(session);
    if (frame >= 0 && wait_for_driver(instance, frame))
        atomic_store_explicit(instance->carried_ns,
                              us_clock_frame_ns((double)frame + 1.0, instance->clock.frame_hz),
                              memory_order_release);
}

static void start_or_go_on(struct us_session *session, XrTime time)
{
    if (may_start(session, time))
        start(session, time);
    if (session->instance->is_driven)
        tell_frame(session);
}

static struct us_playback_moment end_or_go_on(struct us_session *session, XrTime time)
{
    struct us_playback_moment moment = us_playback_moment(session, time);
    reach_end(session, &moment);
    return moment;
}

/* In sessions without frames, syncs and locate calls set the newest time. */
static void update_latest_time(struct us_session *session, XrTime time)
{
    if (time > us_session_latest_ns(session))
        atomic_store_explicit(&session->latest_ns, time, memory_order_relaxed);
}

/* Counts skipped frames, and answers that were late before this frame. */
static void count_frame(struct us_session *session, XrTime time)
{
    struct us_instance *instance = session->instance;
    int64_t before_ns = atomic_exchange_explicit(&session->frame_ns, time, memory_order_relaxed);
    int64_t due_ns = atomic_load_explicit(&session->told_period_ns, memory_order_relaxed);
    if (atomic_load_explicit(&session->start_ns, memory_order_relaxed) < 0)
        return;
    if (instance->drive == NULL) /* it lets time pass on purpose */
        us_status_summary_note_skipped(instance->summary, before_ns, time, due_ns);
    us_status_summary_note_late(instance->summary, us_instance_late(instance));
}

/* In a headless session, Monado's first xrWaitFrame returns time 0, and later calls do not wait:
 * that is not a frame. */
static void add_frame(struct us_session *session, XrTime time, XrDuration period_ns)
{
    if (time <= 0)
        return;
    us_frame_history_add(&session->frame_history, time, period_ns);
    atomic_store_explicit(&session->period_ns, period_ns, memory_order_relaxed);
}

XrResult us_playback_wait(struct us_session *session, const XrFrameWaitInfo *info,
                          XrFrameState *state)
{
    XrResult result = session->instance->next.xrWaitFrame(session->handle, info, state);
    if (XR_SUCCEEDED(result))
        add_frame(session, state->predictedDisplayTime, state->predictedDisplayPeriod);
    return result;
}

float us_playback_refresh_hz(const struct us_session *session, XrTime time)
{
    const struct us_faults *faults = &session->instance->faults;
    if (!us_faults_has(faults, US_FAULT_REFRESH))
        return 0.0f;
    struct us_clock_time at = us_playback_time(session, time);
    return at.phase != US_CLOCK_WAITING && !us_playback_is_live(session)
               ? us_faults_refresh_hz(faults, at.recording_s)
               : 0.0f;
}

void us_playback_on_frame(struct us_session *session, XrFrameState *state)
{
    const XrTime time = state->predictedDisplayTime;
    if (time <= 0)
        return;
    atomic_store_explicit(&session->latest_ns, time, memory_order_relaxed);
    count_frame(session, time);
    start_or_go_on(session, time);
    const double rate_hz = (double)us_playback_refresh_hz(session, time);
    if (rate_hz > 0.0)
        state->predictedDisplayPeriod = (XrDuration)llround(1e9 / rate_hz);
    atomic_store_explicit(&session->told_period_ns, state->predictedDisplayPeriod,
                          memory_order_relaxed);
    const struct us_playback_moment moment = end_or_go_on(session, time);
    us_sampler_play(session->instance->loaded.sampler, moment.at.recording_s);
}

static bool waits_for_frames(const struct us_session *session)
{
    return !session->headless || !us_frame_history_is_empty(&session->frame_history);
}

/* For a session without frames: SYNC_ONLY_DELAY_NS have passed since its first sync. */
static bool may_start_by_sync(struct us_session *session, XrTime time)
{
    int64_t first_ns = atomic_load_explicit(&session->first_sync_ns, memory_order_relaxed);
    if (first_ns == 0) {
        atomic_store_explicit(&session->first_sync_ns, time, memory_order_relaxed);
        return false;
    }
    return time - first_ns >= SYNC_ONLY_DELAY_NS && may_start(session, time);
}

static XrTime time_now(const struct us_session *session)
{
    const struct us_instance *instance = session->instance;
    return us_runtime_time(&session->runtime_time, instance->handle,
                           instance->next.xrConvertTimespecTimeToTimeKHR);
}

void us_playback_on_sync(struct us_session *session, bool granted)
{
    bool focused = granted && atomic_load_explicit(&session->focused, memory_order_acquire);
    bool by_frames = waits_for_frames(session);
    XrTime time = by_frames ? 0 : time_now(session);
    bool by_now = time > 0;
    if (!by_now)
        time = us_session_latest_ns(session);
    atomic_store_explicit(&session->sync_ns, time, memory_order_relaxed);
    if (by_now)
        update_latest_time(session, time);
    if (focused && !atomic_load_explicit(&session->synced, memory_order_relaxed))
        atomic_store_explicit(&session->synced, true, memory_order_release);
    enum us_start when = session->instance->settings.start;
    if (by_now && (focused || when == US_START_FRAME) && may_start_by_sync(session, time))
        start(session, time);
    /* With other start modes, the newest frame may be from before focus. */
    if (!by_now && focused && when == US_START_SYNC && may_start(session, time))
        start(session, time);
    if (by_now)
        (void)end_or_go_on(session, time);
}

/* Only the runtime knows what time it is. */
static bool looks_ahead(const struct us_session *session, XrTime time)
{
    return session->instance->next.xrConvertTimespecTimeToTimeKHR != NULL &&
           us_runtime_time_is_ahead(time, time_now(session));
}

struct us_playback_moment us_playback_locate(struct us_session *session, XrTime time)
{
    if (!session->headless || time <= 0)
        return us_playback_moment(session, time);
    /* If the app waits for frames, its frames drive the clock. */
    bool has_frames = !us_frame_history_is_empty(&session->frame_history);
    if (!has_frames && looks_ahead(session, time))
        return us_playback_moment(session, time);
    update_latest_time(session, time);
    if (session->instance->clock.kind == US_CLOCK_FRAME && has_frames)
        return us_playback_moment(session, time);
    start_or_go_on(session, time);
    return end_or_go_on(session, time);
}

void us_playback_stop_waiting(const struct us_instance *instance)
{
    if (instance->drive != NULL)
        us_drive_release(instance->drive);
}

void us_playback_reset(struct us_session *session)
{
    atomic_store(&session->start_ns, US_SESSION_NOT_STARTED);
    atomic_store(&session->start_frame, -1);
    session->carried_ns = atomic_load(session->instance->carried_ns);
    session->first_frame = session->instance->is_driven ? frames_told(session->instance) : 0;
    session->carries = false;
    atomic_store(&session->latest_ns, 0);
    atomic_store(&session->frame_ns, 0);
    atomic_store(&session->told_period_ns, 0);
    us_status_summary_end_pinches(session->instance->summary);
    atomic_store(&session->instance->playing_ns, US_INSTANCE_NOT_PLAYING);
    atomic_store(&session->sync_ns, 0);
    atomic_store(&session->first_sync_ns, 0);
    atomic_store(&session->synced, false);
    atomic_store(&session->asked_exit, false);
    atomic_store(&session->ended, false);
    atomic_store(&session->input_released, false);
    us_frame_history_reset(&session->frame_history);
}

bool us_playback_is_live(const struct us_session *session)
{
    return atomic_load_explicit(&session->input_released, memory_order_acquire);
}

double us_playback_ask(const struct us_session *session, XrTime time)
{
    double frame;
    int64_t start_ns = atomic_load_explicit(&session->start_ns, memory_order_acquire);
    int64_t first = atomic_load_explicit(&session->start_frame, memory_order_relaxed);
    if (start_ns < 0 || first < 0 ||
        !us_frame_history_position(&session->frame_history, time, &frame))
        return (double)NAN;
    frame -= (double)first;
    return frame >= 0.0 ? frame + (double)session->first_frame : (double)NAN;
}

int64_t us_playback_frame(const struct us_session *session)
{
    double frame = us_playback_ask(session, us_session_latest_ns(session));
    return frame >= 0.0 ? (int64_t)llround(frame) : -1;
}

static int64_t elapsed_ns(const struct us_session *session, XrTime time)
{
    const struct us_clock *clock = &session->instance->clock;
    int64_t start_ns = atomic_load_explicit(&session->start_ns, memory_order_acquire);
    int64_t first = atomic_load_explicit(&session->start_frame, memory_order_relaxed);
    double frame;
    if (start_ns < 0)
        return -1;
    if (clock->kind == US_CLOCK_FRAME && first >= 0 &&
        us_frame_history_position(&session->frame_history, time, &frame))
        return us_clock_frame_ns(frame - (double)first, clock->frame_hz);
    return time < start_ns ? -1 : time - start_ns;
}

double us_playback_from_s(const struct us_session *session)
{
    return us_clock_map(&session->instance->clock, session->carried_ns).recording_s;
}

void us_playback_carry(struct us_session *session)
{
    const struct us_clock *clock = &session->instance->clock;
    XrTime latest = us_session_latest_ns(session);
    int64_t period_ns = atomic_load_explicit(&session->period_ns, memory_order_relaxed);
    int64_t played_ns = elapsed_ns(session, latest);
    if (clock->kind == US_CLOCK_FRAME)
        period_ns = us_clock_frame_ns(1.0, clock->frame_hz);
    session->carries = true;
    int64_t on_ns = session->carried_ns + (played_ns < 0 ? 0 : played_ns + period_ns);
    if (session->instance->is_driven)
        on_ns = atomic_load(session->instance->carried_ns); /* tell_frame has set it */
    /* Before playback a nanosecond says that something ended the session. */
    atomic_store(session->instance->carried_ns, on_ns > 0 ? on_ns : 1);
}

/* Before playback starts in a session that goes on, the clock stands where it will start. */
static struct us_clock_time map_elapsed(const struct us_session *session, int64_t own_ns)
{
    const struct us_clock *clock = &session->instance->clock;
    if (own_ns >= 0 || session->carried_ns == 0)
        return us_clock_map(clock, own_ns < 0 ? own_ns : session->carried_ns + own_ns);
    struct us_clock_time at = us_clock_map(clock, session->carried_ns);
    at.rate = 0.0;
    at.phase = US_CLOCK_WAITING;
    return at;
}

int64_t us_playback_ahead_ns(const struct us_session *session, XrTime time)
{
    int64_t start_ns = atomic_load_explicit(&session->start_ns, memory_order_acquire);
    return session->instance->clock.kind == US_CLOCK_FRAME && start_ns >= 0 && time > start_ns
               ? start_ns - time + elapsed_ns(session, time)
               : 0;
}

/* The clock of a driven app, with the end that the driver has set. */
static struct us_clock driven_clock(const struct us_instance *instance)
{
    struct us_clock clock = instance->clock;
    uint64_t end;
    if (instance->drive != NULL && us_drive_end_frame(instance->drive, &end))
        clock.to_s = (double)us_clock_frame_ns((double)end, clock.frame_hz) * 1e-9;
    return clock;
}

/* Before playback the clock stands at the last frame of the session before. */
static struct us_clock_time driven_time(const struct us_session *session, XrTime time)
{
    const struct us_clock clock = driven_clock(session->instance);
    double newest = fmax((double)frames_told(session->instance) - 1.0, 0.0);
    double oldest = newest - US_DRIVE_BACK, frame = us_playback_ask(session, time);
    bool waits = !(frame >= 0.0);
    if (waits)
        frame = (double)session->first_frame - 1.0;
    waits = waits && frame >= oldest;
    if (waits && session->first_frame == 0)
        return us_clock_map(&clock, -1);
    int64_t ns = us_clock_frame_ns(fmin(fmax(frame, oldest), newest), clock.frame_hz);
    /* The last frame is the end, however its time was rounded. */
    if (isfinite(clock.to_s) && ns == llround((clock.to_s - clock.from_s) * 1e9))
        ns++;
    struct us_clock_time at = us_clock_map(&clock, ns);
    if (waits) {
        at.rate = 0.0;
        at.phase = US_CLOCK_WAITING;
    }
    return at;
}

struct us_clock_time us_playback_time(const struct us_session *session, XrTime time)
{
    struct us_instance *instance = session->instance;
    struct us_clock_time at = instance->is_driven && waits_for_frames(session)
                                  ? driven_time(session, time)
                                  : map_elapsed(session, elapsed_ns(session, time));
    if (at.phase == US_CLOCK_ENDED &&
        !atomic_load_explicit(&instance->counts.ended, memory_order_relaxed))
        atomic_store_explicit(&instance->counts.ended, true, memory_order_relaxed);
    return at;
}

struct us_playback_moment us_playback_moment(const struct us_session *session, XrTime time)
{
    return (struct us_playback_moment){time, us_playback_time(session, time)};
}
