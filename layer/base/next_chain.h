/* SPDX-License-Identifier: MIT */
/*
 * next_chain: the structs that a call hands down the chain: their copies, and their `next` chains.
 */
#ifndef US_NEXT_CHAIN_H
#define US_NEXT_CHAIN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "openxr/xr.h"

/*
 * arena: memory of a fixed size for the copies of structs that one call passes down the chain.
 *
 * us_arena_copy appends; us_arena_enter empties the arena. Only one call at a time uses an arena:
 * us_arena_enter fails while another call uses it, which happens only if the app breaks OpenXR's
 * rules of external synchronization. enter, copy and leave do not allocate, so a frame thread may
 * call them.
 */

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

/*
 * next_chain: the `next` chains of OpenXR structs.
 *
 * A search is that of us_xr_find_input. No function writes to the app's structs.
 */

/* As us_xr_find_output, for a struct that the caller may fill in either chain; the output comes
 * first. */
void *us_next_chain_find_either(void *output, const void *input, XrStructureType type);

/* The only member of a struct of this type in a chain of system properties, such as
 * XrSystemHandTrackingPropertiesEXT. NULL if there is no such struct. */
XrBool32 *us_next_chain_find_support(void *next, XrStructureType type);

/* What us_next_chain_rewrite does with a struct: keep it, change a copy of it, or leave it out. */
enum us_next_chain_fate { US_NEXT_CHAIN_KEEP, US_NEXT_CHAIN_CHANGE, US_NEXT_CHAIN_UNLINK };

struct us_next_chain_edit {
    enum us_next_chain_fate (*fate)(XrStructureType type);
    void (*change)(XrBaseInStructure *copy,
                   void *data); /* edits a copy; for US_NEXT_CHAIN_CHANGE */
    void *data;                 /* passed to `change` */
};

enum us_next_chain_outcome {
    US_NEXT_CHAIN_AS_IS,     /* no struct has to change */
    US_NEXT_CHAIN_REWRITTEN, /* `*next` is a new chain */
    US_NEXT_CHAIN_BLOCKED,   /* a struct of unknown size precedes one that has to change */
    US_NEXT_CHAIN_FULL,      /* the copies do not fit into the arena */
};

/*
 * Edits a chain of input structs. It copies the structs up to the last one that is not kept into
 * the arena, and links the rest of the app's chain behind the copies. It writes `*next` only with
 * US_NEXT_CHAIN_REWRITTEN. With US_NEXT_CHAIN_BLOCKED, `*out_type` is the type of the struct whose
 * size the layer does not know, and with US_NEXT_CHAIN_FULL it is the type of the struct that did
 * not fit.
 */
enum us_next_chain_outcome us_next_chain_rewrite(struct us_arena *arena, const void **next,
                                                 const struct us_next_chain_edit *edit,
                                                 XrStructureType *out_type);

#endif
