// SPDX-License-Identifier: MIT
// Handles: a table of (type, value) -> object, and the tree of parents and children that the
// specification gives them (OpenXR, "Object Handle Types"). A stale or made-up handle is found out
// without being followed.
//
// Threads: every function here needs the runtime's lock (call.h).
#ifndef US_RUNTIME_OBJECT_H
#define US_RUNTIME_OBJECT_H

#include "xr.h"

struct us_instance;

// The first member of every object that has a handle.
struct us_object {
    XrObjectType type;
    uint64_t handle;
    struct us_object *parent;
    struct us_object *first_child;
    struct us_object *next_sibling;
    struct us_instance *instance;
    // Releases what the object owns and the object itself. Its children are gone and its handle is
    // dead by then.
    void (*destroy)(struct us_object *object);
};

// Gives `object` a handle and makes it the child of `parent` (NULL for an instance, whose
// `instance` the caller sets). XR_ERROR_OUT_OF_MEMORY or XR_ERROR_LIMIT_REACHED leave it without
// either.
XrResult us_object_add(struct us_object *object, XrObjectType type, struct us_object *parent,
                       void (*destroy)(struct us_object *object));

// The live object of that type and handle, or NULL.
struct us_object *us_object_find(XrObjectType type, uint64_t handle);

// The nearest object of that type among the object itself and its parents, or NULL.
struct us_object *us_object_ancestor(struct us_object *object, XrObjectType type);

// Destroys the object after all its children.
void us_object_remove(struct us_object *object);

#endif
