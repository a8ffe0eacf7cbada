/* SPDX-License-Identifier: MIT */
/*
 * Handles: a table of (type, value) -> object, and the tree of parents and children that the
 * specification gives them (OpenXR, "Object Handle Types"). A lookup recognises a stale or invalid
 * handle without dereferencing it.
 *
 * Threads: every function here needs the runtime's lock (call.h).
 */
#ifndef RT_RUNTIME_OBJECT_H
#define RT_RUNTIME_OBJECT_H

#include <stddef.h>

#include "runtime/base/xr.h"

struct rt_instance;

/* The first member of every object that has a handle. */
struct rt_object {
    XrObjectType type;
    uint64_t handle;
    struct rt_object *parent;
    struct rt_object *first_child;
    struct rt_object *next_sibling;
    struct rt_instance *instance;
    XrResult loss; /* XR_SUCCESS, or the error that calls on the object and its children return */
    /* Releases what the object owns and the object itself. Before that, rt_object_remove destroys
     * the children and invalidates the handle. */
    void (*destroy)(struct rt_object *object);
};

/* Gives `object` a handle and makes it the child of `parent` (NULL for an instance, whose
 * `instance` the caller sets). XR_ERROR_OUT_OF_MEMORY or XR_ERROR_LIMIT_REACHED leave it without
 * either. */
XrResult rt_object_add(struct rt_object *object, XrObjectType type, struct rt_object *parent,
                       void (*destroy)(struct rt_object *object));

/* Allocates an object of that size, zeroed, and adds it. NULL: `*out_result` says why. */
void *rt_object_create(size_t size, XrObjectType type, struct rt_object *parent,
                       void (*destroy)(struct rt_object *object), XrResult *out_result);

/* Frees an object that owns nothing: a `destroy`. */
void rt_object_free(struct rt_object *object);

/* The object of that type and handle, or NULL. */
struct rt_object *rt_object_find(XrObjectType type, uint64_t handle);
/* The same, but NULL where it is no child of that object. */
struct rt_object *rt_object_find_child(const struct rt_object *parent, XrObjectType type,
                                       uint64_t handle);

/* XR_SUCCESS, or the loss of the object or of one of its parents. The loss of the topmost counts.
 */
XrResult rt_object_loss(const struct rt_object *object);

/* Destroys the object after all its children. */
void rt_object_remove(struct rt_object *object);

#endif
