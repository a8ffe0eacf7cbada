/* SPDX-License-Identifier: MIT */
/* Hazard: a table that loses a handle while others come and go, in one thread or in many. It is
 * read without a lock, so it is tested by itself: against a plain list, and by threads. */
#include "scene.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "counting.h"
#include "layer/base/handle_table.h"

/* ---- against a plain list ---- */

enum { NODES = 900, KINDS = 3 };

static struct model {
    struct us_node node;
    bool there, freed;
} models[NODES];

static void forget(struct us_node *node)
{
    struct model *model = (struct model *)(void *)node;
    assert_false(model->freed);
    model->freed = true;
}

static const enum us_handle_type types[KINDS] = {US_HANDLE_INSTANCE, US_HANDLE_SESSION,
                                                 US_HANDLE_SPACE};

/* Under the table's lock, so that nothing may fail here. */
static void count_node(struct us_node *node, void *data)
{
    *(unsigned *)data += ((struct model *)(void *)node)->there ? 1 : NODES;
}

static void check_models(void)
{
    unsigned there = 0, visited = 0;
    for (unsigned i = 0; i < NODES; i++) {
        const struct us_node *found =
            us_handle_table_find(models[i].node.type, models[i].node.handle);
        assert_ptr_equal(found, models[i].there ? &models[i].node : NULL);
        there += models[i].there;
    }
    for (unsigned kind = 0; kind < KINDS; kind++)
        us_handle_table_each(types[kind], count_node, &visited);
    assert_int_equal(visited, there);
}

static bool is_below(const struct us_node *node, const struct us_node *ancestor)
{
    while (node != NULL && node != ancestor)
        node = node->parent;
    return node != NULL;
}

/* A node of the kind above, or of the same one; parents stay as long as their children. */
static void add_model(unsigned i, uint64_t handle, uint64_t *seed)
{
    struct model *model = &models[i];
    unsigned kind = i % KINDS;
    *model = (struct model){.node = {.type = types[kind], .handle = handle, .free = forget}};
    for (unsigned tries = 0; kind > 0 && tries < NODES && model->node.parent == NULL; tries++) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        struct model *parent = &models[(*seed >> 33) % NODES];
        if (parent->there && parent->node.type == types[kind - 1])
            model->node.parent = &parent->node;
    }
    if (kind > 0 && model->node.parent == NULL) {
        model->node.free = NULL;
        return;
    }
    model->there = us_handle_table_add(&model->node);
    assert_true(model->there);
}

static void remove_model(unsigned i, bool restore)
{
    struct model *model = &models[i];
    struct us_node *list = us_handle_table_detach(&model->node);
    assert_ptr_equal(list, &model->node);
    unsigned expected = 0, found = 0;
    for (unsigned k = 0; k < NODES; k++) {
        if (!models[k].there || !is_below(&models[k].node, &model->node))
            continue;
        expected++;
        assert_null(us_handle_table_find(models[k].node.type, models[k].node.handle));
        models[k].there = restore;
    }
    for (const struct us_node *at = list; at != NULL; at = at->link)
        found++;
    assert_int_equal(found, expected);
    if (restore) {
        us_handle_table_restore(list);
        return;
    }
    us_handle_table_free(list);
    for (unsigned k = 0; k < NODES; k++)
        assert_false(models[k].node.free != NULL && !models[k].there && !models[k].freed);
}

/* Handles as runtimes give them: addresses, small numbers, and numbers in the upper half. */
static uint64_t handle_of(unsigned i)
{
    return i % 5 == 0 ? 0x7f0012340000u + i * 64u
                      : (i % 5 == 1 ? (uint64_t)(i + 1) << 32 : (uint64_t)i + 1);
}

/* The first of all: no handle was ever there. */
TEST(nothing_is_found_in_an_empty_table)
{
    for (int type = 0; type < US_HANDLE_TYPES; type++) {
        struct us_node node = {.type = (enum us_handle_type)type, .handle = 5};
        assert_null(us_handle_table_find(node.type, 5));
        us_handle_table_each(node.type, count_node, NULL);
        assert_ptr_equal(us_handle_table_detach(&node), &node);
        assert_null(node.link);
    }
    assert_null(us_handle_table_detach(NULL));
    us_handle_table_restore(NULL);
    us_handle_table_free(NULL);
}

