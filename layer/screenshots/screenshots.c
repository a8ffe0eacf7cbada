/* SPDX-License-Identifier: MIT */
#include "layer/screenshots/screenshots.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/file.h"
#include "layer/answer/playback.h"
#include "core/playback/capture_schedule.h"
#include "drive/drive_memory.h"
#include "layer/screenshots/captured_swapchain.h"
#include "layer/screenshots/screenshot_writer.h"
#include "platform/path.h"
#include "platform/time.h"
#include "status/setting_table.h"

/* A pipelined app calls xrWaitFrame for a few frames before it submits the first one. WAIT_NS is
 * the interval at which the frame clock looks for room. */
enum { AWAITED_MAX = 8, WAIT_NS = 1000000 };

struct awaited {
    atomic_bool in_use; /* while it is set, the other members do not change */
    XrTime time;
    XrDuration period;
    uint64_t number;
    uint32_t moments;   /* that want it, as bits of the schedule; 0: only a driver wants it */
    bool should_render; /* as the app was told */
};

/* How many sessions of this process have taken screenshots. */
static atomic_uint sessions_shown;

struct us_screenshots {
    struct us_session *session;
    unsigned number; /* among those sessions, from 1; 0: it has taken none yet */
    struct us_image_copier *copier;
    struct us_screenshot_writer *writer; /* NULL after us_screenshots_stop */
    atomic_bool is_stopped;              /* us_screenshots_stop has begun */

    struct us_capture_schedule_state state; /* used by us_screenshots_on_frame only */
    atomic_int awaited_count;
    struct awaited awaited[AWAITED_MAX];
};

static const char *folder_of(const struct us_instance *instance)
{
    return instance->settings.screenshot_folder != NULL
               ? instance->settings.screenshot_folder
               : us_setting_table[US_SETTING_SHOTS_DIR].default_value;
}

/* The moments that playback can reach, as bits. */
static uint32_t possible_moments(const struct us_capture_schedule *schedule)
{
    uint32_t moments = 0;
    for (unsigned i = 0; i < schedule->count; i++)
        if (schedule->moments[i].possible)
            moments |= UINT32_C(1) << i;
    return moments;
}

struct us_screenshots *us_screenshots_create(struct us_session *session,
                                             const XrSessionCreateInfo *info)
{
    const struct us_instance *instance = session->instance;
    const char *why = NULL;
    if (!instance->takes_screenshots || !session->has_spaces)
        return NULL;
    const uint32_t moments = possible_moments(&instance->screenshot_schedule);
    us_run_status_add_moments(instance->run_status, US_RUN_STATUS_WANTED, moments);
    struct us_screenshots *screenshots = calloc(1, sizeof *screenshots);
    if (screenshots == NULL)
        return NULL;
    screenshots->session = session;
    const struct us_screenshot_output files = {folder_of(instance), instance->settings.lost_file,
                                               instance->run_status};
    screenshots->copier = us_image_copier_create(info, &session->uncapturable_app, &why);
    if (session->uncapturable_app != NULL) {
        atomic_store(&session->instance->uncapturable_app, session->uncapturable_app);
        free(screenshots);
        return NULL;
    }
    if (screenshots->copier != NULL)
        screenshots->writer =
            us_screenshot_writer_create(&files, screenshots->copier, &instance->log, &why);
    if (screenshots->writer != NULL) {
        atomic_store(&session->instance->screenshots_tried, true);
        us_run_status_add_moments(instance->run_status, US_RUN_STATUS_OFFERED, moments);
        return screenshots;
    }
    char text[US_RUN_STATUS_REASON_SIZE];
    snprintf(text, sizeof text, "cannot write screenshots: %s: %s", why, folder_of(instance));
    us_run_status_note_no_screenshots(instance->run_status, text);
    us_message_log(&instance->log, US_MESSAGE_LOG_WARN, "cannot write screenshots to %s: %s",
                   folder_of(instance), why);
    us_image_copier_destroy(screenshots->copier);
    free(screenshots);
    return NULL;
}

