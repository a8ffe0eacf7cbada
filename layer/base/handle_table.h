/* SPDX-License-Identifier: MIT */
/*
 * handle_table: maps (type, handle) to what the layer knows about the handle.
 *
 * There is one table per process, because most OpenXR functions do not take an XrInstance. Handles
 * of different types may have the same value. A runtime may use a value again after the object was
 * destroyed.
 *
 * Threads: us_handle_table_find takes no lock, allocates nothing and makes no system call; it
 * searches again if the table was made anew meanwhile, which takes dozens of new handles. The
 * functions that change the table take one mutex, which is never held during a call down the chain.
 * A node stays valid as long as the app may use its handle, because OpenXR requires external
 * synchronization of destroying a handle with every use of it and of its children. xrPollEvent is
 * an exception: it names a session that another thread may destroy. There, find the node and use it
 * between us_handle_table_lock and us_handle_table_unlock.
 */
#ifndef US_HANDLE_TABLE_H
#define US_HANDLE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "openxr/xr.h"

enum us_handle_type {
    US_HANDLE_INSTANCE,
    US_HANDLE_SESSION,
    US_HANDLE_SPACE,
    US_HANDLE_ACTION_SET,
    US_HANDLE_ACTION,
    US_HANDLE_HAND_TRACKER,
    US_HANDLE_SWAPCHAIN,        /* struct us_captured_swapchain; only with screenshots */
    US_HANDLE_LOGGED_SWAPCHAIN, /* the same handles, for the event log; only with an event log */
    US_HANDLE_TYPES
};

/* How many users of the table may keep something with a node: the stages (layer/setup/stages.def).
 */
enum { US_NODE_PLACES = 6 };

/* The first member of every struct in the table. */
struct us_node {
    enum us_handle_type type;
    uint64_t handle;
    struct us_node *parent;         /* NULL for an instance */
    void (*free)(struct us_node *); /* frees the memory; does not touch the table */
    bool is_own;                /* the layer made the handle for itself; the app does not know it */
    struct us_node *link;       /* the next node of a detached list; otherwise unused */
    void *kept[US_NODE_PLACES]; /* us_handle_table_keep; NULL: nothing */
};

/* A node to add. */
static inline struct us_node us_handle_table_node(enum us_handle_type type, uint64_t handle,
                                                  struct us_node *parent,
                                                  void (*free)(struct us_node *))
{
    return (struct us_node){.type = type, .handle = handle, .parent = parent, .free = free};
}

/*
 * Adds a node; the table then owns it. If the table has a node with the same handle, that node is
 * stale: its object was destroyed without the layer's knowledge. The table frees it and its
 * children. Returns false if memory runs out or the handle is null; the caller then keeps the node.
 */
bool us_handle_table_add(struct us_node *node);

/* Returns the node, or NULL if the table does not have the handle. */
struct us_node *us_handle_table_find(enum us_handle_type type, uint64_t handle);

/*
 * To destroy a handle, a hook detaches the node with all its descendants, calls down, and then
 * frees the list, or restores it if the call failed. It must detach before it calls down: after
 * the call, the runtime may already have given the value to a new object. All three accept NULL.
 */
struct us_node *us_handle_table_detach(struct us_node *node);
void us_handle_table_restore(struct us_node *list);
void us_handle_table_free(struct us_node *list);
/* Does one of both by the result of the call, which it returns. */
XrResult us_handle_table_settle(struct us_node *list, XrResult result);

/* Keeps `data`, which is from malloc, with a node of the table, at a place where nothing is kept
 * yet. The table frees it before the node. */
void us_handle_table_keep(struct us_node *node, unsigned place, void *data);

void us_handle_table_lock(void);
void us_handle_table_unlock(void);

/* Calls `visit` with every node of a type while it holds the lock. `visit` must not change the
 * table. */
void us_handle_table_each(enum us_handle_type type, void (*visit)(struct us_node *, void *),
                          void *data);

#endif
