/* SPDX-License-Identifier: MIT */
#include "layer/base/handle_table.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "platform/thread.h"

/*
 * Each type has a hash table with open addressing and linear probing. A writer stores a slot's node
 * before its key, so a reader who finds the key also finds the node. A reader depends only on the
 * slot of its own handle, and the app must not destroy that handle meanwhile. When a table is made
 * anew, the old array stays allocated until the last node is removed, because a reader may still
 * search it. The next one of its size is made in its memory, so that an app that creates and
 * destroys handles all day long takes no more; a reader that was in it then searches again.
 */
enum { KEY_EMPTY = 0, FIRST_SIZE = 64 };
#define KEY_GONE UINT64_MAX

struct slot {
    _Atomic uint64_t key;
    _Atomic(struct us_node *) node;
};

struct array {
    struct array *older; /* at most one of each size */
    size_t size;         /* a power of two; at least half of the slots are empty */
    struct slot slots[];
};

struct table {
    _Atomic(struct array *) array;
    _Atomic uint64_t made; /* how often an array was made; counts before a slot changes */
    size_t live;           /* slots with a node */
    size_t used;           /* slots that are not empty */
};

static struct table tables[US_HANDLE_TYPES];
static struct us_mutex mutex = US_MUTEX_INIT;

static size_t hash(uint64_t handle)
{
    handle ^= handle >> 32;
    handle *= UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(handle >> 32);
}

/* The slot of a handle; NULL: there is none. */
static struct slot *search(struct array *array, uint64_t handle)
{
    for (size_t i = hash(handle); array != NULL; i++) {
        struct slot *slot = &array->slots[i & (array->size - 1)];
        uint64_t key = atomic_load_explicit(&slot->key, memory_order_acquire);
        if (key == handle)
            return slot;
        if (key == KEY_EMPTY)
            return NULL;
    }
    return NULL;
}

struct us_node *us_handle_table_find(enum us_handle_type type, uint64_t handle)
{
    struct table *table = &tables[type];
    if (handle == KEY_EMPTY || handle == KEY_GONE)
        return NULL;
    for (;;) {
        uint64_t made = atomic_load_explicit(&table->made, memory_order_acquire);
        struct array *array = atomic_load_explicit(&table->array, memory_order_acquire);
        struct slot *slot = search(array, handle);
        struct us_node *node =
            slot != NULL ? atomic_load_explicit(&slot->node, memory_order_acquire) : NULL;
        if (atomic_load_explicit(&table->made, memory_order_relaxed) == made)
            return node;
    }
}

/* The caller holds the lock and has called make_room. */
static void place(struct table *table, struct array *array, struct us_node *node)
{
    size_t i = hash(node->handle);
    for (;; i++) {
        struct slot *slot = &array->slots[i & (array->size - 1)];
        uint64_t key = atomic_load_explicit(&slot->key, memory_order_relaxed);
        if (key != KEY_EMPTY && key != KEY_GONE)
            continue;
        table->used += key == KEY_EMPTY;
        atomic_store_explicit(&slot->node, node, memory_order_release);
        atomic_store_explicit(&slot->key, node->handle, memory_order_release);
        return;
    }
}

/* Takes the older array of that size out of the list, and empties it; NULL: there is none. */
static struct array *reuse_older(struct array *newest, size_t size)
{
    struct array **link = &newest->older;
    while (*link != NULL && (*link)->size != size)
        link = &(*link)->older;
    struct array *array = *link;
    if (array == NULL)
        return NULL;
    *link = array->older;
    for (size_t i = 0; i < size; i++)
        atomic_store_explicit(&array->slots[i].key, KEY_EMPTY, memory_order_release);
    return array;
}

/* Makes the array anew so that at least half of its slots stay empty: that ends every search. */
static bool make_room(struct table *table)
{
    struct array *old = atomic_load_explicit(&table->array, memory_order_relaxed);
    if (old != NULL && (table->used + 1) * 2 <= old->size)
        return true;
    size_t size = FIRST_SIZE;
    while (size < (table->live + 1) * 4)
        size *= 2;
    atomic_fetch_add_explicit(&table->made, 1, memory_order_release);
    struct array *array = old != NULL ? reuse_older(old, size) : NULL;
    if (array == NULL) {
        array = calloc(1, sizeof *array + size * sizeof array->slots[0]);
        if (array == NULL)
            return false;
        array->size = size;
    }
    array->older = old;
    table->used = 0;
    for (size_t i = 0; old != NULL && i < old->size; i++) {
        uint64_t key = atomic_load_explicit(&old->slots[i].key, memory_order_relaxed);
        if (key != KEY_EMPTY && key != KEY_GONE)
            place(table, array, atomic_load_explicit(&old->slots[i].node, memory_order_relaxed));
    }
    atomic_store_explicit(&table->array, array, memory_order_release);
    return true;
}

/* The caller holds the lock. Returns NULL if the table does not have this very node. */
static struct slot *slot_of(const struct us_node *node)
{
    struct array *array = atomic_load_explicit(&tables[node->type].array, memory_order_relaxed);
    struct slot *slot = search(array, node->handle);
    return slot != NULL && atomic_load_explicit(&slot->node, memory_order_relaxed) == node ? slot
                                                                                           : NULL;
}

