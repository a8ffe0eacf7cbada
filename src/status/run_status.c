/* SPDX-License-Identifier: MIT */
#include "status/run_status.h"

#include <string.h>

#include "platform/descriptor.h"
#include "platform/process.h"
#include "status/memory_file.h"

bool us_run_status_prepare(int file)
{
    return us_memory_file_reserve(file, sizeof(struct us_run_status));
}

struct us_run_status *us_run_status_make(int file)
{
    struct us_run_status *status = us_memory_file_map(file, sizeof *status, US_MAPPING_SHARED);
    if (status != NULL) {
        status->magic = US_RUN_STATUS_MAGIC;
        status->size = sizeof *status;
    }
    return status;
}

void us_run_status_clear(struct us_run_status *status)
{
    memset(status, 0, sizeof *status);
    status->magic = US_RUN_STATUS_MAGIC;
    status->size = sizeof *status;
}

struct us_run_status *us_run_status_open(const char *path)
{
    int file = us_memory_file_open(path);
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
