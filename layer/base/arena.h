/* SPDX-License-Identifier: MIT */
/*
 * arena: room for what one call hands down in place of the app's own structs; a fixed size, so that
 * a frame thread allocates nothing.
 *
 * Taken from the front, given back all at once. One call at a time uses it: us_arena_enter says
 * whether it is free, which it is as long as the app keeps OpenXR's thread rules.
 */
#ifndef US_ARENA_H
#define US_ARENA_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* 64 layers of 6 views each, with the structs that are chained to them. */
enum { US_ARENA_SIZE = 65536 };

struct us_arena {
    atomic_bool busy;
    size_t used;
    _Alignas(max_align_t) unsigned char bytes[US_ARENA_SIZE];
};

/* NULL if memory runs out. */
struct us_arena *us_arena_create(void);
void us_arena_destroy(struct us_arena *arena);

/* Empty it and keep it until us_arena_leave. False if another call is using it. */
bool us_arena_enter(struct us_arena *arena);
void us_arena_leave(struct us_arena *arena);

/* `count` copies of `size` bytes each, aligned for anything, as they are at `from`. NULL if they do
 * not fit. */
void *us_arena_copy(struct us_arena *arena, const void *from, size_t count, size_t size);

#endif
