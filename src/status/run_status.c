/* SPDX-License-Identifier: MIT */
#include "status/run_status.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "platform/descriptor.h"
#include "platform/process.h"
#include "platform/thread.h"
#include "core/base/memory_file.h"
#include "core/base/text.h"

bool us_run_status_prepare(int file)
{
    return us_descriptor_reserve(file, sizeof(struct us_run_status));
}

struct us_run_status *us_run_status_make(int file)
{
    struct us_run_status *status = us_memory_file_map(file, sizeof *status, US_MAPPING_SHARED);
    if (status == NULL)
        return NULL;
    us_run_status_clear(status);
    status->recorded_to[0] = '\0';
    return status;
}

void us_run_status_clear(struct us_run_status *status)
{
    memset(status, 0, offsetof(struct us_run_status, recorded_to));
    status->magic = US_RUN_STATUS_MAGIC;
    status->size = sizeof *status;
}

struct us_run_status *us_run_status_open(const char *path)
{
    int file = path != NULL ? us_memory_file_open(path) : -1;
    if (file < 0)
        return NULL;
    struct us_run_status *status = us_memory_file_is_own(file)
                                       ? us_memory_file_map(file, sizeof *status, US_MAPPING_SHARED)
                                       : NULL;
    us_descriptor_close(file);
    if (status != NULL && status->magic == US_RUN_STATUS_MAGIC && status->size == sizeof *status)
        return status;
    us_run_status_close(status);
    return NULL;
}

void us_run_status_close(struct us_run_status *status)
{
    if (status != NULL)
        us_mapping_unmap(status, sizeof *status);
}

void us_run_status_add_instance(struct us_run_status *status)
{
    if (status == NULL)
        return;
    atomic_fetch_add(&status->instances, 1);
    unsigned index = atomic_fetch_add(&status->process_count, 1);
    if (index < US_RUN_STATUS_PROCESSES)
        atomic_store(&status->processes[index], us_process_id());
}

void us_run_status_add_start(struct us_run_status *status)
{
    if (status != NULL)
        atomic_fetch_add(&status->started, 1);
}

void us_run_status_add_end(struct us_run_status *status)
{
    if (status != NULL)
        atomic_fetch_add(&status->ended, 1);
}

void us_run_status_add_faults(struct us_run_status *status, unsigned faults)
{
    if (status != NULL && (faults & ~atomic_load_explicit(&status->faults, memory_order_relaxed)))
        atomic_fetch_or(&status->faults, faults);
}

unsigned us_run_status_number_session(struct us_run_status *status)
{
    return status != NULL ? atomic_fetch_add(&status->sessions, 1) + 1 : 0;
}

void us_run_status_add_moments(struct us_run_status *status, enum us_run_status_moments which,
                               unsigned moments)
{
    if (status != NULL)
        atomic_fetch_or(&status->moments[which], moments);
}

static void keep_reason(struct us_run_status_reason *reason, const char *why)
{
    int slot = US_RUN_STATUS_FREE;
    if (!atomic_compare_exchange_strong(&reason->slot, &slot, US_RUN_STATUS_TAKEN))
        return;
    us_utf8_copy(reason->text, sizeof reason->text, why, strlen(why));
    atomic_store(&reason->slot, US_RUN_STATUS_OPEN);
}

void us_run_status_note_no_screenshots(struct us_run_status *status, const char *why)
{
    if (status != NULL)
        keep_reason(&status->no_screenshots, why);
}

void us_run_status_note_missing(struct us_run_status *status, unsigned moments, const char *why)
{
    for (unsigned i = 0; status != NULL && i < US_RUN_STATUS_MOMENT_MAX; i++)
        if ((moments >> i & 1u) != 0)
            keep_reason(&status->missing[i], why);
}

const char *us_run_status_reason(const struct us_run_status_reason *reason)
{
    return atomic_load(&reason->slot) == US_RUN_STATUS_OPEN ? reason->text : NULL;
}

void us_run_status_add_exit(struct us_run_status *status)
{
    if (status != NULL)
        atomic_fetch_add(&status->exits, 1);
}

struct us_summary *us_run_status_add_summary(struct us_run_status *status, const char *path,
                                             double from_s, double to_s, unsigned played)
{
    for (unsigned i = 0; status != NULL && i < US_RUN_STATUS_SUMMARIES; i++) {
        int slot = US_RUN_STATUS_FREE;
        if (!atomic_compare_exchange_strong(&status->slots[i], &slot, US_RUN_STATUS_TAKEN))
            continue;
        us_status_summary_begin(&status->summaries[i], path, from_s, to_s, played);
        atomic_store(&status->slots[i], US_RUN_STATUS_OPEN);
        return &status->summaries[i];
    }
    return NULL;
}

void us_run_status_drop_summary(struct us_run_status *status, const struct us_summary *summary)
{
    for (unsigned i = 0; status != NULL && i < US_RUN_STATUS_SUMMARIES; i++) {
        if (&status->summaries[i] == summary)
            atomic_store(&status->slots[i], US_RUN_STATUS_FREE);
    }
}

void us_run_status_add_recording(struct us_run_status *status, unsigned number)
{
    if (status == NULL)
        return;
    unsigned index = atomic_fetch_add(&status->recording_count, 1);
    if (index < US_RUN_STATUS_RECORDINGS)
        atomic_store(&status->recordings[index], number);
}

int us_run_status_find_recording(const struct us_run_status *status, unsigned number)
{
    for (unsigned i = 0; i < US_RUN_STATUS_RECORDINGS; i++) {
        if (atomic_load(&status->recordings[i]) == number)
            return (int)i;
    }
    return -1;
}

