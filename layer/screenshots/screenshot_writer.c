/* SPDX-License-Identifier: MIT */
#include "layer/screenshots/screenshot_writer.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "status/lost_output.h"
#include "layer/screenshots/pixel_format.h"
#include "layer/screenshots/png_writer.h"

enum { WAITING_MAX = 256 };

struct us_screenshot_writer {
    struct us_shot_files files;
    struct us_vulkan_copy *vulkan;
    const struct us_message_log *log;
    pthread_t thread;
    sem_t work; /* one for each picture, and one for the end */
    atomic_bool ends;
    atomic_uint added, taken;  /* how many; they wrap */
    uint64_t written, missing; /* the writer's */
    char why[160];             /* the writer's: why the first one is missing */
    struct us_shot_picture pictures[WAITING_MAX];
};

static const char *write_picture(const struct us_screenshot_writer *thread,
                                 const struct us_shot_picture *picture)
{
    const char *why = NULL;
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s", thread->files.folder, picture->name);
    if (length < 0 || (size_t)length >= sizeof path)
        return strerror(ENAMETOOLONG);
    const uint8_t *bytes = us_vulkan_copy_wait(thread->vulkan, picture->copy, &why);
    if (bytes == NULL)
        return why;
    uint8_t *rgb = malloc((size_t)picture->part.width_px * picture->part.height_px * 3);
    if (rgb == NULL)
        return strerror(ENOMEM);
    us_pixel_format_cut(&picture->part, bytes, rgb);
    if (!us_png_writer_write(path, picture->part.width_px, picture->part.height_px, rgb))
        why = strerror(errno);
    free(rgb);
    return why;
}

/* The first one is told at once, in case the app does not come to its end. */
static void note_missing(struct us_screenshot_writer *thread, const struct us_shot_picture *picture,
                         const char *why)
{
    bool is_first = thread->missing++ == 0;
    us_message_log(thread->log, is_first ? US_MESSAGE_LOG_ERROR : US_MESSAGE_LOG_DEBUG,
                   "no picture %s/%s: %s%s", thread->files.folder, picture->name, why,
                   is_first ? "; others may be missing too" : "");
    if (!is_first)
        return;
    snprintf(thread->why, sizeof thread->why, "%s", why);
    us_lost_output_note(thread->files.lost, US_LOST_OUTPUT_PICTURES, why);
}

static void *run(void *data)
{
    struct us_screenshot_writer *thread = data;
    for (;;) {
        while (sem_wait(&thread->work) != 0)
            ;
        unsigned taken = atomic_load_explicit(&thread->taken, memory_order_relaxed);
        if (taken == atomic_load_explicit(&thread->added, memory_order_acquire)) {
            if (atomic_load(&thread->ends))
                return NULL;
            continue;
        }
        const struct us_shot_picture *picture = &thread->pictures[taken % WAITING_MAX];
        const char *why = write_picture(thread, picture);
        if (why != NULL)
            note_missing(thread, picture, why);
        else
            us_message_log(thread->log, US_MESSAGE_LOG_DEBUG, "picture %s/%s", thread->files.folder,
                           picture->name);
        thread->written += why == NULL;
        us_vulkan_copy_drop(picture->copy);
        atomic_store_explicit(&thread->taken, taken + 1, memory_order_release);
    }
}

/* The app's signals are not for this thread. */
static int start(struct us_screenshot_writer *thread)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&thread->thread, NULL, run, thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

static void give_back(struct us_screenshot_writer *thread)
{
    sem_destroy(&thread->work);
    free(thread);
}

struct us_screenshot_writer *us_screenshot_writer_create(const struct us_shot_files *files,
                                                         struct us_vulkan_copy *vulkan,
                                                         const struct us_message_log *log,
                                                         const char **out_why)
{
    struct stat status;
    if (mkdir(files->folder, S_IRWXU) != 0 &&
        (stat(files->folder, &status) != 0 || !S_ISDIR(status.st_mode))) {
        *out_why = strerror(errno);
        return NULL;
    }
    struct us_screenshot_writer *thread = calloc(1, sizeof *thread);
    *out_why = strerror(ENOMEM);
    if (thread == NULL)
        return NULL;
    thread->files = *files;
    thread->vulkan = vulkan;
    thread->log = log;
    sem_init(&thread->work, 0, 0);
    int error = start(thread);
    if (error == 0)
        return thread;
    *out_why = strerror(error);
    give_back(thread);
    return NULL;
}

static void say_count(const struct us_screenshot_writer *thread)
{
    char text[US_LOST_OUTPUT_SIZE];
    if (thread->missing == 0 && thread->written == 0)
        return;
    if (thread->missing == 0) {
        us_message_log(thread->log, US_MESSAGE_LOG_INFO, "%" PRIu64 " pictures in %s",
                       thread->written, thread->files.folder);
        return;
    }
    us_message_log(thread->log, US_MESSAGE_LOG_ERROR,
                   "%" PRIu64 " pictures in %s; %" PRIu64 " are missing", thread->written,
                   thread->files.folder, thread->missing);
    snprintf(text, sizeof text, "%" PRIu64 " are missing: %s", thread->missing, thread->why);
    us_lost_output_note(thread->files.lost, US_LOST_OUTPUT_PICTURES, text);
}

uint64_t us_screenshot_writer_destroy(struct us_screenshot_writer *thread)
{
    if (thread == NULL)
        return 0;
    atomic_store(&thread->ends, true);
    sem_post(&thread->work);
    pthread_join(thread->thread, NULL);
    say_count(thread);
    uint64_t count = thread->written + thread->missing;
    give_back(thread);
    return count;
}

bool us_screenshot_writer_is_busy(const struct us_screenshot_writer *thread)
{
    return atomic_load_explicit(&thread->added, memory_order_acquire) !=
           atomic_load_explicit(&thread->taken, memory_order_acquire);
}

bool us_screenshot_writer_add(struct us_screenshot_writer *thread,
                              const struct us_shot_picture *picture)
{
    unsigned added = atomic_load_explicit(&thread->added, memory_order_relaxed);
    if (added - atomic_load_explicit(&thread->taken, memory_order_acquire) >= WAITING_MAX)
        return false;
    us_vulkan_copy_hold(picture->copy);
    thread->pictures[added % WAITING_MAX] = *picture;
    atomic_store_explicit(&thread->added, added + 1, memory_order_release);
    sem_post(&thread->work);
    return true;
}
