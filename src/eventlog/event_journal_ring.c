/* SPDX-License-Identifier: MIT */
#include "eventlog/event_journal_ring.h"

#include <inttypes.h>
#include <stdio.h>

#include "platform/descriptor.h"
#include "core/base/memory_file.h"
#include "platform/time.h"

/* How often it is looked again, where the other process has ended or never began. */
#define LOOK_NS INT64_C(5000000)

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
    int64_t until_ns = us_time_now_ns() + most_ns;
    for (;;) {
        uint32_t turn = us_memory_turn_see(&ring->written);
        int64_t left_ns = until_ns - us_time_now_ns();
        if (atomic_load(&ring->tail) >= head || left_ns <= 0)
            break;
        us_memory_turn_change(&ring->look);
        us_memory_turn_wait(&ring->written, turn, left_ns < LOOK_NS ? left_ns : LOOK_NS);
    }
}

const char *us_event_journal_dropped_words(uint64_t count, char out[US_LOST_OUTPUT_SIZE])
{
    snprintf(out, US_LOST_OUTPUT_SIZE,
             "%" PRIu64 " line%s missing, because the app called faster than the log was written; "
             "use --clock frame, which waits for the log, or a log of less, --log FILE,frames",
             count, count == 1 ? " is" : "s are");
    return out;
}

struct us_log_event us_event_journal_dropped_event(uint64_t count, int64_t wall_ns)
{
    struct us_log_event event = {.kind = US_LOG_EVENT_TEXT, .frame = -1, .wall_ns = wall_ns};
    struct us_json_text text;
    us_json_text_init(&text, event.of.text, sizeof event.of.text);
    us_json_text_string(&text, "e", "dropped");
    us_json_text_integer(&text, "count", (int64_t)count);
    us_json_text_finish(&text);
    return event;
}
