/* SPDX-License-Identifier: MIT */
/* flock is not in POSIX, but in every libc that has OpenXR. */
#define _DEFAULT_SOURCE
#include "session/session_ring.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file.h"

bool us_session_ring_prepare(int file)
{
    int why = posix_fallocate(file, 0, sizeof(struct us_session_ring));
    if (why == 0 && ftruncate(file, sizeof(struct us_session_ring)) != 0)
        why = errno;
    errno = why;
    return why == 0;
}

/* The lock goes with the process, however it ends: who has it next knows that this one is gone. */
static int open_ring(const char *path)
{
    struct stat status;
    int file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0)
        return -1;
    bool usable = fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                  status.st_uid == geteuid() && flock(file, LOCK_EX | LOCK_NB) == 0 &&
                  us_session_ring_prepare(file);
    if (usable)
        return file;
    close(file);
    return -1;
}

static struct us_session_ring *map_ring(const char *path)
{
    int file = open_ring(path);
    if (file < 0)
        return NULL;
    void *memory =
        mmap(NULL, sizeof(struct us_session_ring), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) {
        close(file);
        return NULL;
    }
    struct us_session_ring *ring = memory;
    memset(ring, 0, sizeof *ring);
    ring->file = file;
    return ring;
}

struct us_session_ring *us_session_ring_take(const char *path)
{
    struct us_session_ring *ring = path != NULL ? map_ring(path) : NULL;
    if (ring == NULL) {
        ring = calloc(1, sizeof *ring);
        if (ring == NULL)
            return NULL;
        ring->file = -1;
    }
    for (uint64_t i = 0; i < US_SESSION_RING_SLOTS; i++)
        atomic_init(&ring->slots[i].turn, i);
    ring->size = sizeof *ring;
    ring->magic = US_SESSION_RING_MAGIC;
    return ring;
}

void us_session_ring_give_back(struct us_session_ring *ring)
{
    if (ring == NULL)
        return;
    int file = ring->file;
    if (file < 0) {
        free(ring);
        return;
    }
    ring->magic = 0;
    munmap(ring, sizeof *ring);
    close(file);
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
                         const void *message, uint32_t size)
{
    uint64_t position;
    struct us_session_slot *slot = take_slot(ring, &position);
    if (slot == NULL) {
        atomic_fetch_add_explicit(&ring->dropped, 1, memory_order_relaxed);
        return false;
    }
    slot->message.topic = topic;
    memcpy(&slot->message.of, message, size);
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

static void look(const struct us_session_ring *ring, struct us_session_progress *out)
{
    int64_t first = atomic_load_explicit(&ring->first_ns, memory_order_relaxed);
    int64_t last = atomic_load_explicit(&ring->last_ns, memory_order_relaxed);
    out->is_recording = atomic_load_explicit(&ring->has_info, memory_order_relaxed);
    out->failed = atomic_load_explicit(&ring->failed, memory_order_relaxed);
    out->seconds = last > first && first > 0 ? (double)(last - first) * 1e-9 : 0.0;
    out->frames = atomic_load_explicit(&ring->frames, memory_order_relaxed);
    out->messages = atomic_load_explicit(&ring->messages, memory_order_relaxed);
    out->dropped = atomic_load_explicit(&ring->dropped, memory_order_relaxed);
    out->bytes = atomic_load_explicit(&ring->commit.file_size, memory_order_relaxed);
    out->number = ring->number;
    out->tracked = atomic_load_explicit(&ring->tracked, memory_order_relaxed);
}

bool us_session_ring_progress(int file, struct us_session_progress *out)
{
    struct stat status;
    *out = (struct us_session_progress){0};
    if (fstat(file, &status) != 0 || status.st_size != (off_t)sizeof(struct us_session_ring))
        return false;
    void *memory = mmap(NULL, sizeof(struct us_session_ring), PROT_READ, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED)
        return false;
    const struct us_session_ring *ring = memory;
    bool usable = ring->magic == US_SESSION_RING_MAGIC && ring->size == sizeof *ring;
    if (usable)
        look(ring, out);
    munmap(memory, sizeof(struct us_session_ring));
    return usable;
}

struct us_session_ring *us_session_ring_copy(const char *path)
{
    struct us_session_ring *copy = NULL;
    struct us_file file = {.descriptor = -1};
    int lock = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0 &&
        us_file_open(path, &file, NULL) == US_OK && file.size == sizeof *copy)
        copy = malloc(sizeof *copy);
    if (copy != NULL &&
        (!us_file_get(&file, 0, copy, sizeof *copy) || copy->magic != US_SESSION_RING_MAGIC ||
         copy->size != sizeof *copy || copy->components.count > US_SESSION_COMPONENTS_MAX)) {
        free(copy);
        copy = NULL;
    }
    us_file_close(&file);
    if (lock >= 0)
        close(lock);
    if (copy != NULL)
        copy->file = -1;
    return copy;
}
