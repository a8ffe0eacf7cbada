/* SPDX-License-Identifier: MIT */
/*
 * next_chain: the `next` chains of OpenXR structs.
 *
 * If a chain holds several structs of one type, the first one counts; apps must not do this (OpenXR
 * 1.0, 2.7.7, "Next Chain Structure Uniqueness"). The search skips unknown types. `next` may be
 * NULL. No function writes to the app's structs.
 */
#ifndef US_NEXT_CHAIN_H
#define US_NEXT_CHAIN_H

#include "layer/base/arena.h"
#include "openxr/xr.h"

/* Finds a struct in a chain of output structs, which the caller may fill. NULL if there is none. */
void *us_next_chain_find_output(void *next, XrStructureType type);
/* The same for a struct that the caller may fill in either chain; the output comes first. */
void *us_next_chain_find_either(void *output, const void *input, XrStructureType type);
/* Finds a struct in a chain of input structs. NULL if there is none. */
const void *us_next_chain_find_input(const void *next, XrStructureType type);

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
