/* SPDX-License-Identifier: MIT */
#include "layer/setup/ready_done_files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/thread.h"
#include "platform/time.h"
#include "status/output_file.h"
#include "core/base/own_use.h"
#include "core/base/text.h"

#define IDLE_NS 5000000L

/* The newest report of one event. Any thread writes it, one at a time; the writer thread reads it.
 */
struct slot {
    char *path;               /* NULL: no file is wanted */
    _Atomic uint64_t version; /* odd while a thread writes the slot; 0: not reported yet */
    _Atomic int64_t time_ns, frame;
    _Atomic double recording_s;
    uint64_t written; /* the version that is in the file; used by the writer thread only */
};

struct us_ready_done_files {
    struct slot slots[US_READY_DONE_FILES_EVENTS];
    const struct us_message_log *log;
    struct us_thread writer;
    atomic_bool stop;
};

/* Formats the newest report. Returns false if it is already in the file, or if a thread writes it
 * just now; then the writer thread tries again later. */
static bool describe(struct slot *slot, const char *event, char *out, size_t size)
{
    uint64_t version = atomic_load(&slot->version);
    if (version % 2 != 0 || version == slot->written)
        return false;
    /* %f would use the decimal comma of the app's locale. */
    snprintf(out, size,
             "{\"event\":\"%s\",\"time_ns\":%" PRId64 ",\"frame\":%" PRId64
             ",\"recording_s\":%s}\n",
             event, atomic_load(&slot->time_ns), atomic_load(&slot->frame),
             us_seconds_text(atomic_load(&slot->recording_s), 9).text);
    bool is_whole = atomic_load(&slot->version) == version;
    if (is_whole)
        slot->written = version;
    return is_whole;
}

/* Writes the files whose events were reported. Returns false when no further report can come. */
static bool write_due(struct us_ready_done_files *files)
{
    static const char *const names[US_READY_DONE_FILES_EVENTS] = {"started", "ended"};
    bool more = atomic_load(&files->slots[US_READY_DONE_FILES_ENDED].version) == 0;
    for (int i = 0; i < US_READY_DONE_FILES_EVENTS; i++) {
        struct slot *slot = &files->slots[i];
        char text[200];
        more |= atomic_load(&slot->version) % 2 != 0;
        if (slot->path == NULL || !describe(slot, names[i], text, sizeof text))
            continue;
        if (!us_output_file_replace(slot->path, text, strlen(text)))
            us_message_log(files->log, US_MESSAGE_LOG_WARN, "%s cannot be written: %s", slot->path,
                           strerror(errno));
    }
    return more;
}

static void *run(void *data)
{
    struct us_ready_done_files *files = data;
    for (;;) {
        bool stop = atomic_load_explicit(&files->stop, memory_order_acquire);
        if (!write_due(files) || stop)
            return NULL;
        us_time_sleep(IDLE_NS);
    }
}

static void release(struct us_ready_done_files *files)
{
    for (int i = 0; i < US_READY_DONE_FILES_EVENTS; i++)
        free(files->slots[i].path);
    free(files);
}

struct us_ready_done_files *us_ready_done_files_open(const char *started_path,
                                                     const char *ended_path,
                                                     const struct us_message_log *log)
{
    const char *paths[US_READY_DONE_FILES_EVENTS] = {started_path, ended_path};
    if (started_path == NULL && ended_path == NULL)
        return NULL;
    struct us_ready_done_files *files = calloc(1, sizeof *files);
    bool made = files != NULL;
    for (int i = 0; made && i < US_READY_DONE_FILES_EVENTS; i++) {
        files->slots[i].path = paths[i] != NULL ? strdup(paths[i]) : NULL;
        made = paths[i] == NULL || files->slots[i].path != NULL;
    }
    if (made) {
        files->log = log;
        made = us_own_use_start_thread(&files->writer, 0, run, files) == 0;
    }
    if (made)
        return files;
    us_message_log(log, US_MESSAGE_LOG_WARN,
                   "cannot start a thread: UNDERSTUDY_READY_FILE and UNDERSTUDY_DONE_FILE are "
                   "not written");
    if (files != NULL)
        release(files);
    return NULL;
}

void us_ready_done_files_close(struct us_ready_done_files *files)
{
    if (files == NULL)
        return;
    atomic_store_explicit(&files->stop, true, memory_order_release);
    us_thread_join(&files->writer);
    release(files);
}

void us_ready_done_files_report(struct us_ready_done_files *files,
                                enum us_ready_done_files_event event, int64_t time_ns,
                                int64_t frame, double recording_s)
{
    if (files == NULL || atomic_load(&files->slots[US_READY_DONE_FILES_ENDED].version) != 0)
        return;
    struct slot *slot = &files->slots[event];
    /* An odd version claims the slot; a thread that does not get it drops its report. */
    uint64_t version = atomic_load(&slot->version) & ~UINT64_C(1);
    if (!atomic_compare_exchange_strong(&slot->version, &version, version + 1))
        return;
    atomic_store(&slot->time_ns, time_ns);
    atomic_store(&slot->frame, frame);
    atomic_store(&slot->recording_s, recording_s);
    atomic_store(&slot->version, version + 2);
}
