/* SPDX-License-Identifier: MIT */
/*
 * arena: memory of a fixed size for the copies of structs that one call passes down the chain.
 *
 * us_arena_copy appends; us_arena_enter empties the arena. Only one call at a time uses an arena:
 * us_arena_enter fails while another call uses it, which happens only if the app breaks OpenXR's
 * rules of external synchronization. enter, copy and leave do not allocate, so a frame thread may
 * call them.
 */
#ifndef US_ARENA_H
#define US_ARENA_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* Enough for 64 composition layers with 6 views each, and the structs in their `next` chains. */
enum { US_ARENA_SIZE = 65536 };

struct us_arena {
    atomic_bool busy; /* a call is between enter and leave */
    size_t used;      /* bytes */
    _Alignas(max_align_t) unsigned char bytes[US_ARENA_SIZE];
};

/* Returns NULL if memory runs out. */
struct us_arena *us_arena_create(void);
void us_arena_destroy(struct us_arena *arena);

/* Empties the arena and claims it until us_arena_leave. Returns false if another call has it. */
bool us_arena_enter(struct us_arena *arena);
void us_arena_leave(struct us_arena *arena);

/* Copies an array of `count` elements of `size` bytes each from `from`. The copy is aligned for any
 * type and valid until the next us_arena_enter. Returns NULL if it does not fit. */
void *us_arena_copy(struct us_arena *arena, const void *from, size_t count, size_t size);

#endif
