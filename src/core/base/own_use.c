/* SPDX-License-Identifier: MIT */
#include "core/base/own_use.h"

#include <stdatomic.h>
#include <stdbool.h>

#include "platform/time.h"

/* The time of threads beyond these counts as the app's. */
enum { THREADS_MAX = 64 };

static struct slot {
    _Atomic int64_t ended_ns;  /* of all threads that had the slot; -1 while one runs */
    _Atomic int64_t before_ns; /* of those before the one that runs */
    void *(*run)(void *);
    void *data;
    _Atomic intptr_t clock;
    atomic_bool taken;
} slots[THREADS_MAX];

static _Atomic int64_t bytes_now;

static void *run_in(void *data)
{
    struct slot *slot = data;
    int64_t before_ns = atomic_load(&slot->ended_ns);
    atomic_store(&slot->clock, us_thread_clock());
    atomic_store(&slot->before_ns, before_ns);
    atomic_store(&slot->ended_ns, -1);
    void *result = slot->run(slot->data);
    atomic_store(&slot->ended_ns, before_ns + us_time_ns(US_TIME_THREAD));
    atomic_store(&slot->taken, false);
    return result;
}

static struct slot *take_slot(void)
{
    for (int i = 0; i < THREADS_MAX; i++) {
        if (!atomic_exchange(&slots[i].taken, true))
            return &slots[i];
    }
    return NULL;
}

int us_own_use_start_thread(struct us_thread *out_thread, size_t stack_size, void *(*run)(void *),
                            void *data)
{
    struct slot *slot = take_slot();
    if (slot == NULL)
        return us_thread_start(out_thread, stack_size, run, data);
    slot->run = run;
    slot->data = data;
    int error = us_thread_start(out_thread, stack_size, run_in, slot);
    if (error != 0)
        atomic_store(&slot->taken, false);
    return error;
}

static int64_t time_of(const struct slot *slot)
{
    int64_t ended_ns = atomic_load(&slot->ended_ns);
    if (ended_ns >= 0)
        return ended_ns;
    int64_t before_ns = atomic_load(&slot->before_ns);
    int64_t own_ns = us_thread_clock_ns(atomic_load(&slot->clock));
    ended_ns = atomic_load(&slot->ended_ns); /* the thread may have ended meanwhile */
    if (ended_ns >= 0)
        return ended_ns;
    return own_ns >= 0 ? before_ns + own_ns : before_ns;
}

int64_t us_own_use_processor_ns(void)
{
    int64_t sum_ns = 0;
    for (int i = 0; i < THREADS_MAX; i++)
        sum_ns += time_of(&slots[i]);
    return sum_ns;
}

void us_own_use_add_bytes(int64_t bytes)
{
    atomic_fetch_add_explicit(&bytes_now, bytes, memory_order_relaxed);
}

int64_t us_own_use_bytes(void)
{
    return atomic_load_explicit(&bytes_now, memory_order_relaxed);
}
