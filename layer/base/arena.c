/* SPDX-License-Identifier: MIT */
#include "layer/base/arena.h"

#include <stdlib.h>
#include <string.h>

struct us_arena *us_arena_create(void)
{
    return calloc(1, sizeof(struct us_arena));
}

void us_arena_destroy(struct us_arena *arena)
{
    free(arena);
}

bool us_arena_enter(struct us_arena *arena)
{
    if (atomic_exchange_explicit(&arena->busy, true, memory_order_acquire))
        return false;
    arena->used = 0;
    return true;
}

void us_arena_leave(struct us_arena *arena)
{
    atomic_store_explicit(&arena->busy, false, memory_order_release);
}

void *us_arena_copy(struct us_arena *arena, const void *from, size_t count, size_t size)
{
    size_t room = US_ARENA_SIZE - arena->used;
    if (count == 0 || size == 0 || count > room / size)
        return NULL;
    unsigned char *copy = arena->bytes + arena->used;
    memcpy(copy, from, count * size);
    size_t align = _Alignof(max_align_t);
    arena->used += (count * size + align - 1) / align * align;
    return copy;
}
