/* SPDX-License-Identifier: MIT */
#include "session/file/session_ring.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file.h"
#include "platform/descriptor.h"
#include "core/base/memory_file.h"

bool us_session_ring_prepare(int file)
{
    return us_descriptor_reserve(file, sizeof(struct us_session_ring));
}

/* Whether a process holds it, or has crashed and left in it what `understudy` will write. */
static bool holds_rest(const char *path)
{
    struct us_session_progress progress = {0};
    int file = path != NULL ? us_memory_file_open(path) : -1;
    if (file < 0)
        return false;
    bool holds = us_session_ring_progress(file, &progress) && progress.is_recording;
    us_descriptor_close(file);
    return holds;
}

struct us_session_ring *us_session_ring_take(const char *path)
{
    int file;
    path = holds_rest(path) ? NULL : path;
    struct us_session_ring *ring = us_memory_file_take(path, sizeof *ring, &file);
    if (ring == NULL)
        return NULL;
    ring->file = file;
    for (uint64_t i = 0; i < US_SESSION_RING_SLOTS; i++)
        atomic_init(&ring->slots[i].turn, i);
    ring->size = sizeof *ring;
    atomic_store_explicit(&ring->magic, US_SESSION_RING_MAGIC, memory_order_release);
    return ring;
}

void us_session_ring_give_back(struct us_session_ring *ring)
{
    if (ring == NULL)
        return;
    atomic_store(&ring->magic, 0);
    us_memory_file_give_back(ring, sizeof *ring, ring->file);
}

/* A slot for one message, or NULL if there is none. */
static struct us_session_slot *take_slot(struct us_session_ring *ring, uint64_t *out_position)
{
    uint64_t position = atomic_load_explicit(&ring->head, memory_order_relaxed);
    for (;;) {
        struct us_session_slot *slot = &ring->slots[position % US_SESSION_RING_SLOTS];
        uint64_t turn = atomic_load_explicit(&slot->turn, memory_order_acquire);
        if (turn == position) {
            if (atomic_compare_exchange_weak_explicit(&ring->head, &position, position + 1,
                                                      memory_order_relaxed, memory_order_relaxed)) {
                *out_position = position;
                return slot;
            }
        } else if (turn < position) {
            return NULL;
        } else {
            position = atomic_load_explicit(&ring->head, memory_order_relaxed);
        }
    }
}

bool us_session_ring_put(struct us_session_ring *ring, enum us_session_topic topic,
                         const void *message)
{
    uint64_t position;
    struct us_session_slot *slot = take_slot(ring, &position);
    if (slot == NULL) {
        atomic_fetch_add_explicit(&ring->dropped, 1, memory_order_relaxed);
        return false;
    }
    slot->message.topic = topic;
    memcpy(&slot->message.of, message, us_session_topic_size(topic));
    memcpy(&slot->message.time_ns, message, sizeof slot->message.time_ns);
    atomic_store_explicit(&slot->turn, position + 1, memory_order_release);
    atomic_fetch_add_explicit(&ring->messages, 1, memory_order_relaxed);
    return true;
}

const struct us_session_message *us_session_ring_at(const struct us_session_ring *ring,
                                                    uint64_t position)
{
    const struct us_session_slot *slot = &ring->slots[position % US_SESSION_RING_SLOTS];
    bool filled = atomic_load_explicit(&slot->turn, memory_order_acquire) == position + 1;
    return filled ? &slot->message : NULL;
}

void us_session_ring_release(struct us_session_ring *ring, uint64_t position)
{
    uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    for (; tail < position; tail++)
        atomic_store_explicit(&ring->slots[tail % US_SESSION_RING_SLOTS].turn,
                              tail + US_SESSION_RING_SLOTS, memory_order_release);
    atomic_store_explicit(&ring->tail, position, memory_order_release);
}

struct us_session_progress us_session_ring_look(const struct us_session_ring *ring)
{
    int64_t first = atomic_load_explicit(&ring->first_ns, memory_order_relaxed);
    int64_t last = atomic_load_explicit(&ring->last_ns, memory_order_relaxed);
    return (struct us_session_progress){
        .is_recording = atomic_load_explicit(&ring->has_info, memory_order_relaxed),
        .failed = atomic_load_explicit(&ring->failed, memory_order_relaxed),
        .seconds = last > first && first > 0 ? (double)(last - first) * 1e-9 : 0.0,
        .frames = atomic_load_explicit(&ring->frames, memory_order_relaxed),
        .messages = atomic_load_explicit(&ring->messages, memory_order_relaxed),
        .dropped = atomic_load_explicit(&ring->dropped, memory_order_relaxed),
        .bytes = atomic_load_explicit(&ring->commit.file_size, memory_order_relaxed),
        .tracked = atomic_load_explicit(&ring->tracked, memory_order_relaxed),
        .number = ring->number,
    };
}

bool us_session_ring_progress(int file, struct us_session_progress *out)
{
    *out = (struct us_session_progress){0};
    struct us_session_ring *ring = us_memory_file_map(file, sizeof *ring, US_MAPPING_READ);
    if (ring == NULL)
        return false;
    bool usable =
        atomic_load_explicit(&ring->magic, memory_order_acquire) == US_SESSION_RING_MAGIC &&
        ring->size == sizeof *ring;
    if (usable)
        *out = us_session_ring_look(ring);
    us_mapping_unmap(ring, sizeof *ring);
    return usable;
}

struct us_session_ring *us_session_ring_copy(const char *path)
{
    struct us_session_ring *copy = NULL;
    struct us_file file = {.descriptor = -1};
    int lock = us_memory_file_open(path);
    if (lock >= 0 && us_descriptor_lock(lock, true) && us_file_open(path, &file, NULL) == US_OK &&
        file.size == sizeof *copy)
        copy = malloc(sizeof *copy);
    if (copy != NULL &&
        (!us_file_get(&file, 0, copy, sizeof *copy) || copy->magic != US_SESSION_RING_MAGIC ||
         copy->size != sizeof *copy || copy->components.count > US_SESSION_COMPONENTS_MAX)) {
        free(copy);
        copy = NULL;
    }
    us_file_close(&file);
    if (lock >= 0)
        us_descriptor_close(lock);
    if (copy != NULL)
        copy->file = -1;
    return copy;
}
