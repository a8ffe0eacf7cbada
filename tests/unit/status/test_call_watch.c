/* SPDX-License-Identifier: MIT */
/* Hazard: a call is attributed to another thread, or is said to have returned while a thread is
 * inside. It takes no lock, so it is tested by itself: no app has as many threads inside at once as
 * there are places. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "testing.h"
#include "status/run_status.h"

static struct us_call_watch *make_watch(void)
{
    void *memory = NULL;
    assert_int_equal(posix_memalign(&memory, 64, sizeof(struct us_call_watch)), 0);
    memset(memory, 0, sizeof(struct us_call_watch));
    return memory;
}

/* The places that are taken. */
static unsigned count_threads(struct us_call_watch *watch, const struct us_call_watch_thread **out)
{
    unsigned count = 0;
    for (unsigned i = 0; i < US_CALL_WATCH_THREADS; i++) {
        if (atomic_load(&watch->threads[i].key) == 0)
            continue;
        *out = &watch->threads[i];
        count++;
    }
    return count;
}

TEST(a_thread_enters_and_leaves)
{
    struct us_call_watch *watch = make_watch();
    const struct us_call_watch_thread *thread = NULL;
    us_call_watch_enter(watch, 1);
    assert_int_equal(count_threads(watch, &thread), 1);
    assert_int_equal(atomic_load(&thread->process), getpid());
    assert_int_equal(atomic_load(&thread->thread), getpid()); /* the main thread */
    struct us_call_watch_state now = us_call_watch_read(thread);
    assert_true(now.is_inside && now.has_called);
    assert_int_equal(now.call, 1);
    assert_int_equal(us_call_watch_leave(watch, -1000039001), -1000039001);
    now = us_call_watch_read(thread);
    assert_true(!now.is_inside && now.has_called);
    assert_int_equal(now.call, 1);
    assert_int_equal(now.result, -1000039001);
    us_call_watch_enter(watch, 127);
    assert_int_equal(us_call_watch_read(thread).call, 127);
    assert_int_equal(us_call_watch_leave(watch, 0), 0);
    assert_int_equal(us_call_watch_read(thread).result, 0);
    assert_int_equal(count_threads(watch, &thread), 1);
    free(watch);
}

TEST(without_memory_nothing_happens)
{
    us_call_watch_enter(NULL, 3);
    assert_int_equal(us_call_watch_leave(NULL, 5), 5);
}

enum { THREADS = 80 };

struct party {
    struct us_call_watch *watch;
    pthread_barrier_t barrier;
    unsigned call;
};

struct guest {
    struct party *party;
    unsigned call;
};

static void *stay_inside(void *data)
{
    struct guest *guest = data;
    us_call_watch_enter(guest->party->watch, guest->call);
    pthread_barrier_wait(&guest->party->barrier);
    pthread_barrier_wait(&guest->party->barrier);
    us_call_watch_leave(guest->party->watch, (int32_t)guest->call);
    return NULL;
}

/* More threads than there are places: each place is one thread's, and the rest does no harm. */
TEST(many_threads)
{
    struct party party = {.watch = make_watch()};
    struct guest guests[THREADS];
    pthread_t threads[THREADS];
    const struct us_call_watch_thread *last = NULL;
    bool seen[THREADS] = {false};
    pthread_barrier_init(&party.barrier, NULL, THREADS + 1);
    for (unsigned i = 0; i < THREADS; i++) {
        guests[i] = (struct guest){&party, i};
        assert_int_equal(pthread_create(&threads[i], NULL, stay_inside, &guests[i]), 0);
    }
    pthread_barrier_wait(&party.barrier);
    assert_int_equal(count_threads(party.watch, &last), US_CALL_WATCH_THREADS);
    for (unsigned i = 0; i < US_CALL_WATCH_THREADS; i++) {
        struct us_call_watch_state now = us_call_watch_read(&party.watch->threads[i]);
        assert_true(now.is_inside);
        assert_false(seen[now.call]);
        seen[now.call] = true;
    }
    pthread_barrier_wait(&party.barrier);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < US_CALL_WATCH_THREADS; i++) {
        struct us_call_watch_state now = us_call_watch_read(&party.watch->threads[i]);
        assert_false(now.is_inside);
        assert_int_equal(now.result, now.call);
    }
    pthread_barrier_destroy(&party.barrier);
    free(party.watch);
}

static void *enter_often(void *data)
{
    struct party *party = data;
    for (unsigned i = 0; i < 3; i++) {
        us_call_watch_enter(party->watch, i);
        pthread_barrier_wait(&party->barrier);
        us_call_watch_leave(party->watch, 0);
        pthread_barrier_wait(&party->barrier);
    }
    return NULL;
}

/* However often a thread calls, and whoever else does: it has one place. Half of the places are
 * taken, so that many threads have another one than their first. */
TEST(a_thread_has_one_place)
{
    enum { FEW = 28, OTHERS = US_CALL_WATCH_THREADS / 2 };
    struct party party = {.watch = make_watch()};
    pthread_t threads[FEW];
    const struct us_call_watch_thread *last = NULL;
    for (unsigned i = 0; i < US_CALL_WATCH_THREADS; i += 2)
        atomic_store(&party.watch->threads[i].key, 1);
    pthread_barrier_init(&party.barrier, NULL, FEW);
    for (unsigned i = 0; i < FEW; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, enter_often, &party), 0);
    for (unsigned i = 0; i < FEW; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(count_threads(party.watch, &last), FEW + OTHERS);
    for (unsigned i = 0; i < US_CALL_WATCH_THREADS; i++)
        if (atomic_load(&party.watch->threads[i].key) != 0)
            assert_false(us_call_watch_read(&party.watch->threads[i]).is_inside);
    pthread_barrier_destroy(&party.barrier);
    free(party.watch);
}

TESTS_MAIN(a_thread_enters_and_leaves, without_memory_nothing_happens, many_threads,
           a_thread_has_one_place)