/* The loader may unload the layer once the last handle is gone. */
TEST(an_empty_table_has_no_memory)
{
    uint64_t seed = 3;
    memset(models, 0, sizeof models);
    const int before = counting.live;
    for (unsigned i = 0; i < NODES; i++)
        add_model(i, handle_of(i), &seed);
    assert_true(counting.live > before + KINDS); /* they grew */
    for (unsigned i = 1; i < NODES; i++)
        if (models[i].there && !models[i].freed)
            us_handle_table_free(us_handle_table_detach(&models[i].node));
    assert_true(counting.live > before);
    us_handle_table_free(us_handle_table_detach(&models[0].node));
    assert_int_equal(counting.live, before);
}

TEST(handles_are_found_and_go_with_their_parents)
{
    uint64_t seed = 11;
    memset(models, 0, sizeof models);
    for (unsigned round = 0; round < 6; round++) {
        for (unsigned i = 0; i < NODES; i++) {
            if (!models[i].there)
                add_model(i, handle_of(i), &seed);
        }
        check_models();
        for (unsigned i = 0; i < 60; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            unsigned which = (unsigned)(seed >> 33) % NODES;
            if (models[which].there)
                remove_model(which, i % 4 == 3);
        }
        check_models();
    }
    for (unsigned i = 0; i < NODES; i++) {
        if (models[i].there)
            remove_model(i, false);
    }
    check_models();
}

/* Many come and go, a few stay: the slots of those that are gone are used again. */
TEST(handles_come_and_go)
{
    memset(models, 0, sizeof models);
    uint64_t seed = 1;
    for (unsigned i = 0; i < 100000; i++) {
        struct model *model = &models[i % 40];
        if (model->there) {
            us_handle_table_free(us_handle_table_detach(&model->node));
            assert_true(model->freed);
            assert_null(us_handle_table_find(US_HANDLE_INSTANCE, model->node.handle));
        }
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        *model = (struct model){
            .node = us_handle_table_node(US_HANDLE_INSTANCE, (seed >> 20) + 1, NULL, forget)};
        model->there = us_handle_table_add(&model->node);
        assert_true(model->there);
        assert_null(us_handle_table_find(US_HANDLE_INSTANCE, 0));
        assert_null(us_handle_table_find(US_HANDLE_INSTANCE, UINT64_MAX));
        if (i % 997 == 0)
            check_models();
    }
    for (unsigned i = 0; i < 40; i++)
        us_handle_table_free(us_handle_table_detach(&models[i].node));
}

TEST(a_handle_that_comes_again_is_a_new_one)
{
    memset(models, 0, sizeof models);
    uint64_t seed = 1;
    add_model(0, 17, &seed);
    add_model(1, 18, &seed);
    add_model(2, 19, &seed);
    assert_true(models[2].there);
    models[3].node = us_handle_table_node(US_HANDLE_INSTANCE, 17, NULL, forget);
    assert_true(us_handle_table_add(&models[3].node));
    assert_ptr_equal(us_handle_table_find(US_HANDLE_INSTANCE, 17), &models[3].node);
    for (unsigned i = 0; i < 3; i++)
        assert_true(models[i].freed);
    assert_null(us_handle_table_find(US_HANDLE_SPACE, 19));
    struct us_node null = {.type = US_HANDLE_INSTANCE, .handle = 0, .free = forget};
    assert_false(us_handle_table_add(&null));
    null.handle = UINT64_MAX;
    assert_false(us_handle_table_add(&null));
    assert_null(us_handle_table_find(US_HANDLE_INSTANCE, 0));
    assert_null(us_handle_table_find(US_HANDLE_INSTANCE, UINT64_MAX));
    us_handle_table_free(us_handle_table_detach(&models[3].node));
    assert_true(models[3].freed);
    assert_null(us_handle_table_detach(NULL));
}

/* ---- many threads ---- */

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
    return RUN_TESTS(nothing_is_found_in_an_empty_table, an_empty_table_has_no_memory,
                     handles_are_found_and_go_with_their_parents, handles_come_and_go,
                     a_handle_that_comes_again_is_a_new_one, test_threads);
}
