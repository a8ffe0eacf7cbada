/* SPDX-License-Identifier: MIT */
#include "eventlog/event_journal_ring.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/monotonic.h"
#include "platform/descriptor.h"
#include "core/base/memory_file.h"
#include "platform/memory_turn.h"

/* How often it is looked again, where the other process has ended or never began. */
#define LOOK_NS INT64_C(5000000)

struct us_journal *us_event_journal_ring_map(const char *path)
{
    int file;
    struct us_journal *journal = us_memory_file_take(path, sizeof *journal, &file);
    if (journal != NULL)
        journal->ring_file = file;
    return journal;
}

void us_event_journal_ring_unmap(struct us_journal *journal)
{
    if (journal == NULL)
        return;
    atomic_store(&journal->magic, 0);
    us_memory_file_give_back(journal, sizeof *journal, journal->ring_file);
}

struct us_journal *us_event_journal_ring_join(const char *path)
{
    int file = us_memory_file_open(path);
    struct us_journal *ring =
        file >= 0 ? us_memory_file_map(file, sizeof *ring, US_MAPPING_SHARED) : NULL;
    if (file >= 0)
        us_descriptor_close(file);
    return ring;
}

void us_event_journal_ring_leave(struct us_journal *ring)
{
    if (ring != NULL)
        us_mapping_unmap(ring, sizeof *ring);
}

void us_event_journal_ring_flush(struct us_journal *ring, int64_t most_ns)
{
    if (ring == NULL ||
        atomic_load_explicit(&ring->magic, memory_order_acquire) != US_JOURNAL_MAGIC ||
        ring->size != sizeof *ring)
        return;
    uint64_t head = atomic_load(&ring->head);
    int64_t until_ns = us_monotonic_ns() + most_ns;
    atomic_fetch_add(&ring->readers, 1);
    for (;;) {
        uint32_t turn = atomic_load(&ring->write_turn);
        int64_t left_ns = until_ns - us_monotonic_ns();
        if (atomic_load(&ring->tail) >= head || left_ns <= 0)
            break;
        us_memory_turn_change(&ring->look_turn, &ring->rests);
        us_memory_turn_wait(&ring->write_turn, turn, left_ns < LOOK_NS ? left_ns : LOOK_NS);
    }
    atomic_fetch_sub(&ring->readers, 1);
}

const char *us_event_journal_dropped_words(uint64_t count, char out[US_LOST_OUTPUT_SIZE])
{
    snprintf(out, US_LOST_OUTPUT_SIZE,
             "%" PRIu64 " line%s missing, because the app called faster than the log was written; "
             "use --clock frame, which waits for the log, or a log of less, --log FILE,frames",
             count, count == 1 ? " is" : "s are");
    return out;
}

uint64_t us_event_journal_last_number(const char *log_path, int64_t *out_end)
{
    static const char begin[] = "\n{\"n\":";
    char text[US_JOURNAL_LINE_SIZE + 2] = "\n";
    struct us_about about = {0};
    int file = us_descriptor_open(log_path, US_DESCRIPTOR_READ | US_DESCRIPTOR_NO_LINK, 0);
    if (file >= 0)
        (void)us_descriptor_about(file, &about);
    uint64_t from = about.size > US_JOURNAL_LINE_SIZE ? about.size - US_JOURNAL_LINE_SIZE : 0;
    int64_t length =
        about.size > 0 ? us_descriptor_read_at(file, text + 1, US_JOURNAL_LINE_SIZE, from) : 0;
    if (file >= 0)
        us_descriptor_close(file);
    text[length > 0 ? length + 1 : 0] = '\0';
    char *end = strrchr(text, '\n');
    if (out_end != NULL)
        *out_end = end != NULL && length > 0 ? (int64_t)from + (end - text) : 0;
    if (end != NULL)
        *end = '\0';
    const char *last = NULL;
    for (const char *at = strstr(text, begin); at != NULL; at = strstr(at + 1, begin))
        last = at + sizeof begin - 1;
    return last != NULL ? strtoull(last, NULL, 10) : 0;
}
