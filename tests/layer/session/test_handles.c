/* SPDX-License-Identifier: MIT */
/* Hazard: a table that loses a handle while others come and go, in one thread or in many. */
#include "scene.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "layer/base/handle_table.h"

static atomic_int alive;

static void free_node(struct us_node *node)
{
    atomic_fetch_sub(&alive, 1);
    free(node);
}

static struct us_node *add(enum us_handle_type type, uint64_t handle, struct us_node *parent)
{
    struct us_node *node = calloc(1, sizeof *node);
    assert_non_null(node);
    *node = us_handle_table_node(type, handle, parent, free_node);
    atomic_fetch_add(&alive, 1);
    assert_true(us_handle_table_add(node));
    return node;
}

static void drop(struct us_node *node)
{
    us_handle_table_free(us_handle_table_detach(node));
}

TEST(test_churn)
{
    struct us_node *instance = add(US_HANDLE_INSTANCE, 1, NULL);
    struct us_node *kept[500] = {0};
    uint32_t random = 1;
    for (int i = 0; i < 200000; i++) {
        random = random * 1664525u + 1013904223u;
        unsigned slot = (random >> 16) % 500;
        uint64_t handle = 0x7f0000000000 + 64 * (uint64_t)slot;
        assert_ptr_equal(us_handle_table_find(US_HANDLE_SPACE, handle), kept[slot]);
        if (kept[slot] == NULL) {
            kept[slot] = add(US_HANDLE_SPACE, handle, instance);
        } else {
            drop(kept[slot]);
            kept[slot] = NULL;
        }
    }
    drop(instance);
    assert_int_equal(atomic_load(&alive), 0);
}

TEST(test_types_and_families)
{
    struct us_node *instance = add(US_HANDLE_INSTANCE, 5, NULL);
    struct us_node *session = add(US_HANDLE_SESSION, 5, instance);
    struct us_node *other = add(US_HANDLE_SESSION, 6, instance);
    struct us_node *set = add(US_HANDLE_ACTION_SET, 5, instance);
    struct us_node *action = add(US_HANDLE_ACTION, 5, set);
    struct us_node *space = add(US_HANDLE_SPACE, 5, session);
    struct us_node *stays = add(US_HANDLE_SPACE, 7, other);
    assert_ptr_equal(us_handle_table_find(US_HANDLE_SPACE, 5), space);
    assert_ptr_equal(us_handle_table_find(US_HANDLE_ACTION, 5), action);
    assert_null(us_handle_table_find(US_HANDLE_HAND_TRACKER, 5));
    struct us_node *list = us_handle_table_detach(session);
    assert_null(us_handle_table_find(US_HANDLE_SPACE, 5));
    assert_ptr_equal(us_handle_table_find(US_HANDLE_SPACE, 7), stays);
    us_handle_table_restore(list);
    assert_ptr_equal(us_handle_table_find(US_HANDLE_SPACE, 5), space);
    struct us_node *replaced = add(US_HANDLE_SESSION, 5, instance);
    assert_ptr_equal(us_handle_table_find(US_HANDLE_SESSION, 5), replaced);
    assert_null(us_handle_table_find(US_HANDLE_SPACE, 5));
    assert_int_equal(atomic_load(&alive), 6);
    drop(instance);
    assert_int_equal(atomic_load(&alive), 0);
    us_handle_table_free(us_handle_table_detach(NULL));
    us_handle_table_restore(NULL);
    struct us_node null = {.type = US_HANDLE_SPACE, .free = free_node};
    assert_false(us_handle_table_add(&null));
}

enum { THREADS = 4, ROUNDS = 20000 };
static struct us_node *shared_instance;

/* Each thread's handles are its own, as an app must keep them; the table is everybody's. */
static void *work(void *data)
{
    uint64_t base = 0x10000 * (uint64_t)(uintptr_t)data;
    struct us_node *own = add(US_HANDLE_SESSION, base, shared_instance);
    for (uint64_t i = 1; i < ROUNDS; i++) {
        struct us_node *node = add(US_HANDLE_SPACE, base + i % 100, own);
        if (us_handle_table_find(US_HANDLE_SPACE, base + i % 100) != node ||
            us_handle_table_find(US_HANDLE_SESSION, base) != own)
            return NULL;
        if (i % 3 == 0)
            drop(node);
    }
    drop(own);
    return data;
}

TEST(test_threads)
{
    shared_instance = add(US_HANDLE_INSTANCE, 1, NULL);
    pthread_t threads[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, (void *)(i + 1)), 0);
    for (int i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        assert_non_null(result);
    }
    drop(shared_instance);
    assert_int_equal(atomic_load(&alive), 0);
}

int main(void)
{
    return RUN_TESTS(test_churn, test_types_and_families, test_threads);
}
