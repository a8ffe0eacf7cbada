/* SPDX-License-Identifier: MIT */
#include "layer/screenshots/screenshot_writer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file.h"
#include "core/base/own_use.h"
#include "platform/path.h"
#include "platform/thread.h"
#include "status/output_file.h"
#include "status/run_status.h"
#include "layer/screenshots/copy/image_copy.h"

enum { WAITING_MAX = 256 };

struct us_screenshot_writer {
    struct us_screenshot_output files;
    struct us_image_copier *copier;
    const struct us_message_log *log;
    struct us_thread thread;
    struct us_semaphore work; /* posted for each added screenshot, and once for the end */
    atomic_bool ends;
    atomic_uint added, taken;  /* counters; they may wrap around */
    uint64_t written, missing; /* used by the writer thread, and by others after it ended */
    char why[160];             /* the same; why the first screenshot was lost */
    struct us_screenshot queue[WAITING_MAX];
};

/* Returns NULL, or why the screenshot could not be written. */
static const char *write_screenshot(const struct us_screenshot_writer *writer,
                                    const struct us_screenshot *screenshot)
{
    const char *why = NULL;
    char path[US_FILE_PATH_SIZE];
    int length = snprintf(path, sizeof path, "%s/%s", writer->files.folder, screenshot->name);
    if (length < 0 || (size_t)length >= sizeof path)
        return strerror(ENAMETOOLONG);
    const uint8_t *bytes = us_image_copier_wait(writer->copier, screenshot->copy, &why);
    if (bytes == NULL)
        return why;
    uint8_t *rgb = malloc((size_t)screenshot->region.width_px * screenshot->region.height_px * 3);
    if (rgb == NULL)
        return strerror(ENOMEM);
    us_pixel_format_convert_region(&screenshot->region, bytes, rgb);
    if (!us_screenshot_png_write(path, screenshot->region.width_px, screenshot->region.height_px,
                                 rgb))
        why = strerror(errno);
    free(rgb);
    return why;
}

/* Reports the first lost screenshot at once, because the app may crash before the end. */
static void note_missing(struct us_screenshot_writer *writer,
                         const struct us_screenshot *screenshot, const char *why)
{
    bool is_first = writer->missing++ == 0;
    us_message_log(writer->log, is_first ? US_MESSAGE_LOG_ERROR : US_MESSAGE_LOG_DEBUG,
                   "no screenshot %s/%s: %s%s", writer->files.folder, screenshot->name, why,
                   is_first ? "; others may be missing too" : "");
    if (!is_first)
        return;
    snprintf(writer->why, sizeof writer->why, "%s", why);
    us_lost_output_note(writer->files.lost, US_LOST_OUTPUT_SCREENSHOTS, why);
}

static void *run(void *data)
{
    struct us_screenshot_writer *writer = data;
    for (;;) {
        us_semaphore_wait(&writer->work);
        unsigned taken = atomic_load_explicit(&writer->taken, memory_order_relaxed);
        if (taken == atomic_load_explicit(&writer->added, memory_order_acquire)) {
            if (atomic_load(&writer->ends))
                return NULL;
            continue;
        }
        const struct us_screenshot *screenshot = &writer->queue[taken % WAITING_MAX];
        const char *why = write_screenshot(writer, screenshot);
        if (why != NULL)
            note_missing(writer, screenshot, why);
        /* At once: an app that dies before it would lose a screenshot that is there. */
        if (writer->files.run_status != NULL)
            atomic_fetch_sub(&writer->files.run_status->screenshots_waiting, 1);
        if (why == NULL)
            us_message_log(writer->log, US_MESSAGE_LOG_DEBUG, "screenshot %s/%s",
                           writer->files.folder, screenshot->name);
        writer->written += why == NULL;
        us_image_copy_unref(screenshot->copy);
        atomic_store_explicit(&writer->taken, taken + 1, memory_order_release);
    }
}

static void give_back(struct us_screenshot_writer *writer)
{
    us_semaphore_destroy(&writer->work);
    free(writer);
}

struct us_screenshot_writer *us_screenshot_writer_create(const struct us_screenshot_output *files,
                                                         struct us_image_copier *copier,
                                                         const struct us_message_log *log,
                                                         const char **out_why)
{
    if (!us_path_make_folder(files->folder, 0700) && !us_path_is_folder(files->folder)) {
        *out_why = strerror(errno == EEXIST ? ENOTDIR : errno);
        return NULL;
    }
    struct us_screenshot_writer *writer = calloc(1, sizeof *writer);
    *out_why = strerror(ENOMEM);
    if (writer == NULL)
        return NULL;
    writer->files = *files;
    writer->copier = copier;
    writer->log = log;
    if (!us_semaphore_init(&writer->work)) {
        free(writer);
        return NULL;
    }
    int error = us_own_use_start_thread(&writer->thread, 0, run, writer);
    if (error == 0)
        return writer;
    *out_why = strerror(error);
    give_back(writer);
    return NULL;
}

static void log_count(const struct us_screenshot_writer *writer)
{
    char text[US_LOST_OUTPUT_SIZE];
    if (writer->missing == 0 && writer->written == 0)
        return;
    if (writer->missing == 0) {
        us_message_log(writer->log, US_MESSAGE_LOG_INFO, "%" PRIu64 " screenshots in %s",
                       writer->written, writer->files.folder);
        return;
    }
    us_message_log(writer->log, US_MESSAGE_LOG_ERROR,
                   "%" PRIu64 " screenshots in %s; %" PRIu64 " are missing", writer->written,
                   writer->files.folder, writer->missing);
    snprintf(text, sizeof text, "%" PRIu64 " are missing: %s", writer->missing, writer->why);
    us_lost_output_note(writer->files.lost, US_LOST_OUTPUT_SCREENSHOTS, text);
}

uint64_t us_screenshot_writer_destroy(struct us_screenshot_writer *writer)
{
    if (writer == NULL)
        return 0;
    atomic_store(&writer->ends, true);
    us_semaphore_post(&writer->work);
    us_thread_join(&writer->thread);
    log_count(writer);
    uint64_t count = writer->written + writer->missing;
    give_back(writer);
    return count;
}

unsigned us_screenshot_writer_waiting(const struct us_screenshot_writer *writer)
{
    unsigned taken = atomic_load_explicit(&writer->taken, memory_order_acquire);
    return atomic_load_explicit(&writer->added, memory_order_acquire) - taken;
}

bool us_screenshot_writer_add(struct us_screenshot_writer *writer,
                              const struct us_screenshot *screenshot)
{
    unsigned added = atomic_load_explicit(&writer->added, memory_order_relaxed);
    if (us_screenshot_writer_waiting(writer) >= WAITING_MAX)
        return false;
    us_image_copy_ref(screenshot->copy);
    if (writer->files.run_status != NULL)
        atomic_fetch_add(&writer->files.run_status->screenshots_waiting, 1);
    writer->queue[added % WAITING_MAX] = *screenshot;
    atomic_store_explicit(&writer->added, added + 1, memory_order_release);
    us_semaphore_post(&writer->work);
    return true;
}