void us_run_status_fail_recording(struct us_run_status *status)
{
    if (status != NULL)
        atomic_store(&status->recording_failed, true);
}

void us_run_status_add_marker(struct us_run_status *status, int source, const char *name,
                              int64_t monotonic_ns)
{
    if (status == NULL)
        return;
    uint64_t number = atomic_fetch_add(&status->marker_count, 1) + 1;
    struct us_run_status_marker *marker = &status->markers[(number - 1) % US_RUN_STATUS_MARKERS];
    size_t length = strnlen(name, sizeof marker->name - 1);
    /* Reads what the last reader's look wrote, so that what this writes does not come into what was
     * read before. A store alone would let the content pass it. */
    atomic_exchange(&marker->number, 0);
    marker->source = source;
    marker->monotonic_ns = monotonic_ns;
    memcpy(marker->name, name, length);
    marker->name[length] = '\0';
    atomic_store(&marker->number, number);
}

bool us_run_status_next_marker(struct us_run_status *status, uint64_t *number,
                               struct us_run_status_marker *out)
{
    uint64_t newest = us_run_status_newest_marker(status);
    if (*number >= newest)
        return false;
    if (newest - *number > US_RUN_STATUS_MARKERS)
        *number = newest - US_RUN_STATUS_MARKERS;
    struct us_run_status_marker *marker = &status->markers[*number % US_RUN_STATUS_MARKERS];
    if (atomic_load(&marker->number) != *number + 1)
        return false; /* it is being written */
    out->source = marker->source;
    out->monotonic_ns = marker->monotonic_ns;
    memcpy(out->name, marker->name, sizeof out->name);
    /* A load alone would let the content be read after it. */
    if (atomic_fetch_add(&marker->number, 0) != *number + 1)
        return false; /* it was overwritten meanwhile */
    out->name[sizeof out->name - 1] = '\0';
    atomic_init(&out->number, ++*number);
    return true;
}

uint64_t us_run_status_newest_marker(struct us_run_status *status)
{
    return status != NULL ? atomic_load(&status->marker_count) : 0;
}

/* The parts of a state: the result, the number of the call, and these. */
#define CALL_SHIFT 32
#define CALL_MASK UINT64_C(0xff)
#define INSIDE (UINT64_C(1) << 40)
#define HAS_CALLED (UINT64_C(1) << 41)

void us_call_watch_name(struct us_call_watch *watch, const char *const *names, unsigned count)
{
    for (unsigned i = 0; watch != NULL && i < count && i < US_CALL_WATCH_CALLS; i++)
        snprintf(watch->names[i], sizeof watch->names[i], "%s", names[i]);
}

static unsigned first_place(uint64_t key)
{
    return (unsigned)((key >> 12) * UINT64_C(0x9e3779b97f4a7c15) >> 58) % US_CALL_WATCH_THREADS;
}

/* The place of the calling thread. If it has none yet, it takes a free one, if it may. NULL: it has
 * none. */
static struct us_call_watch_thread *find_place(struct us_call_watch *watch, bool may_take)
{
    /* A thread that ends and another one that begins may have the same value. */
    const uint64_t key = us_thread_self();
    const unsigned first = first_place(key);
    for (unsigned i = 0; i < US_CALL_WATCH_THREADS; i++) {
        struct us_call_watch_thread *thread = &watch->threads[(first + i) % US_CALL_WATCH_THREADS];
        uint64_t there = atomic_load_explicit(&thread->key, memory_order_relaxed);
        if (there == key)
            return thread;
        if (there == 0 && !may_take)
            return NULL;
        if (there != 0 || !atomic_compare_exchange_strong(&thread->key, &there, key))
            continue;
        atomic_store(&thread->process, us_process_id());
        atomic_store(&thread->thread, us_thread_number());
        return thread;
    }
    return NULL;
}

void us_call_watch_enter(struct us_call_watch *watch, unsigned call)
{
    if (watch == NULL)
        return;
    struct us_call_watch_thread *thread = find_place(watch, true);
    if (thread != NULL)
        atomic_store_explicit(&thread->state, (uint64_t)call << CALL_SHIFT | INSIDE | HAS_CALLED,
                              memory_order_relaxed);
}

int32_t us_call_watch_leave(struct us_call_watch *watch, int32_t result)
{
    if (watch == NULL)
        return result;
    struct us_call_watch_thread *thread = find_place(watch, false);
    if (thread != NULL) {
        uint64_t state = atomic_load_explicit(&thread->state, memory_order_relaxed);
        state = (state & (CALL_MASK << CALL_SHIFT)) | HAS_CALLED | (uint32_t)result;
        atomic_store_explicit(&thread->state, state, memory_order_relaxed);
    }
    return result;
}

void us_call_watch_add_frame(struct us_call_watch *watch)
{
    /* Two threads at once may count one frame: that is enough to see that there are frames. */
    if (watch != NULL)
        atomic_store_explicit(&watch->frames,
                              atomic_load_explicit(&watch->frames, memory_order_relaxed) + 1,
                              memory_order_relaxed);
}

struct us_call_watch_state us_call_watch_read(const struct us_call_watch_thread *thread)
{
    uint64_t state = atomic_load(&thread->state);
    return (struct us_call_watch_state){(unsigned)(state >> CALL_SHIFT & CALL_MASK),
                                        (state & INSIDE) != 0, (state & HAS_CALLED) != 0,
                                        (int32_t)(uint32_t)state};
}