/* Says why there is no screenshot of a frame, or of its part `name`; NULL: of all of it. */
static void complain(const struct us_screenshots *screenshots, const struct awaited *frame,
                     const char *name, const char *why)
{
    const struct us_instance *instance = screenshots->session->instance;
    us_message_log(&instance->log, US_MESSAGE_LOG_WARN,
                   "no screenshot of frame %" PRIu64 "%s%s: %s", frame->number,
                   name != NULL ? ", " : "", name != NULL ? name : "", why);
    us_run_status_note_missing(instance->run_status, frame->moments, why);
}

static bool is_writing(const struct us_screenshots *screenshots)
{
    return screenshots->writer != NULL && us_screenshot_writer_waiting(screenshots->writer) > 0;
}

void us_screenshots_wait(const struct us_screenshots *screenshots)
{
    while (screenshots != NULL && is_writing(screenshots))
        us_time_sleep(WAIT_NS);
}

void us_screenshots_stop(struct us_screenshots *screenshots)
{
    if (screenshots == NULL || screenshots->writer == NULL)
        return;
    struct us_instance *instance = screenshots->session->instance;
    /* A thread that waits for the writer goes on, although the app should have none of the session
     * any more. */
    atomic_store(&screenshots->is_stopped, true);
    us_image_copier_wait_idle(screenshots->copier);
    for (int i = 0; i < AWAITED_MAX; i++)
        if (atomic_load_explicit(&screenshots->awaited[i].in_use, memory_order_acquire))
            complain(screenshots, &screenshots->awaited[i], NULL, "it was not submitted");
    uint64_t count = us_screenshot_writer_destroy(screenshots->writer);
    screenshots->writer = NULL;
    atomic_fetch_add(&instance->screenshot_count, count);
    atomic_fetch_or(&instance->reached_moments, screenshots->state.reached);
    if (atomic_load(&screenshots->session->ended))
        us_screenshots_report_missing(instance);
}

void us_screenshots_report_missing(struct us_instance *instance)
{
    if (!atomic_load(&instance->screenshots_tried)) {
        us_instance_report_no_screenshots(instance, atomic_load(&instance->uncapturable_app));
        return;
    }
    if (atomic_exchange(&instance->screenshots_missing_reported, true))
        return;
    unsigned met = atomic_load(&instance->reached_moments);
    if (atomic_load(&instance->screenshot_count) == 0 && instance->screenshot_schedule.count > 0)
        us_message_log(&instance->log, US_MESSAGE_LOG_INFO, "0 screenshots in %s",
                       folder_of(instance));
    for (unsigned i = 0; i < instance->screenshot_schedule.count; i++) {
        const struct us_capture_schedule_moment *moment = &instance->screenshot_schedule.moments[i];
        if (moment->possible && (met & (UINT32_C(1) << i)) == 0)
            us_message_log(&instance->log, US_MESSAGE_LOG_WARN,
                           "no screenshot of %.*s: playback did not reach it", moment->length,
                           moment->text);
    }
}

void us_screenshots_stop_list(struct us_node *list)
{
    for (; list != NULL; list = list->link) {
        if (list->type == US_HANDLE_SESSION)
            us_screenshots_stop(((struct us_session *)list)->screenshots);
    }
}

void us_screenshots_destroy(struct us_screenshots *screenshots)
{
    if (screenshots == NULL)
        return;
    us_screenshots_stop(screenshots);
    us_image_copier_destroy(screenshots->copier);
    free(screenshots);
}

struct us_image_copier *us_screenshots_copier(const struct us_screenshots *screenshots)
{
    return screenshots->copier;
}

