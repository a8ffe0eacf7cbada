/* SPDX-License-Identifier: MIT */
#include "runtime/base/object.h"

#include <stdbool.h>
#include <stdlib.h>

#define SLOT_BITS 16u
#define SLOT_LIMIT (1u << SLOT_BITS)
#define GENERATION_MASK 0x7FFFu

struct slot {
    struct rt_object *object;
    uint32_t generation;
};

/* Freed with the last object: a loader may unload the module any time after that. */
static struct slot *slots;
static uint32_t slot_count;
static uint32_t object_count;
/* Handles of an earlier table stay dead in a later one. */
static uint32_t first_generation = 1;

static bool grow(void)
{
    const uint32_t count = slot_count == 0 ? 64 : slot_count * 2;
    if (count > SLOT_LIMIT)
        return false;
    struct slot *bigger = realloc(slots, count * sizeof *slots);
    if (bigger == NULL)
        return false;
    for (uint32_t i = slot_count; i < count; i++)
        bigger[i] = (struct slot){.generation = first_generation};
    slots = bigger;
    slot_count = count;
    return true;
}

XrResult rt_object_add(struct rt_object *object, XrObjectType type, struct rt_object *parent,
                       void (*destroy)(struct rt_object *object))
{
    uint32_t i = 0;
    while (i < slot_count && slots[i].object != NULL)
        i++;
    if (i == slot_count && !grow())
        return i + 1 >= SLOT_LIMIT ? XR_ERROR_LIMIT_REACHED : XR_ERROR_OUT_OF_MEMORY;
    slots[i].object = object;
    object_count++;
    object->type = type;
    object->handle = ((uint64_t)slots[i].generation << SLOT_BITS) | i;
    object->destroy = destroy;
    object->parent = parent;
    object->loss = XR_SUCCESS;
    object->first_child = NULL;
    object->next_sibling = NULL;
    if (parent != NULL) {
        object->instance = parent->instance;
        object->next_sibling = parent->first_child;
        parent->first_child = object;
    }
    return XR_SUCCESS;
}

void *rt_object_create(size_t size, XrObjectType type, struct rt_object *parent,
                       void (*destroy)(struct rt_object *object), XrResult *out_result)
{
    struct rt_object *object = calloc(1, size);
    *out_result =
        object == NULL ? XR_ERROR_OUT_OF_MEMORY : rt_object_add(object, type, parent, destroy);
    if (*out_result == XR_SUCCESS)
        return object;
    free(object);
    return NULL;
}

void rt_object_free(struct rt_object *object)
{
    free(object);
}

struct rt_object *rt_object_find(XrObjectType type, uint64_t handle)
{
    const uint64_t i = handle & (SLOT_LIMIT - 1);
    if (i >= slot_count || slots[i].object == NULL)
        return NULL;
    struct rt_object *object = slots[i].object;
    return object->handle == handle && object->type == type ? object : NULL;
}

struct rt_object *rt_object_find_child(const struct rt_object *parent, XrObjectType type,
                                       uint64_t handle)
{
    struct rt_object *object = rt_object_find(type, handle);
    return object != NULL && object->parent == parent ? object : NULL;
}

XrResult rt_object_loss(const struct rt_object *object)
{
    XrResult loss = XR_SUCCESS;
    for (; object != NULL; object = object->parent)
        if (object->loss != XR_SUCCESS)
            loss = object->loss;
    return loss;
}

static void clear_slot(struct rt_object *object)
{
    struct slot *slot = &slots[object->handle & (SLOT_LIMIT - 1)];
    slot->object = NULL;
    slot->generation = slot->generation % GENERATION_MASK + 1;
    if (slot->generation > first_generation)
        first_generation = slot->generation;
    if (--object_count > 0)
        return;
    free(slots);
    slots = NULL;
    slot_count = 0;
}

static void unlink_from_parent(struct rt_object *object)
{
    if (object->parent == NULL)
        return;
    struct rt_object **link = &object->parent->first_child;
    while (*link != object)
        link = &(*link)->next_sibling;
    *link = object->next_sibling;
}

void rt_object_remove(struct rt_object *object)
{
    while (object->first_child != NULL)
        rt_object_remove(object->first_child);
    unlink_from_parent(object);
    clear_slot(object);
    object->destroy(object);
}
