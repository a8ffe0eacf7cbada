/* SPDX-License-Identifier: MIT */
/*
 * handle_table: (type, handle) -> what the layer knows of it.
 *
 * The one table of the process, since most of OpenXR's calls name no instance. Values of different
 * types may be equal, and a value may come again after its object was destroyed.
 *
 * Threads. us_handle_table_find is wait-free: no lock, no allocation, no system call. Everything
 * that changes the table takes one mutex, which is never held across a call down. A node found
 * stays valid for as long as OpenXR lets the app use its handle: destroying a handle is externally
 * synchronised with every use of it and of its children. Where that does not hold (xrPollEvent
 * names a session that another thread may destroy), find and use the node between
 * us_handle_table_lock and us_handle_table_unlock.
 */
#ifndef US_HANDLE_TABLE_H
#define US_HANDLE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

enum us_handle_type {
    US_HANDLE_INSTANCE,
    US_HANDLE_SESSION,
    US_HANDLE_SPACE,
    US_HANDLE_ACTION_SET,
    US_HANDLE_ACTION,
    US_HANDLE_HAND_TRACKER,
    US_HANDLE_SWAPCHAIN,        /* only where pictures are taken */
    US_HANDLE_LOGGED_SWAPCHAIN, /* the same handles, only where a log is written */
    US_HANDLE_TYPES
};

/* The first member of everything in the table. */
struct us_node {
    enum us_handle_type type;
    uint64_t handle;
    struct us_node *parent;         /* NULL for an instance */
    void (*free)(struct us_node *); /* gives the memory back; takes no part in the table */
    struct us_node *link;           /* the next of a detached list; otherwise unused */
};

/*
 * Put a node into the table, which owns it from then on. A node that was there under the same
 * handle is stale: it and its children are freed. False if memory runs out or the handle is null:
 * the caller keeps the node.
 */
bool us_handle_table_add(struct us_node *node);

/* The node, or NULL. */
struct us_node *us_handle_table_find(enum us_handle_type type, uint64_t handle);

/*
 * Destroying: detach the node and everything below it, call down, then free the list, or put it
 * back if the call failed. Detaching first matters: after the call down the value may already be
 * somebody else's. NULL is fine for all three.
 */
struct us_node *us_handle_table_detach(struct us_node *node);
void us_handle_table_restore(struct us_node *list);
void us_handle_table_free(struct us_node *list);

void us_handle_table_lock(void);
void us_handle_table_unlock(void);

/* Call `visit` with every node of a type, under the lock. It must not change the table. */
void us_handle_table_each(enum us_handle_type type, void (*visit)(struct us_node *, void *),
                          void *data);

#endif