/* Marks a frame as wanted until the app submits it. */
static void await(struct us_screenshots *screenshots, uint64_t number, uint32_t moments,
                  const XrFrameState *state)
{
    const struct awaited frame = {.number = number, .moments = moments};
    for (int i = 0; i < AWAITED_MAX; i++) {
        struct awaited *awaited = &screenshots->awaited[i];
        if (atomic_load_explicit(&awaited->in_use, memory_order_acquire))
            continue;
        awaited->time = state->predictedDisplayTime;
        awaited->period = state->predictedDisplayPeriod;
        awaited->number = number;
        awaited->moments = moments;
        awaited->should_render = state->shouldRender != XR_FALSE;
        atomic_store_explicit(&awaited->in_use, true, memory_order_release);
        atomic_fetch_add(&screenshots->awaited_count, 1);
        return;
    }
    complain(screenshots, &frame, NULL, "too many frames are not submitted yet");
}

/* With the frame clock, the time that a frame takes does not matter: waits for a moment so that an
 * earlier screenshot can be written. Returns false if none waits for that. */
static bool wait_for_writer(const struct us_screenshots *screenshots)
{
    if (atomic_load(&screenshots->is_stopped) ||
        screenshots->session->instance->clock.kind != US_CLOCK_FRAME || !is_writing(screenshots))
        return false;
    us_time_sleep(WAIT_NS);
    return true;
}

void us_screenshots_on_frame(struct us_screenshots *screenshots, const XrFrameState *state)
{
    const struct us_session *session = screenshots->session;
    const struct us_instance *instance = session->instance;
    /* An app that crashes in this frame loses no screenshot of an earlier one. */
    while (wait_for_writer(screenshots))
        continue;
    if (state->predictedDisplayTime <= 0)
        return;
    int64_t number = us_playback_frame(session);
    if (number < 0)
        return;
    struct us_clock_time at = us_playback_time(session, state->predictedDisplayTime);
    uint32_t moments =
        us_capture_schedule_wants(&instance->screenshot_schedule, &screenshots->state,
                                  instance->clock.from_s, (uint64_t)number, &at);
    us_run_status_add_moments(instance->run_status, US_RUN_STATUS_REACHED, moments);
    if (moments != 0 ||
        (instance->drive != NULL && us_drive_is_wanted(instance->drive, (uint64_t)number)))
        await(screenshots, (uint64_t)number, moments, state);
}

/* Whether there is a wanted frame that the app has not submitted yet. */
static bool is_awaited(const struct us_screenshots *screenshots)
{
    return screenshots->writer != NULL &&
           atomic_load_explicit(&screenshots->awaited_count, memory_order_acquire) > 0;
}

struct us_image_copy *us_screenshots_copy(const struct us_captured_swapchain *swapchain,
                                          const char **out_why)
{
    const struct us_screenshots *screenshots = swapchain->session->screenshots;
    struct us_image_copy *copy;
    *out_why = NULL;
    if (!is_awaited(screenshots))
        return NULL;
    do
        copy = us_captured_swapchain_copy(swapchain, out_why);
    while (copy == NULL && *out_why == us_image_copy_full && wait_for_writer(screenshots));
    return copy;
}

/* The submission of a wanted frame. */
struct submission {
    struct us_screenshots *screenshots;
    const struct awaited *frame;
    uint32_t projections; /* projection layers so far */
    uint32_t parts;       /* wanted screenshots so far */
};

static bool add(const struct us_screenshots *screenshots, const struct us_screenshot *screenshot)
{
    bool added;
    do
        added = us_screenshot_writer_add(screenshots->writer, screenshot);
    while (!added && wait_for_writer(screenshots));
    return added;
}

static void report(const struct us_session *session, const struct us_screenshot *screenshot)
{
    const struct us_observer *observer = session->instance->observer;
    if (observer != NULL)
        observer->on_screenshot(session, screenshot->name, screenshot->region.width_px,
                                screenshot->region.height_px);
}

/* frame-NNNNNN-`name`.png; or, where an earlier session of this process has taken that,
 * frame-NNNNNN-session-N-`name`.png. */