static void take_out(const struct us_node *node)
{
    struct slot *slot = slot_of(node);
    if (slot == NULL)
        return;
    struct table *table = &tables[node->type];
    struct array *array = atomic_load_explicit(&table->array, memory_order_relaxed);
    size_t i = (size_t)(slot - array->slots);
    atomic_store_explicit(&slot->key, KEY_GONE, memory_order_release);
    table->live--;
    /* A removed slot at the end of a probe sequence can become empty again. */
    struct slot *behind = &array->slots[(i + 1) & (array->size - 1)];
    if (atomic_load_explicit(&behind->key, memory_order_relaxed) != KEY_EMPTY)
        return;
    while (atomic_load_explicit(&slot->key, memory_order_relaxed) == KEY_GONE) {
        atomic_store_explicit(&slot->key, KEY_EMPTY, memory_order_release);
        table->used--;
        i = (i - 1) & (array->size - 1);
        slot = &array->slots[i];
    }
}

/* Frees all arrays when the last node is removed, because the loader may unload the layer then. */
static void drop_arrays_if_empty(void)
{
    for (int type = 0; type < US_HANDLE_TYPES; type++) {
        if (tables[type].live > 0)
            return;
    }
    for (int type = 0; type < US_HANDLE_TYPES; type++) {
        struct array *array =
            atomic_exchange_explicit(&tables[type].array, NULL, memory_order_acq_rel);
        tables[type].used = 0;
        while (array != NULL) {
            struct array *older = array->older;
            free(array);
            array = older;
        }
    }
}

static bool is_below(const struct us_node *node, const struct us_node *ancestor)
{
    for (; node != NULL; node = node->parent) {
        if (node == ancestor)
            return true;
    }
    return false;
}

/* Removes `root` and its descendants from the table and returns them as a list. The caller holds
 * the lock. */
static struct us_node *detach_locked(struct us_node *root)
{
    struct us_node *list = NULL;
    /* Without this, destroying a space would search the tables of all later types. */
    bool may_have_children = root->type != US_HANDLE_SPACE && root->type != US_HANDLE_ACTION &&
                             root->type != US_HANDLE_HAND_TRACKER &&
                             root->type != US_HANDLE_SWAPCHAIN;
    for (int type = US_HANDLE_TYPES - 1; type > (int)root->type && may_have_children; type--) {
        struct array *array = atomic_load_explicit(&tables[type].array, memory_order_relaxed);
        for (size_t i = 0; array != NULL && i < array->size; i++) {
            uint64_t key = atomic_load_explicit(&array->slots[i].key, memory_order_relaxed);
            if (key == KEY_EMPTY || key == KEY_GONE)
                continue;
            struct us_node *node =
                atomic_load_explicit(&array->slots[i].node, memory_order_relaxed);
            if (is_below(node, root)) {
                take_out(node);
                node->link = list;
                list = node;
            }
        }
    }
    take_out(root);
    root->link = list;
    return root;
}

bool us_handle_table_add(struct us_node *node)
{
    if (node->handle == KEY_EMPTY || node->handle == KEY_GONE)
        return false;
    us_handle_table_lock();
    struct us_node *stale = us_handle_table_find(node->type, node->handle);
    if (stale != NULL)
        stale = detach_locked(stale);
    bool added = make_room(&tables[node->type]);
    if (added) {
        place(&tables[node->type], atomic_load(&tables[node->type].array), node);
        tables[node->type].live++;
    }
    us_handle_table_unlock();
    us_handle_table_free(stale);
    return added;
}

struct us_node *us_handle_table_detach(struct us_node *node)
{
    if (node == NULL)
        return NULL;
    us_handle_table_lock();
    struct us_node *list = detach_locked(node);
    us_handle_table_unlock();
    return list;
}

static void free_node(struct us_node *node)
{
    for (int i = 0; i < US_NODE_PLACES; i++) {
        free(node->kept[i]);
        node->kept[i] = NULL;
    }
    node->free(node);
}

void us_handle_table_restore(struct us_node *list)
{
    while (list != NULL) {
        struct us_node *node = list;
        list = node->link;
        if (!us_handle_table_add(node))
            free_node(node);
    }
}

void us_handle_table_free(struct us_node *list)
{
    if (list == NULL)
        return;
    while (list != NULL) {
        struct us_node *node = list;
        list = node->link;
        free_node(node);
    }
    us_handle_table_lock();
    drop_arrays_if_empty();
    us_handle_table_unlock();
}

XrResult us_handle_table_settle(struct us_node *list, XrResult result)
{
    if (XR_FAILED(result))
        us_handle_table_restore(list);
    else
        us_handle_table_free(list);
    return result;
}

void us_handle_table_keep(struct us_node *node, unsigned place, void *data)
{
    us_handle_table_lock();
    node->kept[place] = data;
    us_handle_table_unlock();
}

void us_handle_table_lock(void)
{
    us_mutex_lock(&mutex);
}

void us_handle_table_unlock(void)
{
    us_mutex_unlock(&mutex);
}

void us_handle_table_each(enum us_handle_type type, void (*visit)(struct us_node *, void *),
                          void *data)
{
    us_handle_table_lock();
    struct array *array = atomic_load_explicit(&tables[type].array, memory_order_relaxed);
    for (size_t i = 0; array != NULL && i < array->size; i++) {
        uint64_t key = atomic_load_explicit(&array->slots[i].key, memory_order_relaxed);
        if (key != KEY_EMPTY && key != KEY_GONE)
            visit(atomic_load_explicit(&array->slots[i].node, memory_order_relaxed), data);
    }
    us_handle_table_unlock();
}
