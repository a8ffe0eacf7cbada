/* SPDX-License-Identifier: MIT */
#include "status/call_watch.h"

#include <stddef.h>
#include <stdio.h>

#include "platform/process.h"
#include "platform/thread.h"

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

/* Takes a free place for a thread; NULL: there is none. */
static struct us_call_watch_thread *take_place(struct us_call_watch *watch, uint64_t key,
                                               unsigned first)
{
    for (unsigned i = 0; i < US_CALL_WATCH_THREADS; i++) {
        struct us_call_watch_thread *thread = &watch->threads[(first + i) % US_CALL_WATCH_THREADS];
        uint64_t none = 0;
        if (!atomic_compare_exchange_strong(&thread->key, &none, key))
            continue;
        atomic_store(&thread->process, us_process_id());
        atomic_store(&thread->thread, us_thread_number());
        return thread;
    }
    return NULL;
}

/* The place of the calling thread; NULL: it has none yet. */
static struct us_call_watch_thread *find_place(struct us_call_watch *watch, uint64_t key,
                                               unsigned first)
{
    for (unsigned i = 0; i < US_CALL_WATCH_THREADS; i++) {
        struct us_call_watch_thread *thread = &watch->threads[(first + i) % US_CALL_WATCH_THREADS];
        uint64_t there = atomic_load_explicit(&thread->key, memory_order_relaxed);
        if (there == key)
            return thread;
        if (there == 0)
            return NULL;
    }
    return NULL;
}

static unsigned first_place(uint64_t key)
{
    return (unsigned)((key >> 12) * UINT64_C(0x9e3779b97f4a7c15) >> 58) % US_CALL_WATCH_THREADS;
}

void us_call_watch_enter(struct us_call_watch *watch, unsigned call)
{
    if (watch == NULL)
        return;
    /* A thread that ends and another one that begins may have the same value. */
    uint64_t key = us_thread_self();
    unsigned first = first_place(key);
    struct us_call_watch_thread *thread = find_place(watch, key, first);
    if (thread == NULL)
        thread = take_place(watch, key, first);
    if (thread != NULL)
        atomic_store_explicit(&thread->state, (uint64_t)call << CALL_SHIFT | INSIDE | HAS_CALLED,
                              memory_order_relaxed);
}

int32_t us_call_watch_leave(struct us_call_watch *watch, int32_t result)
{
    if (watch == NULL)
        return result;
    uint64_t key = us_thread_self();
    struct us_call_watch_thread *thread = find_place(watch, key, first_place(key));
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