static void name_file(const struct submission *submission, const char *name,
                      char out[US_SCREENSHOT_NAME_SIZE])
{
    struct us_screenshots *screenshots = submission->screenshots;
    char path[US_FILE_PATH_SIZE];
    struct us_about about;
    if (screenshots->number == 0)
        screenshots->number = atomic_fetch_add(&sessions_shown, 1) + 1;
    snprintf(out, US_SCREENSHOT_NAME_SIZE, "frame-%06" PRIu64 "-%s.png", submission->frame->number,
             name);
    if (screenshots->number == 1)
        return;
    snprintf(path, sizeof path, "%s/%s", folder_of(screenshots->session->instance), out);
    if (us_path_about(path, &about))
        snprintf(out, US_SCREENSHOT_NAME_SIZE, "frame-%06" PRIu64 "-session-%u-%s.png",
                 submission->frame->number, screenshots->number, name);
}

/* Adds one screenshot. */
static void capture(struct submission *submission, const XrSwapchainSubImage *part,
                    const char *name)
{
    struct us_screenshot screenshot;
    const char *why;
    submission->parts++;
    if (us_captured_swapchain_find_region(part, &screenshot, &why)) {
        name_file(submission, name, screenshot.name);
        if (add(submission->screenshots, &screenshot)) {
            report(submission->screenshots->session, &screenshot);
            us_run_status_add_moments(submission->screenshots->session->instance->run_status,
                                      US_RUN_STATUS_CAPTURED, submission->frame->moments);
            return;
        }
        why = us_image_copy_full;
    }
    complain(submission->screenshots, submission->frame, name, why);
}

static void capture_projection(struct submission *submission, uint32_t index,
                               const XrCompositionLayerProjection *layer)
{
    for (uint32_t i = 0; i < layer->viewCount; i++) {
        char name[40];
        if (submission->projections == 0)
            snprintf(name, sizeof name, "view-%" PRIu32, i);
        else
            snprintf(name, sizeof name, "layer-%" PRIu32 "-view-%" PRIu32, index, i);
        capture(submission, &layer->views[i].subImage, name);
    }
    submission->projections++;
}

static void capture_quad(struct submission *submission, uint32_t index,
                         const XrCompositionLayerQuad *layer)
{
    char name[40];
    snprintf(name, sizeof name, "layer-%" PRIu32, index);
    capture(submission, &layer->subImage, name);
}

static void capture_layers(struct submission *submission, const XrFrameEndInfo *info)
{
    for (uint32_t i = 0; i < info->layerCount; i++) {
        const XrCompositionLayerBaseHeader *layer = info->layers[i];
        if (layer == NULL)
            continue;
        if (layer->type == XR_TYPE_COMPOSITION_LAYER_PROJECTION)
            capture_projection(submission, i, (const XrCompositionLayerProjection *)layer);
        else if (layer->type == XR_TYPE_COMPOSITION_LAYER_QUAD)
            capture_quad(submission, i, (const XrCompositionLayerQuad *)layer);
    }
    if (submission->parts == 0)
        complain(submission->screenshots, submission->frame, NULL,
                 submission->frame->should_render
                     ? "it has no projection layer and no quad"
                     : "it has no projection layer and no quad: the app was told not to draw "
                       "(shouldRender is false)");
}

void us_screenshots_on_submit(struct us_screenshots *screenshots, const XrFrameEndInfo *info,
                              XrResult result)
{
    if (!is_awaited(screenshots) || info == NULL)
        return;
    for (int i = 0; i < AWAITED_MAX; i++) {
        struct awaited *awaited = &screenshots->awaited[i];
        if (!atomic_load_explicit(&awaited->in_use, memory_order_acquire) ||
            awaited->time > info->displayTime + awaited->period / 2)
            continue;
        /* A display time within half a period is the frame's own; a later one means that the app
         * skipped the frame. */
        struct submission submission = {screenshots, awaited, 0, 0};
        if (awaited->time < info->displayTime - awaited->period / 2)
            complain(screenshots, awaited, NULL, "it was not submitted");
        else if (XR_FAILED(result))
            complain(screenshots, awaited, NULL, "xrEndFrame failed");
        else
            capture_layers(&submission, info);
        atomic_store_explicit(&awaited->in_use, false, memory_order_release);
        atomic_fetch_sub(&screenshots->awaited_count, 1);
    }
}
